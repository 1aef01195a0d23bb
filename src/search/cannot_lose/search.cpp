#include "search/cannot_lose/search.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "search/cannot_lose/loops.hpp"
#include "search/cannot_lose/safety.hpp"
#include "search/cannot_lose/table.hpp"

namespace inarow::cannot_lose {
namespace {

constexpr int never = 126;  // no budget suffices
// Where strategies without end are looked for, and how high their stacks may grow.
constexpr int max_looping_width = 2;
constexpr int looping_stack = 10;
constexpr std::uint64_t poll_nodes = 16;  // a state of sixteen columns takes a tenth of a ms

class Search {
 public:
  Search(const Ground& ground, const Prescription& prescription, const SearchLimits& limits,
         const StopToken& stop, Observer& observer)
      : ground_(ground),
        prescription_(prescription),
        limits_(limits),
        stop_(stop),
        observer_(observer),
        table_(stop) {}

  // `state` is safe. False if there is no strategy within the budget, or if the search was stopped.
  bool prove(const State& state, int budget) {
    if (prescription_.empty() && follow_up_suffices(state)) return true;
    if (stopped_) return false;
    const State key = canonical(ground_, without_dead_rows(ground_, state)).state;
    if (!prescription_.empty() && !prescription_.concerns(key) && follow_up_suffices(state)) {
      return true;
    }
    if (budget == 0) return false;
    {
      const BudgetTable::Entry& entry = table_.of(key);
      if (entry.proved <= budget) return true;
      if (entry.failed >= budget) return false;
    }
    ++nodes_;
    if (nodes_ % poll_nodes == 0) poll();
    const int needed = search(key, budget);
    if (stopped_) return false;
    BudgetTable::Entry& entry = table_.of(key);
    if (needed <= budget) {
      entry.proved = std::min(entry.proved, static_cast<std::int8_t>(needed));
    } else {
      entry.failed = std::max(entry.failed, static_cast<std::int8_t>(needed - 1));
    }
    return needed <= budget;
  }

  // The replies of a proved state.
  Plan plan_of(const State& state, int budget) {
    Plan plan;
    if (!prescription_.concerns(state) && follow_up_suffices(state)) {
      plan.freeze = low_bits<std::uint32_t>(ground_.width);
      return plan;
    }
    for (int c = 0; c < ground_.width; ++c) {
      if (state.frozen(c) || !can_push(ground_, state, c)) continue;
      plan.replies[static_cast<std::size_t>(c)] = reply_to(state, c, budget);
    }
    return plan;
  }

  // The least budget with which the state is proved (it is, with `budget`).
  int least_budget(const State& state, int budget) {
    for (int b = 0; b < budget; ++b) {
      if (prove(state, b)) return b;
    }
    return budget;
  }

  void poll() {
    if (stop_.stopped() || table_.size() > limits_.max_states ||
        table_.bytes_to_grow() > limits_.memory_bytes) {
      stopped_ = true;
    }
    if (observer_.looked_at()) {
      observer_.set_stage(
          fmt::format("{} states searched, {} in the table", nodes_, table_.size()));
    }
  }
  bool stopped() const { return stopped_; }
  std::uint64_t nodes() const { return nodes_; }
  std::uint64_t states() const { return table_.size(); }

 private:
  struct Pending {
    int column;
    int options;  // replies that are not refuted at once
  };

  bool follow_up_suffices(const State& state) const {
    return all_freezable(ground_, state) && safe_if_all_frozen(ground_, state);
  }

  bool has_winning_reply(const State& moved, int& column) const {
    for (int d = 0; d < ground_.width; ++d) {
      if (moved.frozen(d) || !can_push(ground_, moved, d)) continue;
      if (moved.height(d) < max_stack && completes_line(ground_, moved, d)) {
        column = d;
        return true;
      }
    }
    return false;
  }

  // The state after D's reply in column d to A's move in column c of `state`, if it is safe.
  std::optional<State> child(const State& state, const State& moved, int c, int d,
                             bool freeze) const {
    if (moved.frozen(d) || !can_push(ground_, moved, d) || moved.height(d) >= max_stack ||
        !prescription_.allows(state, c, d, freeze)) {
      return std::nullopt;
    }
    State next = moved;
    next.push(d, false);
    if (freeze) {
      if (!can_freeze(ground_, next, c)) return std::nullopt;
      next.freeze(c);
    }
    if (!safe(ground_, next)) return std::nullopt;
    return next;
  }

