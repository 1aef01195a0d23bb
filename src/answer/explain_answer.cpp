#include "answer/explain_answer.hpp"

#include <utility>

#include "rules/notation.hpp"

namespace inarow {
namespace {

using Json = nlohmann::ordered_json;

Json cells_json(const GameSpec& spec, const std::vector<Cell>& cells) {
  Json list = Json::array();
  for (const Cell cell : cells) list.push_back(cell_name(spec, cell));
  return list;
}

Json group_json(const GameSpec& spec, const victor::GroupEnds& group) {
  return Json::array({cell_name(spec, group.first), cell_name(spec, group.second)});
}

Json groups_json(const GameSpec& spec, const std::vector<victor::GroupEnds>& groups) {
  Json list = Json::array();
  for (const victor::GroupEnds& group : groups) list.push_back(group_json(spec, group));
  return list;
}

Json rules_json(const GameSpec& spec, const std::vector<victor::RuleNote>& rules) {
  Json list = Json::array();
  for (const victor::RuleNote& rule : rules) {
    Json entry{{"rule", victor::name_of(rule.rule)}, {"squares", cells_json(spec, rule.squares)}};
    if (rule.group) entry["group"] = group_json(spec, *rule.group);
    if (!rule.special.empty()) entry["special"] = cells_json(spec, rule.special);
    entry["solves"] = groups_json(spec, rule.solves);
    list.push_back(std::move(entry));
  }
  return list;
}

Json lever_json(const GameSpec& spec, const victor::LeverNote& lever) {
  const bool threat = lever.kind == victor::LeverKind::odd_threat;
  Json json{{"kind", threat ? "odd-threat" : "threat-combination"},
            {"square", cell_name(spec, lever.square)}};
  if (!threat) {
    json["odd"] = cell_name(spec, *lever.odd);
    json["even"] = cell_name(spec, *lever.even);
    json["base"] = lever.base;
  }
  json["groups"] = groups_json(spec, lever.groups);
  json["solves"] = groups_json(spec, lever.solves);
  return json;
}

}  // namespace

Json explanation_json(const Game& game, const victor::Explanation& e) {
  const GameSpec& spec = game.spec();
  const bool claimed = e.set.claim != victor::Claim::none;
  Json json{{"game", spec.to_string()},
            {"moves", format_moves(spec, game.moves())},
            {"to_move", name_of(game.to_move())},
            {"claim", victor::name_of(e.set.claim)},
            {"proved", claimed},
            {"rules", claimed ? rules_json(spec, e.set.rules) : Json::array()}};
  Json threats = Json::array();
  for (const victor::ThreatNote& threat : e.threats) {
    Json entry{{"player", name_of(threat.player)},      {"square", cell_name(spec, threat.square)},
               {"parity", threat.odd ? "odd" : "even"}, {"useful", threat.useful},
               {"playable", threat.playable},           {"group", group_json(spec, threat.group)}};
    if (!threat.useful) entry["useless_because"] = threat.useless_because;
    threats.push_back(std::move(entry));
  }
  json["threats"] = std::move(threats);
  json["zugzwang"] = e.zugzwang ? name_of(*e.zugzwang) : "none";
  json["zugzwang_because"] = e.zugzwang_because;
  json["unsolved"] = groups_json(spec, e.unsolved);
  json["plan"] = claimed ? e.plan : std::vector<std::string>{};
  if (e.set.lever && claimed) json["lever"] = lever_json(spec, *e.set.lever);
  if (!claimed && !e.set.rules.empty()) json["partial_rules"] = rules_json(spec, e.set.rules);
  if (!claimed && e.set.lever) json["partial_lever"] = lever_json(spec, *e.set.lever);
  if (!e.wins_now.empty()) json["wins_now"] = cells_json(spec, e.wins_now);
  if (!e.must_stop.empty()) json["must_stop"] = cells_json(spec, e.must_stop);
  if (e.good_move) {
    Json after{{"move", cell_name(spec, *e.good_move)},
               {"claim", victor::name_of(e.after_good_move.claim)},
               {"rules", rules_json(spec, e.after_good_move.rules)}};
    if (e.after_good_move.lever) after["lever"] = lever_json(spec, *e.after_good_move.lever);
    json["after"] = std::move(after);
  }
  return json;
}

Json rule_list_json(const Game& game, const victor::RuleList& list) {
  const GameSpec& spec = game.spec();
  return Json{{"game", spec.to_string()},
              {"moves", format_moves(spec, game.moves())},
              {"problems", groups_json(spec, list.problems)},
              {"rules", rules_json(spec, list.rules)}};
}

Json choice_json(const Game& game, const victor::ChoiceCheck& check) {
  const GameSpec& spec = game.spec();
  return Json{{"game", spec.to_string()},
              {"moves", format_moves(spec, game.moves())},
              {"claim", victor::name_of(check.claim)},
              {"proved", check.claim != victor::Claim::none},
              {"unknown", check.unknown},
              {"clashes", check.clashes},
              {"unsolved", groups_json(spec, check.unsolved)}};
}

}  // namespace inarow
