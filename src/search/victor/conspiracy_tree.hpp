#pragma once

// Conspiracy-number search (Allis 1988, ch. 11 and 12): a graph of positions is grown at the leaf
// that can change the value of the root with the least number of others. A position is one node
// with as many parents as reach it.

#include <deque>

#include "base/stop.hpp"
#include "search/victor/search.hpp"

namespace inarow::victor {

template <class B>
class ConspiracyTree {
 public:
  using Word = typename B::Word;
  static constexpr std::uint32_t infinite = 1U << 30;

  // The table is read for known positions and takes the value of every position that is judged.
  ConspiracyTree(Judge<B>& judge, SearchTable<B>& table) : judge_(judge), table_(table) {}

  // Grows a tree of at most `size` positions at a root that judge() left unclear.
  Verdict grow(const Position<B>& root, std::size_t size, const StopToken* stop);

  std::size_t size() const { return nodes_.size(); }
  std::uint64_t expansions() const { return expansions_; }

  // After a tree that did not decide the root: its sons, best first for the player to move, by the
  // quotient of the conspiracy numbers (11.5).
  std::vector<Position<B>> sons_of_root() const;

 private:
  struct Node {
    Position<B> position;  // after forced replies
    Key<B> key;
    std::uint32_t for_white = 0;  // conspiracy number for the value 1
    std::uint32_t for_black = 0;  // for the value -1
    bool first_moves = false;
    bool expanded = false;
    std::vector<std::uint32_t> sons;
    std::vector<std::uint32_t> fathers;
    bool solved() const { return for_white == 0 || for_black == 0; }
  };

  std::uint32_t node_for(const Position<B>& position);
  void set_leaf(Node& node, Verdict verdict);
  void expand(std::uint32_t index);
  void update(std::uint32_t index);
  bool recompute(Node& node);

  Judge<B>& judge_;
  SearchTable<B>& table_;
  std::deque<Node> nodes_;  // grows without moving
  KeyMap<B, std::uint32_t> index_;
  std::vector<std::uint32_t> changed_;
  std::uint64_t expansions_ = 0;
};

extern template class ConspiracyTree<SmallBoard>;
extern template class ConspiracyTree<LargeBoard>;

}  // namespace inarow::victor
