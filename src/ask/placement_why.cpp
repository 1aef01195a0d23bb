#include "ask/placement_why.hpp"

#include <algorithm>

#include "search/placement/exact_solver.hpp"

namespace inarow {
namespace {

using threats::CellIndex;
using threats::CellSet;
using threats::SegmentIndex;
using threats::ThreatBoard;
using threats::ThreatSearch;

constexpr int max_steps = 60;  // of a sequence
constexpr std::size_t max_tries = 24;

Move cells_of(const ThreatBoard& board, const CellSet& set) {
  Move move;
  for (const CellIndex cell : set) move.push_back(board.cell(cell));
  return move;
}

std::vector<SegmentNote> segments_with(const ThreatBoard& board, Player player, int from, int to) {
  std::vector<SegmentNote> notes;
  for (int stones = to; stones >= std::max(from, 1); --stones) {
    for (const SegmentIndex segment : board.active(player, stones)) {
      SegmentNote note;
      board.for_cells(segment, [&](CellIndex c) { note.cells.push_back(board.cell(c)); });
      board.for_empty_cells(segment, [&](CellIndex c) { note.empty.push_back(board.cell(c)); });
      notes.push_back(std::move(note));
    }
  }
  std::stable_sort(notes.begin(), notes.end(), [](const SegmentNote& a, const SegmentNote& b) {
    return a.empty.size() != b.empty.size() ? a.empty.size() < b.empty.size() : a.cells < b.cells;
  });
  return notes;
}

SideNote side_note(const ThreatBoard& board, Player player) {
  SideNote note;
  note.threats = threats::threat_number(board, player, board.p());
  note.threat_segments = segments_with(board, player, board.first_threat(), board.k() - 1);
  const int building = board.first_threat() - 1;
  note.building = segments_with(board, player, building, building);
  return note;
}

// The sets of cells that complete a line, each once, smallest first.
std::vector<Move> completions(const SideNote& side) {
  std::vector<Move> moves;
  for (const SegmentNote& segment : side.threat_segments) {
    if (std::find(moves.begin(), moves.end(), segment.empty) == moves.end()) {
      moves.push_back(segment.empty);
    }
  }
  return moves;
}

// Follows a win: the winner's moves against the first critical defense of each, whose free stones
// are not placed.
class Sequence {
 public:
  Sequence(const Game& game, ThreatSearch& search, Player winner)
      : board_(*game.spec().placement(), game.stones()), search_(search), winner_(winner) {}
  ~Sequence() {
    for (const Move& cells : placed_) search_.take_back(cells);
  }
  Sequence(const Sequence&) = delete;
  Sequence& operator=(const Sequence&) = delete;

  // Plays what was followed up to this step, with another defense to it.
  bool replay(const std::vector<WinStep>& steps, std::size_t step, const Move& defense) {
    for (std::size_t i = 0; i <= step; ++i) {
      if (!steps[i].move.empty() && !place(steps[i].move, winner_)) return false;
      if (!place(i == step ? defense : steps[i].answer, opponent(winner_))) return false;
    }
    return true;
  }

  // How the winner goes on from here.
  DefenseTry go_on() {
    DefenseTry other;
    const std::optional<Move> next = next_move();
    if (!next) return other;
    for (const WinStep& step : follow(*next)) {
      other.line.push_back(step.move);
      other.ends = step.completes || step.threats > board_.p();
      if (!other.ends) other.line.push_back(step.answer);
    }
    return other;
  }

  std::vector<WinStep> follow(Move move) {
    std::vector<WinStep> steps;
    bool moved = !move.empty();
    while (static_cast<int>(steps.size()) < max_steps) {
      WinStep step;
      step.move = std::move(move);
      if (moved && !place(step.move, winner_)) return steps;
      step.completes = board_.has_won(winner_);
      std::vector<CellSet> sets;
      threats::threat_sets(board_, winner_, sets);
      step.threats = threats::threat_number(sets, board_.p());
      const bool over = step.completes || step.threats > board_.p();
      if (!over) {
        for (const CellSet& defense : threats::critical_defenses(sets, board_.p())) {
          step.defenses.push_back(cells_of(board_, defense));
        }
        step.answer = step.defenses[0];
      }
      const Move answer = step.answer;
      steps.push_back(std::move(step));
      if (over || !place(answer, opponent(winner_))) return steps;
      const std::optional<Move> next = next_move();
      if (!next) return steps;
      move = *next;
      moved = true;
    }
    return steps;
  }

 private:
  bool place(const Move& cells, Player player) {
    if (!search_.play(cells, player)) return false;
    placed_.push_back(cells);
    for (const Cell cell : cells) board_.place(board_.index(cell), player);
    return true;
  }

