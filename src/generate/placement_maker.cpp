// Puzzles of placement games.
//
// Wins only: the solution's win, and in a task to defend the loss after every other move, are
// proved by threats with relevance zones. That other moves do not win, and that the defense holds,
// means that no win by threats up to the order is found (winning_moves.hpp).

#include <algorithm>

#include "generate/grade.hpp"
#include "generate/maker.hpp"
#include "generate/placement_line.hpp"
#include "generate/themes.hpp"
#include "generate/winning_moves.hpp"
#include "proof/placement_proof.hpp"
#include "rules/picture.hpp"
#include "search/engine/engine.hpp"
#include "search/threat_space/open_defenses.hpp"
#include "search/threat_space/threat_prover.hpp"

namespace inarow::puzzles {
namespace {

using threats::ThreatBoard;
using threats::ThreatLimits;
using threats::ThreatProver;

constexpr std::size_t table_entries = std::size_t{1} << 14;
// Of the search for the first win. Most positions have none, and to be sure of that takes most of
// the time: a win that takes more is left alone.
constexpr std::uint64_t nodes_to_find = 60'000;
constexpr std::uint64_t nodes_of_first_search = 2000;
constexpr std::uint64_t nodes_to_defend = 300'000;
constexpr std::uint64_t engine_nodes = 3000;
constexpr int looks = 3;    // moves that the simple player looks ahead
constexpr int choices = 6;  // of the simple player
constexpr std::size_t most_tries = 3;
constexpr std::size_t simple_memory = std::size_t{1} << 18;

ThreatLimits limits_of(int order) {
  ThreatLimits limits;
  limits.order = order;
  limits.table = table_entries;
  return limits;
}

class PlacementMaker final : public Maker {
 public:
  PlacementMaker(const GameSpec& spec, const MakerOptions& options, const Work& work)
      : spec_(spec), game_(*spec.placement()), options_(options), stop_(work.stop) {
    if (options_.order == 0) options_.order = default_order(spec);
  }

  bool fits(const Game& game) const override {
    return !game.over() && !threats::ThreatSearch::obstacle(game) && !has_null_stones(game) &&
           game.stones_due() == game_.p && game.moves().size() > 1;
  }

  std::optional<Puzzle> make(const Game& game, Yield& yield) override {
    if (!fits(game)) return std::nullopt;
    yield.count(Filter::position);
    const std::vector<Stone> stones = game.stones();
    const Player solver = game.to_move();
    const ThreatBoard board(game_, stones);
    if (board.has_threat(solver) ||
        threats::threat_number(board, opponent(solver), game_.p) > game_.p) {
      return std::nullopt;
    }
    yield.count(Filter::open);
    ThreatLimits limits = limits_of(options_.order);
    limits.nodes = nodes_to_find;
    limits.nodes_a_search = nodes_of_first_search;
    ThreatProver prover(game_, stones, solver, limits, stop_);
    if (const auto win = prover.find_win(solver, options_.order)) {
      if (!options_.win) return std::nullopt;
      yield.count(Filter::decided);
      return make_win(game, win->move, yield);
    }
    if (!options_.defend || stopped(stop_)) return std::nullopt;
    return make_defense(game, prover, yield);
  }

 private:
  // --- wins

  WinningMoves winning_moves(const std::vector<Stone>& stones, Player solver,
                             const std::vector<Move>& likely) const {
    WinningMovesQuestion question;
    question.order = options_.order;
    question.limits = limits_of(options_.order);
    question.stop = stop_;
    return find_winning_moves(game_, stones, solver, question, likely);
  }

  // Whether this move, and no other, wins in the position.
  bool wins_alone(const std::vector<Stone>& stones, Player solver, const Move& solution) const {
    const WinningMoves found = winning_moves(stones, solver, {solution});
    return found.complete && found.winning.size() == 1 && same_stones(found.winning[0], solution);
  }

