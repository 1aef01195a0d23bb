#pragma once

// The puzzles of one game: what a thread of generate() does, and a worker of the grid.
//
//   const std::unique_ptr<Maker> maker = make_maker(spec, options, work);
//   const GamePuzzles found = puzzles_of({game}, *maker, 12, work);

#include <nlohmann/json_fwd.hpp>

#include "ask/work.hpp"
#include "generate/maker.hpp"
#include "generate/records.hpp"

namespace inarow::puzzles {

struct GamePuzzles {
  std::vector<Puzzle> puzzles;
  Yield yield;
};

// Of its positions from record.first_ply on; in drop games of a few of them, drawn by lot from the
// number. Those of placement games are proved again with larger limits. After a stop some are
// missing.
GamePuzzles puzzles_of(const Record& record, Maker& maker, std::uint64_t number, const Work& work);

nlohmann::json yield_json(const Yield& yield);
std::optional<Yield> read_yield(const nlohmann::json& array);

}  // namespace inarow::puzzles
