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
  return Request{std::move(*position), {}, 0};
}

Result<double> seconds_of(const Json& json, const RequestLimits& limits) {
  if (!json.contains("seconds")) return limits.default_seconds;
  const Json& seconds = json["seconds"];
  const double value = seconds.is_number() ? seconds.get<double>() : 0;
  if (value > 0 && value <= limits.max_seconds) return value;
  return failure(fmt::format("seconds must be a number above 0 and up to {}", limits.max_seconds));
}

Result<Request> read_position_request(const std::string& body) {
  const Result<Json> json = read_object(body, {"game", "moves"});
  if (!json) return tl::unexpected<Error>(json.error());
  return position_of(*json);
}

Result<Request> read_solve_request(const std::string& body, const RequestLimits& limits) {
  const Result<Json> json =
      read_object(body, {"game", "moves", "score", "all_moves", "pv", "seconds"});
  if (!json) return tl::unexpected<Error>(json.error());
  Result<Request> request = position_of(*json);
  if (!request) return request;
  if (const auto finite = expect_finite_drop(request->game.spec(), "solve"); !finite) {
    return tl::unexpected<Error>(finite.error());
  }
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

Result<void> expect_finite_drop(const GameSpec& spec, const char* what) {
  if (spec.drop() != nullptr && spec.drop()->height) return {};
  return failure(fmt::format(
      "{} works for drop games of finite height in this version; {} is none, write for example "
      "drop:7x6",
      what, spec.to_string()));
}

std::string cache_key(const char* kind, const Request& request) {
  const GameSpec& spec = request.game.spec();
  const DropQuestion& q = request.question;
  return fmt::format("{} {} {} {:d}{:d}{:d}", kind, spec.to_string(),
                     format_moves(spec, request.game.moves()), q.score, q.all_moves, q.line);
}

}  // namespace inarow::service
