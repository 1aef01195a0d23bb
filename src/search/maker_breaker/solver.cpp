#include "search/maker_breaker/solver.hpp"

#include <algorithm>

#include "base/bits.hpp"
#include "base/expects.hpp"

namespace inarow::maker_breaker {
namespace {

constexpr std::size_t max_symmetries = 64;

constexpr std::uint64_t bit(std::size_t i) { return std::uint64_t{1} << i; }
std::size_t first(std::uint64_t set) { return static_cast<std::size_t>(lowest_index(set)); }

}  // namespace

std::size_t PositionHash::operator()(const Position& p) const {
  return static_cast<std::size_t>(mix(mix(p.maker) ^ p.active));
}

MakerBreakerSolver::MakerBreakerSolver(const LineBoard& board, const Rules& rules,
                                       const StopToken& stop)
    : board_(board), rules_(rules), stop_(&stop), through_(board.cells.size()) {
  EXPECTS(board_.cell_count() <= max_cells);
  EXPECTS(board_.lines.size() <= static_cast<std::size_t>(max_lines));
  // A symmetry must say where a line goes, so no line may stand there twice.
  std::sort(board_.lines.begin(), board_.lines.end());
  board_.lines.erase(std::unique(board_.lines.begin(), board_.lines.end()), board_.lines.end());
  for (std::size_t i = 0; i < board_.lines.size(); ++i) {
    for (CellSet rest = board_.lines[i]; rest != 0; rest &= rest - 1)
      through_[first(rest)] |= bit(i);
  }
  for (const std::vector<int>& map : automorphisms(board_, max_symmetries)) {
    Symmetry symmetry{map, {}};
    for (const CellSet line : board_.lines) {
      CellSet image = 0;
      for (CellSet rest = line; rest != 0; rest &= rest - 1) {
        image |= bit(static_cast<std::size_t>(map[first(rest)]));
      }
      const auto found = std::lower_bound(board_.lines.begin(), board_.lines.end(), image);
      symmetry.lines.push_back(static_cast<int>(found - board_.lines.begin()));
    }
    symmetries_.push_back(symmetry);
  }
}

Position MakerBreakerSolver::start() const {
  return {0, low_bits<std::uint64_t>(static_cast<int>(board_.lines.size()))};
}

// Without the lines that need not be watched and Maker's stones that are on no active line.
Position MakerBreakerSolver::reduced(Position position) const {
  if (!rules_.exclusive) {
    for (std::uint64_t i = position.active; i != 0; i &= i - 1) {
      const CellSet mine = empty_of(first(i), position.maker);
      for (std::uint64_t j = position.active; j != 0; j &= j - 1) {
        if (first(i) == first(j)) continue;
        const CellSet other = empty_of(first(j), position.maker);
        // Of lines with equal empty cells the first stays.
        if ((other & ~mine) == 0 && (other != mine || first(j) < first(i))) {
          position.active &= ~bit(first(i));
          break;
        }
      }
    }
  }
  CellSet relevant = 0;
  for (std::uint64_t i = position.active; i != 0; i &= i - 1) relevant |= board_.lines[first(i)];
  position.maker &= relevant;
  return position;
}

Position MakerBreakerSolver::canonical(const Position& position) const {
  Position best = position;
  for (std::size_t k = 1; k < symmetries_.size(); ++k) {
    Position image;
    for (CellSet rest = position.maker; rest != 0; rest &= rest - 1) {
      image.maker |= bit(static_cast<std::size_t>(symmetries_[k].cells[first(rest)]));
    }
    for (std::uint64_t rest = position.active; rest != 0; rest &= rest - 1) {
      image.active |= bit(static_cast<std::size_t>(symmetries_[k].lines[first(rest)]));
    }
    best = std::min(best, image);
  }
  return best;
}

// Maker, to move next, wins by this active line: Breaker must not leave it.
bool MakerBreakerSolver::must_block(std::size_t line, CellSet maker) const {
  if (rules_.exclusive) return popcount(board_.lines[line] & maker) > rules_.bound;
  return popcount(empty_of(line, maker)) <= rules_.stones;
}

bool MakerBreakerSolver::lost_at_once(const Position& position) const {
  for (std::uint64_t i = position.active; i != 0; i &= i - 1) {
    if (must_block(first(i), position.maker)) return true;
  }
  return false;
}

Position MakerBreakerSolver::after(const Position& position, CellSet stones,
                                   const BreakerMove& move) const {
  Position next = position;
  next.maker |= stones;
  for (CellSet rest = move.cells; rest != 0; rest &= rest - 1)
    next.active &= ~through_[first(rest)];
  next.active &= ~move.exclusive;
  return next;
}

MakerBreakerValue MakerBreakerSolver::solve(const Position& position) {
  stopped_ = false;
  const bool held = holds(position);
  if (stopped_) return MakerBreakerValue::unknown;
  if (held) return MakerBreakerValue::drawn;
  return most_cells_ < max_cells ? MakerBreakerValue::unknown : MakerBreakerValue::maker_wins;
}

bool MakerBreakerSolver::holds(Position position) {
  if (lost_at_once(position)) return false;
  position = canonical(reduced(position));
  if (position.active == 0) return true;
  const auto known = table_.find(position);
  if (known != table_.end()) return known->second;
  if ((++nodes_ & 1023U) == 0 &&
      ((stop_ != nullptr && stop_->stopped()) || table_.size() > most_positions_)) {
    stopped_ = true;
  }
  if (stopped_) return false;
  // For each empty cell, the cells that are at least as good (of equal ones those before it).
  CellSet relevant = 0;
  for (std::uint64_t i = position.active; i != 0; i &= i - 1) relevant |= board_.lines[first(i)];
  const CellSet empty = relevant & ~position.maker;
  BetterCells better{};
  for (CellSet x = empty; x != 0; x &= x - 1) {
    const std::uint64_t mine = through_[first(x)] & position.active;
    for (CellSet y = empty; y != 0; y &= y - 1) {
      const std::uint64_t others = through_[first(y)] & position.active;
      if ((mine & ~others) == 0 && (mine != others || first(y) < first(x))) {
        better[first(x)] |= bit(first(y));
      }
    }
  }
  bool held = true;
  // Many stones first: most refutations are there.
  for (int count = std::min(rules_.stones, popcount(empty)); count >= 1 && held; --count) {
    held = every_move(position, better, 0, 0, count);
  }
  if (stopped_) return false;
  table_.emplace(position, held);
  return held;
}

// Breaker has an answer to every move of Maker that adds `left` stones to those chosen, from cell
// `from` on, and that leaves out no better cell.
bool MakerBreakerSolver::every_move(const Position& position, const BetterCells& better,
                                    CellSet chosen, int from, int left) {
  if (left == 0) {
    for (CellSet rest = chosen; rest != 0; rest &= rest - 1) {
      if ((better[first(rest)] & ~chosen) != 0) return true;
    }
    return answerable(position, chosen, popcount(chosen), nullptr);
  }
  for (int c = from; c < board_.cell_count(); ++c) {
    const auto cell = static_cast<std::size_t>(c);
    if ((position.maker >> cell & 1U) != 0 || (through_[cell] & position.active) == 0) continue;
    // More cells are better than there are stones to come.
    if (popcount(better[cell] & ~chosen) > left - 1) continue;
    if (!every_move(position, better, chosen | bit(cell), c + 1, left - 1)) return false;
  }
  return true;
}

bool MakerBreakerSolver::answerable(const Position& position, CellSet stones, int count,
                                    BreakerMove* move) {
  BreakerMove found;
  Position moved = position;
  moved.maker |= stones;
  for (std::uint64_t i = moved.active; i != 0; i &= i - 1) {
    if (!rules_.exclusive && empty_of(first(i), moved.maker) == 0) return false;  // Maker has won
  }
  if (!place(moved, 0, count, found)) return false;
  if (move != nullptr) *move = found;
  return true;
}

// Breaker places `left` more stones on a board with Maker's stones already there; `tried` are cells
// that need no second trial because they were tried at the same place in another order.
bool MakerBreakerSolver::place(const Position& position, CellSet tried, int left,
                               BreakerMove& move) {
  std::uint64_t threats = 0;
  std::size_t tightest = 0;
  int fewest = max_cells + 1;
  for (std::uint64_t i = position.active; i != 0; i &= i - 1) {
    if (!must_block(first(i), position.maker)) continue;
    threats |= bit(first(i));
    const int cells = popcount(empty_of(first(i), position.maker));
    if (cells < fewest) {
      fewest = cells;
      tightest = first(i);
    }
  }
  if (threats == 0 && (left == 0 || position.active == 0)) return holds(position);
  if (left == 0) return false;
  // One of the tightest threat's cells must be taken; without a threat, any cell.
  CellSet choice = 0;
  if (threats != 0) {
    choice = empty_of(tightest, position.maker);
  } else {
    for (std::uint64_t i = position.active; i != 0; i &= i - 1) {
      choice |= empty_of(first(i), position.maker);
    }
    choice &= ~tried;
  }
  struct Candidate {
    std::size_t cell;
    double worth;
  };
  std::vector<Candidate> candidates;
  for (CellSet x = choice; x != 0; x &= x - 1) {
    const std::uint64_t lines = through_[first(x)] & position.active;
    bool worse = false;
    for (CellSet y = choice; y != 0 && !worse; y &= y - 1) {
      const std::uint64_t others = through_[first(y)] & position.active;
      worse = first(x) != first(y) && (lines & ~others) == 0 &&
              (lines != others || first(y) < first(x));
    }
    if (worse) continue;
    double worth = 0;
    for (std::uint64_t i = lines; i != 0; i &= i - 1) {
      const int cells = popcount(empty_of(first(i), position.maker));
      worth += 1.0 / static_cast<double>(std::uint64_t{1} << std::min(cells, 60));
    }
    candidates.push_back({first(x), worth});
  }
  std::stable_sort(candidates.begin(), candidates.end(),
                   [](const Candidate& a, const Candidate& b) { return a.worth > b.worth; });
  if (static_cast<int>(candidates.size()) > most_cells_) {
    candidates.resize(static_cast<std::size_t>(most_cells_));
  }
  for (const Candidate& candidate : candidates) {
    Position next = position;
    next.active &= ~through_[candidate.cell];
    BreakerMove further = move;
    further.cells |= bit(candidate.cell);
    if (place(next, tried, left - 1, further)) {
      move = further;
      return true;
    }
    if (threats == 0) tried |= bit(candidate.cell);
    if (stopped_) return false;
  }
  if (rules_.exclusive) {
    for (std::uint64_t i = threats != 0 ? threats & bit(tightest) : position.active; i != 0;
         i &= i - 1) {
      Position next = position;
      next.active &= ~bit(first(i));
      BreakerMove further = move;
      further.exclusive |= bit(first(i));
      if (place(next, tried, left - 1, further)) {
        move = further;
        return true;
      }
    }
    // Breaker may also place fewer stones.
    if (threats == 0) return holds(position);
  }
  return false;
}

std::optional<BreakerMove> MakerBreakerSolver::answer(const Position& position, CellSet stones) {
  BreakerMove move;
  if (!answerable(position, stones, popcount(stones), &move)) return std::nullopt;
  return move;
}

}  // namespace inarow::maker_breaker
