#pragma once

// Who plays whom, with which colour, from which opening: all games of a tournament in the order in
// which they are begun. Two games in a row are the same opening with the colours swapped, and all
// pairs have played an opening before any of them plays the next, so that a tournament that is
// stopped early is as fair as it can be.

#include <cstddef>
#include <vector>

#include "match/tournament/plan.hpp"

namespace inarow::tournament {

struct Pairing {
  int number = 1;         // of the game
  std::size_t first = 0;  // places in Plan::players
  std::size_t second = 0;
  std::size_t opening = 0;
  friend bool operator==(const Pairing&, const Pairing&) = default;
};

// Refused if these are more than most_games.
Result<std::vector<Pairing>> make_schedule(const Plan& plan, std::size_t openings);

}  // namespace inarow::tournament
