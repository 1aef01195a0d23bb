#pragma once

// The engine's search: alpha-beta over whole moves, with forced wins in it.
//
// Heuristic: a score is a guess, also one of a win (win_score): it rests on a table that may
// confuse positions and on forced wins that nobody has walked through. Engine (engine.hpp) asks
// threat_space/ for what it claims.
//
//   MoveSearch search(spec, stones, to_move, weights, table);
//   search.set_stop(&stop);
//   for (int depth = 1; !stopped(&stop); ++depth) search.deepen(depth, roots);
//
// A node, by steps:
//   1  who is to move completes a line: won
//   2  his opponent has more threats than a move can stop: lost
//   3  the table knows it
//   4  he has a forced win of order 1 (as far as a small search finds it): won
//   5  no depth is left, and nobody threatens anything: what the segments are worth
//   6  where the opponent would have a forced win if it were his turn, only moves with a stone in
//   it
//      are looked at, or with a threat
//   7  the moves, best first; where he must defend, only defenses

#include <array>
#include <atomic>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "base/stop.hpp"
#include "search/engine/candidate_moves.hpp"
#include "search/engine/crossings.hpp"
#include "search/engine/forced_win.hpp"

namespace inarow::engine {

inline constexpr std::int32_t win_score = 1'000'000;  // less the stones on the way
inline constexpr std::int32_t near_win = win_score - 10'000;

// What the search remembers of positions: hints for the order of moves, and scores. Several threads
// may use it.
class HintTable {
 public:
  enum class Bound : std::uint8_t { none, exact, lower, upper };
  struct Hint {
    std::int32_t score = 0;
    std::int16_t depth = 0;
    Bound bound = Bound::none;
    CellSet move;
  };

  explicit HintTable(std::size_t bytes);
  std::optional<Hint> find(std::uint64_t key) const;
  void store(std::uint64_t key, const Hint& hint);

 private:
  struct Entry {
    std::uint64_t key = 0;
    Hint hint;
  };
  // An entry is copied under the lock of its group.
  class Lock {
   public:
    explicit Lock(std::atomic_flag& flag) : flag_(flag) {
      while (flag_.test_and_set(std::memory_order_acquire)) {
      }
    }
    ~Lock() { flag_.clear(std::memory_order_release); }
    Lock(const Lock&) = delete;
    Lock& operator=(const Lock&) = delete;

   private:
    std::atomic_flag& flag_;
  };
  std::size_t place_of(std::uint64_t key) const { return key & (entries_.size() - 1); }
  std::atomic_flag& lock_of(std::size_t place) const { return locks_[place % locks_.size()]; }

  std::vector<Entry> entries_;
  mutable std::array<std::atomic_flag, 1024> locks_{};
};

struct RootMove {
  CellSet cells;
  std::int32_t score = 0;  // of the last depth that was done
  bool exact = false;      // not only a bound
  std::vector<CellSet> line;
};

class MoveSearch {
 public:
  MoveSearch(const PlacementSpec& spec, const std::vector<Stone>& stones, Player to_move,
             const Weights& weights, HintTable& table);

  void set_stop(const StopToken* stop);
  void set_most_nodes(std::uint64_t nodes) { most_nodes_ = nodes; }
  // Looks for no forced wins.
  void set_plain(bool plain) { plain_ = plain; }
  bool out_of_nodes() const { return nodes_ >= most_nodes_; }

  EngineBoard& board() { return board_; }
  CandidateMoves& moves() { return moves_; }
  Player to_move() const { return to_move_; }

  // Scores the root moves by a search of so many moves of either side, this one included, and sorts
  // them. False on a stop: then those that were done come first, and the best of them counts.
  // The best `exact` of them get exact scores, the others bounds.
  bool deepen(int depth, std::vector<RootMove>& roots, int exact);

  // Cells that complete a line, where there are any.
  std::optional<CellSet> completion();
  // Whether the opponent seems to have a forced win after this move.
  bool loses_by_force(const CellSet& move, std::uint64_t nodes);

  // What the position is worth to the player, if he is to move.
  std::int32_t evaluate(Player player);
  std::uint64_t nodes() const { return nodes_; }
  std::uint64_t forced_nodes() const { return forced_.nodes(); }

 private:
  struct Frame {
    std::vector<Candidate> moves;
    std::vector<CellSet> line;
    std::vector<char> zone;
  };

  std::int32_t search(Player player, int depth, int ply, std::int32_t alpha, std::int32_t beta);
  std::optional<std::int32_t> step_decided(Player player, int ply);
  bool has_forced_win(Player player, std::uint64_t nodes) {
    return !plain_ && forced_.find(player, nodes);
  }
  bool find_zone(Player player, std::vector<char>& zone);
  std::int32_t try_moves(Player player, int depth, int ply, std::int32_t alpha, std::int32_t beta,
                         const CellSet& first);
  void play(const CellSet& move, Player player);
  void take_back(const CellSet& move);
  std::uint64_t key(Player player) const;
  bool stopped();
  Width width(int ply, int depth, bool must_defend) const;

  Weights weights_;
  EngineBoard board_;
  CandidateMoves moves_;
  ForcedWin forced_;
  HintTable& table_;
  std::optional<Crossings> crossings_;
  // The stones of the moves that were played, in turn. The crossings know the first so many: only
  // where the position is judged the others are told to them.
  std::vector<std::pair<CellIndex, Player>> played_;
  std::size_t judged_ = 0;
  Player to_move_;
  const StopToken* stop_ = nullptr;
  bool is_stopped_ = false;
  bool plain_ = false;
  std::uint64_t nodes_ = 0;
  std::uint64_t most_nodes_ = ~std::uint64_t{0};
  std::vector<Frame> frames_;
  std::vector<CellSet> sets_;
};

}  // namespace inarow::engine
