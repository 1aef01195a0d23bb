#include "match/tournament/judge.hpp"

#include "base/expects.hpp"
#include "book/installed.hpp"
#include "knowledge/threats/threat_board.hpp"
#include "proof/placement_proof.hpp"
#include "search/alphabeta/analysis.hpp"
#include "search/threat_space/threat_prover.hpp"

namespace inarow::tournament {
namespace {

constexpr std::size_t table_bytes = std::size_t{32} << 20;
constexpr std::size_t threat_entries = std::size_t{1} << 14;
constexpr int highest_order = 2;

// Every line of a finite placement board has stones of both players: nobody can complete one.
bool no_line_is_open(const Game& game) {
  const PlacementSpec& spec = *game.spec().placement();
  if (!spec.board || threats::ThreatSearch::obstacle(game)) return false;
  const threats::ThreatBoard board(spec, game.stones());
  for (threats::CellIndex cell = 0; cell < board.area(); ++cell) {
    for (const threats::SegmentIndex segment : board.segments_through(cell)) {
      if (board.stones_in(segment, Player::first) == 0 ||
          board.stones_in(segment, Player::second) == 0) {
        return false;
      }
    }
  }
  return true;
}

}  // namespace

struct Judge::DropProver {
  std::unique_ptr<DropEngine> engine;
  std::unique_ptr<DropBook> book;
};

Judge::Judge(const GameSpec& spec, double seconds) : spec_(spec), seconds_(seconds) {}
Judge::~Judge() = default;

std::optional<Outcome> Judge::verdict(const Game& game, const StopToken* stop) {
  EXPECTS(!game.over());
  StopToken in_time(stop);
  in_time.limit_time(seconds_);
  if (spec_.drop() == nullptr) return placement_verdict(game, in_time);
  return spec_.drop()->height ? drop_verdict(game, in_time) : std::nullopt;
}

std::optional<Outcome> Judge::drop_verdict(const Game& game, const StopToken& stop) {
  const DropSpec& spec = *spec_.drop();
  if (!drop_) {
    drop_ = std::make_unique<DropProver>();
    if (DropAnalyst::needs_engine(spec)) drop_->engine = make_drop_engine(spec, table_bytes);
    if (Result<std::unique_ptr<DropBook>> book = installed_book(spec))
      drop_->book = std::move(*book);
  }
  DropAnalyst analyst(spec, drop_->engine.get(), 1, drop_->book.get(), &stop, nullptr);
  const ScoreRange range = analyst.analyse(game, {.best = false}).range;
  if (range.lower > 0) return win_of(game.to_move());
  if (range.upper < 0) return win_of(opponent(game.to_move()));
  if (range.lower == 0 && range.upper == 0) return Outcome::draw;
  return std::nullopt;
}

std::optional<Outcome> Judge::placement_verdict(const Game& game, const StopToken& stop) {
  if (no_line_is_open(game)) return Outcome::draw;
  const bool small = !ExactSolver::obstacle(spec_) && !has_null_stones(game);
  if (small && *spec_.cells() - game.stone_count() <= exact_at_once) {
    return exact_verdict(game, stop);
  }
  // Threats find a win sooner than a search of everything.
  StopToken half(&stop);
  half.limit_time(seconds_ / 2);
  if (const auto won = threat_verdict(game, small ? half : stop)) return won;
  return small ? exact_verdict(game, stop) : std::nullopt;
}

std::optional<Outcome> Judge::exact_verdict(const Game& game, const StopToken& stop) {
  if (!exact_) exact_ = std::make_unique<ExactSolver>(*spec_.placement(), table_bytes);
  const std::optional<GameValue> value = exact_->value(game, &stop).value;
  if (!value) return std::nullopt;
  if (*value == GameValue::draw) return Outcome::draw;
  return win_of(*value == GameValue::win ? game.to_move() : opponent(game.to_move()));
}

std::optional<Outcome> Judge::threat_verdict(const Game& game, const StopToken& stop) const {
  if (threats::ThreatSearch::obstacle(game)) return std::nullopt;
  threats::ThreatLimits limits;
  limits.order = highest_order;
  limits.table = threat_entries;
  threats::ThreatProver prover(*spec_.placement(), game.stones(), game.to_move(), limits, &stop);
  const std::optional<threats::ThreatWin> win = prover.find_winner(highest_order);
  if (!win) return std::nullopt;
  return win_of(win->winner);
}

}  // namespace inarow::tournament
