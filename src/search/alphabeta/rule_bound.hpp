#pragma once

// Upper bounds on the score of the player to move, from VICTOR's nine rules (Allis 1988;
// docs/victor.md), where an answer of a microsecond saves a subtree of hundreds of nodes.
//
// Exact, given the theorem of the thesis (a set of rules that can be combined and solves all
// problems holds the game, ch. 5 to 8) and the bounds derived from it below; solver_test.cpp
// compares them with plain minimax in every position of small boards,
// docs/results/solver-soundness.md has the large tests. RuleLimits::never() searches without.
//
// Even heights only, since the rules depend on that; on cylinders only if they are at least as wide
// as a line is long, so that every line has its squares in different columns (or in one). Rows are
// counted from 1 at the bottom, H is the height. A win whose stone leaves e squares empty was made
// with W*H - e - 1 stones on the board and scores (e + 2) / 2 (node.hpp).
//
// FIRST PLAYER TO MOVE, the second follows a set of rules:
//   (1) the set solves all problems: the first player never completes a line, so his score is <= 0;
//   (2) it also contains an Aftereven whose empty squares all lie in rows <= r: the second player
//       wins and e >= H - r. He completes the group at the latest when its last empty square is
//       filled, by himself: he gets these squares as answers to the squares below. That square is
//       then the topmost stone of its column, in a row <= r. If he wins before, some empty square
//       of the group is not yet filled, or is filled by the winning stone: in its column at least H
//       - r squares are empty again.
// SECOND PLAYER TO MOVE, the first has a lever and a set of rules on the other columns:
//   (3) an odd threat t in row r: the first player wins and e >= H - r. In the column of t he never
//       plays on the even square below t: below t he plays on odd squares only, as answers or on
//       the playable one. When his opponent plays there, he wins on t at once. So nothing is above
//       t when the game ends.
// Threat combinations (8.4) are not asked for: they save 2 % of the nodes, and their claims are the
// least certain (docs/victor.md).
// So a bound of `target` < 0 needs an Aftereven or an odd threat with (H - r + 2) / 2 >= -target:
// r <= H + 2 + 2 * target.
//
// WHAT IS NOT ASKED. Cheap conditions without which there is no claim:
//   * (1), (2): an odd square that completes a line of the first player, without a square below it
//     that completes one of the second: no rule solves a problem that lacks one odd square, but an
//     Aftereven or a Before whose group lacks one square below it (unsolvable.hpp);
//   * (2): the second player has no line in his stones + the squares that he can claim (even, not
//     playable) in rows <= r: there is no such Aftereven;
//   * (3): the first player has no odd threat in rows <= r that is not playable.
// And guesses of what pays (RuleLimits).

#include <memory>
#include <type_traits>

#include "knowledge/victor/evaluation.hpp"
#include "search/alphabeta/drop_engine.hpp"
#include "search/alphabeta/node.hpp"

namespace inarow {

template <class G>
class RuleBound {
 public:
  using Word = typename G::Word;

  // After a stop there are no more bounds; `stop` may be null.
  RuleBound(const G& geometry, const RuleLimits& limits, const StopToken* stop = nullptr)
      : g_(geometry), limits_(limits), stop_(stop) {
    if (sizeof(Word) > sizeof(Word64)) limits_.cells = limits_.wide_cells;
    if (!rules_may_be_asked(spec(), limits, g_.cells())) limits_ = RuleLimits::never();
  }

  // False if the rules are not asked about positions with so many empty squares.
  bool may_answer(int empty_count) const { return empty_count >= limits_.cells; }

  // A bound of at most `target` on the score of `me` in a settled, open node; or no_bound.
  int upper_bound(const Node<Word>& node, int target) {
    const int empty_count = g_.cells() - node.stones;
    if (!may_answer(empty_count)) return no_bound;
    const int rows = target < 0 ? g_.height() + 2 + 2 * target : g_.height();
    if (rows <= 0) return no_bound;
    const Word within = g_.bottom() * low_bits<Word>(rows);
    return node.stones % 2 == 0 ? second_controls(node, empty_count, target, within)
                                : first_controls(node, target, within);
  }

 private:
  using Board =
      std::conditional_t<sizeof(Word) == sizeof(Word64), victor::SmallBoard, victor::LargeBoard>;

  int second_controls(const Node<Word>& node, int empty_count, int target, Word within) {
    const Word odd = g_.low_parity();
    if ((node.my_threats & odd & ~g_.above_lowest(node.opponent_threats)) != 0) return no_bound;
    const Word occupied = node.me | node.opponent;
    const Word empty = g_.board() & ~occupied;
    const Word claimed = empty & ~odd & ~g_.playable(occupied);
    if (target < 0 && !has_line(g_, node.opponent | (claimed & within))) return no_bound;
    const int open_lines = count_lines(g_, node.me | (empty & ~claimed));
    if (open_lines > limits_.open_lines + (empty_count - limits_.cells) / 2) return no_bound;
    if (target >= 0) return evaluator().second_holds(node.me, node.opponent) ? 0 : no_bound;
    return evaluator().second_wins(node.me, node.opponent, within) ? target : no_bound;
  }

  int first_controls(const Node<Word>& node, int target, Word within) {
    const Word odd_threats =
        node.opponent_threats & g_.low_parity() & ~g_.playable(node.me | node.opponent);
    if ((odd_threats & within) == 0) return no_bound;
    const bool wins = evaluator().first_wins_by_odd_threat(node.opponent, node.me, within);
    return wins ? std::min(target, -1) : no_bound;
  }

  DropSpec spec() const { return {g_.width(), g_.height(), g_.k(), g_.cylinder()}; }

  // Made when it is needed: many solvers only see endgames.
  victor::Evaluator<Board>& evaluator() {
    if (!evaluator_) {
      board_ = std::make_unique<Board>(spec());
      evaluator_ = std::make_unique<victor::Evaluator<Board>>(*board_);
      evaluator_->set_stop(stop_);
    }
    return *evaluator_;
  }

  [[no_unique_address]] G g_;
  RuleLimits limits_;
  const StopToken* stop_;
  std::unique_ptr<Board> board_;
  std::unique_ptr<victor::Evaluator<Board>> evaluator_;
};

}  // namespace inarow
