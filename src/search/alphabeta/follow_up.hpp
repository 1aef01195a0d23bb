#pragma once

// Upper bounds on the score of the player to move, from follow-up strategies of his opponent.
//
// Exact (sound) bounds; solver_test.cpp compares them with plain minimax in every position of small
// boards.
//
// Words. O is the player to move, D his opponent (the defender, who "follows up": Allis 1988,
// sections 3 and 6.1-6.3). E is the number of empty squares. A square's distance to the top of a
// column counts the squares above it. D's threat: an empty square that completes a line of D.
//
// THE REGION. Let R be the empty squares, where some columns are cut: a cut column c keeps only
// the squares up to and including a square t_c that is a threat of D and is not directly
// playable. Let R hold an even number of squares. D promises to play only in R, thus:
//   * a column with an even number of squares in R: whenever O plays there, D answers on the
//     square above. So D gets its top square in R and every second one below, O the others;
//   * a column with an odd number of squares in R: its lowest square is a *base*. There is an even
//     number of bases. When O takes a base, D takes another one, of his choice; above the base the
//     column is even and D follows up.
// After each pair of moves the region again has an even number of squares and an even number of
// bases, so D always has his answer; O, who is to move, can leave R only by playing above t_c,
// i.e. after t_c was filled. t_c is the top of its column's region and no base (it is not
// directly playable), so it is filled by D, who has then won.
//
// Hence, whatever O does, until the game ends O's stones lie in
//     S = O's stones + squares of R at odd distance to the top of their column's region + bases,
// with at most one of any two bases that D pairs with each other. Therefore
//   (1) if no line fits into S, O never wins: score <= 0;
//   (2) if moreover some column is cut, D wins: the game cannot end otherwise. When D wins by t_c,
//       the squares above t_c are empty, and in every other cut column c' the squares above t_c',
//       t_c' itself and the square below it are empty too: that square is at odd distance, so D
//       would not have played it, and had O played it, D would have won at once on t_c'. So
//           e = sum over cut columns of (squares above t_c) + 2 * (cut columns - 1)
//       squares are left at least (a win of D by another line comes even earlier in R: the same
//       squares are empty, and the pair of a cut column as well), and D scores at least
//       (e + 2) / 2: D's winning stone was placed with W*H - e - 1 stones on the board;
//   (3) if no column is cut, and D's stones + the squares of R that D surely gets (even distance,
//       not bases) contain a line, D wins too, because R is filled in the end: D scores >= 1, and
//       >= 2 if the line needs no empty square of the top row: its squares are at even distance to
//       the top, so when the last one is filled at least the 2 squares above it are empty.
// Nothing above depends on the shape of the lines, on the parity of the height or on who began:
// it holds for flat boards and cylinders, any k, both colours.
//
// BASES IN PAIRS (Allis's baseinverse, section 6.1.2). With two bases O gets exactly one of them,
// so it suffices that no line fits into S without the one, nor into S without the other. With four
// bases a,b,c,d O takes one, D chooses one, O takes one of the two left, D gets the last.
// With more we use the plain test.
//
// WHICH CUTS. A cut at a threat of D at even distance to the top of the board changes no parity
// and only shrinks S ("free cuts"): all of them are made. A cut at odd distance changes the parity
// of R: one is needed if E is odd (this is the odd threat of the first player on boards of even
// height); each candidate column is tried. If E is even, two such cuts keep the parity: each pair
// of columns is tried when the free cuts alone give no bound that is good enough.

#include "rules/drop_geometry.hpp"
#include "search/alphabeta/lines.hpp"

