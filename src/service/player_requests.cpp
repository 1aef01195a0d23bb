#include "service/player_requests.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "ask/player_tools.hpp"
#include "service/fields.hpp"

namespace inarow::service {

using Json = nlohmann::ordered_json;

Answerable<std::string> players_reply(const std::string& body, Tables& tables) {
  const Result<nlohmann::json> request = read_object(body, {"game"});
  if (!request) return bad_request(request.error());
  const Result<std::string> name = text_of(*request, "game", "\"connect4\"");
  if (!name) return bad_request(name.error());
  const Result<GameSpec> spec = GameSpec::parse(*name);
  if (!spec) return bad_request(spec.error());
  const PlayerTools tools = player_tools({}, tables);
  // By both sides, each player once.
  std::vector<std::pair<PlayerKind, Json>> found;
  for (const Player side : {Player::first, Player::second}) {
    for (PlayerKind kind : players_of(*spec, side, tools)) {
      auto known = std::find_if(found.begin(), found.end(),
                                [&](const auto& entry) { return entry.first.name == kind.name; });
      if (known == found.end()) {
        known = found.insert(found.end(), {std::move(kind), Json::array()});
      }
      known->second.push_back(name_of(side));
    }
  }
  Json players = Json::array();
  for (auto& [kind, sides] : found) {
    players.push_back({{"name", kind.name},
                       {"meaning", kind.meaning},
                       {"sides", std::move(sides)},
                       {"external", kind.external}});
  }
  return Json{{"game", spec->to_string()}, {"players", std::move(players)}}.dump();
}

}  // namespace inarow::service
