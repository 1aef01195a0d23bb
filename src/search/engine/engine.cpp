#include "search/engine/engine.hpp"

#include <algorithm>
#include <functional>
#include <system_error>
#include <thread>

#include "base/expects.hpp"

namespace inarow::engine {
namespace {

using threats::ThreatProver;
using threats::ThreatWin;

// Of the time for a move, at most.
constexpr double share_of_wins = 0.12;         // to look for an own win by threats
constexpr double share_of_known_wins = 0.8;    // to find one again
constexpr double share_of_danger = 0.1;        // to look for the opponent's
constexpr double share_of_a_check = 0.12;      // to see whether a move loses by threats
constexpr double share_of_search = 0.8;        // until when it may search, and
constexpr double share_of_late_search = 0.92;  // where its favourite is known to be safe then
constexpr double least_reserve = 0.015;        // seconds to end in
constexpr int highest_order = 2;
// Of one search for a win of order 1 within a proof: what takes more is rarely there, and the proof
// has many others to look at.
constexpr std::uint64_t nodes_of_order_one = 2000;
constexpr std::uint64_t nodes_of_known_wins = 20'000;  // at least, to find one again
constexpr std::uint64_t nodes_of_a_look = 500;  // before a proof that a move loses is looked for
constexpr Width root_width{20, 60};
constexpr Width zone_width{28, 120};

threats::ThreatLimits prover_limits(const ThinkLimits& think) {
  threats::ThreatLimits limits;
  limits.order = highest_order;
  limits.table = std::size_t{1} << 16;
  limits.nodes_a_search = nodes_of_order_one;
  if (think.nodes > 0) limits.nodes = 4 * think.nodes;
  return limits;
}

// Threads that search the same moves beside the engine's own and share its table; they end with
// this object.
class Companions {
 public:
  explicit Companions(const StopToken* stop) : stop_(stop) {}
  Companions(const Companions&) = delete;
  Companions& operator=(const Companions&) = delete;
  ~Companions() {
    stop_.request_stop();
    for (std::thread& thread : threads_) thread.join();
  }

  void start(int count, const std::function<void(const StopToken&, int)>& work) {
    // Where the system has no thread more, those that run are enough.
    bool refused = false;
    for (int i = 0; i < count && !refused; ++i) {
      try {
        threads_.emplace_back([this, work, i] { work(stop_, i); });
      } catch (const std::system_error&) {
        refused = true;
      }
    }
  }

 private:
  StopToken stop_;
  std::vector<std::thread> threads_;
};

// One move's thinking.
class Thought {
 public:
  Thought(const Game& game, const Weights& weights, HintTable& table, ThreatProver& prover,
          bool has_won, const EngineOptions& options, const ThinkLimits& limits)
      : game_(game),
        limits_(limits),
        begin_(Ticker::Clock::now()),
        stop_(limits.stop),
        player_(game.to_move()),
        weights_(weights),
        table_(table),
        prover_(prover),
        has_won_(has_won),
        options_(options),
        search_(spec(), game.stones(), player_, weights, table) {
    if (limits.nodes > 0) {
      search_.set_most_nodes(limits.nodes);
    } else {
      const double all =
          std::max(0.0, limits.seconds - std::max(least_reserve, 0.02 * limits.seconds));
      stop_.limit_time(all);
      search_stop_.limit_time(all * share_of_search);
      late_stop_.limit_time(all * share_of_late_search);
    }
    search_.set_stop(&search_stop_);
    search_.set_plain(options.plain);
  }

  EngineResult think() {
    if (const auto line = search_.completion()) return completed(*line);
    if (const auto win = proves() ? own_win() : std::nullopt) return won(*win);
    // On a machine that gave it no time: the move that the proof met before.
    if (has_won_) {
      if (const auto move = prover_.search_of(player_).remembered_move()) return remembered(*move);
    }
    list_roots();
    Companions companions(&late_stop_);
    companions.start(limits_.nodes > 0 ? 0 : limits_.threads - 1,
                     [&, roots = roots_](const StopToken& stop, int number) {
                       search_along(stop, number, roots);
                     });
    EngineResult result;
    search_until(search_stop_, result);
    put_safe_move_first();
    // What is left of the time for checks, if they did not need it.
    if (limits_.nodes == 0 && !may_stop()) {
      search_.set_stop(&late_stop_);
      search_until(late_stop_, result);
      put_safe_move_first();
    }
    fill(result);
    return result;
  }

  const EngineBoard& board() { return search_.board(); }

 private:
  // Nothing is left to decide.
  bool may_stop() const { return roots_.size() <= 1 || roots_.front().score < -near_win; }

  // From the depth on that was not done.
  void search_until(const StopToken& stop, EngineResult& result) {
    while (result.depth < options_.most_depth && !roots_.empty()) {
      const bool done = search_.deepen(result.depth + 1, roots_, limits_.moves);
      if (done) ++result.depth;
      // One move may profit from what was begun; several are compared by the same depth.
      if (limits_.moves > 1 && done) compared_ = roots_;
      if (!done && !compared_.empty()) roots_ = compared_;
      if (!done || stop.stopped() || search_.out_of_nodes()) return;
      put_safe_move_first();
      if (may_stop()) return;
    }
  }

