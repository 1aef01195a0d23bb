#include "service/strategy_requests.hpp"

#include "ask/player_tools.hpp"
#include "match/kept_players.hpp"
#include "rules/notation.hpp"
#include "service/fields.hpp"

namespace inarow::service {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* strategy = "strategy";  // the player's name in match/registry.hpp

struct StrategyRequest {
  Game game;
  Player side = Player::second;
  double seconds = 0;
};

Result<StrategyRequest> read_strategy_request(const std::string& body,
                                              const RequestLimits& limits) {
  const Result<nlohmann::json> json = read_object(body, {"game", "side", "moves", "seconds"});
  if (!json) return tl::unexpected<Error>(json.error());
  Result<Game> game = position_of(*json);
  if (!game) return tl::unexpected<Error>(game.error());
  const Result<std::string> side = text_of(*json, "side", "\"second\"");
  if (!side) return tl::unexpected<Error>(side.error());
  if (*side != "first" && *side != "second") {
    return failure("side must be \"first\" or \"second\": whom the strategy plays for");
  }
  const Result<double> seconds = seconds_of(*json, limits);
  if (!seconds) return tl::unexpected<Error>(seconds.error());
  return StrategyRequest{.game = std::move(*game),
                         .side = *side == "first" ? Player::first : Player::second,
                         .seconds = *seconds};
}

Json cells_json(const GameSpec& spec, const std::vector<Cell>& cells) {
  Json list = Json::array();
  for (const Cell cell : cells) list.push_back(cell_name(spec, cell));
  return list;
}

Json commitment_json(const GameSpec& spec, const Commitment& c) {
  Json json{{"text", c.text}};
  if (spec.drop() != nullptr) {
    Json frozen = Json::array();
    for (const Column column : c.frozen) frozen.push_back(column_name(column));
    Json replies = Json::array();
    for (const Commitment::Reply& reply : c.replies) {
      replies.push_back({{"move", column_name(reply.move)},
                         {"reply", column_name(reply.reply)},
                         {"freezes", reply.freezes},
                         {"wins", reply.wins}});
    }
    json["frozen"] = std::move(frozen);
    json["replies"] = std::move(replies);
    return json;
  }
  Json tiles = Json::array();
  for (const auto& tile : c.watch.tiles) tiles.push_back(cells_json(spec, tile));
  Json lines = Json::array();
  for (const maker_breaker::WatchedLine& line : c.watch.lines) {
    lines.push_back({{"cells", cells_json(spec, line.cells)},
                     {"stones", line.maker_stones},
                     {"broken", line.broken}});
  }
  json["tiles"] = std::move(tiles);
  json["lines"] = std::move(lines);
  json["missing"] = c.watch.missing;
  return json;
}

const char* winner_name(Outcome outcome) {
  switch (outcome) {
    case Outcome::first_wins:
      return "first";
    case Outcome::second_wins:
      return "second";
    case Outcome::draw:
      return "draw";
    case Outcome::undecided:
      break;
  }
  return "none";
}

// The strategy's move, if it is its turn, and what it has promised after it.
Result<std::string> answer_of(const ComputerPlayer& player, const StrategyRequest& request,
                              const StopToken& stop) {
  Game game = request.game;
  const GameSpec& spec = game.spec();
  Json json{
      {"game", spec.to_string()}, {"side", name_of(request.side)}, {"promise", player.promise()}};
  json["reply"] = nullptr;
  if (!game.over() && game.to_move() == request.side) {
    const Result<Choice> choice = player.choose(game, {.stop = &stop});
    if (!choice) return tl::unexpected<Error>(choice.error());
    if (const Result<void> played = game.play(choice->move); !played) {
      return tl::unexpected<Error>(played.error());
    }
    json["reply"] = cells_json(spec, choice->move);
  }
  json["moves"] = format_moves(spec, game.moves());
  json["winner"] = winner_name(game.outcome());
  json["stones_due"] = game.over() ? 0 : game.stones_due();
  json["commitment"] = nullptr;
  if (!game.over()) {
    const Result<Commitment> commitment = player.commitment(game);
    if (!commitment) return tl::unexpected<Error>(commitment.error());
    json["commitment"] = commitment_json(spec, *commitment);
  }
  return json.dump();
}

}  // namespace

Answerable<std::string> strategy_reply(const std::string& body, const RequestLimits& limits,
                                       Tables& tables, const StopToken& stop) {
  Result<StrategyRequest> request = read_strategy_request(body, limits);
  if (!request) return bad_request(request.error());
  StopToken in_time(&stop);
  in_time.limit_time(request->seconds);
  // As much as the table of a game; see also KeptPlayers.
  const std::size_t memory = program_bytes + thread_bytes + tables.table_bytes();
  const Result<SharedPlayer> player =
      tables.players().get(strategy, request->game.spec(), request->side,
                           player_tools({.stop = &in_time, .memory_bytes = memory}, tables));
  if (!player) return refused(in_time.stop_requested() ? 503 : 400, player.error().message);
  Result<std::string> text = answer_of(**player, *request, in_time);
  if (!text) return refused(in_time.stop_requested() ? 503 : 400, text.error().message);
  return std::move(*text);
}

}  // namespace inarow::service