  // The least budget up to `budget` that suffices, or one more than the greatest known not to.
  int search(const State& state, int budget) {
    std::vector<Pending> pending;
    for (int c = 0; c < ground_.width; ++c) {
      if (state.frozen(c) || !can_push(ground_, state, c)) continue;
      if (state.height(c) >= max_stack) return budget + 1;
      State moved = state;
      moved.push(c, true);
      if (!safe_after_move(ground_, moved, c)) return never;
      int won = -1;
      if (has_winning_reply(moved, won)) continue;
      int options = 0;
      bool done = false;
      const std::optional<State> follow = child(state, moved, c, c, true);
      if (follow) {
        ++options;
        done = prove(*follow, 0);
      }
      for (int d = 0; d < ground_.width && !done; ++d) {
        const std::optional<State> placed = child(state, moved, c, d, false);
        if (!placed) continue;
        ++options;
        done = prove(*placed, 0);
      }
      if (done) continue;
      if (options == 0) return never;
      pending.push_back({c, options});
    }
    std::stable_sort(pending.begin(), pending.end(),
                     [](const Pending& x, const Pending& y) { return x.options < y.options; });
    int needed = 1;
    for (const Pending& p : pending) {
      const int b = budget_against(state, p.column, budget);
      if (b > budget) return b;
      needed = std::max(needed, b);
    }
    return needed;
  }

  int budget_against(const State& state, int c, int budget) {
    State moved = state;
    moved.push(c, true);
    for (int b = 1; b <= budget; ++b) {
      const std::optional<State> follow = child(state, moved, c, c, true);
      if (follow && prove(*follow, b)) return b;
      if (b == 1) continue;  // with nothing left after it, P was tried by the caller
      for (int d = 0; d < ground_.width; ++d) {
        const std::optional<State> placed = child(state, moved, c, d, false);
        if (placed && prove(*placed, b - 1)) return b;
      }
      if (stopped_) break;
    }
    return budget + 1;
  }

  Reply reply_to(const State& state, int c, int budget) {
    State moved = state;
    moved.push(c, true);
    int d = -1;
    if (has_winning_reply(moved, d)) return {ReplyKind::win, static_cast<std::int8_t>(d)};
    for (int b = 0; b <= budget; ++b) {
      const std::optional<State> follow = child(state, moved, c, c, true);
      if (follow && prove(*follow, b)) {
        return {ReplyKind::follow, static_cast<std::int8_t>(c)};
      }
      for (d = 0; d < ground_.width && b > 0; ++d) {
        const std::optional<State> placed = child(state, moved, c, d, false);
        if (placed && prove(*placed, b - 1)) {
          return {ReplyKind::place, static_cast<std::int8_t>(d)};
        }
      }
    }
    return {};
  }

  Ground ground_;
  const Prescription& prescription_;
  SearchLimits limits_;
  const StopToken& stop_;
  Observer& observer_;
  BudgetTable table_;
  std::uint64_t nodes_ = 0;
  bool stopped_ = false;
};

// Nothing on a stop: replies are found by searching again what the table has forgotten.
std::optional<Strategy> extract(Search& search, Strategy strategy, int budget) {
  const Ground& ground = strategy.ground();
  std::vector<State> open{canonical(ground, strategy.start()).state};
  while (!open.empty()) {
    const State state = open.back();
    open.pop_back();
    if (strategy.entries().contains(state)) continue;
    const Plan plan = search.plan_of(state, search.least_budget(state, budget));
    search.poll();
    if (search.stopped()) return std::nullopt;
    strategy.set(state, plan);
    for (const State& next : successors(ground, state, plan)) open.push_back(next);
  }
  return strategy;
}

}  // namespace

SearchResult find_strategy(const Ground& ground, Player defender, const SearchLimits& limits,
                           const StopToken& stop, Observer& observer,
                           const Prescription& prescription) {
  Search search(ground, prescription, limits, stop, observer);
  // On a cylinder all first moves are alike, on a flat board those of one half.
  const int openings = defender == Player::second || ground.cylinder ? 1 : (ground.width + 1) / 2;
  SearchResult result;
  for (int budget = 0; budget <= limits.max_budget && !result.strategy; ++budget) {
    result.budget = budget;
    search.poll();
    result.complete = !search.stopped();
    if (search.stopped()) break;
    // The middle first: it is the best on most flat boards.
    for (int c = openings - 1; c >= 0 && !result.strategy; --c) {
      const Strategy empty(ground, defender, c);
      if (search.prove(empty.start(), budget)) result.strategy = extract(search, empty, budget);
    }
    result.complete = !search.stopped();
    if (search.stopped()) break;
  }
  if (!result.strategy && ground.width <= max_looping_width && ground.height == 0 &&
      !search.stopped()) {
    result.strategy = find_looping_strategy(ground, defender, looping_stack, prescription);
  }
  result.nodes = search.nodes();
  result.states = search.states();
  return result;
}

}  // namespace inarow::cannot_lose
