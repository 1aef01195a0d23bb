#include "rules/notation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <optional>

#include "base/quote.hpp"

namespace inarow {
namespace {

constexpr int letters = 26;

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0; }
char lower(char c) { return static_cast<char>(std::tolower(static_cast<unsigned char>(c))); }

const char* example(const GameSpec& spec) {
  if (const DropSpec* drop = spec.drop()) {
    return drop->width <= 9 ? "44, dd or d1 d2" : "dd or d1 d2";
  }
  if (!spec.placement()->board) return "0,0 -1,1 1,1";
  return spec.placement()->p > 1 ? "j10 k11i11" : "h8 i9";
}

bool infinite_placement(const GameSpec& spec) {
  return spec.placement() != nullptr && !spec.placement()->board;
}

// Reads moves from left to right. In a drop game a column without row becomes the cell that the
// stone falls on, which needs the position; a full column is left to the rules to refuse.
class MoveScanner {
 public:
  MoveScanner(const GameSpec& spec, std::string_view text) : spec_(spec), text_(text) {}

  std::size_t place() const { return at_; }

  // Skips what separates stones; true if another one follows.
  bool more() {
    const bool commas = !infinite_placement(spec_);
    while (at_ < text_.size() && (std::isspace(static_cast<unsigned char>(text_[at_])) != 0 ||
                                  (commas && text_[at_] == ','))) {
      ++at_;
    }
    return at_ < text_.size();
  }

  // Reads one stone; `game` tells where stones fall (null: a row must be given).
  Result<Cell> stone(const Game* game) {
    if (text_.substr(at_).starts_with("--") && spec_.placement() != nullptr) {
      at_ += 2;
      return null_stone;
    }
    if (infinite_placement(spec_)) return pair();
    if (spec_.drop() != nullptr && is_digit(text_[at_])) return digit_column(game);
    return named_cell(game);
  }

 private:
  tl::unexpected<Error> complain(std::size_t place, std::string_view what) const {
    const std::string where = place >= text_.size() ? std::string("at the end")
                                                    : fmt::format("at character {}", place + 1);
    return failure(fmt::format("bad moves {}: {}: {}; write for example {}", quoted(text_, 60),
                               where, what, example(spec_)),
                   place);
  }

  std::optional<int> integer() {
    std::size_t i = at_;
    const bool negative = i < text_.size() && text_[i] == '-';
    if (negative) ++i;
    const std::size_t start = i;
    int value = 0;
    for (; i < text_.size() && is_digit(text_[i]); ++i) {
      value = std::min(value * 10 + (text_[i] - '0'), 1'000'000);
    }
    if (i == start) return std::nullopt;
    at_ = i;
    return negative ? -value : value;
  }

