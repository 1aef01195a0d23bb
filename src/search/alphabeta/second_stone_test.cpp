// Every claim about second stones against playing them out, in random positions of many boards.
// INAROW_TEST_POSITIONS sets the number of games a board. (With the bounds that follow from them
// they are compared with plain minimax in solver_test.cpp.)

#include "search/alphabeta/second_stone.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <string>
#include <utility>

#include "base/random.hpp"
#include "search/alphabeta/node.hpp"

namespace inarow {
namespace {

struct Tally {
  long positions = 0;
  long wins = 0;
  long too_late = 0;
  long perhaps = 0;
};

template <class G>
class Play {
 public:
  using Word = typename G::Word;

  explicit Play(const G& g) : g_(g) {}

  bool wins_at_once(Word stones, Word occupied) const {
    return (lines_detail::winning_squares(g_, stones) & g_.playable(occupied)) != 0;
  }

  // The owner of `stones` is to move and cannot win at once: some move m, then every answer leaves
  // him a win.
  bool wins_with_second_stone(Word stones, Word others) const {
    for (Word moves = g_.playable(stones | others); moves != 0; moves &= moves - 1) {
      const Word mine = stones | lowest_bit(moves);
      if (wins_at_once(others, mine | others)) continue;
      bool all = g_.playable(mine | others) != 0;
      for (Word answers = g_.playable(mine | others); all && answers != 0; answers &= answers - 1) {
        all = wins_at_once(mine, mine | others | lowest_bit(answers));
      }
      if (all) return true;
    }
    return false;
  }

  // The owner of `stones` is not to move: every move of his opponent lets him win with his first
  // or second stone.
  bool wins_with_second_stone_after(Word stones, Word others) const {
    for (Word moves = g_.playable(stones | others); moves != 0; moves &= moves - 1) {
      const Word his = others | lowest_bit(moves);
      if (!wins_at_once(stones, stones | his) && !wins_with_second_stone(stones, his)) return false;
    }
    return true;
  }

 private:
  const G& g_;
};

// Random games; each position in which nobody can win at once.
template <class G>
Tally compare(const G& g, long games) {
  using Word = typename G::Word;
  const Play<G> play(g);
  Random random(1988);
  Tally tally;
  for (long i = 0; i < games && !testing::Test::HasFailure(); ++i) {
    Word me = 0;
    Word opponent = 0;
    while ((me | opponent) != g.board()) {
      const Word occupied = me | opponent;
      const Word move = g.playable(occupied) & g.column(Column{random.below(g.width())});
      if (move == 0) continue;
      if ((winning_squares(g, me) & move) != 0) {
        if (random.below(8) == 0) break;  // else another move is looked for
        continue;
      }
      if (!play.wins_at_once(me, occupied) && !play.wins_at_once(opponent, occupied)) {
        ++tally.positions;
        const Word empty = g.board() & ~occupied;
        const Word playable = g.playable(occupied);
        const Word mine = winning_squares(g, me) & empty;
        const Word his = winning_squares(g, opponent) & empty;
        const SecondStone can = second_stone_of_mover<G>(g, {me, mine, playable, empty}, his);
        const bool wins = play.wins_with_second_stone(me, opponent);
        EXPECT_TRUE(can == SecondStone::may_win || wins == (can == SecondStone::wins))
            << g.width() << 'x' << g.height() << (g.cylinder() ? " cylinder, " : ", ")
            << popcount(occupied) << " stones, " << (wins ? "wins" : "does not win");
        ++(can == SecondStone::may_win ? tally.perhaps : wins ? tally.wins : tally.too_late);
        // Only where the opponent leaves him a move, as in a settled position.
        if ((playable & ~(his >> 1)) != 0) {
          const bool may = second_stone_may_win<G>(g, {opponent, his, playable, empty});
          EXPECT_TRUE(may || !play.wins_with_second_stone_after(opponent, me))
              << g.width() << 'x' << g.height() << (g.cylinder() ? " cylinder, " : ", ")
              << popcount(occupied) << " stones, not to move";
          ++(may ? tally.perhaps : tally.too_late);
        }
      }
      me |= move;
      std::swap(me, opponent);
    }
  }
  std::printf("%dx%d%s: %ld positions, %ld win, %ld do not, %ld unknown\n", g.width(), g.height(),
              g.cylinder() ? " cyl" : "", tally.positions, tally.wins, tally.too_late,
              tally.perhaps);
  return tally;
}

TEST(SecondStone, IsWhatPlayingTwoStonesSays) {
  const char* number = std::getenv("INAROW_TEST_POSITIONS");
  const long games = number != nullptr ? std::atol(number) : 1000;
  Tally sum;
  const auto run = [&](const auto& g) {
    ASSERT_TRUE(pairs_are_known(g));
    const Tally tally = compare(g, games);
    sum.positions += tally.positions;
    sum.wins += tally.wins;
    sum.too_late += tally.too_late;
    sum.perhaps += tally.perhaps;
  };
  for (int width = 3; width <= 9; ++width) {
    for (int height = 3; height <= 9; ++height) {
      for (const bool cylinder : {false, true}) {
        const DropSpec spec{width, height, 4, cylinder};
        if (cylinder && (width < 4 || spec.bits() >= 64)) continue;
        if (spec.bits() <= 64) {
          run(DropGeometry<Word64>(spec));
        } else {
          run(DropGeometry<Word128>(spec));
        }
      }
    }
  }
  run(FixedDropGeometry<Word64, 7, 6>());
  run(FixedDropGeometry<Word128, 8, 8>());
  std::printf("%ld positions, %ld win, %ld do not, %ld unknown\n", sum.positions, sum.wins,
              sum.too_late, sum.perhaps);
  EXPECT_GT(sum.wins, games);
  EXPECT_GT(sum.too_late, sum.perhaps);
}

}  // namespace
}  // namespace inarow
