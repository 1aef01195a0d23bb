#pragma once

// Requests that are questions (docs/formats/http.md), read strictly: an unknown field, a wrong type
// or a question that cannot be answered is an error that says how to write it right.
//
//   Result<Question> question = read_solve_request(R"({"game":"connect4","moves":"44"})", limits);
//   cache_key(*question)
//
// Each route allows some fields of answer/codec.hpp's questions and sets what it is itself about.
// The time is always limited, and so is the order of threats.

#include <string>

#include "ask/question.hpp"

namespace inarow::service {

struct RequestLimits {
  double default_seconds = 30;
  double max_seconds = 600;
};

// Of /api/solve and /api/analyse.
Result<Question> read_solve_request(const std::string& body, const RequestLimits& limits);
// Of /api/explain: only the reasons.
Result<Question> read_explain_request(const std::string& body, const RequestLimits& limits);
// Of /api/why: the same with the verdict and the plan that proves it.
Result<Question> read_why_request(const std::string& body, const RequestLimits& limits);
// Of /api/defenses.
Result<Question> read_defenses_request(const std::string& body, const RequestLimits& limits);
// Of /api/move: only the move of a computer player.
Result<Question> read_move_request(const std::string& body, const RequestLimits& limits);
// Of /api/prove: only a certificate; where it goes is left open.
Result<Question> read_prove_request(const std::string& body, const RequestLimits& limits);

// The question as one text, equal for equal questions; the time does not count.
std::string cache_key(const Question& question);

}  // namespace inarow::service
