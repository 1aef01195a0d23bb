#pragma once

// Mover: from the order of a protocol to a move, by the computer players of match/registry.hpp.
//
// Heuristic; its moves are always legal. Where only rows of exactly five stones win (gomocup's rule
// 1), the players still know only games in which longer rows win as well. So
//   * a move that completes exactly five is found here, and so is the cell on which the opponent
//     would;
//   * a cell on which either side could only make six or more is shown to the player as taken by
//     the other side: it is no threat, and nobody needs it;
//   * a row of six or more, which the players would take for a win, is shown with its middle stone
//     in the other colour.
// What the player sees in its search beyond that may count a row of six as a win.

#include <memory>
#include <mutex>

#include "book/position_book.hpp"
#include "match/player.hpp"
#include "protocol/game_protocol.hpp"

namespace inarow::protocol {

class Mover {
 public:
  // `books`: that its players open by; may be null.
  explicit Mover(int threads, std::shared_ptr<const Books> books = nullptr);

  // Within milliseconds, for when there is no time.
  Thought without_search(const MoveOrder& order) const;

  // Within `seconds`, or soon after the token stops. Several threads may ask at once.
  Thought think(const MoveOrder& order, double seconds, const StopToken& stop);

 private:
  std::shared_ptr<const ComputerPlayer> player(const MoveOrder& order);

  int threads_;
  std::shared_ptr<const Books> books_;
  std::mutex mutex_;
  std::shared_ptr<const ComputerPlayer> player_;  // the last one that was asked
  bool has_books_ = false;
};

}  // namespace inarow::protocol
