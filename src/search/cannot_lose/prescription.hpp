#pragma once

// Replies that search must take: strategies from the literature, of which the moves are known and
// the rest is to be found.

#include <map>
#include <vector>

#include "rules/types.hpp"
#include "search/cannot_lose/strategy.hpp"

namespace inarow::cannot_lose {

class Prescription {
 public:
  // The columns that both players play in turn from the start (D's first move included if he is
  // the first player): wherever D moves on this way, he may reply as written there, and freeze the
  // column only by his last move. Ways that differ in D's reply to the same move leave the choice.
  void add_way(const Ground& ground, Player defender, const std::vector<int>& columns);

  bool empty() const { return columns_.empty(); }
  // Some move of A in this state has a prescribed reply.
  bool concerns(const State& canonical_state) const { return columns_.contains(canonical_state); }
  // D may answer A's move in column c by a stone in column d, and freeze the column if d is c.
  bool allows(const State& canonical_state, int c, int d, bool freeze) const;

 private:
  struct Allowed {
    std::uint16_t columns = 0;  // that D may play; none: there is no prescription
    bool freeze = false;
  };
  // By canonical state and A's column.
  std::map<State, std::array<Allowed, max_width>> columns_;
};

}  // namespace inarow::cannot_lose
