#include "generate/game_puzzles.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/random.hpp"
#include "generate/verify.hpp"

namespace inarow::puzzles {
namespace {

constexpr std::size_t drop_positions = 8;  // of a game that are looked at

// The positions of a game in the order in which they are looked at. In drop games few of them,
// drawn by lot: all of them would take too long.
std::vector<std::size_t> plies_of(const Record& record, const Maker& maker, std::uint64_t number) {
  const Game& game = record.game;
  std::vector<std::size_t> plies;
  Game at(game.spec());
  for (std::size_t ply = 0; ply <= game.moves().size(); ++ply) {
    if (ply >= record.first_ply && maker.fits(at)) plies.push_back(ply);
    if (ply < game.moves().size()) (void)at.play(game.moves()[ply]);
  }
  if (game.spec().drop() == nullptr || plies.size() <= drop_positions) return plies;
  Random random(number);
  for (std::size_t i = 0; i < drop_positions; ++i) {
    const auto rest = static_cast<int>(plies.size() - i);
    std::swap(plies[i], plies[i + static_cast<std::size_t>(random.below(rest))]);
  }
  plies.resize(drop_positions);
  std::sort(plies.begin(), plies.end());
  return plies;
}

}  // namespace

// While a side's win goes on, its next positions are the same puzzle. With the makers' own limits
// two of 512 puzzles of Connect6 had a second solution.
GamePuzzles puzzles_of(const Record& record, Maker& maker, std::uint64_t number, const Work& work) {
  const Game& game = record.game;
  GamePuzzles result;
  std::array<std::size_t, 2> again{0, 0};  // from this ply on
  Game at(game.spec());
  for (const std::size_t ply : plies_of(record, maker, number)) {
    if (stopped(work.stop)) break;
    while (at.moves().size() < ply) (void)at.play(game.moves()[at.moves().size()]);
    std::size_t& next = again[static_cast<std::size_t>(index_of(at.to_move()))];
    if (ply < next) continue;
    if (std::optional<Puzzle> puzzle = maker.make(at, result.yield)) {
      next = ply + 2 * static_cast<std::size_t>(puzzle->length) + 1;
      if (game.spec().placement() != nullptr && !verify(*puzzle, work)) continue;
      result.yield.count(Filter::verified);
      result.puzzles.push_back(std::move(*puzzle));
    }
  }
  return result;
}

nlohmann::json yield_json(const Yield& yield) { return yield.passed; }

std::optional<Yield> read_yield(const nlohmann::json& array) {
  Yield yield;
  if (!array.is_array() || array.size() != yield.passed.size()) return std::nullopt;
  for (std::size_t i = 0; i < yield.passed.size(); ++i) {
    if (!array[i].is_number_unsigned()) return std::nullopt;
    yield.passed[i] = array[i].get<std::uint64_t>();
  }
  return yield;
}

}  // namespace inarow::puzzles
