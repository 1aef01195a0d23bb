#pragma once

// The assistant of an opening book of a placement game: a move is named, the defenses that threats
// do not refute are listed, each is tried, and what was found is put into the book (the Verifier of
// the Connect6 papers).
//
// Exact: what is put as proved is.

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "ask/work.hpp"
#include "book/book_store.hpp"

namespace inarow {

struct ExtendOptions {
  int order = 3;          // of the threats
  double seconds = 10;    // for each position
  std::size_t most = 12;  // defenses that are tried
};

struct TriedDefense {
  Move stones;
  int free = 0;                      // other stones of the move; then it is not tried
  std::optional<GameValue> value{};  // of the attacker, who moves next; proved
  Move answer{};                     // of the attacker, the best that is known
  bool refuted() const { return value == GameValue::win; }
};
// "refuted by j10k10", "holds so far", ...
std::string words_of(const GameSpec& spec, const TriedDefense& tried);

struct ExtendReport {
  Game after;        // the move
  bool won = false;  // no defense is left
  std::size_t open_defenses = 0;
  bool complete = true;     // false: a limit ended the list, which may lack the defense that holds
  std::size_t refuted = 0;  // by the move's own threats
  std::vector<TriedDefense> tried{};
  // Every defense is known, and every open one was tried and refuted.
  bool settled() const;
};

// The position after the move; refused: drop games, and a move that is none.
Result<Game> position_to_extend(const Game& game, const Move& move);

// Refused as above, and what ask/ refuses. Throws BookError.
Result<ExtendReport> extend_book(BookStore& store, const Game& game, const Move& move,
                                 const ExtendOptions& options, const Work& work);

nlohmann::ordered_json extend_json(const ExtendReport& report);

}  // namespace inarow
