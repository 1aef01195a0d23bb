#include "match/player.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/expects.hpp"

namespace inarow {

Result<Move> ComputerPlayer::choose(const Game& game, const MoveLimits& limits,
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

Result<Commitment> ComputerPlayer::commitment(const Game& /*game*/) const {
  Commitment commitment;
  commitment.text = fmt::format("It {}.", promise());
  return commitment;
}

}  // namespace inarow
