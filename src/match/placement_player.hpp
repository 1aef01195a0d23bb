#pragma once

// Computer players of placement games.
//
// Heuristic, with wins and draws by proof where there is one:
//   * on boards with few empty cells they play a move of the exact value;
//   * they play a win by threats if they find one (search/threat_space: proved);
//   * if the opponent would win by threats were they to pass, they look for a move after which that
//     search finds nothing any more, among moves with a stone in the relevance zones of that win
//     (any other move loses, by the meaning of the zones);
//   * otherwise `strong` searches by the engine (search/engine), and `threats` takes the cells on
//     the most promising segments of either side.
// The last two promise nothing.

#include <vector>

#include "match/player.hpp"

namespace inarow {

enum class PlacementLevel {
  easy,     // completes its own lines and stops lines that could be completed next; no search
  threats,  // proofs, and no plan where there are none
  strong    // proofs and the engine
};

// Plays from any position, and always has a move. All but easy think for the seconds of the
// question at most, or for about five where there is no limit; one that is told to stop takes what
// it sees without a search: its own line, stones against the opponent's, or the most promising
// cells. (With three or more stones a move, the threat search may notice a limit seconds too late:
// it looks at its token only between the moves that it makes up.)
std::unique_ptr<ComputerPlayer> make_placement_player(const GameSpec& spec, Player side,
                                                      PlacementLevel level);

// The engine that looks so many moves ahead by its evaluation alone, without proofs and forced
// wins; in positions that are none for it, as threats. Promises nothing.
inline constexpr int max_plain_moves = 6;
std::unique_ptr<ComputerPlayer> make_plain_player(const GameSpec& spec, Player side, int moves);

// Stone by stone the best one after those before it, by rank_cells; all at once if there are many
// or the token has stopped. `stop` may be null.
Move move_by_rank(const Game& game, const StopToken* stop);

// The empty cells that are worth a stone, best first, for the player who places the next stone:
// Heuristic. Every segment through a cell counts the more, the more stones of one colour it has.
std::vector<Cell> rank_cells(const PlacementSpec& spec, const std::vector<Stone>& stones,
                             Player player, std::size_t most);

}  // namespace inarow
