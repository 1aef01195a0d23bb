#pragma once

// Exact solver for drop games: null-window negamax with a transposition table.
//
// Exact: value, score and bounds are proved, or the answer says that it was stopped and gives the
// bounds proved so far.
//
//   FixedDropGeometry<Word64, 7, 6> board;
//   DropSolver<decltype(board)>::Table table(board.bits(), std::size_t{256} << 20);
//   DropSolver solver(board, table, nullptr, nullptr);
//   ScoreRange r = solver.solve({0, 0}, ScoreWindow::value());       // r.lower >= 1
//
// One solver serves one thread; several solvers may share one table.

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>

#include "search/alphabeta/drop_engine.hpp"
#include "search/alphabeta/node.hpp"
#include "search/alphabeta/rule_bound.hpp"
#include "search/alphabeta/verdict_guess.hpp"

namespace inarow {

// Stones of the player to move and of his opponent; nobody has a line.
template <class Word>
struct DropPosition {
  Word me = 0;
  Word opponent = 0;
};

// What solvers working on the same position tell each other: the bounds of the root proved so far,
// and which positions are being searched now (a hint, after Weill's ABDADA, 1996: a wrong one
// changes the order of the search only).
struct Team {
  static constexpr std::size_t slots = 4096;
  std::array<std::atomic<std::uint64_t>, slots> busy{};
  std::atomic<int> lower{std::numeric_limits<int>::min()};
  std::atomic<int> upper{std::numeric_limits<int>::max()};

  template <class Word>
  std::atomic<std::uint64_t>& slot(Word key) {
    return busy[static_cast<std::size_t>(static_cast<std::uint64_t>(key) >> 1) % slots];
  }
  template <class Word>
  bool is_busy(Word key) {
    return slot(key).load(std::memory_order_relaxed) == (static_cast<std::uint64_t>(key) | 1);
  }

  void publish(int proved_lower, int proved_upper) {
    int old = lower.load();
    while (old < proved_lower && !lower.compare_exchange_weak(old, proved_lower)) {
    }
    old = upper.load();
    while (old > proved_upper && !upper.compare_exchange_weak(old, proved_upper)) {
    }
  }
};

template <class G>
class DropSolver {
 public:
  using Word = typename G::Word;
  using Table = ScoreTable<Word, G::max_bits>;

  // `stop` and `observer` may be null.
  DropSolver(const G& geometry, Table& table, const StopToken* stop, Observer* observer,
             const RuleLimits& rules = {})
      : g_(geometry),
        table_(&table),
        near_table_(g_.bits(), near_table_bytes),
        rules_(g_, rules, stop),
        guess_(g_),
        stop_(stop),
        observer_(observer) {
    // Columns from the centre outwards: 3 2 4 1 5 0 6 of seven, 2 3 1 4 0 5 of six.
    const int centre = (g_.width() - 1) / 2;
    for (int i = 0; i < g_.width(); ++i) {
      const int distance = (i + 1) / 2;
      const bool left = (i % 2 == 1) == (g_.width() % 2 == 1);
      order_[static_cast<std::size_t>(i)] = left ? centre - distance : centre + distance;
    }
    symmetry_limit_ = g_.cylinder() ? 12 : g_.cells() * 2 / 3;
  }

  std::uint64_t nodes() const { return nodes_; }

  // Makes this solver one of several that work on the same position and share a table; see
  // parallel.hpp. Without a team the search is deterministic.
  void join(Team* team) { team_ = team; }

  // The score, as far as it matters between window.floor and window.ceiling: complete when
  // lower == upper, or upper <= floor, or lower >= ceiling.
  ScoreRange solve(const DropPosition<Word>& position, ScoreWindow window) {
    return solve(position, window.floor, window.ceiling);
  }

