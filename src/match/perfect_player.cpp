#include "match/perfect_player.hpp"

#include <algorithm>

namespace inarow {
namespace {

constexpr double share_for_traps = 0.25;
constexpr double most_seconds_for_traps = 0.5;

int value_of(int score) { return score > 0 ? 1 : score < 0 ? -1 : 0; }

class PerfectPlayer final : public ComputerPlayer {
 public:
  PerfectPlayer(const GameSpec& spec, Player side, DropTools tools)
      : ComputerPlayer(spec, side), tools_(std::move(tools)) {}

  std::string promise() const override { return "plays perfectly, by exact search"; }

 private:
  Result<Choice> think(const Game& game, const Thinking& thinking) const override {
    DropAnalyst analyst = analyst_with(thinking, thinking.stop);
    const DropAnalysis analysis = analyst.analyse(game, {.score = true});
    if (analysis.best.empty()) {
      return failure("no perfect move was found in the time; give it more, or a smaller board");
    }
    Column best = analysis.best.front();
    if (analysis.range.upper <= 0) best = best_trap(game, best, thinking);
    return Choice{{*game.landing_cell(best)}};
  }

  DropAnalyst analyst_with(const Thinking& thinking, const StopToken& stop) const {
    return {*spec().drop(), tools_.engine.get(), thinking.threads, tools_.known.get(),
            &stop,          thinking.observer};
  }

  // Of the moves of the best score, of which `best` is one.
  Column best_trap(const Game& game, Column best, const Thinking& thinking) const {
    StopToken stop(&thinking.stop);
    stop.limit_time(thinking.seconds > 0
                        ? std::min(share_for_traps * thinking.seconds, most_seconds_for_traps)
                        : most_seconds_for_traps);
    DropAnalyst analyst = analyst_with(thinking, stop);
    const DropQuestion all{.score = true, .best = false, .all_moves = true};
    const DropAnalysis here = analyst.analyse(game, all);
    if (!here.complete || here.best.size() < 2) return best;
    Column found = best;
    double most = -1;
    for (const Column column : here.best) {
      Game next = game;
      if (!next.play({*next.landing_cell(column)}) || next.over()) continue;
      const DropAnalysis replies = analyst.analyse(next, all);
      if (!replies.complete) return best;
      const double traps = trap_value(replies.moves, *spec().cells(), next.stone_count());
      // Equal traps: the move that search found, so that the middle goes before the sides.
      if (traps > most || (traps == most && column == best)) {
        most = traps;
        found = column;
      }
    }
    return found;
  }

  DropTools tools_;
};

}  // namespace

double trap_value(const std::vector<MoveScore>& replies, int cells, int stones) {
  if (replies.empty()) return 0;
  int best = -1;
  for (const MoveScore& reply : replies) best = std::max(best, value_of(reply.range.lower));
  double sum = 0;
  for (const MoveScore& reply : replies) {
    const int score = reply.range.lower;
    if (value_of(score) == best) continue;
    sum += 1;
    // Two stones from now at the soonest: the reply and the refutation.
    if (score < 0) sum += 2.0 / plies_to_end(cells, stones, score);
  }
  return sum / static_cast<double>(replies.size());
}

std::unique_ptr<ComputerPlayer> make_perfect_player(const GameSpec& spec, Player side,
                                                    DropTools tools) {
  return std::make_unique<PerfectPlayer>(spec, side, std::move(tools));
}

}  // namespace inarow
