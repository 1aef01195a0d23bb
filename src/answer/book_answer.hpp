#pragma once

// What a book knows of a position, as JSON: `book query --json` and /api/book.

#include <nlohmann/json.hpp>

#include "book/position_book.hpp"

namespace inarow {

nlohmann::ordered_json known_json(const GameSpec& spec, const PositionFacts& facts);

// The position, what is known of it (nothing but "score":null if it is not in the book), and
// "book_moves": each move with what is known after it for who is to move then.
nlohmann::ordered_json book_json(const Game& game, const std::optional<PositionFacts>& facts,
                                 const std::vector<BookMove>& moves);

}  // namespace inarow
