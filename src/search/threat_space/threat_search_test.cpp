// Wins that threat search claims, against exhaustive search on small boards, and replayed against
// every critical defense by a referee that knows only the rules.

#include "search/threat_space/threat_search.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <set>

#include "base/random.hpp"
#include "rules/notation.hpp"
#include "search/placement/exact_solver.hpp"

namespace inarow::threats {
namespace {

// Plays at random until so many cells are left; true if the game is not over.
bool play_until(Game& game, int empty, Random& random) {
  while (!game.over() && *game.spec().cells() - game.stone_count() > empty) {
    std::vector<Cell> cells = game.playable_cells();
    Move move;
    for (int i = game.stones_due(); i > 0; --i) {
      const auto at = static_cast<std::size_t>(random.below(static_cast<int>(cells.size())));
      move.push_back(cells[at]);
      cells.erase(cells.begin() + static_cast<std::ptrdiff_t>(at));
    }
    EXPECT_TRUE(game.play(move).has_value());
  }
  return !game.over();
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

// Every claim, whoever is to move, and every zone: the defender gets extra stones outside the zones
// and still loses.
class SmallBoards : public testing::Test {
 protected:
  void compare(const char* text, int rounds) {
    const GameSpec spec = *GameSpec::parse(text);
    ExactSolver exact(*spec.placement(), std::size_t{1} << 20);
    for (int round = 0; round < rounds; ++round) {
      Game game(spec);
      if (!play_until(game, 6 + random_.below(11), random_)) continue;
      if (game.moves().empty()) continue;
      ++positions_;
      const Player mover = game.to_move();
      const int order = 1 + random_.below(3);
      ThreatSearch attack(*spec.placement(), game.stones(), mover, small_limits(order));
      if (const std::optional<ThreatWin> win = attack.find_win()) {
        ++wins_;
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
      if (defense.find_win_after_defense()) {
        ++wins_after_defense_;
        ASSERT_EQ(exact.wins(game, opponent(mover), nullptr), true) << text << ' ' << moves(game);
      }
    }
  }
  static std::string moves(const Game& game) { return format_moves(game.spec(), game.moves()); }

  Random random_{17};
  int positions_ = 0;
  int wins_ = 0;
  int wins_after_defense_ = 0;
};

TEST_F(SmallBoards, ClaimsAgreeWithExhaustiveSearch) {
  for (const char* text :
       {"Connect(5,4,4,1,1)", "Connect(5,5,4,1,1)", "Connect(4,4,3,1,1)", "Connect(6,5,5,1,1)",
        "Connect(5,4,4,2,1)", "Connect(5,5,4,2,2)", "Connect(6,5,5,2,1)", "Connect(5,5,5,2,1)",
        "Connect(5,5,4,3,1)", "Connect(6,5,5,3,2)", "Connect(5,4,4,3,3)", "Connect(5,5,3,2,1)"}) {
    compare(text, 6000);
  }
  EXPECT_GT(positions_, 40000);
  EXPECT_GT(wins_, 20000);
  EXPECT_GT(wins_after_defense_, 2000);
  std::printf("%d positions, %d wins, %d wins after the defender's move\n", positions_, wins_,
              wins_after_defense_);
}

// Definition 3: the attacker wins with extra stones of the defender outside the zones as well.
TEST(Zones, ExtraStonesOutsideTheZonesDoNotSaveTheDefender) {
  Random random(5);
  int tried = 0;
  for (const char* text : {"Connect(6,5,5,2,1)", "Connect(6,6,5,1,1)", "Connect(5,5,4,1,1)",
                           "Connect(6,5,6,2,1)", "Connect(5,5,4,2,1)"}) {
    const GameSpec spec = *GameSpec::parse(text);
    for (int round = 0; round < 1200; ++round) {
      Game game(spec);
      if (!play_until(game, 9 + random.below(8), random) || game.moves().empty()) continue;
      const Player mover = game.to_move();
      const bool attack = round % 2 == 0;
      const Player attacker = attack ? mover : opponent(mover);
      ThreatSearch search(*spec.placement(), game.stones(), attacker, small_limits(1 + round % 3));
      const std::optional<ThreatWin> win =
          attack ? search.find_win() : search.find_win_after_defense();
      if (!win) continue;
      // s1 outside Z1, s2 outside Z2, ...
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
        const Cell cell =
            outside[static_cast<std::size_t>(random.below(static_cast<int>(outside.size())))];
        taken.insert(cell);
        stones.push_back({cell, opponent(attacker)});
        ++extra;
      }
      if (extra == 0) continue;
      ++tried;
      // Exhaustively, move by move: the turn does not follow from the number of stones any more.
      PlacementBoard board(*spec.placement());
      for (const Stone& stone : stones) board.place(stone.cell, stone.player);
      ASSERT_EQ(board.complete_segments(opponent(attacker)), 0);
      int budget = 20'000;
      const auto wins = [&](auto& self, Player player, int left) -> bool {
        if (--budget < 0) return true;  // too large a tree: not judged
        if (left == 0) return self(self, opponent(player), spec.placement()->p);
        const bool mine = player == attacker;
        bool moved = false;
        for (int x = 0; x < spec.placement()->board->columns; ++x) {
          for (int y = 0; y < spec.placement()->board->rows; ++y) {
            if (board.at({x, y})) continue;
            moved = true;
            board.place({x, y}, player);
            const bool result =
                board.complete_segments(player) > 0 ? mine : self(self, player, left - 1);
            board.remove({x, y});
            if (result == mine) return mine;
          }
        }
        return moved ? !mine : false;
      };
      ASSERT_TRUE(wins(wins, mover, spec.placement()->p))
          << text << ' ' << format_moves(spec, game.moves());
      if (budget < 0) --tried;
    }
  }
  EXPECT_GT(tried, 100);
  std::printf("%d positions with extra stones\n", tried);
}

// Follows a claimed win of order 1 with a fresh search at each of the attacker's turns, against all
// moves that stop his immediate wins; all others lose at once.
class Referee {
 public:
  Referee(const GameSpec& spec, Player attacker) : spec_(spec), attacker_(attacker) {}

  bool wins(PlacementBoard& board, int depth) {
    if (depth == 0) return false;
    ThreatLimits limits;
    limits.order = 1;
    limits.table = 4096;
    ThreatSearch search(*spec_.placement(), board.all_stones(), attacker_, limits);
    const std::optional<ThreatWin> win = search.find_win();
    if (!win) return false;
    for (const Cell cell : win->move) board.place(cell, attacker_);
    bool won = board.complete_segments(attacker_) > 0;
    if (!won && !can_complete(board, opponent(attacker_))) {
      Move defense;
      won = all_defenses(board, defense, depth);
    }
    for (const Cell cell : win->move) board.remove(cell);
    ++turns;
    return won;
  }
  int turns = 0;

 private:
  // The empty cells of the first segment that the player can complete in one move.
  std::optional<Move> completion(const PlacementBoard& board, Player player) const {
    const int k = spec_.k();
    for (const Stone& stone : board.all_stones()) {
      if (stone.player != player) continue;
      std::optional<Move> found;
      board.for_segments_through(stone.cell, [&](auto segment, Cell start, Direction d) {
        const int mine = board.stones_in(segment, player);
        if (found || board.stones_in(segment, opponent(player)) > 0) return;
        if (mine < k - spec_.placement()->p) return;
        Move cells;
        for (int i = 0; i < k; ++i) {
          const Cell cell{start.x + i * step_of(d).x, start.y + i * step_of(d).y};
          if (!board.at(cell)) cells.push_back(cell);
        }
        found = cells;
      });
      if (found) return found;
    }
    return std::nullopt;
  }
  bool can_complete(const PlacementBoard& board, Player player) const {
    return completion(board, player).has_value();
  }
  // Every way to meet what the attacker can complete, a stone at a time.
  bool all_defenses(PlacementBoard& board, Move& defense, int depth) {
    const std::optional<Move> open = completion(board, attacker_);
    if (!open) {
      // A defense with stones to spare would be a threat too few for a win of order 1.
      if (static_cast<int>(defense.size()) < spec_.placement()->p) return false;
      return wins(board, depth - 1);
    }
    if (static_cast<int>(defense.size()) == spec_.placement()->p) return true;
    for (const Cell cell : *open) {
      board.place(cell, opponent(attacker_));
      defense.push_back(cell);
      const bool won = all_defenses(board, defense, depth);
      defense.pop_back();
      board.remove(cell);
      if (!won) return false;
    }
    return true;
  }

  GameSpec spec_;
  Player attacker_;
};

TEST(ThreatSearch, FindsTheWinByContinuousFours) {
  const GameSpec spec = *GameSpec::parse("connect6");
  const Game game = *read_game(spec, "j10 i8h9 i11k11 g10h11 k9h12 l8g13");
  ThreatLimits limits;
  limits.order = 1;
  const auto start = std::chrono::steady_clock::now();
  ThreatSearch search(*spec.placement(), game.stones(), Player::first, limits);
  const std::optional<ThreatWin> win = search.find_win();
  const std::chrono::duration<double, std::milli> time = std::chrono::steady_clock::now() - start;
  ASSERT_TRUE(win.has_value());
  EXPECT_EQ(win->order, 1);
  std::printf("%.1f ms, %llu nodes\n", time.count(),
              static_cast<unsigned long long>(search.nodes()));
  // Zones grow, and hold the winning move.
  ASSERT_EQ(win->zones.size(), 3U);
  for (const Cell cell : win->move) {
    EXPECT_NE(std::find(win->zones[0].begin(), win->zones[0].end(), cell), win->zones[0].end());
  }
  EXPECT_LT(win->zones[0].size(), win->zones[1].size());
  PlacementBoard board(*spec.placement());
  for (const Stone& stone : game.stones()) board.place(stone.cell, stone.player);
  Referee referee(spec, Player::first);
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
      Referee referee(spec, Player::first);
      ThreatLimits limits;
      limits.order = 1;
      limits.table = 4096;
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
// board; the paper took 65,054 nodes, counted it does not say how. Ours are positions of either
// player's turn, in search and verification.
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
    EXPECT_LE(search.nodes(), 100000U);
    std::printf("%s: %.2f s, %llu nodes\n", text, time.count(),
                static_cast<unsigned long long>(search.nodes()));
  }
  // Two stones apart it is no such win.
  const GameSpec spec = *GameSpec::parse("Connect(6,2,1)");
  const Game game = *read_game(spec, "0,0");
  EXPECT_FALSE(ThreatSearch(*spec.placement(), game.stones(), Player::first, limits)
                   .find_win_after_defense());
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

TEST(ThreatSearch, RefusesGamesItsArgumentsDoNotCover) {
  EXPECT_FALSE(ThreatSearch::obstacle(*GameSpec::parse("connect6")));
  EXPECT_FALSE(ThreatSearch::obstacle(*GameSpec::parse("Connect(6,2,3)")));
  EXPECT_TRUE(ThreatSearch::obstacle(*GameSpec::parse("Connect(3,3,1)")));
  EXPECT_TRUE(ThreatSearch::obstacle(*GameSpec::parse("Connect(9,5,1)")));
  EXPECT_TRUE(ThreatSearch::obstacle(*GameSpec::parse("connect4")));
}

}  // namespace
}  // namespace inarow::threats