namespace inarow {

// No bound found: larger than every score.
inline constexpr int no_bound = 1000;

// What the bounds look at. Invariant: O has no directly playable winning square, and neither has D.
template <class Word>
struct FollowUpInput {
  Word attacker;          // stones of O, the player to move
  Word defender;          // stones of D
  Word defender_threats;  // empty squares that complete a line of D
  Word empty;             // empty squares
  Word playable;          // directly playable squares
};

namespace follow_up_detail {

// One choice of R.
template <class Word>
struct Plan {
  Word sure;   // O's stones + the squares at odd distance to the top of their column's region
  Word bases;  // an even number of them
  int left;    // e of (2): squares that are empty when D has won; meaningless without a cut
};

// Whether D can share the bases so that O completes no line. There is one in sure + bases.
template <class G>
constexpr bool bases_stop_attacker(const G& g, typename G::Word sure, typename G::Word bases) {
  using Word = typename G::Word;
  const Word a = lowest_bit(bases);
  const Word rest = bases ^ a;
  if (rest == 0 || has_line(g, sure)) return false;
  if (!more_than_one(rest)) return !has_line(g, sure | a) && !has_line(g, sure | rest);
  const Word b = lowest_bit(rest);
  const Word last_two = rest ^ b;
  const Word c = lowest_bit(last_two);
  const Word d = last_two ^ c;
  if (more_than_one(d)) return false;
  // safe_xy: O owning x and y (and `sure`) has no line.
  const bool safe_ab = !has_line(g, sure | a | b);
  const bool safe_cd = !has_line(g, sure | c | d);
  const bool safe_ac = !has_line(g, sure | a | c);
  const bool safe_bd = !has_line(g, sure | b | d);
  const bool safe_ad = !has_line(g, sure | a | d);
  const bool safe_bc = !has_line(g, sure | b | c);
  // O takes one base, say a. If D answers b, O ends with a and one of c, d: both must be safe.
  const auto can_answer = [](bool x, bool y, bool z) { return (x && y) || (x && z) || (y && z); };
  return can_answer(safe_ab, safe_ac, safe_ad) && can_answer(safe_ab, safe_bc, safe_bd) &&
         can_answer(safe_ac, safe_bc, safe_cd) && can_answer(safe_ad, safe_bd, safe_cd);
}

template <class G>
constexpr bool attacker_is_stopped(const G& g, const Plan<typename G::Word>& plan) {
  return !has_line(g, plan.sure | plan.bases) || bases_stop_attacker(g, plan.sure, plan.bases);
}

// The plan with one more cut, at a square at odd distance to the top of the board: below it the
// parities of the column change. `free_cuts` are the lowest free cuts of their columns.
template <class G>
constexpr Plan<typename G::Word> with_odd_cut(const G& g, const FollowUpInput<typename G::Word>& in,
                                              const Plan<typename G::Word>& plan,
                                              typename G::Word free_cuts, typename G::Word cut) {
  using Word = typename G::Word;
  const Cell at = g.cell(lowest_index(cut));
  const Word column = g.column(Column{at.x});
  const Word below = (cut - 1) & column;
  Plan<Word> result{};
  result.sure = (plan.sure & ~(column & in.empty)) | (in.empty & g.top_parity() & below);
  result.bases = (plan.bases & ~column) | (in.playable & g.low_parity() & column);
  result.left = plan.left + 2 + g.height() - 1 - at.y;
  // A free cut of this column does not count any longer.
  const Word replaced = free_cuts & column;
  if (replaced != 0) result.left -= 2 + g.height() - 1 - g.cell(lowest_index(replaced)).y;
  return result;
}

constexpr int winning_bound(int left) { return -((left + 2) / 2); }

}  // namespace follow_up_detail

// An upper bound on O's score, or no_bound. `empty_count` is E. Only bounds of at most `target` are
// of interest: work that could not give one is left out.
template <class G>
constexpr int follow_up_upper_bound(const G& g, const FollowUpInput<typename G::Word>& in,
                                    int empty_count, int target) {
  using namespace follow_up_detail;
  using Word = typename G::Word;
  const Word threats = in.defender_threats & ~in.playable;
  const Word all_free_cuts = threats & g.top_parity();
  const Word cut_off = g.above_lowest(all_free_cuts);
  const Word free_cuts = all_free_cuts & ~cut_off;
  const Plan<Word> plan{in.attacker | (in.empty & g.low_parity() & ~cut_off),
                        in.playable & g.top_parity(),
                        popcount(cut_off) + 2 * (popcount(free_cuts) - 1)};
  const Word all_odd_cuts = threats & g.low_parity();
  Word odd_cuts = all_odd_cuts & ~g.above_lowest(all_odd_cuts);
  int best = no_bound;

  if (empty_count % 2 != 0) {
    while (odd_cuts != 0) {
      const Word cut = lowest_bit(odd_cuts);
      odd_cuts ^= cut;
      const Plan<Word> cut_plan = with_odd_cut(g, in, plan, free_cuts, cut);
      const int bound = winning_bound(cut_plan.left);
      if (bound <= target && bound < best && attacker_is_stopped(g, cut_plan)) best = bound;
    }
    return best;
  }

  if (free_cuts != 0) {
    const int bound = winning_bound(plan.left);
    if (bound <= target && attacker_is_stopped(g, plan)) best = bound;
  } else if (target >= -2 && attacker_is_stopped(g, plan)) {
    best = 0;
    const Word claimed = in.defender | (in.empty & g.top_parity() & ~in.playable);
    if (target < 0 && has_line(g, claimed)) {
      best = has_line(g, claimed & ~(g.top_row() & in.empty)) ? -2 : -1;
    }
  }
  while (best > target && odd_cuts != 0) {
    const Word first = lowest_bit(odd_cuts);
    odd_cuts ^= first;
    if (odd_cuts == 0) break;
    const Plan<Word> first_plan = with_odd_cut(g, in, plan, free_cuts, first);
    for (Word rest = odd_cuts; rest != 0;) {
      const Word second = lowest_bit(rest);
      rest ^= second;
      const Plan<Word> cut_plan = with_odd_cut(g, in, first_plan, free_cuts, second);
      const int bound = winning_bound(cut_plan.left);
      if (bound <= target && bound < best && attacker_is_stopped(g, cut_plan)) best = bound;
    }
  }
  return best;
}

}  // namespace inarow
