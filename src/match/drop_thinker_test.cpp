// The look ahead that is shared by alphabeta and the human levels: against plain minimax, and with
// lines that are overlooked.

#include "match/drop_thinker.hpp"

#include <gtest/gtest.h>

#include "match/alphabeta_player.hpp"
#include "rules/notation.hpp"
#include "rules/random_games.hpp"

namespace inarow {
namespace {

Game game_of(const char* spec, const char* moves) {
  return *read_game(*GameSpec::parse(spec), moves);
}

// Open lines by the definition, for the player to move.
int open_lines(const Game& game) {
  const LineTable table(game.spec());
  int sum = 0;
  for (const std::vector<Cell>& line : table.lines()) {
    int mine = 0;
    int theirs = 0;
    for (const Cell cell : line) {
      const std::optional<Player> player = game.at(cell);
      if (player) ++(*player == game.to_move() ? mine : theirs);
    }
    if (mine > 0 && theirs == 0) sum += open_line << (2 * (mine - 1));
    if (theirs > 0 && mine == 0) sum -= open_line << (2 * (theirs - 1));
  }
  return sum;
}

int minimax(const Game& game, int stones, int done) {
  if (game.over()) return game.outcome() == Outcome::draw ? 0 : -(win_value - done * a_stone);
  if (stones == 0) return open_lines(game);
  int best = -2 * win_value;
  for (const Cell cell : game.playable_cells()) {
    Game next = game;
    EXPECT_TRUE(next.play({cell}));
    best = std::max(best, -minimax(next, stones - 1, done + 1));
  }
  return best;
}

int thought_value(const Game& game, int stones) {
  const StopToken never;
  return with_drop_position(game, [&](const auto& board) {
    const DropLines lines(game.spec(), board);
    DropThinker thinker(board, lines, clear_sight(lines), never);
    return thinker.think(stones, [](Column) { return 0; }, 1'000'000'000).value;
  });
}

TEST(DropThinker, IsMinimaxIfItOverlooksNothing) {
  Random random(3);
  for (const char* name : {"drop:4x4", "drop:5x4", "drop:4x4:k3", "drop:5x3:k3:cyl"}) {
    for (int round = 0; round < 20; ++round) {
      Game game(*GameSpec::parse(name));
      if (!play_at_random(game, random.below(10), random)) continue;
      for (int stones = 1; stones <= 4; ++stones) {
        EXPECT_EQ(thought_value(game, stones), minimax(game, stones, 0))
            << name << " " << format_moves(game.spec(), game.moves()) << " " << stones;
      }
    }
  }
}

TEST(DropThinker, OverlooksWhatIsOutOfReach) {
  // White has a1 b1 c1 and wins by d1; Black to move stops it if he sees the line.
  const Game game = game_of("drop:7x6", "11223");
  const StopToken never;
  with_drop_position(game, [&](const auto& board) {
    const DropLines lines(game.spec(), board);
    const auto move_if_seen_from = [&](int reach) {
      Sight sight = clear_sight(lines);
      for (std::size_t i = 0; i < lines.all().size(); ++i) {
        if (lines.all()[i].kind == LineKind::horizontal) sight.reach[i] = reach;
      }
      DropThinker thinker(board, lines, sight, never);
      // A strong wish for the last column.
      return thinker.think(
                        2, [](Column c) { return c.index == 6 ? a_stone / 3 : 0; }, 1 << 20)
          .move;
    };
    EXPECT_EQ(move_if_seen_from(2), Column{3});
    EXPECT_EQ(move_if_seen_from(1), Column{6});
  });
}

TEST(DropThinker, TakesTheLastLookThatItHasFinished) {
  const Game game = game_of("drop:7x6", "44");
  StopToken stop;
  stop.request_stop();
  with_drop_position(game, [&](const auto& board) {
    const DropLines lines(game.spec(), board);
    DropThinker thinker(board, lines, clear_sight(lines), stop);
    const Thought thought = thinker.think(10, [](Column) { return 0; }, 200);
    EXPECT_TRUE(thinker.stopped());
    EXPECT_GE(thought.stones, 1);
    EXPECT_LT(thought.stones, 10);
  });
}

TEST(AlphabetaPlayer, LooksSoManyStonesAheadAndNoFurther) {
  const GameSpec spec = *GameSpec::parse("drop:7x6");
  const Game three = game_of("drop:7x6", "112233");
  EXPECT_EQ(make_alphabeta_player(spec, Player::first, 1, 0)->choose(three, {})->move,
            (Move{Cell{3, 0}}));
  // c1 and d1 with both ends open: b1 or e1 forces a win.
  for (Word64 seed = 0; seed < 5; ++seed) {
    const auto player = make_alphabeta_player(spec, Player::first, 3, seed);
    const Move move = player->choose(game_of("drop:7x6", "3344"), {})->move;
    EXPECT_TRUE(move[0].x == 1 || move[0].x == 4);
    EXPECT_EQ(player->choose(game_of("drop:7x6", "3344"), {})->move, move) << "asked again";
  }
  EXPECT_EQ(make_alphabeta_player(spec, Player::first, 1, 0)->promise(),
            "looks 1 stone ahead and then counts open lines");
}

}  // namespace
}  // namespace inarow
