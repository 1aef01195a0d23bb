#pragma once

// A look ahead on a drop board as somebody has it who sees some lines and overlooks others.
//
// Heuristic, with this rule: alpha-beta to a fixed number of stones. A line that is complete n
// stones from now (n = 1: by the very next stone) ends the game in the thinker's mind only if it is
// seen from so far (Sight::reach). What is left open at the end of the look-ahead is worth its open
// lines: a line with stones of one side only counts four times as much for each stone more.
//
//   Sight sight = clear_sight(lines);                     // overlooks nothing
//   sight.reach[5] = 1;                                   // that line only when it is open now
//   DropThinker<Word64> thinker(board, lines, sight, stop);
//   Thought thought = thinker.think(4, [](Column) { return 0; }, 1'000'000);
//
// Players that are made of it: match/alphabeta_player.hpp, match/human_player.hpp.

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <vector>

#include "base/stop.hpp"
#include "rules/drop_board.hpp"
#include "rules/drop_tables.hpp"
#include "rules/game.hpp"
#include "rules/lines.hpp"

namespace inarow {

enum class LineKind : std::uint8_t { vertical, horizontal, diagonal };

// The lines of a board as sets of squares.
template <class Word>
class DropLines {
 public:
  struct Line {
    Word cells = 0;
    LineKind kind = LineKind::horizontal;
  };

  DropLines(const GameSpec& spec, const DropBoard<Word>& board)
      : through_(static_cast<std::size_t>(board.geometry().bits())) {
    const DropGeometry<Word>& geometry = board.geometry();
    const LineTable table(spec);
    for (const std::vector<Cell>& cells : table.lines()) {
      Line line;
      for (const Cell cell : cells) {
        line.cells |= geometry.bit(cell);
        through_[static_cast<std::size_t>(lowest_index(geometry.bit(cell)))].push_back(
            lines_.size());
      }
      if (cells.size() > 1 && cells[0].y != cells[1].y) {
        line.kind = cells[0].x == cells[1].x ? LineKind::vertical : LineKind::diagonal;
      }
      lines_.push_back(line);
    }
  }

  const std::vector<Line>& all() const { return lines_; }
  // Indices into all() of the lines through the square, a single bit.
  const std::vector<std::size_t>& through(Word square) const {
    return through_[static_cast<std::size_t>(lowest_index(square))];
  }
  // Whether the stones have a whole line through the square.
  bool completes(Word stones, Word square) const {
    const std::vector<std::size_t>& lines = through(square);
    return std::any_of(lines.begin(), lines.end(),
                       [&](std::size_t i) { return (lines_[i].cells & ~stones) == 0; });
  }

 private:
  std::vector<Line> lines_;
  std::vector<std::vector<std::size_t>> through_;
};

struct Sight {
  // Of each line, from how many stones ahead it is seen; 0: not at all.
  std::vector<int> reach;
  // How much more a threat counts whose square its owner gets in the end if both follow up: odd
  // rows are the first player's, even rows the second's (Allis 1988, 3.3). 0: knows nothing of it.
  int zugzwang = 0;
};

inline constexpr int from_everywhere = 1000;
// Lines that are not seen from so far count for nothing at the end of the look-ahead: else who
// overlooks a threat would still stop it, because it is worth something.
inline constexpr int in_mind = 2;

template <class Word>
Sight clear_sight(const DropLines<Word>& lines) {
  return {.reach = std::vector<int>(lines.all().size(), from_everywhere)};
}

// Values: an open line with one stone is 8, with two 32, with three 128. A win n stones from now is
// far more, and less by `a_stone` for each of them.
inline constexpr int open_line = 8;
inline constexpr int most_that_count = 6;  // of the stones of a line
inline constexpr int a_stone = 10'000;
inline constexpr int win_value = 10'000'000;

struct Thought {
  Column move{};
  int value = 0;  // for the player who moves, as he sees it
  int stones = 0;
};

template <class Word>
class DropThinker {
 public:
  // The game is not over. Both references must outlive the thinker.
  DropThinker(DropBoard<Word> board, const DropLines<Word>& lines, Sight sight,
              const StopToken& stop)
      : board_(std::move(board)), lines_(lines), sight_(std::move(sight)), stop_(stop) {
    order_ = columns_from_the_centre(board_.geometry().width());
    for (std::size_t i = 0; i < lines_.all().size(); ++i) {
      if (sight_.reach[i] >= in_mind) open_.push_back(lines_.all()[i].cells);
    }
    const auto& geometry = board_.geometry();
    for (int y = 0; y < geometry.height(); y += 2) odd_rows_ |= geometry.bottom() << y;
    for (int stones = 1; stones <= geometry.k(); ++stones) {
      weight_.push_back(open_line << (2 * (std::min(stones, most_that_count) - 1)));
    }
  }

