#pragma once

// An engine that opens by a book. Among the moves that the book finds good it draws lots, the more
// often looked at the likelier, so that games differ; a move that is proved to win is played at
// once, and one that is proved to lose only if nothing else is known.
//
// Exact in one thing: it never prefers a guess to a proved fact of the book.

#include "base/bits.hpp"
#include "book/position_book.hpp"
#include "match/player.hpp"

namespace inarow {

std::unique_ptr<ComputerPlayer> make_book_player(std::unique_ptr<ComputerPlayer> engine,
                                                 std::shared_ptr<const Books> books, Word64 seed);

}  // namespace inarow
