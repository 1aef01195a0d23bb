#pragma once

// The tasks behind /api/solve, /api/analyse, /api/defenses and /api/move for placement games.
// Exact: what is called proved is proved (answer/placement_answer.hpp).

#include <atomic>
#include <mutex>
#include <string>
#include <vector>

#include "answer/placement_answer.hpp"
#include "match/placement_player.hpp"
#include "service/analysis_task.hpp"

namespace inarow::service {

class PlacementTask final : public WatchedTask, private PlacementObserver {
 public:
  PlacementTask(Request request, AnswerCache& cache);

  std::vector<std::string> new_moves(std::size_t& from) override;
  std::string progress() override;

 private:
  void answer_or_throw() override;
  void searching_threats(const threats::ThreatProver* prover) override;
  void searching_all(const ExactSolver* solver) override;
  void stone_known(const StoneValue& stone) override;
  void nodes_done(std::uint64_t nodes) override { nodes_ = nodes; }
  double elapsed() const;

  Request request_;
  AnswerCache& cache_;
  std::atomic<std::chrono::steady_clock::rep> start_{0};
  std::atomic<std::uint64_t> nodes_{0};
  std::mutex mutex_;
  const threats::ThreatProver* prover_ = nullptr;
  const ExactSolver* solver_ = nullptr;
  std::vector<std::string> moves_;
};

// The task behind /api/defenses: the moves of the player to move that threats do not refute. Wins
// only: an open move may lose all the same (search/threat_space/open_defenses.hpp).
class DefensesTask final : public AnswerTask {
 public:
  DefensesTask(Request request, AnswerCache& cache);

 private:
  void answer_or_throw() override;

  Request request_;
  AnswerCache& cache_;
};

// The task behind /api/move for placement games: the move of a computer player.
class PlacementMoveTask final : public AnswerTask {
 public:
  // "strong" or "easy"; nothing for other names.
  static std::optional<PlacementLevel> level_named(const std::string& opponent);

  // The game is not over; the opponent has a level.
  PlacementMoveTask(Request request, std::string opponent);

 private:
  void answer_or_throw() override;

  Request request_;
  std::string opponent_;
};

}  // namespace inarow::service
