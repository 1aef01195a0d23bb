#include "search/cannot_lose/strategy.hpp"

#include "search/cannot_lose/safety.hpp"

namespace inarow::cannot_lose {

State after_freezing(const State& state, std::uint32_t columns) {
  State next = state;
  for (int c = 0; c < max_width; ++c) {
    if ((columns >> c & 1U) != 0) next.freeze(c);
  }
  return next;
}

State after_reply(const Ground& ground, State state, int c, const Reply& reply) {
  state.push(c, true);
  state.push(reply.column, false);
  if (reply.kind == ReplyKind::follow) state.freeze(c);
  return without_dead_rows(ground, state);
}

std::vector<State> successors(const Ground& ground, const State& state, const Plan& plan) {
  std::vector<State> next;
  if (plan.freeze != 0) {
    const State frozen = after_freezing(state, plan.freeze);
    if (frozen != all_frozen(ground, state)) next.push_back(canonical(ground, frozen).state);
    return next;
  }
  for (int c = 0; c < ground.width; ++c) {
    const Reply& reply = plan.replies[static_cast<std::size_t>(c)];
    if (reply.kind == ReplyKind::none || reply.kind == ReplyKind::win) continue;
    next.push_back(canonical(ground, after_reply(ground, state, c, reply)).state);
  }
  return next;
}

State Strategy::start() const {
  State state = State::empty(ground_.width);
  if (defender_ == Player::first) state.push(first_column_, false);
  return state;
}

std::optional<Plan> Strategy::plan(const State& state) const {
  const Canonical form = canonical(ground_, state);
  const auto entry = entries_.find(form.state);
  if (entry == entries_.end()) return std::nullopt;
  Plan plan;
  for (int c = 0; c < ground_.width; ++c) {
    const int image = form.image.apply(c);
    if ((entry->second.freeze >> image & 1U) != 0) plan.freeze |= 1U << c;
    Reply reply = entry->second.replies[static_cast<std::size_t>(image)];
    if (reply.kind != ReplyKind::none) {
      reply.column = static_cast<std::int8_t>(form.image.undo(reply.column));
    }
    plan.replies[static_cast<std::size_t>(c)] = reply;
  }
  return plan;
}

State Strategy::after_free_freezing(State state) const {
  while (true) {
    const std::optional<Plan> found = plan(state);
    if (!found || found->freeze == 0) return state;
    const State next = after_freezing(state, found->freeze);
    if (next == state) return state;
    state = next;
  }
}

std::optional<Answer> Strategy::answer(State state, int column) const {
  while (!state.frozen(column)) {
    const std::optional<Plan> found = plan(state);
    if (!found) return std::nullopt;
    if (found->freeze == 0) {
      const Reply reply = found->replies[static_cast<std::size_t>(column)];
      if (reply.kind == ReplyKind::none) return std::nullopt;
      const bool won = reply.kind == ReplyKind::win;
      return Answer{reply, after_reply(ground_, state, column, reply), won};
    }
    const State next = after_freezing(state, found->freeze);
    if (next == state) return std::nullopt;
    state = next;
  }
  return Answer{{ReplyKind::follow, static_cast<std::int8_t>(column)}, state, false};
}

}  // namespace inarow::cannot_lose