 private:
  static constexpr int table_move_bonus = 1 << 20;
  // The stop is looked at every so many nodes, at first more often: then nodes are slow, for each
  // of them touches memory for the first time. Later the table grows only where the stop is looked
  // at.
  static constexpr std::uint64_t poll_nodes = 4096;
  static constexpr int team_depth = 14;  // plies below the root where solvers share work
  // The driver looks for quick wins first if so many squares are empty; see solve().
  static constexpr int far_cells = 20;
  static constexpr int tableless_cells = 6;  // no table for positions with fewer empty squares
  // Positions with fewer empty squares than this go to a private table that stays in the cache.
  static constexpr int near_table_cells = 15;
  static constexpr std::size_t near_table_bytes = std::size_t{1} << 19;
  // With fewer empty squares the search is cheaper than a guess at what it will find.
  static constexpr int guess_cells = 16;

  Table& table_for(const Node<Word>& node) {
    return g_.cells() - node.stones < near_table_cells ? near_table_ : *table_;
  }

  struct Child {
    Node<Word> node;
    int lower;  // for the player who moves in the parent
    int upper;
    int column;
  };

  ScoreRange solve(const DropPosition<Word>& position, int floor, int ceiling) {
    const std::uint64_t start = nodes_;
    stopped_ = overtaken_ = false;
    depth_ = 0;
    next_check_ = nodes_ + 1;
    Node<Word> root = make_root(position);
    if (root.flipped) {
      std::swap(floor, ceiling);
      floor = -floor;
      ceiling = -ceiling;
    }
    const auto finished = [&] {
      return root.lower >= root.upper || root.upper <= floor || root.lower >= ceiling;
    };
    // The first windows ask for wins and losses that come soon: such a question cuts the tree off
    // early, so it costs next to nothing in balanced positions and all but solves the decided
    // ones. Then the sign of the score, then its size from 0 outwards, the cheapest order for
    // balanced positions.
    root_stones_ = root.stones;
    const int empty_count = g_.cells() - root.stones;
    const int far_limit = empty_count / 5;
    bool far = empty_count >= far_cells;
    while (true) {
      if (observer_ != nullptr) tell_bounds(root);
      if (team_ != nullptr) {
        team_->publish(root.lower, root.upper);
        root.lower = std::max(root.lower, team_->lower.load());
        root.upper = std::min(root.upper, team_->upper.load());
      }
      if (finished() || stopped_) break;
      const int low = std::max(root.lower, floor);
      const int high = std::min(root.upper, ceiling);
      int alpha = far_alpha(low, high);
      far = far && (alpha >= far_limit || alpha < -far_limit);
      if (!far) alpha = near_alpha(low, high);
      window_ = alpha;
      overtaken_ = false;
      // Scores near 0 are the most likely, so a window above what is known will probably fail low.
      const bool expect_low = alpha > 0 || (alpha == 0 && low == 0);
      // The rules are not asked about the root itself: that the second player holds the game would
      // save a cheap search whose moves order the dear one for his win (6x8: 43 M nodes, not 72 M).
      const int score = expand(root, alpha, expect_low);
      if (stopped_ || overtaken_) continue;
      if (score > alpha) {
        root.lower = std::max(root.lower, score);
      } else {
        root.upper = std::min(root.upper, score);
      }
    }
    if (observer_ != nullptr) tell_nodes();
    ScoreRange result;
    result.complete = finished();
    result.nodes = nodes_ - start;
    result.lower = root.flipped ? -root.upper : root.lower;
    result.upper = root.flipped ? -root.lower : root.upper;
    return result;
  }

  // The next null window is (alpha, alpha + 1), with low <= alpha < high.
  static int far_alpha(int low, int high) {
    const int middle = low + (high - low) / 2;
    if (middle <= 0 && low / 2 < middle) return low / 2;
    if (middle >= 0 && high / 2 > middle) return high / 2;
    return middle;
  }
  static int near_alpha(int low, int high) {
    if (low >= 0) return low;
    return high <= 0 ? high - 1 : 0;
  }

