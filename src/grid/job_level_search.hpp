#pragma once

// Job-level proof-number search (Wu, Lin, Lin, Sun, Chan and Chen 2010): the tree is here, in the
// client; what is done with a position is a job for somebody else, a thread of this process or a
// machine far away.
//
// Exact: who is said to win wins; every proof that a job sends is worked out again before the tree
// believes it (node_proofs.hpp), and the certificate of the whole is walked through when it is
// written.
//
//   auto search = JobLevelSearch::open(game, Player::first, {.tree_path = "opening.tree"});
//   search->run(*broker.client(search->name()), stop, observer);
//   if (search->winner()) search->write("opening.cert", work);
//
// With a file for the tree it goes on where it was ended, by a signal, a crash or a limit. A job is
// the question to decide the position or to give the next moves (ask/question.hpp, ExpandWish).
// Both players may win: the search ends at either bound.

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>

#include "base/stop.hpp"
#include "grid/broker.hpp"
#include "grid/node_proofs.hpp"
#include "grid/proof_tree.hpp"
#include "grid/tree_store.hpp"
#include "rules/observer.hpp"

namespace inarow::grid {

struct JobLevelOptions {
  Policy policy = Policy::equivalence;
  double job_seconds = 2;
  int order = 2;               // of the threats that a job looks for
  int moves = 3;               // that a job gives at a time
  int parallel = 2;            // jobs that are out at a time
  int priority = 5;            // of its jobs
  std::string tree_path = {};  // empty: in memory only
};

struct JobLevelStatus {
  ProofNumbers numbers;
  std::size_t nodes = 0;
  std::size_t running = 0;   // jobs
  std::size_t workers = 0;   // that have answered so far
  std::size_t given_up = 0;  // jobs that nobody could do
  std::string trouble = {};  // the last error of a job
  TreeStore::Totals totals;
  MoveList line;  // that is looked at
};

// A job that is done, for who measures (bench/grid_simulation).
struct JobRecord {
  NodeId node = 0;
  NodeWork work = NodeWork::expand;
  double seconds = 0;
  bool decided = false;
  std::size_t moves = 0;
  double chance = 0.5;  // of the first of them
};

class JobLevelSearch {
 public:
  // Refused: games without such a search, a file that is not this tree's (TreeStore::open).
  static Result<std::unique_ptr<JobLevelSearch>> open(const Game& game, Player attacker,
                                                      const JobLevelOptions& options);

  // Of the client at its broker.
  const std::string& name() const { return name_; }
  const ProofTree& tree() const { return tree_; }

  // Until the root is decided, nothing is left to be tried, or the stop. Throws BrokerError if the
  // broker fails for good, EnvironmentError (ask/asker.hpp) if the tree cannot be written.
  void run(JobBroker& broker, const StopToken* stop, Observer* observer = nullptr);
  void listen(std::function<void(const JobRecord&)> listener) { listener_ = std::move(listener); }

  std::optional<Player> winner() const { return tree_.node(ProofTree::root).winner; }
  // Any thread may ask.
  JobLevelStatus status() const;

  // Of the root, which is decided.
  Result<ProofReport> write(const std::string& path, const inarow::Work& work);

 private:
  struct Pending {
    NodeId node;
    NodeWork work;
  };

  JobLevelSearch(const Game& game, Player attacker, const JobLevelOptions& options);
  void fill(JobBroker& broker, const StopToken* stop);
  void submit(JobBroker& broker, NodeId id, NodeWork work);
  void take(JobBroker& broker, const Outcome& outcome);
  Result<void> believe(const Pending& job, const Outcome& outcome);
  bool add_next_child(NodeId id);
  void link_child(NodeId parent, const Move& move, double chance);
  void settle(NodeId id, Player winner);
  void child_is_decided(NodeId parent, NodeId child);
  bool is_alive(NodeId id) const;
  void cancel_dead_jobs(JobBroker& broker);
  void save();
  void publish(Observer* observer);

  ProofTree tree_;
  std::unique_ptr<NodeProofs> proofs_;
  JobLevelOptions options_;
  std::optional<TreeStore> store_;
  std::string name_;
  std::map<std::string, Pending> pending_;
  std::set<NodeId> changed_;
  std::set<std::string> workers_;
  TreeStore::Totals totals_;
  std::size_t given_up_ = 0;
  std::string trouble_;
  std::function<void(const JobRecord&)> listener_;
  mutable std::mutex status_mutex_;
  JobLevelStatus status_;
};

}  // namespace inarow::grid
