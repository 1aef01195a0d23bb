#pragma once

// Requests as JSON (docs/formats/http.md), read strictly: an unknown field or a wrong type is an
// error that says how to write it right, for a typing mistake must not change the question.

#include <optional>
#include <string>
#include <vector>

#include "knowledge/victor/rule_list.hpp"
#include "rules/game.hpp"
#include "search/alphabeta/analysis.hpp"

namespace inarow::service {

inline constexpr int default_threat_order = 2;
inline constexpr int max_threat_order = 4;

struct Request {
  Game game;
  DropQuestion question;
  double seconds = 0;
  int order = default_threat_order;  // of threats in placement games, the highest to look for
  std::optional<std::vector<victor::RuleChoice>> chosen;  // of /api/rules
};

struct RequestLimits {
  double default_seconds = 30;
  double max_seconds = 600;
};

// Of /api/show: game and moves.
Result<Request> read_position_request(const std::string& body);
// Of /api/rules: also chosen. The second player must be able to apply the rules.
Result<Request> read_rules_request(const std::string& body);
// Of /api/solve and /api/analyse: also score, all_moves, pv and seconds, and order for placement
// games. The game must be a drop game of finite height or a placement game.
Result<Request> read_solve_request(const std::string& body, const RequestLimits& limits);

// Of /api/explain and /api/defenses: game, moves, seconds, and order for placement games.
Result<Request> read_reason_request(const std::string& body, const RequestLimits& limits);

// Complains if the game is not a drop game of finite height; `what` is the subject.
Result<void> expect_finite_drop(const GameSpec& spec, const char* what);

// The request as one text, equal for equal questions; the time does not count.
std::string cache_key(const char* kind, const Request& request);

}  // namespace inarow::service
