#pragma once

// A job-level search without the work: the real tree (grid/proof_tree.hpp), but answers that are
// drawn from the jobs of a real search (grid_record) instead of being worked out. What a node's
// jobs say depends on the way to it and on the seed alone, so that the same tree is searched
// whatever the policy, the number of workers and the order of the answers.
//
//   const std::optional<JobWorld> world = JobWorld::read("jobs.jsonl");
//   DrawnSearch search(*world, seed, Policy::equivalence);
//   for (const DrawnJob& job : search.fill(4)) ...       at most 4 are out
//   search.take(job);                                    it is done
//   search.decided()
//
// A node draws from the jobs of nodes with the same player to move and about the same chance. The
// defender's moves that must be refuted (the others are covered by zones) are as many as it took in
// nodes that were decided.

#include <array>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/bits.hpp"
#include "grid/proof_tree.hpp"

namespace inarow::grid {

struct JobAnswer {
  double seconds = 0;
  bool decided = false;
  bool attacker_wins = false;
  std::vector<double> moves;  // their chances
};

class JobWorld {
 public:
  static std::optional<JobWorld> read(const std::string& path);

  const JobAnswer& answer(Word64 draw, bool attacker_to_move, double prior, NodeWork work) const;
  std::size_t children_needed(Word64 draw) const;
  std::size_t size() const { return size_; }
  double mean_seconds() const { return seconds_ / static_cast<double>(size_); }

 private:
  static constexpr std::size_t classes = 9;  // the lines of the table of initial numbers
  static std::size_t class_of(double chance);

  // By work, player and class. An empty class is filled from its neighbours.
  std::array<std::array<std::array<std::vector<JobAnswer>, classes>, 2>, 2> answers_;
  std::vector<std::size_t> children_;
  std::size_t size_ = 0;
  double seconds_ = 0;
};

struct DrawnJob {
  NodeId node = 0;
  NodeWork work = NodeWork::expand;
  double seconds = 0;
  Word64 draw = 0;  // of this job alone, for who draws its failures
};

class DrawnSearch {
 public:
  DrawnSearch(const JobWorld& world, Word64 seed, Policy policy);

  // The jobs that go out now, so that `parallel` are out; perhaps one more, as in JobLevelSearch.
  std::vector<DrawnJob> fill(std::size_t parallel);
  // False: it was dead meanwhile and says nothing.
  bool take(const DrawnJob& job);

  bool decided() const { return tree_.node(ProofTree::root).winner.has_value(); }
  bool attacker_wins() const { return tree_.node(ProofTree::root).winner == tree_.attacker(); }
  bool is_out(const DrawnJob& job) const { return out_.contains({job.node, job.work}); }
  const ProofTree& tree() const { return tree_; }

 private:
  struct Drawn {
    Word64 way = 0;          // to the node
    int jobs = 0;            // that it had
    int moves = 0;           // that it was given
    std::size_t needed = 0;  // of a defender: children to be refuted
  };

  void submit(NodeId id, NodeWork work, std::vector<DrawnJob>& jobs);
  bool add_next_child(NodeId id);
  bool link_child(NodeId id, double chance);
  void give(NodeId id, const std::vector<double>& chances);
  void settle(NodeId id, Player winner);
  void child_is_decided(NodeId parent);
  bool is_alive(NodeId id) const;

  const JobWorld& world_;
  ProofTree tree_;
  std::vector<Drawn> drawn_;
  std::set<std::pair<NodeId, NodeWork>> out_;
};

}  // namespace inarow::grid
