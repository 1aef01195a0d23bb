#pragma once

// Runs a protocol of playing programs (game_protocol.hpp) on two pipes: reads lines, has moves
// thought about, writes answers.
//
// A move comes within its time, whatever the player does and however busy the machine is: the
// search is told to stop a little before (stop_at), and a move found without search takes the place
// of one that is still not there (answer_at).
//
//   |---------------------- search ---------------------|-- may stop --|-- pipe --|
//   line                                             stop_at      answer_at   order.seconds
//
// A line that ends the program stops a search at once, without an answer. The end of the input
// stops it too, but what was asked before is answered, without search.

#include <memory>

#include "book/position_book.hpp"
#include "protocol/game_protocol.hpp"

namespace inarow::protocol {

struct MoveTimes {
  double stop_at = 0;
  double answer_at = 0;
};
// `lateness`: how long threads have to wait for a processor on this machine, in seconds.
MoveTimes times_of(double seconds, double lateness = 0);

// Returns when the protocol says so, when the input ends or when nobody reads the answers any more.
// `books`: that the players open by; may be null.
void run(GameProtocol& protocol, int threads, int input, int output,
         const std::shared_ptr<const Books>& books = nullptr);

}  // namespace inarow::protocol
