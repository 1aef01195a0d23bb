#pragma once

// Proof search for wins in placement games: Wu and Lin's relevance-zone-oriented proof search
// (2010), for any Connect(k, p) on finite and infinite boards.
//
// Wins only: a win it returns is proved; that it finds none proves nothing.
//
// ORDERS (Definition 1). A win of order 1 is a victory by continuous moves of p threats or more,
// each of which leaves the defender no free stone (VCDT in Connect6, continuous fours in Gomoku).
// A move of order r may leave him u < r free stones if the attacker wins by order r - u when they
// are not placed (VCST in Connect6 and threes in Gomoku are of order 2).
//
// PROOF. The search for moves of order 1 works on a table that may forget and confuse positions; so
// nothing of it is believed. Every win is walked through again by `verify_*`, which generates the
// critical defenses itself and builds the zones by the operations of the paper:
//
//   EP-1, AT-1   verify_attack: the attacker wins by this move, or moves and
//   T3-1, T3-2   verify_defense: has more than p threats, or
//   Tp, Par      refute: wins after each critical defense, with its free stones not placed, and,
//                for every free stone in the zone Zu that this win leaves relevant, with that stone
//                placed. (The paper's Par-5 says "outside Zu"; its Lemma 12, case 2, shows that
//                "in Zu" is meant.) What wins found so far cover is not looked at again
//                (cover.hpp).
//
// Two things that the paper takes for granted are checked: the defender has no threat segment when
// he is to move (he would win at once), and on an infinite board no stone of the defender lies near
// the border of the window (threat_board.hpp), or the win is given up.

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/stop.hpp"
#include "knowledge/threats/defenses.hpp"
#include "rules/game.hpp"
#include "rules/observer.hpp"
#include "search/threat_space/attack_moves.hpp"
#include "search/threat_space/cover.hpp"
#include "search/threat_space/win_tracer.hpp"
#include "search/threat_space/zones.hpp"

namespace inarow::threats {

struct ThreatLimits {
  int order = 2;
  int depth = 12;                            // attacker moves of a win of order 1
  std::uint64_t nodes_a_search = 20000;      // of one search for a win of order 1
  int moves_of_order = 3;                    // attacker moves of each order above 1 in a line
  std::size_t width = 12;                    // moves tried of orders above 1
  std::uint64_t nodes_a_defense = 40000;     // of one defense that is looked at by itself
  std::uint64_t nodes = 100'000'000;         // of one question, over all orders
  std::size_t table = std::size_t{1} << 18;  // entries

  static constexpr std::size_t bytes_an_entry = 56;
};

// A win that is proved.
struct ThreatWin {
  Player winner = Player::first;
  Move move;  // the winner's; empty if he has just moved
  int order = 1;
  std::vector<std::vector<Cell>> zones;  // Z1, Z2, ...: the empty cells; not the whole-board ones
  std::shared_ptr<const WinRecord> record;  // the proof, if it was asked for (ThreatProver)
};

class ThreatSearch {
 public:
  // Why the game is none for threat search, in words; nothing if it is.
  static std::optional<std::string> obstacle(const GameSpec& spec);
  // The same of a position: it has stones, and they are near enough for a window.
  static std::optional<std::string> obstacle(const Game& game);

  // The position: its stones, of which nobody has k in a row. `stop` may be null.
  ThreatSearch(const PlacementSpec& spec, const std::vector<Stone>& stones, Player attacker,
               const ThreatLimits& limits, const StopToken* stop = nullptr);

  // The attacker is to move with p stones: a move that wins, if one is found; simple wins first.
  std::optional<ThreatWin> find_win();
  // The defender is to move with p stones: whether the attacker wins all the same.
  std::optional<ThreatWin> find_win_after_defense();

  // The same by one order, after lower ones have failed: the first move is of this order, and the
  // defenses are refuted by this order. What lower orders found out is in the table.
  std::optional<ThreatWin> find_win_of_order(int order);
  std::optional<ThreatWin> find_win_after_defense_of_order(int order);

  // From now on so many nodes; at first those of the limits. Questions that ran out may be asked
  // again then.
  void allow(std::uint64_t nodes);
  void set_stop(const StopToken* stop) {
    stop_ = stop;
    generator_.set_stop(stop);
  }
  // Who hears of nodes and of the line being looked at; may be null.
  void set_observer(Observer* observer) { observer_ = observer; }
  // Who hears the wins that are proved from now on; null: nobody. Of a question that finds none
  // nothing is left.
  void set_tracer(WinTracer* tracer) { tracer_ = tracer; }

  const ThreatBoard& board() const { return board_; }

