#include "grid/proof_tree.hpp"

#include <algorithm>
#include <array>
#include <deque>

#include "base/expects.hpp"

namespace inarow::grid {
namespace {

constexpr std::array<std::pair<Policy, const char*>, 4> policies{
    {{Policy::win, "virtual-win"},
     {Policy::loss, "virtual-loss"},
     {Policy::greedy, "greedy"},
     {Policy::equivalence, "virtual-equivalence"}}};

ProofNumber sum(ProofNumber a, ProofNumber b) { return std::min(infinite, a + b); }

}  // namespace

const char* name_of(Policy policy) {
  for (const auto& [known, name] : policies) {
    if (known == policy) return name;
  }
  return "";
}

std::optional<Policy> policy_named(std::string_view text) {
  for (const auto& [policy, name] : policies) {
    if (text == name) return policy;
  }
  return std::nullopt;
}

// B4 to B1, stable, W1 to W4.
ProofNumbers numbers_of_chance(double chance) {
  constexpr std::array<std::pair<double, ProofNumbers>, 8> table{{{0.92, {1, 18}},
                                                                  {0.82, {2, 12}},
                                                                  {0.70, {3, 10}},
                                                                  {0.58, {4, 8}},
                                                                  {0.42, {6, 6}},
                                                                  {0.30, {8, 4}},
                                                                  {0.18, {10, 3}},
                                                                  {0.08, {12, 2}}}};
  for (const auto& [least, numbers] : table) {
    if (chance >= least) return numbers;
  }
  return {18, 1};
}

std::optional<Symmetry> symmetry_between(const GameSpec& spec, const std::vector<Stone>& from,
                                         const std::vector<Stone>& to) {
  if (from.size() != to.size()) return std::nullopt;
  const bool moves = spec.placement() != nullptr && !spec.placement()->board;
  std::vector<Stone> wanted = to;
  std::sort(wanted.begin(), wanted.end());
  for (Symmetry symmetry : symmetries(spec)) {
    std::vector<Stone> image = from;
    for (Stone& stone : image) stone.cell = symmetry(stone.cell);
    std::sort(image.begin(), image.end());
    if (moves && !image.empty()) {
      // Sorted lists of cells that differ by a translation begin with the same stone.
      symmetry.dx += wanted.front().cell.x - image.front().cell.x;
      symmetry.dy += wanted.front().cell.y - image.front().cell.y;
      for (std::size_t i = 0; i < from.size(); ++i) {
        image[i] = {symmetry(from[i].cell), from[i].player};
      }
      std::sort(image.begin(), image.end());
    }
    if (image == wanted) return symmetry;
  }
  return std::nullopt;
}

ProofTree::ProofTree(const Game& start, Player attacker, Policy policy)
    : spec_(start.spec()), attacker_(attacker), policy_(policy) {
  find_or_add(start, TreeNode{}.chance);
}

Game ProofTree::game(NodeId id) const {
  Game position(spec_);
  for (const Move& move : nodes_[id].moves) EXPECTS(position.play(move).has_value());
  return position;
}

std::string ProofTree::key_of(const std::vector<Stone>& stones) const {
  std::string key;
  for (const Stone& stone : canonical_stones(spec_, stones)) {
    for (const int coordinate : {stone.cell.x, stone.cell.y}) {
      for (unsigned byte = 0; byte < 4; ++byte) {
        key += static_cast<char>(static_cast<unsigned>(coordinate) >> (8 * byte) & 255U);
      }
    }
    key += stone.player == Player::first ? '1' : '2';
  }
  return key;
}

NodeId ProofTree::find_or_add(const Game& position, double chance) {
  const auto [place, fresh] =
      by_key_.emplace(key_of(position.stones()), static_cast<NodeId>(nodes_.size()));
  if (!fresh) return place->second;
  TreeNode node;
  node.moves = position.moves();
  node.attacker_to_move = position.to_move() == attacker_;
  node.chance = chance;
  if (position.outcome() == Outcome::first_wins) node.winner = Player::first;
  if (position.outcome() == Outcome::second_wins) node.winner = Player::second;
  if (position.outcome() == Outcome::draw) {
    // Not a win of the attacker. In placement games, where only wins are proved, an end.
    if (spec_.drop() != nullptr) node.winner = opponent(attacker_);
    node.expanded = node.closed = true;
  }
  nodes_.push_back(std::move(node));
  nodes_.back().numbers = numbers_of(nodes_.back());
  return place->second;
}

std::optional<NodeId> ProofTree::add_child(NodeId parent, const Move& move, double chance) {
  Game after = game(parent);
  if (!after.play(move)) return std::nullopt;
  const NodeId child = find_or_add(after, chance);
  TreeNode& node = nodes_[parent];
  if (std::any_of(node.children.begin(), node.children.end(),
                  [&](const Link& link) { return same_stones(link.move, move); })) {
    return std::nullopt;
  }
  // A move that leads to a position of another one's, seen from another side, counts with that one.
  const bool twin = std::any_of(node.children.begin(), node.children.end(),
                                [&](const Link& link) { return link.child == child; });
  const std::optional<Symmetry> symmetry =
      symmetry_between(spec_, game(child).stones(), after.stones());
  EXPECTS(symmetry.has_value());
  node.children.push_back({move, child, *symmetry, twin});
  if (!twin) nodes_[child].parents.push_back(parent);
  update(parent);
  return child;
}

ProofNumbers ProofTree::numbers_of(const TreeNode& node) const {
  if (node.winner) {
    return *node.winner == attacker_ ? ProofNumbers{0, infinite} : ProofNumbers{infinite, 0};
  }
  const bool open = std::any_of(node.children.begin(), node.children.end(),
                                [&](const Link& link) { return !decided(link); });
  // A leaf, or a node that waits for its next child.
  if (!open) {
    const bool active = node.expanding || node.generating;
    const bool win = policy_ == Policy::win || (policy_ == Policy::greedy && node.chance >= 0.5);
    if (active && policy_ != Policy::equivalence) {
      return win ? ProofNumbers{0, infinite} : ProofNumbers{infinite, 0};
    }
    return numbers_of_chance(node.chance);
  }
  // OR: the least proof number, the sum of the disproof numbers; AND: the other way round.
  ProofNumber least = infinite;
  ProofNumber all = 0;
  for (const Link& link : node.children) {
    // A child that is decided for the one to move would have decided this node; one that is decided
    // against him counts no more.
    if (decided(link)) continue;
    const ProofNumbers& n = nodes_[link.child].numbers;
    least = std::min(least, node.attacker_to_move ? n.proof : n.disproof);
    all = sum(all, node.attacker_to_move ? n.disproof : n.proof);
  }
  return node.attacker_to_move ? ProofNumbers{least, all} : ProofNumbers{all, least};
}

// It may get another child now.
bool ProofTree::wants_child(const TreeNode& node) const {
  return node.expanded && !node.closed && !node.generating;
}

bool ProofTree::flag_of(const TreeNode& node) const {
  if (node.winner) return false;
  if (node.expanding) return true;
  if (!node.expanded) return false;
  for (const Link& link : node.children) {
    if (!decided(link) && !nodes_[link.child].flagged) return false;
  }
  // All that is open is being worked on, or nothing is: unless it can have another child.
  return !wants_child(node);
}

void ProofTree::update(NodeId id) {
  std::deque<NodeId> work{id};
  while (!work.empty()) {
    TreeNode& node = nodes_[work.front()];
    const bool first = work.front() == id;
    work.pop_front();
    const ProofNumbers numbers = numbers_of(node);
    const bool flagged = flag_of(node);
    if (!first && numbers == node.numbers && flagged == node.flagged) continue;
    node.numbers = numbers;
    node.flagged = flagged;
    for (const NodeId parent : node.parents) work.push_back(parent);
  }
}

std::optional<std::size_t> ProofTree::best_child(const TreeNode& node) const {
  std::optional<std::size_t> best;
  ProofNumber least = infinite;
  for (std::size_t i = 0; i < node.children.size(); ++i) {
    const Link& link = node.children[i];
    if (decided(link)) continue;
    const TreeNode& child = nodes_[link.child];
    if (child.flagged) continue;
    const ProofNumber number = node.attacker_to_move ? child.numbers.proof : child.numbers.disproof;
    if (number >= infinite || (best && number >= least)) continue;
    best = i;
    least = number;
  }
  return best;
}

std::optional<Selected> ProofTree::select() const {
  NodeId id = root;
  while (true) {
    const TreeNode& node = nodes_[id];
    if (node.winner || node.flagged || node.numbers.proof == 0 || node.numbers.disproof == 0) {
      return std::nullopt;
    }
    if (!node.expanded) {
      return node.expanding ? std::nullopt : std::optional<Selected>({id, NodeWork::expand});
    }
    const std::optional<std::size_t> best = best_child(node);
    if (!best) {
      return wants_child(node) ? std::optional<Selected>({id, NodeWork::generate}) : std::nullopt;
    }
    id = node.children[*best].child;
  }
}

std::optional<NodeId> ProofTree::parent_in_want(NodeId leaf) const {
  for (const NodeId id : nodes_[leaf].parents) {
    const TreeNode& parent = nodes_[id];
    if (!parent.winner && wants_child(parent) && parent.children.back().child == leaf) return id;
  }
  return std::nullopt;
}

void ProofTree::begin(NodeId id, NodeWork work) {
  (work == NodeWork::expand ? nodes_[id].expanding : nodes_[id].generating) = true;
  update(id);
}

void ProofTree::end(NodeId id, NodeWork work) {
  (work == NodeWork::expand ? nodes_[id].expanding : nodes_[id].generating) = false;
  update(id);
}

void ProofTree::set_expanded(NodeId id) {
  nodes_[id].expanded = true;
  update(id);
}

void ProofTree::set_closed(NodeId id, bool closed) {
  nodes_[id].closed = closed;
  update(id);
}

void ProofTree::add_reserve(NodeId id, std::vector<Suggestion> moves) {
  std::vector<Suggestion>& reserve = nodes_[id].reserve;
  reserve.insert(reserve.end(), std::make_move_iterator(moves.begin()),
                 std::make_move_iterator(moves.end()));
}

std::optional<Suggestion> ProofTree::take_reserve(NodeId id) {
  std::vector<Suggestion>& reserve = nodes_[id].reserve;
  if (reserve.empty()) return std::nullopt;
  Suggestion first = std::move(reserve.front());
  reserve.erase(reserve.begin());
  return first;
}

void ProofTree::cut(NodeId id, std::size_t link) {
  nodes_[id].children[link].cut = true;
  update(id);
}

void ProofTree::decide(NodeId id, Player winner) {
  EXPECTS(!nodes_[id].winner || nodes_[id].winner == winner);
  nodes_[id].winner = winner;
  update(id);
}

MoveList ProofTree::critical_line() const {
  MoveList line;
  NodeId id = root;
  // The child's cells as the root's lie.
  Symmetry to_root;
  const auto image = [](const Symmetry& s, const Move& move) {
    Move moved;
    for (const Cell cell : move) moved.push_back(s(cell));
    return moved;
  };
  while (true) {
    const TreeNode& node = nodes_[id];
    const Link* best = nullptr;
    ProofNumber least = infinite;
    for (const Link& link : node.children) {
      const ProofNumbers& n = nodes_[link.child].numbers;
      const ProofNumber number = node.attacker_to_move ? n.proof : n.disproof;
      if (link.cut || (best != nullptr && number >= least)) continue;
      best = &link;
      least = number;
    }
    if (best == nullptr) return line;
    line.push_back(image(to_root, best->move));
    to_root = composed(to_root, best->from_child);
    id = best->child;
  }
}

void ProofTree::restore(std::vector<TreeNode> nodes) {
  nodes_ = std::move(nodes);
  by_key_.clear();
  for (NodeId id = 0; id < nodes_.size(); ++id) by_key_.emplace(key_of(game(id).stones()), id);
}

bool ProofTree::restore_link(NodeId parent, const Move& move, NodeId child, bool cut) {
  Game after = game(parent);
  if (!after.play(move)) return false;
  const std::optional<Symmetry> symmetry =
      symmetry_between(spec_, game(child).stones(), after.stones());
  if (!symmetry) return false;
  nodes_[parent].children.push_back({move, child, *symmetry, cut});
  std::vector<NodeId>& parents = nodes_[child].parents;
  if (std::find(parents.begin(), parents.end(), parent) == parents.end()) parents.push_back(parent);
  return true;
}

// Children have more stones than their parents, so the longest ways come first.
void ProofTree::settle() {
  std::vector<NodeId> order(nodes_.size());
  for (NodeId id = 0; id < order.size(); ++id) order[id] = id;
  std::stable_sort(order.begin(), order.end(), [&](NodeId a, NodeId b) {
    return nodes_[a].moves.size() > nodes_[b].moves.size();
  });
  for (const NodeId id : order) {
    nodes_[id].numbers = numbers_of(nodes_[id]);
    nodes_[id].flagged = flag_of(nodes_[id]);
  }
}

}  // namespace inarow::grid
