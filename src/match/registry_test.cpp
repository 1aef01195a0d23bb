// The table of players: each kind plays the games it names and refuses the others with a sentence;
// all keep to the limits of a question.

#include "match/registry.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <ctime>
#include <thread>

#include "rules/notation.hpp"

namespace inarow {
namespace {

using Clock = Ticker::Clock;

// Limits are kept to within this, on a machine that does other things too.
constexpr double slack = 0.3;

class Players : public ::testing::Test {
 protected:
  void SetUp() override { ::setenv("INAROW_DATA", INAROW_TEST_DATA "/../../data", 1); }
  void TearDown() override { ::unsetenv("INAROW_DATA"); }
};

GameSpec spec_of(std::string_view text) { return *GameSpec::parse(text); }

Game game_of(const char* spec, const char* moves) {
  const Result<Game> game = read_game(spec_of(spec), moves);
  EXPECT_TRUE(game) << spec << ": " << game.error().message;
  return game.value();
}

PlayerTools small_tools() {
  PlayerTools tools;
  tools.table_bytes = std::size_t{1} << 20;
  tools.seed = 1;
  return tools;
}

std::unique_ptr<ComputerPlayer> player_of(const char* name, const Game& game) {
  MadePlayer player = make_player(name, game.spec(), game.to_move(), small_tools());
  EXPECT_TRUE(player) << player.error().message;
  return player ? std::move(*player) : nullptr;
}

// A name of the kind that can be asked for.
std::string example_of(const PlayerKind& kind) {
  const std::size_t number = kind.name.find(":N");
  return number == std::string::npos ? kind.name : kind.name.substr(0, number) + ":2";
}

std::string refusal(const char* name, const char* spec, Player side) {
  const MadePlayer player = make_player(name, spec_of(spec), side, small_tools());
  return player ? "" : player.error().message;
}

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

const char* const games[] = {
    "drop:7x6",    "drop:6x4",       "drop:4x4:k3",    "drop:5x5:cyl",    "drop:3x1:k9",
    "drop:4x3:k1", "cylinder:4",     "drop:4xinf",     "drop:4xinf:k5",   "tictactoe",
    "gomoku",      "Connect(6,2,2)", "Connect(8,1,1)", "Connect(11,2,1)", "Connect(17,3,3)"};

TEST_F(Players, PlayTheGamesTheyNameAndRefuseTheOthers) {
  for (const PlayerKind& kind : player_kinds()) {
    const std::string name = example_of(kind);
    int played = 0;
    int refused = 0;
    for (const char* text : games) {
      for (const Player side : {Player::first, Player::second}) {
        const GameSpec spec = spec_of(text);
        const std::vector<PlayerKind> able = players_of(spec, side);
        const bool plays = std::any_of(able.begin(), able.end(),
                                       [&](const PlayerKind& k) { return k.name == kind.name; });
        const MadePlayer player = make_player(name, spec, side, small_tools());
        ASSERT_EQ(plays, player.has_value()) << name << " " << text;
        EXPECT_EQ(plays, resolve_player(name, spec, side, {}).has_value()) << name << " " << text;
        if (!plays) {
          ++refused;
          const std::string& message = player.error().message;
          EXPECT_EQ(message, resolve_player(name, spec, side, {}).error().message);
          EXPECT_GT(message.size(), 20U);
          EXPECT_FALSE(contains(message, "--")) << message;
          continue;
        }
        ++played;
        EXPECT_FALSE((*player)->promise().empty());
        EXPECT_EQ((*player)->note(), "");
        EXPECT_EQ((*player)->side(), side);
        Game game(spec);
        if (game.over()) continue;
        if (side == Player::second) {
          const Result<Choice> early = (*player)->choose(game, {});
          ASSERT_FALSE(early.has_value());
          EXPECT_TRUE(contains(early.error().message, "turn"));
          Move move;
          while (static_cast<int>(move.size()) < game.stones_due()) {
            move.push_back({static_cast<int>(move.size()), 0});
          }
          ASSERT_TRUE(game.play(move));
          if (game.over()) continue;
        }
        const Result<Choice> choice = (*player)->choose(game, {.seconds = 20});
        ASSERT_TRUE(choice) << name << " " << text << ": " << choice.error().message;
        EXPECT_TRUE(game.play(choice->move)) << name << " " << text;
      }
    }
    EXPECT_GT(played, 0) << name;
    EXPECT_GT(refused, 0) << name;
  }
}

TEST_F(Players, RefuseWithASentence) {
  const Player first = Player::first;
  const Player second = Player::second;
  EXPECT_EQ(refusal("deep", "connect4", first),
            "there is no player deep; the opponent must be auto, perfect, victor, strategy, "
            "human:N, alphabeta:N, looks:N, rules, random, strong, threats, plain:N or easy");
  EXPECT_EQ(refusal("perfect", "gomoku", first),
            "perfect plays drop games of finite height only; for the first player of "
            "Connect(15,15,5,1,1) choose strong, threats, plain:N or easy");
  EXPECT_EQ(refusal("victor", "cylinder:4", first),
            "victor plays drop games of finite height only; for the first player of "
            "drop:4xinf:cyl choose strategy");
  EXPECT_EQ(
      refusal("victor", "connect4", second),
      "VICTOR's lines are those of the first player, so play the second against him; for the "
      "second player of drop:7x6 choose perfect, strategy, human:N, alphabeta:N, looks:N, rules "
      "or random");
  EXPECT_EQ(refusal("victor", "drop:6x6", first),
            "VICTOR has no lines for drop:6x6; he plays drop:7x6 as White; for the first player of "
            "drop:6x6 choose perfect, human:N, alphabeta:N, looks:N, rules or random");
  EXPECT_TRUE(contains(refusal("strategy", "Connect(3,1,1)", second),
                       "there is no proved strategy of the second side of Connect(3,1,1)"));
  EXPECT_EQ(refusal("easy", "drop:4xinf:k5", first), "easy plays placement games only");
  EXPECT_EQ(refusal("auto", "drop:4xinf:k5", first),
            "there is no player of the first side of drop:4xinf:k5");
  for (const char* bad : {"looks:", "looks:9", "looks:44", "looks:x"}) {
    EXPECT_EQ(refusal(bad, "connect4", first), "write looks:N with N from 0 to 8 stones") << bad;
  }
  for (const char* bad : {"human:", "human:0", "human:7", "human:03", "human:+3", "human:3 "}) {
    EXPECT_EQ(refusal(bad, "connect4", first), "write human:N with N from 1 to 6") << bad;
  }
  EXPECT_EQ(refusal("alphabeta:11", "connect4", first),
            "write alphabeta:N with N from 1 to 10 stones");
  EXPECT_EQ(refusal("alphabeta:99999999999", "connect4", first),
            "write alphabeta:N with N from 1 to 10 stones");
  for (const char* bad :
       {"", "sees:4", "looks", "human", "Perfect", "perfect:2", ":", "random:1"}) {
    EXPECT_TRUE(contains(refusal(bad, "connect4", first), "the opponent must be")) << bad;
  }
  const Game over = game_of("connect4", "1212121");
  const MadePlayer player = make_player("looks:1", over.spec(), second, small_tools());
  EXPECT_EQ((*player)->choose(over, {}).error().message, "the game is over; there is no move");
}

TEST_F(Players, AutoIsTheBestThatPlays) {
  const auto best = [](const char* text, Player side) {
    return *resolve_player("auto", spec_of(text), side, {});
  };
  EXPECT_EQ(best("connect4", Player::first), "perfect");
  EXPECT_EQ(best("drop:6x6", Player::second), "perfect");
  EXPECT_EQ(best("cylinder:6", Player::first), "strategy");
  EXPECT_EQ(best("Connect(8,1,1)", Player::second), "strategy");
  EXPECT_EQ(best("gomoku", Player::second), "strong");
  EXPECT_EQ(best("Connect(6,2,1)", Player::second), "strong");
  // A file goes before everything else, but only for whom it is.
  PlayerTools tools;
  tools.strategy_file =
      INAROW_TEST_DATA "/../../data/certificates/cannot-lose-cylinder-6-second.cert";
  const MadePlayer read = make_player("auto", spec_of("cylinder:6"), Player::second, tools);
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_TRUE(contains((*read)->promise(), "a verified strategy"));
  EXPECT_FALSE(make_player("auto", spec_of("connect4"), Player::second, tools));
  const MadePlayer other = make_player("perfect", spec_of("connect4"), Player::second, tools);
  EXPECT_EQ(other.error().message,
            "a file with a strategy is for the player strategy, not perfect");
}

TEST_F(Players, DrawTheSameLotsFromTheSameSeed) {
  const auto lots = [](std::optional<Word64> seed) {
    PlayerTools tools;
    tools.seed = seed;
    std::string text;
    const MadePlayer player = make_player("looks:0", spec_of("connect4"), Player::first, tools);
    for (int i = 0; i < 40; ++i) {
      text += column_name(Column{(*player)->choose(Game(spec_of("connect4")), {})->move.front().x});
    }
    return text;
  };
  EXPECT_EQ(lots(7), lots(7));
  EXPECT_NE(lots(7), lots(8));
  EXPECT_NE(lots(std::nullopt), lots(std::nullopt));
}

TEST_F(Players, UseTheToolsTheyAreGiven) {
  class Scores final : public KnownScores {
   public:
    std::optional<int> score(const Game& /*game*/) const override {
      ++asked;
      return std::nullopt;
    }
    mutable int asked = 0;
  };
  const GameSpec spec = spec_of("drop:4x4");
  DropTools shared;
  shared.engine = make_drop_engine(*spec.drop(), std::size_t{1} << 20);
  const auto scores = std::make_shared<Scores>();
  shared.known = scores;
  PlayerTools tools;
  tools.drop_tools = [&](const DropSpec& drop) {
    EXPECT_EQ(drop, *spec.drop());
    return shared;
  };
  Observer observer;
  const MadePlayer player = make_player("perfect", spec, Player::first, tools);
  EXPECT_EQ(shared.engine.use_count(), 2);
  ASSERT_TRUE((*player)->choose(Game(spec), {.threads = 2}, &observer));
  EXPECT_GT(scores->asked, 0);
  EXPECT_GT(observer.status().nodes, 0U);
}

// Questions that take longer than their limits, or a good part of them.
struct HardQuestion {
  const char* player;
  const char* game;
  const char* moves;
};
const HardQuestion hard_questions[] = {
    {"perfect", "drop:9x8", ""},
    {"perfect", "drop:10x8:cyl", "a"},
    {"looks:8", "drop:20x5", ""},
    {"alphabeta:10", "drop:20x5", ""},
    {"human:6", "drop:20x5", "jk"},
    {"human:6", "drop:9x8", "5544"},
    {"victor", "connect4", "11"},
    {"strong", "connect6", "j10 k9i9 k11i11 j8j12"},
    {"strong", "gomoku", "h8 g7 g8 f8 h7 h6 e9 i5 j4 i6 i8 j6 k8 j8 g6 l6 k6 j9 f5 e4 j7 l5"},
    {"strong", "Connect(6,2,1)", "0,0 -1,0 -1,1 -1,-1 1,1 2,2 0,2 -4,-4 -3,-3 -2,-2 1,2"},
    {"strong", "Connect(64,64,40,8,8)", ""},
    {"threats", "connect6", "j10 k9i9 k11i11 j8j12"},
    {"plain:1", "connect6", "j10 k9i9 k11i11 j8j12"},
    {"plain:6", "Connect(5,1,1)", "0,0 1,1"},
    {"easy", "Connect(64,64,40,8,8)", ""},
};

// Seconds that passed, not counting those in which a busy machine let others work: none of the
// players sleeps, so one that goes on after its limit uses the processor.
class Stopwatch {
 public:
  double seconds() const {
    const double worked = static_cast<double>(std::clock() - processor_) / CLOCKS_PER_SEC;
    return std::min(seconds_since(start_), worked);
  }