  std::optional<Puzzle> make_win(const Game& game, const Move& first, Yield& yield) {
    const Player solver = game.to_move();
    const WinningMoves found = winning_moves(game.stones(), solver, {first});
    if (!found.complete || found.winning.size() != 1) return std::nullopt;
    yield.count(Filter::single);
    std::optional<Game> position = game;
    if (options_.minimise) {
      position = without_idle_stones(game, found.winning[0]);
      if (!position) return std::nullopt;
    }
    Puzzle puzzle{.id = {}, .game = *position};
    puzzle.solution = found.winning[0];
    std::sort(puzzle.solution.begin(), puzzle.solution.end());
    puzzle.task = Task::win;
    puzzle.order = options_.order;
    if (!prove(puzzle.game)) return std::nullopt;
    const std::optional<WinLine> line =
        line_of_best_play(puzzle.game, puzzle.solution, options_.order, stop_);
    if (!line) return std::nullopt;
    puzzle.line = line->moves;
    puzzle.length = line->length;
    if (puzzle.length < options_.least_length) return std::nullopt;
    yield.count(Filter::sound);
    puzzle.themes = placement_themes(puzzle);
    const LineMeasures counted = measure_placement_line(puzzle);
    puzzle.measures.quiet = counted.quiet;
    puzzle.measures.counter = counted.counter;
    measure(puzzle);
    add_tries(puzzle);
    puzzle.grade = grade_of(puzzle);
    return puzzle;
  }

  // The win with its record, worked out again from the definitions.
  bool prove(const Game& game) const {
    ThreatProver prover(game_, game.stones(), game.to_move(), limits_of(options_.order), stop_);
    prover.record_wins();
    const auto win = prover.find_win(game.to_move(), options_.order);
    return win && proof_of_win(game, *win).has_value();
  }

  // Takes stones away that do not matter, in numbers that leave it the solver's turn: as many moves
  // of both players as possible. Nothing if the position cannot be reached by moves.
  std::optional<Game> without_idle_stones(const Game& game, const Move& solution) const {
    std::vector<Stone> stones = game.stones();
    const Player solver = game.to_move();
    std::array<std::vector<Stone>, 2> idle = by_distance(stones, solution);
    std::size_t moves =
        std::min(idle[0].size(), idle[1].size()) / static_cast<std::size_t>(game_.p);
    while (moves > 0 && !stopped(stop_)) {
      std::vector<Stone> fewer = stones;
      const std::size_t number = moves * static_cast<std::size_t>(game_.p);
      for (const std::vector<Stone>& side : idle) {
        for (std::size_t i = 0; i < number; ++i) std::erase(fewer, side[i]);
      }
      const bool enough = fewer.size() > 2 * static_cast<std::size_t>(game_.p);
      const ThreatBoard board(game_, fewer);
      if (enough && !board.has_threat(solver) && wins_alone(fewer, solver, solution)) {
        stones = std::move(fewer);
        for (std::vector<Stone>& side : idle) {
          side.erase(side.begin(), side.begin() + static_cast<std::ptrdiff_t>(number));
        }
        moves = std::min(
            moves, std::min(idle[0].size(), idle[1].size()) / static_cast<std::size_t>(game_.p));
      } else {
        moves /= 2;
      }
    }
    Result<Game> reached = game_with_stones(spec_, stones);
    if (!reached || reached->to_move() != solver) return std::nullopt;
    return std::move(*reached);
  }

  // The stones of either player, those farthest from the solution and its neighbours first.
  std::array<std::vector<Stone>, 2> by_distance(const std::vector<Stone>& stones,
                                                const Move& solution) const {
    const auto distance = [&](const Stone& stone) {
      int nearest = 1000;
      for (const Cell cell : solution) {
        nearest = std::min(
            nearest, std::max(std::abs(cell.x - stone.cell.x), std::abs(cell.y - stone.cell.y)));
      }
      return nearest;
    };
    std::array<std::vector<Stone>, 2> sides;
    for (const Stone& stone : stones) {
      sides[static_cast<std::size_t>(index_of(stone.player))].push_back(stone);
    }
    for (std::vector<Stone>& side : sides) {
      std::stable_sort(side.begin(), side.end(),
                       [&](const Stone& a, const Stone& b) { return distance(a) > distance(b); });
    }
    return sides;
  }

  // --- defenses

