#pragma once

// DropEngine for one geometry; included only by the files that instantiate it.

#include <array>
#include <string>

#include "search/alphabeta/checkpoint.hpp"
#include "search/alphabeta/drop_engine.hpp"
#include "search/alphabeta/parallel.hpp"

namespace inarow {

template <class G>
class GeometryEngine final : public DropEngine {
 public:
  GeometryEngine(const G& geometry, std::size_t table_bytes, const RuleLimits& rules,
                 std::string name)
      : geometry_(geometry),
        table_(geometry_.bits(), table_bytes),
        rules_(rules),
        name_(std::move(name)) {}

  std::unique_ptr<DropWorker> make_worker(const StopToken* stop, Observer* observer) override {
    return std::make_unique<Worker>(*this, stop, observer);
  }

  ScoreRange solve(const DropStones& stones, ScoreWindow window, int threads, const StopToken* stop,
                   Observer* observer) override {
    return solve_in_parallel(geometry_, table_, position_of(stones), window, threads, stop,
                             observer, rules_);
  }

  std::vector<ProvedBounds> dearest_results(std::size_t most) const override {
    // Two walks: the first finds out how much work a result must have cost to be among them.
    std::array<std::size_t, max_work + 1> by_work{};
    table_.for_each(
        [&](Word, const TableBounds&, int work) { ++by_work[static_cast<std::size_t>(work)]; });
    std::size_t count = 0;
    int least = max_work + 1;
    while (least > least_work && count + by_work[static_cast<std::size_t>(least - 1)] <= most) {
      count += by_work[static_cast<std::size_t>(--least)];
    }
    std::vector<ProvedBounds> results;
    results.reserve(count);
    table_.for_each([&](Word mixed, const TableBounds& bounds, int work) {
      if (work < least || results.size() == most) return;
      results.push_back({.code = table_.unmix(mixed),
                         .lower = static_cast<std::int8_t>(bounds.lower),
                         .upper = static_cast<std::int8_t>(bounds.upper),
                         .move = static_cast<std::uint8_t>(bounds.move),
                         .work = static_cast<std::uint8_t>(work)});
    });
    return results;
  }

  void believe(const std::vector<ProvedBounds>& results) override {
    for (const ProvedBounds& result : results) {
      const Word mixed = table_.mix(static_cast<Word>(result.code));
      const bool takes_place =
          table_.store(mixed, {result.lower, result.upper, result.move}, result.work);
      if (takes_place) table_.add_taken(1);
      while (table_.grow_a_little()) {
      }
    }
  }

  std::size_t table_bytes() const override { return table_.bytes(); }
  const char* specialised_for() const override { return name_.c_str(); }

 private:
  using Word = typename G::Word;

  // Of the logarithm of the nodes spent: what costs less is found again at once.
  static constexpr int max_work = 31;
  static constexpr int least_work = 6;

  class Worker final : public DropWorker {
   public:
    Worker(GeometryEngine& engine, const StopToken* stop, Observer* observer)
        : solver_(engine.geometry_, engine.table_, stop, observer, engine.rules_) {}
    ScoreRange solve(const DropStones& stones, ScoreWindow window) override {
      return solver_.solve(position_of(stones), window);
    }

   private:
    DropSolver<G> solver_;
  };

  static DropPosition<Word> position_of(const DropStones& stones) {
    return {static_cast<Word>(stones.me), static_cast<Word>(stones.opponent)};
  }

  G geometry_;
  typename DropSolver<G>::Table table_;
  RuleLimits rules_;
  std::string name_;
};

}  // namespace inarow