 private:
  Clock::time_point start_ = Clock::now();
  std::clock_t processor_ = std::clock();
};

// Strong, easy and the human levels always have a legal move; perfect says that it has none.
void expect_answer(const HardQuestion& question, const Game& game, const Result<Choice>& choice) {
  const std::string player = question.player;
  if (player == "strong" || player == "threats" || player.starts_with("plain:") ||
      player == "easy" || player == "human:6") {
    ASSERT_TRUE(choice) << question.game << ": " << choice.error().message;
    Game next = game;
    EXPECT_TRUE(next.play(choice->move)) << question.game;
  } else if (player == "perfect") {
    ASSERT_FALSE(choice) << question.game;
    EXPECT_TRUE(contains(choice.error().message, "no perfect move was found"));
  }
}

TEST_F(Players, KeepToTheirSeconds) {
  for (const HardQuestion& question : hard_questions) {
    const Game game = game_of(question.game, question.moves);
    const auto player = player_of(question.player, game);
    for (const double seconds : {0.02, 0.4}) {
      const Stopwatch watch;
      const Result<Choice> choice = player->choose(game, {.seconds = seconds});
      EXPECT_LT(watch.seconds(), seconds + slack) << question.player << " " << question.game;
      expect_answer(question, game, choice);
    }
  }
}

TEST_F(Players, StopWhenTold) {
  for (const HardQuestion& question : hard_questions) {
    const Game game = game_of(question.game, question.moves);
    const auto player = player_of(question.player, game);
    for (const int threads : {1, 2}) {
      StopToken stop;
      std::optional<Stopwatch> since_told;
      std::thread teller([&] {
        std::this_thread::sleep_for(std::chrono::milliseconds(50));
        stop.request_stop();
        since_told.emplace();
      });
      const Result<Choice> choice =
          player->choose(game, {.seconds = 60, .threads = threads, .stop = &stop});
      teller.join();
      EXPECT_LT(since_told->seconds(), slack * threads) << question.player << " " << question.game;
      expect_answer(question, game, choice);
    }
  }
}

TEST(Registry, ListsEnginesAfterItsOwnPlayers) {
  PlayerTools tools;
  tools.engines = {{.name = "six", .command = "x", .protocol = EngineProtocol::connect6},
                   {.name = "any", .command = "x"}};
  const auto names = [&](const char* game) {
    std::string text;
    for (const PlayerKind& kind : players_of(*GameSpec::parse(game), Player::first, tools)) {
      if (kind.external) text += kind.name + " ";
    }
    return text;
  };
  EXPECT_EQ(names("connect6"), "six any ");
  EXPECT_EQ(names("gomoku"), "any ");
  EXPECT_FALSE(players_of(*GameSpec::parse("gomoku"), Player::first, tools).front().external);
  EXPECT_EQ(engine_named("any", tools.engines), &tools.engines[1]);
  EXPECT_EQ(engine_named("strong", tools.engines), nullptr);
}

}  // namespace
}  // namespace inarow
