// The solver and each of its bounds against plain minimax: every position of small boards, random
// positions of larger ones. INAROW_TEST_POSITIONS sets the number of random positions a board.

#include "search/alphabeta/solver.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <string>
#include <unordered_map>

#include "base/random.hpp"
#include "support/plain_minimax.hpp"

namespace inarow {
namespace {

struct Tally {
  long positions = 0;
  long bounds = 0;        // settled positions on which the follow-up bound was tried
  long found = 0;         // ... and said something
  long losses = 0;        // ... and said that the player to move loses
  long same_key = 0;      // positions that share a key with an earlier one
  long rules = 0;         // bounds by the rules: the first player, to move, does not win
  long rule_losses = 0;   // ... the player to move loses
  long rule_distant = 0;  // ... with a score below -1
  // Whether somebody wins with his second stone:
  long second_wins = 0;
  long second_too_late = 0;
  long second_unknown = 0;
};

template <class G>
DropPosition<typename G::Word> convert(const G& g, const reference::PlainGame& game) {
  DropPosition<typename G::Word> p;
  for (int c = 0; c < g.width(); ++c) {
    for (int r = 0; r < g.height(); ++r) {
      if (game.cell(c, r) == 0) continue;
      (game.cell(c, r) == game.to_move() ? p.me : p.opponent) |= g.bit(Cell{c, r});
    }
  }
  return p;
}

template <class G>
std::string describe(const G& g, const reference::PlainGame& game) {
  std::string text = std::to_string(g.width()) + "x" + std::to_string(g.height()) + " k" +
                     std::to_string(g.k()) + (g.cylinder() ? " cylinder\n" : "\n");
  for (int r = g.height() - 1; r >= 0; --r) {
    for (int c = 0; c < g.width(); ++c) text += ".xo"[game.cell(c, r)];
    text += '\n';
  }
  return text;
}

// Forced moves, static bounds and key of one position, given its exact score. False if one is
// wrong.
template <class G>
class StaticCheck {
 public:
  using Word = typename G::Word;

  StaticCheck(const G& g, Tally& tally) : g_(g), tally_(tally), rules_(g, RuleLimits::always()) {}

  void operator()(const reference::PlainGame& game, int exact) {
    ++tally_.positions;
    const DropPosition<Word> position = convert(g_, game);
    Node<Word> node{};
    node.me = position.me;
    node.opponent = position.opponent;
    const Word occupied = node.me | node.opponent;
    node.stones = game.stones();
    node.my_threats = winning_squares(g_, node.me) & ~occupied;
    node.opponent_threats = winning_squares(g_, node.opponent) & ~occupied;
    if ((node.my_threats & g_.playable(occupied)) != 0) {
      EXPECT_EQ(exact, win_score(g_, node.stones));
      return;
    }
    node.lower = 1;
    node.upper = 0;
    settle(g_, node);
    const int settled = node.flipped ? -exact : exact;
    if (node.lower == node.upper) {
      ASSERT_EQ(node.lower, settled) << "settle, " << describe(g_, game);
      return;
    }
    ++tally_.bounds;
    const Word now = node.me | node.opponent;
    const int target = random_.below(8) - 6;
    const int bound =
        follow_up_upper_bound(g_,
                              FollowUpInput<Word>{node.me, node.opponent, node.opponent_threats,
                                                  g_.board() & ~now, g_.playable(now)},
                              g_.cells() - node.stones, target);
    ASSERT_GE(bound, settled) << "follow-up bound, " << describe(g_, game);
    tally_.found += bound < no_bound ? 1 : 0;
    tally_.losses += bound < 0 ? 1 : 0;
    for (int wanted = 0; wanted >= -g_.height() / 2; --wanted) {
      const int by_rules = rules_.upper_bound(node, wanted);
      if (by_rules == no_bound) continue;
      ASSERT_LE(by_rules, wanted);
      ASSERT_GE(by_rules, settled) << "rules, " << describe(g_, game);
      ++(by_rules == 0 ? tally_.rules : by_rules == -1 ? tally_.rule_losses : tally_.rule_distant);
    }
    check_second_stones(game, node, settled);
    bound_statically(g_, node, target);
    ASSERT_LE(node.lower, settled) << describe(g_, game);
    ASSERT_GE(node.upper, settled) << describe(g_, game);
    const Word key = position_key(g_, node, g_.cells() * 2 / 3);
    ASSERT_LE(node.lower, settled) << "no line left, " << describe(g_, game);
    ASSERT_GE(node.upper, settled) << "no line left, " << describe(g_, game);
    const auto [it, fresh] = by_key_.emplace(key, settled);
    if (!fresh) {
      ++tally_.same_key;
      ASSERT_EQ(it->second, settled) << "key, " << describe(g_, game);
    }
  }

