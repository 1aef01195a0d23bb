#include "service/request.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <initializer_list>
#include <nlohmann/json.hpp>

#include "rules/notation.hpp"
#include "service/fields.hpp"

namespace inarow::service {
namespace {

using Json = nlohmann::json;

std::string printable(const std::string& text) {
  return Json(text.substr(0, 40)).dump(-1, ' ', true, Json::error_handler_t::replace);
}

}  // namespace

Result<Json> read_object(const std::string& body, std::initializer_list<const char*> fields) {
  Json json = Json::parse(body, nullptr, false);
  if (!json.is_object()) {
    return failure(R"(the body must be a JSON object such as {"game":"connect4","moves":"4453"})");
  }
  for (const auto& [name, value] : json.items()) {
    if (std::find(fields.begin(), fields.end(), name) != fields.end()) continue;
    return failure(
        fmt::format("no field {}; the fields are {}", printable(name), fmt::join(fields, ", ")));
  }
  return json;
}

Result<std::string> text_of(const Json& json, const char* name, const char* example) {
  if (!json.contains(name)) return std::string();
  if (json[name].is_string()) return json[name].get<std::string>();
  return failure(fmt::format("{} must be a text, such as {}", name, example));
}

Result<bool> flag_of(const Json& json, const char* name) {
  if (!json.contains(name)) return false;
  if (json[name].is_boolean()) return json[name].get<bool>();
  return failure(fmt::format("{} must be true or false", name));
}

Result<Request> position_of(const Json& json) {
  const Result<std::string> game = text_of(json, "game", "\"connect4\"");
  if (!game) return tl::unexpected<Error>(game.error());
  if (game->empty()) return failure("game is missing; write for example \"game\":\"connect4\"");
  const Result<std::string> moves = text_of(json, "moves", "\"4453\"");
  if (!moves) return tl::unexpected<Error>(moves.error());
  const Result<GameSpec> spec = GameSpec::parse(*game);
  if (!spec) return tl::unexpected<Error>(spec.error());
  Result<Game> position = read_game(*spec, *moves);
  if (!position) return tl::unexpected<Error>(position.error());
  return Request{std::move(*position), {}, 0, default_threat_order, std::nullopt};
}

constexpr std::size_t max_chosen = 100;
constexpr const char* choice_example = R"({"rule":"claimeven","squares":["b1","b2"]})";

Result<std::vector<Cell>> cells_of(const GameSpec& spec, const Json& choice, const char* name) {
  std::vector<Cell> cells;
  if (!choice.contains(name)) return cells;
  const Json& list = choice[name];
  if (!list.is_array() || list.size() > 64) {
    return failure(fmt::format("{} must be a list of squares, as in {}", name, choice_example));
  }
  for (const Json& text : list) {
    if (!text.is_string()) {
      return failure(fmt::format("{} must be a list of squares, as in {}", name, choice_example));
    }
    const Result<Cell> cell = read_cell(spec, text.get<std::string>());
    if (!cell) return tl::unexpected<Error>(cell.error());
    cells.push_back(*cell);
  }
  return cells;
}

Result<victor::RuleChoice> choice_of(const GameSpec& spec, const Json& json) {
  if (!json.is_object() || !json.contains("rule") || !json["rule"].is_string()) {
    return failure(fmt::format("chosen must be a list of rules such as {}", choice_example));
  }
  for (const auto& [name, value] : json.items()) {
    if (name == "rule" || name == "squares" || name == "group" || name == "special") continue;
    return failure(
        fmt::format("a chosen rule has no field {}; its fields are rule, squares, group, special",
                    printable(name)));
  }
  victor::RuleChoice choice;
  const std::string wanted = json["rule"].get<std::string>();
  int number = 0;
  while (number < victor::rule_count && wanted != name_of(static_cast<victor::Rule>(number)))
    ++number;
  if (number == victor::rule_count)
    return failure(fmt::format("there is no rule {}", printable(wanted)));
  choice.rule = static_cast<victor::Rule>(number);
  for (const auto& [name, field] :
       {std::pair("squares", &choice.squares), std::pair("special", &choice.special)}) {
    Result<std::vector<Cell>> cells = cells_of(spec, json, name);
    if (!cells) return tl::unexpected<Error>(cells.error());
    *field = std::move(*cells);
  }
  const Result<std::vector<Cell>> group = cells_of(spec, json, "group");
  if (!group) return tl::unexpected<Error>(group.error());
  if (group->size() == 2) choice.group = victor::GroupEnds{(*group)[0], (*group)[1]};
  return choice;
}

Result<double> seconds_of(const Json& json, const RequestLimits& limits) {
  if (!json.contains("seconds")) return limits.default_seconds;
  const Json& seconds = json["seconds"];
  const double value = seconds.is_number() ? seconds.get<double>() : 0;
  if (value > 0 && value <= limits.max_seconds) return value;
  return failure(fmt::format("seconds must be a number above 0 and up to {}", limits.max_seconds));
}

Result<int> order_of(const Json& json, bool placement) {
  if (!json.contains("order")) return default_threat_order;
  const Json& order = json["order"];
  const bool fits = order.is_number_integer() && order >= 1 && order <= max_threat_order;
  if (placement && fits) return order.get<int>();
  return failure(
      fmt::format("order must be a number from 1 to {}, for placement games", max_threat_order));
}

Result<Request> read_rules_request(const std::string& body) {
  const Result<Json> json = read_object(body, {"game", "moves", "chosen"});
  if (!json) return tl::unexpected<Error>(json.error());
  Result<Request> request = position_of(*json);
  if (!request) return request;
  const GameSpec& spec = request->game.spec();
  if (const auto fits = victor::expect_second_applies_rules(request->game); !fits) {
    return tl::unexpected<Error>(fits.error());
  }
  if (!json->contains("chosen")) return request;
  const Json& list = (*json)["chosen"];
  if (!list.is_array() || list.size() > max_chosen) {
    return failure(fmt::format("chosen must be a list of up to {} rules such as {}", max_chosen,
                               choice_example));
  }
  request->chosen.emplace();
  for (const Json& entry : list) {
    Result<victor::RuleChoice> choice = choice_of(spec, entry);
    if (!choice) return tl::unexpected<Error>(choice.error());
    request->chosen->push_back(std::move(*choice));
  }
  return request;
}

Result<Request> read_position_request(const std::string& body) {
  const Result<Json> json = read_object(body, {"game", "moves"});
  if (!json) return tl::unexpected<Error>(json.error());
  return position_of(*json);
}

Result<Request> read_solve_request(const std::string& body, const RequestLimits& limits) {
  const Result<Json> json =
      read_object(body, {"game", "moves", "score", "all_moves", "pv", "seconds", "order"});
  if (!json) return tl::unexpected<Error>(json.error());
  Result<Request> request = position_of(*json);
  if (!request) return request;
  const bool placement = request->game.spec().placement() != nullptr;
  if (!placement) {
    if (const auto finite = expect_finite_drop(request->game.spec(), "solve"); !finite) {
      return tl::unexpected<Error>(finite.error());
    }
  }
  const Result<int> order = order_of(*json, placement);
  if (!order) return tl::unexpected<Error>(order.error());
  request->order = *order;
  DropQuestion& question = request->question;
  for (const auto& [name, field] :
       {std::pair("score", &question.score), std::pair("all_moves", &question.all_moves),
        std::pair("pv", &question.line)}) {
    const Result<bool> flag = flag_of(*json, name);
    if (!flag) return tl::unexpected<Error>(flag.error());
    *field = *flag;
  }
  const Result<double> seconds = seconds_of(*json, limits);
  if (!seconds) return tl::unexpected<Error>(seconds.error());
  request->seconds = *seconds;
  return request;
}

Result<Request> read_reason_request(const std::string& body, const RequestLimits& limits) {
  const Result<Json> json = read_object(body, {"game", "moves", "order", "seconds"});
  if (!json) return tl::unexpected<Error>(json.error());
  Result<Request> request = position_of(*json);
  if (!request) return request;
  const Result<int> order = order_of(*json, request->game.spec().placement() != nullptr);
  if (!order) return tl::unexpected<Error>(order.error());
  request->order = *order;
  const Result<double> seconds = seconds_of(*json, limits);
  if (!seconds) return tl::unexpected<Error>(seconds.error());
  request->seconds = *seconds;
  return request;
}

Result<void> expect_finite_drop(const GameSpec& spec, const char* what) {
  if (spec.drop() != nullptr && spec.drop()->height) return {};
  return failure(fmt::format(
      "{} works for drop games of finite height and for placement games in this version; {} is "
      "neither, write for example drop:7x6",
      what, spec.to_string()));
}

std::string cache_key(const char* kind, const Request& request) {
  const GameSpec& spec = request.game.spec();
  const DropQuestion& q = request.question;
  return fmt::format("{} {} {} {:d}{:d}{:d}{}", kind, spec.to_string(),
                     format_moves(spec, request.game.moves()), q.score, q.all_moves, q.line,
                     request.order);
}

}  // namespace inarow::service
