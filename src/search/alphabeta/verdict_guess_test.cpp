// What the guess looks at, and that it learns. That it changes no value is tested with the solver.

#include "search/alphabeta/verdict_guess.hpp"

#include <gtest/gtest.h>

#include "base/random.hpp"

namespace inarow {
namespace {

// A node as far as the guess looks at it: random stones, nobody's win minded.
template <class G>
Node<typename G::Word> random_node(const G& g, int stones, Random& random) {
  using Word = typename G::Word;
  Node<Word> node{};
  while (node.stones < stones) {
    const Word move =
        g.playable(node.me | node.opponent) & g.column(Column{random.below(g.width())});
    if (move == 0) continue;
    node.me |= move;
    std::swap(node.me, node.opponent);
    ++node.stones;
  }
  const Word empty = g.board() & ~(node.me | node.opponent);
  node.my_threats = winning_squares(g, node.me) & empty;
  node.opponent_threats = winning_squares(g, node.opponent) & empty;
  return node;
}

// Each column moved to the one that `to` says.
template <class G, class To>
typename G::Word moved(const G& g, typename G::Word set, const To& to) {
  typename G::Word result = 0;
  for (int x = 0; x < g.width(); ++x) {
    for (int y = 0; y < g.height(); ++y) {
      if ((set & g.bit(Cell{x, y})) != 0) result |= g.bit(Cell{to(x), y});
    }
  }
  return result;
}

template <class G, class To>
Node<typename G::Word> moved(const G& g, Node<typename G::Word> node, const To& to) {
  node.me = moved(g, node.me, to);
  node.opponent = moved(g, node.opponent, to);
  node.my_threats = moved(g, node.my_threats, to);
  node.opponent_threats = moved(g, node.opponent_threats, to);
  return node;
}

template <class G>
void compare_with_lines(const G& g) {
  using Word = typename G::Word;
  Random random(7);
  for (int i = 0; i < 2000; ++i) {
    const auto node = random_node(g, random.below(g.cells()), random);
    const Word empty = g.board() & ~(node.me | node.opponent);
    Word expected = 0;
    for (int x = 0; x < g.width(); ++x) {
      for (int y = 0; y < g.height(); ++y) {
        for (const auto& [dx, dy] : {std::pair{0, 1}, {1, -1}, {1, 0}, {1, 1}}) {
          Word line = 0;
          for (int j = 0; j < 4; ++j) {
            int column = x + j * dx;
            const int row = y + j * dy;
            if (g.cylinder()) column %= g.width();
            if (column < g.width() && row >= 0 && row < g.height())
              line |= g.bit(Cell{column, row});
          }
          if (popcount(line) == 4 && popcount(line & node.me) == 2 && popcount(line & empty) == 2) {
            expected |= line & empty;
          }
        }
      }
    }
    ASSERT_EQ(squares_of_pairs(g, node.me, empty).once, expected);
  }
}

TEST(VerdictGuess, FindsTheSquaresThatLackTwo) {
  compare_with_lines(FixedDropGeometry<Word64, 7, 6>());
  compare_with_lines(FixedDropGeometry<Word64, 9, 4>());
  compare_with_lines(FixedDropGeometry<Word128, 10, 7>());
  compare_with_lines(DropGeometry<Word64>(DropSpec{7, 5, 4, true}));
  compare_with_lines(DropGeometry<Word64>(DropSpec{5, 6, 4, true}));
}

template <class G, class To>
void expect_to_learn(const G& g, const To& image) {
  VerdictGuess<G> guess(g);
  Random random(11);
  typename VerdictGuess<G>::Features features;
  const auto penalty = [&](const Node<typename G::Word>& node, bool first) {
    guess.look(node, features);
    return guess.penalty(features, first);
  };
  for (int stones = 8; stones < 16; ++stones) {
    const auto node = random_node(g, stones, random);
    const int before = penalty(node, true);
    for (int i = 0; i < 20; ++i) {
      guess.look(node, features);
      guess.learn(features, true);
    }
    const int after = penalty(node, true);
    EXPECT_TRUE(after > before || after >= -3) << before << " " << after;
    EXPECT_LT(penalty(node, false), after);
    EXPECT_EQ(penalty(moved(g, node, image), true), after);
    for (int i = 0; i < 200; ++i) {
      guess.look(node, features);
      guess.learn(features, false);
    }
    EXPECT_LT(penalty(node, true), penalty(node, false));
  }
}

TEST(VerdictGuess, LearnsOfAPositionAndOfItsImage) {
  const FixedDropGeometry<Word64, 7, 6> flat;
  expect_to_learn(flat, [&](int x) { return flat.width() - 1 - x; });
  const DropGeometry<Word64> round(DropSpec{6, 5, 4, true});
  expect_to_learn(round, [&](int x) { return (x + 2) % round.width(); });
}

TEST(VerdictGuess, KnowsNothingAtFirst) {
  const FixedDropGeometry<Word64, 7, 6> g;
  VerdictGuess guess(g);
  Random random(13);
  for (int stones = 0; stones < 30; ++stones) {
    VerdictGuess<FixedDropGeometry<Word64, 7, 6>>::Features features;
    guess.look(random_node(g, stones, random), features);
    EXPECT_EQ(guess.penalty(features, true) / guess_detail::ranks,
              guess.penalty(features, false) / guess_detail::ranks);
  }
}

TEST(VerdictGuess, PunishesTheUnlikelyMore) {
  const auto& tables = guess_detail::tables;
  for (std::size_t i = 1; i < tables.penalty.size(); ++i) {
    EXPECT_GE(tables.penalty[i], tables.penalty[i - 1]);
    EXPECT_GE(tables.probability[i], tables.probability[i - 1]);
  }
  EXPECT_NEAR(tables.probability[guess_detail::steps / 2], guess_detail::unit / 2, 20);
  EXPECT_GE(tables.probability[0], 0);
  EXPECT_LE(tables.probability.back(), guess_detail::unit);
  EXPECT_EQ(tables.penalty.back() / guess_detail::ranks, 0);
}

}  // namespace
}  // namespace inarow