  // The bounds of the root as the user asked for it, before forced moves.
  void tell_bounds(const Node<Word>& root) const {
    observer_->set_bounds(root.flipped ? -root.upper : root.lower,
                          root.flipped ? -root.lower : root.upper);
  }

  void tell_nodes() {
    observer_->add_nodes(nodes_ - nodes_told_);
    nodes_told_ = nodes_;
    if (observer_->looked_at()) {
      MoveList line;
      for (int i = 0; i < depth_; ++i)
        line.push_back({Cell{path_[static_cast<std::size_t>(i)].index, 0}});
      observer_->set_line(std::move(line));
    }
  }

  // Called at next_check_.
  bool must_leave() {
    if (observer_ != nullptr) tell_nodes();
    table_->add_taken(std::exchange(places_taken_, 0));
    look_around();
    while (!stopped_ && !overtaken_ && table_->grow_a_little()) look_around();
    const bool leave = stopped_ || overtaken_;
    next_check_ = nodes_ + (leave ? 0 : std::clamp<std::uint64_t>(nodes_ / 4, 1, poll_nodes));
    return leave;
  }

  void look_around() {
    if (inarow::stopped(stop_)) stopped_ = true;
    if (team_ != nullptr && (team_->lower.load(std::memory_order_relaxed) > window_ ||
                             team_->upper.load(std::memory_order_relaxed) <= window_)) {
      overtaken_ = true;
    }
  }

  Node<Word> make_root(const DropPosition<Word>& position) {
    Node<Word> root{};
    root.move = TableBounds::no_move;
    root.me = position.me;
    root.opponent = position.opponent;
    const Word occupied = position.me | position.opponent;
    const Word empty = g_.board() & ~occupied;
    root.stones = popcount(occupied);
    root.my_threats = winning_squares(g_, position.me) & empty;
    root.opponent_threats = winning_squares(g_, position.opponent) & empty;
    if ((root.my_threats & g_.playable(occupied)) != 0) {
      root.lower = root.upper = win_score(g_, root.stones);
      return root;
    }
    root.lower = 1;  // not resolved
    settle(g_, root);
    if (root.lower == root.upper) return root;
    bound_statically(g_, root, 0);
    root.mixed_key = table_->mix(position_key(g_, root, symmetry_limit_));
    TableBounds bounds;
    if (uses_table(root) && table_for(root).probe(root.mixed_key, bounds)) tighten(root, bounds);
    return root;
  }

  bool uses_table(const Node<Word>& node) const {
    return g_.cells() - node.stones >= tableless_cells;
  }

  // Tells the team for its lifetime that a position is being searched.
  class Marker {
   public:
    Marker() = default;
    Marker(const Marker&) = delete;
    Marker& operator=(const Marker&) = delete;
    ~Marker() {
      if (slot_ != nullptr) slot_->store(0, std::memory_order_relaxed);
    }
    void mark(std::atomic<std::uint64_t>& slot, Word key) {
      slot_ = &slot;
      slot.store(static_cast<std::uint64_t>(key) | 1, std::memory_order_relaxed);
    }

   private:
    std::atomic<std::uint64_t>* slot_ = nullptr;
  };

  void tighten(Node<Word>& node, const TableBounds& bounds) const {
    node.lower = std::max(node.lower, bounds.lower);
    node.upper = std::min(node.upper, bounds.upper);
    node.move = as_keyed(node, bounds.move);
  }

  // A column as the table has it: mirrored if the key is. (Applied twice it is the same again.)
  int as_keyed(const Node<Word>& node, int move) const {
    return node.mirrored && move < TableBounds::no_move ? g_.width() - 1 - move : move;
  }

  // What the table knows of a child; false if nothing.
  bool probe(Child& child) {
    TableBounds bounds;
    if (!uses_table(child.node) || !table_for(child.node).probe(child.node.mixed_key, bounds)) {
      return false;
    }
    tighten(child.node, bounds);
    set_view(child);
    return true;
  }

