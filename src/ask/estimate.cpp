#include "ask/estimate.hpp"

#include <cmath>

#include "knowledge/threats/threat_board.hpp"
#include "match/placement_player.hpp"
#include "search/threat_space/threat_search.hpp"

namespace inarow {
namespace {

// Fitted by logistic regression to 6,000 positions of human Connect6 games, one a game
// (docs/ask.md): chance = 1 / (1 + exp(-(slope * log(own / other) + tempo))), where `own` and
// `other` are what the active segments of the player to move and of his opponent are worth. The
// ratio has no unit, so other games take the same numbers.
constexpr double slope = 1.41;
constexpr double tempo = 0.83;
constexpr double growth = 3;  // of a segment's worth with a stone more

// Segments that the next move completes count nine times.
double worth(const threats::ThreatBoard& board, Player player) {
  // What a stone alone in the open is about worth, so that the first few stones say little.
  double sum = 4 * board.k() * growth * growth;
  for (int stones = 1; stones < board.k(); ++stones) {
    const int near_end = stones >= board.first_threat() ? 2 : 0;
    sum += static_cast<double>(board.active(player, stones).size()) *
           std::pow(growth, stones + near_end);
  }
  return sum;
}

}  // namespace

Estimate estimate_of(const Game& game) {
  Estimate estimate;
  const PlacementSpec& spec = *game.spec().placement();
  std::vector<Stone> stones = game.stones();
  if (!threats::ThreatSearch::obstacle(game)) {
    const threats::ThreatBoard board(spec, stones);
    const double ratio = worth(board, game.to_move()) / worth(board, opponent(game.to_move()));
    estimate.win = 1 / (1 + std::exp(-(slope * std::log(ratio) + tempo)));
  }
  // Stone by stone, each the best after those before it.
  Move move;
  while (static_cast<int>(move.size()) < game.stones_due()) {
    const std::vector<Cell> best = rank_cells(spec, stones, game.to_move(), 1);
    if (best.empty()) break;
    move.push_back(best[0]);
    stones.push_back({best[0], game.to_move()});
  }
  if (!move.empty()) estimate.line.push_back(std::move(move));
  return estimate;
}

}  // namespace inarow
