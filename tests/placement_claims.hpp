#pragma once

// What the tests of placement certificates share: the checker's code behind one function, and
// positions to claim something about.

#include <algorithm>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "placement.hpp"
#include "refusal.hpp"
#include "rules/random_games.hpp"

namespace inarow {

// What the checker makes of a body: a position, whose turn it is, a bound.
struct Claim {
  check::PlacementGame game;
  std::vector<std::pair<int, int>> cells[2];  // by player
  int to_move = 0;
  check::PlacementBound bound;
};

struct Verdict {
  bool accepted = false;
  bool too_short = false;  // right as far as it goes
  check::Counts counts{};
};

inline Verdict check_body(const Claim& claim, const std::string& text) {
  std::vector<std::pair<int, int>> all = claim.cells[0];
  all.insert(all.end(), claim.cells[1].begin(), claim.cells[1].end());
  check::Stones stones(claim.game, all);
  for (int player = 0; player < 2; ++player) {
    for (const auto& [x, y] : claim.cells[player]) stones.place(stones.cell(x, y), player);
  }
  check::Sha256 hash;
  hash.add(reinterpret_cast<const std::uint8_t*>(text.data()), text.size());
  check::Header header;
  header.length = text.size();
  header.sha256 = hash.finish();
  std::istringstream file(text);
  check::Body body(file, header);
  Verdict verdict;
  try {
    check::verify_placement_bound(stones, claim.to_move, claim.bound, body, verdict.counts);
    body.finish();
    verdict.accepted = true;
  } catch (const check::Refuted& fault) {
    verdict.too_short =
        std::string_view(fault.what()).find("before the proof does") != std::string_view::npos;
  }
  return verdict;
}

inline Claim claim_of(const Game& game, Player prover, int threshold) {
  const PlacementSpec& spec = *game.spec().placement();
  Claim claim;
  claim.game = {spec.board ? spec.board->columns : 0, spec.board ? spec.board->rows : 0, spec.k,
                spec.p, spec.q};
  for (const Stone& stone : game.stones()) {
    claim.cells[index_of(stone.player)].emplace_back(stone.cell.x, stone.cell.y);
  }
  claim.to_move = index_of(game.to_move());
  claim.bound = {index_of(prover), threshold};
  return claim;
}

// A random game, stopped when at most `empty` cells are left; nothing if it ended before.
inline std::optional<Game> random_position(const GameSpec& spec, int empty, Random& random) {
  Game game(spec);
  const int stones = std::max(1, *spec.cells() - empty);
  return play_at_random(game, stones, random) ? std::optional(game) : std::nullopt;
}

struct SmallGame {
  const char* text;
  int empty;
};
inline constexpr SmallGame small_games[] = {
    {"Connect(3,3,3,1,1)", 9},  {"Connect(4,3,3,1,1)", 11}, {"Connect(4,4,3,1,1)", 12},
    {"Connect(4,4,4,1,1)", 12}, {"Connect(4,4,4,2,1)", 11}, {"Connect(5,3,3,2,1)", 12},
    {"Connect(5,4,4,2,2)", 11}, {"Connect(5,4,4,3,1)", 10}, {"Connect(6,3,4,2,1)", 11},
    {"Connect(5,5,5,2,1)", 11}, {"Connect(5,5,5,3,2)", 11}, {"Connect(7,2,4,2,1)", 11},
    {"Connect(8,2,5,3,1)", 12}, {"Connect(5,5,4,1,1)", 12}};

}  // namespace inarow
