#include "service/fields.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "answer/codec.hpp"
#include "base/quote.hpp"

namespace inarow::service {

using Json = nlohmann::json;

Result<Json> read_object(const std::string& body, std::initializer_list<const char*> fields) {
  Json json = Json::parse(body, nullptr, false);
  if (!json.is_object()) {
    return failure(R"(the body must be a JSON object such as {"game":"connect4","moves":"4453"})");
  }
  for (const auto& [name, value] : json.items()) {
    if (std::find(fields.begin(), fields.end(), name) != fields.end()) continue;
    return failure(
        fmt::format("no field {}; the fields are {}", quoted(name), fmt::join(fields, ", ")));
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

Result<double> seconds_of(const Json& json, const RequestLimits& limits) {
  if (!json.contains("seconds")) return limits.default_seconds;
  const Json& seconds = json["seconds"];
  const double value = seconds.is_number() ? seconds.get<double>() : 0;
  if (value > 0 && value <= limits.max_seconds) return value;
  return failure(fmt::format("seconds must be a number above 0 and up to {}", limits.max_seconds));
}

Result<Game> position_of(const Json& json) {
  Json position = Json::object();
  for (const char* name : {"game", "moves"}) {
    if (json.contains(name)) position[name] = json[name];
  }
  Result<Question> question = read_question(position.dump());
  if (!question) return tl::unexpected<Error>(question.error());
  return std::move(question->game);
}

}  // namespace inarow::service
