#include "match/perfect_player.hpp"

namespace inarow {
namespace {

class PerfectPlayer final : public ComputerPlayer {
 public:
  PerfectPlayer(const GameSpec& spec, Player side, DropTools tools)
      : ComputerPlayer(spec, side), tools_(std::move(tools)) {}

  std::string promise() const override { return "plays perfectly, by exact search"; }

 private:
  Result<Move> think(const Game& game, const Thinking& thinking) const override {
    DropAnalyst analyst(*spec().drop(), tools_.engine.get(), thinking.threads, tools_.known.get(),
                        &thinking.stop, thinking.observer);
    const DropAnalysis analysis = analyst.analyse(game, {.score = true});
    if (analysis.best.empty()) {
      return failure("no perfect move was found in the time; give it more, or a smaller board");
    }
    return Move{*game.landing_cell(analysis.best.front())};
  }

  DropTools tools_;
};

}  // namespace

std::unique_ptr<ComputerPlayer> make_perfect_player(const GameSpec& spec, Player side,
                                                    DropTools tools) {
  return std::make_unique<PerfectPlayer>(spec, side, std::move(tools));
}

}  // namespace inarow
