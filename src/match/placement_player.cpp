#include "match/placement_player.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <mutex>
#include <unordered_map>
#include <unordered_set>

#include "match/engine_estimate.hpp"
#include "search/engine/engine.hpp"
#include "search/placement/exact_solver.hpp"
#include "search/threat_space/threat_prover.hpp"

namespace inarow {
namespace {

using Clock = Ticker::Clock;

struct CellHash {
  std::size_t operator()(const Cell& cell) const {
    return static_cast<std::size_t>(cell.x) * 4099 + static_cast<std::size_t>(cell.y);
  }
};
using StoneMap = std::unordered_map<Cell, Player, CellHash>;

constexpr double usual_seconds = 5;  // for a move without a limit
constexpr std::size_t usual_memory = std::size_t{32} << 20;
// Of the engine's table, whatever is allowed: more than a long move fills, and set up in 20 ms.
constexpr std::size_t most_memory = std::size_t{64} << 20;
constexpr int exact_cells = 16;         // empty cells of boards that are searched to the end
constexpr int highest_order = 2;        // of threats that are looked for
constexpr int reach = 2;                // how far from the stones a stone may go
constexpr std::size_t candidates = 16;  // cells out of which defending moves are made
constexpr int many_stones = 8;          // p from which cells are ranked once a move only
constexpr std::size_t far_line = 40;    // longer lines are looked at as if they were this long

// What a segment is worth with so many stones of one player, if p more come with every move.
double weight(int stones, int k, int p) {
  const double base = p == 1 ? 4.0 : 3.0;
  // The last steps cannot be compared with the earlier ones: they are made in one move.
  const int near_end = k - stones <= p ? 2 : 0;
  return std::pow(base, stones + near_end);
}

// The gain of a stone on the cell: own segments grow, the opponent's die.
double promise_of(const PlacementSpec& spec, const StoneMap& stones, Cell cell, Player player) {
  const int k = std::min<int>(spec.k, static_cast<int>(far_line));
  double sum = 0;
  for (const Direction d : all_directions) {
    const Cell step = step_of(d);
    int count[2] = {0, 0};
    int outside = 0;
    // A window of k cells slides along the line through the cell.
    const auto add = [&](int i, int sign) {
      const Cell at{cell.x + i * step.x, cell.y + i * step.y};
      if (!on_board(GameSpec(spec), at)) {
        outside += sign;
      } else if (const auto stone = stones.find(at); stone != stones.end()) {
        count[index_of(stone->second)] += sign;
      }
    };
    for (int i = -k + 1; i < 0; ++i) add(i, 1);
    for (int first = -k + 1; first <= 0; ++first) {
      add(first + k - 1, 1);
      const int mine = count[index_of(player)];
      const int his = count[index_of(opponent(player))];
      if (outside == 0) {
        if (his == 0) sum += weight(mine + 1, k, spec.p) - weight(mine, k, spec.p);
        if (mine == 0 && his > 0) sum += 0.8 * weight(his, k, spec.p);
      }
      add(first, -1);
    }
  }
  return sum;
}

std::vector<Cell> near_cells(const PlacementSpec& spec, const StoneMap& stones) {
  std::vector<Cell> cells;
  if (spec.board && (stones.empty() || spec.board->columns * spec.board->rows <= 81)) {
    for (int y = 0; y < spec.board->rows; ++y) {
      for (int x = 0; x < spec.board->columns; ++x) {
        if (!stones.contains({x, y})) cells.push_back({x, y});
      }
    }
    return cells;
  }
  if (stones.empty()) return {{0, 0}};
  std::unordered_set<Cell, CellHash> seen;
  for (int distance = reach; cells.empty() && distance <= 2 * max_placement_side; distance *= 2) {
    for (const auto& [cell, player] : stones) {
      for (int dy = -distance; dy <= distance; ++dy) {
        for (int dx = -distance; dx <= distance; ++dx) {
          const Cell near{cell.x + dx, cell.y + dy};
          if (stones.contains(near) || !on_board(GameSpec(spec), near)) continue;
          if (seen.insert(near).second) cells.push_back(near);
        }
      }
    }
  }
  return cells;
}

std::vector<Cell> rank(const PlacementSpec& spec, const StoneMap& stones, Player player,
                       std::size_t most) {
  struct Ranked {
    double value;
    double distance;  // from the middle of the board or of the stones
    Cell cell;
  };
  double mx = 0;
  double my = 0;
  if (spec.board) {
    mx = (spec.board->columns - 1) / 2.0;
    my = (spec.board->rows - 1) / 2.0;
  } else if (!stones.empty()) {
    for (const auto& [cell, owner] : stones) {
      mx += cell.x / static_cast<double>(stones.size());
      my += cell.y / static_cast<double>(stones.size());
    }
  }
  std::vector<Ranked> ranked;
  for (const Cell cell : near_cells(spec, stones)) {
    const double distance = std::hypot(cell.x - mx, cell.y - my);
    ranked.push_back({promise_of(spec, stones, cell, player), distance, cell});
  }
  std::sort(ranked.begin(), ranked.end(), [](const Ranked& a, const Ranked& b) {
    if (a.value != b.value) return a.value > b.value;
    if (a.distance != b.distance) return a.distance < b.distance;
    return a.cell < b.cell;
  });
  std::vector<Cell> best;
  for (const Ranked& one : ranked) {
    if (best.size() == most) break;
    best.push_back(one.cell);
  }
  return best;
}

StoneMap map_of(const std::vector<Stone>& stones) {
  StoneMap map;
  for (const Stone& stone : stones) map.emplace(stone.cell, stone.player);
  return map;
}

// One question to a player: what it thinks with until it has a move.
class Thought {
 public:
  // `seconds` from now until `stop` stops.
  Thought(const GameSpec& spec, double seconds, const StopToken& stop)
      : spec_(spec), stop_(stop), end_(seconds_from_now(seconds)) {}