  // The bounds with the targets for which second stones matter. They say what plain search says of
  // the exact score: nothing else, and nothing less than "perhaps".
  void check_second_stones(const reference::PlainGame& game, const Node<Word>& node, int settled) {
    const int empty_count = g_.cells() - node.stones;
    const int soonest = (empty_count - 1) / 2;
    const int soonest_loss = -((empty_count - 2) / 2);
    for (const int target : {soonest - 1, soonest_loss}) {
      Node<Word> bounded = node;
      bound_statically(g_, bounded, target);
      ASSERT_LE(bounded.lower, settled) << "target " << target << ", " << describe(g_, game);
      ASSERT_GE(bounded.upper, settled) << "target " << target << ", " << describe(g_, game);
      if (!pairs_are_known(g_)) continue;
      if (target >= 0 && target == soonest - 1) {
        ++(bounded.lower == soonest  ? tally_.second_wins
           : bounded.upper < soonest ? tally_.second_too_late
                                     : tally_.second_unknown);
      } else if (target < 0) {
        ++(bounded.lower > target ? tally_.second_too_late : tally_.second_unknown);
      }
    }
  }

 private:
  struct Hash {
    std::size_t operator()(Word w) const {
      return static_cast<std::size_t>(mix(static_cast<Word64>(w)) ^
                                      mix(static_cast<Word64>(w >> (word_bits<Word> / 2)) + 1));
    }
  };

