#include "search/engine/crossings.hpp"

#include <gtest/gtest.h>

#include "base/random.hpp"

namespace inarow::engine {
namespace {

// The definition: the net's inputs counted on the whole board.
double value_by_counting(const CrossingWeights& weights, const EngineBoard& board,
                         const EngineBoard& empty, Player to_move) {
  std::array<double, CrossingWeights::units> has{};
  for (std::size_t unit = 0; unit < has.size(); ++unit) {
    has[unit] = static_cast<double>(weights.bias[unit]) / CrossingWeights::parts;
  }
  const auto add = [&](const EngineBoard& counted, double sign) {
    for (const Player player : {to_move, opponent(to_move)}) {
      const auto& inputs = player == to_move ? weights.mine : weights.his;
      for (CellIndex cell = 0; cell < counted.area(); ++cell) {
        if (!counted.is_empty(cell)) continue;
        const std::array<int, 4> found = crossing_classes(counted, cell, player);
        for (std::size_t unit = 0; unit < has.size(); ++unit) {
          int sum = 0;
          for (std::size_t d = 0; d < 4; ++d) {
            sum += inputs[static_cast<std::size_t>(found[d])][unit];
            for (std::size_t e = 0; e < d; ++e) {
              sum +=
                  inputs[static_cast<std::size_t>(CrossingWeights::pair(found[d], found[e]))][unit];
            }
          }
          has[unit] += sign * sum / CrossingWeights::parts;
        }
      }
    }
  };
  add(board, +1);
  add(empty, -1);
  double value = 0;
  for (std::size_t unit = 0; unit < has.size(); ++unit) {
    const bool linear = unit + 1 == has.size();
    value += (linear ? has[unit] : std::max(has[unit], 0.0)) * weights.worth[unit] / 100;
  }
  return value;
}

struct Fixture {
  explicit Fixture(const std::string& game)
      : spec(*GameSpec::parse(game)->placement()),
        weights(weights_for(spec)),
        empty(spec, {}, weights),
        board(spec, {}, weights) {
    if (weights.crossings != nullptr) {
      crossings.emplace(*weights.crossings, board.window(), spec.k);
    }
  }

  PlacementSpec spec;
  Weights weights;
  EngineBoard empty;
  EngineBoard board;
  std::optional<Crossings> crossings;
};

TEST(Crossings, AreThereForConnect6OnEveryBoard) {
  EXPECT_TRUE(Fixture("connect6").crossings);
  EXPECT_TRUE(Fixture("Connect(15,15,6,2,1)").crossings);
  EXPECT_FALSE(Fixture("Connect(9,9,6,3,1)").crossings);
}

TEST(Crossings, WhatIsKeptUpToDateIsWhatIsCounted) {
  for (const char* game : {"connect6", "Connect(12,9,6,2,1)", "Connect(6,30,6,2,1)"}) {
    Fixture f(game);
    Random random(11);
    std::vector<std::pair<CellIndex, Player>> stones;
    const std::int32_t at_first = f.crossings->value(Player::first);
    for (int step = 0; step < 120; ++step) {
      if (!stones.empty() && random.below(4) == 0) {
        const auto [cell, player] = stones.back();
        stones.pop_back();
        f.board.remove(cell);
        f.crossings->remove(cell, player);
      } else {
        const CellIndex cell = random.below(f.board.area());
        const Player player = random.below(2) == 0 ? Player::first : Player::second;
        if (!f.board.is_empty(cell)) continue;
        stones.push_back({cell, player});
        f.board.place(cell, player);
        f.crossings->place(cell, player);
      }
      for (const Player player : {Player::first, Player::second}) {
        const double exact = value_by_counting(*f.weights.crossings, f.board, f.empty, player);
        EXPECT_NEAR(f.crossings->value(player), exact, 1) << game;
      }
    }
    // Whatever the order in which stones go.
    for (const auto& [cell, player] : stones) f.crossings->remove(cell, player);
    EXPECT_EQ(f.crossings->value(Player::first), at_first);
  }
}

TEST(Crossings, ALineIsGoodForItsOwner) {
  Fixture f("connect6");
  for (const Cell cell : {Cell{9, 9}, Cell{10, 9}, Cell{11, 9}}) {
    f.crossings->place(f.board.index(cell), Player::first);
  }
  EXPECT_GT(f.crossings->value(Player::first), 100);
  EXPECT_LT(f.crossings->value(Player::second), 0);
}

TEST(Crossings, ClassesCountTheBestSegments) {
  Fixture f("connect6");
  for (const int x : {8, 9, 10}) f.board.place(f.board.index({x, 9}), Player::first);
  f.board.place(f.board.index({13, 9}), Player::second);
  // ... 7 8 9 10 11 12 | 13: beside the three there are two segments with all of them.
  const auto first = crossing_classes(f.board, f.board.index({11, 9}), Player::first);
  const auto second = crossing_classes(f.board, f.board.index({11, 9}), Player::second);
  const auto east = static_cast<std::size_t>(Direction::horizontal);
  EXPECT_EQ(first[east], crossing_class(3, 2));
  EXPECT_EQ(second[east], crossing_class(1, 1));
}

}  // namespace
}  // namespace inarow::engine
