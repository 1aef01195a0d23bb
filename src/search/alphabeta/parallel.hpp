#pragma once

// Several threads on one position.
//
// Exact: each thread is a complete solver; they share the table, whose entries are proved, and the
// proved bounds of the root. The value does not depend on the threads, the number of nodes does.
//
// All threads search the same windows in the same order of moves, but each passes over a move that
// another is searching and comes back to it later (ABDADA, Weill 1996); what one has finished the
// others find in the table.
//
// As many threads as there are cores are bound to one each (base/cores.hpp).

#include <optional>
#include <thread>
#include <vector>

#include "base/cores.hpp"
#include "search/alphabeta/solver.hpp"

namespace inarow {

// As DropSolver::solve, with `threads` threads (at least 1). `nodes` is the sum over the threads.
template <class G>
ScoreRange solve_in_parallel(const G& g, typename DropSolver<G>::Table& table,
                             const DropPosition<typename G::Word>& position, ScoreWindow window,
                             int threads, const StopToken* stop, Observer* observer,
                             const RuleLimits& rules) {
  Team team;
  std::vector<ScoreRange> results(static_cast<std::size_t>(threads));
  std::vector<int> cores;
  if (threads > 1) cores = usable_cores();
  if (cores.size() != results.size()) cores.clear();
  const auto work = [&](int number) {
    std::optional<BoundToCore> bound;
    if (!cores.empty()) bound.emplace(cores[static_cast<std::size_t>(number)]);
    DropSolver<G> solver(g, table, stop, observer, rules);
    if (threads > 1) solver.join(&team);
    results[static_cast<std::size_t>(number)] = solver.solve(position, window);
  };
  {
    std::vector<std::thread> helpers;
    struct Join {
      std::vector<std::thread>& all;
      ~Join() {
        for (std::thread& t : all) t.join();
      }
    } join{helpers};
    for (int i = 1; i < threads; ++i) helpers.emplace_back(work, i);
    work(0);
  }
  ScoreRange result = results[0];
  result.nodes = 0;
  for (const ScoreRange& r : results) {
    result.nodes += r.nodes;
    result.lower = std::max(result.lower, r.lower);
    result.upper = std::min(result.upper, r.upper);
    result.complete = result.complete || r.complete;
  }
  return result;
}

}  // namespace inarow
