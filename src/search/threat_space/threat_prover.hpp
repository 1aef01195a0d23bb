#pragma once

// Who wins by threats: the one place where the orders and the players are gone through.
//
// Wins only: a win it returns is proved; that it finds none proves nothing.
//
//   ThreatProver prover(spec, stones, to_move, limits);
//   if (const auto win = prover.find_winner(2)) ...    either player's, simple wins first
//   else prover.find_winner(3);                        goes on with order 3; 1 and 2 are done
//   prover.find_win_if_passed(3);                      what the opponent threatens
//
// Three questions can be asked of a position:
//
//   the player to move attacks                  find_win_of_order of his search
//   his opponent attacks after every defense    find_win_after_defense_of_order of the other search
//   his opponent attacks, as if he had passed   find_win_of_order of the other search
//
// There is one ThreatSearch for each attacker, made when it is first needed and kept, so that its
// table stays warm from order to order, from question to question and from position to position
// (`play`). The prover remembers which orders a question has been through and what it found; an
// order is searched once.
//
// Work is bounded by `limits.nodes` for each question, over all its orders: a question that has
// spent them is over, and the others go on. After a stop an order that was not finished may be
// asked for again. One thread asks; any thread may read `order` and `nodes` meanwhile.

#include <array>
#include <atomic>
#include <memory>
#include <optional>
#include <vector>

#include "search/threat_space/threat_search.hpp"

namespace inarow::threats {

class ThreatProver {
 public:
  // The position: stones of which nobody has k in a row, and who is to move with p stones. The game
  // has no obstacle (ThreatSearch::obstacle). `stop` may be null.
  ThreatProver(const PlacementSpec& spec, std::vector<Stone> stones, Player to_move,
               const ThreatLimits& limits, const StopToken* stop = nullptr);

  // A win of either player by threats of at most this order; of each order the player to move
  // first.
  std::optional<ThreatWin> find_winner(int order);
  // A win of this player.
  std::optional<ThreatWin> find_win(Player attacker, int order);
  // A win of the opponent of the player to move, as if it were his turn.
  std::optional<ThreatWin> find_win_if_passed(int order);

  // From now on wins carry their proof (ThreatWin::record), from which proof/ writes a certificate
  // without a search. Ask before the first question; it costs next to nothing.
  void record_wins() { recording_ = true; }

  // Another position: the player to move plays these cells. False, and nothing is played, if one
  // lies too near the border of an infinite board's window (threat_board.hpp).
  bool play(const Move& cells);
  void take_back();

  Player to_move() const { return to_move_; }
  // Wins of both players up to this order were looked for in this position, as far as the search
  // goes; 0 if none.
  int searched_order() const;
  // No question about this position ended by a limit or a stop.
  bool complete() const;

  // To follow a win: the attacker's search, in this position.
  ThreatSearch& search_of(Player attacker);
  // The next questions get this flag; it may be null.
  void set_stop(const StopToken* stop);
  // From now on so many nodes a question, over all orders.
  void allow(std::uint64_t nodes) { limits_.nodes = nodes; }
  // Who hears of orders and nodes; may be null. To be set before the first question.
  void set_observer(Observer* observer) { observer_ = observer; }

  // For people who wait. The order that is being searched; 0 before the first one.
  int order() const { return order_.load(std::memory_order_relaxed); }
  // Of all questions.
  std::uint64_t nodes() const;

 private:
  enum class Question : std::uint8_t { mover, opponent, opponent_if_passed };
  struct Progress {
    int order = 0;            // the orders up to this one are done
    std::uint64_t nodes = 0;  // spent
    bool cut = false;         // by the nodes or a stop
    std::optional<ThreatWin> win;
  };
  using Position = std::array<Progress, 3>;

  Progress& progress(Question question) {
    return positions_.back()[static_cast<std::size_t>(question)];
  }
  const Progress& progress(Question question) const {
    return positions_.back()[static_cast<std::size_t>(question)];
  }
  bool is_stopped() const { return inarow::stopped(stop_); }
  const std::optional<ThreatWin>& find(Question question, int order);
  void search_next_order(Question question);

  PlacementSpec spec_;
  std::vector<Stone> stones_;
  Player to_move_;
  ThreatLimits limits_;
  const StopToken* stop_;
  Observer* observer_ = nullptr;
  std::vector<Move> played_;
  std::vector<Position> positions_;  // the last one is this position's
  bool recording_ = false;
  std::array<std::unique_ptr<ThreatSearch>, 2> searches_;  // by attacker
  std::array<std::unique_ptr<WinRecorder>, 2> recorders_;
  std::array<std::atomic<const ThreatSearch*>, 2> begun_{nullptr, nullptr};  // the same, to read
  std::atomic<int> order_{0};
};

}  // namespace inarow::threats
