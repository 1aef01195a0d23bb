#include "cli/solve_placement.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <memory>

#include "answer/solve_answer.hpp"
#include "cli/batch.hpp"
#include "cli/drop_options.hpp"
#include "cli/placement_certificate.hpp"
#include "rules/notation.hpp"
#include "search/placement/exact_solver.hpp"

namespace inarow::cli {
namespace {

constexpr std::size_t max_listed_moves = 100'000;

using Value = std::optional<GameValue>;

const char* value_word(const Value& value) {
  if (!value) return "unknown";
  return *value == GameValue::win ? "win" : *value == GameValue::loss ? "loss" : "draw";
}

const char* winner_word(const Game& game, const Value& value) {
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

std::string in_words(const Game& game, const Value& value) {
  const GameSpec& spec = game.spec();
  if (!value) return "unknown: stopped before the value was proved";
  const std::string over = game.over() ? "the game is over: " : "";
  if (*value == GameValue::draw) return over + (game.over() ? "drawn" : "draw");
  const Player winner = *value == GameValue::win ? game.to_move() : opponent(game.to_move());
  return fmt::format("{}{} {}", over, spec.colour(winner), game.over() ? "has won" : "wins");
}

// Why exact search cannot answer, in words; nothing if it can.
std::optional<std::string> obstacle(const Game& game, const ExactQuestion& question) {
  if (const auto reason = ExactSolver::obstacle(game.spec())) {
    return *reason + "; write for example Connect(6,6,4,1,1)";
  }
  if (has_null_stones(game)) return "exact search takes no null stones (--)";
  if (question.all_moves && !game.over()) {
    double moves = 1;
    const int cells = *game.spec().cells() - game.stone_count();
    for (int i = 0; i < game.stones_due(); ++i) moves = moves * (cells - i) / (i + 1);
    if (moves > static_cast<double>(max_listed_moves)) {
      return fmt::format("--all-moves: there are {:.0f} moves, more than {}", moves,
                         max_listed_moves);
    }
  }
  return std::nullopt;
}

struct MoveValue {
  Move move;
  Value value;  // for the player who makes it
};

struct ExactAnalysis {
  Value value;
  std::vector<Move> best;
  std::vector<Move> line;
  std::vector<MoveValue> moves;
  bool complete = true;
};

class ExactAnalyst {
 public:
  ExactAnalyst(ExactSolver& solver, const StopToken& stop) : solver_(solver), stop_(stop) {}

  ExactAnalysis analyse(const Game& game, const ExactQuestion& question) {
    ExactAnalysis analysis;
    const ExactSolver::Answer answer = solver_.value(game, &stop_.flag());
    analysis.value = answer.value;
    analysis.complete = answer.value.has_value();
    if (!answer.best.empty()) analysis.best = {answer.best};
    if (question.all_moves && analysis.complete && !game.over()) list_moves(game, analysis);
    if (question.line && analysis.complete) follow(game, answer.best, analysis);
    return analysis;
  }

 private:
  void list_moves(const Game& game, ExactAnalysis& analysis) {
    const std::vector<Cell> cells = game.playable_cells();
    Move move;
    extend(game, cells, 0, move, analysis);
    analysis.best.clear();
    for (const MoveValue& m : analysis.moves) {
      if (m.value == analysis.value) analysis.best.push_back(m.move);
    }
  }

  // All sets of as many cells as the move has stones.
  void extend(const Game& game, const std::vector<Cell>& cells, std::size_t from, Move& move,
              ExactAnalysis& analysis) {
    if (!analysis.complete) return;
    if (static_cast<int>(move.size()) == game.stones_due()) {
      Game next = game;
      (void)next.play(move);
      const Value value = solver_.value(next, &stop_.flag()).value;
      analysis.complete = value.has_value();
      if (value) {
        analysis.moves.push_back({move, static_cast<GameValue>(-static_cast<int>(*value))});
      }
      return;
    }
    for (std::size_t i = from; i < cells.size(); ++i) {
      move.push_back(cells[i]);
      extend(game, cells, i + 1, move, analysis);
      move.pop_back();
    }
  }

  void follow(Game game, Move move, ExactAnalysis& analysis) {
    while (!move.empty()) {
      analysis.line.push_back(move);
      (void)game.play(move);
      const ExactSolver::Answer answer = solver_.value(game, &stop_.flag());
      analysis.complete = analysis.complete && answer.value.has_value();
      move = answer.best;
    }
  }

  ExactSolver& solver_;
  const StopToken& stop_;
};

Json moves_json(const GameSpec& spec, const std::vector<Move>& moves) {
  Json list = Json::array();
  for (const Move& move : moves) list.push_back(format_move(spec, move));
  return list;
}

struct Effort {
  std::uint64_t nodes = 0;
  double seconds = 0;
};

Json answer_json(const Game& game, const ExactAnalysis& analysis, const ExactQuestion& question,
                 const Effort& effort) {
  const GameSpec& spec = game.spec();
  Json json;
  json["game"] = spec.to_string();
  json["moves"] = format_moves(spec, game.moves());
  json["to_move"] = name_of(game.to_move());
  json["value"] = value_word(analysis.value);
  json["winner"] = winner_word(game, analysis.value);
  json["score"] = nullptr;
  json["plies_to_end"] = nullptr;
  json["best"] = moves_json(spec, analysis.best);
  if (question.line) json["pv"] = moves_json(spec, analysis.line);
  json["proved"] = analysis.value.has_value();
  json["method"] = "alphabeta";
  json["nodes"] = effort.nodes;
  json["seconds"] = effort.seconds;
  if (question.all_moves) {
    Json moves = Json::object();
    for (const MoveValue& m : analysis.moves) {
      moves[format_move(spec, m.move)] = {{"value", value_word(m.value)}, {"score", nullptr}};
    }
    json["moves_value"] = std::move(moves);
  }
  return json;
}

void print_answer(const Game& game, const ExactAnalysis& analysis, const ExactQuestion& question,
                  const Effort& effort) {
  const GameSpec& spec = game.spec();
  fmt::print("{}\n", in_words(game, analysis.value));
  const auto print_moves = [&](const char* name, const std::vector<Move>& moves) {
    if (moves.empty()) return;
    fmt::print("{}:", name);
    for (const Move& move : moves) fmt::print(" {}", format_move(spec, move));
    fmt::print("\n");
  };
  if (question.all_moves) {
    for (const GameValue value : {GameValue::win, GameValue::draw, GameValue::loss}) {
      std::vector<Move> moves;
      for (const MoveValue& m : analysis.moves) {
        if (m.value == value) moves.push_back(m.move);
      }
      print_moves(value_word(value), moves);
    }
  } else {
    print_moves("best", analysis.best);
  }
  if (question.line) print_moves("line", analysis.line);
  fmt::print("depth-first search, {} nodes, {:.3f} s\n", effort.nodes, effort.seconds);
}

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

}  // namespace

Exit solve_exactly(const Game& game, const CommonOptions& common, const ExactQuestion& question,
                   const StopToken& stop) {
  const GameSpec& spec = game.spec();
  if (const auto reason = obstacle(game, question)) return bad_input(*reason);
  if (!question.certificate.empty() && game.over()) {
    return bad_input("--certificate: the game is over, there is nothing to prove");
  }
  const auto start = std::chrono::steady_clock::now();
  ExactAnalysis analysis;
  Effort effort;
  ExactSolver solver(*spec.placement(),
                     table_bytes_for(common, *spec.cells() - game.stone_count()));
  {
    ProgressLine progress(common.quiet);
    const Watch watch(stop, progress, [&] {
      return fmt::format("{:.1f} M nodes", static_cast<double>(solver.nodes()) / 1e6);
    });
    analysis = ExactAnalyst(solver, stop).analyse(game, question);
    effort = {solver.nodes(), seconds_since(start)};
  }
  PlacementCertificate certificate;
  if (!question.certificate.empty() && analysis.complete) {
    PlacementRequest request;
    request.player = game.to_move();
    certificate =
        write_placement_certificate(common, game, request, question.certificate, stop, [&] {
          return write_exact_certificate(game, request, solver, question.certificate, Codec::zstd,
                                         &stop.flag());
        });
    if (certificate.exit == Exit::environment) return certificate.exit;
  }
  if (common.json) {
    Json json = answer_json(game, analysis, question, effort);
    if (!certificate.json.empty()) json["certificate"] = certificate.json;
    print_json(json);
  } else {
    print_answer(game, analysis, question, effort);
    fmt::print("{}", certificate.text);
  }
  return analysis.complete ? certificate.exit : Exit::stopped;
}

Exit solve_exactly_in_batch(const GameSpec& spec, const CommonOptions& common,
                            const ExactQuestion& question, const std::string& file,
                            const StopToken& stop) {
  if (const auto reason = ExactSolver::obstacle(spec)) {
    return bad_input(*reason + "; write for example Connect(6,6,4,1,1)");
  }
  constexpr std::size_t least_table = std::size_t{1} << 20;
  const std::size_t table =
      std::max(least_table, table_bytes_for(common, *spec.cells()) /
                                static_cast<std::size_t>(common.thread_count()));
  return run_lines(file, common.thread_count(), stop, [&]() -> LineAnswerer {
    auto solver = std::make_shared<ExactSolver>(*spec.placement(), table);
    return [&, solver](const std::string& line, std::string& answer) {
      const auto start = std::chrono::steady_clock::now();
      const Result<Game> game = read_game(spec, line);
      const std::optional<std::string> reason =
          game ? obstacle(*game, question) : std::optional(game.error().message);
      if (reason) {
        append_error(answer, spec, line, *reason);
        return LineResult::bad;
      }
      const std::uint64_t before = solver->nodes();
      const ExactAnalysis analysis = ExactAnalyst(*solver, stop).analyse(*game, question);
      const Effort effort{solver->nodes() - before, seconds_since(start)};
      Json json = answer_json(*game, analysis, question, effort);
      if (!question.line) json.erase("best");
      answer += json.dump();
      return analysis.complete ? LineResult::answered : LineResult::incomplete;
    };
  });
}

}  // namespace inarow::cli