  // An engine is asked instead of the other search where it can be.
  Choice strong_move(const Game& game, engine::Engine* engine, int threads) {
    if (std::optional<Choice> best = exact_move(game)) return std::move(*best);
    if (engine != nullptr && engine::Engine::can_think(game)) {
      engine::ThinkLimits limits;
      limits.seconds = part(1);
      limits.threads = threads;
      limits.stop = &stop_;
      return by_engine(game, engine->think(game, limits));
    }
    if (!threats::ThreatSearch::obstacle(game)) {
      threats::ThreatLimits limits;
      limits.order = highest_order;
      limits.table = std::size_t{1} << 14;
      threats::ThreatProver prover(*spec_.placement(), game.stones(), game.to_move(), limits);
      // An opponent who wins next must not be overlooked for want of time.
      if (const auto win = attack(prover, highest_order, 0.6)) {
        return {.move = trimmed(game, win->move), .says = words_of_win(win->order)};
      }
      if (const std::optional<Move> defense = defend(game, prover)) {
        return {.move = trimmed(game, *defense)};
      }
    }
    return {.move = easy_move(game)};
  }

  // A win in this move, stones against the opponent's win in his next one, or the ranking.
  Move easy_move(const Game& game) const { return trimmed(game, without_search(game)); }

 private:
  // Order 0: nothing can be done against it any more.
  static std::string words_of_win(int order) {
    return order == 0 ? "wins now" : fmt::format("a win by threats of order {}, proved", order);
  }

  Choice by_engine(const Game& game, const engine::EngineResult& result) const {
    Choice choice{.move = trimmed(game, result.move)};
    if (result.proved) {
      choice.says = words_of_win(result.order);
    } else {
      choice.estimate = estimate_of(result);
    }
    return choice;
  }

  // Part of the seconds that are left.
  double part(double share) const {
    return share * std::max(0.0, std::chrono::duration<double>(end_ - Clock::now()).count());
  }

  // Leaves out what a winning move does not need; fills a move that is too short.
  Move trimmed(const Game& game, Move move) const {
    Game next = game;
    if (next.play(move)) return move;
    const PlacementSpec& spec = *game.spec().placement();
    StoneMap stones = map_of(game.stones());
    for (const Cell cell : move) stones.emplace(cell, game.to_move());
    while (static_cast<int>(move.size()) < game.stones_due()) {
      const std::size_t missing = static_cast<std::size_t>(game.stones_due()) - move.size();
      const std::vector<Cell> more =
          rank(spec, stones, game.to_move(), stop_.stopped() ? missing : 1);
      if (more.empty()) break;
      for (const Cell cell : more) {
        move.push_back(cell);
        stones.emplace(cell, game.to_move());
      }
    }
    return move;
  }

  std::optional<Choice> exact_move(const Game& game) {
    if (ExactSolver::obstacle(spec_)) return std::nullopt;
    if (*spec_.cells() - game.stone_count() > exact_cells) return std::nullopt;
    if (has_null_stones(game)) return std::nullopt;
    ExactSolver solver(*spec_.placement(), std::size_t{16} << 20);
    StopToken limit(&stop_);
    limit.limit_time(part(0.7));
    const ExactSolver::Answer answer = solver.value(game, &limit);
    // In a lost position every move is as good; the others may find one that is harder to beat.
    if (!answer.value || *answer.value == GameValue::loss || answer.best.empty()) {
      return std::nullopt;
    }
    const bool wins = *answer.value == GameValue::win;
    return Choice{.move = answer.best, .says = wins ? "a win, proved" : "a draw, proved"};
  }

