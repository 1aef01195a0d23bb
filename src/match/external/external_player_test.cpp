// Programs of other authors as players, in the three protocols: good ones, and all kinds of bad
// ones (tests/support/fake_engine.py).

#include "match/external/external_player.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>
#include <thread>

#include "base/output_file.hpp"
#include "base/ticker.hpp"
#include "match/registry.hpp"
#include "rules/notation.hpp"

namespace inarow {
namespace {

GameSpec spec_of(std::string_view text) { return *GameSpec::parse(text); }

Game game_of(const char* spec, const char* moves) {
  const Result<Game> game = read_game(spec_of(spec), moves);
  EXPECT_TRUE(game) << game.error().message;
  return game.value();
}

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

ExternalEngine fake(const char* protocol, const std::string& behaviour = "good") {
  ExternalEngine engine;
  engine.name = "fake";
  engine.command = fmt::format("exec python3 '{}' {} {}",
                               INAROW_TEST_DATA "/../support/fake_engine.py", protocol, behaviour);
  engine.protocol = protocol_named(protocol);
  return engine;
}

const char* game_for(const std::string& protocol) {
  return protocol == "connect6" ? "connect6" : protocol == "gomocup" ? "gomoku" : "connect4";
}

std::unique_ptr<ComputerPlayer> player_of(const ExternalEngine& engine, Player side) {
  return make_external_player(spec_of(game_for(name_of(*engine.protocol))), side, engine);
}

// Its move, or what is wrong.
std::string answer(const ComputerPlayer& player, const Game& game, const MoveLimits& limits = {}) {
  const Result<Choice> choice = player.choose(game, limits);
  return choice ? format_move(game.spec(), choice->move) : choice.error().message;
}

// Plays it, and tells what the program says of it.
std::string play(const ComputerPlayer& player, Game& game, const MoveLimits& limits = {}) {
  const Result<Choice> choice = player.choose(game, limits);
  if (!choice) return choice.error().message;
  EXPECT_TRUE(game.play(choice->move));
  const std::string move = format_move(game.spec(), choice->move);
  return choice->says.empty() ? move : fmt::format("{} ({})", move, choice->says);
}

void reply(Game& game, const char* text) {
  const Result<Move> move = read_move(game, text);
  ASSERT_TRUE(move);
  ASSERT_TRUE(game.play(*move));
}

std::string contents_of(const std::string& path) {
  std::ifstream file(path);
  std::stringstream all;
  all << file.rdbuf();
  return all.str();
}

// What it writes to its standard error is in the file soon, not at once: another thread reads it.
void expect_errors(const ExternalEngine& engine, const std::string& text) {
  const auto end = Ticker::Clock::now() + std::chrono::seconds(5);
  while (contents_of(engine.error_file) != text && Ticker::Clock::now() < end) {
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  EXPECT_EQ(contents_of(engine.error_file), text);
}

TEST(ExternalEngine, IsReadFromAnOption) {
  const Result<ExternalEngine> plain = parse_external_engine("cloud=./cloudict --depth=3");
  ASSERT_TRUE(plain);
  EXPECT_EQ(plain->name, "cloud");
  EXPECT_EQ(plain->command, "./cloudict --depth=3");
  EXPECT_EQ(plain->protocol_for(spec_of("connect6")), EngineProtocol::connect6);
  EXPECT_EQ(plain->protocol_for(spec_of("gomoku")), EngineProtocol::gomocup);
  EXPECT_EQ(plain->protocol_for(spec_of("Connect(20,20,5,1,1)")), EngineProtocol::gomocup);
  EXPECT_EQ(plain->protocol_for(spec_of("connect4")), EngineProtocol::json);
  EXPECT_EQ(plain->protocol_for(spec_of("Connect(6,2,1)")), EngineProtocol::json);
  EXPECT_EQ(parse_external_engine("a:json=b")->protocol, EngineProtocol::json);
  for (const char* bad : {"", "cloud", "=x", "a b=x", "a=", "a=  ", "a:uci=x", "a:=x"}) {
    const Result<ExternalEngine> engine = parse_external_engine(bad);
    ASSERT_FALSE(engine) << bad;
    EXPECT_TRUE(contains(engine.error().message, "NAME=COMMAND")) << engine.error().message;
  }
}

TEST(ExternalEngine, IsAPlayerOfTheRegistry) {
  PlayerTools tools;
  tools.engines = {fake("connect6"), fake("json")};
  tools.engines[1].name = "other";
  const GameSpec connect6 = spec_of("connect6");
  const MadePlayer made = make_player("fake", connect6, Player::first, tools);
  ASSERT_TRUE(made);
  EXPECT_EQ(answer(**made, Game(connect6)), "a1");
  EXPECT_TRUE(contains((*made)->promise(), "the program fake of another author"));
  const std::string unknown = make_player("nobody", connect6, Player::first, tools).error().message;
  EXPECT_TRUE(contains(unknown, "easy, fake or other")) << unknown;
  const std::string wrong =
      make_player("fake", spec_of("gomoku"), Player::first, tools).error().message;
  EXPECT_TRUE(contains(wrong, "fake speaks the protocol connect6")) << wrong;
  EXPECT_TRUE(contains(wrong, "easy or other")) << wrong;
  EXPECT_FALSE(make_player("fake", connect6, Player::first, {}));

  EXPECT_FALSE(fault_of_engines(tools.engines));
  tools.engines[1].name = "fake";
  EXPECT_TRUE(contains(*fault_of_engines(tools.engines), "two engines"));
  tools.engines[1].name = "perfect";
  EXPECT_TRUE(contains(*fault_of_engines(tools.engines), "already"));
}

TEST(ExternalPlayer, PlaysConnect6) {
  ExternalEngine engine = fake("connect6");
  const ScratchFolder folder;
  engine.depth = 4;
  engine.error_file = folder.file("errors");
  const auto black = player_of(engine, Player::first);
  ASSERT_TRUE(black->prepare(nullptr));
  Game game(spec_of("connect6"));
  EXPECT_EQ(play(*black, game), "a1 (value 0.25 after 7 nodes)");
  reply(game, "j10k10");
  EXPECT_EQ(play(*black, game), "b1c1 (value 0.25 after 7 nodes)");
  expect_errors(engine, "depth 4\n");
  // A move is taken back: it is asked in another game than the one it knows.
  game.undo();
  game.undo();
  reply(game, "b1c1");
  EXPECT_EQ(play(*black, game), "d1e1 (value 0.25 after 7 nodes)");
  expect_errors(engine, "depth 4\ndepth 4\n");

  const auto white = player_of(fake("connect6"), Player::second);
  EXPECT_EQ(answer(*white, game_of("connect6", "a1")), "b1c1");
  EXPECT_EQ(answer(*white, game_of("connect6", "j10 a1b1 c1d1")), "e1f1");
}

TEST(ExternalPlayer, PlaysGomoku) {
  ExternalEngine engine = fake("gomocup");
  const ScratchFolder folder;
  engine.error_file = folder.file("errors");
  engine.memory_bytes = std::size_t{1} << 30;
  const auto black = player_of(engine, Player::first);
  Game game(spec_of("gomoku"));
  EXPECT_EQ(play(*black, game, {.seconds = 2}), "a1 (depth 3 ev 0.5)");
  reply(game, "b1");
  EXPECT_EQ(play(*black, game, {.seconds = 1, .left = 20}), "c1 (depth 3 ev 0.5)");
  expect_errors(engine,
                "INFO max_memory 1073741824\nINFO game_type 1\nINFO rule 0\nINFO timeout_match 0\n"
                "INFO timeout_turn 2000\nINFO time_left 2147483647\nINFO timeout_turn 20000\n"
                "INFO time_left 20000\n");
  const auto white = player_of(fake("gomocup"), Player::second);
  EXPECT_EQ(answer(*white, game_of("gomoku", "a1")), "b1");
  EXPECT_EQ(answer(*white, game_of("gomoku", "a1 b1 c1")), "d1");
}

TEST(ExternalPlayer, PlaysConnectFourByQuestions) {
  const auto player = player_of(fake("json"), Player::second);
  Game game = game_of("connect4", "4");
  EXPECT_EQ(play(*player, game, {.seconds = 1}), "a1 ({\"win\":0.5})");
  EXPECT_EQ(answer(*player, game_of("connect4", "11111"), {.seconds = 1}), "a6");
}

TEST(ExternalPlayer, OneThatKnowsOnlyNewAndMoveIsLedThroughTheGame) {
  const auto player = player_of(fake("connect6", "simple"), Player::second);
  EXPECT_EQ(answer(*player, game_of("connect6", "a1 b1c1 d1e1")), "f1g1");
  const std::string other = answer(*player, game_of("connect6", "a1 j10k10 d1e1"));
  EXPECT_TRUE(contains(other, "fake cannot set up positions, and plays b1c1 instead of j10k10"))
      << other;
}

TEST(ExternalPlayer, OneThatDoesNotGreetPlaysAllTheSame) {
  const auto player = player_of(fake("connect6", "mute"), Player::first);
  EXPECT_EQ(answer(*player, Game(spec_of("connect6"))), "a1");
  ExternalEngine gomoku = fake("gomocup", "mute");
  gomoku.start_seconds = 0.5;
  const Result<void> prepared = player_of(gomoku, Player::first)->prepare(nullptr);
  ASSERT_FALSE(prepared);
  EXPECT_TRUE(
      contains(prepared.error().message, "fake has not given its OK to START within 0.5 s"));
}

class BadEngine : public ::testing::TestWithParam<const char*> {
 protected:
  std::string answer_of(const std::string& behaviour, const MoveLimits& limits = {.seconds = 0.3}) {
    ExternalEngine engine = fake(GetParam(), behaviour);
    engine.grace_seconds = 0.2;
    engine.memory_bytes = std::size_t{500} << 20;
    player = player_of(engine, Player::second);
    game = game_of(game_for(GetParam()), GetParam() == std::string("json") ? "4" : "a1");
    (void)player->prepare(nullptr);
    return answer(*player, game, limits);
  }
  std::unique_ptr<ComputerPlayer> player;
  Game game{spec_of("connect4")};
};

TEST_P(BadEngine, ThatCrashes) {
  const std::string text = answer_of("crash");
  EXPECT_TRUE(contains(text, "fake ended with exit code 3 instead of giving a move")) << text;
  EXPECT_TRUE(contains(text, "on its standard error: ")) << text;
  EXPECT_TRUE(contains(text, "assertion failed: i < 5")) << text;
  // Asked again, it is another process, which crashes in its turn.
  EXPECT_TRUE(contains(answer(*player, game), "exit code 3"));
}

TEST_P(BadEngine, ThatIsNotThere) {
  const std::string text = answer_of("missing");
  EXPECT_TRUE(contains(text, "fake ended with exit code 1")) << text;
  EXPECT_TRUE(contains(text, "cannot find my weights")) << text;
}

TEST_P(BadEngine, ThatHangs) {
  const std::string text = answer_of("hang");
  EXPECT_TRUE(contains(text, "fake has not given a move within 0.5 s")) << text;
}

TEST_P(BadEngine, ThatIsLate) {
  EXPECT_TRUE(contains(answer_of("late"), "fake has not given a move within 0.5 s"));
  EXPECT_FALSE(contains(answer_of("late", {.seconds = 5}), "fake"));
}

TEST_P(BadEngine, ThatTalksNonsense) {
  const std::string text = answer_of("garbage");
  EXPECT_TRUE(contains(text, "fake answers \"move over, \\u{1b}[2J I am ")) << text;
}

TEST_P(BadEngine, ThatCheats) {
  const std::string text = answer_of("cheat");
  EXPECT_TRUE(contains(text, "fake plays an illegal move: move 2") ||
              contains(text, "fake answers with no move"))
      << text;
}

TEST_P(BadEngine, ThatWritesWithoutEnd) {
  const std::string text = answer_of("flood");
  EXPECT_TRUE(contains(text, "fake writes more than anybody can read") ||
              contains(text, "fake answers \"xxx") || contains(text, "has not given a move"))
      << text;
}

TEST_P(BadEngine, ThatTakesTooMuchMemory) {
  const std::string text = answer_of("memory", {.seconds = 5});
  EXPECT_TRUE(contains(text, "fake ended with exit code 1")) << text;
  EXPECT_TRUE(contains(text, "MemoryError")) << text;
}

TEST_P(BadEngine, ThatLeavesAChildPlays) {
  EXPECT_FALSE(contains(answer_of("orphan", {.seconds = 5}), "fake"));
}

TEST_P(BadEngine, IsNotWaitedForAfterAStop) {
  ExternalEngine engine = fake(GetParam(), "hang");
  const auto hanging = player_of(engine, Player::first);
  StopToken stop;
  stop.limit_time(0.3);
  const Game start(spec_of(game_for(GetParam())));
  const auto begin = std::chrono::steady_clock::now();
  EXPECT_EQ(answer(*hanging, start, {.seconds = 100, .stop = &stop}),
            "stopped before fake had moved");
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(10));
}

INSTANTIATE_TEST_SUITE_P(Protocols, BadEngine, ::testing::Values("connect6", "gomocup", "json"),
                         [](const auto& one) { return std::string(one.param); });

}  // namespace
}  // namespace inarow
