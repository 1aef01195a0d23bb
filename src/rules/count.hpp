#pragma once

// How many positions a game has, per number of men.
//
//   bound     Allis's upper bound (1988, section 2.1 and appendices A and C): the ways to
//   distribute n
//             men over the columns times the ways to colour them. 70728639995483 in all on 7x6.
//             For placement games: the ways to choose the cells times the ways to colour them.
//   estimate  the bound times the share of a random sample that really can arise: unbiased, with
//   its
//             standard error. Tells beforehand whether the exact count fits into memory.
//   exact     every reachable position, enumerated ply by ply; play stops at wins.
//   (exact_count.hpp)
//
// Positions of placement games are those between moves; a winning move counts with all its stones.

#include <gmpxx.h>

#include <cstdint>
#include <vector>

#include "base/stop.hpp"
#include "rules/game_spec.hpp"

namespace inarow {

struct PositionBound {
  struct Row {
    int men;
    mpz_class positions;
  };
  std::vector<Row> rows;
  mpz_class total;
};

// The board must be finite.
PositionBound position_bound(const GameSpec& spec);

struct PositionEstimate {
  struct Row {
    int men;
    double positions;   // that can arise
    double unfinished;  // of these, not won by the last move: what the enumeration must hold
  };
  std::vector<Row> rows;
  double total = 0;
  double standard_error = 0;
};

// Samples `samples` positions a row. Deterministic.
PositionEstimate estimate_positions(const GameSpec& spec, const PositionBound& bound, int samples,
                                    const StopToken& stop);

}  // namespace inarow
