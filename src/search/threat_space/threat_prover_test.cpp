#include "search/threat_space/threat_prover.hpp"

#include <gtest/gtest.h>

#include "base/random.hpp"
#include "rules/notation.hpp"

namespace inarow::threats {
namespace {

ThreatProver prover_of(const Game& game, const ThreatLimits& limits = {},
                       const StopToken* stop = nullptr) {
  return {*game.spec().placement(), game.stones(), game.to_move(), limits, stop};
}

// A random game of a few moves; nothing if it ended.
std::optional<Game> random_game(const GameSpec& spec, int moves, Random& random) {
  Game game(spec);
  while (static_cast<int>(game.moves().size()) < moves) {
    std::vector<Cell> cells = game.playable_cells();
    Move move;
    for (int i = game.stones_due(); i > 0; --i) {
      const auto at = cells.begin() + random.below(static_cast<int>(cells.size()));
      move.push_back(*at);
      cells.erase(at);
    }
    if (!game.play(move) || game.over()) return std::nullopt;
  }
  return game;
}

TEST(ThreatProver, TellsWhereItLooks) {
  const Game game = *read_game(*GameSpec::parse("Connect(6,2,3)"), "0,0 -1,1 1,1");
  Observer observer;
  ThreatProver prover = prover_of(game);
  prover.set_observer(&observer);
  ASSERT_TRUE(prover.find_winner(3));
  const WorkStatus status = observer.status();
  EXPECT_GT(status.nodes, 1000U);
  EXPECT_FALSE(status.line.empty());
  for (const Move& move : status.line) EXPECT_FALSE(move.empty());
}

// Warm tables and orders that are not repeated change what is found as little as can be: what a
// cold search of one player finds, the prover finds too.
TEST(ThreatProver, FindsWhatColdSearchesFind) {
  Random random(91);
  int wins = 0;
  int lost = 0;
  for (const char* text : {"Connect(7,7,4,1,1)", "Connect(9,9,5,1,1)", "Connect(8,8,5,2,1)"}) {
    const GameSpec spec = *GameSpec::parse(text);
    for (int round = 0; round < 25; ++round) {
      const std::optional<Game> game = random_game(spec, 4 + random.below(8), random);
      if (!game) continue;
      ThreatLimits limits;
      limits.order = 3;
      limits.table = 1 << 12;
      limits.nodes = 20000;
      ThreatProver prover = prover_of(*game, limits);
      const std::optional<ThreatWin> found = prover.find_winner(limits.order);
      const Player mover = game->to_move();
      ThreatSearch attack(*spec.placement(), game->stones(), mover, limits);
      ThreatSearch defense(*spec.placement(), game->stones(), opponent(mover), limits);
      const std::optional<ThreatWin> win = attack.find_win();
      const std::optional<ThreatWin> loss = defense.find_win_after_defense();
      ASSERT_FALSE(win && loss);  // both cannot be true
      ASSERT_EQ(found.has_value(), win || loss) << text << ' ' << format_moves(spec, game->moves());
      if (!found) continue;
      (win ? wins : lost) += 1;
      EXPECT_EQ(found->winner, win ? mover : opponent(mover));
      EXPECT_EQ(found->order, win ? win->order : loss->order);
      EXPECT_EQ(found->move.empty(), !win);
    }
  }
  EXPECT_GT(wins, 20);
  EXPECT_GT(lost, 1);
}

TEST(ThreatProver, AnOrderIsSearchedOnce) {
  const Game game = *read_game(*GameSpec::parse("gomoku"), "g8 a1 h8 a15 i8");
  ThreatProver prover = prover_of(game);
  EXPECT_EQ(prover.order(), 0);
  EXPECT_FALSE(prover.find_winner(2));
  EXPECT_EQ(prover.order(), 2);
  EXPECT_EQ(prover.searched_order(), 2);
  EXPECT_TRUE(prover.complete());
  const std::uint64_t nodes = prover.nodes();
  EXPECT_GT(nodes, 0U);
  EXPECT_FALSE(prover.find_winner(2));
  EXPECT_FALSE(prover.find_win(Player::first, 2));
  EXPECT_EQ(prover.nodes(), nodes);
  // The open three wins if White passes, with a four.
  const std::optional<ThreatWin> win = prover.find_win_if_passed(2);
  ASSERT_TRUE(win);
  EXPECT_EQ(win->winner, Player::first);
  EXPECT_EQ(win->order, 1);
  EXPECT_FALSE(win->move.empty());
  EXPECT_FALSE(prover.find_winner(2));
}

TEST(ThreatProver, AsksAboutOtherPositions) {
  const GameSpec spec = *GameSpec::parse("gomoku");
  const Game game = *read_game(spec, "g8 a1 h8 a15 i8");
  ThreatProver prover = prover_of(game);
  ASSERT_TRUE(prover.play(*read_move(game, "o15")));
  EXPECT_EQ(prover.to_move(), Player::first);
  const std::optional<ThreatWin> win = prover.find_win(Player::first, 1);
  ASSERT_TRUE(win);
  EXPECT_EQ(win->order, 1);
  prover.take_back();
  ASSERT_TRUE(prover.play(*read_move(game, "j8")));
  EXPECT_FALSE(prover.find_win(Player::first, 2));
  EXPECT_EQ(prover.searched_order(), 0);  // White was not asked about
  prover.take_back();
  EXPECT_EQ(prover.to_move(), Player::second);
}

TEST(ThreatProver, StopsAndGoesOn) {
  const Game game = *read_game(*GameSpec::parse("Connect(6,2,3)"), "0,0 -1,1 1,1");
  StopToken stop;
  stop.request_stop();
  ThreatProver prover = prover_of(game, {}, &stop);
  EXPECT_FALSE(prover.find_winner(3));
  EXPECT_FALSE(prover.complete());
  EXPECT_EQ(prover.searched_order(), 0);
  prover.set_stop(nullptr);
  const std::optional<ThreatWin> win = prover.find_winner(3);
  ASSERT_TRUE(win);
  EXPECT_EQ(win->winner, Player::first);
  EXPECT_EQ(win->order, 3);

  ThreatLimits few;
  few.nodes = 100;
  ThreatProver poor = prover_of(game, few);
  EXPECT_FALSE(poor.find_winner(3));
  EXPECT_FALSE(poor.complete());
  EXPECT_EQ(poor.searched_order(), 2);
  const std::uint64_t nodes = poor.nodes();
  EXPECT_FALSE(poor.find_winner(3));
  EXPECT_EQ(poor.nodes(), nodes);
}

}  // namespace
}  // namespace inarow::threats
