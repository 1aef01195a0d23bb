#include "service/placement_task.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "answer/defenses_answer.hpp"
#include "rules/notation.hpp"

namespace inarow::service {
namespace {

using Json = nlohmann::ordered_json;
using Clock = std::chrono::steady_clock;

constexpr double thinking_seconds = 4;  // of a computer player, about a move
// Small boards are done in a table of a few megabytes; touching more would only cost time.
constexpr int few_cells = 25;
constexpr std::size_t small_table = std::size_t{8} << 20;
constexpr std::size_t large_table = std::size_t{128} << 20;

}  // namespace

PlacementTask::PlacementTask(Request request, AnswerCache& cache)
    : WatchedTask(request.seconds), request_(std::move(request)), cache_(cache) {}

double PlacementTask::elapsed() const {
  if (start_ == 0) return 0;
  return std::chrono::duration<double>(Clock::now().time_since_epoch() - Clock::duration(start_))
      .count();
}

void PlacementTask::answer_or_throw() {
  start_ = Clock::now().time_since_epoch().count();
  const Game& game = request_.game;
  PlacementQuestion question;
  question.order = request_.order;
  question.all_moves = request_.question.all_moves;
  const int empty = game.spec().cells().value_or(0) - game.stone_count();
  question.table_bytes = empty <= few_cells ? small_table : large_table;
  const PlacementValue found = find_placement_value(game, question, stop().flag(), *this);
  std::string text = placement_json(game, found, elapsed()).dump();
  // A search that ended by itself would give the same answer again.
  if (!stop().flag()) cache_.store(cache_key("solve", request_), text);
  set_answer(std::move(text));
}

void PlacementTask::searching_threats(const threats::ThreatProver* prover) {
  const std::lock_guard lock(mutex_);
  prover_ = prover;
}

void PlacementTask::searching_all(const ExactSolver* solver) {
  const std::lock_guard lock(mutex_);
  solver_ = solver;
}

void PlacementTask::stone_known(const StoneValue& stone) {
  {
    const std::lock_guard lock(mutex_);
    moves_.push_back(Json{{"cell", cell_name(request_.game.spec(), stone.cell)},
                          {"value", value_name(stone.value)}}
                         .dump());
  }
  notify();
}

std::vector<std::string> PlacementTask::new_moves(std::size_t& from) {
  const std::lock_guard lock(mutex_);
  std::vector<std::string> news(moves_.begin() + static_cast<std::ptrdiff_t>(from), moves_.end());
  from = moves_.size();
  return news;
}

std::string PlacementTask::progress() {
  Json json{{"state", started() ? "running" : "waiting"}};
  std::uint64_t nodes = nodes_;
  {
    const std::lock_guard lock(mutex_);
    if (solver_ != nullptr) nodes += solver_->nodes();
    json["method"] = solver_ != nullptr ? "alphabeta" : "threat";
    if (prover_ != nullptr) {
      nodes += prover_->nodes();
      if (prover_->order() > 0) json["order"] = prover_->order();
    }
  }
  json["nodes"] = nodes;
  json["seconds"] = elapsed();
  return json.dump();
}

std::optional<PlacementLevel> PlacementMoveTask::level_named(const std::string& opponent) {
  if (opponent == "strong") return PlacementLevel::strong;
  if (opponent == "easy") return PlacementLevel::easy;
  return std::nullopt;
}

PlacementMoveTask::PlacementMoveTask(Request request, std::string opponent)
    : AnswerTask(request.seconds), request_(std::move(request)), opponent_(std::move(opponent)) {}

void PlacementMoveTask::answer_or_throw() {
  const GameSpec& spec = request_.game.spec();
  const double seconds = std::min(thinking_seconds, request_.seconds);
  const auto player = make_placement_player(spec, *level_named(opponent_), seconds, stop());
  const Result<Move> move = player->move(request_.game);
  if (!move) return set_error(500, move.error().message);
  set_answer(Json{{"game", spec.to_string()},
                  {"moves", format_moves(spec, request_.game.moves())},
                  {"opponent", opponent_},
                  {"promise", player->promise()},
                  {"move", format_move(spec, *move)}}
                 .dump());
}

DefensesTask::DefensesTask(Request request, AnswerCache& cache)
    : AnswerTask(request.seconds), request_(std::move(request)), cache_(cache) {}

void DefensesTask::answer_or_throw() {
  const Clock::time_point start = Clock::now();
  const Game& game = request_.game;
  threats::ThreatLimits limits;
  limits.order = request_.order;
  const threats::DefensesResult result = threats::find_open_defenses(
      *game.spec().placement(), game.stones(), opponent(game.to_move()), limits, &stop().flag());
  const std::chrono::duration<double> seconds = Clock::now() - start;
  std::string text = defenses_json(game, result, seconds.count()).dump();
  if (!result.stopped) cache_.store(cache_key("defenses", request_), text);
  set_answer(std::move(text));
}

}  // namespace inarow::service
