#include "knowledge/victor/first_player.hpp"

namespace inarow::victor {
namespace {

// The groups that contain a square of `a` and a square of `b`.
template <class B>
typename B::Groups touching_both(const B& board, typename B::Word a, typename B::Word b) {
  return board.touching(a) & board.touching(b);
}

// 8.2: White gets the odd squares of the column up to his threat, but perhaps not the one that can
// be played at once; above the square below the threat Black gets nothing.
template <class B>
LeverClaims<B> odd_threat_claims(const B& board, typename B::Word stones, const Lever<B>& lever) {
  using Word = typename B::Word;
  const Word landing = board.landing_squares(stones);
  const Word column = board.column_of(lever.square);
  const Word above = lever.square | board.above(lever.square);
  const Word odd =
      board.below(lever.square) & board.odd_rows() & static_cast<Word>(~(stones | landing));
  return {board.touching(above | odd), column};
}

// 8.4, claim 5 (3 of the second kind): the lowest square of the crossing column is odd, and the odd
// square of the other is not directly playable.
template <class B>
bool base_allowed(const B& board, typename B::Word landing, const Lever<B>& lever) {
  if (lever.kind == LeverKind::combination_below && (lever.even & landing) != 0) return false;
  return (landing & board.column_of(lever.square) & board.odd_rows()) != 0 &&
         (lever.odd & landing) == 0;
}

// 8.4. The numbers are those of the thesis's lists.
template <class B>
LeverClaims<B> combination_claims(const B& board, typename B::Word stones, const Lever<B>& lever) {
  using Word = typename B::Word;
  const Word landing = board.landing_squares(stones);
  const Word crossing = lever.square;
  const Word crossing_column = board.column_of(crossing);
  const Word other_column = board.column_of(lever.odd);
  const Word lowest_crossing = landing & crossing_column;
  const Word lowest_other = landing & other_column;
  LeverClaims<B> claims{{}, crossing_column | other_column};

  // 1) Black gets no odd square of the crossing column, except the directly playable one.
  claims.solves |= board.touching(crossing_column & board.odd_rows() &
                                  static_cast<Word>(~(stones | lowest_crossing)));
  // 2) Nor both a square above the crossing square and one above the odd square.
  claims.solves |= touching_both(board, board.above(crossing), board.above(lever.odd));

  const bool even_above = lever.kind == LeverKind::combination_above;
  const bool odd_playable = lever.odd == lowest_other;
  if (even_above) {
    // 3) Nor both the square above the crossing square and the odd square.
    claims.solves |= touching_both(board, static_cast<Word>(crossing << 1), lever.odd);
    // 4) If the odd square is playable: nothing above the square above the crossing square.
    if (odd_playable) {
      claims.solves |= board.touching(board.above(static_cast<Word>(crossing << 1)));
    }
    // White gets the even squares above the even square (8.3; the list of 8.4 leaves it out).
    claims.solves |= board.touching(board.above(lever.even) & board.even_rows());
  } else if (lever.even == lowest_other) {
    return claims;  // 8.4, 2, the even square directly playable: only 1) and 2)
  }
  // 5) (3 of the second kind) A Baseinverse on the lowest squares of both columns, if White likes.
  if (lever.base) claims.solves |= touching_both(board, lowest_crossing, lowest_other);
  // 6) (4 of the second kind) One out of every two squares of the other column, up to the odd
  // square, or up to the even square above it (8.3).
  const Word last = even_above ? lever.even : lever.odd;
  for (Word pair = lever.base ? static_cast<Word>(lowest_other << 1) : lowest_other; pair < last;
       pair <<= 2) {
    claims.solves |= board.through(pair) & board.through(static_cast<Word>(pair << 1));
  }
  return claims;
}

}  // namespace

template <class B>
void find_odd_threats(const B& board, typename B::Word first, typename B::Word second,
                      std::vector<Lever<B>>& levers) {
  using Word = typename B::Word;
  levers.clear();
  const Word stones = first | second;
  const Word far_odd =
      board.squares() & board.odd_rows() & ~stones & ~board.landing_squares(stones);
  Word threats = 0;
  (board.all_groups() - board.touching(second)).for_each([&](int number) {
    const Word missing = board.group(number) & ~first;
    if (more_than_one(missing) || (missing & far_odd & ~threats) == 0) return;
    threats |= missing;
    levers.push_back({.kind = LeverKind::odd_threat,
                      .group = static_cast<std::int16_t>(number),
                      .square = missing});
  });
}

template <class B>
void find_levers(const B& board, typename B::Word first, typename B::Word second,
                 std::vector<Lever<B>>& levers) {
  using Word = typename B::Word;
  find_odd_threats(board, first, second, levers);
  // The claims of 8.4 were made for six rows. In eight, claim 1 is false: Black may get the odd
  // square four above the crossing square (docs/victor.md, "Read differently").
  if (*board.spec().height > 6) return;
  const Word stones = first | second;
  const Word landing = board.landing_squares(stones);
  const auto open = board.all_groups() - board.touching(second);
  const Word far_odd = board.squares() & board.odd_rows() & ~stones & ~landing;
  open.for_each([&](int number) {
    const Word missing = board.group(number) & ~first;
    if (popcount(missing) != 2 || (missing & board.even_rows()) != 0) return;
    for_each_square(static_cast<Word>(missing & far_odd), [&](Word crossing) {
      const Word odd = missing ^ crossing;
      (board.through(crossing) & open).for_each([&](int other) {
        const Word lacking = board.group(other) & ~first;
        if (popcount(lacking) != 2 || (lacking & crossing) == 0) return;
        const Word even = lacking ^ crossing;
        const bool above = even == static_cast<Word>(odd << 1);
        if (!above && even != odd >> 1) return;
        if ((even & board.even_rows()) == 0) return;
        Lever<B> lever{.kind = above ? LeverKind::combination_above : LeverKind::combination_below,
                       .group = static_cast<std::int16_t>(number),
                       .second_group = static_cast<std::int16_t>(other),
                       .square = crossing,
                       .odd = odd,
                       .even = even};
        levers.push_back(lever);
        if (base_allowed(board, landing, lever)) {
          lever.base = true;
          levers.push_back(lever);
        }
      });
    });
  });
}

template <class B>
LeverClaims<B> claims_of(const B& board, typename B::Word stones, const Lever<B>& lever) {
  return lever.kind == LeverKind::odd_threat ? odd_threat_claims(board, stones, lever)
                                             : combination_claims(board, stones, lever);
}

template void find_odd_threats(const SmallBoard&, Word64, Word64, std::vector<Lever<SmallBoard>>&);
template void find_odd_threats(const LargeBoard&, Word128, Word128,
                               std::vector<Lever<LargeBoard>>&);
template void find_levers(const SmallBoard&, Word64, Word64, std::vector<Lever<SmallBoard>>&);
template void find_levers(const LargeBoard&, Word128, Word128, std::vector<Lever<LargeBoard>>&);
template LeverClaims<SmallBoard> claims_of(const SmallBoard&, Word64, const Lever<SmallBoard>&);
template LeverClaims<LargeBoard> claims_of(const LargeBoard&, Word128, const Lever<LargeBoard>&);

}  // namespace inarow::victor
