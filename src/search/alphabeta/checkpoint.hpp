#pragma once

// What a long search has proved, in a file, so that the same search or another one on the same
// board can go on from it (docs/formats/checkpoint.md).
//
// Exact: a fact is what the solver's table holds, proved bounds of the score of a position, with
// VICTOR's rules if `rules` says so. Who reads a file believes whoever wrote it, as with a book:
// the checksum tells damage, not lies.
//
//   Checkpoint checkpoint{spec, true, engine->dearest_results(1'000'000)};  // while others search
//   write_whole_file("8x8.checkpoint", checkpoint.serialise());
//   ...
//   Result<Checkpoint> read = Checkpoint::parse(*read_whole_file("8x8.checkpoint"));
//   engine->believe(read->facts);                                // of the same board and rules

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/bits.hpp"
#include "base/result.hpp"
#include "rules/game_spec.hpp"

namespace inarow {

// The position is Tromp's code of it (2008, section 2.3), stones of the player to move + all stones
// + the bottom row, which has the least of its mirror images, or of its turns on a cylinder, where
// the solver looks for them; and where stones do not matter any more, those of another position of
// the same score (node.hpp, THE KEY).
struct ProvedBounds {
  Word128 code = 0;
  std::int8_t lower = 0;  // lower <= score of the player to move <= upper
  std::int8_t upper = 0;
  std::uint8_t move = 0;  // a column to try first, or TableBounds::no_move
  std::uint8_t work = 0;  // the logarithm of the nodes spent
};

struct Checkpoint {
  DropSpec spec;
  bool rules = true;  // whether the search may have asked VICTOR's rules
  std::vector<ProvedBounds> facts{};

  std::string serialise() const;
  // Refuses what is damaged, cut off, of another version, or impossible on its board.
  static Result<Checkpoint> parse(std::string_view bytes);

  // Of a fact in the file.
  static std::size_t fact_bytes(const DropSpec& spec);
};

}  // namespace inarow
