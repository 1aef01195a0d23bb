#include "service/rules_requests.hpp"

#include <fmt/format.h>

#include <optional>
#include <utility>
#include <vector>

#include "answer/rule_json.hpp"
#include "base/quote.hpp"
#include "knowledge/victor/rule_list.hpp"
#include "rules/notation.hpp"
#include "service/fields.hpp"

namespace inarow::service {
namespace {

using Json = nlohmann::json;
using Choices = std::vector<victor::RuleChoice>;

constexpr std::size_t max_chosen = 100;
constexpr std::size_t max_squares = 64;
constexpr const char* choice_example = R"({"rule":"claimeven","squares":["b1","b2"]})";

Result<std::vector<Cell>> cells_of(const GameSpec& spec, const Json& choice, const char* name) {
  std::vector<Cell> cells;
  if (!choice.contains(name)) return cells;
  const auto wrong = [&] {
    return failure(fmt::format("{} must be a list of squares, as in {}", name, choice_example));
  };
  const Json& list = choice[name];
  if (!list.is_array() || list.size() > max_squares) return wrong();
  for (const Json& text : list) {
    if (!text.is_string()) return wrong();
    const Result<Cell> cell = read_cell(spec, text.get<std::string>());
    if (!cell) return tl::unexpected<Error>(cell.error());
    cells.push_back(*cell);
  }
  return cells;
}

Result<victor::Rule> rule_named(const std::string& name) {
  for (int number = 0; number < victor::rule_count; ++number) {
    const auto rule = static_cast<victor::Rule>(number);
    if (name == name_of(rule)) return rule;
  }
  return failure(fmt::format("there is no rule {}", quoted(name)));
}

Result<victor::RuleChoice> choice_of(const GameSpec& spec, const Json& json) {
  if (!json.is_object() || !json.contains("rule") || !json["rule"].is_string()) {
    return failure(fmt::format("chosen must be a list of rules such as {}", choice_example));
  }
  for (const auto& [name, value] : json.items()) {
    if (name == "rule" || name == "squares" || name == "group" || name == "special") continue;
    return failure(
        fmt::format("a chosen rule has no field {}; its fields are rule, squares, group, special",
                    quoted(name)));
  }
  const Result<victor::Rule> rule = rule_named(json["rule"].get<std::string>());
  if (!rule) return tl::unexpected<Error>(rule.error());
  victor::RuleChoice choice;
  choice.rule = *rule;
  std::vector<Cell> group;
  for (const auto& [name, field] :
       {std::pair("squares", &choice.squares), std::pair("special", &choice.special),
        std::pair("group", &group)}) {
    Result<std::vector<Cell>> cells = cells_of(spec, json, name);
    if (!cells) return tl::unexpected<Error>(cells.error());
    *field = std::move(*cells);
  }
  if (group.size() == 2) choice.group = victor::GroupEnds{group[0], group[1]};
  return choice;
}

Result<Choices> choices_of(const GameSpec& spec, const Json& list) {
  if (!list.is_array() || list.size() > max_chosen) {
    return failure(fmt::format("chosen must be a list of up to {} rules such as {}", max_chosen,
                               choice_example));
  }
  Choices choices;
  for (const Json& entry : list) {
    Result<victor::RuleChoice> choice = choice_of(spec, entry);
    if (!choice) return tl::unexpected<Error>(choice.error());
    choices.push_back(std::move(*choice));
  }
  return choices;
}

}  // namespace

Answerable<std::string> rules_reply(const std::string& body) {
  const Result<Json> json = read_object(body, {"game", "moves", "chosen"});
  if (!json) return bad_request(json.error());
  Result<Game> game = position_of(*json);
  if (!game) return bad_request(game.error());
  if (const Result<void> fits = victor::expect_second_applies_rules(*game); !fits) {
    return bad_request(fits.error());
  }
  std::optional<Choices> chosen;
  if (json->contains("chosen")) {
    Result<Choices> choices = choices_of(game->spec(), (*json)["chosen"]);
    if (!choices) return bad_request(choices.error());
    chosen = std::move(*choices);
  }
  return chosen ? choice_json(*game, victor::check_choice(*game, *chosen))
                : rule_list_json(*game, victor::list_rules(*game));
}

}  // namespace inarow::service
