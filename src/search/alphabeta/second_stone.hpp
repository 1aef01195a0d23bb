#pragma once

// Whether a player can win with his second stone from now.
//
// A search for a score asks whether somebody wins before a certain stone, so half of its positions
// (random ones of 7x6) are at most two stones of his away from where he is too late. These tests
// spare the last of them.
//
// Exact, for lines of four on boards that lanes serve; solver_test.cpp compares them with plain
// minimax in every position of small boards.
//
// TWO THREATS. The position is settled (node.hpp): nobody has a directly playable winning square. A
// player P to move wins with his second stone if and only if after his first one, m, every answer
// leaves him a directly playable winning square. T are the winning squares that he has now. Another
// square w wins after m if and only if a line of his lacks just m and w: a *pair*. The answer
// is on one of the columns, so P needs one of
//   (1) two winning squares that are directly playable after m;
//   (2) one, w, and the square above it wins too;
//   (3) none, but every answer is below a winning square, or there is no answer.
// A square of T that is playable after m is m + 1, the one above m: the others were not playable
// before and are not now. So in (1) and (2) the two squares are
//   * both in T: then they are m + 1 and m + 2;
//   * one in T: m + 1, and m is in a pair; or w + 1, and w is in a pair;
//   * none in T: m is in two pairs.
// All squares of these pairs are playable or above a playable one, as are those of (3).
// In (3) the answer m + 1, unless m is in the top row, is below a winning square m + 2. A line that
// lacks m and m + 2 also lacks m + 1, so m + 2 is in T. And all playable squares but m are below
// squares of T or of pairs. (If m is, too, this is (1) or (2).)

#include <type_traits>
#include <utility>

#include "rules/drop_geometry.hpp"
#include "search/alphabeta/lanes.hpp"

namespace inarow {

// The squares of pairs.
template <class Word>
struct PairSquares {
  Word once;
  Word twice;  // those that are in two, which may be the same in two ways
};

namespace second_stone_detail {

// The squares of pairs by their place in the line.
template <class Set>
struct ByPlace {
  Set first, second, third, fourth;

  Set once() const { return (first | second) | (third | fourth); }
  Set twice() const {
    return (first & second) | (third & fourth) | ((first | second) & (third | fourth));
  }
};

template <class G, class Set>
inline ByPlace<Set> pairs_by_place(const G& g, Set s0, Set e0) {
  const lanes::Vector d = lanes::steps(g);
  const Set s1 = lanes::down(g, s0, d);
  const Set e1 = lanes::down(g, e0, d);
  const Set s2 = lanes::down(g, s0, 2 * d);
  const Set e2 = lanes::down(g, e0, 2 * d);
  const Set s3 = lanes::down(g, s0, 3 * d);
  const Set e3 = lanes::down(g, e0, 3 * d);
  // Starts of lines by which two of their squares are open.
  const Set e01 = e0 & e1 & s2 & s3;
  const Set e02 = e0 & e2 & s1 & s3;
  const Set e03 = e0 & e3 & s1 & s2;
  const Set e12 = e1 & e2 & s0 & s3;
  const Set e13 = e1 & e3 & s0 & s2;
  const Set e23 = e2 & e3 & s0 & s1;
  return {e01 | e02 | e03, lanes::up(g, e01 | e12 | e13, d), lanes::up(g, e02 | e12 | e23, 2 * d),
          lanes::up(g, e03 | e13 | e23, 3 * d)};
}

}  // namespace second_stone_detail

// The pairs within `open`: two squares of it that are all that a line of `stones` lacks. Lines of
// four, on boards that lanes serve.
template <class G>
inline PairSquares<typename G::Word> squares_of_pairs(const G& g, typename G::Word stones,
                                                      typename G::Word open) {
  using Set = lanes::Set<typename G::Word>;
  const auto pairs = second_stone_detail::pairs_by_place(g, Set::from(stones), Set::from(open));
  const Set once = pairs.once();
  return {once.to_word(), pairs.twice().to_word() | once.in_two_lanes()};
}

// The squares of pairs of two players.
template <class G>
inline std::pair<typename G::Word, typename G::Word> squares_of_pairs_of_both(
    const G& g, typename G::Word mine, typename G::Word his, typename G::Word open) {
  return lanes::of_both(g, mine, his, [&](const auto& stones) {
    using Set = std::decay_t<decltype(stones)>;
    return second_stone_detail::pairs_by_place(g, stones, Set::from(open)).once();
  });
}

template <class G>
constexpr bool pairs_are_known(const G& g) {
  return g.k() == 4 && lanes::serve(g);
}

// One player's side of a position.
template <class Word>
struct PlayersView {
  Word stones;
  Word threats;  // empty squares that complete a line of his
  Word playable;
  Word empty;
};

enum class SecondStone { cannot_win, may_win, wins };

// The player to move. "Wins" is found by T alone or by T and a pair of playable squares; then m is
// not below a winning square of the opponent, who so cannot win in between.
template <class G>
inline SecondStone second_stone_of_mover(const G& g, const PlayersView<typename G::Word>& p,
                                         typename G::Word opponent_threats) {
  using Word = typename G::Word;
  const Word below_threats = p.threats >> 1;
  const Word moves = p.playable & ~(opponent_threats >> 1);
  if ((moves & below_threats & (p.threats >> 2)) != 0) return SecondStone::wins;
  const Word near = (p.playable | (p.playable << 1)) & p.empty;
  const PairSquares<Word> pairs = squares_of_pairs(g, p.stones, near);
  if ((pairs.once & below_threats) != 0) {
    const Word playable_pairs = squares_of_pairs(g, p.stones, p.playable).once;
    return (playable_pairs & moves & below_threats) != 0 ? SecondStone::wins : SecondStone::may_win;
  }
  if ((pairs.twice & moves) != 0) return SecondStone::may_win;
  const Word harmless = p.playable & ~((p.threats | pairs.once) >> 1);
  const Word unanswered = moves & (g.top_row() | (p.threats >> 2));
  const bool zugzwang = !more_than_one(harmless) && (harmless & unanswered) != 0;
  return zugzwang ? SecondStone::may_win : SecondStone::cannot_win;
}

// The player who is not to move; true if he can perhaps win with his second stone. His opponent has
// a move y after which he does not win at once (the position is settled). Whatever it is, m is
// then one of the squares that are playable now or above these, and the conditions are those above
// with the pairs that such an m can have. (A square of T that is playable before m would be y + 1.)
// In (3) a square that is not below a winning one may be gone as y, and another one as m.
template <class G>
inline bool second_stone_may_win(const G& g, const PlayersView<typename G::Word>& p) {
  using Word = typename G::Word;
  const Word moves = (p.playable | (p.playable << 1)) & p.empty;
  const Word below_threats = p.threats >> 1;
  if ((moves & below_threats & (p.threats >> 2)) != 0) return true;
  const PairSquares<Word> pairs = squares_of_pairs(g, p.stones, (moves | (moves << 1)) & p.empty);
  if ((pairs.once & below_threats) != 0 || (pairs.twice & moves) != 0) return true;
  return popcount(p.playable & ~((p.threats | pairs.once) >> 1)) < 3;
}

}  // namespace inarow
