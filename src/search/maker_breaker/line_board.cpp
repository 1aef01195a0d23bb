#include "search/maker_breaker/line_board.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <optional>
#include <set>

#include "base/bits.hpp"
#include "base/quote.hpp"

namespace inarow::maker_breaker {
namespace {

std::vector<std::string_view> words_of(std::string_view line) {
  std::vector<std::string_view> words;
  while (!line.empty()) {
    const std::size_t end = line.find(' ');
    if (end != 0) words.push_back(line.substr(0, end));
    line.remove_prefix(end == std::string_view::npos ? line.size() : end + 1);
  }
  return words;
}

std::optional<int> number(std::string_view word, int least, int most) {
  int value = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  if (error != std::errc() || end != word.data() + word.size()) return std::nullopt;
  if (value < least || value > most) return std::nullopt;
  return value;
}

class Parser {
 public:
  explicit Parser(std::string_view text) : text_(text) {}

  Result<LineBoard> run() {
    std::vector<std::string_view> picture;
    bool list = false;
    while (!text_.empty()) {
      ++line_;
      const std::size_t end = text_.find('\n');
      const std::string_view line = text_.substr(0, end);
      text_.remove_prefix(end == std::string_view::npos ? text_.size() : end + 1);
      const std::vector<std::string_view> words = words_of(line);
      if (words.empty()) continue;
      if (std::all_of(words.begin(), words.end(), [](auto w) { return w == "." || w == "o"; })) {
        if (list || !board_.lines.empty()) return wrong("the picture must come before the lines");
        picture.push_back(line);
        continue;
      }
      if (!picture.empty()) {
        const Result<void> drawn = read_picture(picture);
        if (!drawn) return tl::unexpected<Error>(drawn.error());
        picture.clear();
        drawn_ = true;
      }
      const Result<void> read =
          words[0] == "cells" || words[0] == "line" ? read_list(words, list) : read_runs(words);
      if (!read) return tl::unexpected<Error>(read.error());
    }
    if (board_.lines.empty()) return wrong("the board has no lines");
    return board_;
  }

 private:
  tl::unexpected<Error> wrong(const std::string& what) const {
    return failure(fmt::format("line {}: {}", line_, what), line_);
  }

  // The highest row comes first.
  Result<void> read_picture(const std::vector<std::string_view>& rows) {
    for (std::size_t i = rows.size(); i-- > 0;) {
      for (std::size_t k = 0; k < rows[i].size(); ++k) {
        if (rows[i][k] == ' ') continue;
        if (k % 2 != 0) return wrong("cells of a picture stand in every second character");
        board_.cells.push_back({static_cast<int>(k / 2), static_cast<int>(rows.size() - 1 - i)});
      }
    }
    if (board_.cells.size() > static_cast<std::size_t>(max_cells)) {
      return wrong(fmt::format("at most {} cells", max_cells));
    }
    return {};
  }

  Result<void> read_list(const std::vector<std::string_view>& words, bool& list) {
    if (words[0] == "cells") {
      const std::optional<int> count =
          words.size() == 2 ? number(words[1], 1, max_cells) : std::nullopt;
      if (!count || list || drawn_) {
        return wrong(
            fmt::format("write \"cells N\" once, N from 1 to {}, or draw them", max_cells));
      }
      for (int i = 0; i < *count; ++i) board_.cells.push_back({i, 0});
      list = true;
      return {};
    }
    CellSet cells = 0;
    for (std::size_t i = 1; i < words.size(); ++i) {
      const std::optional<int> cell = number(words[i], 0, board_.cell_count() - 1);
      if (!cell)
        return wrong(
            fmt::format("{} is not one of the {} cells", quoted(words[i]), board_.cell_count()));
      cells |= CellSet{1} << *cell;
    }
    if (cells == 0) return wrong("a line needs a cell");
    return add(cells);
  }

