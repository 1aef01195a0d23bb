#pragma once

// What a question is answered with: when to stop, how many threads and how much memory, the tables
// and books that outlive it, and who watches.

#include <cstddef>

#include "base/stop.hpp"
#include "rules/observer.hpp"

namespace inarow {

class Tables;  // tables.hpp

struct Work {
  Tables* tables = nullptr;  // null: made for this question and thrown away
  const StopToken* stop = nullptr;
  Observer* observer = nullptr;
  int threads = 1;
  std::size_t memory_bytes =
      0;              // for all threads; 0: as much as the question can use, within reason
  bool many = false;  // many questions will come: tables as for one in the middle of a game
};

// Bytes for the table of a position with so many empty cells: what `memory_bytes` leaves after the
// rest of the program, or by default as much as such a search can use, up to a gigabyte.
std::size_t table_bytes_for(const Work& work, int empty_cells);

// What the work may take in all: three quarters of the machine's memory unless it says less.
std::size_t memory_for(const Work& work);

}  // namespace inarow
