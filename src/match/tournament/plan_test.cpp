// The file of a tournament and its schedule.

#include "match/tournament/plan.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <map>

#include "match/tournament/schedule.hpp"

namespace inarow::tournament {
namespace {

// A plan with these settings and two players. (Appended: g++ 12 warns of sums of strings.)
std::string with_two_players(std::string settings) {
  settings.append("[[player]]\nplayer = \"perfect\"\n[[player]]\nplayer = \"looks:2\"\n");
  return settings;
}

std::string refusal(const std::string& text) {
  const Result<Plan> plan = parse_plan(text);
  return plan ? "" : plan.error().message;
}

TEST(Plan, HasWhatIsUsualUnlessItSaysMore) {
  const Result<Plan> plan = parse_plan(with_two_players("game = \"connect4\"\n"));
  ASSERT_TRUE(plan) << plan.error().message;
  EXPECT_EQ(plan->game.to_string(), "drop:7x6");
  EXPECT_EQ(plan->kind, Kind::round_robin);
  EXPECT_EQ(plan->games, 2);
  EXPECT_EQ(plan->seconds, 1);
  EXPECT_FALSE(plan->clock);
  EXPECT_EQ(plan->concurrency, 1);
  EXPECT_EQ(plan->adjudicate, 0);
  ASSERT_EQ(plan->players.size(), 2U);
  EXPECT_EQ(plan->players[1].name, "looks:2");
  EXPECT_EQ(plan->players[1].player, "looks:2");
}

TEST(Plan, ReadsEverything) {
  const Result<Plan> plan = parse_plan(R"(
# a comment
game = "connect6"
kind = "sprt"
games = 400
seed = 7
clock = "2+0.5"
margin = 0.05
concurrency = 2
most-moves = 100
adjudicate = 0.2
adjudicate-after = 6
[openings]
moves = ["j10 j11k11"]
[sprt]
elo0 = -5
elo1 = 30.5
alpha = 0.01
beta = 0.1
[[player]]
name = "cloud"
command = "cd x && ./cloudict"
protocol = "connect6"
depth = 6
memory = 512
[[player]]
name = "ours"
player = "strong"
threads = 2
)");
  ASSERT_TRUE(plan) << plan.error().message;
  EXPECT_EQ(plan->kind, Kind::sprt);
  EXPECT_EQ(plan->games, 400);
  EXPECT_EQ(plan->seed, 7U);
  EXPECT_EQ(plan->clock->to_string(), "2+0.5");
  EXPECT_EQ(plan->margin, 0.05);
  EXPECT_EQ(plan->concurrency, 2);
  EXPECT_EQ(plan->most_moves, 100);
  EXPECT_EQ(plan->adjudicate, 0.2);
  EXPECT_EQ(plan->adjudicate_after, 6);
  EXPECT_EQ(plan->openings.moves, std::vector<std::string>{"j10 j11k11"});
  EXPECT_EQ(plan->sprt->elo0, -5);
  EXPECT_EQ(plan->sprt->elo1, 30.5);
  EXPECT_EQ(plan->sprt->alpha, 0.01);
  EXPECT_EQ(plan->sprt->beta, 0.1);
  const ExternalEngine& cloud = *plan->players[0].engine;
  EXPECT_EQ(cloud.command, "cd x && ./cloudict");
  EXPECT_EQ(cloud.protocol, EngineProtocol::connect6);
  EXPECT_EQ(cloud.depth, 6);
  EXPECT_EQ(cloud.memory_bytes, std::size_t{512} << 20);
  EXPECT_FALSE(plan->players[1].engine);
  EXPECT_EQ(plan->players[1].threads, 2);
}

TEST(Plan, SaysWhatIsWrongAndWhere) {
  const std::string game = "game = \"connect4\"\n";
  const std::string players = with_two_players("");
  const std::vector<std::pair<std::string, std::string>> cases{
      {"", "the game is missing"},
      {"game = connect4\n", "line 1"},
      {"game = \"chess\"\n" + players, "line 1: "},
      {"game = 4\n" + players, "line 1: game must be a text"},
      {game, "there are no players"},
      {game + "player = \"perfect\"\n", "line 2: a tournament has no key \"player\""},
      {game + "[player]\nplayer = \"perfect\"\n", "line 2: there is no table player"},
      {game + "[[player]]\nplayer = \"perfect\"\n", "two players at least"},
      {game + "kind = \"swiss\"\n" + players, "line 2: there is no kind \"swiss\""},
      {game + "games = 3\n" + players, "line 2: games must be even"},
      {game + "games = 2.0\n" + players, "line 2: games must be a whole number"},
      {game + "games = -2\n" + players, "line 2: games must be a whole number from 2"},
      {game + "time = 0\n" + players, "line 2: time must be a number from 0.001"},
      {game + "time = nan\n" + players, "line 2: "},
      {game + "time = \"1\"\n" + players, "line 2: time must be a number"},
      {game + "clock = \"x\"\n" + players, "line 2: no clock"},
      {game + "time = 1\nclock = \"1+1\"\n" + players, "line 3: time is for a move and clock"},
      {game + "gmaes = 4\n" + players, "line 2: a tournament has no key \"gmaes\""},
      {game + "[sprt]\n" + players, "line 2: [sprt] is for tournaments of kind"},
      {game + "kind = \"sprt\"\n" + players + "[[player]]\nplayer = \"looks:0\"\n", "two players"},
      {game + "kind = \"sprt\"\n[sprt]\nelo0 = 5\nelo1 = 5\n" + players, "elo1 must be above elo0"},
      {game + "kind = \"sprt\"\n[sprt]\nalpha = 0.9\n" + players, "line 4: alpha must be"},
      {game + "[openings]\nmoves = []\n" + players, "line 3: moves must be a list of texts"},
      {game + "[openings]\nmoves = [4]\n" + players, "line 3: moves must be a list of texts"},
      {game + "[openings]\nfile = \"a\"\nrandom = 2\n" + players, "one of moves, file and random"},
      {game + "[openings]\nfile = \"a\"\nplies = 2\n" + players, "plies is for random openings"},
      {game + "openings = 3\n" + players, "line 2: a tournament has no key \"openings\""},
      {game + players + players, "two players have the name \"perfect\""},
      {game + players + "[[player]]\nname = \"x\"\n", "line 6: a [[player]] has either"},
      {game + players + "[[player]]\ncommand = \"x\"\n", "needs a name"},
      {game + players + "[[player]]\nname = \"a/b\"\ncommand = \"x\"\n", "needs a name"},
      {game + players + "[[player]]\nname = \"x\"\ncommand = \"x\"\nprotocol = \"uci\"\n",
       "there is no protocol \"uci\""},
      {game + players + "[[player]]\nplayer = \"random\"\ndepth = 3\n", "programs with a command"},
      {game + "clock = \"1+1\"\n" + players + "[[player]]\nplayer = \"looks:1\"\ntime = 2\n",
       "all play by the clock"},
      {game + players + "[[player]]\nplayer = \"looks:1\"\nspeed = 2\n", "has no key \"speed\""},
  };
  for (const auto& [text, part] : cases) {
    const std::string message = refusal(text);
    EXPECT_NE(message.find(part), std::string::npos) << text << "\n -> " << message;
    EXPECT_EQ(message.find('\n'), std::string::npos) << message;
  }
}

Plan plan_of(Kind kind, int players, int games) {
  Plan plan;
  plan.kind = kind;
  plan.games = games;
  for (int i = 0; i < players; ++i) plan.players.push_back({.name = fmt::format("p{}", i)});
  return plan;
}

TEST(Schedule, EveryPairPlaysEveryOpeningWithBothColours) {
  const auto schedule = make_schedule(plan_of(Kind::round_robin, 4, 6), 3);
  ASSERT_TRUE(schedule);
  EXPECT_EQ(schedule->size(), 6U * 6U);
  std::map<std::array<std::size_t, 3>, int> seen;
  for (std::size_t i = 0; i < schedule->size(); ++i) {
    const Pairing& p = (*schedule)[i];
    EXPECT_EQ(p.number, static_cast<int>(i) + 1);
    EXPECT_NE(p.first, p.second);
    ++seen[{p.first, p.second, p.opening}];
    if (i % 2 == 0) continue;
    const Pairing& before = (*schedule)[i - 1];
    EXPECT_EQ(p.first, before.second);
    EXPECT_EQ(p.second, before.first);
    EXPECT_EQ(p.opening, before.opening);
  }
  EXPECT_EQ(seen.size(), 4U * 3U * 3U);
  for (const auto& [key, count] : seen) EXPECT_EQ(count, 1);
  // All pairs have met before any of them meets again.
  for (std::size_t i = 0; i < 12; ++i) EXPECT_EQ((*schedule)[i].opening, 0U);
}

TEST(Schedule, AGauntletIsOneAgainstAllOthers) {
  const auto schedule = make_schedule(plan_of(Kind::gauntlet, 4, 2), 1);
  EXPECT_EQ(schedule->size(), 6U);
  for (const Pairing& p : *schedule) EXPECT_TRUE(p.first == 0 || p.second == 0);
}

TEST(Schedule, HasABound) {
  EXPECT_FALSE(make_schedule(plan_of(Kind::round_robin, 100, most_games), 1));
}

}  // namespace
}  // namespace inarow::tournament