  Result<void> read_runs(const std::vector<std::string_view>& words) {
    static const std::map<std::string_view, std::pair<int, int>> steps{
        {"rows", {1, 0}}, {"columns", {0, 1}}, {"rising", {1, 1}}, {"falling", {1, -1}}};
    const auto step = steps.find(words[0]);
    const std::optional<int> least =
        words.size() == 2 ? number(words[1], 1, max_cells) : std::nullopt;
    if (step == steps.end() || !least) {
      return wrong(
          "write a picture, \"cells N\", \"line A B ...\", or rows, columns, rising or "
          "falling with a length as in \"rows 4\"");
    }
    if (!drawn_) return wrong(fmt::format("\"{}\" needs a picture above it", words[0]));
    LineBoard with = board_;
    add_runs(with, step->second.first, step->second.second, *least);
    if (with.lines.size() > static_cast<std::size_t>(max_lines)) {
      return wrong(fmt::format("at most {} lines", max_lines));
    }
    board_ = with;
    return {};
  }

  Result<void> add(CellSet cells) {
    if (board_.lines.size() == static_cast<std::size_t>(max_lines)) {
      return wrong(fmt::format("at most {} lines", max_lines));
    }
    board_.lines.push_back(cells);
    return {};
  }

  std::string_view text_;
  std::size_t line_ = 0;
  bool drawn_ = false;
  LineBoard board_;
};

}  // namespace

Result<LineBoard> parse_line_board(std::string_view text) { return Parser(text).run(); }

std::string format_line_board(const LineBoard& board) {
  std::string text = fmt::format("cells {}\n", board.cell_count());
  for (CellSet line : board.lines) {
    text += "line";
    for (; line != 0; line &= line - 1) text += fmt::format(" {}", lowest_index(line));
    text += "\n";
  }
  return text;
}

void add_runs(LineBoard& board, int dx, int dy, int least) {
  std::map<Cell, int> index;
  for (int i = 0; i < board.cell_count(); ++i) index[board.cells[static_cast<std::size_t>(i)]] = i;
  for (const auto& [cell, i] : index) {
    if (index.contains({cell.x - dx, cell.y - dy})) continue;
    CellSet run = 0;
    for (Cell c = cell; index.contains(c); c = {c.x + dx, c.y + dy}) run |= CellSet{1} << index[c];
    if (popcount(run) >= least) board.lines.push_back(run);
  }
}

LineBoard sheared_block(int columns, int rows, int shear) {
  LineBoard board;
  for (int y = 0; y < rows; ++y) {
    for (int x = 0; x < columns; ++x) board.cells.push_back({x + y * shear, y});
  }
  add_runs(board, 1, 0, columns);
  add_runs(board, shear, 1, rows);
  add_runs(board, 0, 1, rows);
  return board;
}

namespace {

// Extends a partial map of the cells, first to last, as long as cells keep their company: for every
// two cells the number of lines through both.
void extend(const std::vector<std::vector<int>>& common, const std::set<CellSet>& lines,
            std::vector<int>& map, CellSet used, std::size_t limit,
            std::vector<std::vector<int>>& found) {
  const std::size_t n = common.size();
  if (found.size() >= limit) return;
  if (map.size() == n) {
    for (const CellSet line : lines) {
      CellSet image = 0;
      for (CellSet rest = line; rest != 0; rest &= rest - 1) {
        image |= CellSet{1} << map[static_cast<std::size_t>(lowest_index(rest))];
      }
      if (!lines.contains(image)) return;
    }
    found.push_back(map);
    return;
  }
  const std::size_t i = map.size();
  for (std::size_t j = 0; j < n; ++j) {
    if ((used >> j & 1U) != 0 || common[i][i] != common[j][j]) continue;
    bool fits = true;
    for (std::size_t k = 0; k < i && fits; ++k) {
      fits = common[i][k] == common[j][static_cast<std::size_t>(map[k])];
    }
    if (!fits) continue;
    map.push_back(static_cast<int>(j));
    extend(common, lines, map, used | CellSet{1} << j, limit, found);
    map.pop_back();
  }
}

}  // namespace

std::vector<std::vector<int>> automorphisms(const LineBoard& board, std::size_t limit) {
  const auto n = static_cast<std::size_t>(board.cell_count());
  std::vector<std::vector<int>> common(n, std::vector<int>(n, 0));
  for (const CellSet line : board.lines) {
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j < n; ++j) {
        if ((line >> i & line >> j & 1U) != 0) common[i][j] += 1 + 64 * popcount(line);
      }
    }
  }
  std::vector<std::vector<int>> found;
  std::vector<int> map;
  extend(common, {board.lines.begin(), board.lines.end()}, map, 0, limit, found);
  return found;
}

}  // namespace inarow::maker_breaker
