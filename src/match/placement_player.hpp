#pragma once

// Computer players of placement games.
//
// Heuristic, with wins and draws by proof where there is one:
//   * on boards with few empty cells it plays a move of the exact value;
//   * it plays a win by threats if it finds one (search/threat_space: proved);
//   * if its opponent would win by threats were it to pass, it looks for a move after which that
//     search finds nothing any more, among moves with a stone in the relevance zones of that win
//     (any other move loses, by the meaning of the zones);
//   * otherwise it takes the cells on the most promising segments of either side.
// The last two promise nothing.

#include <vector>

#include "match/player.hpp"

namespace inarow {

enum class PlacementLevel {
  easy,   // completes its own lines and stops lines that could be completed next; no search
  strong  // all of the above
};

// Plays from any position, and always has a move. Strong thinks for the seconds of the question at
// most, or for about five where there is no limit; one that is told to stop takes what it sees
// without a search: its own line, stones against the opponent's, or the most promising cells. (With
// three or more stones a move, the threat search may notice a limit seconds too late: it looks at
// its token only between the moves that it makes up.)
std::unique_ptr<ComputerPlayer> make_placement_player(const GameSpec& spec, Player side,
                                                      PlacementLevel level);

// The empty cells that are worth a stone, best first, for the player who places the next stone:
// Heuristic. Every segment through a cell counts the more, the more stones of one colour it has.
std::vector<Cell> rank_cells(const PlacementSpec& spec, const std::vector<Stone>& stones,
                             Player player, std::size_t most);

}  // namespace inarow
