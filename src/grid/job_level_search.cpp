#include "grid/job_level_search.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "ask/asker.hpp"
#include "base/expects.hpp"
#include "base/ticker.hpp"
#include "grid/expand_job.hpp"
#include "rules/notation.hpp"

namespace inarow::grid {
namespace {

using namespace std::chrono_literals;

constexpr auto look_at_stop = 50ms;
constexpr double chance_of_the_rest = 0.75;  // the good defenses come first

Question question_of(const Game& game, Player attacker, const JobLevelOptions& options) {
  return expand_question(
      game, attacker,
      {.seconds = options.job_seconds, .order = options.order, .moves = options.moves});
}

}  // namespace

JobLevelSearch::JobLevelSearch(const Game& game, Player attacker, const JobLevelOptions& options)
    : tree_(game, attacker, options.policy),
      proofs_(make_node_proofs(tree_)),
      options_(options),
      name_(random_name()) {}

Result<std::unique_ptr<JobLevelSearch>> JobLevelSearch::open(const Game& game, Player attacker,
                                                             const JobLevelOptions& options) {
  if (const Result<void> fits = check(question_of(game, attacker, options)); !fits) {
    return tl::unexpected<Error>(fits.error());
  }
  std::unique_ptr<JobLevelSearch> search(new JobLevelSearch(game, attacker, options));
  if (!options.tree_path.empty()) {
    Result<TreeStore> store = TreeStore::open(options.tree_path, game, attacker);
    if (!store) return tl::unexpected<Error>(store.error());
    if (const Result<void> loaded = store->load(search->tree_, *search->proofs_); !loaded) {
      return tl::unexpected<Error>(loaded.error());
    }
    search->name_ = store->name();
    search->totals_ = store->totals();
    search->store_ = std::move(*store);
  }
  search->publish(nullptr);
  return search;
}

void JobLevelSearch::run(JobBroker& broker, const StopToken* stop, Observer* observer) {
  const auto begin = Ticker::Clock::now();
  const double before = totals_.client_seconds;
  while (!winner() && !stopped(stop)) {
    fill(broker, stop);
    totals_.client_seconds = before + seconds_since(begin);
    save();
    publish(observer);
    if (winner() || pending_.empty()) break;
    if (const std::optional<Outcome> outcome = broker.next(look_at_stop)) take(broker, *outcome);
  }
  // What is still out is not waited for: with a tree it is asked for again, under the same key.
  if (winner() || !store_) {
    for (const auto& [key, job] : pending_) broker.cancel(key);
  }
  for (const auto& [key, job] : pending_) tree_.end(job.node, job.work);
  pending_.clear();
  totals_.client_seconds = before + seconds_since(begin);
  save();
  publish(observer);
}

void JobLevelSearch::fill(JobBroker& broker, const StopToken* stop) {
  const auto most = static_cast<std::size_t>(std::max(1, options_.parallel));
  while (pending_.size() < most && !stopped(stop)) {
    const std::optional<Selected> selected = tree_.select();
    if (!selected) return;
    if (selected->work == NodeWork::generate) {
      if (!add_next_child(selected->node) && !tree_.node(selected->node).closed &&
          !tree_.node(selected->node).winner) {
        submit(broker, selected->node, NodeWork::generate);
      }
      continue;
    }
    submit(broker, selected->node, NodeWork::expand);
    // The next sibling is generated at the same time.
    if (const std::optional<NodeId> parent = tree_.parent_in_want(selected->node)) {
      if (!add_next_child(*parent) && !tree_.node(*parent).closed && !tree_.node(*parent).winner) {
        submit(broker, *parent, NodeWork::generate);
      }
    }
  }
}

void JobLevelSearch::submit(JobBroker& broker, NodeId id, NodeWork work) {
  const TreeNode& node = tree_.node(id);
  Question question = question_of(tree_.game(id), tree_.attacker(), options_);
  for (const Link& link : node.children) question.expand->known.push_back(link.move);
  // A further child is another job than the one before.
  const Job job = expand_job(fmt::format("{}-{}{}", id, work == NodeWork::expand ? 'e' : 'g',
                                         work == NodeWork::expand ? 0 : node.children.size()),
                             question, options_.priority);
  tree_.begin(id, work);
  pending_.insert_or_assign(job.key, Pending{id, work});
  broker.submit(job);
}

void JobLevelSearch::take(JobBroker& broker, const Outcome& outcome) {
  const auto found = pending_.find(outcome.key);
  if (found == pending_.end()) {  // told twice, or of a node that is decided meanwhile
    broker.acknowledge(outcome.key);
    return;
  }
  const Pending job = found->second;
  workers_.insert(outcome.worker);
  if (!outcome.error.empty()) {
    // Nobody can do it: the node stays as if somebody worked on it, and others are tried.
    trouble_ = fmt::format("job {}: {}", outcome.key, outcome.error);
    ++given_up_;
    pending_.erase(found);
    return;
  }
  if (const Result<void> believed = believe(job, outcome); !believed) {
    // A wrong answer counts against its worker, and the job is done again.
    trouble_ =
        fmt::format("job {} of {}: {}", outcome.key, outcome.worker, believed.error().message);
    ++totals_.refused;
    broker.refuse(outcome, believed.error().message);
    return;
  }
  pending_.erase(found);
  ++totals_.jobs;
  totals_.seconds += outcome.seconds;
  tree_.end(job.node, job.work);
  // The file has it before the broker forgets it.
  save();
  broker.acknowledge(outcome.key);
  cancel_dead_jobs(broker);
}

// What the answer says, worked out again, is put into the tree.
Result<void> JobLevelSearch::believe(const Pending& job, const Outcome& outcome) {
  const NodeId id = job.node;
  const Game game = tree_.game(id);
  const Result<Answer> read = read_expansion(outcome, game);
  if (!read) return tl::unexpected<Error>(read.error());
  const Answer& answer = *read;
  const auto tell = [&](bool decided) {
    if (!listener_) return;
    const auto& moves = answer.expansion->moves;
    listener_({id, job.work, outcome.seconds, decided, moves.size(),
               moves.empty() ? 0.5 : moves.front().chance});
  };
  if (answer.value) {
    if (tree_.node(id).winner) return {};
    const Result<Player> winner = proofs_->take_value(id, answer);
    if (!winner) return tl::unexpected<Error>(winner.error());
    tell(true);
    tree_.set_expanded(id);
    settle(id, *winner);
    return {};
  }
  std::vector<Suggestion> moves;
  for (const ExpandedMove& move : answer.expansion->moves) {
    moves.push_back({move.move, move.chance});
  }
  if (tree_.node(id).winner) return {};
  if (const Result<void> taken = proofs_->take_cover(id, answer.expansion->cover); !taken) {
    return taken;
  }
  tell(false);
  changed_.insert(id);
  tree_.set_expanded(id);
  tree_.add_reserve(id, std::move(moves));
  if (!answer.expansion->cover.empty() && proofs_->lose_all(id)) {
    settle(id, opponent(game.to_move()));
    return {};
  }
  if (tree_.spec().drop() != nullptr) {
    while (add_next_child(id) && !tree_.node(id).winner) {
    }
    tree_.set_closed(id, true);
  } else if (!add_next_child(id)) {
    tree_.set_closed(id, true);  // the worker knows no further move
  }
  return {};
}

// From the moves that a job gave. False if there is none; then it may be closed.
bool JobLevelSearch::add_next_child(NodeId id) {
  while (const std::optional<Suggestion> next = tree_.take_reserve(id)) {
    changed_.insert(id);
    const std::size_t before = tree_.node(id).children.size();
    if (!proofs_->is_covered(id, next->move)) link_child(id, next->move, next->chance);
    if (tree_.node(id).winner || tree_.node(id).children.size() > before) return true;
  }
  // The attacker's next move is another job's. What is left to the defender is known here, and
  // better than to a worker: the zones of the moves that are refuted already say it.
  if (tree_.node(id).attacker_to_move || !tree_.node(id).expanded) return false;
  changed_.insert(id);
  const std::optional<Move> left = proofs_->uncovered(id);
  left ? link_child(id, *left, chance_of_the_rest) : tree_.set_closed(id, true);
  return left.has_value();
}

void JobLevelSearch::link_child(NodeId parent, const Move& move, double chance) {
  changed_.insert(parent);
  const std::optional<NodeId> child = tree_.add_child(parent, move, chance);
  if (!child) return;
  changed_.insert(*child);
  if (tree_.node(*child).winner) child_is_decided(parent, *child);
}

void JobLevelSearch::settle(NodeId id, Player winner) {
  tree_.decide(id, winner);
  changed_.insert(id);
  const std::vector<NodeId> parents = tree_.node(id).parents;
  for (const NodeId parent : parents) child_is_decided(parent, id);
}

void JobLevelSearch::child_is_decided(NodeId parent, NodeId child) {
  const TreeNode& node = tree_.node(parent);
  if (node.winner) return;
  const Player winner = *tree_.node(child).winner;
  const Player mover = node.attacker_to_move ? tree_.attacker() : opponent(tree_.attacker());
  if (mover == winner) {
    const auto link = std::find_if(node.children.begin(), node.children.end(),
                                   [&](const Link& l) { return l.child == child; });
    proofs_->win_by(parent, static_cast<std::size_t>(link - node.children.begin()));
    return settle(parent, winner);
  }
  if (proofs_->lose_all(parent)) return settle(parent, winner);
  // The win stands for other moves as well.
  for (std::size_t i = 0; i < node.children.size(); ++i) {
    const Link& link = node.children[i];
    if (link.cut || tree_.node(link.child).winner) continue;
    if (proofs_->is_covered(parent, link.move)) tree_.cut(parent, i);
  }
  changed_.insert(parent);
}

// Its value still matters to the root.
bool JobLevelSearch::is_alive(NodeId id) const {
  const TreeNode& node = tree_.node(id);
  if (node.winner) return false;
  if (id == ProofTree::root) return true;
  return std::any_of(node.parents.begin(), node.parents.end(), [&](NodeId parent) {
    const auto& links = tree_.node(parent).children;
    const auto link =
        std::find_if(links.begin(), links.end(), [&](const Link& l) { return l.child == id; });
    return link != links.end() && !link->cut && is_alive(parent);
  });
}

void JobLevelSearch::cancel_dead_jobs(JobBroker& broker) {
  for (auto job = pending_.begin(); job != pending_.end();) {
    if (is_alive(job->second.node)) {
      ++job;
      continue;
    }
    broker.cancel(job->first);
    tree_.end(job->second.node, job->second.work);
    job = pending_.erase(job);
  }
}

void JobLevelSearch::save() {
  if (store_ && !changed_.empty()) {
    if (const Result<void> saved = store_->save(tree_, *proofs_, changed_, totals_); !saved) {
      throw EnvironmentError(saved.error().message);
    }
  }
  changed_.clear();
}

void JobLevelSearch::publish(Observer* observer) {
  JobLevelStatus status;
  status.numbers = tree_.node(ProofTree::root).numbers;
  status.nodes = tree_.size();
  status.running = pending_.size();
  status.workers = workers_.size();
  status.given_up = given_up_;
  status.trouble = trouble_;
  status.totals = totals_;
  status.line = tree_.critical_line();
  if (observer != nullptr && observer->looked_at()) {
    std::string line;
    for (const Move& move : status.line) {
      line += ' ';
      line += format_move(tree_.spec(), move);
    }
    observer->set_stage(
        fmt::format("proof {} disproof {}, {} positions, jobs {} done {} running{}{}",
                    status.numbers.proof, status.numbers.disproof, status.nodes, totals_.jobs,
                    status.running, line.empty() ? "" : ", line", line));
  }
  const std::lock_guard lock(status_mutex_);
  status_ = std::move(status);
}

JobLevelStatus JobLevelSearch::status() const {
  const std::lock_guard lock(status_mutex_);
  return status_;
}

Result<ProofReport> JobLevelSearch::write(const std::string& path, const inarow::Work& work) {
  EXPECTS(winner().has_value());
  return proofs_->write(path, work);
}

}  // namespace inarow::grid
