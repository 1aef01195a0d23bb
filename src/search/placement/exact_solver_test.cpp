// The exact solver against plain minimax on tiny boards, every k, p and q, and against the values
// of tests/data/connect_values.txt.

#include "search/placement/exact_solver.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <sstream>

#include "rules/random_games.hpp"

namespace inarow {
namespace {

GameSpec connect(int m, int n, int k, int p, int q) {
  return GameSpec(PlacementSpec{BoardSize{m, n}, k, p, q});
}

// Minimax over single stones by nothing but the rules. Returns the value for the first player.
class PlainMinimax {
 public:
  explicit PlainMinimax(const PlacementSpec& spec) : spec_(spec), board_(spec) {}

  int value(const std::vector<Stone>& stones) {
    for (const Stone& stone : stones) board_.place(stone.cell, stone.player);
    const int result = search(static_cast<int>(stones.size()));
    for (const Stone& stone : stones) board_.remove(stone.cell);
    return result;
  }

 private:
  int search(int stones) {
    if (board_.complete_segments(Player::first) > 0) return 1;
    if (board_.complete_segments(Player::second) > 0) return -1;
    if (stones == spec_.board->columns * spec_.board->rows) return 0;
    const std::vector<Stone> key = board_.all_stones();
    if (const auto known = table_.find(key); known != table_.end()) return known->second;
    const bool first = stones < spec_.q || ((stones - spec_.q) / spec_.p) % 2 == 1;
    int best = first ? -1 : 1;
    for (int x = 0; x < spec_.board->columns; ++x) {
      for (int y = 0; y < spec_.board->rows; ++y) {
        if (board_.at({x, y})) continue;
        board_.place({x, y}, first ? Player::first : Player::second);
        const int result = search(stones + 1);
        board_.remove({x, y});
        best = first ? std::max(best, result) : std::min(best, result);
      }
    }
    table_.emplace(key, best);
    return best;
  }

