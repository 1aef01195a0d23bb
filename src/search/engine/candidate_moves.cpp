#include "search/engine/candidate_moves.hpp"

#include <algorithm>

namespace inarow::engine {
namespace {

// The same cells come in several orders, with nearly the same rank: the best one stays.
void keep_best(std::vector<Candidate>& moves, std::size_t most) {
  const auto better = [](const Candidate& a, const Candidate& b) {
    return a.rank != b.rank ? a.rank > b.rank : a.cells < b.cells;
  };
  std::size_t orders = 1;
  if (!moves.empty()) {
    for (int stone = 2; stone <= moves.front().cells.size; ++stone) {
      orders *= static_cast<std::size_t>(stone);
    }
  }
  const std::size_t enough = std::min(moves.size(), most * orders);
  std::partial_sort(moves.begin(), moves.begin() + static_cast<std::ptrdiff_t>(enough), moves.end(),
                    better);
  std::size_t kept = 0;
  for (std::size_t i = 0; i < enough && kept < most; ++i) {
    const Candidate move = moves[i];
    const auto end = moves.begin() + static_cast<std::ptrdiff_t>(kept);
    if (std::none_of(moves.begin(), end,
                     [&](const Candidate& other) { return other.cells == move.cells; })) {
      moves[kept++] = move;
    }
  }
  moves.resize(kept);
}

}  // namespace

void CandidateMoves::best_cells(Player player, std::size_t most, std::vector<CellIndex>& out,
                                const std::vector<char>* zone) const {
  struct Ranked {
    std::int32_t rank;
    CellIndex cell;
  };
  thread_local std::vector<Ranked> best;  // best first, the lower cell first where they are equal
  best.clear();
  const std::span<const std::int32_t> own = board_.gains(player);
  const std::span<const std::int32_t> other = board_.gains(opponent(player));
  const std::int32_t defense = weights_.defense;
  for (CellIndex cell = 0; cell < board_.area(); ++cell) {
    const auto i = static_cast<std::size_t>(cell);
    const std::int32_t rank = own[i] + other[i] * defense / 100;
    if (best.size() == most && rank <= best.back().rank) continue;
    if (!board_.is_empty(cell) || (zone != nullptr && (*zone)[i] == 0)) continue;
    if (best.size() < most) best.push_back({});
    std::size_t place = best.size() - 1;
    for (; place > 0 && best[place - 1].rank < rank; --place) best[place] = best[place - 1];
    best[place] = {rank, cell};
  }
  out.clear();
  for (const Ranked& one : best) out.push_back(one.cell);
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
