#pragma once

// Which drop positions can arise in play? Diagrams 2.1 and 2.2 of the thesis look normal and cannot
// (Allis 1988, section 2.1).

#include <cstddef>
#include <unordered_set>
#include <vector>

#include "rules/drop_board.hpp"

namespace inarow {

enum class Reachability { reachable, unreachable, gave_up };

struct ReachableAnswer {
  Reachability answer = Reachability::unreachable;
  std::vector<Column> moves;  // if reachable
};

// Takes stones away, last move first. The colours are given, so what is left is determined by the
// heights of the columns, and a set of skylines already tried makes the search finite: at most
// (height + 1) ^ width of them; it gives up after `limit`. Only the last move may have completed a
// line: as soon as the position before it is known to have none, no smaller one has.
template <class Word>
ReachableAnswer find_move_order(const DropGeometry<Word>& geometry, Word first, Word second,
                                std::size_t limit) {
  const int plies = popcount(first) + popcount(second);
  if (popcount(first) != (plies + 1) / 2) return {};
  const bool first_moved_last = plies % 2 == 1;
  if (geometry.has_line(first_moved_last ? second : first)) return {};

  struct Step {
    Word first, second;
    int next_column;  // to try
    int taken;        // the column that led here
  };
  struct Hash {
    std::size_t operator()(Word w) const {
      return static_cast<std::size_t>(mix(static_cast<Word64>(w)) ^
                                      mix(static_cast<Word64>(w >> (word_bits<Word> / 2)) + 1));
    }
  };
  std::unordered_set<Word, Hash> tried;
  std::vector<Step> path{Step{first, second, 0, -1}};
  while (!path.empty()) {
    const Word all = path.back().first | path.back().second;
    if (all == 0) {
      ReachableAnswer result{Reachability::reachable, {}};
      for (std::size_t i = path.size(); i-- > 1;) result.moves.push_back(Column{path[i].taken});
      return result;
    }
    if (path.back().next_column == geometry.width()) {
      path.pop_back();
      continue;
    }
    const Column column{path.back().next_column++};
    const Word top = geometry.highest(all, column);
    if (top == 0) continue;
    const bool firsts_turn = popcount(all) % 2 == 1;
    Step next{path.back().first, path.back().second, 0, column.index};
    Word& mover = firsts_turn ? next.first : next.second;
    if ((mover & top) == 0) continue;
    mover ^= top;
    if (path.size() == 1 && geometry.has_line(mover)) continue;
    if (!tried.insert(all ^ top).second) continue;
    if (tried.size() > limit) return ReachableAnswer{Reachability::gave_up, {}};
    path.push_back(next);
  }
  return {};
}

}  // namespace inarow
