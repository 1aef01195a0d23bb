#include "search/engine/forced_win.hpp"

#include <algorithm>

#include "base/expects.hpp"

namespace inarow::engine {
namespace {

using threats::critical_defenses;
using threats::threat_number;
using threats::union_of;

constexpr std::size_t table_entries = std::size_t{1} << 16;
constexpr int deepest = 14;              // moves of the attacker
constexpr std::size_t ranked_cells = 7;  // with three stones a move; fewer with four
constexpr std::int16_t every_depth = 100;

struct Pass {
  std::size_t width;
  bool macro_only;
};
// First a few moves against all defenses at once, which leaves the attacker alone on the board.
constexpr Pass passes[] = {{3, true}, {8, true}, {24, false}};

bool contains(const CellSet& larger, const CellSet& smaller) {
  return std::all_of(smaller.begin(), smaller.end(),
                     [&](CellIndex cell) { return larger.contains(cell); });
}

CellSet empty_cells(const EngineBoard& board, SegmentIndex segment) {
  CellSet set;
  board.for_cells(segment, [&](CellIndex cell) {
    if (board.is_empty(cell)) set.push(cell);
  });
  return set.sorted();
}

}  // namespace

void threat_sets(const EngineBoard& board, Player player, std::vector<CellSet>& out) {
  out.clear();
  if (!board.has_threat(player)) return;
  for (int stones = board.k() - 1; stones >= board.first_threat(); --stones) {
    for (const SegmentIndex segment : board.active(player, stones)) {
      const CellSet set = empty_cells(board, segment);
      // Sets come in order of size: a later one contains none that is there.
      if (std::none_of(out.begin(), out.end(),
                       [&](const CellSet& other) { return contains(set, other); })) {
        out.push_back(set);
      }
    }
  }
}

ForcedWin::ForcedWin(EngineBoard& board)
    : board_(board),
      double_threats_(board),
      table_(table_entries),
      frames_(deepest + 2),
      stamp_(static_cast<std::size_t>(board.area()), 0) {}

std::uint64_t ForcedWin::key() const {
  return board_.hash() ^ (attacker_ == Player::first ? 0 : 0x9ddfea08eb382d69ULL);
}

void ForcedWin::keep(const CellSet& cells) {
  cells_.insert(cells_.end(), cells.begin(), cells.end());
}

// The attacker completes a line now.
bool ForcedWin::wins_here(CellSet& move) {
  if (!board_.has_threat(attacker_)) return false;
  for (int stones = board_.k() - 1; stones >= board_.first_threat(); --stones) {
    if (board_.active(attacker_, stones).empty()) continue;
    move = empty_cells(board_, board_.active(attacker_, stones).front());
    return true;
  }
  return false;
}

bool ForcedWin::find(Player attacker, std::uint64_t nodes) {
  attacker_ = attacker;
  defender_ = opponent(attacker);
  cells_.clear();
  move_ = {};
  ply_ = 0;
  if (wins_here(move_)) {
    keep(move_);
    return true;
  }
  end_ = nodes_ + nodes;
  // What was given up before with as many nodes need not be tried again.
  const std::uint64_t whole = key() ^ (0xc2b2ae3d27d4eb4fULL * (nodes + 1));
  Entry& given_up = table_[whole & (table_.size() - 1)];
  if (given_up.key == whole) return false;
  const bool found = search_passes();
  if (!found && !stopped(stop_)) given_up = {whole, every_depth, 0};
  return found;
}

bool ForcedWin::search_passes() {
  for (const Pass& pass : passes) {
    width_ = pass.width;
    macro_only_ = pass.macro_only;
    for (int depth = 1; depth <= deepest; ++depth) {
      cut_ = false;
      if (attack(depth)) return true;
      if (out_of_budget() || stopped(stop_)) return false;
      if (!cut_) break;
    }
  }
  return false;
}

bool ForcedWin::attack(int depth) {
  CellSet at_once;
  if (wins_here(at_once)) {
    keep(at_once);
    return true;
  }
  if (out_of_budget()) {
    cut_ = true;
    return false;
  }
  const std::uint64_t here = key();
  if (const Entry& known = entry();
      known.key == here && known.failed_width >= width_ && known.failed_depth >= depth) {
    cut_ = cut_ || known.failed_depth < every_depth;
    return false;
  }
  ++nodes_;
  if (stopped(stop_)) end_ = 0;  // what comes is out of budget
  const bool cut_before = cut_;
  cut_ = false;
  Frame& frame = frames_[ply_];
  if (frame.key != here) generate(frame);
  frame.key = here;
  bool won = false;
  std::size_t tried = 0;
  const std::size_t mark = cells_.size();
  for (std::size_t i = 0; i < frame.moves.size() && !won; ++i) {
    const ForcingMove move = frame.moves[i];
    if (move.threats > board_.p()) {
      won = true;
    } else {
      if (depth == 1 || tried == width_) {
        cut_ = true;
        break;
      }
      ++tried;
      for (const CellIndex cell : move.cells) board_.place_only(cell, attacker_);
      won = defend(depth - 1);
      for (const CellIndex cell : move.cells) board_.remove_only(cell);
    }
    if (won) {
      keep(move.cells);
      if (ply_ == 0) move_ = move.cells;
    } else {
      cells_.resize(mark);
    }
  }
  if (!won && !out_of_budget()) {
    entry() = {here, static_cast<std::int16_t>(cut_ ? depth : every_depth),
               static_cast<std::uint8_t>(width_)};
  }
  cut_ = cut_ || cut_before;
  return won;
}

// The attacker has just moved and has p threats.
bool ForcedWin::defend(int depth) {
  Frame& frame = frames_[ply_];
  threat_sets(board_, attacker_, frame.sets);
  const std::vector<CellSet> defenses = critical_defenses(frame.sets, board_.p());
  ++ply_;
  bool won = false;
  const auto after = [&](const auto& stones) {
    for (const CellIndex cell : stones) board_.place_only(cell, defender_);
    const bool wins = !board_.has_won(defender_) && attack(depth);
    for (const CellIndex cell : stones) board_.remove_only(cell);
    return wins;
  };
  const std::vector<CellIndex> all = union_of(defenses);
  won = after(all);
  if (!won && !macro_only_ && defenses.size() > 1) {
    won = std::all_of(defenses.begin(), defenses.end(), after);
  }
  --ply_;
  if (won) cells_.insert(cells_.end(), all.begin(), all.end());
  return won;
}

// The empty cells of the attacker's segments with so many stones, each once.
void ForcedWin::offer_cells(int stones, std::vector<CellIndex>& out) {
  if (stones < board_.lowest_listed() || stones >= board_.k()) return;
  for (const SegmentIndex segment : board_.active(attacker_, stones)) {
    board_.for_cells(segment, [&](CellIndex cell) {
      int& stamp = stamp_[static_cast<std::size_t>(cell)];
      if (stamp == now_ || !board_.is_empty(cell)) return;
      stamp = now_;
      out.push_back(cell);
    });
  }
}

// Only those that promise most to the attacker.
void ForcedWin::keep_best(std::vector<CellIndex>& cells, std::size_t most) {
  if (cells.size() <= most) return;
  ranked_.clear();
  for (const CellIndex cell : cells) {
    ranked_.push_back({-board_.count_gain(cell, attacker_), cell});
  }
  std::nth_element(ranked_.begin(), ranked_.begin() + static_cast<std::ptrdiff_t>(most),
                   ranked_.end());
  cells.resize(most);
  for (std::size_t i = 0; i < most; ++i) cells[i] = ranked_[i].second;
}

// The threats after a stone on the cell; `sets` are those without it.
int ForcedWin::threats_with(CellIndex cell, const std::vector<CellSet>& sets) {
  after_.clear();
  const auto add = [&](const CellSet& set) {
    CellSet rest;
    for (const CellIndex c : set) {
      if (c != cell) rest.push(c);
    }
    after_.push_back(rest);
  };
  for (const CellSet& set : sets) add(set);
  for (const SegmentIndex segment : board_.segments_through(cell)) {
    if (board_.stones_in(segment, attacker_) == board_.first_threat() - 1 &&
        board_.stones_in(segment, defender_) == 0) {
      add(empty_cells(board_, segment));
    }
  }
  return after_.empty() ? 0 : threat_number(after_, board_.p());
}

void ForcedWin::offer(Frame& frame, CellSet move, int threats) {
  if (threats < board_.p()) return;
  std::int32_t weight = 0;
  for (const CellIndex cell : move) {
    weight += board_.count_gain(cell, attacker_) + board_.count_gain(cell, defender_) / 2;
  }
  if (threats > board_.p()) weight += 1 << 28;
  frame.moves.push_back({move.sorted(), threats, weight});
}

// Three or four stones: each among the best cells.
void ForcedWin::list_by_rank(Frame& frame, CellSet& chosen, int left) {
  if (left == 0) {
    threat_sets(board_, defender_, frame.counter);
    if (!frame.counter.empty()) return;
    threat_sets(board_, attacker_, frame.sets);
    offer(frame, chosen, frame.sets.empty() ? 0 : threat_number(frame.sets, board_.p()));
    return;
  }
  std::vector<CellIndex> cells;
  ++now_;
  for (int stones = board_.lowest_listed(); stones < board_.k(); ++stones) {
    offer_cells(stones, cells);
  }
  keep_best(cells, board_.p() == 3 ? ranked_cells : ranked_cells - 2);
  for (const CellIndex cell : cells) {
    chosen.push(cell);
    board_.place_only(cell, attacker_);
    list_by_rank(frame, chosen, left - 1);
    board_.remove_only(cell);
    --chosen.size;
  }
}

void ForcedWin::generate(Frame& frame) {
  frame.moves.clear();
  threat_sets(board_, defender_, frame.counter);
  if (!frame.counter.empty() && threat_number(frame.counter, board_.p()) > board_.p()) return;
  if (board_.p() == 1) {
    frame.first.clear();
    ++now_;
    offer_cells(board_.first_threat() - 1, frame.first);
    for (const CellIndex cell : frame.first) {
      if (!std::all_of(frame.counter.begin(), frame.counter.end(),
                       [&](const CellSet& set) { return set.contains(cell); })) {
        continue;
      }
      CellSet move;
      move.push(cell);
      offer(frame, move, threats_with(cell, {}));
    }
  } else if (board_.p() == 2) {
    double_threats_.list(attacker_, frame.counter, ply_ == 0, frame.moves);
  } else {
    CellSet chosen;
    list_by_rank(frame, chosen, board_.p());
  }
  // The same cells come in two orders.
  std::sort(frame.moves.begin(), frame.moves.end(), [](const ForcingMove& a, const ForcingMove& b) {
    return a.cells != b.cells ? a.cells < b.cells : a.weight > b.weight;
  });
  frame.moves.erase(
      std::unique(frame.moves.begin(), frame.moves.end(),
                  [](const ForcingMove& a, const ForcingMove& b) { return a.cells == b.cells; }),
      frame.moves.end());
  std::sort(frame.moves.begin(), frame.moves.end(), [](const ForcingMove& a, const ForcingMove& b) {
    return a.weight != b.weight ? a.weight > b.weight : a.cells < b.cells;
  });
}

}  // namespace inarow::engine