  // A win of the player to move, within part of the time that is left.
  std::optional<threats::ThreatWin> attack(threats::ThreatProver& prover, int order, double share) {
    StopToken limit(&stop_);
    limit.limit_time(part(share));
    prover.set_stop(&limit);
    std::optional<threats::ThreatWin> win = prover.find_win(prover.to_move(), order);
    prover.set_stop(nullptr);
    return win;
  }

  std::optional<threats::ThreatWin> find_danger(threats::ThreatProver& prover) {
    StopToken limit(&stop_);
    limit.limit_time(part(0.5));
    prover.set_stop(&limit);
    std::optional<threats::ThreatWin> win = prover.find_win_if_passed(highest_order);
    prover.set_stop(nullptr);
    return win;
  }

  // If the opponent threatens to win: a move after which his win is not found any more.
  std::optional<Move> defend(const Game& game, threats::ThreatProver& prover) {
    const std::optional<threats::ThreatWin> danger = find_danger(prover);
    if (!danger) return std::nullopt;
    std::optional<Move> holds_order_one;
    std::optional<Move> first;
    for (const Move& move : defenses(game, *danger)) {
      if (!first) first = move;
      if (stop_.stopped() || Clock::now() >= end_) break;
      if (!prover.play(move)) continue;
      const bool loses_at_once = attack(prover, 1, 0.2).has_value();
      if (!loses_at_once && !holds_order_one) holds_order_one = move;
      const bool in_a_hurry =
          danger->order == 1 && Clock::now() + std::chrono::milliseconds(200) >= end_;
      const bool holds = !loses_at_once && !in_a_hurry && !attack(prover, highest_order, 0.2);
      prover.take_back();
      if (holds) return move;
      if (!loses_at_once && in_a_hurry) break;
    }
    return holds_order_one ? holds_order_one : first;
  }

  // Moves with a stone in the zones, by what the ranking thinks of their cells.
  std::vector<Move> defenses(const Game& game, const threats::ThreatWin& danger) const {
    const PlacementSpec& spec = *spec_.placement();
    const Player me = game.to_move();
    const StoneMap stones = map_of(game.stones());
    std::unordered_set<Cell, CellHash> zone;
    // A stone outside of Z1 changes nothing; of several, the first outside of Z1, the second
    // outside of Z2 and so on: one of them must be inside its zone.
    const std::size_t orders =
        std::min(danger.zones.size(), static_cast<std::size_t>(game.stones_due()));
    for (std::size_t i = 0; i < orders; ++i) {
      zone.insert(danger.zones[i].begin(), danger.zones[i].end());
    }
    struct Weighed {
      double value;
      Move move;
    };
    std::vector<Weighed> moves;
    std::vector<Cell> keys;
    for (const Cell cell : rank(spec, stones, me, 4000)) {
      if (zone.empty() || zone.contains(cell)) keys.push_back(cell);
    }
    if (keys.size() > 3 * candidates) keys.resize(3 * candidates);
    for (const Cell key : keys) {
      if (stop_.stopped() && !moves.empty()) break;
      StoneMap with = stones;
      with.emplace(key, me);
      const double value = promise_of(spec, stones, key, me);
      if (game.stones_due() == 1) {
        moves.push_back({value, {key}});
        continue;
      }
      for (const Cell other : rank(spec, with, me, candidates)) {
        if (stop_.stopped() && !moves.empty()) break;
        Move move{key, other};
        double sum = value + promise_of(spec, with, other, me);
        StoneMap more = with;
        more.emplace(other, me);
        while (static_cast<int>(move.size()) < game.stones_due()) {
          const std::vector<Cell> next = rank(spec, more, me, 1);
          if (next.empty()) break;
          sum += promise_of(spec, more, next[0], me);
          move.push_back(next[0]);
          more.emplace(next[0], me);
        }
        std::sort(move.begin(), move.end());
        moves.push_back({sum, std::move(move)});
      }
    }
    std::stable_sort(moves.begin(), moves.end(),
                     [](const Weighed& a, const Weighed& b) { return a.value > b.value; });
    std::vector<Move> result;
    for (Weighed& one : moves) {
      if (std::find(result.begin(), result.end(), one.move) == result.end()) {
        result.push_back(std::move(one.move));
      }
    }
    return result;
  }

