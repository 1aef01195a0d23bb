// Which questions can be answered as they are asked, and the sentence for those that cannot.

#include <fmt/format.h>

#include "ask/asker.hpp"
#include "ask/certificate_answer.hpp"
#include "ask/placement_why.hpp"
#include "search/placement/exact_solver.hpp"
#include "search/threat_space/threat_search.hpp"

namespace inarow {
namespace {

using Refusal = std::optional<std::string>;

// What is looked at: the whole question, or only what holds for every position of the game.
enum class Scope : std::uint8_t { position, game };

bool by_rules(Method method) { return method == Method::victor || method == Method::proof_number; }

Refusal refuse_rules(const Question& question, Scope scope) {
  const DropSpec& spec = *question.game.spec().drop();
  if (question.wanted.score) {
    return fmt::format("method {} finds no score; leave out score or take method alphabeta",
                       name_of(question.method));
  }
  if (!spec.height || *spec.height % 2 != 0) {
    return fmt::format(
        "the rules of methods victor and proof-number need an even number of rows; {} has {}, "
        "leave out the method",
        question.game.spec().to_string(),
        spec.height ? std::to_string(*spec.height) : "infinitely many");
  }
  if (scope == Scope::position && question.game.over()) {
    return "the game is over; methods victor and proof-number need a running game";
  }
  return std::nullopt;
}

Refusal refuse_drop(const Question& question, Scope scope) {
  const GameSpec& spec = question.game.spec();
  const bool infinite = !spec.drop()->height;
  if (question.method == Method::threat) return "method threat is for placement games";
  if (question.wanted.defenses) {
    return fmt::format("defenses are for placement games, and {} is no placement game",
                       spec.to_string());
  }
  if (question.expand && infinite) return "expand is for drop games of finite height";
  if (question.expand && scope == Scope::position && question.game.over()) {
    return "the game is over, there is nothing to search";
  }
  if (by_rules(question.method)) return refuse_rules(question, scope);
  if (infinite && (question.method != Method::automatic || question.wanted.score)) {
    return fmt::format(
        "scores and exact search are for drop games of finite height; {} is none, write for "
        "example drop:7x6",
        spec.to_string());
  }
  if (question.why_not && scope == Scope::position) {
    Game next = question.game;
    if (const auto played = next.play(*question.why_not); !played) return played.error().message;
  }
  if (infinite && question.wanted.why) {
    return fmt::format(
        "explain works for placement games and for drop games of finite height; {} is none, write "
        "for example drop:7x6",
        spec.to_string());
  }
  return std::nullopt;
}

Refusal refuse_threats(const Question& question, Scope scope) {
  if (scope == Scope::game) return threats::ThreatSearch::obstacle(question.game.spec());
  if (question.game.over()) return "the game is over, there is nothing to search";
  return threats::ThreatSearch::obstacle(question.game);
}

Refusal refuse_placement(const Question& question, Scope scope) {
  const Game& game = question.game;
  if (by_rules(question.method)) {
    return fmt::format("method {} is for drop games", name_of(question.method));
  }
  if (question.wanted.score) return "placement games have no scores; leave out score";
  if (question.why_not) return "why not a move is for drop games; ask for the position after it";
  if (question.wanted.why) {
    return scope == Scope::game ? threats::ThreatSearch::obstacle(game.spec())
                                : explain_obstacle(game);
  }
  if (question.expand) {
    if (has_null_stones(game)) return "proofs take no null stones (--)";
    return refuse_threats(question, scope);
  }
  if (question.wanted.defenses) {
    if (question.method == Method::alphabeta) return "defenses need method threat";
    return refuse_threats(question, scope);
  }
  if (!question.wanted.value) return std::nullopt;
  if (question.method == Method::threat) return refuse_threats(question, scope);
  if (question.method == Method::alphabeta) {
    if (const auto reason = ExactSolver::obstacle(game.spec())) {
      return *reason + "; write for example Connect(6,6,4,1,1)";
    }
    if (has_null_stones(game)) return "exact search takes no null stones (--)";
  }
  return std::nullopt;
}

Refusal refusal_of(const Question& question, Scope scope) {
  const int order = question.limits.order.value_or(1);
  if (order < 1 || order > max_threat_order) {
    return fmt::format("order {}: the orders of threats are 1 to {}", order, max_threat_order);
  }
  if (!question.lines_path.empty() && !by_rules(question.method)) {
    return "lines are found by the methods victor and proof-number";
  }
  if (!question.checkpoint_path.empty() &&
      (by_rules(question.method) || question.method == Method::threat ||
       question.game.spec().drop() == nullptr || !question.game.spec().drop()->height)) {
    return "a checkpoint is for exact search (method alphabeta) of drop games of finite height";
  }
  if (scope == Scope::position && question.move && question.game.over())
    return "the game is over; there is no move";
  const bool drop = question.game.spec().drop() != nullptr;
  if (const Refusal refusal =
          drop ? refuse_drop(question, scope) : refuse_placement(question, scope)) {
    return refusal;
  }
  if (scope == Scope::game || !question.certificate) return std::nullopt;
  return certificate_obstacle(question);
}

}  // namespace

Result<void> check(const Question& question) {
  if (const Refusal refusal = refusal_of(question, Scope::position)) return failure(*refusal);
  return {};
}

Result<void> check_game(const Question& question) {
  if (const Refusal refusal = refusal_of(question, Scope::game)) return failure(*refusal);
  return {};
}

}  // namespace inarow
