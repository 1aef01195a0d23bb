#pragma once

// A job-level search that others may look into while it runs: node by node, so that a tree of any
// size can be shown in parts.
//
//   auto search = WatchedSearch::open(game, Player::first, {});
//   search->run(broker, {.stop = &stop, .most_nodes = 100'000});      in one thread
//   search->look(0, 0, 50);                                           in any other
//
// The tree is closed to others only while what a job has found is put into it; a thread that is
// held (StopToken::pause) is held with the tree open.

#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "base/ticker.hpp"
#include "grid/job_level_search.hpp"

namespace inarow::grid {

// A position of the tree, and some of its children.
struct NodeView {
  struct Child {
    NodeId id = 0;
    Move move;  // as the cells of this node lie
    ProofNumbers numbers;
    std::optional<Player> winner;
    bool cut = false;      // another move stands for it
    bool working = false;  // somebody works on it
    std::size_t children = 0;
  };
  NodeId id = 0;
  MoveList moves;  // one way to it
  ProofNumbers numbers;
  bool attacker_to_move = true;
  bool expanded = false;
  bool working = false;
  std::optional<Player> winner;
  std::optional<NodeId> parent{};  // one of them
  std::size_t children = 0;        // of which `shown` are some
  std::vector<Child> shown{};
};

// Why a run ended.
enum class RunEnd : std::uint8_t { decided, stopped, full, unwatched, nothing_left };

struct WatchedRun {
  const StopToken* stop = nullptr;
  std::size_t most_nodes = 0;    // 0: any number
  double unwatched_seconds = 0;  // ends when nobody has looked for so long; 0: never
};

class WatchedSearch {
 public:
  static Result<std::unique_ptr<WatchedSearch>> open(const Game& game, Player attacker,
                                                     const JobLevelOptions& options);

  const std::string& name() const { return search_->name(); }
  const Game& start() const { return start_; }
  Player attacker() const { return search_->tree().attacker(); }

  // One thread at a time. Throws as JobLevelSearch::run does.
  RunEnd run(JobBroker& broker, const WatchedRun& run);
  // Of a search that is decided and does not run.
  Result<ProofReport> write(const std::string& path, const inarow::Work& work) {
    return search_->write(path, work);
  }

  // Any thread may ask; that is a look.
  JobLevelStatus status();
  std::optional<Player> winner();
  // The children from the number `from` on, as the search likes them: those that matter most first.
  // Nothing if there is no such node.
  std::optional<NodeView> look(NodeId id, std::size_t from, std::size_t most);

 private:
  class Gate;
  WatchedSearch(const Game& game, std::unique_ptr<JobLevelSearch> search)
      : start_(game), search_(std::move(search)) {}
  void seen();
  double unseen_seconds();

  Game start_;
  std::unique_ptr<JobLevelSearch> search_;
  std::mutex tree_;  // held while the search changes it
  std::mutex seen_mutex_;
  Ticker::Clock::time_point seen_ = Ticker::Clock::now();
};

}  // namespace inarow::grid
