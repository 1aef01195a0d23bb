// Theorem 2 of Chiang, Wu and Lin (2011): the derivation, its partitions and squares, and Breaker's
// play on the infinite board, by blocks and by bands.

#include "search/maker_breaker/band.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "base/random.hpp"
#include "rules/placement_board.hpp"
#include "search/maker_breaker/band_breaker.hpp"
#include "search/maker_breaker/breaker.hpp"

namespace inarow::maker_breaker {
namespace {

TEST(Band, DerivesTheoremTwo) {
  EXPECT_EQ(theorem_2_k(1), 11);
  EXPECT_EQ(theorem_2_k(2), 14);
  EXPECT_EQ(theorem_2_k(3), 17);
  EXPECT_EQ(theorem_2_k(4), 23);
  for (int p = 1; p <= 1000; ++p) {
    const std::vector<BandStep> steps = derive(p);
    ASSERT_FALSE(steps.empty());
    EXPECT_EQ(3 * steps.back().length - 1, theorem_2_k(p)) << p;
    if (p <= 40 || p % 500 == 0) {
      const Result<int> k = check_derivation(steps, p);
      ASSERT_TRUE(k) << p << ": " << k.error().message;
      EXPECT_EQ(*k, theorem_2_k(p));
    }
  }
}

TEST(Band, RefusesWrongDerivations) {
  const std::vector<BandStep> good = derive(11);
  ASSERT_GE(good.size(), 4U);
  ASSERT_TRUE(check_derivation(good, 11));
  EXPECT_FALSE(check_derivation(good, 12));
  EXPECT_FALSE(check_derivation({}, 1));
  for (std::size_t i = 0; i < good.size(); ++i) {
    for (const int change : {-1, 1}) {
      std::vector<BandStep> bad = good;
      bad[i].length += change;
      EXPECT_FALSE(check_derivation(bad, 11));
      bad = good;
      bad[i].number += change;
      // A weaker exclusive bound is true, but then the next step does not fit.
      EXPECT_FALSE(check_derivation(bad, 11));
    }
    std::vector<BandStep> bad = good;
    bad.erase(bad.begin() + static_cast<std::ptrdiff_t>(i));
    EXPECT_FALSE(check_derivation(bad, 11));
  }
}

TEST(Band, PartitionsAndSquaresOfAllSmallSizes) {
  for (int l = 1; l <= 40; ++l) {
    for (const bool even : {false, true}) {
      const Result<void> partition = BandPartition(l, even).check();
      EXPECT_TRUE(partition) << l << ": " << partition.error().message;
    }
    for (const bool lacks_corner : {false, true}) {
      const Result<void> squares = check_square_strategy(l, lacks_corner);
      EXPECT_TRUE(squares) << squares.error().message;
    }
  }
}

// All states of a small square with real stones, Maker playing one stone at a time in every order
// and lines being broken from outside at any moment: nothing is taken up to symmetry here.
TEST(SquareStrategy, HoldsInEveryGameOnSmallSquares) {
  struct Position {
    std::set<std::pair<int, int>> maker;
    std::set<std::pair<int, int>> breaker;
    std::set<BandLine> broken;
    std::optional<BandLine> stoned;
    auto operator<=>(const Position&) const = default;
  };
  for (const auto& [rows, columns, lacks_corner] :
       {std::tuple{2, 2, false}, {2, 2, true}, {2, 3, false}, {2, 3, true}, {3, 2, true}}) {
    std::set<Position> seen;
    std::vector<Position> open{{}};
    while (!open.empty()) {
      const Position position = open.back();
      open.pop_back();
      if (!seen.insert(position).second) continue;
      const auto active = [&](const BandLine& line) { return !position.broken.contains(line); };
      for (int n = 0; n < rows + columns; ++n) {  // a line is broken from outside
        Position next = position;
        const BandLine line{n < rows, n < rows ? n : n - rows};
        if (!next.broken.insert(line).second) continue;
        if (next.stoned == line) next.stoned.reset();
        open.push_back(next);
      }
      for (int x = 0; x < rows; ++x) {
        for (int s = 0; s < columns; ++s) {
          if (lacks_corner && x == 0 && s == 0) continue;
          if (position.maker.contains({x, s}) || position.breaker.contains({x, s})) continue;
          SquareQuestion question{
              x, s, active({true, x}), active({false, s}), position.stoned, std::nullopt};
          if (lacks_corner && active({true, 0}) && active({false, 0})) {
            ASSERT_TRUE(position.maker.empty());
            question.corner = std::pair(0, 0);
          }
          const SquareReply reply = square_reply(question);
          Position next = position;
          next.maker.insert({x, s});
          if (reply.exclusive) next.broken.insert(*reply.exclusive);
          if (reply.cell) {
            ASSERT_FALSE(next.maker.contains(*reply.cell));
            ASSERT_TRUE(next.breaker.insert(*reply.cell).second);
            next.broken.insert({true, reply.cell->first});
            next.broken.insert({false, reply.cell->second});
          }
          int sum = 0;
          next.stoned.reset();
          for (const auto& [a, b] : next.maker) {
            for (const BandLine line : {BandLine{true, a}, BandLine{false, b}}) {
              if (next.broken.contains(line)) continue;
              ++sum;
              next.stoned = line;
            }
          }
          ASSERT_LE(sum, 1);
          ASSERT_EQ(next.stoned, reply.stoned);
          open.push_back(next);
        }
      }
    }
    EXPECT_GT(seen.size(), 50U);
  }
}

enum class Maker { random, crowding, greedy, lines };

// Maker's stones in the best segment through the cell that Breaker has not touched. A window of k
// cells slides along each direction.
int most_stones_in_open_segment(const PlacementBoard& board, Cell cell) {
  const int k = board.spec().k;
  int most = 0;
  for (const Direction d : all_directions) {
    std::array<int, 2> stones{0, 0};
    const auto count = [&](int i, int change) {
      const auto player = board.at({cell.x + i * step_of(d).x, cell.y + i * step_of(d).y});
      if (player) stones[static_cast<std::size_t>(*player)] += change;
    };
    for (int i = 1 - k; i < k; ++i) {
      count(i, 1);
      if (i - k >= 1 - k) count(i - k, -1);
      if (i >= 0 && stones[1] == 0) most = std::max(most, stones[0]);
    }
  }
  return most;
}

// Maker's stones: anywhere, on his longest segment that Breaker has not touched, or on the watched
// line that he has filled most.
std::vector<Cell> makers_move(Maker kind, int p, int span, PlacementBoard& board,
                              const PlaneBreaker& breaker, Random& random) {
  std::vector<Cell> stones;
  std::vector<Cell> wanted;
  if (kind == Maker::lines) {
    const Watch watch = breaker.watch();
    const WatchedLine* best = nullptr;
    for (const WatchedLine& line : watch.lines) {
      if (!line.broken && (best == nullptr || line.maker_stones > best->maker_stones)) best = &line;
    }
    if (best != nullptr) wanted = best->cells;
  }
  while (static_cast<int>(stones.size()) < p) {
    Cell best{random.below(span), random.below(span)};
    if (!wanted.empty()) {
      best = wanted.back();
      wanted.pop_back();
      if (board.at(best)) continue;
    }
    int score = -1;
    for (int trial = 0; trial < (kind == Maker::greedy ? 30 : 0); ++trial) {
      const Cell cell{random.below(span), random.below(span)};
      if (board.at(cell)) continue;
      const int most = most_stones_in_open_segment(board, cell);
      if (most > score) {
        score = most;
        best = cell;
      }
    }
    for (int i = 0; board.at(best); ++i) best = {best.x + 1, best.y + i % 2};
    board.place(best, Player::first);
    stones.push_back(best);
  }
  return stones;
}

void play(PlaneBreaker& breaker, int k, int p, Maker kind, int moves, Random& random) {
  PlacementBoard board({std::nullopt, k, p, p});
  const int span = kind == Maker::crowding ? 2 * k : 2 * k + random.below(2 * k);
  for (int i = 0; i < moves; ++i) {
    const std::vector<Cell> stones = makers_move(kind, p, span, board, breaker, random);
    ASSERT_EQ(board.complete_segments(Player::first), 0) << "p = " << p << ", move " << i;
    const std::vector<Cell> answer = breaker.answer(stones, p);
    ASSERT_EQ(static_cast<int>(answer.size()), p);
    for (const Cell cell : answer) {
      ASSERT_FALSE(board.at(cell));
      board.place(cell, Player::second);
    }
    if (i % 50 != 0) continue;
    const Watch watch = breaker.watch();
    for (const WatchedLine& line : watch.lines) {
      int mine = 0;
      bool broken = false;
      for (const Cell cell : line.cells) {
        mine += board.at(cell) == Player::first ? 1 : 0;
        broken = broken || board.at(cell) == Player::second;
      }
      ASSERT_EQ(mine, line.maker_stones);
      ASSERT_EQ(broken, line.broken);
      if (!broken) {
        ASSERT_GE(static_cast<int>(line.cells.size()) - mine, watch.missing);
      }
    }
  }
}

// Fifty thousand moves in each game against the proved strategies on blocks.
TEST(Breaker, NeverLosesOnTheInfiniteBoard) {
  StopToken stop;
  for (const int p : {1, 2}) {
    Random random(3);
    for (int round = 0; round < 20; ++round) {
      Breaker breaker(StripTiling(2 * p + 2, p + 2, 2 * p + 2), p, stop);
      ASSERT_TRUE(breaker.ready());
      play(breaker, 3 * p + 5, p, round % 2 == 0 ? Maker::random : Maker::greedy, 2500, random);
    }
  }
}

// A hundred thousand moves more, by Theorem 2.
TEST(BandBreaker, NeverLosesOnTheInfiniteBoard) {
  Random random(5);
  int moves = 0;
  const auto games = [&](int p, Maker kind, int count) {
    const int k = theorem_2_k(p);
    // Until the span of at least 2k x 2k cells is full.
    const int length = std::min(count, 2 * k * k / p);
    for (int played = 0; played < count; played += length) {
      BandBreaker breaker(p);
      ASSERT_EQ(breaker.k(), k);
      play(breaker, k, p, kind, length, random);
      moves += length;
    }
  };
  for (int p = 1; p <= 12; ++p) {
    for (const Maker kind : {Maker::random, Maker::crowding}) games(p, kind, 3600);
    games(p, Maker::greedy, 300);
    games(p, Maker::lines, 300);
  }
  for (const int p : {26, 57, 120}) games(p, Maker::crowding, 30);
  EXPECT_GT(moves, 90'000);
}

// Where the board of a game ends.
TEST(BandBreaker, AnswersOnTheBoardAtItsEdge) {
  StopToken stop;
  Random random(2);
  for (const int p : {1, 2, 3, 5}) {
    std::vector<std::unique_ptr<PlaneBreaker>> breakers;
    breakers.push_back(std::make_unique<BandBreaker>(p));
    if (p <= 2) {
      breakers.push_back(
          std::make_unique<Breaker>(StripTiling(2 * p + 2, p + 2, 2 * p + 2), p, stop));
    }
    for (const std::unique_ptr<PlaneBreaker>& breaker : breakers) {
      PlacementBoard board({std::nullopt, theorem_2_k(p), p, p});
      for (int i = 0; i < 60; ++i) {
        std::vector<Cell> stones;
        while (static_cast<int>(stones.size()) < p) {
          const Cell cell{max_coordinate - random.below(25), -max_coordinate + random.below(25)};
          if (board.at(cell)) continue;
          board.place(cell, Player::first);
          stones.push_back(cell);
        }
        for (const Cell cell : breaker->answer(stones, p)) {
          ASSERT_TRUE(board.contains(cell));
          board.place(cell, Player::second);
        }
      }
      EXPECT_EQ(board.complete_segments(Player::first), 0);
    }
  }
}

// Every way that Maker can begin, one stone after another, in one corner of the board.
TEST(BandBreaker, HoldsAgainstAllShortAttacks) {
  for (const int p : {1, 2, 3}) {
    std::uint64_t games = 0;
    const auto attack = [&](auto&& self, const BandBreaker& before, std::set<Cell> maker,
                            std::set<Cell> own, int depth) -> void {
      if (depth == 0) return;
      const int span = 4;
      std::vector<Cell> empty;
      for (int i = 0; i < span * span; ++i) {
        const Cell cell{i % span, i / span};
        if (!maker.contains(cell) && !own.contains(cell)) empty.push_back(cell);
      }
      for (int first = 0; first < static_cast<int>(empty.size()); ++first) {
        std::vector<Cell> stones;
        for (int i = 0; i < p && first + i < static_cast<int>(empty.size()); ++i) {
          stones.push_back(empty[static_cast<std::size_t>(first + i)]);
        }
        BandBreaker breaker = before;
        std::set<Cell> next = maker;
        std::set<Cell> theirs = own;
        next.insert(stones.begin(), stones.end());
        for (const Cell cell : breaker.answer(stones, static_cast<int>(stones.size()))) {
          ASSERT_FALSE(next.contains(cell));
          ASSERT_TRUE(theirs.insert(cell).second);
        }
        for (const WatchedLine& line : breaker.watch().lines) {
          if (line.broken) continue;
          ASSERT_GT(static_cast<int>(line.cells.size()) - line.maker_stones, p);
        }
        ++games;
        self(self, breaker, next, theirs, depth - 1);
      }
    };
    attack(attack, BandBreaker(p), {}, {}, 3);
    EXPECT_GT(games, 1000U);
  }
}

}  // namespace
}  // namespace inarow::maker_breaker
