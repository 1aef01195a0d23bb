#include "match/opponent.hpp"

#include <fmt/format.h>

#include "match/placement_player.hpp"
#include "search/cannot_lose/player.hpp"
#include "search/cannot_lose/search.hpp"
#include "search/cannot_lose/verify.hpp"
#include "search/maker_breaker/breaker.hpp"

namespace inarow {
namespace {

// Wider boards of finite height may be lost (7x6 is: Allis 1988), and then the search has no end.
constexpr int max_even_width = 6;

tl::unexpected<Error> left_the_strategy() {
  return failure("the game so far does not follow the strategy, so nothing is proved of it");
}

class CannotLose final : public Opponent {
 public:
  explicit CannotLose(cannot_lose::Strategy strategy) : strategy_(std::move(strategy)) {}

  std::string promise() const override {
    return fmt::format("cannot lose (a verified strategy of {} states)",
                       strategy_.entries().size());
  }

  Result<Move> move(const Game& game) override {
    cannot_lose::Defender defender(strategy_);
    std::optional<int> mine;
    if (strategy_.defender() == Player::first) mine = strategy_.first_column();
    for (std::size_t i = 0; i < game.moves().size(); ++i) {
      const int column = game.moves()[i][0].x;
      if ((i % 2 == 0) == (strategy_.defender() == Player::first)) {
        if (mine != column) return left_the_strategy();
      } else {
        mine = defender.answer(column);
      }
    }
    if (!mine) return left_the_strategy();
    const std::optional<Cell> cell = game.landing_cell(Column{*mine});
    if (!cell) return left_the_strategy();
    return Move{*cell};
  }

 private:
  cannot_lose::Strategy strategy_;
};

class InfiniteBreaker final : public Opponent {
 public:
  InfiniteBreaker(const maker_breaker::Breaker& fresh, Player side, int p)
      : fresh_(fresh), side_(side), p_(p) {}

  std::string promise() const override {
    return "never lets you complete a line (a proved strategy on a tiling of the board)";
  }

  Result<Move> move(const Game& game) override {
    maker_breaker::Breaker breaker = fresh_;
    std::vector<Cell> mine;
    bool begun = false;
    for (std::size_t i = 0; i < game.moves().size(); ++i) {
      if ((i % 2 == 0) != (side_ == Player::first)) {
        mine = breaker.answer(game.moves()[i], p_);
        begun = true;
      } else if (!begun) {
        for (const Cell cell : game.moves()[i]) breaker.add_own(cell);
      } else if (game.moves()[i] != mine) {
        return left_the_strategy();
      }
    }
    if (!begun) {
      // He begins: his first stones may lie anywhere.
      for (int x = 0; x < game.stones_due(); ++x) mine.push_back({x, 0});
    }
    return mine;
  }

 private:
  maker_breaker::Breaker fresh_;
  Player side_;
  int p_;
};

Result<std::unique_ptr<Opponent>> make_cannot_lose(const GameSpec& spec,
                                                   const cannot_lose::Ground& ground, Player side,
                                                   const StopToken& stop, ProgressSink& progress) {
  cannot_lose::SearchResult result = cannot_lose::find_strategy(ground, side, {}, stop, progress);
  if (!result.strategy) {
    return failure(fmt::format("no cannot-lose strategy of the {} player was found for {}{}",
                               name_of(side), spec.to_string(),
                               result.complete ? "" : " in the time and memory allowed"));
  }
  const Result<cannot_lose::Verified> verified = cannot_lose::verify(*result.strategy);
  if (!verified) return tl::unexpected<Error>(verified.error());
  return std::make_unique<CannotLose>(std::move(*result.strategy));
}

}  // namespace

Result<std::unique_ptr<Opponent>> make_opponent(const GameSpec& spec, Player side,
                                                const StopToken& stop, ProgressSink& progress) {
  if (const DropSpec* drop = spec.drop(); drop != nullptr) {
    const int height = drop->height.value_or(0);
    if (drop->k == 4 && drop->width <= cannot_lose::max_width && height % 2 == 0 &&
        height <= cannot_lose::max_height &&
        (height == 0 || (side == Player::second && drop->width <= max_even_width))) {
      return make_cannot_lose(spec, {drop->width, drop->cylinder, height}, side, stop, progress);
    }
  }
  if (const PlacementSpec* placement = spec.placement();
      placement != nullptr && !placement->board && placement->q <= placement->p) {
    const int p = placement->p;
    if ((p == 1 && placement->k >= 8) || (p == 2 && placement->k >= 11)) {
      const maker_breaker::StripTiling tiling(2 * p + 2, p + 2, 2 * p + 2);
      const maker_breaker::Breaker breaker(tiling, p, stop);
      if (!breaker.ready()) return failure("the search for the strategy was stopped");
      return std::make_unique<InfiniteBreaker>(breaker, side, p);
    }
  }
  if (spec.placement() != nullptr) {
    constexpr double seconds_a_move = 5;
    return make_placement_player(spec, PlacementLevel::strong, seconds_a_move, stop);
  }
  return failure(fmt::format(
      "there is no player of {} for the {} side yet; there are players of cylinder:W and "
      "drop:Wxinf "
      "(both sides), of drop:WxH with W <= 6 and H even (second), and of all placement games",
      spec.to_string(), name_of(side)));
}

}  // namespace inarow