  static void set_view(Child& child) {
    child.lower = child.node.flipped ? child.node.lower : -child.node.upper;
    child.upper = child.node.flipped ? child.node.upper : -child.node.lower;
  }

  // Threats first, then the centre. Threats count unless they lie on top of a square where the
  // opponent wins: he would be there first. (A fixed order also makes transpositions meet: the
  // history heuristic cost 5 to 20 times the nodes here, see docs/results/solver-experiments.md.)
  int order_value(const Node<Word>& parent, Word threats_after, int rank) const {
    return g_.width() * popcount(threats_after & ~(parent.opponent_threats << 1)) - rank;
  }

  // Members have no initial values because the search makes millions of them.
  struct Children {
    std::array<Child, static_cast<std::size_t>(G::max_width)> made;
    std::array<Child*, static_cast<std::size_t>(G::max_width)> open;  // may still decide the node
  };

  // One expansion on its way through the steps. The children are apart: pointers to them are handed
  // around, and if they were members the compiler could keep none of the others in a register.
  struct Expansion {
    Node<Word>& node;
    Children& children;
    int alpha;
    bool all;  // no move is expected to exceed alpha
    std::uint64_t nodes_before;
    int move;  // the one that exceeds alpha; until one does, that of the table
    int best = -std::numeric_limits<int>::max();  // of what is known of the moves
    std::size_t kept = 0;                         // of the open children

    // Whether a child's bounds show that its move is good enough, or that it is not.
    bool cuts_off(const Child& child) {
      if (child.lower <= alpha) return false;
      best = child.lower;
      move = child.column;
      return true;
    }
    bool falls_short(const Child& child) {
      if (child.upper > alpha) return false;
      best = std::max(best, child.upper);
      return true;
    }
  };

  // Fail-soft null-window search of a settled, open node: a value > alpha is a lower bound of the
  // score, a value <= alpha an upper bound. `all`: no move is expected to exceed alpha.
  // The steps are functions for the reader; for the compiler they are one.
  int expand(Node<Word>& node, int alpha, bool all) {
    // Step 1: count, and look at the stop flag now and then.
    if (++nodes_ >= next_check_ && must_leave()) return alpha;
    Children children;
    Expansion e{node, children, alpha, all, nodes_, node.move};

    // Steps 2 and 3: a node cut off here was so cheap that the table need not know of it.
    if (make_children(e) || make_keys(e)) return std::min(e.best, node.upper);

    // Steps 4 to 7.
    if (!probe_and_sort(e) && !ask_rules(e) &&
        !(guess_pays(e) ? search_guessing(e) : search_children(e, [](const Child&) {}))) {
      return alpha;
    }

    // Step 8.
    return store(e);
  }

  // Step 2: make all children that do not lose at once; settle and bound them.
  // As in steps 3 to 6, true means that a child cuts the node off.
  [[gnu::always_inline]] bool make_children(Expansion& e) {
    const Node<Word>& node = e.node;
    const Word occupied = node.me | node.opponent;
    const Word moves = g_.playable(occupied) & ~(node.opponent_threats >> 1);
    for (int rank = 0; rank < g_.width(); ++rank) {
      const int column = order_[static_cast<std::size_t>(rank)];
      const Word move = moves & g_.column(Column{column});
      if (move == 0) continue;
      Child& child = e.children.made[e.kept];
      Node<Word>& next = child.node;
      next.me = node.opponent;
      next.opponent = node.me | move;
      next.my_threats = node.opponent_threats & ~move;
      const Word empty = g_.board() & ~(occupied | move);
      next.opponent_threats = winning_squares(g_, next.opponent) & empty;
      next.stones = node.stones + 1;
      next.flipped = false;
      next.move = TableBounds::no_move;
      next.lower = 1;
      next.upper = 0;
      next.order = order_value(node, next.opponent_threats, rank) +
                   (column == node.move ? table_move_bonus : 0);
      settle(g_, next);
      if (next.lower != next.upper) {
        bound_statically(g_, next, next.flipped ? e.alpha : -e.alpha - 1);
      }
      child.column = column;
      set_view(child);
      if (e.cuts_off(child)) return true;
      if (!e.falls_short(child)) e.children.open[e.kept++] = &child;
    }
    return false;
  }

