#include "answer/solve_answer.hpp"

#include <fmt/format.h>

#include <iterator>
#include <nlohmann/json.hpp>

#include "rules/notation.hpp"

namespace inarow {
namespace {

const char* winner_name(const ScoreRange& range, Player to_move) {
  if (range.lower > 0) return name_of(to_move);
  if (range.upper < 0) return name_of(opponent(to_move));
  return range.lower == 0 && range.upper == 0 ? "draw" : "unknown";
}

// The cells that a line of columns falls on, from the position of `game`.
void append_cells(std::string& out, const Game& game, const std::vector<Column>& columns,
                  bool in_turn) {
  std::vector<int> heights(static_cast<std::size_t>(game.spec().drop()->width));
  for (std::size_t x = 0; x < heights.size(); ++x) {
    const auto cell = game.landing_cell(Column{static_cast<int>(x)});
    heights[x] = cell ? cell->y : *game.spec().drop()->height;
  }
  out += '[';
  for (const Column column : columns) {
    if (out.back() != '[') out += ',';
    int& height = heights[static_cast<std::size_t>(column.index)];
    fmt::format_to(std::back_inserter(out), "\"{}{}\"", column_name(column), height + 1);
    if (in_turn) ++height;
  }
  out += ']';
}

}  // namespace

const char* value_name(const ScoreRange& range) {
  if (range.lower > 0) return "win";
  if (range.upper < 0) return "loss";
  return range.lower == 0 && range.upper == 0 ? "draw" : "unknown";
}

void append_answer(std::string& out, const Game& game, const DropAnalysis& analysis,
                   const AnswerFormat& format) {
  const auto to = std::back_inserter(out);
  const ScoreRange& range = analysis.range;
  const char* value = value_name(range);
  const bool exact = range.lower == range.upper;
  const bool proved = value[0] != 'u';
  fmt::format_to(to, R"({{"game":"{}","moves":"{}","to_move":"{}","value":"{}","winner":"{}")",
                 game.spec().to_string(), format_moves(game.spec(), game.moves()),
                 name_of(game.to_move()), value, winner_name(range, game.to_move()));
  if (format.score && exact) {
    fmt::format_to(
        to, R"(,"score":{},"plies_to_end":{})", range.lower,
        game.over() ? 0 : plies_to_end(*game.spec().cells(), game.stone_count(), range.lower));
  } else {
    out += R"(,"score":null,"plies_to_end":null)";
  }
  if (format.best) {
    out += R"(,"best":)";
    append_cells(out, game, analysis.best, false);
  }
  if (format.line) {
    out += R"(,"pv":)";
    append_cells(out, game, analysis.line, true);
  }
  fmt::format_to(to, R"(,"proved":{})", proved);
  if (!analysis.complete) {
    fmt::format_to(to, R"(,"bounds":[{},{}])", range.lower, range.upper);
  }
  fmt::format_to(to, R"(,"method":"{}","nodes":{},"seconds":{:.6f})",
                 analysis.from_book ? "book" : "alphabeta", range.nodes, format.seconds);
  if (format.all_moves) {
    out += R"(,"moves_value":{)";
    for (const MoveScore& move : analysis.moves) {
      if (out.back() != '{') out += ',';
      fmt::format_to(to, R"("{}":{{"value":"{}","score":)", column_name(move.column),
                     value_name(move.range));
      if (format.score && move.range.lower == move.range.upper) {
        fmt::format_to(to, "{}}}", move.range.lower);
      } else {
        out += "null}";
      }
    }
    out += '}';
  }
  if (!format.certificate.empty()) out += R"(,"certificate":)" + format.certificate;
  out += '}';
}

void append_error(std::string& out, const GameSpec& spec, const std::string& moves,
                  const std::string& message) {
  const nlohmann::ordered_json json{
      {"game", spec.to_string()}, {"moves", moves}, {"error", message}};
  out += json.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

}  // namespace inarow
