#include "generate/puzzle.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "answer/json_fields.hpp"
#include "base/quote.hpp"
#include "rules/notation.hpp"

namespace inarow::puzzles {
namespace {

constexpr std::array<const char*, 3> task_names{"win", "draw", "defend"};
constexpr std::array<const char*, number_of_themes> theme_names{
    "double threat", "quiet move",  "counter-threat", "sacrifice",    "zugzwang",
    "odd threat",    "even threat", "claimeven",      "stacked",      "fours",
    "threes",        "double four", "four-three",     "single threat"};

constexpr int most_length = 1000;
constexpr std::size_t longest_line = 100'000;

// The number of a name in a table; -1 if it is none of them.
template <class Names>
int number_of(const Names& names, std::string_view name) {
  const auto found = std::find(names.begin(), names.end(), name);
  return found == names.end() ? -1 : static_cast<int>(found - names.begin());
}

// As the file has it. Moves are texts until the game is known.
struct Record {
  std::string id;
  std::string game;
  std::string moves;
  std::string to_move;
  std::string task;
  int grade = 0;
  std::vector<std::string> solution;
  int length = 0;
  std::vector<std::string> themes;
  std::string sense;
  std::vector<std::string> line;
  std::vector<std::vector<std::string>> tries;
  Measures measures;
};

template <class Json>
void describe(Json& json, Record& r) {
  json.field("id", r.id);
  json.field("game", r.game);
  json.field("moves", r.moves);
  json.field("to_move", r.to_move);
  json.field("task", r.task);
  json.field("grade", r.grade);
  json.field("solution", r.solution);
  json.field("length", r.length);
  json.field("themes", r.themes);
  json.field("sense", r.sense);
  json.field("line", r.line);
  json.field("tries", r.tries);
  json.unless_zero("tempting", r.measures.tempting);
  json.unless_zero("quiet", r.measures.quiet);
  json.unless_zero("counter", r.measures.counter);
  json.unless_zero("depth", r.measures.depth);
}

Result<Move> read_whole_move(const GameSpec& spec, const std::string& text) {
  return cells_of_text(spec, text);
}

// The order that the sense names; -1 if it is written in another way.
int order_of(const std::string& sense) {
  if (sense == "exact") return 0;
  for (int order = 1; order <= 4; ++order) {
    if (sense == fmt::format("threats up to order {}", order)) return order;
  }
  return -1;
}

tl::unexpected<Error> bad(const char* field, const std::string& value, const char* right) {
  return failure(fmt::format("{} is {}; {}", field, quoted(value), right));
}

Result<void> play_line(const Puzzle& puzzle) {
  Game game = puzzle.game;
  for (const Move& move : puzzle.line) {
    if (game.play(move)) continue;
    // What a line leaves out is not placed.
    Move whole = move;
    whole.resize(std::max(whole.size(), static_cast<std::size_t>(game.stones_due())), null_stone);
    if (const Result<void> played = game.play(whole); !played) {
      return failure(fmt::format("the line cannot be played: {}", played.error().message));
    }
  }
  return {};
}

Result<Puzzle> puzzle_of(const Record& r) {
  const Result<GameSpec> spec = GameSpec::parse(r.game);
  if (!spec) return tl::unexpected<Error>(spec.error());
  Result<Game> game = read_game(*spec, r.moves);
  if (!game) return tl::unexpected<Error>(game.error());
  if (game->over()) return failure("the game of the position is over");
  Puzzle puzzle{.id = r.id, .game = std::move(*game)};
  if (r.to_move != inarow::name_of(puzzle.game.to_move())) {
    return bad("to_move", r.to_move, "the moves say otherwise");
  }
  const int task = number_of(task_names, r.task);
  if (task < 0) return bad("task", r.task, "the tasks are win, draw and defend");
  puzzle.task = static_cast<Task>(task);
  if (r.grade < 1 || r.grade > grades) return failure("the grades are 1 to 5");
  puzzle.grade = r.grade;
  if (r.length < 1 || r.length > most_length) return failure("a length is 1 to 1000");
  puzzle.length = r.length;
  puzzle.order = order_of(r.sense);
  if (puzzle.order < 0) return bad("sense", r.sense, "write exact or threats up to order 2");
  for (const std::string& name : r.themes) {
    const int theme = number_of(theme_names, name);
    if (theme < 0) return bad("a theme", name, "docs/puzzles.md has the list");
    puzzle.themes.push_back(static_cast<Theme>(theme));
  }
  const auto legal = [&](const std::string& text) -> Result<Move> {
    Result<Move> move = read_whole_move(*spec, text);
    if (!move) return move;
    Game next = puzzle.game;
    if (const Result<void> played = next.play(*move); !played) {
      return tl::unexpected<Error>(played.error());
    }
    return move;
  };
  if (r.solution.size() != 1) return failure("a puzzle has one solution");
  Result<Move> solution = legal(r.solution[0]);
  if (!solution) return tl::unexpected<Error>(solution.error());
  puzzle.solution = std::move(*solution);
  for (const std::string& text : r.line) {
    Result<Move> move = read_whole_move(*spec, text);
    if (!move) return tl::unexpected<Error>(move.error());
    puzzle.line.push_back(std::move(*move));
  }
  if (puzzle.line.empty() || !same_stones(puzzle.line[0], puzzle.solution)) {
    return failure("the line does not begin with the solution");
  }
  if (const Result<void> played = play_line(puzzle); !played) {
    return tl::unexpected<Error>(played.error());
  }
  for (const std::vector<std::string>& one : r.tries) {
    if (one.empty() || one.size() > 2) return failure("a try is a move and its answer");
    Result<Move> move = legal(one[0]);
    if (!move) return tl::unexpected<Error>(move.error());
    if (same_stones(*move, puzzle.solution)) return failure("a wrong try is the solution");
    WrongTry wrong{std::move(*move), {}};
    if (one.size() == 2) {
      Result<Move> answer = read_whole_move(*spec, one[1]);
      if (!answer) return tl::unexpected<Error>(answer.error());
      wrong.answer = std::move(*answer);
    }
    puzzle.tries.push_back(std::move(wrong));
  }
  puzzle.measures = r.measures;
  return puzzle;
}

}  // namespace

const char* name_of(Task task) { return task_names[static_cast<std::size_t>(task)]; }
const char* name_of(Theme theme) { return theme_names[static_cast<std::size_t>(theme)]; }

std::string sense_of(const Puzzle& puzzle) {
  if (puzzle.order == 0) return "exact";
  return fmt::format("threats up to order {}", puzzle.order);
}

std::string task_in_words(const Puzzle& puzzle) {
  const char* const colour = puzzle.game.spec().colour(puzzle.game.to_move());
  switch (puzzle.task) {
    case Task::win:
      return fmt::format("{} to move and win in {}", colour, puzzle.length);
    case Task::draw:
      return fmt::format("{} to move and draw", colour);
    case Task::defend:
      break;
  }
  return fmt::format("{} to move and hold", colour);
}

std::string write_puzzle(const Puzzle& puzzle) {
  const GameSpec& spec = puzzle.game.spec();
  Record r;
  r.id = puzzle.id;
  r.game = spec.to_string();
  r.moves = format_moves(spec, puzzle.game.moves());
  r.to_move = inarow::name_of(puzzle.game.to_move());
  r.task = name_of(puzzle.task);
  r.grade = puzzle.grade;
  r.solution = {format_move(spec, puzzle.solution)};
  r.length = puzzle.length;
  for (const Theme theme : puzzle.themes) r.themes.emplace_back(name_of(theme));
  r.sense = sense_of(puzzle);
  for (const Move& move : puzzle.line) r.line.push_back(format_move(spec, move));
  for (const WrongTry& wrong : puzzle.tries) {
    r.tries.push_back({format_move(spec, wrong.move)});
    if (!wrong.answer.empty()) r.tries.back().push_back(format_move(spec, wrong.answer));
  }
  r.measures = puzzle.measures;
  std::string out;
  JsonWriter(out, spec).object(r);
  return out;
}

Result<Puzzle> read_puzzle(std::string_view line) {
  if (line.size() > longest_line) return failure("the line is too long for a puzzle");
  const nlohmann::json json = nlohmann::json::parse(line, nullptr, false);
  if (json.is_discarded()) return failure("this is no JSON");
  // Moves are read when the game is known; the reader needs any.
  static const GameSpec any{DropSpec{}};
  Record record;
  std::string error;
  JsonReader reader(json, any, error);
  if (reader.ok()) describe(reader, record);
  if (!error.empty()) return failure(error);
  return puzzle_of(record);
}

Result<std::vector<Puzzle>> read_puzzles(std::string_view text) {
  std::vector<Puzzle> puzzles;
  std::size_t number = 0;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    const std::string_view line = text.substr(at, end - at);
    at = end + 1;
    ++number;
    if (line.find_first_not_of(" \r\t") == std::string_view::npos) continue;
    Result<Puzzle> puzzle = read_puzzle(line);
    if (!puzzle) return failure(fmt::format("line {}: {}", number, puzzle.error().message), number);
    puzzles.push_back(std::move(*puzzle));
  }
  return puzzles;
}

}  // namespace inarow::puzzles
