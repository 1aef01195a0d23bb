#include "match/tournament/openings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <set>

#include "base/files.hpp"
#include "base/quote.hpp"
#include "base/random.hpp"
#include "match/tournament/judge.hpp"
#include "rules/notation.hpp"
#include "rules/symmetry.hpp"

namespace inarow::tournament {
namespace {

constexpr std::size_t most_openings = 100'000;
constexpr double seconds_a_proof = 0.1;

// An opening that somebody wrote; `place` says where.
Result<Game> read_opening(const GameSpec& spec, const std::string& moves,
                          const std::string& place) {
  Result<Game> game = read_game(spec, moves);
  if (!game) return failure(fmt::format("{}: {}", place, game.error().message));
  if (game->over()) return failure(fmt::format("{}: the game is over", place));
  if (has_null_stones(*game)) return failure(fmt::format("{}: it has null stones", place));
  return game;
}

// Empty cells that a random stone may take: near the middle of the empty board, else not far from
// other stones.
std::vector<Cell> cells_for(const Game& game, const Move& begun) {
  constexpr int nearby = 2;
  const GameSpec& spec = game.spec();
  const PlacementSpec& placement = *spec.placement();
  std::set<Cell> cells;
  const auto add_around = [&](Cell middle, int reach) {
    for (int y = middle.y - reach; y <= middle.y + reach; ++y) {
      for (int x = middle.x - reach; x <= middle.x + reach; ++x) {
        const Cell cell{x, y};
        if (on_board(spec, cell) && !game.at(cell)) cells.insert(cell);
      }
    }
  };
  if (game.moves().empty() && begun.empty()) {
    add_around(placement.board ? Cell{placement.board->columns / 2, placement.board->rows / 2}
                               : Cell{0, 0},
               1);
  }
  for (const Stone& stone : game.stones()) add_around(stone.cell, nearby);
  for (const Cell cell : begun) add_around(cell, nearby);
  for (const Cell cell : begun) cells.erase(cell);
  return {cells.begin(), cells.end()};
}

// A legal move.
std::optional<Move> random_move(const Game& game, Random& random) {
  const GameSpec& spec = game.spec();
  const auto any_of = [&](const std::vector<Cell>& cells) {
    return cells[static_cast<std::size_t>(random.below(static_cast<int>(cells.size())))];
  };
  Move move;
  if (spec.drop() != nullptr) {
    std::vector<Cell> cells;
    for (int x = 0; x < spec.drop()->width; ++x) {
      if (const auto cell = game.landing_cell(Column{x})) cells.push_back(*cell);
    }
    if (cells.empty()) return std::nullopt;
    return Move{any_of(cells)};
  }
  for (int i = 0; i < game.stones_due(); ++i) {
    const std::vector<Cell> cells = cells_for(game, move);
    if (cells.empty()) return std::nullopt;
    move.push_back(any_of(cells));
  }
  return move;
}

Result<std::vector<Game>> random_openings(const Plan& plan, const StopToken* stop) {
  constexpr int tries_an_opening = 200;
  Random random(plan.seed);
  Judge judge(plan.game, seconds_a_proof);
  std::set<std::vector<Stone>> seen;  // up to symmetry
  std::vector<Game> openings;
  const int wanted = plan.openings.random;
  for (int tries = 0; static_cast<int>(openings.size()) < wanted; ++tries) {
    if (stopped(stop)) return failure("stopped before all openings were made");
    if (tries >= tries_an_opening * wanted) {
      return failure(
          fmt::format("only {} of {} balanced openings of {} moves were found; ask for fewer of "
                      "them, or for longer ones",
                      openings.size(), wanted, plan.openings.plies));
    }
    Game game(plan.game);
    for (int i = 0; i < plan.openings.plies && !game.over(); ++i) {
      const std::optional<Move> move = random_move(game, random);
      if (!move || !game.play(*move)) break;
    }
    if (game.over() || static_cast<int>(game.moves().size()) != plan.openings.plies) continue;
    if (!seen.insert(canonical_stones(plan.game, game.stones())).second) continue;
    const std::optional<Outcome> verdict = judge.verdict(game, stop);
    if (verdict && *verdict != Outcome::draw) continue;
    openings.push_back(std::move(game));
  }
  return openings;
}

}  // namespace

Result<std::vector<Game>> read_openings(const GameSpec& spec, const std::string& path) {
  const Result<std::string> text = read_whole_file(path);
  if (!text) return tl::unexpected<Error>(text.error());
  std::vector<Game> openings;
  int number = 0;
  for (std::size_t at = 0; at < text->size();) {
    const std::size_t end = std::min(text->find('\n', at), text->size());
    std::string line = text->substr(at, end - at);
    at = end + 1;
    ++number;
    line.resize(std::min(line.find('#'), line.size()));
    if (!line.empty() && line.back() == '\r') line.pop_back();
    if (line.find_first_not_of(" \t") == std::string::npos) continue;
    Result<Game> game =
        read_opening(spec, line, fmt::format("{} line {}", printable(path), number));
    if (!game) return tl::unexpected<Error>(game.error());
    openings.push_back(std::move(*game));
    if (openings.size() > most_openings) return failure("the file has too many openings");
  }
  if (openings.empty()) return failure(fmt::format("{} has no openings", printable(path)));
  return openings;
}

std::string openings_text(const std::vector<Game>& openings) {
  std::string text;
  for (const Game& game : openings) text += format_moves(game.spec(), game.moves()) + '\n';
  return text;
}

Result<std::vector<Game>> make_openings(const Plan& plan, const std::string& folder,
                                        const StopToken* stop) {
  const OpeningSource& source = plan.openings;
  if (source.random > 0) return random_openings(plan, stop);
  if (!source.file.empty()) {
    return read_openings(plan.game, (std::filesystem::path(folder) / source.file).string());
  }
  std::vector<Game> openings;
  for (std::size_t i = 0; i < source.moves.size(); ++i) {
    Result<Game> game = read_opening(plan.game, source.moves[i], fmt::format("opening {}", i + 1));
    if (!game) return tl::unexpected<Error>(game.error());
    openings.push_back(std::move(*game));
  }
  if (openings.empty()) openings.emplace_back(plan.game);
  return openings;
}

}  // namespace inarow::tournament
