#include "service/puzzle_requests.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>

#include "ask/tables.hpp"
#include "base/quote.hpp"
#include "generate/glicko.hpp"
#include "generate/grade.hpp"
#include "generate/puzzle_files.hpp"
#include "generate/sheet.hpp"
#include "generate/solution_tree.hpp"
#include "generate/trial.hpp"
#include "rules/notation.hpp"
#include "service/fields.hpp"
#include "service/file_requests.hpp"

namespace inarow::service {
namespace {

using namespace puzzles;
using Json = nlohmann::ordered_json;

constexpr std::size_t most_on_a_sheet = 200;
constexpr std::size_t threat_bytes = 64 * megabyte;  // of the search for threats

Answerable<PuzzleShelf::Puzzles> loaded(PuzzleShelf& shelf) {
  Result<PuzzleShelf::Puzzles> puzzles = shelf.all();
  if (!puzzles) return refused(500, puzzles.error().message);
  return std::move(*puzzles);
}

Answerable<Puzzle> puzzle_named(const nlohmann::json& json, PuzzleShelf& shelf) {
  const Result<std::string> id = inarow::service::text_of(json, "id", "\"c4-000001\"");
  if (!id) return bad_request(id.error());
  const Answerable<PuzzleShelf::Puzzles> all = loaded(shelf);
  if (!all) return tl::unexpected<Refusal>(all.error());
  const auto found = std::find_if((*all)->begin(), (*all)->end(),
                                  [&](const Puzzle& puzzle) { return puzzle.id == *id; });
  if (found != (*all)->end()) return *found;
  return refused(404, fmt::format("there is no puzzle {}; /api/puzzles has all", quoted(*id)));
}

Json themes_json(const Puzzle& puzzle) {
  Json themes = Json::array();
  for (const Theme theme : puzzle.themes) themes.push_back(puzzles::name_of(theme));
  return themes;
}

Json line_json(const GameSpec& spec, const MoveList& line) {
  Json moves = Json::array();
  for (const Move& move : line) moves.push_back(format_move(spec, move));
  return moves;
}

// The number of a day such as 2026-11-16; today's in UTC if there is none.
Result<std::int64_t> day_of(const std::string& text) {
  using namespace std::chrono;
  if (text.empty()) return floor<days>(system_clock::now()).time_since_epoch().count();
  const bool shaped = text.size() == 10 && text[4] == '-' && text[7] == '-' &&
                      std::all_of(text.begin(), text.end(),
                                  [](char c) { return c == '-' || (c >= '0' && c <= '9'); }) &&
                      std::count(text.begin(), text.end(), '-') == 2;
  if (shaped) {
    const year_month_day date{year{std::stoi(text.substr(0, 4))},
                              month{static_cast<unsigned>(std::stoi(text.substr(5, 2)))},
                              day{static_cast<unsigned>(std::stoi(text.substr(8, 2)))}};
    if (date.ok()) return sys_days{date}.time_since_epoch().count();
  }
  return failure("day must be a date such as \"2026-11-16\"");
}

// A search in a drop game has its tables in `tables`; one for threats takes from the pool.
struct PuzzleWork {
  PuzzleWork(const Puzzle& puzzle, const PuzzleTools& tools, const StopToken& stop)
      : lease(puzzle.game.spec().drop() != nullptr ? MemoryPool::Lease()
                                                   : tools.memory.take(threat_bytes)),
        work{.tables = &tools.tables,
             .stop = &stop,
             .memory_bytes = program_bytes + thread_bytes + lease.bytes()} {}
  MemoryPool::Lease lease;
  Work work;
};

Result<double> number_of(const nlohmann::json& json, const char* name, double least, double most) {
  if (json.contains(name) && json[name].is_number()) {
    const double value = json[name].get<double>();
    if (value >= least && value <= most) return value;
  }
  return failure(fmt::format("{} must be a number from {} to {}", name, least, most));
}

Json rating_json(const Rating& rating) {
  return {{"rating", rating.rating},
          {"deviation", rating.deviation},
          {"volatility", rating.volatility}};
}

}  // namespace

Result<PuzzleShelf::Puzzles> PuzzleShelf::all() {
  const std::lock_guard lock(mutex_);
  if (!puzzles_) {
    Result<std::vector<Puzzle>> read = load_puzzles({});
    if (!read) return tl::unexpected<Error>(read.error());
    puzzles_ = std::make_shared<const std::vector<Puzzle>>(std::move(*read));
  }
  return puzzles_;
}

Answerable<std::string> puzzles_reply(const std::string& body, PuzzleShelf& shelf) {
  const Result<nlohmann::json> json = read_object(body, {"game", "day"});
  if (!json) return bad_request(json.error());
  const Result<std::string> name = text_of(*json, "game", "\"connect4\"");
  if (!name) return bad_request(name.error());
  const Result<GameSpec> spec = GameSpec::parse(*name);
  if (!spec) return bad_request(spec.error());
  const Result<std::string> date = text_of(*json, "day", "\"2026-11-16\"");
  if (!date) return bad_request(date.error());
  const Result<std::int64_t> day = day_of(*date);
  if (!day) return bad_request(day.error());
  const Answerable<PuzzleShelf::Puzzles> all = loaded(shelf);
  if (!all) return tl::unexpected<Refusal>(all.error());
  Json list = Json::array();
  for (const Puzzle& puzzle : **all) {
    if (!(puzzle.game.spec() == *spec)) continue;
    list.push_back({{"id", puzzle.id},
                    {"grade", puzzle.grade},
                    {"task", puzzles::name_of(puzzle.task)},
                    {"themes", themes_json(puzzle)}});
  }
  Json answer{{"game", spec->to_string()}, {"daily", nullptr}};
  if (!list.empty()) answer["daily"] = list[puzzle_of_day(*day, list.size())]["id"];
  answer["puzzles"] = std::move(list);
  return answer.dump();
}

Answerable<std::string> puzzle_reply(const std::string& body, PuzzleShelf& shelf) {
  const Result<nlohmann::json> json = read_object(body, {"id"});
  if (!json) return bad_request(json.error());
  const Answerable<Puzzle> puzzle = puzzle_named(*json, shelf);
  if (!puzzle) return tl::unexpected<Refusal>(puzzle.error());
  const GameSpec& spec = puzzle->game.spec();
  return Json{{"id", puzzle->id},
              {"game", spec.to_string()},
              {"moves", format_moves(spec, puzzle->game.moves())},
              {"to_move", name_of(puzzle->game.to_move())},
              {"task", puzzles::name_of(puzzle->task)},
              {"words", task_in_words(*puzzle) + "."},
              {"grade", puzzle->grade},
              {"length", puzzle->length},
              {"themes", themes_json(*puzzle)},
              {"sense", sense_of(*puzzle)},
              {"rating", first_rating(puzzle->grade)},
              {"hints", hints_for(*puzzle, puzzle->game, puzzle->solution)}}
      .dump();
}

Answerable<std::string> try_reply(const std::string& body, const PuzzleTools& tools,
                                  const StopToken& stop) {
  const Result<nlohmann::json> json = read_object(body, {"id", "moves", "move"});
  if (!json) return bad_request(json.error());
  const Answerable<Puzzle> puzzle = puzzle_named(*json, tools.shelf);
  if (!puzzle) return tl::unexpected<Refusal>(puzzle.error());
  const GameSpec& spec = puzzle->game.spec();
  Game game = puzzle->game;
  if (json->contains("moves")) {
    const Result<std::string> moves = text_of(*json, "moves", "\"4453\"");
    if (!moves) return bad_request(moves.error());
    Result<Game> played = read_game(spec, *moves);
    if (!played) return bad_request(played.error());
    game = std::move(*played);
  }
  const MoveList& begun = puzzle->game.moves();
  const bool follows = game.moves().size() >= begun.size() &&
                       std::equal(begun.begin(), begun.end(), game.moves().begin());
  if (!follows || game.to_move() != puzzle->game.to_move() || game.over()) {
    return bad_request(
        "moves must be the puzzle's, then moves of the solver with the replies to them");
  }
  const Result<std::string> text = text_of(*json, "move", "\"d1\"");
  if (!text) return bad_request(text.error());
  const Result<Move> move = read_move(game, *text);
  if (!move) return bad_request(move.error());
  const PuzzleWork work(*puzzle, tools, stop);
  const Result<TryAnswer> answer = try_move(*puzzle, game, *move, work.work);
  if (!answer) return refused(stop.stop_requested() ? 503 : 400, answer.error().message);
  Json reply{{"id", puzzle->id},
             {"move", format_move(spec, *move)},
             {"right", answer->right},
             {"solved", answer->solved},
             {"wins", answer->wins},
             {"words", answer->words},
             {"moves", format_moves(spec, answer->after.moves())},
             {"reply", answer->reply.empty() ? Json() : Json(format_move(spec, answer->reply))}};
  if (!answer->right) reply["line"] = line_json(spec, answer->line);
  if (answer->right && !answer->solved) {
    reply["hints"] = hints_for(*puzzle, answer->after, answer->next);
  }
  return reply.dump();
}

Answerable<std::string> solution_reply(const std::string& body, const PuzzleTools& tools,
                                       const StopToken& stop) {
  const Result<nlohmann::json> json = read_object(body, {"id"});
  if (!json) return bad_request(json.error());
  const Answerable<Puzzle> puzzle = puzzle_named(*json, tools.shelf);
  if (!puzzle) return tl::unexpected<Refusal>(puzzle.error());
  const PuzzleWork work(*puzzle, tools, stop);
  const GameTree tree = solution_tree(*puzzle, work.work);
  if (stop.stop_requested()) return refused(503, "the time was too short for the whole solution");
  Json answer = tree_json(tree);
  answer["id"] = puzzle->id;
  answer["begin"] = puzzle->game.moves().size();
  answer["line"] = line_json(tree.spec, puzzle->line);
  return answer.dump();
}

Answerable<std::string> rate_reply(const std::string& body, PuzzleShelf& shelf) {
  const Result<nlohmann::json> json =
      read_object(body, {"id", "solved", "rating", "deviation", "volatility"});
  if (!json) return bad_request(json.error());
  const Answerable<Puzzle> puzzle = puzzle_named(*json, shelf);
  if (!puzzle) return tl::unexpected<Refusal>(puzzle.error());
  const Result<bool> solved = flag_of(*json, "solved");
  if (!solved) return bad_request(solved.error());
  Rating person;
  for (const auto& [name, field, least, most] :
       {std::tuple("rating", &person.rating, -10'000.0, 10'000.0),
        std::tuple("deviation", &person.deviation, 1.0, 350.0),
        std::tuple("volatility", &person.volatility, 0.001, 1.0)}) {
    if (!json->contains(name)) continue;
    const Result<double> value = number_of(*json, name, least, most);
    if (!value) return bad_request(value.error());
    *field = *value;
  }
  Rating opponent;
  opponent.rating = first_rating(puzzle->grade);
  Json answer = rating_json(updated(person, {{opponent, *solved ? 1.0 : 0.0}}));
  answer["expected"] = expected_score(person, opponent);
  return answer.dump();
}

Answerable<std::string> sheet_reply(const std::string& body, PuzzleShelf& shelf) {
  const Result<nlohmann::json> json = read_object(body, {"ids", "title"});
  if (!json) return bad_request(json.error());
  const Result<std::string> title = text_of(*json, "title", "\"For Tuesday\"");
  if (!title) return bad_request(title.error());
  const auto wrong = [] {
    return bad_request(fmt::format("ids must be up to {} ids of puzzles, such as [\"c4-000001\"]",
                                   most_on_a_sheet));
  };
  if (!json->contains("ids") || !(*json)["ids"].is_array()) return wrong();
  const nlohmann::json& ids = (*json)["ids"];
  if (ids.empty() || ids.size() > most_on_a_sheet) return wrong();
  PuzzleChoice choice;
  for (const nlohmann::json& id : ids) {
    if (!id.is_string()) return wrong();
    choice.ids.push_back(id.get<std::string>());
  }
  const Answerable<PuzzleShelf::Puzzles> all = loaded(shelf);
  if (!all) return tl::unexpected<Refusal>(all.error());
  const Result<std::vector<Puzzle>> chosen = choose(**all, choice);
  if (!chosen) return bad_request(chosen.error());
  return Json{{"html", html_sheet(*chosen, {.title = *title})}}.dump(
      -1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace inarow::service
