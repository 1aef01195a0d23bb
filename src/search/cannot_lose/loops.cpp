#include "search/cannot_lose/loops.hpp"

#include <map>
#include <vector>

#include "search/cannot_lose/safety.hpp"

namespace inarow::cannot_lose {
namespace {

struct Option {
  Reply reply;
  State next;  // canonical; unused if D wins
};

struct Node {
  bool all = false;  // D follows up everywhere: nothing more is needed
  bool alive = true;
  std::array<std::vector<Option>, max_width> options;  // by A's column
};

class Graph {
 public:
  Graph(const Ground& ground, int highest, const Prescription& prescription)
      : ground_(ground), highest_(highest), prescription_(prescription) {}

  void build(const State& start) {
    std::vector<State> open{start};
    while (!open.empty()) {
      const State state = open.back();
      open.pop_back();
      if (nodes_.contains(state)) continue;
      Node& node = nodes_[state];
      node.all = !prescription_.concerns(state) && all_freezable(ground_, state) &&
                 safe_if_all_frozen(ground_, state);
      if (node.all) continue;
      for (int c = 0; c < ground_.width && node.alive; ++c) {
        if (state.frozen(c) || !can_push(ground_, state, c)) continue;
        add_options(state, c, node, open);
      }
    }
  }

  void remove_until_stable() {
    bool changed = true;
    while (changed) {
      changed = false;
      for (auto& [state, node] : nodes_) {
        if (!node.alive || node.all) continue;
        for (int c = 0; c < ground_.width && node.alive; ++c) {
          if (state.frozen(c) || !can_push(ground_, state, c)) continue;
          if (choice(node, c) == nullptr) {
            node.alive = false;
            changed = true;
          }
        }
      }
    }
  }

  bool alive(const State& state) const { return nodes_.at(state).alive; }

  Plan plan(const State& state) const {
    const Node& node = nodes_.at(state);
    Plan plan;
    if (node.all) {
      plan.freeze = low_bits<std::uint32_t>(ground_.width);
      return plan;
    }
    for (int c = 0; c < ground_.width; ++c) {
      const Option* option = choice(node, c);
      if (option != nullptr) plan.replies[static_cast<std::size_t>(c)] = option->reply;
    }
    return plan;
  }

 private:
  const Option* choice(const Node& node, int c) const {
    for (const Option& option : node.options[static_cast<std::size_t>(c)]) {
      if (option.reply.kind == ReplyKind::win || nodes_.at(option.next).alive) return &option;
    }
    return nullptr;
  }

  void add_options(const State& state, int c, Node& node, std::vector<State>& open) {
    if (state.height(c) + 1 >= highest_) return;  // no options: the state will be removed
    State moved = state;
    moved.push(c, true);
    if (!safe_after_move(ground_, moved, c)) {
      node.alive = false;
      return;
    }
    std::vector<Option>& options = node.options[static_cast<std::size_t>(c)];
    for (int d = 0; d < ground_.width; ++d) {
      if (moved.frozen(d) || !can_push(ground_, moved, d) || moved.height(d) >= highest_) continue;
      const auto column = static_cast<std::int8_t>(d);
      if (completes_line(ground_, moved, d)) {
        options.assign(1, {{ReplyKind::win, column}, {}});
        return;
      }
      for (const ReplyKind kind : {ReplyKind::follow, ReplyKind::place}) {
        const bool freeze = kind == ReplyKind::follow;
        if ((freeze && c != d) || !prescription_.allows(state, c, d, freeze)) continue;
        const Reply reply{kind, column};
        const State next = after_reply(ground_, state, c, reply);
        if (freeze && !can_freeze(ground_, next, c)) continue;
        if (!safe(ground_, next)) continue;
        options.push_back({reply, canonical(ground_, next).state});
        open.push_back(options.back().next);
      }
    }
  }

  Ground ground_;
  int highest_;
  const Prescription& prescription_;
  std::map<State, Node> nodes_;
};

}  // namespace

std::optional<Strategy> find_looping_strategy(const Ground& ground, Player defender, int highest,
                                              const Prescription& prescription) {
  EXPECTS(highest <= max_stack);
  Strategy strategy(ground, defender, 0);
  const State start = canonical(ground, strategy.start()).state;
  Graph graph(ground, highest, prescription);
  graph.build(start);
  graph.remove_until_stable();
  if (!graph.alive(start)) return std::nullopt;
  std::vector<State> open{start};
  while (!open.empty()) {
    const State state = open.back();
    open.pop_back();
    if (strategy.entries().contains(state)) continue;
    const Plan plan = graph.plan(state);
    strategy.set(state, plan);
    for (const State& next : successors(ground, state, plan)) open.push_back(next);
  }
  return strategy;
}

}  // namespace inarow::cannot_lose
