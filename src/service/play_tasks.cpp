#include "service/play_tasks.hpp"

#include <fmt/format.h>

#include <random>

#include "answer/position_answer.hpp"
#include "book/installed.hpp"
#include "match/drop_players.hpp"
#include "match/looking_player.hpp"
#include "rules/notation.hpp"
#include "rules/picture.hpp"
#include "service/fields.hpp"
#include "service/placement_task.hpp"

namespace inarow::service {
namespace {

using Json = nlohmann::ordered_json;

class SetupTask final : public AnswerTask {
 public:
  SetupTask(const GameSpec& spec, std::vector<Stone> stones)
      : AnswerTask(60), spec_(spec), stones_(std::move(stones)) {}

 private:
  void answer_or_throw() override {
    // It does not look at the clock; this many are looked at in about two seconds.
    constexpr std::size_t limit = 3'000'000;
    const Result<Game> game = game_with_stones(spec_, stones_, limit);
    if (!game) return set_error(400, game.error().message);
    set_answer(position_json(*game).dump());
  }

  GameSpec spec_;
  std::vector<Stone> stones_;
};

class MoveTask final : public AnswerTask {
 public:
  MoveTask(Request request, std::string opponent, Engines& engines)
      : AnswerTask(request.seconds),
        request_(std::move(request)),
        opponent_(std::move(opponent)),
        engines_(engines) {}

 private:
  void answer_or_throw() override {
    Json json{{"game", request_.game.spec().to_string()},
              {"moves", format_moves(request_.game.spec(), request_.game.moves())},
              {"opponent", opponent_}};
    Result<Move> move = failure("");
    if (opponent_ == "perfect") {
      move = perfect_move();
      found_ = move.has_value();
      json["promise"] = "plays perfectly, by exact search";
    } else {
      const Result<std::unique_ptr<Opponent>> player = find_player();
      if (!player) return set_error(400, player.error().message);
      move = (*player)->move(request_.game);
      json["promise"] = (*player)->promise();
    }
    if (!move) return set_error(stop().stopped() ? 503 : 400, move.error().message);
    json["move"] = format_move(request_.game.spec(), *move);
    set_answer(json.dump());
  }

  // With the engine and the book that analyses use, which know much already.
  Result<Move> perfect_move() {
    const auto engine = engines_.of(*request_.game.spec().drop());
    DropAnalyst analyst(engine->spec, engine->engine.get(), 1, engine->book.get(), &stop().flag(),
                        nullptr);
    const DropAnalysis analysis = analyst.analyse(request_.game, {.score = true});
    if (!analysis.complete || analysis.best.empty()) {
      return failure(
          fmt::format("no perfect move was found within {} seconds; this board is too "
                      "large for perfect play here",
                      request_.seconds));
    }
    return Move{*request_.game.landing_cell(analysis.best.front())};
  }

  Result<std::unique_ptr<Opponent>> find_player() {
    const GameSpec& spec = request_.game.spec();
    if (opponent_ == "victor") {
      const Result<victor::LineBook> lines = victor::LineBook::read(
          fmt::format("{}/{}", data_folder(), lines_file_name(*spec.drop())));
      if (!lines) {
        return failure(fmt::format("VICTOR has no lines for {}; he plays drop:7x6 as White",
                                   spec.to_string()));
      }
      return make_line_player(spec, request_.game.to_move(), *lines);
    }
    const Result<int> stones = stones_of_looking_player(opponent_);
    if (!stones) return tl::unexpected<Error>(stones.error());
    return make_looking_player(*stones, std::random_device{}(), stop());
  }

  // The search remembers; the others are quick.
  bool can_pause() const override { return opponent_ == "perfect"; }
  bool unfinished() const override { return !found_; }

  Request request_;
  std::string opponent_;
  Engines& engines_;
  bool found_ = false;
};

}  // namespace

Result<std::shared_ptr<AnswerTask>> make_setup_task(const std::string& body) {
  const Result<nlohmann::json> json = read_object(body, {"game", "picture"});
  if (!json) return tl::unexpected<Error>(json.error());
  const Result<std::string> name = text_of(*json, "game", "\"connect4\"");
  if (!name) return tl::unexpected<Error>(name.error());
  const Result<GameSpec> spec = GameSpec::parse(*name);
  if (!spec) return tl::unexpected<Error>(spec.error());
  const Result<std::string> picture = text_of(*json, "picture", "\"...x...\"");
  if (!picture) return tl::unexpected<Error>(picture.error());
  Result<std::vector<Stone>> stones = read_picture(*spec, *picture);
  if (!stones) return tl::unexpected<Error>(stones.error());
  return std::make_shared<SetupTask>(*spec, std::move(*stones));
}

Result<std::shared_ptr<AnswerTask>> make_move_task(const std::string& body,
                                                   const RequestLimits& limits, Engines& engines) {
  const Result<nlohmann::json> json = read_object(body, {"game", "moves", "opponent", "seconds"});
  if (!json) return tl::unexpected<Error>(json.error());
  Result<Request> request = position_of(*json);
  if (!request) return tl::unexpected<Error>(request.error());
  const bool placement = request->game.spec().placement() != nullptr;
  if (const auto finite = expect_finite_drop(request->game.spec(), "move"); !placement && !finite) {
    return tl::unexpected<Error>(finite.error());
  }
  if (request->game.over()) return failure("the game is over; there is no move");
  const Result<double> seconds = seconds_of(*json, limits);
  if (!seconds) return tl::unexpected<Error>(seconds.error());
  request->seconds = *seconds;
  const Result<std::string> opponent = text_of(*json, "opponent", "\"perfect\"");
  if (!opponent) return tl::unexpected<Error>(opponent.error());
  if (placement) {
    if (!PlacementMoveTask::level_named(*opponent)) {
      return failure("the opponent in placement games must be strong or easy");
    }
    return std::make_shared<PlacementMoveTask>(std::move(*request), *opponent);
  }
  if (*opponent != "perfect" && *opponent != "victor" && !stones_of_looking_player(*opponent)) {
    return failure("opponent must be perfect, victor or looks:0 to looks:8");
  }
  return std::make_shared<MoveTask>(std::move(*request), *opponent, engines);
}

}  // namespace inarow::service
