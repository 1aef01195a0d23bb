// Wins that threat search claims, against exhaustive search on small boards, and replayed against
// every critical defense by a referee that knows only the rules.

#include "search/threat_space/threat_search.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdlib>
#include <ctime>
#include <set>

#include "rules/notation.hpp"
#include "rules/random_games.hpp"
#include "search/placement/exact_solver.hpp"
#include "support/referee.hpp"
#include "support/small_oracle.hpp"

namespace inarow::threats {
namespace {

// Longer runs: INAROW_TEST_FACTOR=10 threat_space_test
int factor() {
  const char* const text = std::getenv("INAROW_TEST_FACTOR");
  return text == nullptr ? 1 : std::max(1, std::atoi(text));
}

ThreatLimits small_limits(int order) {
  ThreatLimits limits;
  limits.order = order;
  limits.nodes_a_search = 300;
  limits.moves_of_order = 2;
  limits.width = 8;
  limits.nodes = 4000;
  limits.table = 1024;
  return limits;
}

// Every claim, whoever is to move.
class SmallBoards : public testing::Test {
 protected:
  void compare(const char* text, int rounds) {
    const GameSpec spec = *GameSpec::parse(text);
    ExactSolver exact(*spec.placement(), std::size_t{1} << 20);
    for (int round = 0; round < rounds; ++round) {
      Game game(spec);
      if (!play_until_empty(game, 6 + random_.below(11), random_)) continue;
      if (game.moves().empty()) continue;
      ++positions_;
      const Player mover = game.to_move();
      const int order = 1 + round % 4;
      ThreatSearch attack(*spec.placement(), game.stones(), mover, small_limits(order));
      if (const std::optional<ThreatWin> win = attack.find_win()) {
        ++wins_[static_cast<std::size_t>(win->order)];
        ASSERT_EQ(exact.wins(game, mover, nullptr), true) << text << ' ' << moves(game);
        Game after = game;
        ASSERT_TRUE(after.play(win->move).has_value()) << text << ' ' << moves(game);
        if (after.over()) {
          ASSERT_EQ(after.outcome(), win_of(mover));
        } else {
          ASSERT_EQ(exact.wins(after, mover, nullptr), true) << text << ' ' << moves(game);
        }
      }
      ThreatSearch defense(*spec.placement(), game.stones(), opponent(mover), small_limits(order));
      if (const std::optional<ThreatWin> win = defense.find_win_after_defense()) {
        ++wins_after_defense_[static_cast<std::size_t>(win->order)];
        ASSERT_EQ(exact.wins(game, opponent(mover), nullptr), true) << text << ' ' << moves(game);
      }
    }
  }
  static std::string moves(const Game& game) { return format_moves(game.spec(), game.moves()); }

