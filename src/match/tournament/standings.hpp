#pragma once

// How a tournament stands: points, crosstable and ratings out of the games that are finished.
//
//   #  Program    perf  look  rand   Points  Games   Elo  95 %
//   1  perfect       -     2     2        4      4   ...
//
// The table is that of the reports of Computer Olympiads in the ICGA Journal: by rank, in each row
// the points against each of the others.

#include <optional>
#include <string>
#include <vector>

#include "match/tournament/played_game.hpp"
#include "match/tournament/rating.hpp"
#include "match/tournament/sprt.hpp"

namespace inarow::tournament {

struct Line {
  std::size_t player = 0;  // place in Plan::players
  double points = 0;
  int games = 0;
  int wins = 0;
  int draws = 0;
  int losses = 0;
  int faults = 0;       // games lost by a fault or by time
  double slowest = 0;   // seconds of its slowest move
  double as_first = 0;  // points as the first player
  int games_as_first = 0;
  Rating rating;
};

struct SprtReport {
  SprtState state;
  PairCounts pairs{};  // by the points of the first of the two players
  EloDifference difference;
};

struct Standings {
  std::vector<Line> lines;  // best first
  Matrix points;            // by places in Plan::players
  Matrix games;
  bool is_bounded = false;  // Ratings::is_bounded
  int finished = 0;
  int scheduled = 0;
  int first_wins = 0;
  int second_wins = 0;
  int draws = 0;
  std::optional<SprtReport> sprt;
};

// Of the first of two players.
PairCounts pairs_of(const std::vector<PlayedGame>& games);

Standings standings_of(const Plan& plan, const std::vector<PlayedGame>& games, int scheduled);

// As text, for people.
std::string crosstable(const Plan& plan, const Standings& standings);
std::string in_words(const Plan& plan, const SprtReport& report);

}  // namespace inarow::tournament