  Result<Cell> pair() {
    const std::size_t start = at_;
    const std::optional<int> x = integer();
    if (!x) return complain(start, "a cell of the infinite board is a pair of integers x,y");
    if (at_ >= text_.size() || text_[at_] != ',') {
      return complain(at_, "a comma and the second number are missing");
    }
    ++at_;
    const std::optional<int> y = integer();
    if (!y) return complain(at_, "the second number is missing");
    if (at_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[at_])) == 0) {
      return complain(at_, "cells are separated by spaces");
    }
    return Cell{*x, *y};
  }

  Result<Cell> digit_column(const Game* game) {
    const int width = spec_.drop()->width;
    if (width > 9) {
      return complain(at_, "digits name columns only up to 9 columns");
    }
    const int column = text_[at_] - '1';
    if (column < 0 || column >= width) {
      return complain(at_, fmt::format("the columns are 1 to {}", width));
    }
    ++at_;
    return landing(game, Column{column});
  }

  Result<Cell> named_cell(const Game* game) {
    const std::size_t start = at_;
    if (!is_letter(text_[at_])) return complain(at_, "this does not begin a move");
    const std::optional<BoardSize> size = spec_.finite_board();
    const int columns = size ? size->columns : spec_.drop()->width;
    // One letter a column up to 26 columns (so that `ddec` is four moves), else the whole word.
    std::size_t count = 1;
    if (columns > letters) {
      while (at_ + count < text_.size() && is_letter(text_[at_ + count])) ++count;
    }
    const std::string_view word = text_.substr(at_, count);
    int column = -1;
    if (count <= 2) {
      column = 0;
      for (const char c : word) column = column * letters + (lower(c) - 'a' + 1);
      --column;
    }
    if (column < 0 || column >= columns) {
      return complain(start, fmt::format("no column {}, the columns are a to {}",
                                         word.substr(0, 20), column_name(Column{columns - 1})));
    }
    at_ += count;
    if (at_ < text_.size() && is_digit(text_[at_])) {
      const std::size_t row_place = at_;
      const std::optional<int> row = integer();
      if (*row < 1 || (size && *row > size->rows)) {
        return complain(row_place, size ? fmt::format("the rows are 1 to {}", size->rows)
                                        : std::string("the rows begin with 1"));
      }
      return Cell{column, *row - 1};
    }
    if (spec_.drop() == nullptr || game == nullptr) {
      return complain(at_, "the row of the cell is missing");
    }
    return landing(game, Column{column});
  }

  Result<Cell> landing(const Game* game, Column column) const {
    if (game == nullptr) return complain(at_, "the row of the cell is missing");
    if (const std::optional<Cell> cell = game->landing_cell(column)) return *cell;
    return Cell{column.index, *spec_.drop()->height - 1};  // full: the rules refuse it
  }

  const GameSpec& spec_;
  std::string_view text_;
  std::size_t at_ = 0;
};

}  // namespace

std::string column_name(Column column) {
  std::string name;
  for (int i = column.index; i >= 0; i = i / letters - 1) {
    name.insert(name.begin(), static_cast<char>('a' + i % letters));
  }
  return name;
}

std::string cell_name(const GameSpec& spec, Cell cell) {
  if (cell == null_stone) return "--";
  if (infinite_placement(spec) || cell.x < 0) return fmt::format("{},{}", cell.x, cell.y);
  return fmt::format("{}{}", column_name(Column{cell.x}), cell.y + 1);
}

std::string format_move(const GameSpec& spec, const Move& move) {
  std::string text;
  for (const Cell cell : move) {
    if (!text.empty() && infinite_placement(spec)) text += ' ';
    text += cell_name(spec, cell);
  }
  return text;
}

std::string format_moves(const GameSpec& spec, const MoveList& moves) {
  std::string text;
  const DropSpec* drop = spec.drop();
  for (const Move& move : moves) {
    if (drop != nullptr && drop->width <= 9) {
      text += static_cast<char>('1' + move[0].x);
    } else if (drop != nullptr && drop->width <= letters) {
      text += column_name(Column{move[0].x});
    } else {
      if (!text.empty()) text += ' ';
      text += format_move(spec, move);
    }
  }
  return text;
}

Result<Game> read_game(const GameSpec& spec, std::string_view moves) {
  Game game(spec);
  MoveScanner scan(spec, moves);
  Move move;
  while (scan.more()) {
    const auto due = static_cast<std::size_t>(std::max(1, game.stones_due()));
    move.clear();
    do {
      const Result<Cell> cell = scan.stone(&game);
      if (!cell) return tl::unexpected<Error>(cell.error());
      move.push_back(*cell);
    } while (move.size() < due && scan.more());
    const Result<void> played = game.play(move);
    if (!played) return tl::unexpected<Error>(played.error());
  }
  return game;
}

Result<Move> read_move(const Game& game, std::string_view text) {
  MoveScanner scan(game.spec(), text);
  Move move;
  while (scan.more()) {
    const Result<Cell> cell = scan.stone(&game);
    if (!cell) return tl::unexpected<Error>(cell.error());
    move.push_back(*cell);
  }
  return move;
}

Result<Cell> read_cell(const GameSpec& spec, std::string_view text) {
  MoveScanner scan(spec, text);
  if (!scan.more()) return failure("a cell is missing");
  Result<Cell> cell = scan.stone(nullptr);
  if (cell && scan.more()) {
    return failure(fmt::format("more than one cell in {}", quoted(text)), scan.place());
  }
  return cell;
}

}  // namespace inarow
