#pragma once

// Wald's sequential probability ratio test of two strengths, as tests of chess engines have it:
// elo0 (nothing is gained) against elo1 (so much is).
//
// Two games of one opening with the colours swapped are not independent: the opening may favour one
// side. So the unit is the pair, with 0, 1/2, 1, 3/2 or 2 points (Van den Bergh's pentanomial
// model). The ratio is that of the greatest likelihoods under which the mean is that of elo1 and of
// elo0:
//
//   max sum n_i log p_i  with  sum p_i a_i = s     has     p_i = q_i / (1 + x (a_i - s))
//
// where q_i = n_i / N, and x is the root of sum q_i (a_i - s) / (1 + x (a_i - s)) = 0. Pairs that
// have not been seen count a thousandth, so that both maxima exist.
//
//   SprtState state = sprt_state({.elo0 = 0, .elo1 = 50}, pairs);
//   state.verdict == SprtVerdict::elo1 if state.llr >= state.upper

#include <array>
#include <cstdint>

#include "match/tournament/plan.hpp"

namespace inarow::tournament {

// Pairs of games by twice their points: of 0, 1/2, 1, 3/2 and 2.
using PairCounts = std::array<std::int64_t, 5>;

enum class SprtVerdict : std::uint8_t { open, elo0, elo1 };

struct SprtState {
  double llr = 0;
  double lower = 0;  // at or below it elo0 is accepted
  double upper = 0;  // at or above it elo1 is
  SprtVerdict verdict = SprtVerdict::open;
};

SprtState sprt_state(const SprtSpec& spec, const PairCounts& pairs);

// The difference in Elo, with half of its 95 % interval, by the variance of the pairs.
struct EloDifference {
  double elo = 0;
  double low = 0;
  double high = 0;
};
EloDifference elo_difference(const PairCounts& pairs);

}  // namespace inarow::tournament
