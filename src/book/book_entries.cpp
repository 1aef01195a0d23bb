// Which games have books, and the positions behind their entries.

#include <fmt/format.h>

#include <bit>

#include "book/drop_book.hpp"
#include "rules/drop_board.hpp"
#include "rules/reachable.hpp"

namespace inarow {

Result<void> expect_book_game(const GameSpec& spec) {
  const DropSpec* drop = spec.drop();
  if (drop != nullptr && drop->height && !drop->cylinder && drop->bits() <= word_bits<Word64> &&
      DropAnalyst::needs_engine(*drop)) {
    return {};
  }
  return failure(fmt::format(
      "books are for flat drop games of at most 64 bits; {} is none, write for example drop:7x6",
      spec.to_string()));
}

MoveList moves_to(const DropSpec& spec, int ply, const BookEntry& entry) {
  const DropGeometry<Word64> geometry(spec);
  // The key is, in each column, the stones to move below a 1 that marks the height.
  Word64 own = 0;
  Word64 all = 0;
  for (int x = 0; x < spec.width; ++x) {
    const int shift = x * (*spec.height + 1);
    // own + (2^h - 1) + 1 = own + 2^h, and own < 2^h.
    const Word64 column = (entry.key >> shift) & low_bits<Word64>(*spec.height + 1);
    const int h = 63 - std::countl_zero(column);
    own |= (column ^ (Word64{1} << h)) << shift;
    all |= low_bits<Word64>(h) << shift;
  }
  const bool first = ply % 2 == 0;
  constexpr std::size_t tries = 1'000'000;
  const ReachableAnswer order =
      find_move_order(geometry, first ? own : all ^ own, first ? all ^ own : own, tries);
  MoveList moves;
  std::vector<int> heights(static_cast<std::size_t>(spec.width));
  for (const Column column : order.moves) {
    moves.push_back({Cell{column.index, heights[static_cast<std::size_t>(column.index)]++}});
  }
  return moves;
}

}  // namespace inarow
