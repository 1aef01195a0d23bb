#pragma once

// The words that both families of games share.

#include <compare>
#include <cstdint>
#include <functional>
#include <limits>
#include <vector>

namespace inarow {

// Machine output says "first" and "second"; the literature's colours depend on the family
// (GameSpec::colour): White begins in drop games (Allis), Black in placement games (Wu).
enum class Player : std::uint8_t { first, second };

constexpr Player opponent(Player player) {
  return player == Player::first ? Player::second : Player::first;
}
constexpr int index_of(Player player) { return static_cast<int>(player); }
constexpr const char* name_of(Player player) {
  return player == Player::first ? "first" : "second";
}

enum class Outcome : std::uint8_t { undecided, first_wins, second_wins, draw };

constexpr Outcome win_of(Player player) {
  return player == Player::first ? Outcome::first_wins : Outcome::second_wins;
}

enum class GameValue : std::int8_t { loss = -1, draw = 0, win = 1 };  // for the player to move

constexpr GameValue seen_by_opponent(GameValue value) {
  return static_cast<GameValue>(-static_cast<int>(value));
}
constexpr const char* name_of(GameValue value) {
  return value == GameValue::win ? "win" : value == GameValue::loss ? "loss" : "draw";
}

// A column of a drop game, 0 = a.
struct Column {
  int index = 0;
  friend constexpr auto operator<=>(Column, Column) = default;
};

// A square, counted from 0 at the bottom left: {3, 0} is d1. On infinite boards both coordinates
// may be negative.
struct Cell {
  int x = 0;
  int y = 0;
  friend constexpr auto operator<=>(const Cell&, const Cell&) = default;
};

// A stone that is not placed: null and semi-null moves of threat search, written `--`.
inline constexpr Cell null_stone{std::numeric_limits<int>::min(), std::numeric_limits<int>::min()};

// One player's turn: one cell in a drop game, p cells (q at first) in a placement game.
using Move = std::vector<Cell>;
using MoveList = std::vector<Move>;

struct Stone {
  Cell cell;
  Player player;
  friend constexpr auto operator<=>(const Stone&, const Stone&) = default;
};

}  // namespace inarow