  // Step 3: the keys, whose by-products may also decide; start to fetch the entries.
  [[gnu::always_inline]] bool make_keys(Expansion& e) {
    const std::size_t count = std::exchange(e.kept, 0);
    for (std::size_t i = 0; i < count; ++i) {
      Child& child = *e.children.open[i];
      const Word key = position_key(g_, child.node, symmetry_limit_);
      set_view(child);
      if (e.cuts_off(child)) return true;
      if (e.falls_short(child)) continue;
      if (uses_table(child.node)) {
        child.node.mixed_key = table_->mix(key);
        table_for(child.node).prefetch(child.node.mixed_key);
      }
      e.children.open[e.kept++] = &child;
    }
    return false;
  }

  // Steps 4 and 5: what the table knows of the children; insertion sort by order.
  [[gnu::always_inline]] bool probe_and_sort(Expansion& e) {
    const std::size_t count = std::exchange(e.kept, 0);
    for (std::size_t i = 0; i < count; ++i) {
      Child& child = *e.children.open[i];
      if (probe(child)) {
        if (e.cuts_off(child)) return true;
        if (e.falls_short(child)) continue;
      }
      insert_by_order(e, child);
    }
    return false;
  }

  // Into the open children, which are sorted.
  [[gnu::always_inline]] static void insert_by_order(Expansion& e, Child& child) {
    std::size_t place = e.kept++;
    while (place > 0 && e.children.open[place - 1]->node.order < child.node.order) {
      e.children.open[place] = e.children.open[place - 1];
      --place;
    }
    e.children.open[place] = &child;
  }

  // Step 6: ask the rules whether the opponent is lost enough after one of the moves. All children
  // are asked before any is searched: one that is refuted cuts the whole node off.
  [[gnu::always_inline]] bool ask_rules(Expansion& e) {
    if (!rules_.may_answer(g_.cells() - e.node.stones - 1)) return false;
    for (std::size_t i = 0; i < e.kept; ++i) {
      const Child& child = *e.children.open[i];
      if (child.node.flipped) continue;  // the same player is to move; see step 7
      if (inarow::stopped(stop_)) {
        next_check_ = 0;  // the next node leaves
        return false;
      }
      const int bound = rules_.upper_bound(child.node, -e.alpha - 1);
      if (bound == no_bound) continue;
      e.best = -bound;
      e.move = child.column;
      return true;
    }
    return false;
  }

  bool guess_pays(const Expansion& e) const {
    return e.kept > 1 && g_.cells() - e.node.stones >= guess_cells;
  }

  // Step 7 where subtrees are large: the moves sorted again by a guess at what will be found, and
  // the guess taught by what was. A result that took no search tells nothing of those that do.
  // Apart from expand() because of its long list of features.
  [[gnu::noinline]] bool search_guessing(Expansion& e) {
    using Features = typename VerdictGuess<G>::Features;
    std::array<Features, static_cast<std::size_t>(G::max_width)> features;
    const auto features_of = [&](const Child& child) -> Features& {
      return features[static_cast<std::size_t>(&child - e.children.made.data())];
    };
    const bool first = e.node.stones % 2 == 0;
    const std::size_t count = std::exchange(e.kept, 0);
    for (std::size_t i = 0; i < count; ++i) {
      Child& child = *e.children.open[i];
      guess_.look(child.node, features_of(child));
      child.node.order =
          VerdictGuess<G>::ranks * child.node.order + guess_.penalty(features_of(child), first);
      insert_by_order(e, child);
    }
    std::uint64_t nodes_before = nodes_;
    return search_children(e, [&](const Child& child) {
      if (nodes_ > nodes_before + 1)
        guess_.learn(features_of(child), first == (child.lower > e.alpha));
      nodes_before = nodes_;
    });
  }