  // The move with the greatest sum of value and whim, which is less than half a stone's worth
  // either way. Looks one stone ahead, then two and so on up to `stones`, and takes the last look
  // that was finished before the stop or before `most_nodes` positions. The first one always is.
  template <class Whim>
  Thought think(int stones, const Whim& whim, std::uint64_t most_nodes) {
    most_nodes_ = most_nodes;
    Thought best;
    for (int depth = 1; depth <= stones; ++depth) {
      may_stop_ = depth > 1;
      Thought thought{.stones = depth};
      int best_sum = -2 * win_value;
      for (const Column column : root_order(best, depth)) {
        if (!board_.can_play(column)) continue;
        const int extra = whim(column);
        const int value = value_of_move(column, depth, 0, best_sum - extra, 2 * win_value);
        if (stopped_) return best;
        if (value + extra <= best_sum) continue;
        best_sum = value + extra;
        thought.move = column;
        thought.value = value;
      }
      best = thought;
      if (std::abs(best.value) > win_value / 2) break;  // no further look changes that
    }
    return best;
  }

  // A stop or the number of positions came first.
  bool stopped() const { return stopped_; }

 private:
  std::vector<Column> root_order(const Thought& last, int depth) const {
    std::vector<Column> order = order_;
    if (depth > 1) {
      std::stable_partition(order.begin(), order.end(), [&](Column c) { return c == last.move; });
    }
    return order;
  }

  static int won_after(int stones) { return win_value - stones * a_stone; }

  // Whether a stone of `stones` on `square`, the n-th from now, completes a line that is seen.
  bool sees_line(Word stones, Word square, int n) const {
    for (const std::size_t i : lines_.through(square)) {
      if (sight_.reach[i] >= n && (lines_.all()[i].cells & ~stones) == 0) return true;
    }
    return false;
  }

  // For the player who moves, with `done` stones put since the root.
  int value_of_move(Column column, int stones, int done, int alpha, int beta) {
    const Word square = board_.landing_bit(column);
    if (sees_line(board_.own() | square, square, done + 1)) return won_after(done + 1);
    board_.play(column);
    const int value = -value_of(stones - 1, done + 1, -beta, -alpha);
    board_.undo(column);
    return value;
  }

  int value_of(int stones, int done, int alpha, int beta) {
    ++nodes_;
    if (may_stop_ && ((nodes_ % 1024 == 0 && stop_.stopped()) || nodes_ > most_nodes_)) {
      stopped_ = true;
    }
    if (stopped_ || board_.full()) return 0;
    if (stones == 0) return open_lines();
    // What completes a line at once, of either side, decides before anything is searched: a stone
    // that leaves the other's open loses to it.
    Word must = 0;
    for (const Column column : order_) {
      const Word square = board_.landing_bit(column);
      if (square == 0) continue;
      if (sees_line(board_.own() | square, square, done + 1)) return won_after(done + 1);
      if (stones > 1 && sees_line(board_.opponents() | square, square, done + 2)) must |= square;
    }
    if (more_than_one(must)) return -won_after(done + 2);
    int best = -2 * win_value;
    for (const Column column : order_) {
      const Word square = board_.landing_bit(column);
      if (square == 0) continue;
      if (must != 0 && square != must) {
        best = std::max(best, -won_after(done + 2));
        continue;
      }
      board_.play(column);
      best = std::max(best, -value_of(stones - 1, done + 1, -beta, -std::max(alpha, best)));
      board_.undo(column);
      if (best >= beta) break;
    }
    return best;
  }

  // For the player to move.
  int open_lines() const {
    const Word own = board_.own();
    const Word other = board_.opponents();
    const Word next = board_.geometry().playable(board_.all());
    const bool first = board_.to_move() == Player::first;
    const int k = board_.geometry().k();
    int sum = 0;
    for (const Word cells : open_) {
      const Word mine = cells & own;
      const Word theirs = cells & other;
      if ((mine != 0) == (theirs != 0)) continue;
      const int stones = popcount(mine | theirs);
      int worth = weight_[static_cast<std::size_t>(stones)];
      if (sight_.zugzwang > 0 && stones == k - 1) {
        const Word square = cells & ~(mine | theirs);
        const bool odd = (square & odd_rows_) != 0;
        const bool for_first = (mine != 0) == first;
        if ((square & next) == 0 && odd == for_first) worth += sight_.zugzwang;
      }
      sum += mine != 0 ? worth : -worth;
    }
    return sum;
  }

  DropBoard<Word> board_;
  const DropLines<Word>& lines_;
  Sight sight_;
  const StopToken& stop_;
  std::vector<Column> order_;  // the middle first: it decides soonest
  std::vector<Word> open_;     // the lines that count at the end of the look-ahead
  Word odd_rows_ = 0;
  std::vector<int> weight_{0};  // of an open line, by its stones
  std::uint64_t nodes_ = 0;
  std::uint64_t most_nodes_ = 0;
  bool may_stop_ = false;
  bool stopped_ = false;
};

// Calls f with the position of a drop game of finite height, as with_drop_board().
template <class F>
auto with_drop_position(const Game& game, F&& f) {
  return with_drop_board(*game.spec().drop(), [&](auto board) {
    for (const Move& move : game.moves()) board.play(Column{move[0].x});
    return f(board);
  });
}

}  // namespace inarow
