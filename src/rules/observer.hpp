#pragma once

// What long work tells about itself while it runs: one kind of observer for every search, count,
// proof and book. The work writes, from any of its threads; who watches looks when he likes (a
// progress line five times a second, an event stream whenever a move is decided). Observing never
// steers: nothing that is written here is read by the work, except that somebody is looking.
//
//   Observer observer;
//   std::thread work([&] { engine.solve(..., &observer); });
//   observer.status().nodes;
//
// A null observer is allowed wherever a pointer is taken. Bounds and decided moves are proved;
// everything else is approximate.

#include <atomic>
#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "rules/types.hpp"

namespace inarow {

// A move whose value became known; bounds of the score (in placement games -1, 0, 1), from the view
// of the player who makes it.
struct DecidedMove {
  Move move;
  int lower = 0;
  int upper = 0;
  bool complete = true;  // false: as far as it was found out before a stop
};

// How the work stands.
struct WorkStatus {
  std::string stage;  // what it is at, in words; empty: nothing to say
  std::string method;
  std::uint64_t nodes = 0;
  std::optional<Move> move;  // the bounds and the line are about the position after it
  std::optional<int> lower;  // of the player to move there; proved
  std::optional<int> upper;
  MoveList line;  // the choices that lead to the position being searched
  int order = 0;  // of the threats being looked for
  // Of a proof that is being written: the number of the bound, the part of it that is done, and
  // what it has so far.
  int bound = 0;
  double done = 0;
  std::uint64_t positions = 0;
  std::uint64_t rule_leaves = 0;
};

class Observer {
 public:
  Observer() = default;
  Observer(const Observer&) = delete;
  Observer& operator=(const Observer&) = delete;
  virtual ~Observer() = default;

  // What the work writes.
  void add_nodes(std::uint64_t number) { nodes_.fetch_add(number, std::memory_order_relaxed); }
  void set_bounds(int lower, int upper) {
    lower_.store(lower, std::memory_order_relaxed);
    upper_.store(upper, std::memory_order_relaxed);
  }
  // True once after each look: then a stage or a line that is costly to compose is worth it.
  bool looked_at() {
    return looked_at_.load(std::memory_order_relaxed) &&
           looked_at_.exchange(false, std::memory_order_relaxed);
  }
  void set_line(MoveList line) {
    const std::lock_guard lock(mutex_);
    text_.line = std::move(line);
  }
  void set_stage(std::string stage) {
    const std::lock_guard lock(mutex_);
    text_.stage = std::move(stage);
  }
  void set_method(std::string method) {
    const std::lock_guard lock(mutex_);
    text_.method = std::move(method);
  }
  void set_order(int order) { order_.store(order, std::memory_order_relaxed); }
  void begin_bound() {
    bound_.fetch_add(1, std::memory_order_relaxed);
    done_.store(0, std::memory_order_relaxed);
  }
  void set_proof(double done, std::uint64_t positions, std::uint64_t rule_leaves) {
    done_.store(done, std::memory_order_relaxed);
    positions_.store(positions, std::memory_order_relaxed);
    rule_leaves_.store(rule_leaves, std::memory_order_relaxed);
  }
  // What follows is about the position after this move.
  void begin_move(const Move& move) {
    const std::lock_guard lock(mutex_);
    text_.move = move;
    text_.line.clear();
    set_bounds(unknown_lower, unknown_upper);
  }
  void decide_move(const DecidedMove& move) {
    {
      const std::lock_guard lock(mutex_);
      decided_.push_back(move);
    }
    changed();
  }

  // What who watches reads.
  WorkStatus status() {
    const std::lock_guard lock(mutex_);
    WorkStatus status = text_;
    status.nodes = nodes_;
    if (const int lower = lower_; lower != unknown_lower) status.lower = lower;
    if (const int upper = upper_; upper != unknown_upper) status.upper = upper;
    status.order = order_;
    status.bound = bound_;
    status.done = done_;
    status.positions = positions_;
    status.rule_leaves = rule_leaves_;
    looked_at_ = true;
    return status;
  }
  // The moves decided since `from`, which counts up.
  std::vector<DecidedMove> decided_since(std::size_t& from) {
    const std::lock_guard lock(mutex_);
    std::vector<DecidedMove> news(decided_.begin() + static_cast<std::ptrdiff_t>(from),
                                  decided_.end());
    from = decided_.size();
    return news;
  }

 protected:
  // A move was decided; called from the thread that did it.
  virtual void changed() {}

 private:
  static constexpr int unknown_lower = -1'000'000;
  static constexpr int unknown_upper = 1'000'000;

  std::atomic<std::uint64_t> nodes_{0};
  std::atomic<int> lower_{unknown_lower};
  std::atomic<int> upper_{unknown_upper};
  std::atomic<int> order_{0};
  std::atomic<int> bound_{0};
  std::atomic<double> done_{0};
  std::atomic<std::uint64_t> positions_{0};
  std::atomic<std::uint64_t> rule_leaves_{0};
  std::atomic<bool> looked_at_{true};
  std::mutex mutex_;
  WorkStatus text_;  // what is not a number
  std::vector<DecidedMove> decided_;
};

}  // namespace inarow
