#pragma once

// The JSON of questions and answers, written and read here and nowhere else. docs/formats/ has it
// in words (question.md, solve.md, explain.md, certificate.md) and as JSON Schema
// (question.schema.json, answer.schema.json), which the tests validate against.
//
//   std::string text = answer_json(game, answer);
//   Result<AnswerRecord> same = read_answer(text);
//
// What is written and read again is the same, field by field.

#include <string>
#include <string_view>
#include <vector>

#include "ask/answer.hpp"
#include "ask/strategy_claims.hpp"
#include "ask/why.hpp"
#include "rules/observer.hpp"

namespace inarow {

// An answer with the position that it is about.
struct AnswerRecord {
  Game game;
  Answer answer;
};

// Appends one object on one line.
void append_answer(std::string& out, const Game& game, const Answer& answer);
std::string answer_json(const Game& game, const Answer& answer);
Result<AnswerRecord> read_answer(std::string_view text);

// The answer to a position that cannot be read, in a batch.
void append_error(std::string& out, const GameSpec& spec, const std::string& moves,
                  const std::string& message);

// Only the reasons (docs/formats/explain.md), only the certificate (certificate.md), only the move
// of a player (http.md).
std::string why_json(const Game& game, const Why& why);
std::string proof_json(const Game& game, const ProofReport& proof);
std::string played_json(const Game& game, const PlayedMove& played);
// A proof by a strategy, which is about a game and not about a position.
std::string strategy_proof_json(const StrategyProof& proof);

// A move that was decided while others are still searched (http.md).
std::string decided_json(const Game& game, const DecidedMove& move, bool score);
// How the work stands (http.md); `state` is waiting or running.
std::string status_json(const Game& game, const WorkStatus& status, const char* state,
                        double seconds);

// Questions. `fields` are those that may be there, of the list in docs/formats/question.md; any
// other one is refused, for a typing mistake must not change the question. Nothing: all of them.
std::string question_json(const Question& question);
Result<Question> read_question(std::string_view text, const std::vector<std::string>& fields = {});

}  // namespace inarow
