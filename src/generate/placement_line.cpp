#include "generate/placement_line.hpp"

#include <algorithm>

#include "generate/winning_moves.hpp"
#include "search/threat_space/threat_prover.hpp"

namespace inarow::puzzles {
namespace {

using threats::CellIndex;
using threats::CellSet;
using threats::ThreatBoard;
using threats::ThreatLimits;

constexpr int longest = 14;                // moves of a win
constexpr std::size_t most_defenses = 24;  // that are looked at
constexpr std::uint64_t nodes_a_step = 200'000;
constexpr std::size_t table_entries = std::size_t{1} << 14;
constexpr std::size_t small_table = std::size_t{1} << 12;
constexpr std::uint64_t nodes_an_answer = 5000;

// Against more threats than stones: the cells that stop most of them.
Move block(const ThreatBoard& board, int p, std::vector<CellSet> sets) {
  Move move;
  for (int i = 0; i < p && !sets.empty(); ++i) {
    CellIndex best = sets[0].cells[0];
    std::ptrdiff_t most = 0;
    for (const CellSet& set : sets) {
      for (const CellIndex c : set) {
        const auto met = std::count_if(sets.begin(), sets.end(),
                                       [&](const CellSet& s) { return s.contains(c); });
        if (met > most) {
          most = met;
          best = c;
        }
      }
    }
    move.push_back(board.cell(best));
    std::erase_if(sets, [&](const CellSet& s) { return s.contains(best); });
  }
  return move;
}

}  // namespace

WinWalker::WinWalker(const Game& game, Player attacker, int order, const StopToken* stop)
    : spec_(*game.spec().placement()),
      stones_(game.stones()),
      attacker_(attacker),
      order_(order),
      stop_(stop) {}

WinWalker::Step WinWalker::attack(const std::vector<Stone>& stones) const {
  if (ThreatBoard(spec_, stones).has_won(opponent(attacker_))) return {};
  const ShortestWin win = shortest_win(spec_, stones, attacker_, longest, stop_);
  if (win.moves > 0) return {win.move, win.moves};
  if (order_ < 2) return {};
  ThreatLimits limits;
  limits.order = order_;
  limits.table = table_entries;
  limits.nodes = nodes_a_step;
  threats::ThreatProver prover(spec_, stones, attacker_, limits, stop_);
  const auto found = prover.find_win(attacker_, order_);
  // Longer than any win of order 1.
  return found ? Step{found->move, longest} : Step{};
}

std::vector<Move> WinWalker::defenses() const {
  const ThreatBoard board(spec_, stones_);
  std::vector<CellSet> sets;
  threats::threat_sets(board, attacker_, sets);
  std::vector<Move> moves;
  if (threats::threat_number(sets, spec_.p) > spec_.p) return moves;
  for (const CellSet& set : threats::critical_defenses(sets, spec_.p)) {
    Move move;
    for (const CellIndex c : set) move.push_back(board.cell(c));
    if (!move.empty()) moves.push_back(move);
  }
  if (moves.empty()) moves = stones_in_zone();
  if (moves.size() > most_defenses) moves.resize(most_defenses);
  return moves;
}

Move WinWalker::longest_defense() const {
  const ThreatBoard board(spec_, stones_);
  std::vector<CellSet> sets;
  threats::threat_sets(board, attacker_, sets);
  if (threats::threat_number(sets, spec_.p) > spec_.p) return block(board, spec_.p, sets);
  Move best;
  int most = 0;
  for (const Move& move : defenses()) {
    std::vector<Stone> after = stones_;
    for (const Cell cell : move) after.push_back({cell, opponent(attacker_)});
    const int moves = attack(after).moves;
    if (moves > most) {
      most = moves;
      best = move;
    }
  }
  return best;
}

bool WinWalker::is_held() const {
  return threats::threat_number(ThreatBoard(spec_, stones_), attacker_, spec_.p) > spec_.p;
}

bool WinWalker::has_won() const { return ThreatBoard(spec_, stones_).has_won(attacker_); }

void WinWalker::place(const Move& move, Player player) {
  for (const Cell cell : move) {
    if (cell != null_stone) stones_.push_back({cell, player});
  }
}

void WinWalker::take_back(const Move& move) {
  std::erase_if(stones_, [&](const Stone& stone) {
    return std::find(move.begin(), move.end(), stone.cell) != move.end();
  });
}

// The win against a pass says which stones matter.
std::vector<Move> WinWalker::stones_in_zone() const {
  std::vector<Move> moves;
  ThreatLimits limits;
  limits.order = std::max(1, order_ - spec_.p);
  limits.table = small_table;
  limits.nodes = nodes_an_answer;
  threats::ThreatProver prover(spec_, stones_, attacker_, limits, stop_);
  const auto win = prover.find_win(attacker_, limits.order);
  if (!win || win->zones.empty()) return moves;
  for (const Cell cell : win->zones[0]) moves.push_back({cell});
  return moves;
}

std::optional<WinLine> line_of_best_play(const Game& game, const Move& solution, int order,
                                         const StopToken* stop) {
  WinWalker walker(game, game.to_move(), order, stop);
  WinLine line;
  Move move = solution;
  while (line.length < 2 * longest && !stopped(stop)) {
    line.moves.push_back(move);
    walker.place(move, walker.attacker());
    ++line.length;
    if (walker.has_won()) return line;
    const Move answer = walker.longest_defense();
    if (answer.empty()) return std::nullopt;
    line.moves.push_back(answer);
    walker.place(answer, opponent(walker.attacker()));
    move = walker.attack().move;
    if (move.empty()) return std::nullopt;
  }
  return std::nullopt;
}

std::optional<OnlyDefense> find_only_defense(const Game& game, int order, std::uint64_t nodes,
                                             const StopToken* stop) {
  const PlacementSpec& spec = *game.spec().placement();
  ThreatLimits limits;
  // A pass is tried by p orders less, a whole move by one (open_defenses.hpp).
  limits.order = std::max(order, spec.p) + 1;
  limits.nodes = nodes;
  limits.table = table_entries;
  const threats::DefensesResult found = threats::find_open_defenses(
      spec, game.stones(), opponent(game.to_move()), limits, stop, nullptr);
  if (found.stopped || found.defender_wins || found.proved) return std::nullopt;
  OnlyDefense only;
  only.order = limits.order - 1;
  only.single = found.open.size() == 1 && found.open[0].free == 0;
  if (only.single) only.move = found.open[0].stones;
  only.refuted = found.refuted;
  return only;
}

Move holding_answer(const Game& game, const Move& move, int order, const StopToken* stop) {
  Game after = game;
  if (!after.play(move) || after.over()) return {};
  const Player attacker = game.to_move();
  const ThreatBoard board(*game.spec().placement(), after.stones());
  if (board.has_threat(opponent(attacker))) {
    // The move left a line open that the opponent completes.
    std::vector<CellSet> sets;
    threats::threat_sets(board, opponent(attacker), sets);
    Move completing;
    for (const CellIndex c : sets[0]) completing.push_back(board.cell(c));
    return completing;
  }
  WinWalker walker(after, attacker, order, stop);
  ThreatLimits limits;
  limits.order = order;
  limits.nodes = nodes_an_answer;
  limits.nodes_a_search = nodes_an_answer;
  limits.table = small_table;
  for (const Move& defense : walker.defenses()) {
    std::vector<Stone> stones = after.stones();
    for (const Cell cell : defense) stones.push_back({cell, opponent(attacker)});
    threats::ThreatProver prover(*game.spec().placement(), stones, attacker, limits, stop);
    if (!prover.find_win(attacker, order)) return defense;
  }
  return {};
}

}  // namespace inarow::puzzles
