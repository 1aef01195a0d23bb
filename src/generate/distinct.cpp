#include "generate/distinct.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "knowledge/threats/threat_board.hpp"
#include "rules/lines.hpp"
#include "rules/symmetry.hpp"

namespace inarow::puzzles {
namespace {

constexpr int near_cells = 4;         // around the solution of a defense
constexpr int different_squares = 4;  // between boards that are not nearly the same: more

std::string text_of(const std::vector<Stone>& stones) {
  std::string text;
  for (const Stone& stone : stones) {
    text += fmt::format("{},{}{}", stone.cell.x, stone.cell.y,
                        stone.player == Player::first ? 'x' : 'o');
  }
  return text;
}

// A pattern wherever it lies and whichever way it is turned.
std::string pattern_key(const PlacementSpec& spec, const std::vector<Stone>& stones) {
  PlacementSpec anywhere = spec;
  anywhere.board.reset();
  return text_of(canonical_stones(GameSpec(anywhere), stones));
}

// The solver's stones in threats of the line count as the first player's, the solution as the
// second's.
std::string placement_idea(const Puzzle& puzzle) {
  const PlacementSpec& spec = *puzzle.game.spec().placement();
  const Player solver = puzzle.game.to_move();
  std::set<Cell> core;
  threats::ThreatBoard board(spec, puzzle.game.stones());
  for (std::size_t i = 0; i < puzzle.line.size(); ++i) {
    for (const Cell cell : puzzle.line[i]) {
      board.place(board.index(cell), i % 2 == 0 ? solver : opponent(solver));
    }
    if (i % 2 == 1) continue;
    for (int stones = board.first_threat(); stones <= board.k(); ++stones) {
      for (const threats::SegmentIndex segment : board.active(solver, stones)) {
        board.for_cells(segment, [&](threats::CellIndex c) {
          if (puzzle.game.at(board.cell(c)) == solver) core.insert(board.cell(c));
        });
      }
    }
  }
  std::vector<Stone> stones;
  stones.reserve(core.size() + puzzle.solution.size());
  for (const Cell cell : core) stones.push_back({cell, Player::first});
  for (const Cell cell : puzzle.solution) stones.push_back({cell, Player::second});
  return pattern_key(spec, stones);
}

std::string placement_neighbourhood(const Puzzle& puzzle) {
  std::vector<Stone> stones;
  for (const Stone& stone : puzzle.game.stones()) {
    const auto near = [&](Cell cell) {
      return std::max(std::abs(cell.x - stone.cell.x), std::abs(cell.y - stone.cell.y)) <=
             near_cells;
    };
    if (std::any_of(puzzle.solution.begin(), puzzle.solution.end(), near)) stones.push_back(stone);
  }
  return pattern_key(*puzzle.game.spec().placement(), stones);
}

std::string cells_text(std::vector<Cell> cells, const Symmetry& symmetry) {
  for (Cell& cell : cells) cell = symmetry(cell);
  std::sort(cells.begin(), cells.end());
  std::string text;
  for (const Cell cell : cells) text += fmt::format("{},{} ", cell.x, cell.y);
  return text;
}

// The line that a win completes in the end, and the solution.
std::string drop_idea(const Puzzle& puzzle) {
  const GameSpec& spec = puzzle.game.spec();
  Game game = puzzle.game;
  for (const Move& move : puzzle.line) (void)game.play(move);
  std::vector<Cell> completed;
  if (game.over() && game.outcome() != Outcome::draw) {
    const LineTable table(spec);
    for (const std::vector<Cell>& line : table.lines()) {
      if (std::all_of(line.begin(), line.end(),
                      [&](Cell c) { return game.at(c) == puzzle.game.to_move(); })) {
        completed = line;
        break;
      }
    }
  }
  std::string least;
  for (const Symmetry& symmetry : symmetries(spec)) {
    const std::string text =
        cells_text(puzzle.solution, symmetry) + cells_text(completed, symmetry);
    if (least.empty() || text < least) least = text;
  }
  return fmt::format("{}{}", least, puzzle.length);
}

// The board as text, a character a square, seen so that the solution lies to the left.
std::string board_text(const Puzzle& puzzle, const Symmetry& symmetry) {
  const BoardSize size = *puzzle.game.spec().finite_board();
  const auto columns = static_cast<std::size_t>(size.columns);
  std::string text(columns * static_cast<std::size_t>(size.rows), '.');
  for (const Stone& stone : puzzle.game.stones()) {
    const Cell cell = symmetry(stone.cell);
    text[static_cast<std::size_t>(cell.y) * columns + static_cast<std::size_t>(cell.x)] =
        stone.player == puzzle.game.to_move() ? 'x' : 'o';
  }
  return text;
}

}  // namespace

std::string position_key(const Puzzle& puzzle) {
  const GameSpec& spec = puzzle.game.spec();
  return fmt::format("{} {} {}", spec.to_string(), inarow::name_of(puzzle.game.to_move()),
                     text_of(canonical_stones(spec, puzzle.game.stones())));
}

std::string idea_key(const Puzzle& puzzle) {
  const GameSpec& spec = puzzle.game.spec();
  std::string idea;
  if (spec.drop() != nullptr) {
    if (puzzle.task != Task::win) return position_key(puzzle);
    idea = drop_idea(puzzle);
  } else {
    idea = puzzle.task == Task::win ? placement_idea(puzzle) : placement_neighbourhood(puzzle);
  }
  return fmt::format("{} {}: {}", spec.to_string(), name_of(puzzle.task), idea);
}

bool Collection::is_near(const Puzzle& puzzle) {
  const GameSpec& spec = puzzle.game.spec();
  if (spec.drop() == nullptr) return false;
  for (const Symmetry& symmetry : symmetries(spec)) {
    const std::string text = board_text(puzzle, symmetry);
    for (const std::string& other : boards_[cells_text(puzzle.solution, symmetry)]) {
      if (other.size() != text.size()) continue;
      int different = 0;
      for (std::size_t i = 0; i < text.size(); ++i) different += text[i] != other[i] ? 1 : 0;
      if (different <= different_squares) return true;
    }
  }
  return false;
}

bool Collection::add(const Puzzle& puzzle) {
  const std::string position = fmt::format("={}", position_key(puzzle));
  const std::string idea = idea_key(puzzle);
  if (keys_.contains(position) || keys_.contains(idea) || is_near(puzzle)) return false;
  keys_.insert(position);
  keys_.insert(idea);
  if (puzzle.game.spec().drop() != nullptr) {
    const Symmetry same;
    boards_[cells_text(puzzle.solution, same)].push_back(board_text(puzzle, same));
  }
  return true;
}

}  // namespace inarow::puzzles
