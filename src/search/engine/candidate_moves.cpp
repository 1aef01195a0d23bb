#include "search/engine/candidate_moves.hpp"

#include <algorithm>

namespace inarow::engine {
namespace {

void keep_best(std::vector<Candidate>& moves, std::size_t most) {
  const auto better = [](const Candidate& a, const Candidate& b) {
    return a.rank != b.rank ? a.rank > b.rank : a.cells < b.cells;
  };
  // The same cells come in several orders, with nearly the same rank: the best one stays.
  std::sort(moves.begin(), moves.end(), [&](const Candidate& a, const Candidate& b) {
    return a.cells != b.cells ? a.cells < b.cells : a.rank > b.rank;
  });
  moves.erase(
      std::unique(moves.begin(), moves.end(),
                  [](const Candidate& a, const Candidate& b) { return a.cells == b.cells; }),
      moves.end());
  std::sort(moves.begin(), moves.end(), better);
  if (moves.size() > most) moves.resize(most);
}

}  // namespace

void CandidateMoves::best_cells(Player player, std::size_t most, std::vector<CellIndex>& out,
                                const std::vector<char>* zone) const {
  struct Ranked {
    std::int32_t rank;
    CellIndex cell;
  };
  thread_local std::vector<Ranked> ranked;
  ranked.clear();
  const std::span<const std::int32_t> own = board_.gains(player);
  const std::span<const std::int32_t> other = board_.gains(opponent(player));
  const std::int32_t defense = weights_.defense;
  for (CellIndex cell = 0; cell < board_.area(); ++cell) {
    const auto i = static_cast<std::size_t>(cell);
    if (!board_.is_empty(cell) || (zone != nullptr && (*zone)[i] == 0)) continue;
    ranked.push_back({own[i] + other[i] * defense / 100, cell});
  }
  const std::size_t count = std::min(most, ranked.size());
  const auto better = [](const Ranked& a, const Ranked& b) {
    return a.rank != b.rank ? a.rank > b.rank : a.cell < b.cell;
  };
  std::partial_sort(ranked.begin(), ranked.begin() + static_cast<std::ptrdiff_t>(count),
                    ranked.end(), better);
  out.clear();
  for (std::size_t i = 0; i < count; ++i) out.push_back(ranked[i].cell);
}

// Each move of the beam gets a stone more.
void CandidateMoves::extend(Player player, int left, const Width& width,
                            const std::vector<char>* zone, std::vector<Candidate>& beam) {
  std::vector<Candidate> longer;
  std::vector<CellIndex> cells;
  for (const Candidate& move : beam) {
    for (const CellIndex cell : move.cells) board_.place(cell, player);
    best_cells(player, width.cells, cells, zone);
    for (const CellIndex cell : cells) {
      Candidate next = move;
      next.cells.push(cell);
      next.rank += rank(cell, player);
      longer.push_back({next.cells.sorted(), next.rank});
    }
    for (const CellIndex cell : move.cells) board_.remove(cell);
  }
  beam = std::move(longer);
  keep_best(beam, left > 1 ? width.cells : width.moves);
}

void CandidateMoves::list(Player player, int stones, const Width& width,
                          std::vector<Candidate>& out, const std::vector<char>* zone) {
  std::vector<CellSet> sets;
  threat_sets(board_, opponent(player), sets);
  out.clear();
  const std::vector<CellSet> defenses = threats::critical_defenses(sets, stones);
  if (sets.empty() || defenses.empty()) {
    std::vector<Candidate> beam{Candidate{}};
    // In a zone the first stone lies, the others where they like.
    for (int left = stones; left > 0; --left) {
      extend(player, left, width, left == stones ? zone : nullptr, beam);
    }
    out = std::move(beam);
    return;
  }
  for (const CellSet& defense : defenses) {
    Candidate move{defense, 0};
    for (const CellIndex cell : defense) move.rank += rank(cell, player);
    std::vector<Candidate> beam{move};
    for (int left = stones - defense.size; left > 0; --left) {
      extend(player, left, width, nullptr, beam);
    }
    out.insert(out.end(), beam.begin(), beam.end());
  }
  keep_best(out, width.moves);
}

}  // namespace inarow::engine
