#pragma once

// A puzzle as plain data: a position, a task, and the only move that fulfils it.
//
//   win      the player to move wins; after every other move he does not
//   draw     he draws, and every other move loses (drop games)
//   defend   he is attacked, and every other move loses within a few moves
//
// What "does not" means is the puzzle's sense. Exact in drop games. In placement games a win and a
// loss are proved by threats with relevance zones, and "does not win" and "does not lose" mean
// that the search for wins by threats up to `order` finds none within its limits
// (docs/puzzles.md).
//
// A puzzle is one line of JSON (docs/formats/puzzles.md).

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "rules/game.hpp"

namespace inarow::puzzles {

enum class Task : std::uint8_t { win, draw, defend };
const char* name_of(Task task);

// In players' words; docs/puzzles.md says when a puzzle bears which.
enum class Theme : std::uint8_t {
  double_threat,   // a move makes more threats than can be answered
  quiet_move,      // the solution threatens nothing at once
  counter_threat,  // the opponent's threats have to be answered on the way
  sacrifice,       // the solution lets the opponent make a threat
  zugzwang,        // the opponent has to give the deciding square away
  odd_threat,      // the win is on an odd row
  even_threat,     // or on an even one
  claimeven,       // the answers lie on top of the opponent's stones
  stacked,         // two deciding squares, one above the other
  fours,           // every move threatens to complete a line (p = 1)
  threes,          // a move leaves the opponent a free stone (p = 1)
  double_four,     // two lines to complete at once (p = 1)
  four_three,      // a line to complete, and an open one behind it (p = 1)
  single_threat    // a move leaves the opponent a free stone (p > 1)
};
inline constexpr int number_of_themes = 14;
const char* name_of(Theme theme);

// What is counted to find the grade (grade.hpp).
struct Measures {
  int tempting = 0;  // other moves that a shallow look prefers to the solution
  int quiet = 0;     // moves of the solver that threaten nothing at once
  int counter = 0;   // threats of the opponent on the way
  int depth = 0;     // how far a simple player must look to find the solution
  friend bool operator==(const Measures&, const Measures&) = default;
};

// A natural move that fails, and the answer that shows it.
struct WrongTry {
  Move move;
  Move answer;
  friend bool operator==(const WrongTry&, const WrongTry&) = default;
};

struct Puzzle {
  std::string id{};
  Game game;  // the position
  Task task = Task::win;
  int order = 0;    // 0: exact; else of the threats that were looked for
  Move solution{};  // a whole move; the order of its stones does not count
  int length = 1;
  MoveList line{};  // the solution and best play; free stones of the loser are left out
  std::vector<Theme> themes{};
  std::vector<WrongTry> tries{};  // the most tempting ones first
  Measures measures{};
  int grade = 1;
};

inline constexpr int grades = 5;

// "exact" or "threats up to order 2".
std::string sense_of(const Puzzle& puzzle);
// For people: "White to move and win in 4".
std::string task_in_words(const Puzzle& puzzle);

// One line, without its end.
std::string write_puzzle(const Puzzle& puzzle);
// Checks that the moves are legal and lead to a running game, and that solution, line and tries can
// be played; what is proved is checked by verify.hpp.
Result<Puzzle> read_puzzle(std::string_view line);

// Of a file, one puzzle a line; empty lines are passed over. The message names the line.
Result<std::vector<Puzzle>> read_puzzles(std::string_view text);

}  // namespace inarow::puzzles
