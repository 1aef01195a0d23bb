#include "service/analysis_task.hpp"

#include <algorithm>
#include <exception>
#include <nlohmann/json.hpp>
#include <utility>

#include "answer/explain_answer.hpp"
#include "answer/placement_explanation.hpp"
#include "answer/solve_answer.hpp"
#include "rules/notation.hpp"

namespace inarow::service {
namespace {

using Json = nlohmann::ordered_json;

}  // namespace

std::string AnswerTask::answer() {
  const std::lock_guard lock(mutex_);
  return answer_;
}

int AnswerTask::status() {
  const std::lock_guard lock(mutex_);
  return status_;
}

void AnswerTask::set_answer(std::string answer, int status) {
  const std::lock_guard lock(mutex_);
  answer_ = std::move(answer);
  status_ = status;
}

void AnswerTask::set_error(int status, const std::string& message) {
  set_answer(Json{{"error", message}}.dump(-1, ' ', true, Json::error_handler_t::replace), status);
}

void AnswerTask::run() {
  try {
    answer_or_throw();
  } catch (const std::bad_alloc&) {
    set_error(500, "the server is out of memory");
  } catch (const std::exception& error) {
    set_error(500, error.what());
  }
}

AnalysisTask::AnalysisTask(Request request, Engines& engines, AnswerCache& cache)
    : WatchedTask(request.seconds),
      request_(std::move(request)),
      engines_(engines),
      cache_(cache) {}

double AnalysisTask::elapsed() const {
  using Clock = std::chrono::steady_clock;
  if (start_ == 0) return seconds_before_;
  return seconds_before_ +
         std::chrono::duration<double>(Clock::now().time_since_epoch() - Clock::duration(start_))
             .count();
}

void AnalysisTask::answer_or_throw() {
  start_ = std::chrono::steady_clock::now().time_since_epoch().count();
  const auto engine = engines_.of(*request_.game.spec().drop());
  DropAnalyst analyst(engine->spec, engine->engine.get(), 1, engine->book.get(), &stop().flag(),
                      &monitor_);
  const DropQuestion& question = request_.question;
  DropAnalysis analysis = analyst.analyse(request_.game, question, this);
  analysis.range.nodes += std::exchange(nodes_before_, nodes_before_ + analysis.range.nodes);
  complete_ = analysis.complete;
  std::string text;
  append_answer(text, request_.game, analysis,
                {question.score, true, question.line, question.all_moves, elapsed(), ""});
  if (analysis.complete) cache_.store(cache_key("solve", request_), text);
  // If it is only paused, this is what is known when the server stops in the meantime.
  set_answer(std::move(text));
  seconds_before_ = elapsed();
  start_ = 0;
}

void AnalysisTask::move_begins(Column column) {
  const std::lock_guard lock(mutex_);
  column_ = column;
  monitor_.lower = -1000;
  monitor_.upper = 1000;
}

void AnalysisTask::move_ends(const MoveScore& move) {
  if (!move.range.complete && pausing()) return;
  if (std::find(told_.begin(), told_.end(), move.column) != told_.end()) return;
  told_.push_back(move.column);
  const bool exact = request_.question.score && move.range.lower == move.range.upper;
  const GameSpec& spec = request_.game.spec();
  Json json{{"column", column_name(move.column)},
            {"value", value_name(move.range)},
            {"score", exact ? Json(move.range.lower) : Json()}};
  if (exact) {
    json["plies_to_end"] =
        plies_to_end(*spec.cells(), request_.game.stone_count(), move.range.lower);
  }
  if (!move.range.complete) json["bounds"] = {move.range.lower, move.range.upper};
  {
    const std::lock_guard lock(mutex_);
    moves_.push_back(json.dump());
  }
  notify();
}

std::vector<std::string> AnalysisTask::new_moves(std::size_t& from) {
  const std::lock_guard lock(mutex_);
  std::vector<std::string> news(moves_.begin() + static_cast<std::ptrdiff_t>(from), moves_.end());
  from = moves_.size();
  return news;
}

std::string AnalysisTask::progress() {
  const int cells = *request_.game.spec().cells();
  const int lower = std::max(monitor_.lower.load(), -cells);
  const int upper = std::min(monitor_.upper.load(), cells);
  const double seconds = elapsed();
  Json json{{"state", started() ? "running" : "waiting"}};
  const std::lock_guard lock(mutex_);
  // The monitor sees the position after the move, from the opponent's side.
  if (column_) json["column"] = column_name(*column_);
  json["bounds"] = column_ ? Json{-upper, -lower} : Json{lower, upper};
  json["nodes"] = monitor_.nodes.load();
  json["seconds"] = seconds;
  Json line = Json::array();
  if (column_) line.push_back(column_name(*column_));
  for (const Column column : monitor_.line()) line.push_back(column_name(column));
  json["line"] = std::move(line);
  monitor_.line_wanted = true;
  return json.dump();
}

ExplainTask::ExplainTask(Request request, AnswerCache& cache)
    : AnswerTask(request.seconds), request_(std::move(request)), cache_(cache) {}

void ExplainTask::answer_or_throw() {
  if (request_.game.spec().placement() != nullptr) {
    ExplainLimits limits;
    limits.order = request_.order;
    const PlacementExplanation e = explain_placement(request_.game, limits, &stop().flag());
    std::string answer = explanation_json(request_.game, e).dump();
    if (e.complete) cache_.store(cache_key("explain", request_), answer);
    return set_answer(std::move(answer));
  }
  victor::Explainer explainer(*request_.game.spec().drop());
  std::string text = explanation_json(request_.game, explainer.explain(request_.game)).dump();
  cache_.store(cache_key("explain", request_), text);
  set_answer(std::move(text));
}

}  // namespace inarow::service