  const G& g_;
  Tally& tally_;
  RuleBound<G> rules_;
  Random random_{77};
  std::unordered_map<Word, int, Hash> by_key_;  // scores by key
};

// Every position of the board without an immediate win, as it can arise by play in which nobody
// passes over an immediate win.
template <class G>
Tally check_all_positions(const G& g) {
  Tally tally;
  StaticCheck<G> check(g, tally);
  reference::PlainGame game(g.width(), g.height(), g.k(), g.cylinder());
  game.score([&](int exact) { check(game, exact); });
  return tally;
}

long random_positions_a_board() {
  const char* number = std::getenv("INAROW_TEST_POSITIONS");
  return number != nullptr ? std::atol(number) : 600;
}

// Random play from `min_stones` stones on; solver and bounds in each position.
template <class G>
Tally check_random_positions(const G& g, int min_stones) {
  Tally tally;
  StaticCheck<G> check(g, tally);
  reference::PlainGame game(g.width(), g.height(), g.k(), g.cylinder());
  typename DropSolver<G>::Table table(g.bits(), std::size_t{1} << 20);
  DropSolver<G> solver(g, table, nullptr, nullptr);
  // Asks the rules everywhere; with a table of its own, so that it finds nothing there.
  typename DropSolver<G>::Table asking_table(g.bits(), std::size_t{1} << 20);
  DropSolver<G> asking(g, asking_table, nullptr, nullptr, RuleLimits::always());
  Random random(2008);
  const long count = random_positions_a_board();
  while (tally.positions < count && !testing::Test::HasFailure()) {
    std::vector<int> moves;
    while (!game.full()) {
      const int c = random.below(g.width());
      if (!game.can_play(c)) continue;
      if (game.wins(c, game.to_move())) {
        if (random.below(4) != 0) break;  // mostly stop; else look for another move
        continue;
      }
      game.play(c);
      moves.push_back(c);
      if (game.full() || game.stones() < min_stones || random.below(3) == 0) continue;
      if (game.memo_size() > 10'000'000) game.forget();
      const int exact = game.score();
      check(game, exact);
      const DropPosition<typename G::Word> position = convert(g, game);
      const ScoreRange score = solver.solve(position, {-g.cells(), g.cells()});
      EXPECT_TRUE(score.complete && score.lower == exact && score.upper == exact)
          << "score " << exact << ", not " << score.lower << "\n"
          << describe(g, game);
      const ScoreRange asked = asking.solve(position, {-g.cells(), g.cells()});
      EXPECT_TRUE(asked.complete && asked.lower == exact && asked.upper == exact)
          << "with rules: score " << exact << ", not " << asked.lower << "\n"
          << describe(g, game);
      const ScoreRange value = solver.solve(position, ScoreWindow::value());
      EXPECT_TRUE(value.complete && value.lower <= exact && value.upper >= exact &&
                  (exact > 0) == (value.lower > 0) && (exact < 0) == (value.upper < 0))
          << "value of " << exact << "\n"
          << describe(g, game);
    }
    while (!moves.empty()) {
      game.undo(moves.back());
      moves.pop_back();
    }
  }
  return tally;
}

void print(const std::string& name, const Tally& t) {
  std::printf(
      "%-14s %9ld positions, %9ld bounds tried, %8ld found, %7ld losses, %8ld shared keys, "
      "rules %7ld, losses %7ld, below -1 %6ld, second stones %7ld win, %8ld do not, %8ld unknown\n",
      name.c_str(), t.positions, t.bounds, t.found, t.losses, t.same_key, t.rules, t.rule_losses,
      t.rule_distant, t.second_wins, t.second_too_late, t.second_unknown);
}

TEST(StaticBounds, HoldInEveryPositionOfSmallBoards) {
  Tally sum;
  const auto run = [&](const char* name, const auto& g) {
    const Tally tally = check_all_positions(g);
    print(name, tally);
    sum.positions += tally.positions;
    sum.found += tally.found;
    sum.losses += tally.losses;
    sum.rules += tally.rules;
    sum.rule_losses += tally.rule_losses;
    sum.rule_distant += tally.rule_distant;
    sum.second_wins += tally.second_wins;
    sum.second_too_late += tally.second_too_late;
  };
  run("4x4", FixedDropGeometry<Word64, 4, 4>());
  run("4x4 cyl", FixedDropGeometry<Word64, 4, 4, 4, true>());
  run("4x5", FixedDropGeometry<Word64, 4, 5>());
  run("4x5 cyl", DropGeometry<Word64>(DropSpec{4, 5, 4, true}));
  run("6x3", FixedDropGeometry<Word64, 6, 3>());
  run("3x6", DropGeometry<Word64>(DropSpec{3, 6, 4, false}));
  run("3x6 k3", DropGeometry<Word64>(DropSpec{3, 6, 3, false}));
  run("4x4 k3 cyl", DropGeometry<Word128>(DropSpec{4, 4, 3, true}));
  run("2x9 cyl", DropGeometry<Word64>(DropSpec{2, 9, 4, true}));
  // The bounds must have had something to say, or this would prove nothing.
  EXPECT_GT(sum.positions, 2'000'000);
  EXPECT_GT(sum.found, 50'000);
  EXPECT_GT(sum.losses, 2'000);
  EXPECT_GT(sum.rules, 20'000);
  EXPECT_GT(sum.rule_losses, 1'000);
  EXPECT_GT(sum.rule_distant, 100);
  EXPECT_GT(sum.second_wins, 1'000);
  EXPECT_GT(sum.second_too_late, 100'000);
}

// Slower: run by name, with its count in docs/results/solver-soundness.md.
TEST(StaticBounds, DISABLED_HoldInEveryPositionOfMoreBoards) {
  print("5x4", check_all_positions(FixedDropGeometry<Word64, 5, 4>()));
  print("5x4 cyl", check_all_positions(FixedDropGeometry<Word64, 5, 4, 4, true>()));
  print("7x3", check_all_positions(FixedDropGeometry<Word64, 7, 3>()));
  print("3x7", check_all_positions(DropGeometry<Word64>(DropSpec{3, 7, 4, false})));
  print("3x8", check_all_positions(DropGeometry<Word64>(DropSpec{3, 8, 4, false})));
  print("3x7 cyl", check_all_positions(DropGeometry<Word64>(DropSpec{3, 7, 4, true})));
  print("4x6", check_all_positions(FixedDropGeometry<Word64, 4, 6>()));
  print("5x4 k3", check_all_positions(DropGeometry<Word64>(DropSpec{5, 4, 3, false})));
  print("6x3 k3 cyl", check_all_positions(DropGeometry<Word64>(DropSpec{6, 3, 3, true})));
  print("5x4 k5", check_all_positions(DropGeometry<Word128>(DropSpec{5, 4, 5, false})));
}

TEST(DropSolver, AgreesWithMinimaxInRandomPositionsOfFixedBoards) {
  print("5x5", check_random_positions(FixedDropGeometry<Word64, 5, 5>(), 12));
  print("6x4", check_random_positions(FixedDropGeometry<Word64, 6, 4>(), 9));
  print("5x6", check_random_positions(FixedDropGeometry<Word64, 5, 6>(), 17));
  print("6x5", check_random_positions(FixedDropGeometry<Word64, 6, 5>(), 17));
  print("6x6", check_random_positions(FixedDropGeometry<Word64, 6, 6>(), 23));
  print("7x5", check_random_positions(FixedDropGeometry<Word64, 7, 5>(), 23));
  print("5x5, 128 bits", check_random_positions(FixedDropGeometry<Word128, 5, 5>(), 12));
  print("5x5 cyl", check_random_positions(FixedDropGeometry<Word64, 5, 5, 4, true>(), 12));
  print("4x7 cyl", check_random_positions(FixedDropGeometry<Word64, 4, 7, 4, true>(), 16));
}

TEST(DropSolver, AgreesWithMinimaxInRandomPositionsOfAnyBoard) {
  struct Shape {
    int width, height, k, min_stones;
  };
  for (const Shape& s : {Shape{4, 4, 3, 0},
                         {3, 7, 4, 6},
                         {5, 5, 3, 8},
                         {6, 4, 3, 8},
                         {7, 4, 4, 15},
                         {4, 7, 4, 15},
                         {6, 5, 5, 19},
                         {5, 6, 5, 19},
                         {2, 8, 4, 0},
                         {8, 3, 4, 11},
                         {3, 8, 4, 11},
                         {1, 6, 4, 0},
                         {9, 3, 3, 14},
                         {5, 7, 4, 23},
                         {9, 4, 4, 24},
                         {5, 5, 2, 0}}) {
    for (const bool cylinder : {false, true}) {
      const std::string name = std::to_string(s.width) + "x" + std::to_string(s.height) + " k" +
                               std::to_string(s.k) + (cylinder ? " cyl" : "");
      print(name,
            check_random_positions(DropGeometry<Word64>(DropSpec{s.width, s.height, s.k, cylinder}),
                                   s.min_stones));
    }
  }
  for (const bool cylinder : {false, true}) {
    print("5x4, 128 bits",
          check_random_positions(DropGeometry<Word128>(DropSpec{5, 4, 4, cylinder}), 4));
    print("3x6, 128 bits",
          check_random_positions(DropGeometry<Word128>(DropSpec{3, 6, 3, cylinder}), 0));
  }
}

// The lanes against set arithmetic cell by cell, in random positions of every board they serve.
template <class Word>
long compare_lanes(const DropSpec& spec, Random& random, int positions) {
  if (spec.bits() > word_bits<Word>) return 0;
  const DropGeometry<Word> g(spec);
  if (!lanes::serve(g)) return 0;
  for (int i = 0; i < positions; ++i) {
    Word set = 0;
    Word occupied = 0;
    for (int x = 0; x < g.width(); ++x) {
      const int stones = random.below(g.height() + 1);
      for (int y = 0; y < stones; ++y) {
        occupied |= g.bit(Cell{x, y});
        if (random.below(3) > 0) set |= g.bit(Cell{x, y});
      }
    }
    const Word empty = g.board() & ~occupied;
    EXPECT_TRUE(lanes::has_line(g, set) == g.has_line(set)) << g.width() << 'x' << g.height();
    EXPECT_TRUE(lanes::cells_on_lines(g, set) == lines_detail::cells_on_lines(g, set))
        << g.width() << 'x' << g.height() << " k" << g.k() << (g.cylinder() ? " cylinder" : "");
    EXPECT_TRUE((lanes::winning_squares(g, set) & empty) ==
                (lines_detail::winning_squares(g, set) & empty))
        << g.width() << 'x' << g.height() << " k" << g.k() << (g.cylinder() ? " cylinder" : "");
  }
  return positions;
}

TEST(Lanes, AreTheSameAsPlainSetsOnEveryBoard) {
  Random random(20);
  long narrow = 0;
  long wide = 0;
  long turning = 0;
  for (int width = 1; width <= 16; ++width) {
    for (int height = 1; height <= 16; ++height) {
      for (int k = 2; k <= 9; ++k) {
        for (const bool cylinder : {false, true}) {
          const DropSpec spec{width, height, k, cylinder};
          const long compared = compare_lanes<Word64>(spec, random, 40);
          narrow += compared;
          turning += cylinder ? compared : 0;
          wide += compare_lanes<Word128>(spec, random, 40);
        }
      }
    }
  }
  EXPECT_GT(narrow, 10'000);
  EXPECT_GT(turning, 2'000);
  EXPECT_GT(wide, 20'000);
}

}  // namespace
}  // namespace inarow
