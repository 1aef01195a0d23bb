#include "match/alphabeta_player.hpp"

#include <fmt/format.h>

#include <limits>

#include "match/drop_thinker.hpp"
#include "match/lots.hpp"

namespace inarow {
namespace {

class AlphabetaPlayer final : public ComputerPlayer {
 public:
  AlphabetaPlayer(const GameSpec& spec, Player side, int stones, Word64 seed)
      : ComputerPlayer(spec, side), stones_(stones), seed_(seed) {}

  std::string promise() const override {
    return fmt::format("looks {} stone{} ahead and then counts open lines", stones_,
                       stones_ == 1 ? "" : "s");
  }

 private:
  Result<Choice> think(const Game& game, const Thinking& thinking) const override {
    return with_drop_position(game, [&](const auto& board) -> Result<Choice> {
      const DropLines lines(spec(), board);
      DropThinker thinker(board, lines, clear_sight(lines), thinking.stop);
      const Lots lots(seed_, board.key());
      // Less than the least difference between values.
      const auto whim = [&](Column c) { return lots.below(open_line, c.index); };
      const Thought thought =
          thinker.think(stones_, whim, std::numeric_limits<std::uint64_t>::max());
      if (thinker.stopped()) return failure("looking ahead was stopped; give it more time");
      return Choice{{*game.landing_cell(thought.move)}};
    });
  }

  int stones_;
  Word64 seed_;
};

}  // namespace

std::unique_ptr<ComputerPlayer> make_alphabeta_player(const GameSpec& spec, Player side, int stones,
                                                      Word64 seed) {
  return std::make_unique<AlphabetaPlayer>(spec, side, stones, seed);
}

}  // namespace inarow
