#include "service/position_requests.hpp"

#include <utility>
#include <vector>

#include "answer/position_answer.hpp"
#include "rules/notation.hpp"
#include "rules/picture.hpp"
#include "service/fields.hpp"

namespace inarow::service {
namespace {

// The search for a game does not look at the clock; this many positions are looked at in about two
// seconds.
constexpr std::size_t most_positions = 3'000'000;
constexpr double patience = 60;

class SetupTask final : public AnswerTask {
 public:
  SetupTask(const GameSpec& spec, std::vector<Stone> stones)
      : AnswerTask(patience), spec_(spec), stones_(std::move(stones)) {}

 private:
  void answer_or_throw() override {
    const Result<Game> game = game_with_stones(spec_, stones_, most_positions);
    if (!game) return set_error(400, game.error().message);
    set_answer(position_json(*game).dump());
  }

  GameSpec spec_;
  std::vector<Stone> stones_;
};

}  // namespace

Answerable<Reply> show_reply(const std::string& body) {
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
  return Reply{json.dump(), nullptr};
}

Answerable<Reply> setup_reply(const std::string& body) {
  const Result<nlohmann::json> json = read_object(body, {"game", "picture"});
  if (!json) return bad_request(json.error());
  const Result<std::string> name = text_of(*json, "game", "\"connect4\"");
  if (!name) return bad_request(name.error());
  const Result<GameSpec> spec = GameSpec::parse(*name);
  if (!spec) return bad_request(spec.error());
  const Result<std::string> picture = text_of(*json, "picture", "\"...x...\"");
  if (!picture) return bad_request(picture.error());
  Result<std::vector<Stone>> stones = read_picture(*spec, *picture);
  if (!stones) return bad_request(stones.error());
  return Reply{"", std::make_shared<SetupTask>(*spec, std::move(*stones))};
}

}  // namespace inarow::service
