#pragma once

// The tree of a job-level proof-number search (Wu, Lin, Lin, Sun, Chan and Chen 2010): positions,
// proof and disproof numbers, which position is looked at next, and what is known of it meanwhile.
// What a job says about a position is not known here, nor what makes a position decided.
//
// A node is a position up to symmetry; a link is a move, with the symmetry that carries the child's
// cells to its parent's. Positions never repeat, because stones are added only.
//
//   ProofTree tree(game, Player::first, Policy::equivalence);
//   while (auto next = tree.select()) {      the most proving node, while there is one to be had
//     tree.begin(next->node, next->work);    somebody works on it
//     ...                                    another thread, or another machine
//     tree.end(node, work);                  he is done
//     tree.add_child(...), tree.decide(...)  and this is what he found
//   }
//
// POSTPONED SIBLINGS (section 3.2). A node gets its children one by one. When the last of them is
// chosen, the next one is generated at the same time: `NodeWork::generate` on its parent. A node is
// `closed` when there is no other move to be looked at.
//
// POLICIES (section 3.3; Wu and others 2013 for the last). While somebody works on a leaf it counts
// as
//   win          proved: others are chosen as if it were
//   loss         disproved
//   greedy       what its chance says
//   equivalence  as it is, but it is flagged: the best node without a flag is chosen, and a node
//                all of whose children are flagged is flagged itself

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "rules/game.hpp"
#include "rules/symmetry.hpp"

namespace inarow::grid {

enum class Policy : std::uint8_t { win, loss, greedy, equivalence };
const char* name_of(Policy policy);
std::optional<Policy> policy_named(std::string_view name);

using NodeId = std::uint32_t;
using ProofNumber = std::uint32_t;
inline constexpr ProofNumber infinite = 1'000'000'000;

// Table 1 of the paper, by the chance of the attacker instead of NCTU6's words.
struct ProofNumbers {
  ProofNumber proof = 1;
  ProofNumber disproof = 1;
  friend bool operator==(const ProofNumbers&, const ProofNumbers&) = default;
};
ProofNumbers numbers_of_chance(double chance);

struct Link {
  Move move;  // as the parent's cells lie
  NodeId child = 0;
  Symmetry from_child;  // carries the child's cells to the parent's
  bool cut = false;     // it need not be looked at: another move stands for it
};

struct Suggestion {
  Move move;
  double chance = 0.5;
};

enum class NodeWork : std::uint8_t { expand, generate };

struct TreeNode {
  MoveList moves;  // one way to the position; its cells lie as this way has them
  bool attacker_to_move = true;
  double chance = 0.5;  // of the attacker, before anybody looked
  bool expanded = false;
  bool closed = false;           // there are no moves but its children
  std::optional<Player> winner;  // proved. Drop games: the attacker's opponent need only not lose
  std::vector<Link> children;
  std::vector<NodeId> parents;
  std::vector<Suggestion> reserve;  // moves to come, best first

  // Kept by the tree.
  ProofNumbers numbers;
  bool expanding = false;
  bool generating = false;
  bool flagged = false;
};

struct Selected {
  NodeId node = 0;
  NodeWork work = NodeWork::expand;
};

class ProofTree {
 public:
  ProofTree(const Game& start, Player attacker, Policy policy);

  static constexpr NodeId root = 0;
  Player attacker() const { return attacker_; }
  Policy policy() const { return policy_; }
  const GameSpec& spec() const { return spec_; }
  std::size_t size() const { return nodes_.size(); }
  const TreeNode& node(NodeId id) const { return nodes_[id]; }
  Game game(NodeId id) const;

  // The most proving node, or a node that needs a further move; nothing if all that is worth it is
  // being worked on, or the root is decided.
  std::optional<Selected> select() const;
  // The parent of a leaf that was selected, if its next child is due now.
  std::optional<NodeId> parent_in_want(NodeId leaf) const;

  void begin(NodeId id, NodeWork work);
  void end(NodeId id, NodeWork work);

  // A move of this node; the child may be an old position. Nothing if the node has the move, or it
  // is not legal.
  std::optional<NodeId> add_child(NodeId parent, const Move& move, double chance);
  void set_expanded(NodeId id);
  void set_closed(NodeId id, bool closed);
  void add_reserve(NodeId id, std::vector<Suggestion> moves);
  std::optional<Suggestion> take_reserve(NodeId id);
  void cut(NodeId id, std::size_t link);
  void decide(NodeId id, Player winner);

  // The line that is looked at, from the root.
  MoveList critical_line() const;

  // For who reads a tree back: all nodes in the order of their numbers, then the links, then
  // `settle`, which works out the numbers. A link that does not fit is refused.
  void restore(std::vector<TreeNode> nodes);
  bool restore_link(NodeId parent, const Move& move, NodeId child, bool cut);
  void settle();

 private:
  std::string key_of(const std::vector<Stone>& stones) const;
  NodeId find_or_add(const Game& position, double chance);
  bool decided(const Link& link) const { return link.cut || nodes_[link.child].winner; }
  std::optional<std::size_t> best_child(const TreeNode& node) const;
  ProofNumbers numbers_of(const TreeNode& node) const;
  bool flag_of(const TreeNode& node) const;
  bool wants_child(const TreeNode& node) const;
  void update(NodeId id);

  GameSpec spec_;
  Player attacker_;
  Policy policy_;
  std::vector<TreeNode> nodes_;
  std::unordered_map<std::string, NodeId> by_key_;
};

// The symmetry that carries the first stones to the second; nothing if there is none.
std::optional<Symmetry> symmetry_between(const GameSpec& spec, const std::vector<Stone>& from,
                                         const std::vector<Stone>& to);

}  // namespace inarow::grid
