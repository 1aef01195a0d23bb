#pragma once

// Records of games as a source of positions.
//
//   Result<Records> records = read_records("games.csv", text, spec);
//
// They are read by the file's ending: .sgf (a game, or a collection of them; all variations), .csv
// (a column `moves`, cells separated by commas or spaces; contests write the letters JJKI), .txt
// and everything else (one game a line, as `--moves` has it). What cannot be read is left out and
// counted: records of people have such lines.

#include <string>
#include <string_view>
#include <vector>

#include "rules/game.hpp"
#include "rules/game_tree.hpp"

namespace inarow::puzzles {

struct Record {
  Game game;
  std::size_t first_ply = 0;  // the positions before are those of the record before
};

struct Records {
  std::vector<Record> games;
  std::size_t unreadable = 0;
  std::string complaint;  // about the first of them
};
// Refused if nothing can be read.
Result<Records> read_records(const std::string& name, std::string_view text, const GameSpec& spec);

// Every end of every variation of a tree; no position twice. Moves that cannot be played end it.
std::vector<Record> records_of_tree(const GameTree& tree);

}  // namespace inarow::puzzles
