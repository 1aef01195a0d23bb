#include "match/human_player.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "match/drop_thinker.hpp"
#include "rules/lines.hpp"
#include "rules/notation.hpp"
#include "rules/random_games.hpp"

namespace inarow {
namespace {

Game game_of(const char* moves) { return *read_game(*GameSpec::parse("drop:7x6"), moves); }

// How many of so many players of a level do not play this column.
int missed(const char* moves, int column, int level, int players) {
  const Game game = game_of(moves);
  int count = 0;
  for (int i = 0; i < players; ++i) {
    const auto seed = static_cast<Word64>(i);
    const auto player = make_human_player(game.spec(), game.to_move(), level, seed);
    count += player->choose(game, {})->move.front().x == column ? 0 : 1;
  }
  return count;
}

// The kinds of lines that the player could complete with his next stone on the cell.
std::set<LineKind> lines_completed(const Game& game, Player player, Cell cell) {
  static const LineTable table(*GameSpec::parse("drop:7x6"));
  std::set<LineKind> kinds;
  for (const int i : table.through(cell)) {
    const std::vector<Cell>& line = table.lines()[static_cast<std::size_t>(i)];
    if (std::all_of(line.begin(), line.end(),
                    [&](Cell c) { return c == cell || game.at(c) == player; })) {
      kinds.insert(line[0].x == line[1].x   ? LineKind::vertical
                   : line[0].y == line[1].y ? LineKind::horizontal
                                            : LineKind::diagonal);
    }
  }
  return kinds;
}

// A position in which the other player could complete one line, and nobody else any.
struct Threat {
  Game game;
  Cell cell;
  LineKind kind;
};

std::vector<Threat> random_threats(int rounds) {
  Random random(11);
  std::vector<Threat> threats;
  for (int round = 0; round < rounds; ++round) {
    Game game(*GameSpec::parse("drop:7x6"));
    if (!play_at_random(game, 8 + random.below(14), random)) continue;
    std::vector<Threat> found;
    bool own = false;
    for (const Cell cell : game.playable_cells()) {
      own = own || !lines_completed(game, game.to_move(), cell).empty();
      for (const LineKind kind : lines_completed(game, opponent(game.to_move()), cell)) {
        found.push_back({game, cell, kind});
      }
    }
    if (!own && found.size() == 1) threats.push_back(found[0]);
  }
  return threats;
}

// The share of players of a level who do not stop it, by the kind of line.
std::map<LineKind, double> overlooked(const std::vector<Threat>& threats, int level) {
  std::map<LineKind, int> positions;
  std::map<LineKind, int> missed_there;
  for (const Threat& threat : threats) {
    for (Word64 seed = 0; seed < 8; ++seed) {
      const auto player = make_human_player(threat.game.spec(), threat.game.to_move(), level, seed);
      ++positions[threat.kind];
      missed_there[threat.kind] +=
          player->choose(threat.game, {})->move.front() == threat.cell ? 0 : 1;
    }
  }
  std::map<LineKind, double> shares;
  for (const auto& [kind, count] : positions) {
    EXPECT_GT(count, 300);
    shares[kind] = static_cast<double>(missed_there[kind]) / count;
  }
  return shares;
}

TEST(HumanPlayer, MissesDiagonalsMoreThanRowsAndRowsMoreThanColumns) {
  std::map<LineKind, double> last{
      {LineKind::vertical, 1}, {LineKind::horizontal, 1}, {LineKind::diagonal, 1}};
  const std::vector<Threat> threats = random_threats(6000);
  for (const int level : {1, 2, 3}) {
    std::map<LineKind, double> shares = overlooked(threats, level);
    EXPECT_LT(shares[LineKind::vertical], shares[LineKind::horizontal]) << level;
    EXPECT_LT(shares[LineKind::horizontal], shares[LineKind::diagonal]) << level;
    for (const auto& [kind, share] : shares) EXPECT_LT(share, last[kind]) << level;
    last = shares;
  }
}

TEST(HumanPlayer, NeverOverlooksAColumnFromTheClubOn) {
  for (const int level : {4, 5, 6}) {
    EXPECT_EQ(missed("12121", 0, level, 40), 0) << level;   // stops three in a column
    EXPECT_EQ(missed("121212", 0, level, 40), 0) << level;  // completes one
  }
}

TEST(HumanPlayer, AnswersTheSameInTheSamePosition) {
  for (int level = 1; level <= human_levels; ++level) {
    const Game game = game_of("4435");
    const auto player = make_human_player(game.spec(), Player::first, level, 7);
    const Move move = player->choose(game, {})->move;
    EXPECT_EQ(player->choose(game, {})->move, move);
    EXPECT_EQ(make_human_player(game.spec(), Player::first, level, 7)->choose(game, {})->move,
              move);
  }
  // Others look at the board in another way.
  EXPECT_GT(missed("", 3, 1, 40), 0);
}

TEST(HumanPlayer, AlwaysHasAMove) {
  const GameSpec spec = *GameSpec::parse("drop:20x5");
  StopToken stop;
  stop.request_stop();
  Game game(spec);
  const Result<Choice> choice =
      make_human_player(spec, Player::first, human_levels, 0)->choose(game, {.stop = &stop});
  ASSERT_TRUE(choice);
  EXPECT_TRUE(game.play(choice->move));
}

TEST(HumanPlayer, SaysWhatItOverlooks) {
  const GameSpec spec = *GameSpec::parse("drop:7x6");
  EXPECT_EQ(
      make_human_player(spec, Player::first, 1, 0)->promise(),
      "plays like a beginner: looks 2 stones ahead, often overlooks diagonals, often rows and "
      "now and then columns, and does not know zugzwang");
  EXPECT_EQ(make_human_player(spec, Player::first, 6, 0)->promise(),
            "plays like an expert: looks 10 stones ahead, rarely overlooks diagonals, rarely rows "
            "and never columns, and knows odd and even threats");
}

// Each level is better in everything than the one below it.
TEST(HumanPlayer, LevelsAreInOrder) {
  for (int level = 1; level <= human_levels; ++level) {
    const HumanLevel& here = human_level(level);
    EXPECT_LE(here.column, here.row);
    EXPECT_LE(here.row, here.diagonal);
    if (level == 1) continue;
    const HumanLevel& below = human_level(level - 1);
    EXPECT_GE(here.stones, below.stones);
    EXPECT_LE(here.column, below.column);
    EXPECT_LE(here.row, below.row);
    EXPECT_LE(here.diagonal, below.diagonal);
    EXPECT_LE(here.whim, below.whim);
    EXPECT_GE(here.zugzwang, below.zugzwang);
  }
}

}  // namespace
}  // namespace inarow