  std::optional<Puzzle> make_defense(const Game& game, ThreatProver& prover, Yield& yield) {
    const Player attacker = opponent(game.to_move());
    const ThreatBoard board(game_, game.stones());
    // A line that has to be stopped at once is no find.
    if (board.has_threat(attacker) || !prover.find_win_if_passed(1)) return std::nullopt;
    const std::optional<OnlyDefense> only =
        find_only_defense(game, options_.order, nodes_to_defend, stop_);
    if (!only) return std::nullopt;
    yield.count(Filter::decided);
    if (!only->single) return std::nullopt;
    yield.count(Filter::single);
    Puzzle puzzle{.id = {}, .game = game};
    puzzle.solution = only->move;
    std::sort(puzzle.solution.begin(), puzzle.solution.end());
    puzzle.task = Task::defend;
    puzzle.order = only->order;
    puzzle.line = {puzzle.solution};
    puzzle.length = 1;
    puzzle.themes = {};
    for (const threats::RefutedDefense& refuted : only->refuted) {
      if (refuted.free > 0 || puzzle.tries.size() == most_tries) continue;
      if (same_stones(refuted.stones, puzzle.solution)) continue;
      puzzle.tries.push_back({refuted.stones, refuted.answer});
    }
    yield.count(Filter::sound);
    measure(puzzle);
    puzzle.grade = grade_of(puzzle);
    return puzzle;
  }

  // --- how hard it looks

  // What a player without any search for threats likes, and how far he must look ahead.
  void measure(Puzzle& puzzle) const {
    liked_.clear();
    puzzle.measures.tempting = choices;
    puzzle.measures.depth = looks + 1;
    for (int depth = 1; depth <= looks && !stopped(stop_); ++depth) {
      engine::Engine simple(
          game_,
          {.memory_bytes = simple_memory, .weights = {}, .most_depth = depth, .plain = true});
      engine::ThinkLimits limits;
      limits.nodes = engine_nodes;
      limits.moves = depth == 1 ? choices : 1;
      limits.stop = stop_;
      const engine::EngineResult result = simple.think(puzzle.game, limits);
      if (depth == 1) {
        for (std::size_t i = 0; i < result.choices.size(); ++i) {
          const engine::EngineResult::Choice& choice = result.choices[i];
          if (choice.line.empty()) continue;
          if (same_stones(choice.line[0], puzzle.solution)) {
            puzzle.measures.tempting = static_cast<int>(i);
          } else {
            liked_.push_back(choice.line[0]);
          }
        }
      }
      if (same_stones(result.move, puzzle.solution)) {
        puzzle.measures.depth = depth;
        break;
      }
    }
  }

  // Forcing moves that fail, those first that the simple player likes, with an answer that holds.
  void add_tries(Puzzle& puzzle) {
    const WinningMoves found =
        winning_moves(puzzle.game.stones(), puzzle.game.to_move(), {puzzle.solution});
    std::vector<Move> tries;
    const auto offer = [&](const Move& move) {
      const auto same = [&](const Move& other) { return same_stones(move, other); };
      if (tries.size() < most_tries && std::none_of(tries.begin(), tries.end(), same) &&
          !same_stones(move, puzzle.solution)) {
        tries.push_back(move);
      }
    };
    // Whatever he likes has been looked at, and is no win in the puzzle's sense.
    for (const Move& move : liked_) offer(move);
    for (const ForcingMove& forcing : found.failing) {
      const auto shares = [&](Cell cell) {
        return std::find(puzzle.solution.begin(), puzzle.solution.end(), cell) !=
               puzzle.solution.end();
      };
      if (std::any_of(forcing.move.begin(), forcing.move.end(), shares)) offer(forcing.move);
    }
    for (const ForcingMove& forcing : found.failing) offer(forcing.move);
    for (const Move& move : tries) {
      puzzle.tries.push_back({move, holding_answer(puzzle.game, move, options_.order, stop_)});
    }
  }

  GameSpec spec_;
  PlacementSpec game_;
  MakerOptions options_;
  const StopToken* stop_;
  mutable std::vector<Move> liked_;  // by the simple player, of the puzzle at hand
};

}  // namespace

std::unique_ptr<Maker> make_placement_maker(const GameSpec& spec, const MakerOptions& options,
                                            const Work& work) {
  return std::make_unique<PlacementMaker>(spec, options, work);
}

}  // namespace inarow::puzzles
