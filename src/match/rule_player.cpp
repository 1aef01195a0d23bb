#include "match/rule_player.hpp"

#include <cstdlib>
#include <tuple>

#include "match/drop_thinker.hpp"
#include "match/lots.hpp"

namespace inarow {
namespace {

// Where a stone would complete a line of the stones, whether it can be put there yet or not.
template <class Word>
Word threats_of(Word stones, Word empty, const DropLines<Word>& lines) {
  Word threats = 0;
  for (Word left = empty; left != 0; left &= left - 1) {
    const Word square = lowest_bit(left);
    if (lines.completes(stones | square, square)) threats |= square;
  }
  return threats;
}

// What the rules say of a move, in their order; greater is better.
using Merit = std::tuple<bool, bool, bool, bool, int, int>;

template <class Word>
Merit merit_of(const DropBoard<Word>& board, const DropLines<Word>& lines, Column column) {
  const auto& geometry = board.geometry();
  const Word square = board.landing_bit(column);
  const Word empty = geometry.board() & ~board.all();
  const Word mine = threats_of(board.own(), empty, lines);
  const Word theirs = threats_of(board.opponents(), empty, lines);
  const Word above = (square << 1) & geometry.board();

  // 4. A new threat; on a row of one's own it is worth more. One that is open at once is parried.
  const Word fresh = threats_of(board.own() | square, empty & ~square, lines) & ~mine;
  const int own_row = board.to_move() == Player::first ? 0 : 1;
  int threat = 0;
  for (Word left = fresh; left != 0; left &= left - 1) {
    const int row = geometry.cell(lowest_index(left)).y;
    threat = std::max(threat, row % 2 == own_row ? 2 : 1);
  }
  const int from_the_middle = std::abs(2 * column.index + 1 - geometry.width());
  return {(square & mine) != 0,
          (square & theirs) != 0,
          (above & theirs) == 0,
          (above & mine) == 0,
          threat,
          -from_the_middle};
}

class RulePlayer final : public ComputerPlayer {
 public:
  RulePlayer(const GameSpec& spec, Player side, Word64 seed)
      : ComputerPlayer(spec, side), seed_(seed) {}

  std::string promise() const override {
    return "follows five rules and looks no further: win, block, do not play below a threat, make "
           "a threat, take the middle";
  }

 private:
  Result<Choice> think(const Game& game, const Thinking& /*thinking*/) const override {
    const std::vector<Column> columns = moves_by_rules(game);
    const int lot = with_drop_position(game, [&](const auto& board) {
      return Lots(seed_, board.key()).below(static_cast<int>(columns.size()), 0);
    });
    return Choice{{*game.landing_cell(columns[static_cast<std::size_t>(lot)])}};
  }

  Word64 seed_;
};

}  // namespace

std::vector<Column> moves_by_rules(const Game& game) {
  return with_drop_position(game, [&](const auto& board) {
    const DropLines lines(game.spec(), board);
    std::vector<Column> best;
    Merit most;
    for (int x = 0; x < board.geometry().width(); ++x) {
      if (!board.can_play(Column{x})) continue;
      const Merit merit = merit_of(board, lines, Column{x});
      if (!best.empty() && merit < most) continue;
      if (best.empty() || most < merit) best.clear();
      most = merit;
      best.push_back(Column{x});
    }
    return best;
  });
}

std::unique_ptr<ComputerPlayer> make_rule_player(const GameSpec& spec, Player side, Word64 seed) {
  return std::make_unique<RulePlayer>(spec, side, seed);
}

}  // namespace inarow
