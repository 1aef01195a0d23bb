#include "answer/placement_answer.hpp"

#include "answer/defenses_answer.hpp"
#include "rules/notation.hpp"

namespace inarow {
namespace {

using Json = nlohmann::ordered_json;

// Boards on which the exact search is faster than a look for threats.
constexpr int tiny_board = 16;

bool has_null_stones(const Game& game) {
  for (const Move& move : game.moves()) {
    for (const Cell cell : move) {
      if (cell == null_stone) return true;
    }
  }
  return false;
}

void search_threats(const Game& game, int order, const std::atomic<bool>& stop,
                    PlacementObserver& observer, PlacementValue& found) {
  threats::ThreatProver prover(*game.spec().placement(), game.stones(), game.to_move(), {}, &stop);
  observer.searching_threats(&prover);
  if (std::optional<threats::ThreatWin> win = prover.find_winner(order)) {
    const bool mover = win->winner == game.to_move();
    found.value = mover ? GameValue::win : GameValue::loss;
    found.method = "threat";
    if (mover) found.best = std::move(win->move);
    found.order = win->order;
    found.zones = std::move(win->zones);
  }
  found.searched_order = prover.searched_order();
  found.nodes += prover.nodes();
  observer.searching_threats(nullptr);
  observer.nodes_done(found.nodes);
}

void search_all(const Game& game, const PlacementQuestion& question, const std::atomic<bool>& stop,
                PlacementObserver& observer, PlacementValue& found) {
  ExactSolver solver(*game.spec().placement(), question.table_bytes);
  observer.searching_all(&solver);
  if (!found.value) {
    const ExactSolver::Answer answer = solver.value(game, &stop);
    if (answer.value) {
      found.value = answer.value;
      found.best = answer.best;
      found.method = "alphabeta";
    }
  }
  if (question.all_moves && found.value && !game.over()) {
    for (const Cell cell : game.playable_cells()) {
      if (stop) break;
      found.stones.push_back({cell, solver.value_of_stone(game, cell, &stop)});
      observer.stone_known(found.stones.back());
    }
  }
  found.nodes += solver.nodes();
  observer.searching_all(nullptr);
  observer.nodes_done(found.nodes);
}

}  // namespace

PlacementValue find_placement_value(const Game& game, const PlacementQuestion& question,
                                    const std::atomic<bool>& stop, PlacementObserver& observer) {
  PlacementValue found;
  if (game.over()) {
    found.value = game.outcome() == Outcome::draw ? GameValue::draw : GameValue::loss;
    return found;
  }
  const std::optional<std::string> no_threats = threats::ThreatSearch::obstacle(game);
  const bool exact = !ExactSolver::obstacle(game.spec()) && !has_null_stones(game);
  const bool tiny = exact && *game.spec().cells() - game.stone_count() <= tiny_board;
  if (!no_threats && !tiny) search_threats(game, question.order, stop, observer, found);
  if (exact) search_all(game, question, stop, observer, found);
  if (!found.value && !exact && no_threats) {
    found.obstacle = game.stone_count() == 0
                         ? "nothing can be proved of an empty board of this size"
                         : *no_threats;
  }
  return found;
}

const char* value_name(const std::optional<GameValue>& value) {
  if (!value) return "unknown";
  return *value == GameValue::win ? "win" : *value == GameValue::loss ? "loss" : "draw";
}

Json placement_json(const Game& game, const PlacementValue& found, double seconds) {
  const GameSpec& spec = game.spec();
  const auto winner = [&]() -> const char* {
    if (!found.value) return "unknown";
    if (*found.value == GameValue::draw) return "draw";
    return name_of(*found.value == GameValue::win ? game.to_move() : opponent(game.to_move()));
  };
  Json json{{"game", spec.to_string()},
            {"moves", format_moves(spec, game.moves())},
            {"to_move", name_of(game.to_move())},
            {"value", value_name(found.value)},
            {"winner", winner()},
            {"score", nullptr},
            {"plies_to_end", nullptr},
            {"best", Json::array()},
            {"proved", found.value.has_value()},
            {"method", found.value ? found.method : "threat"},
            {"nodes", found.nodes},
            {"seconds", seconds}};
  if (!found.best.empty()) json["best"].push_back(format_move(spec, found.best));
  if (found.order > 0) {
    json["order"] = found.order;
    json["zones"] = zones_json(spec, found.zones);
  }
  if (!found.value) json["searched_order"] = found.searched_order;
  if (!found.obstacle.empty()) json["obstacle"] = found.obstacle;
  if (!found.stones.empty()) {
    Json values = Json::object();
    for (const StoneValue& stone : found.stones) {
      values[cell_name(spec, stone.cell)] = Json{{"value", value_name(stone.value)}};
    }
    json["moves_value"] = std::move(values);
  }
  return json;
}

}  // namespace inarow
