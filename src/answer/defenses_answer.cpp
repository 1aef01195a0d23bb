#include "answer/defenses_answer.hpp"

#include "rules/notation.hpp"

namespace inarow {

using Json = nlohmann::ordered_json;

Json zones_json(const GameSpec& spec, const std::vector<std::vector<Cell>>& all) {
  Json zones = Json::array();
  for (const std::vector<Cell>& zone : all) {
    Json cells = Json::array();
    for (const Cell cell : zone) cells.push_back(cell_name(spec, cell));
    zones.push_back(cells);
  }
  return zones;
}

Json defenses_json(const Game& game, const threats::DefensesResult& result, double seconds) {
  const GameSpec& spec = game.spec();
  const Player attacker = opponent(game.to_move());
  Json json;
  json["game"] = spec.to_string();
  json["moves"] = format_moves(spec, game.moves());
  json["to_move"] = name_of(game.to_move());
  json["value"] = result.proved ? "loss" : result.defender_wins ? "win" : "unknown";
  json["winner"] = result.proved          ? name_of(attacker)
                   : result.defender_wins ? name_of(game.to_move())
                                          : "unknown";
  json["score"] = nullptr;
  json["plies_to_end"] = nullptr;
  json["best"] = Json::array();
  json["proved"] = result.proved || result.defender_wins;
  json["method"] = "threat";
  json["nodes"] = result.nodes;
  json["seconds"] = seconds;
  json["order"] = result.order;
  json["threats"] = result.threats;
  json["complete"] = !result.stopped;
  Json open = Json::array();
  for (const threats::OpenDefense& defense : result.open) {
    open.push_back(Json{{"stones", format_move(spec, defense.stones)},
                        {"free", defense.free},
                        {"quality", defense.quality}});
  }
  Json refuted = Json::array();
  for (const threats::RefutedDefense& defense : result.refuted) {
    refuted.push_back(Json{{"stones", format_move(spec, defense.stones)},
                           {"free", defense.free},
                           {"answer", format_move(spec, defense.answer)},
                           {"order", defense.order}});
  }
  json["defenses"] = open;
  json["refuted"] = refuted;
  if (result.proved) json["zones"] = zones_json(spec, result.zones);
  return json;
}

}  // namespace inarow
