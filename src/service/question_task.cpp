#include "service/question_task.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "answer/codec.hpp"
#include "ask/asker.hpp"
#include "base/files.hpp"
#include "base/output_file.hpp"
#include "match/registry.hpp"
#include "rules/notation.hpp"
#include "service/request.hpp"

namespace inarow::service {
namespace {

// Whether the same question, asked again, goes on where it was stopped.
bool search_remembers(const Question& question) {
  const Game& game = question.game;
  if (question.move) {
    const Result<std::string> player =
        resolve_player(question.move->player, game.spec(), game.to_move(), {});
    return player && kind_of_player(*player)->resumes;
  }
  const DropSpec* drop = game.spec().drop();
  const bool by_table =
      question.method == Method::automatic || question.method == Method::alphabeta;
  return question.wanted.value && !question.certificate && drop != nullptr && drop->height &&
         by_table;
}

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

QuestionTask::QuestionTask(Question question, const Resources& resources)
    : AnswerTask(question.limits.seconds),
      question_(std::move(question)),
      resources_(resources),
      resumes_(search_remembers(question_)) {}

// Drop games have their tables in `resources_.tables`, which limits them. For what a question has
// of its own (the table of exact search in a placement game, the trees of methods victor and
// proof-number) it gets so much: small boards are done in a few megabytes, and touching more would
// only cost time; nobody gets more than 128 MB.
std::size_t QuestionTask::memory_bytes() const {
  constexpr int few_cells = 25;
  constexpr std::size_t small_table = 8 * megabyte;
  constexpr std::size_t large_table = 128 * megabyte;
  constexpr std::size_t program = program_bytes + thread_bytes;  // which memory_for() takes off
  const Game& game = question_.game;
  const bool small = game.spec().placement() != nullptr &&
                     game.spec().cells().value_or(0) - game.stone_count() <= few_cells;
  return program + (small ? small_table : std::min(large_table, resources_.table_bytes));
}

void QuestionTask::answer_or_throw() {
  begin_slice();
  unfinished_ = false;
  Question asked = question_;
  // The token has the time already. Players are told it, for they plan with it.
  if (!asked.move) asked.limits.seconds = 0;
  std::optional<ScratchFolder> scratch;
  if (asked.certificate) asked.certificate->path = scratch.emplace().file("proof.cert");
  Result<Answer> answer = ask(asked, {.tables = &resources_.tables,
                                      .stop = &stop(),
                                      .observer = &observer_,
                                      .threads = 1,
                                      .memory_bytes = memory_bytes()});
  end_slice();
  if (!answer) {
    unfinished_ = stop().stopped();
    return set_error(unfinished_ ? 503 : 400, answer.error().message);
  }
  unfinished_ = !answer->complete;
  answer->nodes += std::exchange(nodes_before_, nodes_before_ + answer->nodes);
  answer->seconds = elapsed();
  Result<std::string> text = text_of(*answer, scratch ? asked.certificate->path : "");
  if (!text) return set_error(500, text.error().message);
  // A move may be drawn by lot, and a certificate be forgotten.
  if (answer->complete && !question_.move && !question_.certificate) {
    resources_.cache.store(cache_key(question_), *text);
  }
  // If it is only paused, this is what is known when the server stops in the meantime.
  set_answer(std::move(*text));
}

Result<std::string> QuestionTask::text_of(const Answer& answer, const std::string& file) const {
  const Game& game = question_.game;
  if (question_.certificate) return certificate_text(*answer.proof, file);
  if (question_.move) return played_json(game, *answer.played);
  if (question_.wanted.why) return why_json(game, *answer.why);
  return answer_json(game, answer);
}

// The certificate goes to the shelf, and its id there into the answer.
Result<std::string> QuestionTask::certificate_text(ProofReport report,
                                                   const std::string& file) const {
  const Game& game = question_.game;
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
      // A move that was cut short by a pause comes again.
      if (!move.complete && pausing()) continue;
      if (!told_.insert(move.move).second) continue;
      moves_.push_back(decided_json(question_.game, move, question_.wanted.score));
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

std::string QuestionTask::progress() {
  return status_json(question_.game, observer_.status(), started() ? "running" : "waiting",
                     elapsed());
}

double QuestionTask::elapsed() {
  const std::lock_guard lock(mutex_);
  return seconds_before_ + (slice_ ? seconds_since(*slice_) : 0);
}

void QuestionTask::begin_slice() {
  const std::lock_guard lock(mutex_);
  slice_ = Ticker::Clock::now();
}

void QuestionTask::end_slice() {
  const std::lock_guard lock(mutex_);
  seconds_before_ += seconds_since(*slice_);
  slice_.reset();
}

}  // namespace inarow::service
