#include "search/victor/conspiracy_tree.hpp"

#include <algorithm>

namespace inarow::victor {

template <class B>
Verdict ConspiracyTree<B>::grow(const Position<B>& root, std::size_t size, const StopToken* stop) {
  nodes_.clear();
  index_ = KeyMap<B, std::uint32_t>(stop);
  node_for(root);
  while (!nodes_[0].solved() && nodes_.size() < size && !stopped(stop)) {
    // The value that seems easier to reach; then down to the leaf with the least number for it.
    const bool for_white = nodes_[0].for_white <= nodes_[0].for_black;
    std::uint32_t at = 0;
    while (nodes_[at].expanded) {
      std::uint32_t best = infinite + 1;
      std::uint32_t next = at;
      for (const std::uint32_t son : nodes_[at].sons) {
        const Node& node = nodes_[son];
        if (node.solved()) continue;
        const std::uint32_t number = for_white ? node.for_white : node.for_black;
        if (number < best) {
          best = number;
          next = son;
        }
      }
      EXPECTS(next != at);  // an unsolved node has an unsolved son
      at = next;
    }
    expand(at);
    update(at);
  }
  for (const Node& node : nodes_) {
    if (node.for_white == 0) table_.set(node.key, Verdict::white_wins);
    if (node.for_black == 0) table_.set(node.key, Verdict::black_holds);
  }
  if (nodes_[0].for_white == 0) return Verdict::white_wins;
  if (nodes_[0].for_black == 0) return Verdict::black_holds;
  return Verdict::unclear;
}

template <class B>
std::uint32_t ConspiracyTree<B>::node_for(const Position<B>& position) {
  const Key<B> key = key_of(judge_.board(), position);
  if (const std::uint32_t* known = index_.find(key)) return *known;
  const auto index = static_cast<std::uint32_t>(nodes_.size());
  index_.set(key, index);
  Node& node = nodes_.emplace_back();
  node.position = position;
  node.key = key;
  if (const Verdict* known = table_.find(key)) {
    judge_.play_forced(node.position);
    node.first_moves = node.position.first_to_move();
    set_leaf(node, *known);
  } else {
    const Verdict verdict = judge_.judge(node.position);
    table_.set(key, verdict);
    node.first_moves = node.position.first_to_move();
    set_leaf(node, verdict);
  }
  return index;
}

template <class B>
void ConspiracyTree<B>::set_leaf(Node& node, Verdict verdict) {
  switch (verdict) {
    case Verdict::white_wins:
      node.for_white = 0;
      node.for_black = infinite;
      break;
    case Verdict::black_holds:
      node.for_white = infinite;
      node.for_black = 0;
      break;
    case Verdict::unclear: {
      const auto sons = static_cast<std::uint32_t>(popcount(judge_.moves(node.position)));
      node.for_white = node.first_moves ? 1 : sons;
      node.for_black = node.first_moves ? sons : 1;
      break;
    }
  }
}

template <class B>
void ConspiracyTree<B>::expand(std::uint32_t index) {
  ++expansions_;
  const Position<B> position = nodes_[index].position;
  std::vector<std::uint32_t> sons;
  for_each_square(judge_.moves(position), [&](Word square) {
    const std::uint32_t son = node_for(position.after(square));
    if (std::find(sons.begin(), sons.end(), son) != sons.end()) return;  // a mirror image
    sons.push_back(son);
    nodes_[son].fathers.push_back(index);
  });
  nodes_[index].sons = std::move(sons);
  nodes_[index].expanded = true;
}

template <class B>
bool ConspiracyTree<B>::recompute(Node& node) {
  // One son is enough for the player to move, the other needs them all.
  std::uint32_t least = infinite;
  std::uint32_t sum = 0;
  for (const std::uint32_t index : node.sons) {
    const Node& son = nodes_[index];
    least = std::min(least, node.first_moves ? son.for_white : son.for_black);
    sum = std::min(infinite, sum + (node.first_moves ? son.for_black : son.for_white));
  }
  if (least == 0) sum = infinite;
  const std::uint32_t white = node.first_moves ? least : sum;
  const std::uint32_t black = node.first_moves ? sum : least;
  if (white == node.for_white && black == node.for_black) return false;
  node.for_white = white;
  node.for_black = black;
  return true;
}

template <class B>
void ConspiracyTree<B>::update(std::uint32_t index) {
  changed_.assign(1, index);
  while (!changed_.empty()) {
    Node& node = nodes_[changed_.back()];
    changed_.pop_back();
    if (!recompute(node)) continue;
    changed_.insert(changed_.end(), node.fathers.begin(), node.fathers.end());
  }
}

template <class B>
std::vector<Position<B>> ConspiracyTree<B>::sons_of_root() const {
  const Node& root = nodes_[0];
  std::vector<std::pair<double, std::uint32_t>> order;
  for (const std::uint32_t son : root.sons) {
    const Node& node = nodes_[son];
    if (node.solved()) continue;
    const double quotient = static_cast<double>(node.for_white) / node.for_black;
    order.emplace_back(root.first_moves ? quotient : 1 / quotient, son);
  }
  std::stable_sort(order.begin(), order.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<Position<B>> sons;
  for (const auto& [quotient, son] : order) sons.push_back(nodes_[son].position);
  return sons;
}

template class ConspiracyTree<SmallBoard>;
template class ConspiracyTree<LargeBoard>;

}  // namespace inarow::victor
