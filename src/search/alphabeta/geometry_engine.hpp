#pragma once

// DropEngine for one geometry; included only by the files that instantiate it.

#include <string>

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

  std::size_t table_bytes() const override { return table_.bytes(); }
  const char* specialised_for() const override { return name_.c_str(); }

 private:
  using Word = typename G::Word;

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
