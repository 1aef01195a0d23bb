#include "service/position_requests.hpp"

#include <vector>

#include "answer/position_answer.hpp"
#include "rules/notation.hpp"
#include "rules/picture.hpp"
#include "service/fields.hpp"

namespace inarow::service {
namespace {

// The search for a game does not look at the clock; this many positions take 20 MB and a third of a
// second.
constexpr std::size_t most_positions = 400'000;

}  // namespace

Answerable<std::string> show_reply(const std::string& body) {
  const Result<nlohmann::json> request = read_object(body, {"game", "moves"});
  if (!request) return bad_request(request.error());
  const Result<Game> game = position_of(*request);
  if (!game) return bad_request(game.error());
  auto json = position_json(*game);
  if (game->spec().cells()) {
    auto legal = nlohmann::ordered_json::array();
    if (!game->over()) {
      for (const Cell cell : game->playable_cells()) {
        legal.push_back(cell_name(game->spec(), cell));
      }
    }
    json["legal"] = std::move(legal);
  }
  return json.dump();
}

Answerable<std::string> setup_reply(const std::string& body) {
  const Result<nlohmann::json> json = read_object(body, {"game", "picture"});
  if (!json) return bad_request(json.error());
  const Result<std::string> name = text_of(*json, "game", "\"connect4\"");
  if (!name) return bad_request(name.error());
  const Result<GameSpec> spec = GameSpec::parse(*name);
  if (!spec) return bad_request(spec.error());
  const Result<std::string> picture = text_of(*json, "picture", "\"...x...\"");
  if (!picture) return bad_request(picture.error());
  const Result<std::vector<Stone>> stones = read_picture(*spec, *picture);
  if (!stones) return bad_request(stones.error());
  const Result<Game> game = game_with_stones(*spec, *stones, most_positions);
  if (!game) return bad_request(game.error());
  return position_json(*game).dump();
}

}  // namespace inarow::service
