#include "protocol/position.hpp"

#include <algorithm>
#include <array>

namespace inarow::protocol {

Rows::Rows(BoardSize size, const std::vector<Stone>& stones)
    : size_(size), cells_(static_cast<std::size_t>(size.columns * size.rows)) {
  for (const Stone& stone : stones) put(stone.cell, stone.player);
}

std::optional<Player> Rows::at(Cell cell) const {
  return contains(cell) ? cells_[index(cell)] : std::nullopt;
}

void Rows::put(Cell cell, Player player) { cells_[index(cell)] = player; }

int Rows::length(Cell cell, Player player, Cell step) const {
  int stones = 1;
  for (const int sign : {1, -1}) {
    Cell next{cell.x + sign * step.x, cell.y + sign * step.y};
    while (at(next) == player) {
      ++stones;
      next = {next.x + sign * step.x, next.y + sign * step.y};
    }
  }
  return stones;
}

int Rows::longest(Cell cell, Player player) const {
  int most = 0;
  for (const Direction d : all_directions) most = std::max(most, length(cell, player, step_of(d)));
  return most;
}

bool Rows::completes(Cell cell, Player player, RowRule rule) const {
  return std::any_of(all_directions.begin(), all_directions.end(), [&](Direction d) {
    const int stones = length(cell, player, step_of(d));
    return rule.exactly ? stones == rule.k : stones >= rule.k;
  });
}

std::optional<Player> Rows::owner(RowRule rule) const {
  std::optional<Player> found;
  for (int y = 0; y < size_.rows; ++y) {
    for (int x = 0; x < size_.columns; ++x) {
      const std::optional<Player> player = at({x, y});
      if (!player || !completes({x, y}, *player, rule)) continue;
      if (*player == Player::first) return player;
      found = player;
    }
  }
  return found;
}

std::vector<Cell> Rows::empty_cells() const {
  std::vector<Cell> cells;
  for (int y = 0; y < size_.rows; ++y) {
    for (int x = 0; x < size_.columns; ++x) {
      if (!at({x, y})) cells.push_back({x, y});
    }
  }
  return cells;
}

Result<Game> set_up_game(const GameSpec& spec, const std::vector<Stone>& stones, Player to_move) {
  std::array<std::vector<Cell>, 2> left;
  for (const Stone& stone : stones) {
    left[static_cast<std::size_t>(index_of(stone.player))].push_back(stone.cell);
  }
  // Stones are taken from the end.
  for (std::vector<Cell>& cells : left) std::reverse(cells.begin(), cells.end());
  Game game(spec);
  while (!left[0].empty() || !left[1].empty() || game.to_move() != to_move) {
    std::vector<Cell>& own = left[static_cast<std::size_t>(index_of(game.to_move()))];
    Move move;
    for (int due = game.stones_due(); due > 0; --due) {
      move.push_back(own.empty() ? null_stone : own.back());
      if (!own.empty()) own.pop_back();
    }
    if (const Result<void> played = game.play(move); !played) {
      return tl::unexpected<Error>(played.error());
    }
  }
  if (game.over()) return failure("the game is over");
  return game;
}

}  // namespace inarow::protocol
