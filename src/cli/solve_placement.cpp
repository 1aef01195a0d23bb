#include "cli/solve_placement.hpp"

#include <fmt/format.h>

#include <chrono>

#include "cli/drop_options.hpp"
#include "rules/notation.hpp"
#include "search/placement/exact_solver.hpp"

namespace inarow::cli {
namespace {

const char* value_word(const std::optional<GameValue>& value) {
  if (!value) return "unknown";
  return *value == GameValue::win ? "win" : *value == GameValue::loss ? "loss" : "draw";
}

const char* winner_word(const Game& game, const std::optional<GameValue>& value) {
  if (!value) return "unknown";
  if (*value == GameValue::draw) return "draw";
  return name_of(*value == GameValue::win ? game.to_move() : opponent(game.to_move()));
}

bool has_null_stones(const Game& game) {
  for (const Move& move : game.moves()) {
    for (const Cell cell : move) {
      if (cell == null_stone) return true;
    }
  }
  return false;
}

std::string in_words(const Game& game, const std::optional<GameValue>& value) {
  const GameSpec& spec = game.spec();
  if (!value) return "unknown: stopped before the value was proved";
  const std::string over = game.over() ? "the game is over: " : "";
  if (*value == GameValue::draw) return over + (game.over() ? "drawn" : "draw");
  const Player winner = *value == GameValue::win ? game.to_move() : opponent(game.to_move());
  return fmt::format("{}{} {}", over, spec.colour(winner), game.over() ? "has won" : "wins");
}

}  // namespace

Exit solve_exactly(const Game& game, const CommonOptions& common, const StopToken& stop) {
  const GameSpec& spec = game.spec();
  if (const std::optional<std::string> obstacle = ExactSolver::obstacle(spec)) {
    return bad_input(*obstacle + "; write for example Connect(6,6,4,1,1)");
  }
  if (has_null_stones(game)) return bad_input("exact search takes no null stones (--)");
  const auto start = std::chrono::steady_clock::now();
  const auto elapsed = [&] {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  };
  ExactSolver solver(*spec.placement(),
                     table_bytes_for(common, *spec.cells() - game.stone_count()));
  ExactSolver::Answer answer;
  {
    ProgressLine progress(common.quiet);
    const Watch watch(stop, progress, [&] {
      return fmt::format("{:.1f} M nodes", static_cast<double>(solver.nodes()) / 1e6);
    });
    answer = solver.value(game, &stop.flag());
  }
  const std::string best = answer.best.empty() ? "" : format_move(spec, answer.best);
  if (common.json) {
    Json json;
    json["game"] = spec.to_string();
    json["moves"] = format_moves(spec, game.moves());
    json["to_move"] = name_of(game.to_move());
    json["value"] = value_word(answer.value);
    json["winner"] = winner_word(game, answer.value);
    json["score"] = nullptr;
    json["plies_to_end"] = nullptr;
    json["best"] = best.empty() ? Json::array() : Json::array({best});
    json["proved"] = answer.value.has_value();
    json["method"] = "alphabeta";
    json["nodes"] = solver.nodes();
    json["seconds"] = elapsed();
    print_json(json);
  } else {
    fmt::print("{}\n", in_words(game, answer.value));
    if (!best.empty()) fmt::print("best: {}\n", best);
    fmt::print("depth-first search, {} nodes, {:.3f} s\n", solver.nodes(), elapsed());
  }
  return answer.value ? Exit::done : Exit::stopped;
}

}  // namespace inarow::cli
