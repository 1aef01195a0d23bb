#include "match/saved_game.hpp"

#include <gtest/gtest.h>

#include "rules/notation.hpp"

namespace inarow {
namespace {

Game game_of(const char* spec, const char* moves) {
  return *read_game(*GameSpec::parse(spec), moves);
}

std::string moves_of(const SavedGame& saved) {
  return format_moves(saved.game.spec(), saved.game.moves());
}

TEST(SavedGame, ComesBackAsItWas) {
  const std::pair<const char*, const char*> games[] = {
      {"drop:7x6", "4453"}, {"connect6", "j10 k11i11"}, {"Connect(11,2,2)", "0,0 1,1"}};
  for (const auto& [spec, moves] : games) {
    SavedGame saved(game_of(spec, moves));
    saved.side = Player::second;
    saved.against = "human:3";
    saved.clock.emplace(ClockSpec{5, 3});
    saved.clock->set_left(Player::second, 288.1);
    const std::string file = write_saved_game(saved);
    const Result<SavedGame> again = read_saved_game(file);
    ASSERT_TRUE(again) << again.error().message;
    EXPECT_EQ(moves_of(*again), moves_of(saved));
    EXPECT_EQ(again->side, Player::second);
    EXPECT_EQ(again->against, "human:3");
    EXPECT_EQ(again->clock->spec(), (ClockSpec{5, 3}));
    EXPECT_EQ(again->clock->left(Player::first), 303);
    EXPECT_EQ(again->clock->left(Player::second), 288.1);
    SavedGame copy = *again;
    EXPECT_EQ(write_saved_game(copy), file);
  }
}

TEST(SavedGame, KeepsWhatElseStandsInTheFile) {
  Result<SavedGame> saved =
      read_saved_game("(;GAME[connect4]EV[Club]C[hello];W[d1]C[good](;B[d2];W[d3])(;B[c1]))");
  ASSERT_TRUE(saved) << saved.error().message;
  EXPECT_EQ(moves_of(*saved), "444");
  EXPECT_EQ(saved->side, Player::first);
  EXPECT_EQ(saved->against, "auto");
  EXPECT_FALSE(saved->clock);
  // Two moves are taken back, and another is played.
  saved->game.undo();
  saved->game.undo();
  EXPECT_EQ(moves_of(*read_saved_game(write_saved_game(*saved))), "4");
  ASSERT_TRUE(saved->game.play({Cell{2, 0}}));
  const std::string file = write_saved_game(*saved);
  EXPECT_NE(file.find("EV[Club]"), std::string::npos) << file;
  EXPECT_NE(file.find("C[hello]"), std::string::npos) << file;
  EXPECT_NE(file.find(";W[d3]"), std::string::npos) << file;
  EXPECT_EQ(moves_of(*read_saved_game(file)), "43");
}

TEST(SavedGame, TellsHowItEnded) {
  SavedGame won(game_of("connect4", "1212121"));
  EXPECT_NE(write_saved_game(won).find("RE[W+]"), std::string::npos);
  SavedGame resigned(game_of("gomoku", "h8"));
  resigned.ending = Ending::resigned;
  resigned.loser = Player::second;
  const std::string file = write_saved_game(resigned);
  EXPECT_NE(file.find("RE[B+R]"), std::string::npos) << file;
  EXPECT_EQ(read_saved_game(file)->ending, Ending::resigned);
  EXPECT_EQ(read_saved_game(file)->loser, Player::second);
  resigned.ending = Ending::none;
  EXPECT_EQ(write_saved_game(resigned).find("RE["), std::string::npos);
}

TEST(SavedGame, RefusesWhatItDoesNotUnderstand) {
  for (const char* value : {"side third", "moves x", "moves -1", "clock 5:3", "left 3", "left a b",
                            "left nan 1", "ended", "ended won first"}) {
    const Result<SavedGame> saved =
        read_saved_game(std::string("(;GAME[connect4]PLAY[") + value + "])");
    EXPECT_FALSE(saved) << value;
  }
  EXPECT_TRUE(read_saved_game("(;GAME[connect4]PLAY[mood good][side first])"));
  EXPECT_FALSE(read_saved_game("no game"));
}

}  // namespace
}  // namespace inarow
