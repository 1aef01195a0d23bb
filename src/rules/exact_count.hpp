#pragma once

// Enumerates every reachable position of a finite game, ply by ply, and counts them.
//
// Drop games: the positions of one ply are kept apart by their *skyline* (the heights of the
// columns). All positions with the skyline s arise from those with the skylines s - 1 in one
// column, by setting one fixed bit: the stone's square and its colour are the same for all of them.
// Setting a fixed bit keeps a sorted list sorted, so the positions of s are a merge of at most
// `width` sorted lists: no hash table, no sorting, every skyline a job of its own for the threads.
// The lists are stored as differences in bytes of 7 bits, 1.2 to 1.4 bytes a position; two plies
// are in memory at a time.
//
// Placement games (up to 64 cells): a hash set a ply.

#include <cstdint>
#include <optional>
#include <vector>

#include "base/stop.hpp"
#include "rules/count.hpp"
#include "rules/observer.hpp"

namespace inarow {

struct ExactCount {
  struct Row {
    int men;
    std::uint64_t positions;  // all that can arise
    std::uint64_t won;        // of these, won by the last move
  };
  std::vector<Row> rows;
  enum class End { complete, stopped, out_of_memory };
  End end = End::complete;
};

struct ExactCountOptions {
  int threads = 1;
  std::uint64_t memory_bytes = 0;
  int max_men = 0;  // count positions of at most so many men; 0: all
};

// Bytes that the enumeration will need: by the estimate, or at most, by the bound.
double exact_count_bytes(const GameSpec& spec, const PositionEstimate& estimate, int max_men);
double exact_count_bytes(const GameSpec& spec, const PositionBound& bound, int max_men);

// Finite boards; placement boards of at most 64 cells.
ExactCount count_exactly(const GameSpec& spec, const ExactCountOptions& options,
                         const StopToken& stop, Observer& observer);

}  // namespace inarow
