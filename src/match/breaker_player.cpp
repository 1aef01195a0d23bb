#include "match/breaker_player.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/expects.hpp"
#include "search/maker_breaker/band_breaker.hpp"
#include "search/maker_breaker/breaker.hpp"

namespace inarow {
namespace {

class BreakerPlayer final : public ComputerPlayer {
 public:
  BreakerPlayer(const GameSpec& spec, Player side,
                std::unique_ptr<maker_breaker::PlaneBreaker> fresh)
      : ComputerPlayer(spec, side), fresh_(std::move(fresh)) {}

  std::string promise() const override {
    return "never lets you complete a line (a proved strategy on a tiling of the board)";
  }

  Result<Commitment> commitment(const Game& game) const override {
    const Walked walked = walk(game);
    if (!walked.breaker || game.to_move() == side()) return left_the_strategy();
    Commitment commitment;
    commitment.watch = walked.breaker->watch();
    const auto& lines = commitment.watch.lines;
    const auto broken =
        std::count_if(lines.begin(), lines.end(), [](const auto& line) { return line.broken; });
    commitment.text =
        fmt::format("Every {} in a row contains a line of its tiling, and you will complete none",
                    game.spec().placement()->k);
    // Before the first stone there is nothing to count.
    commitment.text += lines.empty()
                           ? "."
                           : fmt::format(
                                 ": of {} lines with a stone of yours {} are broken, and of the "
                                 "others you need at least {} more stones.",
                                 lines.size(), broken, commitment.watch.missing);
    return commitment;
  }

 private:
  Result<Choice> think(const Game& game, const Thinking& /*thinking*/) const override {
    Walked walked = walk(game);
    if (!walked.breaker) return left_the_strategy();
    if (!walked.begun) {
      // He begins: his first stones may lie anywhere.
      for (int x = 0; x < game.stones_due(); ++x) walked.due.push_back({x, 0});
    }
    return Choice{std::move(walked.due)};
  }

  struct Walked {
    std::unique_ptr<maker_breaker::PlaneBreaker> breaker;  // null if he left the strategy
    Move due;                                              // his answer to the last move
    bool begun = false;
  };

  Walked walk(const Game& game) const {
    Walked walked;
    walked.breaker = fresh_->clone();
    for (std::size_t i = 0; i < game.moves().size(); ++i) {
      if ((i % 2 == 0) != (side() == Player::first)) {
        walked.due = walked.breaker->answer(game.moves()[i], spec().placement()->p);
        walked.begun = true;
      } else if (!walked.begun) {
        for (const Cell cell : game.moves()[i]) walked.breaker->add_own(cell);
      } else if (game.moves()[i] != walked.due) {
        return {};
      }
    }
    return walked;
  }

  std::unique_ptr<maker_breaker::PlaneBreaker> fresh_;
};

// Theorem 2 of Chiang, Wu and Lin, or a block that is small enough to be solved.
bool has_band(const PlacementSpec& spec) {
  // His first stones lie side by side, and there must be room on the board.
  constexpr int max_stones = 1000;
  return spec.p >= 3 && spec.p <= max_stones && spec.k >= maker_breaker::theorem_2_k(spec.p);
}

bool has_block(const PlacementSpec& spec) {
  return (spec.p == 1 && spec.k >= 8) || (spec.p == 2 && spec.k >= 11);
}

}  // namespace

bool has_breaker(const PlacementSpec& spec) {
  return !spec.board && spec.q <= spec.p && (has_band(spec) || has_block(spec));
}

MadePlayer make_breaker_player(const PlacementSpec& spec, Player side, const StopToken& stop) {
  EXPECTS(has_breaker(spec));
  const int p = spec.p;
  if (has_band(spec)) {
    return std::make_unique<BreakerPlayer>(GameSpec(spec), side,
                                           std::make_unique<maker_breaker::BandBreaker>(p));
  }
  const maker_breaker::StripTiling tiling(2 * p + 2, p + 2, 2 * p + 2);
  auto breaker = std::make_unique<maker_breaker::Breaker>(tiling, p, stop);
  if (!breaker->ready()) return failure("the search for the strategy was stopped");
  return std::make_unique<BreakerPlayer>(GameSpec(spec), side, std::move(breaker));
}

}  // namespace inarow
