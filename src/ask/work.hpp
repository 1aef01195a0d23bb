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
  // For everything, the program itself and all threads included; 0: as much as the question can
  // use, within reason.
  std::size_t memory_bytes = 0;
  int seats = 1;      // askers that share the memory
  bool many = false;  // many questions will come: tables as for one in the middle of a game
};

// What the program takes before it has done anything, and for each thread.
inline constexpr std::size_t megabyte = std::size_t{1} << 20;
inline constexpr std::size_t program_bytes = 12 * megabyte;
inline constexpr std::size_t thread_bytes = megabyte;
// With less the promise could not be kept.
inline constexpr std::size_t least_memory_bytes = 20 * megabyte;

// Bytes for the table of a position with so many empty cells, which all seats share: what
// `memory_bytes` leaves after the rest of the program, or by default as much as such a search can
// use, up to a gigabyte. `parts`: so many things of the same size share the memory with it.
std::size_t table_bytes_for(const Work& work, int empty_cells, int parts = 1);

// The same for a table that begins small and grows as it is used (that of drop games): by default
// at most a quarter of the memory that was free when the program first asked. So four games that
// are kept, or four programs side by side, have room.
std::size_t growing_table_bytes_for(const Work& work, int parts = 1);

// What one seat may take beside the program: three quarters of the machine's memory unless the work
// says less.
std::size_t memory_for(const Work& work);

// Entries for each of the two tables of threat search: as many as it likes, unless they would take
// more than half of the memory.
std::size_t threat_entries_for(const Work& work);

}  // namespace inarow
