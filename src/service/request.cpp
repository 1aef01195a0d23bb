#include "service/request.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "answer/codec.hpp"
#include "ask/asker.hpp"
#include "service/fields.hpp"

namespace inarow::service {
namespace {

using Json = nlohmann::json;

constexpr int default_threat_order = 2;
constexpr double thinking_seconds = 4;  // of a player that uses all the time it gets
constexpr Wanted nothing{.value = false, .best = false, .estimate = false};

// What all routes have in common. Whoever calls says what is wanted and lets it be checked.
Result<Question> read_limited(const std::string& body, const std::vector<std::string>& fields,
                              const RequestLimits& limits) {
  Result<Question> question = read_question(body, fields);
  if (!question) return question;
  double& seconds = question->limits.seconds;
  if (seconds == 0) seconds = limits.default_seconds;
  if (seconds > limits.max_seconds) {
    return failure(
        fmt::format("seconds must be a number above 0 and up to {}", limits.max_seconds));
  }
  if (question->game.spec().placement() != nullptr && !question->limits.order) {
    question->limits.order = default_threat_order;
  }
  return question;
}

Result<Question> checked(Question question) {
  if (const Result<void> fits = check(question); !fits) {
    return tl::unexpected<Error>(fits.error());
  }
  return question;
}

}  // namespace

Result<Question> read_solve_request(const std::string& body, const RequestLimits& limits) {
  Result<Question> question = read_limited(
      body, {"game", "moves", "score", "all_moves", "pv", "seconds", "order", "method"}, limits);
  if (!question) return question;
  return checked(std::move(*question));
}

Result<Question> read_explain_request(const std::string& body, const RequestLimits& limits) {
  Result<Question> question = read_limited(
      body, {"game", "moves", "order", "seconds", "reason", "why_not", "proof_seconds"}, limits);
  if (!question) return question;
  const bool reason = question->wanted.reason;
  question->wanted = nothing;
  question->wanted.why = true;
  question->wanted.estimate = true;
  question->wanted.reason = reason;
  return checked(std::move(*question));
}

Result<Question> read_why_request(const std::string& body, const RequestLimits& limits) {
  Result<Question> question = read_explain_request(body, limits);
  if (question) question->wanted.reason = question->game.spec().drop() != nullptr;
  return question;
}

Result<Question> read_defenses_request(const std::string& body, const RequestLimits& limits) {
  Result<Question> question = read_limited(body, {"game", "moves", "order", "seconds"}, limits);
  if (!question) return question;
  question->wanted.defenses = true;
  return checked(std::move(*question));
}

Result<Question> read_move_request(const std::string& body, const RequestLimits& limits) {
  Result<Question> question = read_limited(body, {"game", "moves", "opponent", "seconds"}, limits);
  if (!question) return question;
  question->wanted = nothing;
  if (!question->move) question->move.emplace();
  question = checked(std::move(*question));
  if (!question) return question;
  if (question->game.spec().placement() != nullptr) {
    question->limits.seconds = std::min(question->limits.seconds, thinking_seconds);
  }
  return question;
}

// The fields of the certificate stand beside the others, and in an object of their own in a
// question.
Result<Question> read_prove_request(const std::string& body, const RequestLimits& limits) {
  Result<Json> json =
      read_object(body, {"game", "moves", "claim", "for", "score", "rules", "order", "seconds"});
  if (!json) return tl::unexpected<Error>(json.error());
  const bool score_given = json->contains("score");
  Json wish = Json::object();
  for (const char* name : {"claim", "for", "score", "rules"}) {
    if (!json->contains(name)) continue;
    wish[name] = std::move((*json)[name]);
    json->erase(name);
  }
  (*json)["certificate"] = std::move(wish);
  Result<Question> question =
      read_limited(json->dump(), {"game", "moves", "certificate", "order", "seconds"}, limits);
  if (!question) return question;
  question->wanted = nothing;
  // A score of 1 is what a win is without a word, so that it could not be told from none.
  if (score_given && question->game.spec().placement() != nullptr) {
    return failure("placement games have no scores; the claims are win, not-lose and value");
  }
  if (score_given && question->certificate->claim != "win") {
    return failure("score is for claims of kind win; the others find the score themselves");
  }
  return checked(std::move(*question));
}

std::string cache_key(const Question& question) {
  Question timeless = question;
  timeless.limits.seconds = 0;
  return question_json(timeless);
}

}  // namespace inarow::service
