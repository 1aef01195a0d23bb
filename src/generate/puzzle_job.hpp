#pragma once

// One game as a job of the grid: its puzzles are made by a worker (docs/formats/grid.md).
//
//   {"puzzles":{"game":"connect6","number":12,"moves":"j10 ...","first_ply":0, options of the
//   maker}}
//   {"puzzles":{"game":"connect4","number":12,"players":["human:2","human:4"],"seed":7, ...}}
//
// and the answer {"puzzles":[...],"yield":[...]}, the puzzles as files have them.

#include "generate/game_puzzles.hpp"
#include "generate/self_play.hpp"
#include "grid/worker.hpp"

namespace inarow::puzzles {

struct PuzzleJob {
  GameSpec spec;
  MakerOptions maker{};
  std::uint64_t number = 0;
  std::optional<Record> record{};  // without one the players play the game of this number
  SelfPlay self_play{};
};

std::string write_puzzle_job(const PuzzleJob& job);
Result<PuzzleJob> read_puzzle_job(std::string_view text);

// What the puzzles claim is not looked at. Refused if they are of another game.
Result<GamePuzzles> read_puzzle_answer(std::string_view text, const GameSpec& spec);

// For workers: they know such jobs beside questions.
grid::OtherJobs puzzle_jobs();

}  // namespace inarow::puzzles
