#include "service/strategy_task.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "rules/notation.hpp"
#include "service/fields.hpp"

namespace inarow::service {
namespace {

using Json = nlohmann::ordered_json;

struct StrategyRequest {
  Game game;
  Player side = Player::second;
  double seconds = 0;
};

Result<StrategyRequest> read_strategy_request(const std::string& body,
                                              const RequestLimits& limits) {
  const Result<nlohmann::json> json = read_object(body, {"game", "side", "moves", "seconds"});
  if (!json) return tl::unexpected<Error>(json.error());
  Result<Request> position = position_of(*json);
  if (!position) return tl::unexpected<Error>(position.error());
  const Result<std::string> side = text_of(*json, "side", "\"second\"");
  if (!side) return tl::unexpected<Error>(side.error());
  if (*side != "first" && *side != "second") {
    return failure("side must be \"first\" or \"second\": whom the strategy plays for");
  }
  const Result<double> seconds = seconds_of(*json, limits);
  if (!seconds) return tl::unexpected<Error>(seconds.error());
  return StrategyRequest{std::move(position->game),
                         *side == "first" ? Player::first : Player::second, *seconds};
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
Result<std::string> answer_of(KeptStrategy& strategy, const StrategyRequest& request) {
  const std::lock_guard lock(strategy.mutex);
  Game game = request.game;
  const GameSpec& spec = game.spec();
  Json json{{"game", spec.to_string()},
            {"side", name_of(request.side)},
            {"promise", strategy.opponent->promise()}};
  json["reply"] = nullptr;
  if (!game.over() && game.to_move() == request.side) {
    const Result<Move> move = strategy.opponent->move(game);
    if (!move) return tl::unexpected<Error>(move.error());
    if (const Result<void> played = game.play(*move); !played) {
      return tl::unexpected<Error>(played.error());
    }
    json["reply"] = cells_json(spec, *move);
  }
  json["moves"] = format_moves(spec, game.moves());
  json["winner"] = winner_name(game.outcome());
  json["stones_due"] = game.over() ? 0 : game.stones_due();
  json["commitment"] = nullptr;
  if (!game.over()) {
    const Result<Commitment> commitment = strategy.opponent->commitment(game);
    if (!commitment) return tl::unexpected<Error>(commitment.error());
    json["commitment"] = commitment_json(spec, *commitment);
  }
  return json.dump();
}

std::string key_of(const StrategyRequest& request) {
  return request.game.spec().to_string() + " " + name_of(request.side);
}

class StrategyTask final : public AnswerTask {
 public:
  StrategyTask(StrategyRequest request, StrategyShelf& shelf)
      : AnswerTask(request.seconds), request_(std::move(request)), shelf_(shelf) {}

 private:
  void answer_or_throw() override {
    std::shared_ptr<KeptStrategy> strategy = shelf_.find(key_of(request_));
    if (!strategy) {
      SilentProgress silent;
      Result<std::unique_ptr<Opponent>> found =
          make_strategy(request_.game.spec(), request_.side, stop(), silent);
      if (!found) return set_error(400, found.error().message);
      if (!*found) {
        return set_error(400, no_strategy(request_.game.spec(), request_.side).message);
      }
      strategy = shelf_.store(key_of(request_), std::move(*found));
    }
    Result<std::string> text = answer_of(*strategy, request_);
    if (!text) return set_error(400, text.error().message);
    set_answer(std::move(*text));
  }

  StrategyRequest request_;
  StrategyShelf& shelf_;
};

}  // namespace

std::shared_ptr<KeptStrategy> StrategyShelf::find(const std::string& key) {
  const std::lock_guard lock(mutex_);
  const auto found = std::find_if(recent_.begin(), recent_.end(),
                                  [&](const auto& entry) { return entry->key == key; });
  if (found == recent_.end()) return nullptr;
  recent_.splice(recent_.begin(), recent_, found);
  return recent_.front();
}

std::shared_ptr<KeptStrategy> StrategyShelf::store(std::string key,
                                                   std::unique_ptr<Opponent> opponent) {
  auto fresh = std::make_shared<KeptStrategy>();
  fresh->key = std::move(key);
  fresh->opponent = std::move(opponent);
  const std::lock_guard lock(mutex_);
  recent_.push_front(fresh);
  if (recent_.size() > kept_) recent_.pop_back();
  return fresh;
}

Result<StrategyAnswer> make_strategy_answer(const std::string& body, const RequestLimits& limits,
                                            StrategyShelf& shelf) {
  Result<StrategyRequest> request = read_strategy_request(body, limits);
  if (!request) return tl::unexpected<Error>(request.error());
  if (const auto strategy = shelf.find(key_of(*request))) {
    Result<std::string> text = answer_of(*strategy, *request);
    if (!text) return tl::unexpected<Error>(text.error());
    return StrategyAnswer{std::move(*text), nullptr};
  }
  return StrategyAnswer{"", std::make_shared<StrategyTask>(std::move(*request), shelf)};
}

}  // namespace inarow::service