  const PlacementSpec& spec() const { return *game_.spec().placement(); }
  bool proves() const { return options_.proofs && !options_.plain; }
  double left() const { return limits_.seconds - seconds_since(begin_); }

  void search_along(const StopToken& stop, int number, std::vector<RootMove> roots) const {
    MoveSearch search(spec(), game_.stones(), player_, weights_, table_);
    search.set_stop(&stop);
    search.set_plain(options_.plain);
    for (int depth = 1 + number % 2; depth <= options_.most_depth && !stop.stopped(); ++depth) {
      search.deepen(depth, roots, 1);
    }
  }

  template <class Question>
  std::optional<ThreatWin> within(double share, Question question) {
    StopToken limit(&stop_);
    if (limits_.nodes == 0) {
      limit.limit_time(std::max(0.0, std::min(left(), share * limits_.seconds)));
    }
    prover_.set_stop(&limit);
    std::optional<ThreatWin> win = question();
    prover_.set_stop(nullptr);
    return win;
  }

  // A win that was proved before this move is not given up while there is time.
  std::optional<ThreatWin> own_win() {
    const double share = has_won_ ? share_of_known_wins : share_of_wins;
    return within(share, [&] { return prover_.find_win(player_, highest_order); });
  }

  // Where the opponent would win if he were let, a stone in the zones of that win is needed: a move
  // whose first stone lies outside of Z1, the second outside of Z2, ... changes nothing.
  void list_roots() {
    std::optional<ThreatWin> danger;
    if (proves()) {
      danger = within(share_of_danger, [&] { return prover_.find_win_if_passed(highest_order); });
    }
    EngineBoard& board = search_.board();
    std::vector<char> zone;
    if (danger && !danger->zones.empty()) {
      zone.assign(static_cast<std::size_t>(board.area()), 0);
      const std::size_t orders =
          std::min(danger->zones.size(), static_cast<std::size_t>(board.p()));
      for (std::size_t i = 0; i < orders; ++i) {
        for (const Cell cell : danger->zones[i]) {
          if (const CellIndex at = board.index(cell); at >= 0)
            zone[static_cast<std::size_t>(at)] = 1;
        }
      }
    }
    std::vector<Candidate> moves;
    search_.moves().list(player_, board.p(), zone.empty() ? root_width : zone_width, moves,
                         zone.empty() ? nullptr : &zone);
    drop_skipped(moves);
    if (moves.empty()) {
      search_.moves().list(player_, board.p(), zone_width, moves);
      drop_skipped(moves);
    }
    // Until a move is looked at it counts as much as the position.
    const std::int32_t here = search_.evaluate(player_);
    for (const Candidate& move : moves) roots_.push_back({move.cells, here, false, {}});
  }

  void drop_skipped(std::vector<Candidate>& moves) {
    if (!limits_.skip) return;
    std::erase_if(moves, [&](const Candidate& move) { return limits_.skip(cells_of(move.cells)); });
  }

  Move cells_of(const CellSet& set) {
    Move move;
    for (const CellIndex cell : set) move.push_back(search_.board().cell(cell));
    return move;
  }

  // After the move the opponent is found to win by threats.
  bool loses(const CellSet& move) {
    const auto known = std::find_if(checked_.begin(), checked_.end(),
                                    [&](const Checked& one) { return one.cells == move; });
    if (known != checked_.end()) return known->loses;
    bool lost = search_.loses_by_force(move, nodes_of_a_look);
    if (!lost && prover_.play(cells_of(move))) {
      lost = within(share_of_a_check, [&] {
               return prover_.find_win(prover_.to_move(), highest_order);
             }).has_value();
      prover_.take_back();
    }
    checked_.push_back({move, lost});
    return lost;
  }

  void put_safe_move_first() {
    if (!proves()) return;
    for (std::size_t tries = 0; tries < roots_.size() && !stop_.stopped(); ++tries) {
      RootMove& best = roots_.front();
      if (best.score <= -near_win || !loses(best.cells)) return;
      best.score = -near_win;
      best.exact = true;
      std::stable_sort(roots_.begin(), roots_.end(),
                       [](const RootMove& a, const RootMove& b) { return a.score > b.score; });
    }
  }

  EngineResult completed(const CellSet& line) {
    ThreatWin win;
    win.winner = player_;
    win.move = cells_of(line);
    return won(win);
  }

  EngineResult remembered(const Move& move) {
    EngineResult result;
    result.move = move;
    result.line = {move};
    result.score = near_win + 1;
    result.chance = 1;
    result.nodes = prover_.nodes();
    result.choices = {{result.line, result.score}};
    return result;
  }

