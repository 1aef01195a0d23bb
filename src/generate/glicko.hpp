#pragma once

// Glicko-2 (Glickman 2013, "Example of the Glicko-2 system"): ratings of people and puzzles from
// who solved what. A try is a game between a person and a puzzle; the person wins if he solves it.
//
//   Rating person;                              1500, quite uncertain
//   Rating after = updated(person, {{puzzle, 1.0}});

#include <vector>

namespace inarow::puzzles {

struct Rating {
  double rating = 1500;
  double deviation = 350;
  double volatility = 0.06;
};

struct RatedResult {
  Rating opponent;
  double score = 0;  // 1 won, 0 lost
};

// After the results of one rating period; without any the deviation grows.
Rating updated(const Rating& rating, const std::vector<RatedResult>& results);

// The chance of winning against the opponent.
double expected_score(const Rating& rating, const Rating& opponent);

}  // namespace inarow::puzzles
