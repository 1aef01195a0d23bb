#pragma once

// A row of a book's table of positions as it lies in the file (docs/formats/book-store.md), and
// what it says.

#include <optional>
#include <stdexcept>
#include <string>

#include "book/position_facts.hpp"
#include "rules/symmetry.hpp"

namespace inarow {

class RowDamage : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

struct BookRow {
  std::int64_t id = 0;
  std::string key{};
  std::string way{};
  std::optional<std::int64_t> lower{}, upper{}, source{}, claimed_lower{}, claimed_upper{};
  std::optional<double> estimate{};
  std::int64_t visits = 0;
  std::optional<std::int64_t> proof{}, disproof{};
  std::string best{}, marks{}, comment{};

  // Of all that it says; any single changed byte changes it.
  std::int64_t checksum(const Provenance& provenance) const;
};

// What the row says but for the source, for a game that `from_book` carries the stored cells to.
// Throws RowDamage.
PositionFacts facts_of(const BookRow& row, const Symmetry& from_book);
// All but the source.
void set_facts(BookRow& row, const PositionFacts& facts, const Symmetry& to_book);

// "3,4 5,6": the cells of a move as the stored position lies, sorted: the order of its stones does
// not count.
std::string sorted_move_text(Move move, const Symmetry& to_book);
std::optional<Move> move_of(std::string_view text, const Symmetry& from_book);

}  // namespace inarow
