#pragma once

// Many puzzles, by many threads, in a run that can be stopped and goes on.
//
//   GenerateOptions options(spec);
//   options.count = 100;
//   options.journal = "c4.jsonl.journal";
//   Result<Generated> made = generate(options, work);
//
// Games are numbered: the records first, then games of computer players. Each thread takes the next
// game and makes the puzzles of its positions. What is accepted is decided in the order of the
// games, so that the same command gives the same puzzles with any number of threads, stopped or
// not (unless players use their time).
//
// The journal has a line for the run, and for each finished game its puzzles and a line with its
// number and yield; it is on the disk before the next game of the thread begins.

#include <string>
#include <vector>

#include "ask/work.hpp"
#include "generate/maker.hpp"
#include "generate/records.hpp"
#include "generate/self_play.hpp"
#include "grid/broker.hpp"

namespace inarow::puzzles {

struct GenerateOptions {
  explicit GenerateOptions(const GameSpec& game) : spec(game) {}

  GameSpec spec;
  MakerOptions maker{};
  std::vector<Record> records{};
  SelfPlay self_play{};       // without players: the records alone
  std::uint64_t games = 0;    // of computer players at most; 0: as many as it takes
  std::size_t count = 100;    // puzzles; 0: as many as the games have
  std::size_t per_grade = 0;  // of each grade at most; 0: any number
  std::string journal{};      // empty: none
};

struct Generated {
  std::vector<Puzzle> puzzles;  // with ids
  Yield yield;                  // of the games that were looked at for them
  std::uint64_t games = 0;
  std::uint64_t games_before = 0;  // of these, in an earlier run
  bool complete = false;           // false: stopped
};

// Refused: a journal of another run, or one that cannot be written; players that there are not.
Result<Generated> generate(const GenerateOptions& options, const Work& work);

// The same by the workers of a broker, so many games at a time (puzzle_job.hpp). The threads of the
// work prove every puzzle again; an answer with a false one is refused, and its job done again.
Result<Generated> generate(const GenerateOptions& options, const Work& work,
                           grid::JobBroker& broker, int games_at_a_time);

// c4, go, c6, or the game's text in letters and digits.
std::string id_prefix(const GameSpec& spec);

}  // namespace inarow::puzzles
