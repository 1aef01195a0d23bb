#include "generate/winning_moves.hpp"

#include <algorithm>

#include "base/expects.hpp"
#include "generate/puzzle.hpp"

namespace inarow::puzzles {
namespace {

using threats::CellIndex;
using threats::CellSet;
using threats::ThreatBoard;
using threats::ThreatSearch;

constexpr std::size_t small_table = std::size_t{1} << 13;

struct Candidate {
  CellSet cells;
  int threats = 0;
};

// All moves of one or two stones with at least `least` threats that leave the opponent none.
class Candidates {
 public:
  Candidates(ThreatBoard& board, Player solver, int least)
      : board_(board), solver_(solver), least_(least) {
    for (CellIndex c = 0; c < board_.area(); ++c) {
      if (board_.is_empty(c) && board_.is_safe(c)) empty_.push_back(c);
    }
  }

  std::vector<Candidate> list() {
    if (board_.p() == 1) {
      for (const CellIndex a : empty_) offer({{a}, 1});
    } else {
      list_pairs();
    }
    std::stable_sort(found_.begin(), found_.end(),
                     [](const Candidate& a, const Candidate& b) { return a.threats > b.threats; });
    return std::move(found_);
  }

 private:
  void offer(const CellSet& cells) {
    for (const CellIndex c : cells) board_.place(c, solver_);
    if (!board_.has_threat(opponent(solver_))) {
      const int threats = threats::threat_number(board_, solver_, board_.p());
      if (threats >= least_) found_.push_back({cells, threats});
    }
    for (const CellIndex c : cells) board_.remove(c);
  }

  // A pair has enough threats if one stone has them alone, or if the second one makes a threat of
  // a segment that lacks it: every segment that the move makes a threat has been looked at by then.
  void list_pairs() {
    std::vector<char> beside(static_cast<std::size_t>(board_.area()));
    for (const CellIndex a : empty_) {
      board_.place(a, solver_);
      const bool alone = threats::threat_number(board_, solver_, board_.p()) >= least_;
      std::fill(beside.begin(), beside.end(), 0);
      for (int stones = board_.first_threat() - 1; stones < board_.k(); ++stones) {
        if (stones < 1) continue;
        for (const threats::SegmentIndex s : board_.active(solver_, stones)) {
          board_.for_empty_cells(s, [&](CellIndex c) { beside[static_cast<std::size_t>(c)] = 1; });
        }
      }
      board_.remove(a);
      for (const CellIndex b : empty_) {
        if (b == a || (!alone && beside[static_cast<std::size_t>(b)] == 0)) continue;
        const CellIndex low = std::min(a, b);
        const CellIndex high = std::max(a, b);
        if (!seen_.insert(static_cast<std::uint64_t>(low) << 32 | static_cast<unsigned>(high))
                 .second) {
          continue;
        }
        offer({{low, high}, 2});
      }
    }
  }

  ThreatBoard& board_;
  Player solver_;
  int least_;
  std::vector<CellIndex> empty_;
  std::vector<Candidate> found_;
  std::set<std::uint64_t> seen_;
};

}  // namespace

WinningMoves find_winning_moves(const PlacementSpec& spec, const std::vector<Stone>& stones,
                                Player solver, const WinningMovesQuestion& question,
                                const std::vector<Move>& likely) {
  EXPECTS(spec.p <= 2);
  ThreatBoard board(spec, stones);
  EXPECTS(!board.has_threat(solver));
  WinningMoves result;
  const int least = std::max(0, spec.p - question.order + 1);
  std::vector<Candidate> candidates = Candidates(board, solver, least).list();
  if (candidates.size() > question.most_moves) {
    result.complete = false;
    return result;
  }
  const auto cells_of = [&](const CellSet& set) {
    Move move;
    for (const CellIndex c : set) move.push_back(board.cell(c));
    return move;
  };
  const auto is_likely = [&](const Candidate& candidate) {
    const Move move = cells_of(candidate.cells);
    return std::any_of(likely.begin(), likely.end(),
                       [&](const Move& other) { return same_stones(move, other); });
  };
  std::stable_partition(candidates.begin(), candidates.end(), is_likely);
  ThreatSearch search(spec, stones, solver, question.limits, question.stop);
  for (const Candidate& candidate : candidates) {
    if (stopped(question.stop)) {
      result.complete = false;
      return result;
    }
    ++result.looked_at;
    const Move move = cells_of(candidate.cells);
    bool won = candidate.threats > spec.p;
    if (!won && search.play(move, solver)) {
      search.allow(question.nodes_a_move);
      for (int order = 1; order <= question.order && !won && !search.stopped(); ++order) {
        if (candidate.threats < spec.p - order + 1) continue;
        won = search.find_win_after_defense_of_order(order).has_value();
      }
      if (!won && search.stopped()) result.complete = false;
      search.take_back(move);
    }
    if (won) {
      result.winning.push_back(move);
      if (result.winning.size() > question.most) return result;
    } else if (candidate.threats > 0) {
      result.failing.push_back({move, candidate.threats});
    }
    if (!result.complete) return result;
  }
  return result;
}

ShortestWin shortest_win(const PlacementSpec& spec, const std::vector<Stone>& stones,
                         Player attacker, int most, const StopToken* stop) {
  for (int moves = 1; moves < most; ++moves) {
    threats::ThreatLimits limits;
    limits.order = 1;
    limits.depth = moves;
    limits.table = small_table;
    ThreatSearch search(spec, stones, attacker, limits, stop);
    const bool at_once = search.board().has_threat(attacker);
    if (const auto win = search.find_win_of_order(1)) {
      return {at_once ? 1 : moves + 1, win->move};
    }
    if (at_once || stopped(stop)) break;
  }
  return {};
}

}  // namespace inarow::puzzles
