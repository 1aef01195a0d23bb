#include "ask/question.hpp"

#include <array>
#include <utility>

#include "ask/answer.hpp"

namespace inarow {
namespace {

constexpr std::array<std::pair<Method, const char*>, 5> method_names{
    {{Method::automatic, "auto"},
     {Method::alphabeta, "alphabeta"},
     {Method::victor, "victor"},
     {Method::proof_number, "proof-number"},
     {Method::threat, "threat"}}};

}  // namespace

const char* name_of(Method method) { return method_names[static_cast<std::size_t>(method)].second; }

std::optional<Method> method_named(std::string_view name) {
  for (const auto& [method, text] : method_names) {
    if (name == text) return method;
  }
  return std::nullopt;
}

const char* name_of(RuleClaim claim) {
  switch (claim) {
    case RuleClaim::first_wins:
      return "first-wins";
    case RuleClaim::second_not_lose:
      return "second-not-lose";
    case RuleClaim::none:
      break;
  }
  return "none";
}

const char* name_of(Source source) {
  switch (source) {
    case Source::alphabeta:
      return "alphabeta";
    case Source::book:
      return "book";
    case Source::victor:
      return "victor";
    case Source::proof_number:
      return "proof-number";
    case Source::threat:
      return "threat";
    case Source::strategy:
      break;
  }
  return "strategy";
}

const char* winner_name(const Game& game, const std::optional<GameValue>& value) {
  if (!value) return "unknown";
  if (*value == GameValue::draw) return "draw";
  return name_of(*value == GameValue::win ? game.to_move() : opponent(game.to_move()));
}

}  // namespace inarow
