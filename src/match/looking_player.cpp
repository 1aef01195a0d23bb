#include "match/looking_player.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <mutex>

#include "base/random.hpp"
#include "rules/drop_board.hpp"
#include "rules/drop_tables.hpp"

namespace inarow {
namespace {

// A win that n stones from now is on the board counts win - n: sooner is better.
constexpr int win = 1000;

template <class Word>
class Lookout {
 public:
  Lookout(DropBoard<Word> board, const StopToken& stop) : board_(std::move(board)), stop_(stop) {
    order_ = columns_from_the_centre(board_.geometry().width());
  }

  // Of the move in `column` for the player who makes it, if he sees so many stones: 0 if nothing
  // is decided within them.
  int value_of_move(Column column, int stones) {
    board_.play(column);
    const int value = board_.last_mover_won() ? win - 1 : -value_of(stones - 1, 1, -win, win);
    board_.undo(column);
    return value;
  }
  bool stopped() const { return stopped_; }

 private:
  // For the player to move, with `done` stones put since the root; nobody has a line yet.
  int value_of(int stones, int done, int alpha, int beta) {
    if (stones == 0 || board_.full()) return 0;
    if (++nodes_ % 4096 == 0 && stop_.stopped()) stopped_ = true;
    if (stopped_) return 0;
    int best = -win;
    for (const Column column : order_) {
      if (!board_.can_play(column)) continue;
      board_.play(column);
      const int value =
          board_.last_mover_won() ? win - done - 1 : -value_of(stones - 1, done + 1, -beta, -alpha);
      board_.undo(column);
      best = std::max(best, value);
      alpha = std::max(alpha, value);
      if (alpha >= beta) break;
    }
    return best;
  }

  DropBoard<Word> board_;
  const StopToken& stop_;
  std::vector<Column> order_;
  std::uint64_t nodes_ = 0;
  bool stopped_ = false;
};

class LookingPlayer final : public ComputerPlayer {
 public:
  LookingPlayer(const GameSpec& spec, Player side, int stones, Word64 seed)
      : ComputerPlayer(spec, side), stones_(stones), random_(seed) {}

  std::string promise() const override {
    if (stones_ == 0) return "plays at random";
    return fmt::format("looks {} stone{} ahead and otherwise draws lots", stones_,
                       stones_ == 1 ? "" : "s");
  }

 private:
  Result<Choice> think(const Game& game, const Thinking& thinking) const override {
    const std::vector<Column> columns = moves_of_looking_player(game, stones_, thinking.stop);
    if (columns.empty()) return failure("looking ahead was stopped; give it more time");
    return Choice{{*game.landing_cell(columns[draw_lots(columns.size())])}};
  }

  std::size_t draw_lots(std::size_t number) const {
    const std::lock_guard lock(mutex_);
    return static_cast<std::size_t>(random_.below(static_cast<int>(number)));
  }

  int stones_;
  mutable std::mutex mutex_;
  mutable Random random_;
};

}  // namespace

std::vector<Column> moves_of_looking_player(const Game& game, int stones, const StopToken& stop) {
  return with_drop_board(*game.spec().drop(), [&](auto board) {
    for (const Move& move : game.moves()) board.play(Column{move[0].x});
    Lookout lookout(board, stop);
    std::vector<Column> best;
    int best_value = -win;
    for (int x = 0; x < board.geometry().width(); ++x) {
      if (!board.can_play(Column{x})) continue;
      const int value = stones == 0 ? 0 : lookout.value_of_move(Column{x}, stones);
      if (value > best_value) best.clear();
      best_value = std::max(best_value, value);
      if (value == best_value) best.push_back(Column{x});
    }
    if (lookout.stopped()) best.clear();
    return best;
  });
}

std::unique_ptr<ComputerPlayer> make_looking_player(const GameSpec& spec, Player side, int stones,
                                                    Word64 seed) {
  return std::make_unique<LookingPlayer>(spec, side, stones, seed);
}

}  // namespace inarow
