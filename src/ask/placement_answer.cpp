#include "ask/placement_answer.hpp"

#include <algorithm>

#include "ask/placement_why.hpp"
#include "ask/tables.hpp"
#include "match/engine_estimate.hpp"
#include "proof/placement_proof.hpp"
#include "search/threat_space/open_defenses.hpp"

namespace inarow {
namespace {

using threats::ThreatLimits;
using threats::ThreatProver;
using threats::ThreatSearch;

// More whole moves than this are not listed, but first stones.
constexpr double max_listed_moves = 100'000;
constexpr int default_order = 2;
constexpr int default_defense_order = 3;
constexpr int estimated_moves = 5;

int empty_cells(const Game& game) { return *game.spec().cells() - game.stone_count(); }

double whole_moves(const Game& game) {
  double moves = 1;
  const int cells = empty_cells(game);
  for (int i = 0; i < game.stones_due(); ++i) moves = moves * (cells - i) / (i + 1);
  return moves;
}

Bounds bounds_of(GameValue value) { return {static_cast<int>(value), static_cast<int>(value)}; }

}  // namespace

PlacementSeat::PlacementSeat(const Question& question, const Work& work)
    : spec_(*question.game.spec().placement()),
      work_(work),
      certified_(question.certificate.has_value()) {}

bool PlacementSeat::exact_fits(const Game& game) {
  return !ExactSolver::obstacle(game.spec()) && !has_null_stones(game);
}

ExactSolver& PlacementSeat::exact(const Game& game) {
  if (!exact_) {
    const int parts = work_.seats * (certified_ ? 2 : 1);
    exact_ = std::make_unique<ExactSolver>(
        spec_, std::max(megabyte, table_bytes_for(work_, empty_cells(game), parts)));
    exact_->set_observer(work_.observer);
  }
  return *exact_;
}

Answer PlacementSeat::answer(const Question& question) {
  const Game& game = question.game;
  Answer answer;
  answer.complete = true;
  win_.reset();
  if (question.wanted.best) answer.best.emplace();
  if (question.wanted.line) answer.line.emplace();
  if (question.wanted.all_moves) answer.moves.emplace();
  if (game.over()) {
    answer.value = game.outcome() == Outcome::draw ? GameValue::draw : GameValue::loss;
    return answer;
  }
  const std::optional<GameValue> known = by_book(question, answer);
  if (answer.value) return answer;
  const std::optional<std::string> no_threats = ThreatSearch::obstacle(game);
  const bool exact_asked = question.method != Method::threat && exact_fits(game);
  const bool threats_asked =
      question.method != Method::alphabeta && !no_threats &&
      (question.method == Method::threat || !exact_asked || empty_cells(game) > exact_at_once);
  if (threats_asked) by_threats(question, exact_asked, answer);
  if (exact_asked) exactly(question, answer);
  if (!exact_asked && question.wanted.all_moves) list_stones_by_threats(question, answer);
  if (!answer.value && known) {
    answer.value = known;
    answer.source = Source::book;
    answer.searched_order.reset();
  }
  if (!answer.value) {
    if (question.method != Method::alphabeta && !answer.searched_order) answer.searched_order = 0;
    if (!threats_asked && !exact_asked) {
      answer.obstacle = game.stone_count() == 0
                            ? "nothing can be proved of an empty board of this size"
                            : no_threats.value_or("");
    }
    if (question.wanted.estimate) answer.estimate = estimate(question);
  }
  return answer;
}

// Where the time was up, which is where nothing is proved most often, it is still worth its few
// milliseconds; whoever has stopped the work for another reason does not wait for them.
Estimate PlacementSeat::estimate(const Question& question) const {
  EstimateLimits limits;
  if (question.wanted.all_moves) limits.moves = estimated_moves;
  const bool late = work_.stop != nullptr && work_.stop->stop_requested();
  if (!late) limits.stop = work_.stop;
  if (late && work_.stop->reason() != StopReason::time) limits.nodes = 1;
  return estimate_position(question.game, limits);
}

// The value that the books have proved. It is the answer if they also have all else that was asked
// for; otherwise a search may still find that.
std::optional<GameValue> PlacementSeat::by_book(const Question& question, Answer& answer) const {
  if (work_.tables == nullptr || !question.limits.book || question.method != Method::automatic ||
      question.certificate) {
    return std::nullopt;
  }
  const std::shared_ptr<const Books> books = work_.tables->books_of(question.game.spec());
  if (books == nullptr) return std::nullopt;
  const std::optional<PositionFacts> facts = books->find(question.game);
  const std::optional<GameValue> value =
      facts && facts->proved ? value_of(*facts->proved) : std::nullopt;
  if (!value || question.wanted.all_moves || question.wanted.line) return value;
  std::vector<Move> best;
  for (const BookMove& move : books->moves(question.game)) {
    const auto after = move.facts.proved ? value_of(*move.facts.proved) : std::nullopt;
    if (after && seen_by_opponent(*after) == *value) best.push_back(move.move);
  }
  if (question.wanted.best && best.empty() && *value != GameValue::loss) return value;
  answer.value = value;
  answer.source = Source::book;
  if (answer.best) answer.best = std::move(best);
  return value;
}

void PlacementSeat::by_threats(const Question& question, bool exact_follows, Answer& answer) {
  const Game& game = question.game;
  answer.source = Source::threat;
  ThreatLimits limits;
  limits.table = threat_entries_for(work_);
  if (exact_follows) limits.nodes = nodes_before_exact;
  ThreatProver prover(spec_, game.stones(), game.to_move(), limits, work_.stop);
  prover.set_observer(work_.observer);
  if (question.certificate) prover.record_wins();
  if (work_.observer != nullptr) work_.observer->set_method("threat");
  const int order = question.limits.order.value_or(default_order);
  const std::optional<threats::ThreatWin>& win = win_ = prover.find_winner(order);
  answer.nodes += prover.nodes();
  if (!win) {
    answer.searched_order = prover.searched_order();
    answer.complete = exact_follows || !stopped(work_.stop);
    return;
  }
  answer.value = win->winner == game.to_move() ? GameValue::win : GameValue::loss;
  answer.threat = ThreatProof{win->order, win->zones};
  if (win->winner == game.to_move() && answer.best) answer.best = {win->move};
  if (question.wanted.line) answer.line = line_of_win(game, prover, *win);
}

void PlacementSeat::exactly(const Question& question, Answer& answer) {
  const Game& game = question.game;
  ExactSolver& solver = exact(game);
  const std::uint64_t before = solver.nodes();
  if (work_.observer != nullptr) {
    work_.observer->set_method("alphabeta");
    work_.observer->set_order(0);
  }
  if (!answer.value) {
    const ExactSolver::Answer found = solver.value(game, work_.stop);
    answer.source = Source::alphabeta;
    answer.value = found.value;
    answer.complete = found.value.has_value();
    if (answer.value) {
      answer.searched_order.reset();
      if (answer.best && !found.best.empty()) answer.best = {found.best};
      if (question.wanted.line) follow(game, found.best, answer);
    }
  }
  if (question.wanted.all_moves && answer.value) {
    if (whole_moves(game) <= max_listed_moves) {
      list_moves_exactly(question, answer);
    } else {
      list_stones_exactly(question, answer);
    }
  }
  answer.nodes += solver.nodes() - before;
}

std::optional<GameValue> PlacementSeat::value_after(const Game& game, const Move& move) {
  Game next = game;
  (void)next.play(move);
  const std::optional<GameValue> value = exact_->value(next, work_.stop).value;
  if (!value) return std::nullopt;
  return seen_by_opponent(*value);
}

// All sets of as many cells as the move has stones, in order.
void PlacementSeat::list_moves_exactly(const Question& question, Answer& answer) {
  const Game& game = question.game;
  const std::vector<Cell> cells = game.playable_cells();
  const auto due = static_cast<std::size_t>(game.stones_due());
  std::vector<std::size_t> chosen(due);
  for (std::size_t i = 0; i < due; ++i) chosen[i] = i;
  std::vector<Move> best;
  while (true) {
    Move move;
    for (const std::size_t i : chosen) move.push_back(cells[i]);
    if (work_.observer != nullptr) work_.observer->begin_move(move);
    const std::optional<GameValue> value = value_after(game, move);
    if (!value) {
      answer.complete = false;
      return;
    }
    if (value == answer.value) best.push_back(move);
    answer.moves->moves.push_back({move, value, std::nullopt, std::nullopt});
    if (work_.observer != nullptr) {
      const Bounds bounds = bounds_of(*value);
      work_.observer->decide_move({move, bounds.lower, bounds.upper, true});
    }
    // The next set.
    std::size_t i = due;
    while (i > 0 && chosen[i - 1] == cells.size() - due + i - 1) --i;
    if (i == 0) break;
    ++chosen[i - 1];
    for (; i < due; ++i) chosen[i] = chosen[i - 1] + 1;
  }
  if (answer.best) answer.best = std::move(best);
}

void PlacementSeat::list_stones_exactly(const Question& question, Answer& answer) {
  answer.moves->stones = true;
  for (const Cell cell : question.game.playable_cells()) {
    if (work_.observer != nullptr) work_.observer->begin_move({cell});
    const std::optional<GameValue> value = exact_->value_of_stone(question.game, cell, work_.stop);
    if (!value) {
      answer.complete = false;
      return;
    }
    answer.moves->moves.push_back({{cell}, value, std::nullopt, std::nullopt});
    if (work_.observer != nullptr) {
      const Bounds bounds = bounds_of(*value);
      work_.observer->decide_move({{cell}, bounds.lower, bounds.upper, true});
    }
  }
}

// What threats say about first stones: those of a winning move win; if the opponent wins whatever
// is played, all lose, and so does every stone that no open defense can contain.
void PlacementSeat::list_stones_by_threats(const Question& question, Answer& answer) {
  const Game& game = question.game;
  answer.moves->stones = game.stones_due() > 1;
  std::vector<Cell> cells;
  if (game.spec().cells()) cells = game.playable_cells();
  const auto contains = [](const Move& move, Cell cell) {
    return std::find(move.begin(), move.end(), cell) != move.end();
  };
  if (answer.value == GameValue::win) {
    const Move winning = answer.best && !answer.best->empty() ? answer.best->front() : Move{};
    if (cells.empty()) cells = winning;
    for (const Cell cell : cells) {
      std::optional<GameValue> value;
      if (contains(winning, cell)) value = GameValue::win;
      answer.moves->moves.push_back({{cell}, value, std::nullopt, std::nullopt});
    }
    return;
  }
  std::optional<Defenses> open;
  if (!answer.value && answer.obstacle.empty() && !ThreatSearch::obstacle(game)) {
    const Answer remaining = defenses(question);
    answer.nodes += remaining.nodes;
    answer.complete = answer.complete && remaining.complete;
    if (remaining.complete && !remaining.value) open = remaining.defenses;
  }
  for (const Cell cell : cells) {
    std::optional<GameValue> value = answer.value;
    if (open && std::none_of(open->open.begin(), open->open.end(), [&](const OpenDefense& d) {
          return d.free > 0 || contains(d.stones, cell);
        })) {
      value = GameValue::loss;
    }
    answer.moves->moves.push_back({{cell}, value, std::nullopt, std::nullopt});
  }
}

void PlacementSeat::follow(const Game& start, Move move, Answer& answer) {
  Game game = start;
  while (!move.empty()) {
    answer.line->push_back(move);
    (void)game.play(move);
    const ExactSolver::Answer found = exact_->value(game, work_.stop);
    answer.complete = answer.complete && found.value.has_value();
    move = found.best;
  }
}

Answer PlacementSeat::defenses(const Question& question) {
  const Game& game = question.game;
  ThreatLimits limits;
  limits.order = question.limits.order.value_or(default_defense_order);
  limits.table = threat_entries_for(work_);
  const threats::DefensesResult found =
      threats::find_open_defenses(spec_, game.stones(), opponent(game.to_move()), limits,
                                  work_.stop, work_.observer, question.certificate.has_value());
  win_.reset();
  if (found.proved && found.record) {
    win_ = threats::ThreatWin{opponent(game.to_move()), {}, found.order, found.zones, found.record};
  }
  Answer answer;
  answer.source = Source::threat;
  if (found.proved) answer.value = GameValue::loss;
  if (found.defender_wins) answer.value = GameValue::win;
  if (question.wanted.best) answer.best.emplace();
  answer.nodes = found.nodes;
  answer.complete = !found.stopped;
  Defenses defenses{found.order, found.threats, !found.stopped, {}, {}};
  for (const threats::OpenDefense& d : found.open) {
    defenses.open.push_back({d.stones, d.free, d.quality});
  }
  for (const threats::RefutedDefense& d : found.refuted) {
    defenses.refuted.push_back({d.stones, d.free, d.answer, d.order});
  }
  answer.defenses = std::move(defenses);
  if (found.proved) answer.threat = ThreatProof{found.order, found.zones};
  return answer;
}

}  // namespace inarow
