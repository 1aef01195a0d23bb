#pragma once

// Which whole moves of the player to move win by threats? A puzzle has one.
//
// Wins only: a move that it calls winning is proved to win. Of the others it says that the search
// finds no win of theirs by threats up to the order, within its limits.
//
//   const WinningMoves found = find_winning_moves(spec, stones, solver, {.order = 1, .most = 1});
//   found.winning.size() == 1 && found.complete
//
// First moves are not left to a generator: all sets of p empty cells are looked at after which the
// solver has enough threats to win by this order at all (p - order + 1; with fewer the opponent has
// a free stone too many). What comes after the first move is searched as ever
// (threat_space/threat_search.hpp).

#include <cstdint>
#include <vector>

#include "base/stop.hpp"
#include "search/threat_space/threat_search.hpp"

namespace inarow::puzzles {

struct WinningMovesQuestion {
  int order = 1;
  std::size_t most = 1;  // it may stop as soon as it has found more winning moves
  threats::ThreatLimits limits{};
  std::uint64_t nodes_a_move = 200'000;  // a move that takes more is undecided
  std::size_t most_moves = 60'000;       // to look at; with more the answer is not complete
  const StopToken* stop = nullptr;
};

struct ForcingMove {
  Move move;
  int threats = 0;  // p + 1 stands for more than p
};

struct WinningMoves {
  std::vector<Move> winning;         // proved
  std::vector<ForcingMove> failing;  // with a threat at least, and no win
  std::size_t looked_at = 0;
  bool complete = true;  // every move was decided
};

// The solver, who is to move with p stones (one or two), completes no line at once. `likely` moves
// are tried first.
WinningMoves find_winning_moves(const PlacementSpec& spec, const std::vector<Stone>& stones,
                                Player solver, const WinningMovesQuestion& question,
                                const std::vector<Move>& likely = {});

// The least number of moves, the one that completes the line included, in which the attacker wins
// by order 1; the search may overlook shorter wins that take many positions to find. 0: none found
// in `most` moves.
struct ShortestWin {
  int moves = 0;
  Move move;
};
ShortestWin shortest_win(const PlacementSpec& spec, const std::vector<Stone>& stones,
                         Player attacker, int most, const StopToken* stop);

}  // namespace inarow::puzzles
