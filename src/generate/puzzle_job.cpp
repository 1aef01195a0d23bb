#include "generate/puzzle_job.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "base/quote.hpp"
#include "rules/notation.hpp"

namespace inarow::puzzles {
namespace {

using nlohmann::json;

// A field of the job; keeps what is there if there is none.
template <class T>
void read_field(const json& object, const char* name, T& value) {
  if (object.contains(name)) object.at(name).get_to(value);
}

Result<PuzzleJob> read_fields(const json& object) {
  const Result<GameSpec> spec = GameSpec::parse(object.at("game").get<std::string>());
  if (!spec) return tl::unexpected<Error>(spec.error());
  if (const auto obstacle = puzzle_obstacle(*spec)) return failure(*obstacle);
  PuzzleJob job{*spec};
  read_field(object, "number", job.number);
  read_field(object, "order", job.maker.order);
  read_field(object, "win", job.maker.win);
  read_field(object, "defend", job.maker.defend);
  read_field(object, "least_length", job.maker.least_length);
  read_field(object, "most_empty", job.maker.most_empty);
  read_field(object, "minimise", job.maker.minimise);
  if (job.maker.order < 0 || job.maker.order > 3 || job.maker.least_length < 1) {
    return failure("order must be 0 to 3, least_length at least 1");
  }
  read_field(object, "players", job.self_play.players);
  read_field(object, "seed", job.self_play.seed);
  if (object.contains("moves")) {
    Result<Game> game = read_game(*spec, object.at("moves").get<std::string>());
    if (!game) return tl::unexpected<Error>(game.error());
    job.record = Record{std::move(*game)};
    read_field(object, "first_ply", job.record->first_ply);
  }
  return job;
}

Result<std::string> do_job(const std::string& text, const Work& work) {
  const Result<PuzzleJob> job = read_puzzle_job(text);
  if (!job) return tl::unexpected<Error>(job.error());
  std::optional<Record> record = job->record;
  if (!record) {
    Result<Game> played = self_play(job->spec, job->self_play, job->number, work.stop);
    if (!played) return tl::unexpected<Error>(played.error());
    record = Record{std::move(*played)};
  }
  const std::unique_ptr<Maker> maker = make_maker(job->spec, job->maker, work);
  const GamePuzzles found = puzzles_of(*record, *maker, job->number, work);
  if (stopped(work.stop)) return failure("stopped before all positions were looked at");
  json list = json::array();
  for (const Puzzle& puzzle : found.puzzles) list.push_back(json::parse(write_puzzle(puzzle)));
  return json{{"puzzles", list}, {"yield", yield_json(found.yield)}}.dump();
}

}  // namespace

std::string write_puzzle_job(const PuzzleJob& job) {
  json object{{"game", job.spec.to_string()},       {"number", job.number},
              {"order", job.maker.order},           {"win", job.maker.win},
              {"defend", job.maker.defend},         {"least_length", job.maker.least_length},
              {"most_empty", job.maker.most_empty}, {"minimise", job.maker.minimise}};
  if (job.record) {
    object["moves"] = format_moves(job.spec, job.record->game.moves());
    object["first_ply"] = job.record->first_ply;
  } else {
    object["players"] = job.self_play.players;
    object["seed"] = job.self_play.seed;
  }
  return json{{"puzzles", object}}.dump();
}

Result<PuzzleJob> read_puzzle_job(std::string_view text) {
  try {
    return read_fields(json::parse(text).at("puzzles"));
  } catch (const json::exception& error) {
    return failure(fmt::format("no job for puzzles: {}", printable(error.what())));
  }
}

Result<GamePuzzles> read_puzzle_answer(std::string_view text, const GameSpec& spec) {
  const json object = json::parse(text, nullptr, false);
  if (!object.is_object() || !object.contains("puzzles") || !object["puzzles"].is_array() ||
      !object.contains("yield")) {
    return failure("no answer with puzzles");
  }
  const std::optional<Yield> yield = read_yield(object["yield"]);
  if (!yield) return failure("the yield of the filters cannot be read");
  GamePuzzles found{{}, *yield};
  for (const json& one : object["puzzles"]) {
    Result<Puzzle> puzzle = read_puzzle(one.dump());
    if (!puzzle) return tl::unexpected<Error>(puzzle.error());
    if (!(puzzle->game.spec() == spec)) return failure("a puzzle of another game");
    found.puzzles.push_back(std::move(*puzzle));
  }
  return found;
}

grid::OtherJobs puzzle_jobs() {
  return {.are = [](const std::string& job) { return job.starts_with(R"({"puzzles":)"); },
          .run = do_job};
}

}  // namespace inarow::puzzles