  std::optional<Move> next_move() {
    const SideNote side = side_note(board_, winner_);
    if (!side.threat_segments.empty()) return side.threat_segments[0].empty;
    if (const std::optional<Move> known = search_.remembered_move()) return known;
    if (const std::optional<threats::ThreatWin> win = search_.find_win()) return win->move;
    return std::nullopt;
  }

  ThreatBoard board_;
  ThreatSearch& search_;
  Player winner_;
  std::vector<Move> placed_;
};

// A win with its moves.
std::optional<ForcedWin> followed(const Game& game, const std::optional<threats::ThreatWin>& found,
                                  std::uint64_t nodes, threats::ThreatProver& prover) {
  if (!found) return std::nullopt;
  ForcedWin win{found->winner, found->order, found->move, found->zones, {}, {}};
  ThreatSearch& search = prover.search_of(found->winner);
  search.allow(nodes);
  win.sequence = Sequence(game, search, found->winner).follow(found->move);
  return win;
}

// What the other critical defenses come to.
void add_tries(const Game& game, std::uint64_t nodes, threats::ThreatProver& prover,
               std::optional<ForcedWin>& win) {
  if (!win) return;
  ThreatSearch& search = prover.search_of(win->winner);
  for (std::size_t i = 0; i < win->sequence.size(); ++i) {
    const WinStep& step = win->sequence[i];
    for (const Move& defense : step.defenses) {
      if (defense == step.answer || win->tries.size() == max_tries) continue;
      Sequence other(game, search, win->winner);
      if (!other.replay(win->sequence, i, defense)) continue;
      search.allow(nodes);
      DefenseTry tried = other.go_on();
      tried.step = static_cast<int>(i);
      tried.defense = defense;
      win->tries.push_back(std::move(tried));
    }
  }
}

}  // namespace

MoveList line_of_win(const Game& game, threats::ThreatProver& prover,
                     const threats::ThreatWin& win) {
  constexpr std::uint64_t nodes = 400'000;
  MoveList line;
  const std::optional<ForcedWin> forced = followed(game, win, nodes, prover);
  for (const WinStep& step : forced->sequence) {
    if (!step.move.empty()) line.push_back(step.move);
    if (!step.answer.empty()) line.push_back(step.answer);
  }
  // More threats than can be stopped: the last move completes a line.
  return line;
}

std::optional<std::string> explain_obstacle(const Game& game) {
  if (const auto obstacle = ThreatSearch::obstacle(game.spec())) return obstacle;
  if (game.spec().placement()->board || game.stones().empty()) return std::nullopt;
  return ThreatSearch::obstacle(game);
}

PlacementExplanation explain_placement(const Game& game, const ExplainLimits& limits,
                                       const StopToken* stop) {
  PlacementExplanation e;
  const GameSpec& spec = game.spec();
  const ThreatBoard board(*spec.placement(), game.stones());
  for (const Player player : {Player::first, Player::second}) {
    e.sides[static_cast<std::size_t>(player)] = side_note(board, player);
  }
  if (game.over()) return e;
  const Player mover = game.to_move();
  const Player other = opponent(mover);
  const SideNote& mine = e.sides[static_cast<std::size_t>(mover)];
  const SideNote& his = e.sides[static_cast<std::size_t>(other)];
  e.no_search = ThreatSearch::obstacle(game);
  if (!e.no_search) {
    e.wins_now = completions(mine);
    if (his.threats > 0) {
      std::vector<CellSet> sets;
      threats::threat_sets(board, other, sets);
      for (const CellSet& defense : threats::critical_defenses(sets, board.p())) {
        e.defenses.push_back({cells_of(board, defense), defense.size == his.threats});
      }
      e.lost_to_threats = his.threats > board.p() && e.wins_now.empty();
    }
    e.order = limits.order;
    threats::ThreatLimits search_limits;
    search_limits.order = limits.order;
    search_limits.nodes = limits.nodes;
    search_limits.table = limits.threat_entries;
    threats::ThreatProver prover(*spec.placement(), game.stones(), mover, search_limits, stop);
    e.win = followed(game, prover.find_winner(limits.order), limits.nodes, prover);
    // What he would have to fear is of no interest to a player who wins.
    if (!e.win || e.win->winner == other) {
      e.if_passed = followed(game, prover.find_win_if_passed(limits.order), limits.nodes, prover);
    }
    e.complete = prover.complete();
    add_tries(game, limits.nodes, prover, e.win);
  }
  if (!ExactSolver::obstacle(spec) && *spec.cells() - game.stone_count() <= limits.exact_empty &&
      !has_null_stones(game)) {
    ExactSolver solver(*spec.placement(), limits.table_bytes);
    ExactSolver::Answer answer = solver.value(game, stop);
    e.value = answer.value;
    e.best = std::move(answer.best);
    e.complete = e.complete && answer.value.has_value();
  }
  return e;
}

}  // namespace inarow
