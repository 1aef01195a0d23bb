#include "board.hpp"

#include <fmt/format.h>
#include <pybind11/stl.h>

#include "base/quote.hpp"
#include "match/registry.hpp"
#include "rules/notation.hpp"
#include "rules/picture.hpp"
#include "rules/symmetry.hpp"

namespace py = pybind11;

namespace inarow::python {
namespace {

py::dict facts_of(const std::string& text) {
  const GameSpec spec = spec_named(text);
  const DropSpec* const drop = spec.drop();
  const PlacementSpec* const placement = spec.placement();
  const std::optional<BoardSize> size = spec.finite_board();
  py::dict facts;
  facts["text"] = spec.to_string();
  facts["family"] = drop != nullptr ? "drop" : "placement";
  facts["columns"] = drop != nullptr ? std::optional(drop->width)
                     : size          ? std::optional(size->columns)
                                     : std::nullopt;
  facts["rows"] = size ? std::optional(size->rows) : std::nullopt;
  facts["k"] = spec.k();
  facts["p"] = placement != nullptr ? placement->p : 1;
  facts["q"] = placement != nullptr ? placement->q : 1;
  facts["cylinder"] = drop != nullptr && drop->cylinder;
  facts["colours"] = py::make_tuple(spec.colour(Player::first), spec.colour(Player::second));
  return facts;
}

// Row 0 is on top. A row is written as a picture, whose reader knows what is wrong with it.
Game game_of_rows(const std::string& game, const std::vector<std::vector<int>>& rows) {
  const GameSpec spec = spec_named(game);
  const std::optional<BoardSize> size = spec.finite_board();
  if (!size) {
    throw py::value_error(
        fmt::format("{} has no array: its board is infinite; give the moves", spec.to_string()));
  }
  if (static_cast<int>(rows.size()) != size->rows) {
    throw py::value_error(
        fmt::format("array: {} rows, {} has {}", rows.size(), spec.to_string(), size->rows));
  }
  std::string picture;
  for (std::size_t y = 0; y < rows.size(); ++y) {
    if (static_cast<int>(rows[y].size()) != size->columns) {
      throw py::value_error(fmt::format("array, row {}: {} numbers, {} has {} columns", y,
                                        rows[y].size(), spec.to_string(), size->columns));
    }
    for (std::size_t x = 0; x < rows[y].size(); ++x) {
      const int content = rows[y][x];
      if (content < 0 || content > 2) {
        throw py::value_error(
            fmt::format("array, row {}, column {}: {}; 0 is an empty cell, 1 a stone of the first "
                        "player, 2 one of the second",
                        y, x, content));
      }
      picture += ".xo"[content];
    }
    picture += '\n';
  }
  const py::gil_scoped_release others_go_on;
  return or_value_error(game_with_stones(spec, or_value_error(read_picture(spec, picture))));
}

Game game_of_picture(const std::string& game, const std::string& picture) {
  const GameSpec spec = spec_named(game);
  const py::gil_scoped_release others_go_on;
  return or_value_error(game_with_stones(spec, or_value_error(read_picture(spec, picture))));
}

void require_finite(const Game& game, const char* what) {
  const bool drop = game.spec().drop() != nullptr;
  if (drop || game.spec().finite_board()) return;
  throw py::value_error(fmt::format("{} has infinitely many {}", game.spec().to_string(), what));
}

std::vector<std::string> legal_cells(const Game& game) {
  require_finite(game, "cells");
  std::vector<std::string> texts;
  for (const Cell cell : game.playable_cells()) texts.push_back(cell_name(game.spec(), cell));
  return texts;
}

// All sets of `due` cells, in order.
std::vector<std::string> legal_moves(const Game& game) {
  require_finite(game, "moves");
  constexpr double most = 100'000;
  const std::vector<Cell> cells = game.playable_cells();
  const auto due = static_cast<std::size_t>(game.stones_due());
  if (cells.empty()) return {};
  double number = 1;
  for (std::size_t i = 0; i < due; ++i) {
    number *= static_cast<double>(cells.size() - i) / static_cast<double>(i + 1);
  }
  if (number > most) {
    throw py::value_error(
        fmt::format("about {:.3g} legal moves are too many to list; legal_cells() lists the cells "
                    "of single stones",
                    number));
  }
  std::vector<std::string> texts;
  std::vector<std::size_t> chosen(due);
  for (std::size_t i = 0; i < due; ++i) chosen[i] = i;
  while (true) {
    Move move;
    for (const std::size_t index : chosen) move.push_back(cells[index]);
    texts.push_back(format_move(game.spec(), move));
    std::size_t i = due;
    while (i > 0 && chosen[i - 1] == cells.size() - due + i - 1) --i;
    if (i == 0) return texts;
    ++chosen[i - 1];
    for (; i < due; ++i) chosen[i] = chosen[i - 1] + 1;
  }
}

Game mirrored(const Game& game) {
  Symmetry mirror;
  mirror.xx = -1;
  if (const DropSpec* drop = game.spec().drop()) {
    mirror.dx = drop->width - 1;
  } else if (const std::optional<BoardSize> size = game.spec().finite_board()) {
    mirror.dx = size->columns - 1;
  }
  Game image(game.spec());
  for (Move move : game.moves()) {
    for (Cell& cell : move) cell = mirror(cell);
    or_value_error(image.play(move));
  }
  return image;
}

py::object winner_of(const Game& game) {
  switch (game.outcome()) {
    case Outcome::undecided:
      return py::none();
    case Outcome::draw:
      return py::str("draw");
    case Outcome::first_wins:
      return py::str(name_of(Player::first));
    case Outcome::second_wins:
      break;
  }
  return py::str(name_of(Player::second));
}

py::list stones_of_game(const Game& game) {
  py::list list;
  for (const Stone& stone : game.stones()) {
    list.append(py::make_tuple(stone.cell.x, stone.cell.y, index_of(stone.player) + 1));
  }
  return list;
}

std::vector<std::string> players(const std::string& game, const std::string& side) {
  if (side != "first" && side != "second") {
    throw py::value_error(fmt::format("no player {}; write first or second", quoted(side)));
  }
  std::vector<std::string> names;
  for (const PlayerKind& kind :
       players_of(spec_named(game), side == "first" ? Player::first : Player::second)) {
    names.push_back(kind.name);
  }
  return names;
}

}  // namespace

GameSpec spec_named(const std::string& text) { return or_value_error(GameSpec::parse(text)); }

void add_board(py::module_& module) {
  module.def("facts", facts_of);
  module.def("players", players);
  module.def("column_name", [](int x) { return column_name(Column{x}); });

  py::class_<Game>(module, "Board")
      .def(py::init([](const std::string& game, const std::string& moves) {
        return or_value_error(read_game(spec_named(game), moves));
      }))
      .def_static("from_rows", game_of_rows)
      .def_static("from_picture", game_of_picture)
      .def("copy", [](const Game& game) { return Game(game); })
      .def("mirror", mirrored)
      .def("play",
           [](Game& game, const std::string& text) {
             or_value_error(game.play(or_value_error(read_move(game, text))));
           })
      .def("undo",
           [](Game& game) {
             if (game.moves().empty()) throw py::value_error("there is no move to take back");
             game.undo();
           })
      .def("moves", [](const Game& game) { return format_moves(game.spec(), game.moves()); })
      .def("move_list",
           [](const Game& game) {
             std::vector<std::string> texts;
             for (const Move& move : game.moves()) texts.push_back(format_move(game.spec(), move));
             return texts;
           })
      .def("last_move",
           [](const Game& game) {
             std::vector<std::pair<int, int>> cells;
             if (game.moves().empty()) return cells;
             for (const Cell cell : game.moves().back()) {
               if (cell != null_stone) cells.emplace_back(cell.x, cell.y);
             }
             return cells;
           })
      .def("move_count", [](const Game& game) { return game.moves().size(); })
      .def("to_move", [](const Game& game) { return name_of(game.to_move()); })
      .def("over", &Game::over)
      .def("winner", winner_of)
      .def("stones_due", &Game::stones_due)
      .def("stones", stones_of_game)
      .def("cell_name",
           [](const Game& game, int x, int y) { return cell_name(game.spec(), Cell{x, y}); })
      .def("at",
           [](const Game& game, const std::string& text) -> py::object {
             const Cell cell = or_value_error(read_cell(game.spec(), text));
             const std::optional<Player> player = game.at(cell);
             if (!player) return py::none();
             return py::str(name_of(*player));
           })
      .def("legal_cells", legal_cells)
      .def("legal_moves", legal_moves)
      .def("picture", [](const Game& game) { return draw(game); });
}

}  // namespace inarow::python
