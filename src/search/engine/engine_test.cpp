#include "search/engine/engine.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "base/random.hpp"
#include "rules/notation.hpp"

namespace inarow::engine {
namespace {

PlacementSpec spec_of(const char* name) { return *GameSpec::parse(name)->placement(); }

// What the board keeps must be what it would count anew.
void expect_fresh(const EngineBoard& kept, const PlacementSpec& spec,
                  const std::vector<Stone>& stones, const Weights& weights) {
  const EngineBoard fresh(spec, stones, weights);
  for (const Player player : {Player::first, Player::second}) {
    for (int count = 1; count <= spec.k; ++count) {
      EXPECT_EQ(kept.active_count(player, count), fresh.active_count(player, count));
      EXPECT_EQ(kept.active(player, count).size(), fresh.active(player, count).size());
    }
    EXPECT_EQ(kept.has_threat(player), fresh.has_threat(player));
    EXPECT_EQ(kept.has_won(player), fresh.has_won(player));
    for (CellIndex cell = 0; cell < kept.area(); ++cell) {
      ASSERT_EQ(kept.gain(cell, player), fresh.gain(cell, player)) << cell;
      ASSERT_EQ(kept.count_gain(cell, player), kept.gain(cell, player)) << cell;
    }
  }
  EXPECT_EQ(kept.hash(), fresh.hash());
}

TEST(EngineBoard, KeepsWhatItWouldCountAnew) {
  for (const char* name : {"connect6", "gomoku", "Connect(9,7,4,3,1)", "tictactoe"}) {
    const PlacementSpec spec = spec_of(name);
    const Weights weights = weights_for(spec);
    EngineBoard board(spec, {}, weights);
    Random random(7);
    std::vector<Stone> stones;
    for (int step = 0; step < 300; ++step) {
      const auto cell =
          static_cast<CellIndex>(random.below(static_cast<std::size_t>(board.area())));
      if (board.is_empty(cell)) {
        const Player player = random.below(2) == 0 ? Player::first : Player::second;
        board.place(cell, player);
        stones.push_back({board.cell(cell), player});
      } else {
        board.remove(cell);
        std::erase_if(stones, [&](const Stone& s) { return s.cell == board.cell(cell); });
      }
      if (step % 50 == 49) expect_fresh(board, spec, stones, weights);
    }
  }
}

TEST(CandidateMoves, StopAllThreatsIfAnyMoveDoes) {
  const PlacementSpec spec = spec_of("connect6");
  const Weights weights = weights_for(spec);
  Random random(11);
  int defended = 0;
  for (int round = 0; round < 200; ++round) {
    EngineBoard board(spec, {}, weights);
    for (int i = 0; i < 60; ++i) {
      const auto x = static_cast<CellIndex>(6 + random.below(7));
      const auto y = static_cast<CellIndex>(6 + random.below(7));
      const CellIndex cell = y * 19 + x;
      if (!board.is_empty(cell)) continue;
      board.place(cell, i % 2 == 0 ? Player::first : Player::second);
      if (!board.has_threat(Player::second)) continue;
      std::vector<CellSet> sets;
      threat_sets(board, Player::second, sets);
      const bool can_be_stopped = threats::threat_number(sets, 2) <= 2;
      CandidateMoves moves(board, weights);
      std::vector<Candidate> list;
      moves.list(Player::first, 2, {}, list);
      for (const Candidate& move : list) {
        ASSERT_EQ(move.cells.size, 2);
        for (const CellIndex c : move.cells) board.place(c, Player::first);
        EXPECT_EQ(board.has_threat(Player::second), !can_be_stopped);
        for (const CellIndex c : move.cells) board.remove(c);
      }
      ASSERT_FALSE(list.empty());
      defended += can_be_stopped;
      break;
    }
  }
  EXPECT_GT(defended, 50);
}

Game game_of(const char* name, const char* moves) {
  return *read_game(*GameSpec::parse(name), moves);
}

// Positions in which stones lie close to each other, of whole moves.
std::vector<Stone> crowded(const PlacementSpec& spec, Random& random, int stones) {
  std::vector<Stone> list;
  for (int i = 0; i < stones; ++i) {
    const Cell cell{spec.board->columns / 2 - 4 + static_cast<int>(random.below(9)),
                    spec.board->rows / 2 - 4 + static_cast<int>(random.below(9))};
    const Player player = i / spec.p % 2 == 0 ? Player::first : Player::second;
    const bool taken = std::any_of(list.begin(), list.end(),
                                   [&](const Stone& stone) { return stone.cell == cell; });
    if (!taken) list.push_back({cell, player});
  }
  return list;
}

int threats_after(EngineBoard& board, Player attacker, const CellSet& move) {
  for (const CellIndex cell : move) board.place_only(cell, attacker);
  std::vector<CellSet> sets;
  threat_sets(board, attacker, sets);
  for (const CellIndex cell : move) board.remove_only(cell);
  return sets.empty() ? 0 : threats::threat_number(sets, board.p());
}

// Against the definitions: the stones are placed, the threats counted. A stone that makes two
// threats by itself goes with any other, of which few are listed.
TEST(DoubleThreats, AreAllMovesThatNeedBothStones) {
  for (const char* name : {"connect6", "Connect(15,15,5,2,1)"}) {
    const PlacementSpec spec = spec_of(name);
    const Weights weights = weights_for(spec);
    Random random(9);
    int compared = 0;
    int stopped = 0;
    for (int round = 0; round < 40; ++round) {
      EngineBoard board(spec, crowded(spec, random, 4 + random.below(14)), weights);
      const Player attacker = round % 2 == 0 ? Player::first : Player::second;
      if (board.has_threat(attacker) || board.has_won(opponent(attacker))) continue;
      std::vector<CellSet> counter;
      threat_sets(board, opponent(attacker), counter);
      std::vector<ForcingMove> list;
      DoubleThreats(board).list(attacker, counter, true, list);
      const auto meets_counter = [&](const CellSet& move) {
        return std::all_of(counter.begin(), counter.end(), [&](const CellSet& set) {
          return set.contains(move.cells[0]) || set.contains(move.cells[1]);
        });
      };
      std::vector<CellIndex> near;  // of which ten are tried as the first stone
      for (CellIndex cell = 0; cell < board.area(); ++cell) {
        CellSet one;
        one.push(cell);
        if (board.is_empty(cell) && threats_after(board, attacker, one) > 0) near.push_back(cell);
      }
      for (const ForcingMove& move : list) {
        const int threats = threats_after(board, attacker, move.cells);
        EXPECT_GE(threats, 2);
        EXPECT_TRUE(move.threats == threats || move.threats == 2);
        EXPECT_TRUE(meets_counter(move.cells));
      }
      if (near.size() > 10) continue;
      for (CellIndex a = 0; a < board.area(); ++a) {
        CellSet one;
        one.push(a);
        if (!board.is_empty(a) || threats_after(board, attacker, one) > 1) continue;
        for (CellIndex b = a + 1; b < board.area(); ++b) {
          CellSet other;
          other.push(b);
          if (!board.is_empty(b) || threats_after(board, attacker, other) > 1) continue;
          CellSet move;
          move.push(a);
          move.push(b);
          const bool is_listed = std::any_of(list.begin(), list.end(),
                                             [&](const ForcingMove& m) { return m.cells == move; });
          const bool makes_two = threats_after(board, attacker, move) >= 2;
          EXPECT_EQ(is_listed, makes_two && meets_counter(move)) << name << " " << round;
          compared += is_listed;
          stopped += makes_two && !is_listed;
        }
      }
    }
    EXPECT_GT(compared, 50) << name;
    EXPECT_GT(stopped, 0) << name;
  }
}

TEST(ForcedWin, FindsWinsThatCanBeProved) {
  for (const char* name : {"connect6", "gomoku", "Connect(15,15,5,2,1)"}) {
    const PlacementSpec spec = spec_of(name);
    const Weights weights = weights_for(spec);
    Random random(5);
    int found = 0;
    for (int round = 0; round < 80; ++round) {
      const std::vector<Stone> stones = crowded(spec, random, spec.p == 1 ? 16 : 22);
      EngineBoard board(spec, stones, weights);
      if (board.has_won(Player::first) || board.has_won(Player::second)) continue;
      const std::uint64_t before = board.hash();
      ForcedWin forced(board);
      const bool wins = forced.find(Player::first, 200);
      EXPECT_EQ(board.hash(), before);
      if (!wins) continue;
      ++found;
      threats::ThreatProver prover(spec, stones, Player::first, {});
      EXPECT_TRUE(prover.find_win(Player::first, 1)) << name << " " << round;
      EXPECT_FALSE(forced.cells().empty());
    }
    EXPECT_GT(found, 5) << name;
  }
}

// What it has proved it goes on with, whatever is answered.
TEST(Engine, LosesNoPositionThatItHasProved) {
  const Game start = game_of("connect6", "j10 i8h9 i11k11 g10h11 k9h12 l8g13");
  Random random(3);
  for (int round = 0; round < 4; ++round) {
    Game game = start;
    Engine engine(*game.spec().placement());
    while (!game.over()) {
      // A win is played as soon as it is found, on a busy machine later.
      const EngineResult result = engine.think(game, {.seconds = 20});
      ASSERT_TRUE(result.proved) << format_moves(game.spec(), game.moves());
      ASSERT_TRUE(game.play(result.move));
      if (game.over()) break;
      // The opponent stops what he can, with a stone more somewhere.
      const EngineBoard board(*game.spec().placement(), game.stones(),
                              weights_for(spec_of("connect6")));
      std::vector<CellSet> sets;
      threat_sets(board, game.to_move() == Player::first ? Player::second : Player::first, sets);
      const auto defenses = threats::critical_defenses(sets, 2);
      Move move;
      if (!defenses.empty()) {
        for (const CellIndex cell :
             defenses[static_cast<std::size_t>(random.below(static_cast<int>(defenses.size())))]) {
          move.push_back(board.cell(cell));
        }
      }
      while (static_cast<int>(move.size()) < game.stones_due()) {
        const Cell cell{static_cast<int>(random.below(19)), static_cast<int>(random.below(19))};
        if (board.is_empty(board.index(cell)) &&
            std::find(move.begin(), move.end(), cell) == move.end()) {
          move.push_back(cell);
        }
      }
      ASSERT_TRUE(game.play(move));
    }
    EXPECT_EQ(game.outcome(),
              start.to_move() == Player::first ? Outcome::first_wins : Outcome::second_wins);
  }
}

TEST(Engine, AnswersTheSameWithTheSameNodes) {
  const Game game = game_of("connect6", "j10 i12h10 i11h12");
  const EngineResult one = Engine(*game.spec().placement()).think(game, {.nodes = 500});
  const EngineResult two = Engine(*game.spec().placement()).think(game, {.nodes = 500});
  EXPECT_EQ(one.move, two.move);
  EXPECT_EQ(one.score, two.score);
  EXPECT_EQ(one.nodes, two.nodes);
}

TEST(Engine, GivesSeveralMovesBestFirst) {
  const Game game = game_of("connect6", "j10 i12h10 i11h12");
  ThinkLimits limits;
  limits.nodes = 2000;
  limits.moves = 5;
  const EngineResult result = Engine(*game.spec().placement()).think(game, limits);
  ASSERT_EQ(result.choices.size(), 5U);
  EXPECT_EQ(result.choices.front().line.front(), result.move);
  for (std::size_t i = 0; i < result.choices.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      EXPECT_NE(result.choices[i].line.front(), result.choices[j].line.front());
    }
  }
  EXPECT_NEAR(result.chance, 1 / (1 + std::exp(-result.score / 100.0)), 1e-9);
}

TEST(Engine, ThinksWithSeveralThreads) {
  const Game game = game_of("gomoku", "h8 h9 j8");
  ThinkLimits limits;
  limits.seconds = 0.3;
  limits.threads = 4;
  Engine engine(*game.spec().placement());
  for (int i = 0; i < 3; ++i) EXPECT_EQ(engine.think(game, limits).move.size(), 1U);
}

// The time that is kept to check its favourite is used for the search if that was checked before.
TEST(Engine, SearchesOnWithAMoveThatIsSafe) {
  const Game game = game_of("connect6", "j10 i12l9");
  Engine engine(*game.spec().placement());
  const auto begin = Ticker::Clock::now();
  const EngineResult result = engine.think(game, {.seconds = 1});
  EXPECT_GT(seconds_since(begin), 0.88);
  EXPECT_FALSE(result.proved);
  EXPECT_LT(std::abs(result.score), near_win);
}

TEST(Engine, PlaysAProvedWin) {
  const Game game = game_of("connect6", "j10 i8h9 i11k11 g10h11 k9h12 l8g13");
  Engine engine(*game.spec().placement());
  const EngineResult result = engine.think(game, {.seconds = 20});
  EXPECT_TRUE(result.proved);
  EXPECT_EQ(result.order, 1);
}

TEST(Engine, StopsWhatWouldWinNextMove) {
  const Game game = game_of("connect6", "j10 a1a3 k10l10 a5c7 m10b2");
  Engine engine(*game.spec().placement());
  Game next = game;
  ASSERT_TRUE(next.play(engine.think(game, {.seconds = 0.3}).move));
  const EngineBoard board(*game.spec().placement(), next.stones(),
                          weights_for(spec_of("connect6")));
  EXPECT_FALSE(board.has_threat(Player::first));
}

TEST(Engine, PlaysLegalMovesInTimeOnEveryBoard) {
  for (const char* name : {"connect6", "gomoku", "Connect(6,2,3)", "Connect(5,1,1)",
                           "Connect(9,9,5,3,1)", "Connect(4,4,4,2,1)"}) {
    Game game(*GameSpec::parse(name));
    ASSERT_TRUE(game.play(*read_move(game, name[0] == 'C' && !game.spec().cells()
                                               ? (game.stones_due() == 3 ? "0,0 1,0 4,4" : "0,0")
                                               : "b2")));
    Engine engine(*game.spec().placement());
    for (int i = 0; i < 4 && !game.over() && game.stones_due() == game.spec().placement()->p; ++i) {
      const auto begin = Ticker::Clock::now();
      const EngineResult result = engine.think(game, {.seconds = 0.1});
      EXPECT_LT(seconds_since(begin), 0.4) << name;
      ASSERT_TRUE(game.play(result.move)) << name;
    }
  }
}

}  // namespace
}  // namespace inarow::engine