  Move without_search(const Game& game) const {
    if (threats::ThreatSearch::obstacle(game)) return move_by_rank(game, &stop_);
    const threats::ThreatBoard board(*spec_.placement(), game.stones());
    std::vector<threats::CellSet> sets;
    threats::threat_sets(board, game.to_move(), sets);
    if (!sets.empty()) return cells_of(board, sets[0]);
    threats::threat_sets(board, opponent(game.to_move()), sets);
    if (!sets.empty()) {
      const auto stops = threats::critical_defenses(sets, game.stones_due());
      if (!stops.empty()) return cells_of(board, stops[0]);
    }
    return move_by_rank(game, &stop_);
  }

  static Move cells_of(const threats::ThreatBoard& board, const threats::CellSet& set) {
    Move move;
    for (const threats::CellIndex cell : set) move.push_back(board.cell(cell));
    return move;
  }

  GameSpec spec_;
  const StopToken& stop_;
  Clock::time_point end_;
};

class PlacementPlayer final : public ComputerPlayer {
 public:
  PlacementPlayer(const GameSpec& spec, Player side, PlacementLevel level,
                  const engine::EngineOptions& options = {})
      : ComputerPlayer(spec, side), level_(level), options_(options) {}

  std::string promise() const override {
    if (level_ == PlacementLevel::easy) return "promises nothing: it looks at single stones";
    if (options_.plain) return "promises nothing: it looks a few moves ahead";
    if (!ExactSolver::obstacle(spec())) {
      return "plays perfectly as soon as few cells are empty; before, promises nothing";
    }
    return "plays every win by threats that it finds (proved); otherwise promises nothing";
  }

  std::size_t bytes() const override { return memory_; }

 private:
  Result<Choice> think(const Game& game, const Thinking& thinking) const override {
    const double seconds = thinking.seconds > 0 ? thinking.seconds : usual_seconds;
    StopToken stop(&thinking.stop);
    stop.limit_time(seconds);
    Thought thought(spec(), seconds, stop);
    if (level_ == PlacementLevel::easy) return Choice{thought.easy_move(game)};
    if (level_ == PlacementLevel::threats || threats::ThreatSearch::obstacle(spec())) {
      return thought.strong_move(game, nullptr, 1);
    }
    // The engine remembers what it found before; who asks at the same time gets a fresh one.
    const std::size_t memory =
        thinking.memory_bytes > 0 ? std::min(thinking.memory_bytes, most_memory) : usual_memory;
    const std::unique_lock lock(mutex_, std::try_to_lock);
    std::unique_ptr<engine::Engine> fresh;
    std::unique_ptr<engine::Engine>& engine = lock.owns_lock() ? engine_ : fresh;
    if (!engine || (lock.owns_lock() && memory_ != memory)) {
      engine::EngineOptions options = options_;
      options.memory_bytes = memory;
      engine = std::make_unique<engine::Engine>(*spec().placement(), options);
      if (lock.owns_lock()) memory_ = memory;
    }
    return thought.strong_move(game, engine.get(), thinking.threads);
  }

  PlacementLevel level_;
  engine::EngineOptions options_;
  mutable std::mutex mutex_;
  mutable std::unique_ptr<engine::Engine> engine_;
  mutable std::atomic<std::size_t> memory_{0};  // of engine_; anybody may read it
};

}  // namespace

std::vector<Cell> rank_cells(const PlacementSpec& spec, const std::vector<Stone>& stones,
                             Player player, std::size_t most) {
  return rank(spec, map_of(stones), player, most);
}

Move move_by_rank(const Game& game, const StopToken* stop) {
  const PlacementSpec& spec = *game.spec().placement();
  StoneMap stones = map_of(game.stones());
  const int due = game.stones_due();
  Move move;
  while (static_cast<int>(move.size()) < due) {
    const bool hurry = due > many_stones || stopped(stop);
    const int at_once = hurry ? due - static_cast<int>(move.size()) : 1;
    const std::vector<Cell> cells =
        rank(spec, stones, game.to_move(), static_cast<std::size_t>(at_once));
    for (const Cell cell : cells) {
      move.push_back(cell);
      stones.emplace(cell, game.to_move());
    }
  }
  return move;
}

std::unique_ptr<ComputerPlayer> make_placement_player(const GameSpec& spec, Player side,
                                                      PlacementLevel level) {
  return std::make_unique<PlacementPlayer>(spec, side, level);
}

std::unique_ptr<ComputerPlayer> make_plain_player(const GameSpec& spec, Player side, int moves) {
  engine::EngineOptions options;
  options.plain = true;
  options.most_depth = moves;
  return std::make_unique<PlacementPlayer>(spec, side, PlacementLevel::strong, options);
}

}  // namespace inarow
