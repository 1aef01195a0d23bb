#pragma once

// Breaker on the infinite board, whatever his proof: he answers Maker's stones, and can show what
// he watches over.
//
//   Breaker breaker(StripTiling(6, 4, 6), 2, stop);              // a PlaneBreaker
//   std::vector<Cell> answer = breaker.answer({{0, 0}, {1, 0}}, 2);
//   for (const WatchedLine& line : breaker.watch().lines) ...     // none will ever be Maker's

#include <memory>
#include <set>
#include <vector>

#include "rules/types.hpp"

namespace inarow::maker_breaker {

// A line of the proof: every segment of k cells of the plane contains one. Maker will own none.
struct WatchedLine {
  std::vector<Cell> cells;
  int maker_stones = 0;
  bool broken = false;  // a stone of Breaker lies on it: nothing is left to watch
};

struct Watch {
  std::vector<std::vector<Cell>> tiles;  // the parts of the plane in which stones lie
  std::vector<WatchedLine> lines;        // lines of these tiles that have a stone of Maker
  // When Maker is to move, he needs at least so many stones to complete a line that is not broken.
  int missing = 0;
};

class PlaneBreaker {
 public:
  virtual ~PlaneBreaker() = default;

  // The answer to Maker's stones, with at most as many stones; `count` stones in all, of which
  // those that the strategy does not need go near Maker's last stone, where they do no harm.
  std::vector<Cell> answer(const std::vector<Cell>& stones, int count);

  // A stone of Breaker outside the strategy (he begins): it can only help.
  void add_own(Cell cell);

  virtual Watch watch() const = 0;
  virtual std::unique_ptr<PlaneBreaker> clone() const = 0;

 protected:
  PlaneBreaker() = default;
  PlaneBreaker(const PlaneBreaker&) = default;
  PlaneBreaker& operator=(const PlaneBreaker&) = default;

  // The board of a game ends far outside. What lies beyond is as good as a stone of Breaker.
  static bool on_board(Cell cell);
  bool taken(Cell cell) const { return taken_.contains(cell); }

 private:
  // The stones that the strategy needs. All stones of Maker are `taken` already.
  virtual std::vector<Cell> reply(const std::vector<Cell>& stones) = 0;
  // Notes a stone of Breaker that is no reply.
  virtual void note_own(Cell cell) = 0;

  std::set<Cell> taken_;
};

}  // namespace inarow::maker_breaker
