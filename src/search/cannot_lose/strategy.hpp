#pragma once

// A cannot-lose strategy of D as a finite graph of states that can be walked.
//
//   Strategy strategy = *find_strategy(Ground{6, true}, Player::second, ...).strategy;
//   State state = strategy.start();                      // A is to move
//   Answer answer = *strategy.answer(state, 3);          // what D does after A's move in column 3
//   answer.reply.column;  answer.next;                   // D's column, the state after it
//
// A state is known by its canonical form, so one entry stands for up to 2w states. Every state has
// a *plan*: nothing more to do because all columns are frozen at once (ALL); some columns are
// frozen without a move (E); or a reply for each unfrozen column that A may play.

#include <map>
#include <optional>
#include <vector>

#include "rules/types.hpp"
#include "search/cannot_lose/state.hpp"

namespace inarow::cannot_lose {

enum class ReplyKind : std::uint8_t { none, follow, place, win };

struct Reply {
  ReplyKind kind = ReplyKind::none;  // none: A cannot play this column, or it is frozen
  std::int8_t column = -1;           // where D plays
  friend auto operator<=>(const Reply&, const Reply&) = default;
};

struct Plan {
  // Columns frozen without a move: all of them is ALL. If 0, the replies hold.
  std::uint32_t freeze = 0;
  std::array<Reply, max_width> replies{};
  friend auto operator<=>(const Plan&, const Plan&) = default;
};

// The state after A's move in column c and D's reply, or after freezing: in the form in which
// strategies know it, but not canonical.
State after_reply(const Ground& ground, State state, int c, const Reply& reply);
State after_freezing(const State& state, std::uint32_t columns);

// The canonical states to which a plan leads and for which the strategy needs an entry.
std::vector<State> successors(const Ground& ground, const State& state, const Plan& plan);

struct Answer {
  Reply reply;
  State next;
  bool won = false;  // D has completed a line
};

class Strategy {
 public:
  Strategy(const Ground& ground, Player defender, int first_column)
      : ground_(ground), defender_(defender), first_column_(first_column) {}

  const Ground& ground() const { return ground_; }
  Player defender() const { return defender_; }
  // Where D begins, if he is the first player.
  int first_column() const { return first_column_; }
  State start() const;

  // Entries by canonical state, whose columns the plans mean.
  const std::map<State, Plan>& entries() const { return entries_; }
  void set(const State& canonical_state, const Plan& plan) { entries_[canonical_state] = plan; }
  void erase(const State& canonical_state) { entries_.erase(canonical_state); }

  // The plan for a state, in the columns of that state.
  std::optional<Plan> plan(const State& state) const;

  // The state with all columns frozen that the strategy freezes before A's next move.
  State after_free_freezing(State state) const;

  // D's answer to A's move in an unfrozen or frozen column; nothing if the strategy has none.
  // Columns that the plan freezes are frozen first. (In a frozen column D follows up, and the state
  // stays as it is.)
  std::optional<Answer> answer(State state, int column) const;

 private:
  Ground ground_;
  Player defender_;
  int first_column_;
  std::map<State, Plan> entries_;
};

}  // namespace inarow::cannot_lose