  EngineResult won(const ThreatWin& win) {
    EngineResult result;
    result.move = win.move;
    result.line = {win.move};
    result.proved = true;
    result.order = win.order;
    result.choices = {{result.line, win_score}};
    result.score = win_score;
    result.chance = 1;
    result.nodes = prover_.nodes();
    return result;
  }

  void fill(EngineResult& result) {
    const std::size_t moves =
        std::min(roots_.size(), static_cast<std::size_t>(std::max(1, limits_.moves)));
    for (std::size_t i = 0; i < moves && (i == 0 || roots_[i].exact); ++i) {
      EngineResult::Choice choice{{cells_of(roots_[i].cells)}, roots_[i].score};
      for (const CellSet& next : roots_[i].line) choice.line.push_back(cells_of(next));
      result.choices.push_back(std::move(choice));
    }
    result.nodes = prover_.nodes() + search_.nodes();
    if (roots_.empty()) return;
    result.line = result.choices.front().line;
    result.move = result.line.front();
    result.score = result.choices.front().score;
    result.chance = chance_of(result.score);
  }

  struct Checked {
    CellSet cells;
    bool loses;
  };

  const Game& game_;
  const ThinkLimits limits_;
  const Ticker::Clock::time_point begin_;
  StopToken stop_;
  StopToken search_stop_{&stop_};  // leaves time to see whether the move loses
  StopToken late_stop_{&stop_};
  const Player player_;
  const Weights& weights_;
  HintTable& table_;
  ThreatProver& prover_;
  const bool has_won_;
  const EngineOptions& options_;
  MoveSearch search_;
  std::vector<RootMove> roots_;
  std::vector<RootMove> compared_;  // as the last depth that was done left them
  std::vector<Checked> checked_;
};

// A move that the rules take: winning stones that are not needed are left out, missing ones are
// filled in from the rest of the board.
Move legal_move(const Game& game, Move move, const EngineBoard& board) {
  if (Game next = game; next.play(move)) return move;
  for (std::size_t i = move.size(); i-- > 0 && move.size() > 1;) {
    Move fewer = move;
    fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i));
    Game next = game;
    if (next.play(fewer) && next.over() && next.outcome() != Outcome::draw) return fewer;
  }
  std::vector<std::pair<std::int32_t, CellIndex>> rest;
  for (CellIndex cell = 0; cell < board.area(); ++cell) {
    if (board.is_empty(cell) &&
        std::find(move.begin(), move.end(), board.cell(cell)) == move.end()) {
      rest.push_back({-board.gain(cell, game.to_move()), cell});
    }
  }
  std::sort(rest.begin(), rest.end());
  for (std::size_t i = 0; i < rest.size() && static_cast<int>(move.size()) < game.stones_due();
       ++i) {
    move.push_back(board.cell(rest[i].second));
  }
  return move;
}

}  // namespace

Engine::Engine(const PlacementSpec& spec, const EngineOptions& options)
    : spec_(spec),
      options_(options),
      weights_(options.weights ? *options.weights : weights_for(spec)),
      table_(options.memory_bytes / 2) {}

Engine::~Engine() = default;

bool Engine::can_think(const Game& game) {
  return !game.over() && game.stone_count() > 0 &&
         game.stones_due() == game.spec().placement()->p && !threats::ThreatSearch::obstacle(game);
}

// If the game has gone on from a win of ours by one move of the opponent, the prover that knows it.
bool Engine::follow(const Game& game) {
  if (!prover_) return false;
  std::vector<Stone> stones = game.stones();
  Move reply;
  for (const Stone& stone : stones) {
    if (std::find(known_.begin(), known_.end(), stone) == known_.end()) reply.push_back(stone.cell);
  }
  const bool goes_on = stones.size() == known_.size() + reply.size() &&
                       static_cast<int>(reply.size()) == spec_.p &&
                       prover_->to_move() == opponent(game.to_move()) && prover_->play(reply);
  if (!goes_on) prover_.reset();
  return goes_on;
}

EngineResult Engine::think(const Game& game, const ThinkLimits& limits) {
  EXPECTS(can_think(game));
  const threats::ThreatLimits proofs = prover_limits(limits);
  const bool has_won = follow(game);
  if (has_won) {
    prover_->allow(std::max(proofs.nodes, nodes_of_known_wins));
  } else {
    prover_ = std::make_unique<ThreatProver>(spec_, game.stones(), game.to_move(), proofs);
  }
  Thought thought(game, weights_, table_, *prover_, has_won, options_, limits);
  EngineResult result = thought.think();
  result.move = legal_move(game, std::move(result.move), thought.board());
  if (!result.line.empty()) result.line.front() = result.move;
  for (EngineResult::Choice& choice : result.choices) {
    choice.line.front() = legal_move(game, std::move(choice.line.front()), thought.board());
  }
  // The prover is kept while it has a win to remember.
  Game next = game;
  const bool winning = result.proved || (has_won && result.score > near_win);
  if (!winning || !next.play(result.move) || next.over() || !prover_->play(result.move)) {
    prover_.reset();
  } else {
    known_ = next.stones();
  }
  return result;
}

}  // namespace inarow::engine
