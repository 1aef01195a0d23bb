#include "grid/watched_search.hpp"

#include <algorithm>

namespace inarow::grid {

// The broker of a running search: while it waits for an outcome, others may look at the tree.
class WatchedSearch::Gate final : public JobBroker {
 public:
  Gate(JobBroker& inner, WatchedSearch& search, const WatchedRun& run, StopToken& halt,
       std::unique_lock<std::mutex>& lock)
      : inner_(inner), search_(search), run_(run), halt_(halt), lock_(lock) {}

  void submit(const Job& job) override { inner_.submit(job); }
  void cancel(const std::string& key) override { inner_.cancel(key); }
  void acknowledge(const std::string& key) override { inner_.acknowledge(key); }
  void refuse(const Outcome& outcome, const std::string& reason) override {
    inner_.refuse(outcome, reason);
  }
  std::optional<Outcome> next(std::chrono::milliseconds time) override {
    lock_.unlock();
    std::optional<Outcome> outcome;
    // Held here if it is to be held.
    if (!stopped(run_.stop)) outcome = inner_.next(time);
    const bool is_stopped = run_.stop != nullptr && run_.stop->stop_requested();
    const bool unwatched =
        run_.unwatched_seconds > 0 && search_.unseen_seconds() > run_.unwatched_seconds;
    lock_.lock();
    if (is_stopped) {
      halt(RunEnd::stopped);
    } else if (run_.most_nodes > 0 && search_.search_->tree().size() >= run_.most_nodes) {
      halt(RunEnd::full);
    } else if (unwatched) {
      halt(RunEnd::unwatched);
    }
    return outcome;
  }

  std::optional<RunEnd> end() const { return end_; }

 private:
  void halt(RunEnd end) {
    if (!end_) end_ = end;
    halt_.request_stop();
  }

  JobBroker& inner_;
  WatchedSearch& search_;
  const WatchedRun& run_;
  StopToken& halt_;
  std::unique_lock<std::mutex>& lock_;
  std::optional<RunEnd> end_;
};

Result<std::unique_ptr<WatchedSearch>> WatchedSearch::open(const Game& game, Player attacker,
                                                           const JobLevelOptions& options) {
  Result<std::unique_ptr<JobLevelSearch>> search = JobLevelSearch::open(game, attacker, options);
  if (!search) return tl::unexpected<Error>(search.error());
  return std::unique_ptr<WatchedSearch>(new WatchedSearch(game, std::move(*search)));
}

RunEnd WatchedSearch::run(JobBroker& broker, const WatchedRun& run) {
  seen();
  // Not the caller's token: it could hold the search while the tree is closed.
  StopToken halt;
  std::unique_lock lock(tree_);
  Gate gate(broker, *this, run, halt, lock);
  search_->run(gate, &halt);
  if (search_->winner()) return RunEnd::decided;
  return gate.end().value_or(RunEnd::nothing_left);
}

void WatchedSearch::seen() {
  const std::lock_guard lock(seen_mutex_);
  seen_ = Ticker::Clock::now();
}

double WatchedSearch::unseen_seconds() {
  const std::lock_guard lock(seen_mutex_);
  return seconds_since(seen_);
}

JobLevelStatus WatchedSearch::status() {
  seen();
  return search_->status();
}

std::optional<Player> WatchedSearch::winner() {
  const std::lock_guard lock(tree_);
  return search_->winner();
}

std::optional<NodeView> WatchedSearch::look(NodeId id, std::size_t from, std::size_t most) {
  seen();
  const std::lock_guard lock(tree_);
  const ProofTree& tree = search_->tree();
  if (id >= tree.size()) return std::nullopt;
  const TreeNode& node = tree.node(id);
  NodeView view{.id = id,
                .moves = node.moves,
                .numbers = node.numbers,
                .attacker_to_move = node.attacker_to_move,
                .expanded = node.expanded,
                .working = node.expanding || node.generating,
                .winner = node.winner,
                .children = node.children.size()};
  if (!node.parents.empty()) view.parent = node.parents.front();
  const auto number = [&](const Link& link) {
    const ProofNumbers& numbers = tree.node(link.child).numbers;
    return node.attacker_to_move ? numbers.proof : numbers.disproof;
  };
  std::vector<const Link*> links;
  links.reserve(node.children.size());
  for (const Link& link : node.children) links.push_back(&link);
  std::stable_sort(links.begin(), links.end(), [&](const Link* a, const Link* b) {
    return std::pair(a->cut, number(*a)) < std::pair(b->cut, number(*b));
  });
  for (std::size_t i = from; i < links.size() && view.shown.size() < most; ++i) {
    const TreeNode& child = tree.node(links[i]->child);
    view.shown.push_back({.id = links[i]->child,
                          .move = links[i]->move,
                          .numbers = child.numbers,
                          .winner = child.winner,
                          .cut = links[i]->cut,
                          .working = child.expanding || child.generating,
                          .children = child.children.size()});
  }
  return view;
}

}  // namespace inarow::grid
