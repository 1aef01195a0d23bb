#include "match/human_player.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/expects.hpp"
#include "match/drop_thinker.hpp"
#include "match/lots.hpp"

namespace inarow {
namespace {

// Chosen by hand so that each wins clearly against the one above it: docs/results/levels.md.
constexpr HumanLevel levels[human_levels] = {
    // name, stones, missed in columns, rows and diagonals, whim, zugzwang
    {"a beginner", 2, 0.15, 0.30, 0.50, 600, 0},
    {"a casual player", 2, 0.05, 0.12, 0.25, 250, 0},
    {"a keen player", 4, 0.01, 0.06, 0.14, 120, 0},
    {"a club player", 5, 0, 0.025, 0.06, 60, 0},
    {"a strong player", 6, 0, 0.01, 0.03, 40, 64},
    {"an expert", 10, 0, 0.001, 0.003, 10, 192},
};

constexpr double hanging = 2;          // for lines with a square that cannot be played yet
constexpr double looked_at = 1.0 / 3;  // for lines through the last stone
constexpr std::uint64_t most_positions = 2'000'000;

const char* how_often(double overlooked) {
  if (overlooked == 0) return "never";
  return overlooked >= 0.25 ? "often" : overlooked >= 0.05 ? "now and then" : "rarely";
}

template <class Word>
Sight sight_of(const HumanLevel& level, const DropBoard<Word>& board, const DropLines<Word>& lines,
               Word last_stone, const Lots& lots) {
  Sight sight{.reach = {}, .zugzwang = level.zugzwang};
  const auto& geometry = board.geometry();
  const Word in_the_air = geometry.board() & ~board.all() & ~geometry.playable(board.all());
  for (const auto& line : lines.all()) {
    double missed = line.kind == LineKind::vertical     ? level.column
                    : line.kind == LineKind::horizontal ? level.row
                                                        : level.diagonal;
    // In a column the stones come one by one: nobody overlooks it for that.
    if (line.kind != LineKind::vertical && (line.cells & in_the_air) != 0) missed *= hanging;
    if ((line.cells & last_stone) != 0) missed *= looked_at;
    const double lot = lots.unit(static_cast<int>(sight.reach.size()));
    int reach = 0;
    for (double seen = 1 - missed; reach < level.stones && lot < seen; seen *= 1 - missed) ++reach;
    sight.reach.push_back(reach);
  }
  return sight;
}

class HumanPlayer final : public ComputerPlayer {
 public:
  HumanPlayer(const GameSpec& spec, Player side, int level, Word64 seed)
      : ComputerPlayer(spec, side), level_(human_level(level)), seed_(seed) {}

  std::string promise() const override {
    return fmt::format(
        "plays like {}: looks {} stones ahead, {} overlooks diagonals, {} rows and {} columns, and "
        "{}",
        level_.name, level_.stones, how_often(level_.diagonal), how_often(level_.row),
        how_often(level_.column),
        level_.zugzwang > 0 ? "knows odd and even threats" : "does not know zugzwang");
  }

 private:
  Result<Choice> think(const Game& game, const Thinking& thinking) const override {
    return with_drop_position(game, [&](const auto& board) -> Result<Choice> {
      const DropLines lines(spec(), board);
      const Lots lots(seed_, board.key());
      auto last_stone = board.all() ^ board.all();
      if (!game.moves().empty()) last_stone = board.geometry().bit(game.moves().back()[0]);
      DropThinker thinker(board, lines, sight_of(level_, board, lines, last_stone, lots),
                          thinking.stop);
      const auto whim = [&](Column c) {
        return lots.below(2 * level_.whim + 1, -1 - c.index) - level_.whim;
      };
      const Thought thought = thinker.think(level_.stones, whim, most_positions);
      return Choice{{*game.landing_cell(thought.move)}};
    });
  }

  const HumanLevel& level_;
  Word64 seed_;
};

}  // namespace

const HumanLevel& human_level(int level) {
  EXPECTS(level >= 1 && level <= human_levels);
  return levels[level - 1];
}

std::unique_ptr<ComputerPlayer> make_human_player(const GameSpec& spec, Player side, int level,
                                                  Word64 seed) {
  return std::make_unique<HumanPlayer>(spec, side, level, seed);
}

}  // namespace inarow
