#pragma once

// A game between a person and a computer player that can be put aside: an SGF file
// (docs/formats/sgf.md) with who plays and the clock in the property PLAY of its root.
//
//   (;FF[4]CA[UTF-8]AP[Inarow:0.1.0]GAME[drop:7x6]PW[you]PB[human:3]
//    PLAY[side first][against human:3][moves 2][clock 5+3][left 288.1 295];W[d1];B[d2])
//
// A game of any other SGF file can be gone on with as well: its main line, with the first player
// for the person. What else stands in a file stays in it: comments, variations, other properties.
// Moves that are taken back and played otherwise become variations.

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "match/game_clock.hpp"
#include "rules/game.hpp"
#include "rules/game_tree.hpp"

namespace inarow {

// How a game ended that was not decided on the board.
enum class Ending : std::uint8_t { none, resigned, on_time };

struct SavedGame {
  explicit SavedGame(const Game& g) : game(g), tree(g.spec()) {}

  Game game;
  Player side = Player::first;  // the person's
  std::string against = "auto";
  std::string strategy_file{};  // of the player `strategy`, or nothing
  std::optional<GameClock> clock{};
  Ending ending = Ending::none;
  Player loser = Player::first;  // of such an ending
  GameTree tree;                 // what else the file has; write_saved_game() adds the game
};

// `game` says which game it is if the text does not.
Result<SavedGame> read_saved_game(std::string_view text, const GameSpec* game = nullptr);

// The file; the game becomes the main line of its tree.
std::string write_saved_game(SavedGame& saved);

}  // namespace inarow
