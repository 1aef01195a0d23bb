#include "rules/perft.hpp"

#include <fmt/format.h>

#include "base/expects.hpp"
#include "rules/drop_board.hpp"

namespace inarow {
namespace {

// Asks for a stop and shows progress once every some thousand nodes.
class Poll {
 public:
  Poll(const StopToken& stop, Observer& observer) : stop_(stop), observer_(observer) {}

  void begin(int depth) { depth_ = depth; }
  bool operator()() {
    if ((++count_ & 0xfff) != 0) return false;
    if (observer_.looked_at())
      observer_.set_stage(fmt::format("depth {}: {} nodes", depth_, count_));
    return stop_.stopped();
  }

 private:
  const StopToken& stop_;
  Observer& observer_;
  std::uint64_t count_ = 0;
  int depth_ = 0;
};

struct Stopped {};

template <class Word>
std::uint64_t count_bitboard(DropBoard<Word>& board, int depth, Poll& poll) {
  if (depth == 0) return 1;
  if (board.plies() > 0 && board.last_mover_won()) return 0;
  if (poll()) throw Stopped{};
  std::uint64_t sum = 0;
  for (int x = 0; x < board.geometry().width(); ++x) {
    if (!board.can_play(Column{x})) continue;
    if (depth == 1) {
      ++sum;
      continue;
    }
    board.play(Column{x});
    sum += count_bitboard(board, depth - 1, poll);
    board.undo(Column{x});
  }
  return sum;
}

std::uint64_t count_plain(Game& game, int depth, Poll& poll) {
  // Leaves are counted too: a position of Connect6 has 65,000 of them.
  if (poll()) throw Stopped{};
  if (depth == 0) return 1;
  if (game.over()) return 0;
  std::uint64_t sum = 0;
  const std::vector<Cell> cells = game.playable_cells();
  const auto due = static_cast<std::size_t>(game.stones_due());
  // All sets of `due` cells, as increasing sequences of indices.
  std::vector<std::size_t> chosen(due);
  for (std::size_t i = 0; i < due; ++i) chosen[i] = i;
  while (true) {
    Move move;
    for (const std::size_t i : chosen) move.push_back(cells[i]);
    EXPECTS(game.play(move).has_value());
    sum += count_plain(game, depth - 1, poll);
    game.undo();
    std::size_t i = due;
    while (i > 0 && chosen[i - 1] == cells.size() - due + i - 1) --i;
    if (i == 0) return sum;
    ++chosen[i - 1];
    for (; i < due; ++i) chosen[i] = chosen[i - 1] + 1;
  }
}

}  // namespace

std::vector<std::uint64_t> perft(const Game& game, int depth, const StopToken& stop,
                                 Observer& observer) {
  std::vector<std::uint64_t> counts;
  Poll poll(stop, observer);
  try {
    for (int d = 0; d <= depth; ++d) {
      poll.begin(d);
      const DropSpec* drop = game.spec().drop();
      if (drop != nullptr && drop->height) {
        counts.push_back(with_drop_board(*drop, [&](auto board) {
          for (const Move& move : game.moves()) board.play(Column{move[0].x});
          return count_bitboard(board, d, poll);
        }));
      } else {
        Game copy = game;
        counts.push_back(count_plain(copy, d, poll));
      }
    }
  } catch (const Stopped&) {
    return counts;  // the depths that are complete
  }
  return counts;
}

}  // namespace inarow