  // To follow a win: the same questions about another position. `play` places stones of one player
  // on empty cells; false, and nothing is placed, if one lies too near the border of the window.
  bool play(const Move& cells, Player player);
  void take_back(const Move& cells);
  // The attacker's move of a win of order 1 that an earlier question met in the position as it is
  // now. It is a good guess, not a proof.
  std::optional<Move> remembered_move();

  // Positions looked at, of either player's turn, in search and verification.
  // Any thread may ask.
  std::uint64_t nodes() const { return nodes_.load(std::memory_order_relaxed); }
  // The nodes or the time ran out.
  bool stopped() const { return stopped_; }

 private:
  friend class OpenDefenses;  // open_defenses.cpp: the same steps, going on after a defense that
                              // holds

  struct Entry {
    std::uint64_t key = 0;
    CellSet move;
    std::int16_t failed_depth = 0;
    std::size_t failed_width = 0;
    bool won = false;
  };
  static_assert(sizeof(Entry) <= ThreatLimits::bytes_an_entry);
  // A set of cells as defender's stones that were dealt with (see refute).
  using Dealt = std::vector<char>;
  // The defenses against one move of the attacker.
  struct Task {
    int order;  // of the attacker's wins against whole moves
    int moves;  // of orders above 1 in them
    int free;   // stones that the critical defense at hand leaves
    Cover cover;
  };

  void count_node() { nodes_.store(nodes() + 1, std::memory_order_relaxed); }
  bool out_of_time();
  // The generator's moves; false on a stop, when they are not all there.
  bool generate(int threats, std::vector<AttackMove>& moves);
  // What the tracer has heard, to come back to if an attempt fails.
  std::size_t mark() const { return tracer_ != nullptr ? tracer_->mark() : 0; }
  void take_back_to(std::size_t mark) {
    if (tracer_ != nullptr) tracer_->take_back(mark);
  }
  Entry& entry() { return table_[board_.hash() & (table_.size() - 1)]; }
  void place(const CellSet& move, Player player);
  void remove(const CellSet& move);
  MoveList line() const;

  bool place_all(const std::vector<CellIndex>& cells);
  void remove_all(const std::vector<CellIndex>& cells);

  bool search_attack(int depth);
  bool search_defense(int depth);
  bool find_order_one();

  std::optional<CellSet> prove_attack(int order, int moves, Zones& zones);
  std::optional<CellSet> prove_order_one(Zones& zones);
  std::optional<CellSet> prove_of_order(int order, Zones& zones);
  std::optional<CellSet> prove_by_order(int order, int moves, Zones& zones);
  bool verify_attack(Zones& zones, int depth);
  bool verify_double(Zones& zones, int depth);
  bool verify_macro(const std::vector<CellSet>& defenses, Zones& zones, int depth);
  bool verify_each(const std::vector<CellSet>& defenses, Zones& zones, int depth);
  bool verify_defense(int order, int moves, Zones& zones);
  bool refute(const CellSet& defense, Task& task, const Dealt& dealt, Zones& zones);
  bool refute_one(const CellSet& defense, Task& task, Zones& zones);
  bool refute_last(const CellSet& defense, Task& task, const Dealt& dealt, Zones& zones);
  Cover::Rest narrowed(const Cover::Rest& rest, const CellSet& defense, Task& task,
                       std::size_t first, Zones& zones) const;
  int stones_a_move() const;
  std::vector<CellIndex> by_level(const Zones& zones, int left) const;
  void leave_only(const Zones& zones, int left, Dealt& dealt) const;
  bool is_safe(const CellSet& cells) const;
  std::optional<CellSet> completion() const;
  bool win_at_once(Zones& zones);
  std::vector<std::vector<Cell>> zone_cells(const Zones& zones) const;

  ThreatBoard board_;
  Player attacker_;
  Player defender_;
  ThreatLimits limits_;
  const StopToken* stop_;
  Observer* observer_ = nullptr;
  WinTracer* tracer_ = nullptr;
  AttackMoves generator_;
  static constexpr CellIndex end_of_move = -1;
  std::vector<CellIndex> path_;  // for the observer: the cells of each move that was placed
  std::vector<Entry> table_;
  CellSet winning_cells_;
  std::atomic<std::uint64_t> nodes_{0};
  std::uint64_t told_ = 0;        // nodes that the observer has heard of
  std::uint64_t end_ = 0;         // nodes at which everything stops
  std::uint64_t search_end_ = 0;  // nodes at which the search of order 1 gives up
  std::size_t width_ = 0;         // moves tried in a position
  bool macro_only_ = false;       // give up where the macro-move holds
  bool cut_ = false;              // a limit of depth or width was met
  bool stopped_ = false;
};

}  // namespace inarow::threats
