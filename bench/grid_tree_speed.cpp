// How long the client of a job-level search takes for a job in a big tree: choosing the position
// (ProofTree::select), marking it, and putting the answer into the tree with the numbers of all
// positions above it. Answers are made up; proofs, which JobLevelSearch works out again, and its
// file are not in it. Microseconds of processor time.
//
//   grid_tree_speed [--nodes 1000000] [--policy virtual-equivalence] [--moves 3]

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <ctime>

#include "base/random.hpp"
#include "grid/proof_tree.hpp"
#include "rules/notation.hpp"

namespace inarow::grid {
namespace {

// Of the processor, so that a busy machine does not matter.
double microseconds() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return 1e6 * static_cast<double>(time.tv_sec) + 1e-3 * static_cast<double>(time.tv_nsec);
}

// Of the jobs since the last line.
struct Times {
  std::vector<double> select;
  std::vector<double> begin;
  std::vector<double> end;
  std::vector<double> add;
  std::vector<double> all;

  static double mean(const std::vector<double>& times) {
    double sum = 0;
    for (const double time : times) sum += time;
    return sum / static_cast<double>(times.size());
  }

  void print(std::size_t nodes, std::size_t depth) {
    std::sort(all.begin(), all.end());
    fmt::print("| {} | {} | {:.1f} | {:.1f} | {:.1f} | {:.1f} | {:.1f} | {:.1f} | {:.1f} |\n",
               nodes, depth, mean(select), mean(begin), mean(add), mean(end), mean(all),
               all[all.size() * 99 / 100], all.back());
    std::fflush(stdout);
    *this = {};
  }
};

// Two cells somewhere in the middle: which does not matter.
Move any_move(const Game& game, Random& random) {
  Move move;
  while (move.size() < 2) {
    const Cell cell{random.below(19), random.below(19)};
    if (!game.at(cell) && (move.empty() || move.front() != cell)) move.push_back(cell);
  }
  return move;
}

void measure(std::size_t nodes, Policy policy, int moves, std::size_t parallel) {
  ProofTree tree(*read_game(*GameSpec::parse("connect6"), "j10 a1b3"), Player::first, policy);
  Random random(1);
  std::vector<NodeId> out;
  Times times;
  std::size_t next_line = 1000;
  fmt::print("| nodes | depth | select | begin | add {} children | end | a job | 99 % | most |\n",
             moves);
  fmt::print("|---|---|---|---|---|---|---|---|---|\n");
  std::size_t depth = 0;
  while (tree.size() < nodes) {
    // As many as there are workers are out, and the oldest comes back.
    const double t0 = microseconds();
    const std::optional<Selected> selected = tree.select();
    const double t1 = microseconds();
    if (selected) {
      tree.begin(selected->node, NodeWork::expand);
      out.push_back(selected->node);
    }
    const double t2 = microseconds();
    if (selected && out.size() < parallel) continue;
    if (out.empty()) break;
    const NodeId id = out.front();
    out.erase(out.begin());
    const Game game = tree.game(id);
    std::vector<Move> found;
    found.reserve(static_cast<std::size_t>(moves));
    for (int i = 0; i < moves; ++i) found.push_back(any_move(game, random));
    const double t3 = microseconds();
    tree.set_expanded(id);
    for (const Move& move : found) tree.add_child(id, move, random.unit());
    const double t4 = microseconds();
    tree.set_closed(id, true);
    tree.end(id, NodeWork::expand);
    const double t5 = microseconds();
    depth = std::max(depth, tree.node(id).moves.size());
    times.select.push_back(t1 - t0);
    times.begin.push_back(t2 - t1);
    times.add.push_back(t4 - t3);
    times.end.push_back(t5 - t4);
    times.all.push_back(t2 - t0 + t5 - t3);
    if (tree.size() < next_line) continue;
    times.print(tree.size(), depth);
    next_line *= 10;
  }
  if (!times.all.empty()) times.print(tree.size(), depth);
}

}  // namespace
}  // namespace inarow::grid

int main(int argc, char** argv) try {
  CLI::App app("how long a job takes in a big tree, in microseconds");
  std::size_t nodes = 1'000'000;
  std::size_t parallel = 16;
  int moves = 3;
  std::string policy = "virtual-equivalence";
  app.add_option("--nodes", nodes, "of the tree");
  app.add_option("--policy", policy, "virtual-win, virtual-loss, greedy, virtual-equivalence");
  app.add_option("--moves", moves, "that a job gives");
  app.add_option("--parallel", parallel, "jobs that are out");
  CLI11_PARSE(app, argc, argv);
  const auto known = inarow::grid::policy_named(policy);
  if (!known || moves < 1 || parallel < 1) {
    fmt::print(stderr, "no such policy, or a number below 1\n");
    return 2;
  }
  inarow::grid::measure(nodes, *known, moves, parallel);
  return 0;
} catch (const std::exception& error) {
  std::fputs(error.what(), stderr);
  return 2;
}
