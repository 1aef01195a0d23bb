#include "protocol/mover.hpp"

#include <algorithm>

#include "ask/work.hpp"
#include "match/engine_estimate.hpp"
#include "match/placement_player.hpp"
#include "match/registry.hpp"
#include "protocol/position.hpp"

namespace inarow::protocol {
namespace {

constexpr const char* player_name = "auto";

Rows rows_of(const MoveOrder& order) { return {*order.spec.finite_board(), order.stones}; }

RowRule rule_of(const MoveOrder& order) { return {order.spec.k(), order.exactly}; }

// What the program itself leaves of the memory; 0: no limit.
std::size_t memory_of(const MoveOrder& order, int threads) {
  if (order.memory_bytes == 0) return 0;
  return memory_for({.threads = threads, .memory_bytes = order.memory_bytes});
}

// A cell on which a stone of the player completes a row that wins.
std::optional<Cell> winning_cell(const MoveOrder& order, const Rows& rows, Player player) {
  for (const Cell cell : rows.empty_cells()) {
    if (rows.completes(cell, player, rule_of(order))) return cell;
  }
  return std::nullopt;
}

// The move that exactly five leaves no choice about.
std::optional<Move> forced_move(const MoveOrder& order) {
  if (!order.exactly) return std::nullopt;
  const Rows rows = rows_of(order);
  for (const Player player : {order.to_move, opponent(order.to_move)}) {
    if (const std::optional<Cell> cell = winning_cell(order, rows, player)) return Move{*cell};
  }
  return std::nullopt;
}

// The middle of a row of k or more stones.
std::optional<Cell> middle_of_row(const Rows& rows, const std::vector<Stone>& stones, int k) {
  for (const Stone& stone : stones) {
    for (const Direction direction : all_directions) {
      const Cell step = step_of(direction);
      const auto along = [&](int n) {
        return Cell{stone.cell.x + n * step.x, stone.cell.y + n * step.y};
      };
      if (rows.at(along(-1)) == stone.player) continue;
      int length = 1;
      while (rows.at(along(length)) == stone.player) ++length;
      if (length >= k) return along(length / 2);
    }
  }
  return std::nullopt;
}

// Breaks the rows that are longer than k and so have won nothing: the middle stone of each changes
// its colour.
void break_long_rows(Rows& rows, std::vector<Stone>& stones, int k) {
  // Changed stones could make up rows of their own without end.
  constexpr int most = 20;
  for (int i = 0; i < most; ++i) {
    const std::optional<Cell> middle = middle_of_row(rows, stones, k);
    if (!middle) return;
    const auto changed = std::find_if(stones.begin(), stones.end(),
                                      [&](const Stone& stone) { return stone.cell == *middle; });
    changed->player = opponent(changed->player);
    rows.put(*middle, changed->player);
  }
}

// The stones that a player is shown.
std::vector<Stone> shown_stones(const MoveOrder& order) {
  if (!order.exactly) return order.stones;
  std::vector<Stone> stones = order.stones;
  Rows rows = rows_of(order);
  break_long_rows(rows, stones, order.spec.k());
  const RowRule any_length{order.spec.k(), false};
  for (const Player player : {order.to_move, opponent(order.to_move)}) {
    const Player other = opponent(player);
    for (const Cell cell : rows.empty_cells()) {
      const bool only_longer =
          rows.completes(cell, player, any_length) && !rows.completes(cell, player, rule_of(order));
      if (!only_longer || rows.completes(cell, other, any_length)) continue;
      rows.put(cell, other);
      stones.push_back({cell, other});
    }
  }
  return stones;
}

// The position as the players understand it; nothing if it is no game for them.
std::optional<Game> shown_game(const MoveOrder& order) {
  Result<Game> game = set_up_game(order.spec, shown_stones(order), order.to_move);
  if (!game || game->stones_due() != order.due) return std::nullopt;
  return *game;
}

// Makes the move `due` stones on empty cells, whatever came before: a winning move of a player may
// leave out stones, and in the worst case there is none at all.
Move completed(const MoveOrder& order, const Move& move) {
  Rows rows = rows_of(order);
  std::vector<Stone> stones = order.stones;
  Move whole;
  const auto add = [&](Cell cell) {
    if (static_cast<int>(whole.size()) == order.due || !rows.contains(cell) || rows.at(cell)) {
      return;
    }
    rows.put(cell, order.to_move);
    stones.push_back({cell, order.to_move});
    whole.push_back(cell);
  };
  for (const Cell cell : move) add(cell);
  while (static_cast<int>(whole.size()) < order.due) {
    const std::vector<Cell> ranked = rank_cells(*order.spec.placement(), stones, order.to_move, 1);
    add(ranked.empty() ? rows.empty_cells().front() : ranked[0]);
  }
  return whole;
}

// From the stones alone.
double chance_of(const std::optional<Game>& game) {
  return game ? estimate_position(*game, {.nodes = 1}).win : 0.5;
}

}  // namespace

Mover::Mover(int threads, std::shared_ptr<const Books> books)
    : threads_(threads), books_(std::move(books)) {}

Thought Mover::without_search(const MoveOrder& order) const {
  if (const std::optional<Move> forced = forced_move(order)) return {.move = *forced};
  const std::optional<Game> game = shown_game(order);
  Thought thought{.move = {}, .chance = chance_of(game)};
  if (game) {
    const auto easy = make_placement_player(order.spec, order.to_move, PlacementLevel::easy);
    if (Result<Choice> choice = easy->choose(*game, {})) thought.move = std::move(choice->move);
  }
  thought.move = completed(order, thought.move);
  return thought;
}

std::shared_ptr<const ComputerPlayer> Mover::player(const MoveOrder& order) {
  const std::lock_guard lock(mutex_);
  // What books know holds for the game as it is, not as it is shown.
  const bool with_books = !order.exactly;
  if (player_ == nullptr || player_->spec() != order.spec || player_->side() != order.to_move ||
      has_books_ != with_books) {
    player_.reset();  // its memory is for the next one
    PlayerTools tools;
    if (with_books) tools.books = books_;
    MadePlayer made = make_player(player_name, order.spec, order.to_move, tools);
    if (!made) return nullptr;
    player_ = std::move(*made);
    has_books_ = with_books;
  }
  return player_;
}

Thought Mover::think(const MoveOrder& order, double seconds, const StopToken& stop) {
  if (const std::optional<Move> forced = forced_move(order)) return {.move = *forced};
  const std::optional<Game> game = shown_game(order);
  const std::shared_ptr<const ComputerPlayer> who = game ? player(order) : nullptr;
  if (who == nullptr) return without_search(order);
  Result<Choice> choice = who->choose(*game, {.seconds = seconds,
                                              .threads = threads_,
                                              .memory_bytes = memory_of(order, threads_),
                                              .stop = &stop});
  if (!choice) return without_search(order);
  Thought thought;
  thought.move = completed(order, choice->move);
  thought.chance = choice->estimate ? choice->estimate->win : chance_of(game);
  thought.estimate = std::move(choice->estimate);
  // A proof of the game that it was shown is none of the game with exactly k in a row.
  if (!order.exactly) thought.says = std::move(choice->says);
  return thought;
}

}  // namespace inarow::protocol
