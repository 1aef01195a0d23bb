#include "service/question_task.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "answer/codec.hpp"
#include "ask/asker.hpp"
#include "ask/player_tools.hpp"
#include "base/files.hpp"
#include "base/output_file.hpp"
#include "rules/notation.hpp"
#include "service/request.hpp"

namespace inarow::service {
namespace {

// A name for the file of a certificate about this position.
std::string certificate_name(const Game& game, const std::string& claim) {
  constexpr std::size_t max_moves = 80;
  std::string name = game.spec().to_string();
  const std::string moves = format_moves(game.spec(), game.moves());
  // A long game would give a name that no file system takes.
  if (!moves.empty()) {
    name += moves.size() <= max_moves ? "-" + moves : fmt::format("-{}-moves", game.moves().size());
  }
  for (char& c : name) {
    if (std::string_view(": ,()").find(c) != std::string_view::npos) c = '-';
  }
  return fmt::format("{}-{}.cert", name, claim);
}

}  // namespace

QuestionTask::QuestionTask(std::string body, ReadQuestion* read, const RequestLimits& limits,
                           const Resources& resources)
    : WatchedTask(limits.max_seconds),
      body_(std::move(body)),
      read_(read),
      limits_(limits),
      resources_(resources) {}

// Exact search in drop games has its tables in `resources_.tables`, which limits them, and needs
// nothing here: who took it would only starve the others while it waits for its turn. For what a
// question has of its own (the table of exact search in a placement game, the trees of methods
// victor and proof-number, strategies, proofs) it gets a part of what questions share: small boards
// are done in a few megabytes, and touching more would only cost time; nobody gets more than 128
// MB.
MemoryPool::Lease QuestionTask::take_memory() const {
  const DropSpec* drop = question_->game.spec().drop();
  if (drop != nullptr && drop->height && !question_->move && !question_->certificate &&
      !question_->wanted.reason && !question_->why_not && question_->method != Method::victor &&
      question_->method != Method::proof_number) {
    return {};
  }
  constexpr int few_cells = 25;
  constexpr std::size_t small_table = 8 * megabyte;
  constexpr std::size_t large_table = 128 * megabyte;
  constexpr std::size_t parts = 3;  // of what is free, one is for this question
  const Game& game = question_->game;
  const bool small = game.spec().placement() != nullptr &&
                     game.spec().cells().value_or(0) - game.stone_count() <= few_cells;
  return resources_.memory.take(small ? small_table : large_table, parts);
}

Answerable<std::string> QuestionTask::find_answer() {
  {
    Result<Question> question = read_(body_, limits_);
    if (!question) return bad_request(question.error());
    // A program of another author takes the time that who runs the server has given it.
    const ExternalEngine* engine =
        question->move ? engine_named(question->move->player, resources_.tables.engines())
                       : nullptr;
    if (engine != nullptr && engine->move_seconds > 0)
      question->limits.seconds = engine->move_seconds;
    const std::lock_guard lock(mutex_);
    question_.emplace(std::move(*question));
  }
  notify();
  if (const std::optional<std::string> known = resources_.cache.find(cache_key(*question_))) {
    return *known;
  }
  limit_work(seconds_to_stop(*question_, resources_.tables));
  Question asked = *question_;
  // The token has the time already. Players are told it, for they plan with it.
  if (!asked.move) asked.limits.seconds = 0;
  const MemoryPool::Lease memory = take_memory();
  std::optional<ScratchFolder> scratch;
  if (asked.certificate) asked.certificate->path = scratch.emplace().file("proof.cert");
  Result<Answer> answer =
      ask(asked, {.tables = &resources_.tables,
                  .stop = &stop(),
                  .observer = &observer_,
                  .threads = 1,
                  .memory_bytes = program_bytes + thread_bytes + memory.bytes()});
  if (!answer) return refused(stop().stop_requested() ? 503 : 400, answer.error().message);
  answer->seconds = seconds_worked();
  Result<std::string> text = text_of(*answer, scratch ? asked.certificate->path : "");
  if (!text) return refused(500, text.error().message);
  // A move may be drawn by lot, and a certificate be forgotten.
  if (answer->complete && !asked.move && !asked.certificate) {
    resources_.cache.store(cache_key(*question_), *text);
    if (!resources_.verbatim_key.empty()) resources_.cache.store(resources_.verbatim_key, *text);
  }
  return std::move(*text);
}

Result<std::string> QuestionTask::text_of(const Answer& answer, const std::string& file) const {
  const Game& game = question_->game;
  if (question_->certificate) return certificate_text(*answer.proof, file);
  if (question_->move) return played_json(game, *answer.played);
  if (question_->wanted.why) return why_json(game, *answer.why);
  return answer_json(game, answer);
}

// The certificate goes to the shelf, and its id there into the answer.
Result<std::string> QuestionTask::certificate_text(ProofReport report,
                                                   const std::string& file) const {
  const Game& game = question_->game;
  if (report.ending != ProofEnding::written) return proof_json(game, report);
  if (report.bytes > resources_.certificate_bytes) {
    return failure(
        fmt::format("the proof has {} bytes, more than the {} that are handed out here; "
                    "inarow prove writes it to a file",
                    report.bytes, resources_.certificate_bytes));
  }
  Result<std::string> contents = read_whole_file(file);
  if (!contents) return contents;
  report.file = certificate_name(game, report.claim);
  std::string text = proof_json(game, report);
  text.pop_back();
  return fmt::format(R"({},"id":"{}"}})", text, resources_.shelf.store(std::move(*contents)));
}

void QuestionTask::tell_moves() {
  {
    const std::lock_guard lock(mutex_);
    for (const DecidedMove& move : observer_.decided_since(seen_)) {
      if (!told_.insert(move.move).second) continue;
      moves_.push_back(decided_json(question_->game, move, question_->wanted.score));
    }
  }
  notify();
}

std::vector<std::string> QuestionTask::new_moves(std::size_t& from) {
  const std::lock_guard lock(mutex_);
  std::vector<std::string> news(moves_.begin() + static_cast<std::ptrdiff_t>(from), moves_.end());
  from = moves_.size();
  return news;
}

bool QuestionTask::understood() {
  const std::lock_guard lock(mutex_);
  return question_.has_value();
}

std::string QuestionTask::progress() {
  const double seconds = seconds_worked();
  const char* state = running() ? "running" : "waiting";
  const std::lock_guard lock(mutex_);
  if (!question_) return fmt::format(R"({{"state":"{}","nodes":0,"seconds":0}})", state);
  return status_json(question_->game, observer_.status(), state, seconds);
}

}  // namespace inarow::service
