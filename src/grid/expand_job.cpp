#include "grid/expand_job.hpp"

#include <algorithm>

#include "answer/codec.hpp"
#include "grid/worker.hpp"

namespace inarow::grid {

Question expand_question(const Game& game, Player attacker, const ExpandLimits& limits) {
  constexpr int all_columns = 1000;
  const bool placement = game.spec().placement() != nullptr;
  Question question{game};
  question.limits.seconds = limits.seconds;
  if (placement) question.limits.order = limits.order;
  question.expand = ExpandWish{attacker, placement ? limits.moves : all_columns, {}};
  return question;
}

Job expand_job(const std::string& key, const Question& question, int priority) {
  Job job;
  job.key = key;
  job.priority = priority;
  job.question = question_json(question);
  job.version = program_version();
  job.game = question.game.spec().to_string();
  return job;
}

Result<Answer> read_expansion(const Outcome& outcome, const Game& game) {
  Result<AnswerRecord> record = read_answer(outcome.answer);
  if (!record) return tl::unexpected<Error>(record.error());
  if (!(record->game.spec() == game.spec()) || record->game.moves() != game.moves()) {
    return failure("the answer is about another position");
  }
  Answer& answer = record->answer;
  if (!answer.expansion) return failure("the answer has no expansion");
  for (ExpandedMove& move : answer.expansion->moves) {
    Game after = game;
    if (!after.play(move.move)) return failure("a move of the answer is not legal");
    move.chance = std::clamp(move.chance, 0.0, 1.0);
  }
  return std::move(answer);
}

}  // namespace inarow::grid
