#include "rules/game.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/expects.hpp"
#include "rules/notation.hpp"

namespace inarow {
namespace {

std::variant<PlainDropBoard, PlacementBoard> make_board(const GameSpec& spec) {
  if (const DropSpec* drop = spec.drop()) return PlainDropBoard(*drop);
  return PlacementBoard(*spec.placement());
}

}  // namespace

Game::Game(const GameSpec& spec) : spec_(spec), board_(make_board(spec)) {}

std::optional<Player> Game::at(Cell cell) const {
  if (!on_board(spec_, cell)) return std::nullopt;
  return std::visit([&](const auto& board) { return board.at(cell); }, board_);
}

int Game::stone_count() const {
  if (const auto* drop = std::get_if<PlainDropBoard>(&board_)) return drop->plies();
  return std::get<PlacementBoard>(board_).stones();
}

std::vector<Stone> Game::stones() const {
  if (const auto* placement = std::get_if<PlacementBoard>(&board_)) return placement->all_stones();
  const auto& board = std::get<PlainDropBoard>(board_);
  std::vector<Stone> stones;
  stones.reserve(static_cast<std::size_t>(board.plies()));
  for (int x = 0; x < board.spec().width; ++x) {
    for (int y = 0; y < board.height_of(Column{x}); ++y) {
      stones.push_back(Stone{Cell{x, y}, *board.at(Cell{x, y})});
    }
  }
  return stones;
}

int Game::stones_due() const {
  const PlacementSpec* placement = spec_.placement();
  if (placement == nullptr) return 1;
  const int due = moves_.empty() ? placement->q : placement->p;
  if (const std::optional<int> cells = spec_.cells()) return std::min(due, *cells - stone_count());
  return due;
}

std::optional<Cell> Game::landing_cell(Column c) const {
  const auto& board = std::get<PlainDropBoard>(board_);
  if (!board.can_play(c)) return std::nullopt;
  return Cell{c.index, board.height_of(c)};
}

tl::unexpected<Error> Game::refuse(const Move& move, const std::string& reason) const {
  const std::size_t number = moves_.size() + 1;
  constexpr std::size_t most = 8;  // stones in the message; a move may have 1000
  const bool cut = move.size() > most;
  const Move shown(move.begin(), cut ? move.begin() + most : move.end());
  return failure(fmt::format("move {} ({}{}): {}", number, format_move(spec_, shown),
                             cut ? " ..." : "", reason),
                 number);
}

Result<void> Game::play(const Move& move) {
  if (over()) {
    const std::string end = outcome_ == Outcome::draw
                                ? "the board is full"
                                : fmt::format("{} has won", spec_.colour(opponent(to_move())));
    return refuse(move, fmt::format("the game ended with move {}: {}", moves_.size(), end));
  }
  if (auto* drop = std::get_if<PlainDropBoard>(&board_)) return play_drop(*drop, move);
  return play_placement(std::get<PlacementBoard>(board_), move);
}

Result<void> Game::play_drop(PlainDropBoard& board, const Move& move) {
  if (move.size() != 1) return refuse(move, "a move of a drop game is one stone");
  const Cell cell = move[0];
  if (cell == null_stone) return refuse(move, "there are no null moves in drop games");
  const Column column{cell.x};
  if (!on_board(spec_, cell)) {
    return refuse(move, fmt::format("outside the board of {}", spec_.to_string()));
  }
  if (!board.can_play(column)) {
    return refuse(move, fmt::format("column {} is full", column_name(column)));
  }
  const Cell lands{cell.x, board.height_of(column)};
  if (lands != cell) {
    return refuse(move, fmt::format("a stone in column {} falls on {}", column_name(column),
                                    cell_name(spec_, lands)));
  }
  board.play(column);
  if (moves_.empty()) moves_.reserve(static_cast<std::size_t>(spec_.cells().value_or(0)));
  moves_.push_back(move);
  outcome_ = board.outcome();
  return {};
}

Result<void> Game::play_placement(PlacementBoard& board, const Move& move) {
  const Player player = to_move();
  const int due = stones_due();
  if (static_cast<int>(move.size()) > due) {
    return refuse(move, fmt::format("{} stones are too many, it must have {}", move.size(), due));
  }
  std::size_t placed = 0;
  std::string reason;
  for (; placed < move.size(); ++placed) {
    const Cell cell = move[placed];
    if (cell == null_stone) continue;
    if (!on_board(spec_, cell)) {
      reason =
          fmt::format("{} is outside the board of {}", cell_name(spec_, cell), spec_.to_string());
    } else if (!board.contains(cell)) {
      reason = fmt::format("{} is more than {} cells away from 0,0", cell_name(spec_, cell),
                           max_coordinate);
    } else if (board.at(cell)) {
      reason = fmt::format("{} is taken", cell_name(spec_, cell));
    } else {
      board.place(cell, player);
      continue;
    }
    break;
  }
  const bool wins = reason.empty() && board.complete_segments(player) > 0;
  if (reason.empty() && !wins && static_cast<int>(move.size()) < due) {
    reason = fmt::format("{} stone{} too few, it must have {}", move.size(),
                         move.size() == 1 ? " is" : "s are", due);
  }
  if (!reason.empty()) {
    while (placed-- > 0) {
      if (move[placed] != null_stone) board.remove(move[placed]);
    }
    return refuse(move, reason);
  }
  moves_.push_back(move);
  if (wins) {
    outcome_ = win_of(player);
  } else if (board.stones() == spec_.cells()) {
    outcome_ = Outcome::draw;
  }
  return {};
}

void Game::undo() {
  EXPECTS(!moves_.empty());
  if (auto* drop = std::get_if<PlainDropBoard>(&board_)) {
    drop->undo();
  } else {
    for (const Cell cell : moves_.back()) {
      if (cell != null_stone) std::get<PlacementBoard>(board_).remove(cell);
    }
  }
  moves_.pop_back();
  outcome_ = Outcome::undecided;
}

std::vector<Cell> Game::playable_cells() const {
  std::vector<Cell> cells;
  if (over()) return cells;
  if (const DropSpec* drop = spec_.drop()) {
    for (int x = 0; x < drop->width; ++x) {
      if (const std::optional<Cell> cell = landing_cell(Column{x})) cells.push_back(*cell);
    }
    return cells;
  }
  const std::optional<BoardSize> size = spec_.finite_board();
  EXPECTS(size.has_value());
  for (int x = 0; x < size->columns; ++x) {
    for (int y = 0; y < size->rows; ++y) {
      if (!at(Cell{x, y})) cells.push_back(Cell{x, y});
    }
  }
  return cells;
}

bool same_stones(Move a, Move b) {
  std::sort(a.begin(), a.end());
  std::sort(b.begin(), b.end());
  return a == b;
}

bool has_null_stones(const Game& game) {
  const MoveList& moves = game.moves();
  return std::any_of(moves.begin(), moves.end(), [](const Move& move) {
    return std::find(move.begin(), move.end(), null_stone) != move.end();
  });
}

}  // namespace inarow
