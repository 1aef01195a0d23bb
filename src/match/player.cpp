#include "match/player.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/expects.hpp"
#include "rules/notation.hpp"

namespace inarow {

Result<Choice> ComputerPlayer::choose(const Game& game, const MoveLimits& limits,
                                      Observer* observer) const {
  EXPECTS(game.spec() == spec_);
  if (game.over()) return failure("the game is over; there is no move");
  if (game.to_move() != side_) {
    return failure(
        fmt::format("this player is the {} player, and it is the other's turn", name_of(side_)));
  }
  StopToken stop(limits.stop);
  if (limits.seconds > 0) stop.limit_time(limits.seconds);
  return think(game, {stop, limits.seconds, limits.left, std::max(limits.threads, 1),
                      limits.memory_bytes, observer, limits.stop});
}

std::string words_of(const GameSpec& spec, const Choice& choice) {
  std::string text = choice.says;
  if (const std::optional<Estimate>& estimate = choice.estimate) {
    if (!text.empty()) text += "; ";
    text += fmt::format("depth {}, score {}, {:.0f} % to win", estimate->depth, estimate->score,
                        100 * estimate->win);
    const char* before = ", expects ";
    for (const Move& move : estimate->line) {
      text += before + format_move(spec, move);
      before = " ";
    }
  }
  return text;
}

Result<Commitment> ComputerPlayer::commitment(const Game& /*game*/) const {
  Commitment commitment;
  commitment.text = fmt::format("It {}.", promise());
  return commitment;
}

}  // namespace inarow