  PlacementSpec spec_;
  PlacementBoard board_;
  std::map<std::vector<Stone>, int> table_;
};

int first_value(const Game& game, const ExactSolver::Answer& answer) {
  const int value = static_cast<int>(*answer.value);
  return game.to_move() == Player::first ? value : -value;
}

TEST(ExactSolver, AgreesWithPlainMinimaxFromTheStart) {
  for (const auto& [m, n] : {std::pair{1, 5}, {2, 2}, {2, 4}, {3, 2}, {3, 3}, {4, 2}}) {
    for (int k = 1; k <= 4; ++k) {
      for (int p = 1; p <= 4; ++p) {
        for (int q = 1; q <= 4; ++q) {
          const GameSpec spec = connect(m, n, k, p, q);
          ExactSolver solver(*spec.placement(), 1 << 20);
          const Game game(spec);
          EXPECT_EQ(first_value(game, solver.value(game, nullptr)),
                    PlainMinimax(*spec.placement()).value({}))
              << spec.to_string();
        }
      }
    }
  }
}

TEST(ExactSolver, ValuesOfSingleStonesAgreeWithPlainMinimax) {
  Random random(11);
  int compared = 0;
  for (int p = 1; p <= 3; ++p) {
    for (int q = 1; q <= 3; ++q) {
      const GameSpec spec = connect(4, 4, 3 + p / 2, p, q);
      ExactSolver solver(*spec.placement(), 1 << 20);
      PlainMinimax minimax(*spec.placement());
      for (int i = 0; i < 15; ++i) {
        Game game(spec);
        if (!play_at_random(game, 8, random)) continue;
        const int sign = game.to_move() == Player::first ? 1 : -1;
        for (const Cell cell : game.playable_cells()) {
          std::vector<Stone> stones = game.stones();
          stones.push_back({cell, game.to_move()});
          const auto value = solver.value_of_stone(game, cell, nullptr);
          ASSERT_TRUE(value.has_value());
          ASSERT_EQ(static_cast<int>(*value), sign * minimax.value(stones)) << spec.to_string();
          ++compared;
        }
      }
    }
  }
  EXPECT_GT(compared, 300);
}

TEST(ExactSolver, AgreesWithPlainMinimaxInRandomPositions) {
  Random random(7);
  int compared = 0;
  for (const auto& [m, n] : {std::pair{4, 3}, {4, 4}, {5, 3}}) {
    for (int k = 3; k <= 4; ++k) {
      for (int p = 1; p <= 3; ++p) {
        for (int q = 1; q <= 3; ++q) {
          const GameSpec spec = connect(m, n, k, p, q);
          ExactSolver solver(*spec.placement(), 1 << 20);
          PlainMinimax minimax(*spec.placement());
          for (int i = 0; i < 20; ++i) {
            Game game(spec);
            const int from = m * n - 8 - random.below(2);
            if (!play_at_random(game, from, random)) continue;
            ++compared;
            const ExactSolver::Answer answer = solver.value(game, nullptr);
            const int value = minimax.value(game.stones());
            ASSERT_EQ(first_value(game, answer), value) << spec.to_string();
            // The move it names keeps the value.
            ASSERT_TRUE(game.play(answer.best).has_value());
            if (game.over()) {
              const int end = game.outcome() == Outcome::draw         ? 0
                              : game.outcome() == Outcome::first_wins ? 1
                                                                      : -1;
              ASSERT_EQ(end, value);
            } else {
              ASSERT_EQ(minimax.value(game.stones()), value) << spec.to_string();
            }
          }
        }
      }
    }
  }
  EXPECT_GT(compared, 300);
}

// The stones that lead to the position being searched, none of them on another.
TEST(ExactSolver, TellsWhereItLooks) {
  const GameSpec spec = connect(5, 5, 4, 1, 1);
  ExactSolver solver(*spec.placement(), 1 << 20);
  Observer observer;
  solver.set_observer(&observer);
  Game game(spec);
  ASSERT_TRUE(solver.value(game, nullptr).value);
  const WorkStatus status = observer.status();
  EXPECT_GE(status.nodes, 1024U);
  EXPECT_FALSE(status.line.empty());
  for (const Move& move : status.line) EXPECT_TRUE(game.play(move));
}

TEST(ExactSolver, KnowsTheValuesOfTheLiterature) {
  std::ifstream file(INAROW_TEST_DATA "/connect_values.txt");
  ASSERT_TRUE(file);
  std::string line;
  int lines = 0;
  while (std::getline(file, line)) {
    if (line.empty() || line[0] == '#') continue;
    std::istringstream in(line);
    int m = 0, n = 0, k = 0, p = 0, q = 0;
    char value = 0;
    ASSERT_TRUE(in >> m >> n >> k >> p >> q >> value) << line;
    const GameSpec spec = connect(m, n, k, p, q);
    ExactSolver solver(*spec.placement(), std::size_t{64} << 20);
    const Game game(spec);
    const int result = first_value(game, solver.value(game, nullptr));
    EXPECT_EQ(result, value == 'B' ? 1 : value == 'W' ? -1 : 0) << line;
    ++lines;
  }
  EXPECT_GT(lines, 100);
}

TEST(ExactSolver, StopsWithoutAnAnswer) {
  const GameSpec spec = connect(7, 7, 5, 1, 1);
  ExactSolver solver(*spec.placement(), 1 << 20);
  StopToken stop;
  stop.request_stop();
  const ExactSolver::Answer answer = solver.value(Game(spec), &stop);
  EXPECT_FALSE(answer.value.has_value());
  EXPECT_TRUE(answer.best.empty());
}

TEST(ExactSolver, RefusesOtherBoards) {
  EXPECT_FALSE(ExactSolver::obstacle(connect(7, 7, 5, 1, 1)));
  EXPECT_TRUE(ExactSolver::obstacle(connect(8, 8, 5, 1, 1)));
  EXPECT_TRUE(ExactSolver::obstacle(*GameSpec::parse("Connect(6,2,3)")));
  EXPECT_TRUE(ExactSolver::obstacle(*GameSpec::parse("connect4")));
}

}  // namespace
}  // namespace inarow