  Random random_{17};
  int positions_ = 0;
  std::array<int, 5> wins_{};  // by order
  std::array<int, 5> wins_after_defense_{};
};

TEST_F(SmallBoards, ClaimsAgreeWithExhaustiveSearch) {
  for (const char* text :
       {"Connect(5,4,4,1,1)", "Connect(5,5,4,1,1)", "Connect(4,4,3,1,1)", "Connect(6,5,5,1,1)",
        "Connect(5,4,4,2,1)", "Connect(5,5,4,2,2)", "Connect(6,5,5,2,1)", "Connect(5,5,5,2,1)",
        "Connect(5,5,4,3,1)", "Connect(6,5,5,3,2)", "Connect(5,4,4,3,3)", "Connect(5,5,3,2,1)",
        "Connect(4,4,4,1,1)", "Connect(4,4,4,2,2)"}) {
    compare(text, 8800 * factor());
  }
  EXPECT_GT(positions_, 100000);
  EXPECT_GT(wins_[1], 20000);
  EXPECT_GT(wins_after_defense_[1], 2000);
  EXPECT_GT(wins_[2] + wins_after_defense_[2], 500);
  std::printf("order 2: %d wins, %d after the defender's move\n", wins_[2], wins_after_defense_[2]);
  std::printf("%d positions; order 1: %d wins, %d after the defender's move\n", positions_,
              wins_[1], wins_after_defense_[1]);
}

// In games on small boards a win comes by order 1 or not at all. So these positions have more
// stones of the attacker than a game has, but few threats: searches of orders 2 to 4, whose claims
// and zones are judged by exhaustive search.
TEST(HigherOrders, ClaimsAndZonesAgreeWithExhaustiveSearch) {
  Random random(37);
  int positions = 0;
  std::array<std::array<int, 4>, 5> claims{};  // by order and p
  int extra_stones = 0;
  // Quiet: the defender is to move and has at least two free stones.
  struct Board {
    const char* text;
    bool quiet;
    int rounds;
  };
  for (const auto& [text, quiet, board_rounds] :
       std::initializer_list<Board>{{"Connect(4,4,3,1,1)", false, 80},
                                    {"Connect(5,5,4,1,1)", false, 80},
                                    {"Connect(5,4,4,1,1)", false, 80},
                                    {"Connect(6,6,5,1,1)", false, 80},
                                    {"Connect(5,5,5,2,1)", false, 400},
                                    {"Connect(6,5,5,2,1)", false, 400},
                                    {"Connect(6,6,6,2,1)", false, 400},
                                    {"Connect(5,5,4,2,1)", false, 400},
                                    {"Connect(5,5,5,3,1)", false, 500},
                                    {"Connect(6,5,5,3,1)", false, 500},
                                    {"Connect(6,6,6,3,1)", false, 500},
                                    {"Connect(7,5,5,3,1)", false, 500},
                                    {"Connect(4,4,4,2,1)", true, 250},
                                    {"Connect(5,4,4,2,1)", true, 400},
                                    {"Connect(5,5,5,2,1)", true, 120},
                                    {"Connect(6,5,5,2,1)", true, 120},
                                    {"Connect(6,6,6,2,1)", true, 200},
                                    {"Connect(6,6,6,3,1)", true, 100}}) {
    const GameSpec spec = *GameSpec::parse(text);
    const PlacementSpec& placement = *spec.placement();
    const int cells = *spec.cells();
    SmallOracle oracle(placement);
    for (int round = 0; round < board_rounds * factor(); ++round) {
      ThreatBoard board(placement, {});
      std::vector<Stone> stones;
      const int empty = quiet ? 12 + random.below(5) : 7 + random.below(placement.p == 1 ? 10 : 8);
      const int share = 40 + random.below(61);  // of the attacker, in percent
      const bool attack = !quiet && round % 3 == 0;
      // Neither wins at once; if the defender is to move, the attacker may have a few threats.
      const auto calm = [&](Player player) {
        if (attack || player == Player::second) return !board.has_threat(player);
        return !board.has_won(player) &&
               threat_number(board, player, placement.p) < placement.p - (quiet ? 1 : 0);
      };
      for (int i = 0; i < 300 && board.empty_count() > empty; ++i) {
        const CellIndex cell = random.below(cells);
        if (!board.is_empty(cell)) continue;
        const Player player = random.below(100) < share ? Player::first : Player::second;
        board.place(cell, player);
        if (calm(player)) {
          stones.push_back({board.cell(cell), player});
        } else {
          board.remove(cell);
        }
      }
      if (board.empty_count() > 16) continue;
      ++positions;
      ThreatLimits limits = small_limits(2 + random.below(3));
      if (quiet) limits.order = 4;
      limits.nodes_a_search = quiet ? 300 : 150;
      limits.nodes = quiet ? 4000 : 1000;
      ThreatSearch search(placement, stones, Player::first, limits);
      const std::optional<ThreatWin> win =
          attack ? search.find_win() : search.find_win_after_defense();
      if (!win) continue;
      ++claims[static_cast<std::size_t>(win->order)][static_cast<std::size_t>(placement.p)];
      const auto where = [&] {
        std::string all = text;
        for (const Stone& stone : stones) {
          all += fmt::format(" {}{}", stone.player == Player::first ? 'X' : 'O',
                             cell_name(spec, stone.cell));
        }
        return all;
      };
      ASSERT_TRUE(oracle.wins(stones, Player::first, attack)) << where();
      std::vector<Stone> with_extra = stones;
      std::set<Cell> taken;
      for (const Stone& stone : stones) taken.insert(stone.cell);
      for (const std::vector<Cell>& zone : win->zones) {
        std::vector<Cell> outside;
        for (CellIndex i = 0; i < cells; ++i) {
          const Cell cell = board.cell(i);
          if (!taken.contains(cell) && std::find(zone.begin(), zone.end(), cell) == zone.end()) {
            outside.push_back(cell);
          }
        }
        if (outside.empty()) break;
        const Cell cell = one_of(outside, random);
        taken.insert(cell);
        with_extra.push_back({cell, Player::second});
        ++extra_stones;
        ASSERT_TRUE(oracle.wins(with_extra, Player::first, attack))
            << where() << " and " << with_extra.size() - stones.size() << " extra stones";
      }
    }
  }
  for (std::size_t order = 1; order <= 4; ++order) {
    std::printf("order %zu: p = 1 %d, p = 2 %d, p = 3 %d\n", order, claims[order][1],
                claims[order][2], claims[order][3]);
  }
  std::printf("%d positions, %d extra stones\n", positions, extra_stones);
  EXPECT_GT(positions, 3500);
  EXPECT_GT(extra_stones, 400);
  EXPECT_GT(claims[2][1], 15);
  EXPECT_GT(claims[2][2], 15);
  EXPECT_GT(claims[3][2], 20);
  EXPECT_GT(claims[1][3], 10);
}

// Definition 3: the attacker wins with extra stones of the defender outside the zones as well, the
// first outside Z1, the second outside Z2, ...
TEST(Zones, ExtraStonesOutsideTheZonesDoNotSaveTheDefender) {
  Random random(5);
  std::array<int, 5> tried{};  // by order
  std::array<int, 4> by_p{};
  for (const char* text : {"Connect(6,5,5,2,1)", "Connect(6,6,5,1,1)", "Connect(5,5,4,1,1)",
                           "Connect(6,5,6,2,1)", "Connect(6,5,4,1,1)", "Connect(6,6,6,2,1)",
                           "Connect(6,5,5,3,1)", "Connect(6,6,6,3,3)", "Connect(6,6,5,3,1)"}) {
    const GameSpec spec = *GameSpec::parse(text);
    const PlacementSpec& placement = *spec.placement();
    SmallOracle oracle(placement);
    for (int round = 0; round < 2500; ++round) {
      Game game(spec);
      if (!play_until_empty(game, 6 + random.below(placement.p == 1 ? 9 : 6), random)) continue;
      if (game.moves().empty()) continue;
      const Player mover = game.to_move();
      const bool attack = round % 3 == 0;
      const Player attacker = attack ? mover : opponent(mover);
      ThreatSearch search(placement, game.stones(), attacker, small_limits(1 + round % 4));
      const std::optional<ThreatWin> win =
          attack ? search.find_win() : search.find_win_after_defense();
      if (!win) continue;
      // Several choices of extra stones for each win, as many as its zones allow.
      for (int attempt = 0; attempt < 4; ++attempt) {
        std::vector<Stone> stones = game.stones();
        std::set<Cell> taken;
        int extra = 0;
        for (const std::vector<Cell>& zone : win->zones) {
          std::vector<Cell> outside;
          for (const Cell cell : game.playable_cells()) {
            if (std::find(zone.begin(), zone.end(), cell) == zone.end() && !taken.contains(cell)) {
              outside.push_back(cell);
            }
          }
          if (outside.empty()) break;
          const Cell cell = one_of(outside, random);
          taken.insert(cell);
          stones.push_back({cell, opponent(attacker)});
          ++extra;
        }
        if (extra == 0) break;
        ++tried[static_cast<std::size_t>(win->order)];
        ++by_p[static_cast<std::size_t>(placement.p)];
        PlacementBoard board(placement);
        for (const Stone& stone : stones) board.place(stone.cell, stone.player);
        ASSERT_EQ(board.complete_segments(opponent(attacker)), 0);
        ASSERT_TRUE(oracle.wins(stones, attacker, attack))
            << text << ' ' << format_moves(spec, game.moves()) << " and " << extra << " extra";
      }
    }
  }
  for (std::size_t p = 1; p <= 3; ++p) EXPECT_GT(by_p[p], 1000) << p;
  EXPECT_GT(tried[2], 30);
  std::printf("extra stones: order 1 %d, 2 %d, 3 %d, 4 %d; p = 1 %d, 2 %d, 3 %d\n", tried[1],
              tried[2], tried[3], tried[4], by_p[1], by_p[2], by_p[3]);
}

TEST(ThreatSearch, FindsTheWinByContinuousFours) {
  const GameSpec spec = *GameSpec::parse("connect6");
  const Game game = *read_game(spec, "j10 i8h9 i11k11 g10h11 k9h12 l8g13");
  ThreatLimits limits;
  limits.order = 1;
  // Processor time: other programs may be running. In optimised builds it takes some 5 ms.
  const std::clock_t start = std::clock();
  ThreatSearch search(*spec.placement(), game.stones(), Player::first, limits);
  const std::optional<ThreatWin> win = search.find_win();
  const double time = 1e3 * static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
  ASSERT_TRUE(win.has_value());
  EXPECT_EQ(win->order, 1);
#ifdef NDEBUG
  EXPECT_LT(time, 50);
#endif
  std::printf("%.1f ms, %llu nodes\n", time, static_cast<unsigned long long>(search.nodes()));
  // Zones grow, and hold the winning move.
  ASSERT_EQ(win->zones.size(), 3U);
  for (const Cell cell : win->move) {
    EXPECT_NE(std::find(win->zones[0].begin(), win->zones[0].end(), cell), win->zones[0].end());
  }
  EXPECT_LT(win->zones[0].size(), win->zones[1].size());
  PlacementBoard board(*spec.placement());
  for (const Stone& stone : game.stones()) board.place(stone.cell, stone.player);
  Referee referee(spec, Player::first, limits);
  EXPECT_TRUE(referee.wins(board, 20));
  EXPECT_GT(referee.turns, 3);
}

// Crowded positions on large and infinite boards, where exhaustive search is out of reach.
TEST(ThreatSearch, WinsAreReplayedAgainstEveryDefense) {
  Random random(23);
  int wins = 0;
  int turns = 0;
  for (const char* text : {"connect6", "gomoku", "Connect(6,2,1)", "Connect(5,1,1)",
                           "Connect(12,12,7,3,1)", "Connect(10,10,5,2,1)"}) {
    const GameSpec spec = *GameSpec::parse(text);
    for (int round = 0; round < 10; ++round) {
      PlacementBoard board(*spec.placement());
      const int stones = 8 + random.below(16);
      for (int i = 0; i < stones; ++i) {
        const Cell cell{2 + random.below(7), 2 + random.below(7)};
        if (!board.at(cell)) board.place(cell, i % 2 == 0 ? Player::first : Player::second);
      }
      if (board.complete_segments(Player::first) + board.complete_segments(Player::second) > 0) {
        continue;
      }
      ThreatLimits limits;
      limits.order = 1;
      limits.table = 4096;
      limits.nodes_a_search = 5000;
      Referee referee(spec, Player::first, limits);
      ThreatSearch search(*spec.placement(), board.all_stones(), Player::first, limits);
      if (!search.find_win()) continue;
      ASSERT_TRUE(referee.wins(board, 30)) << text << ' ' << round;
      ++wins;
      turns += referee.turns;
    }
  }
  EXPECT_GT(wins, 20);
  EXPECT_GT(turns, 2 * wins);
  std::printf("%d wins, %d turns of the attacker\n", wins, turns);
}

// Wins of orders 2 and 3, in which the defender has free stones.
TEST(ThreatSearch, WinsOfHigherOrdersAreReplayed) {
  Random random(31);
  std::array<int, 4> wins{};
  int turns = 0;
  for (const char* text : {"connect6", "gomoku", "Connect(5,1,1)", "Connect(6,2,1)"}) {
    const GameSpec spec = *GameSpec::parse(text);
    for (int round = 0; round < 60; ++round) {
      PlacementBoard board(*spec.placement());
      const int stones = 5 + random.below(4);
      for (int i = 0; i < stones; ++i) {
        const Cell cell{6 + random.below(5), 6 + random.below(5)};
        if (!board.at(cell)) board.place(cell, i % 3 != 2 ? Player::first : Player::second);
      }
      ThreatLimits limits;
      limits.order = 3;
      limits.table = 4096;
      limits.moves_of_order = 1;
      limits.width = 6;
      limits.nodes_a_search = 400;
      limits.nodes = 4000;
      ThreatSearch search(*spec.placement(), board.all_stones(), Player::first, limits);
      const std::optional<ThreatWin> win = search.find_win();
      if (!win || win->order == 1) continue;
      limits.order = win->order;
      limits.nodes = 40000;
      Referee referee(spec, Player::first, limits, 2, 7);
      referee.most_turns = 40;
      ASSERT_TRUE(referee.wins(board, 30)) << text << ' ' << round;
      ++wins[static_cast<std::size_t>(win->order)];
      turns += referee.turns;
    }
  }
  EXPECT_GT(wins[2], 10);
  std::printf("%d wins of order 2, %d of order 3, %d turns of the attacker\n", wins[2], wins[3],
              turns);
}

TEST(ThreatSearch, FoursAndThreesOfGomoku) {
  const GameSpec spec = *GameSpec::parse("gomoku");
  // Two crossing open twos: the crossing makes two open threes, a win of order 2.
  const Game game = *read_game(spec, "h8 a1 i8 a15 g9 o1 g10 o15");
  ThreatLimits limits;
  limits.order = 1;
  EXPECT_FALSE(ThreatSearch(*spec.placement(), game.stones(), Player::first, limits).find_win());
  limits.order = 2;
  const auto win = ThreatSearch(*spec.placement(), game.stones(), Player::first, limits).find_win();
  ASSERT_TRUE(win.has_value());
  EXPECT_EQ(win->order, 2);
}

// Wu 2010, Fig. 2 and Table I: Black wins Connect(6,2,3) by the V, on 19x19 and on the infinite
// board; the paper took 65,054 nodes. Ours are positions of either player's turn, in search and
// verification.
TEST(ThreatSearch, BlackWinsConnect623) {
  ThreatLimits limits;
  limits.order = 3;
  for (const auto& [text, moves] :
       {std::pair{"Connect(6,2,3)", "0,0 -1,1 1,1"}, {"Connect(19,19,6,2,3)", "j10 i11 k11"}}) {
    const GameSpec spec = *GameSpec::parse(text);
    const Game game = *read_game(spec, moves);
    ThreatSearch search(*spec.placement(), game.stones(), Player::first, limits);
    const auto start = std::chrono::steady_clock::now();
    const std::optional<ThreatWin> win = search.find_win_after_defense();
    const std::chrono::duration<double> time = std::chrono::steady_clock::now() - start;
    ASSERT_TRUE(win.has_value()) << text;
    EXPECT_EQ(win->order, 3);
    EXPECT_LE(search.nodes(), 20000U);
    std::printf("%s: %.2f s, %llu nodes\n", text, time.count(),
                static_cast<unsigned long long>(search.nodes()));
  }
  // Two stones apart it is no such win.
  const GameSpec spec = *GameSpec::parse("Connect(6,2,1)");
  const Game game = *read_game(spec, "0,0");
  EXPECT_FALSE(ThreatSearch(*spec.placement(), game.stones(), Player::first, limits)
                   .find_win_after_defense());
}

// The V once more, by the referee: White's two stones anywhere near, and 40 turns of the play after
// them.
TEST(ThreatSearch, TheVOfConnect623IsPlayedOut) {
  const GameSpec spec = *GameSpec::parse("Connect(6,2,3)");
  Random random(43);
  int turns = 0;
  for (int round = 0; round < 40; ++round) {
    PlacementBoard board(*spec.placement());
    for (const Cell cell : {Cell{0, 0}, {-1, 1}, {1, 1}}) board.place(cell, Player::first);
    for (int stones = 0; stones < 2;) {
      const Cell cell{random.below(9) - 4, random.below(9) - 3};
      if (board.at(cell)) continue;
      board.place(cell, Player::second);
      ++stones;
    }
    ThreatLimits limits;
    limits.table = 1 << 14;
    Referee referee(spec, Player::first, limits, 1, 11);
    referee.most_turns = 40;
    ASSERT_TRUE(referee.wins(board, 30)) << round;
    turns += referee.turns;
  }
  std::printf("%d turns of the attacker\n", turns);
}

TEST(ThreatSearch, DoesNotOverlookTheDefendersWin) {
  const GameSpec spec = *GameSpec::parse("gomoku");
  // Black has an open three, White a four: Black must answer it.
  const Game game = *read_game(spec, "h8 a1 i8 a2 j8 a3 o15 a4");
  ThreatLimits limits;
  limits.order = 1;
  const auto win = ThreatSearch(*spec.placement(), game.stones(), Player::first, limits).find_win();
  EXPECT_FALSE(win.has_value());
}

// With three stones a move there are so many moves that listing those of one position takes more
// than a second.
TEST(ThreatSearch, StopsWhileItListsMoves) {
  const GameSpec spec = *GameSpec::parse("Connect(19,19,6,3,1)");
  const Game game = *read_game(spec, "j10 i8h9k9");
  StopToken stop;
  stop.limit_time(0.1);
  const auto start = std::chrono::steady_clock::now();
  ThreatLimits limits;
  limits.order = 4;
  ThreatSearch search(*spec.placement(), game.stones(), Player::first, limits, &stop);
  EXPECT_FALSE(search.find_win());
  EXPECT_TRUE(search.stopped());
  const std::chrono::duration<double> time = std::chrono::steady_clock::now() - start;
  EXPECT_LT(time.count(), 0.6);
}

TEST(ThreatSearch, RefusesGamesItsArgumentsDoNotCover) {
  EXPECT_FALSE(ThreatSearch::obstacle(*GameSpec::parse("connect6")));
  EXPECT_FALSE(ThreatSearch::obstacle(*GameSpec::parse("Connect(6,2,3)")));
  EXPECT_TRUE(ThreatSearch::obstacle(*GameSpec::parse("Connect(3,3,1)")));
  EXPECT_TRUE(ThreatSearch::obstacle(*GameSpec::parse("Connect(9,5,1)")));
  EXPECT_TRUE(ThreatSearch::obstacle(*GameSpec::parse("connect4")));
}

}  // namespace
}  // namespace inarow::threats