  // Step 7: search them. False if the search was told to leave. `found` is told of each result.
  // Where all moves are expected to be searched, a team passes over a child that another solver is
  // searching and comes back to it at the end; meanwhile the other may have left its result in the
  // table. Where one move is expected to suffice, all work on that one.
  template <class Found>
  [[gnu::always_inline]] bool search_children(Expansion& e, const Found& found) {
    const bool teamwork = team_ != nullptr && e.node.stones < root_stones_ + team_depth;
    std::size_t end = e.kept;
    for (std::size_t i = 0; i < end; ++i) {
      Child& child = *e.children.open[i < e.kept ? i : i - e.kept];
      Marker marker;
      if (teamwork) {
        probe(child);
        if (e.falls_short(child)) continue;
        if (e.cuts_off(child)) break;
        if (uses_table(child.node)) {
          if (i < e.kept && e.all && team_->is_busy(child.node.mixed_key)) {
            end = 2 * e.kept;
            continue;
          }
          marker.mark(team_->slot(child.node.mixed_key), child.node.mixed_key);
        }
      }
      if (!search_child(e, child)) return false;
      found(child);
      if (e.cuts_off(child)) break;
    }
    return true;
  }

  // Leaves the result in the child's bounds. False if the search was told to leave.
  [[gnu::always_inline]] bool search_child(Expansion& e, Child& child) {
    if (child.node.flipped) {
      // After forced replies the player of this node is to move again: the rules may tell that the
      // move is not good enough.
      child.upper = std::min(child.upper, rules_.upper_bound(child.node, e.alpha));
      if (e.falls_short(child)) return true;
    }
    path_[static_cast<std::size_t>(depth_++)] = Column{child.column};
    const int score = child.node.flipped ? expand(child.node, e.alpha, e.all)
                                         : -expand(child.node, -e.alpha - 1, !e.all);
    --depth_;
    if (stopped_ || overtaken_) return false;
    (score > e.alpha ? child.lower : child.upper) = score;
    e.falls_short(child);
    return true;
  }

  // Step 8: keep the result.
  int store(const Expansion& e) {
    Node<Word>& node = e.node;
    node.move = e.move;
    const int best = std::clamp(e.best, node.lower, node.upper);
    if (uses_table(node)) {
      TableBounds bounds{node.lower, node.upper, as_keyed(node, node.move)};
      (best > e.alpha ? bounds.lower : bounds.upper) = best;
      const int work = static_cast<int>(std::bit_width(nodes_ - e.nodes_before));
      Table& table = table_for(node);
      const bool takes_place = table.store(node.mixed_key, bounds, std::min(work, 31));
      if (takes_place && &table == table_) ++places_taken_;
    }
    return best;
  }

  [[no_unique_address]] G g_;
  Table* table_;
  Table near_table_;
  RuleBound<G> rules_;
  VerdictGuess<G> guess_;
  const StopToken* stop_;
  Observer* observer_;
  std::uint64_t nodes_ = 0;
  std::uint64_t nodes_told_ = 0;  // to the observer
  std::uint64_t next_check_ = 0;
  std::size_t places_taken_ = 0;  // in the table, since it was told
  bool stopped_ = false;          // by the stop flag
  bool overtaken_ = false;  // another solver has proved what the running search is to find out
  int root_stones_ = 0;
  int window_ = 0;  // alpha of the running search
  Team* team_ = nullptr;
  int symmetry_limit_ = 0;
  std::array<int, static_cast<std::size_t>(G::max_width)> order_{};
  std::array<Column, static_cast<std::size_t>(G::max_cells) + 1> path_{};  // moves to the node
  int depth_ = 0;
};

}  // namespace inarow
