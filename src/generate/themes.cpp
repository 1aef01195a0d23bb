#include "generate/themes.hpp"

#include <algorithm>

#include "knowledge/threats/defenses.hpp"

namespace inarow::puzzles {
namespace {

bool has_pair_above(const std::vector<Cell>& cells) {
  return std::any_of(cells.begin(), cells.end(), [&](Cell c) {
    return std::find(cells.begin(), cells.end(), Cell{c.x, c.y + 1}) != cells.end();
  });
}

// The line of a drop puzzle, move by move.
struct Walk {
  Walk(const Puzzle& puzzle, const DropEyes& eyes) {
    Game game = puzzle.game;
    const Player solver = game.to_move();
    const Player other = opponent(solver);
    for (std::size_t i = 0; i < puzzle.line.size(); ++i) {
      const Cell cell = puzzle.line[i][0];
      const bool solvers = i % 2 == 0;
      const bool threatened = !eyes.completing_now(game, solver).empty();
      if (!game.play(puzzle.line[i]) || game.over()) {
        // The last stone of a win: was its square given away?
        zugzwang = solvers && i > 1 && given && puzzle.line[i - 1][0] == Cell{cell.x, cell.y - 1};
        last = cell;
        break;
      }
      const std::size_t open = eyes.completing_now(game, solver).size();
      const std::size_t against = eyes.completing_now(game, other).size();
      if (solvers) {
        if (open == 0) ++quiet;
        if (i == 0) first_quiet = open == 0;
        if (open >= 2) twice = true;
        if (has_pair_above(eyes.completing(game, solver))) pair = true;
        if (i > 0 && puzzle.line[i - 1][0] == Cell{cell.x, cell.y - 1}) ++on_top;
        ++moves;
      } else {
        if (against > 0) ++counter;
        if (i == 1 && against > 0 && cell == Cell{puzzle.solution[0].x, puzzle.solution[0].y + 1}) {
          offered = true;
        }
        given = !threatened && open > 0;
      }
    }
  }

  int quiet = 0;
  int counter = 0;
  int on_top = 0;
  int moves = 0;
  bool first_quiet = false;
  bool twice = false;
  bool pair = false;
  bool offered = false;
  bool given = false;  // the opponent's last move opened a square that was closed before
  bool zugzwang = false;
  Cell last{};
};

}  // namespace

LineMeasures measure_line(const Puzzle& puzzle, const DropEyes& eyes) {
  const Walk walk(puzzle, eyes);
  return {walk.quiet, walk.counter};
}

std::vector<Theme> drop_themes(const Puzzle& puzzle, const DropEyes& eyes) {
  constexpr int least_on_top = 3;
  const Walk walk(puzzle, eyes);
  std::vector<Theme> themes;
  const auto add = [&](bool holds, Theme theme) {
    if (holds) themes.push_back(theme);
  };
  add(walk.twice, Theme::double_threat);
  add(walk.first_quiet, Theme::quiet_move);
  add(walk.counter > 0, Theme::counter_threat);
  add(walk.offered, Theme::sacrifice);
  add(walk.zugzwang, Theme::zugzwang);
  add(walk.zugzwang && walk.last.y % 2 == 0, Theme::odd_threat);
  add(walk.zugzwang && walk.last.y % 2 == 1, Theme::even_threat);
  add(walk.on_top >= least_on_top && 4 * walk.on_top >= 3 * (walk.moves - 1), Theme::claimeven);
  add(walk.pair && puzzle.task == Task::win, Theme::stacked);
  return themes;
}

// --- placement games

namespace {

// The line of a win by threats, move by move.
struct ThreatWalk {
  explicit ThreatWalk(const Puzzle& puzzle) {
    const PlacementSpec& spec = *puzzle.game.spec().placement();
    const Player solver = puzzle.game.to_move();
    threats::ThreatBoard board(spec, puzzle.game.stones());
    attacked = board.has_threat(opponent(solver));
    for (std::size_t i = 0; i < puzzle.line.size(); ++i) {
      const bool solvers = i % 2 == 0;
      for (const Cell cell : puzzle.line[i]) {
        board.place(board.index(cell), solvers ? solver : opponent(solver));
      }
      if (board.has_won(solver)) break;
      if (!solvers) {
        if (board.has_threat(opponent(solver))) ++counter;
        continue;
      }
      const int now = threats::threat_number(board, solver, spec.p);
      if (now == 0) ++quiet;
      if (now < spec.p) free_stone = true;
      if (i == 0) first_quiet = now == 0;
      if (now > spec.p) {
        twice = true;
        look_at_lines(board, solver, i >= 2 && last_threats == 1 ? &puzzle.line[i - 2] : nullptr);
      }
      last_threats = now;
    }
  }

  // The lines of a double threat: in how many directions they go, and whether one of them has the
  // stone of the four before (`four`, may be null).
  void look_at_lines(const threats::ThreatBoard& board, Player solver, const Move* four) {
    std::set<int> directions;
    for (int stones = board.first_threat(); stones < board.k(); ++stones) {
      for (const threats::SegmentIndex segment : board.active(solver, stones)) {
        directions.insert(segment & 3);
        board.for_cells(segment, [&](threats::CellIndex cell) {
          if (four != nullptr && board.cell(cell) == four->front()) four_three = true;
        });
      }
    }
    two_lines = directions.size() > 1;
  }

  int quiet = 0;
  int counter = 0;
  bool attacked = false;
  bool first_quiet = false;
  bool free_stone = false;
  bool twice = false;
  bool four_three = false;
  bool two_lines = false;
  int last_threats = 0;
};

}  // namespace

LineMeasures measure_placement_line(const Puzzle& puzzle) {
  const ThreatWalk walk(puzzle);
  return {walk.quiet, walk.counter + (walk.attacked ? 1 : 0)};
}

std::vector<Theme> placement_themes(const Puzzle& puzzle) {
  const bool one_stone = puzzle.game.spec().placement()->p == 1;
  const ThreatWalk walk(puzzle);
  std::vector<Theme> themes;
  const auto add = [&](bool holds, Theme theme) {
    if (holds) themes.push_back(theme);
  };
  add(walk.twice && !one_stone, Theme::double_threat);
  add(walk.first_quiet, Theme::quiet_move);
  add(walk.counter > 0 || walk.attacked, Theme::counter_threat);
  add(one_stone && !walk.free_stone, Theme::fours);
  add(one_stone && walk.free_stone, Theme::threes);
  add(one_stone && walk.two_lines, Theme::double_four);
  add(one_stone && walk.four_three, Theme::four_three);
  add(!one_stone && walk.free_stone, Theme::single_threat);
  return themes;
}

}  // namespace inarow::puzzles
