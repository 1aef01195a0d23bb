#include "generate/sheet.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "rules/notation.hpp"

namespace inarow::puzzles {
namespace {

constexpr int unit = 20;                  // of a cell in the diagram
constexpr int margin = 16;                // for the names of rows and columns
constexpr std::size_t longest_shown = 9;  // moves with numbers in a solution

// Ink on paper: grey tones print on every printer, and no colour says anything.
constexpr const char* style = R"(
@page { size: A4; margin: 14mm 12mm; }
* { box-sizing: border-box; }
body { font: 10pt/1.35 "DejaVu Serif", Georgia, serif; color: #111; background: #fff; margin: 0 auto;
  max-width: 186mm; }
header { border-bottom: 1.5pt solid #111; margin-bottom: 5mm; padding-bottom: 2mm; }
h1 { font-size: 20pt; margin: 0; font-weight: normal; letter-spacing: 0.02em; }
header p { margin: 1mm 0 0; color: #444; }
h2 { font-size: 15pt; font-weight: normal; border-bottom: 1pt solid #111; break-before: page; margin: 0 0 4mm; }
@media screen { h2 { margin-top: 12mm; } body { padding: 8mm; max-width: 202mm; } }
.sheet { display: grid; gap: 6mm 7mm; }
.sheet.three { grid-template-columns: repeat(3, 1fr); }
.sheet.two { grid-template-columns: repeat(2, 1fr); }
.sheet.four { grid-template-columns: repeat(4, 1fr); gap: 4mm 5mm; font-size: 8pt; }
figure { margin: 0; break-inside: avoid; }
figcaption { display: flex; justify-content: space-between; align-items: baseline; gap: 2mm; margin-bottom: 1mm; }
figcaption b { font-size: 12pt; }
.grade { white-space: nowrap; letter-spacing: 0.1em; }
.line { margin: 1mm 0 0; font-size: 8pt; overflow-wrap: anywhere; }
.themes { color: #444; font-style: italic; }
svg { width: 100%; height: auto; display: block; }
footer { margin-top: 6mm; border-top: 0.5pt solid #999; padding-top: 2mm; font-size: 8pt; color: #444; }
)";

std::string escaped(const std::string& text) {
  std::string out;
  for (const char c : text) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      default:
        out += c;
    }
  }
  return out;
}

std::string grade_dots(int grade) {
  std::string dots;
  for (int i = 0; i < grades; ++i) dots += i < grade ? "&#9679;" : "&#9675;";
  return dots;
}

class Diagram {
 public:
  explicit Diagram(const GameSpec& spec)
      : size_(*spec.finite_board()), drop_(spec.drop() != nullptr), spec_(spec) {}

  std::string draw(const Game& game, const MoveList& line) {
    const int width = margin + size_.columns * unit + 4;
    const int height = margin + size_.rows * unit + 4;
    out_ = fmt::format(
        "<svg viewBox=\"0 0 {} {}\" role=\"img\" aria-label=\"{} to move\" "
        "xmlns=\"http://www.w3.org/2000/svg\" font-family=\"DejaVu Sans, Helvetica, "
        "sans-serif\">",
        width, height, spec_.colour(game.to_move()));
    if (drop_) {
      draw_rack(game, line);
    } else {
      draw_lines();
    }
    draw_names();
    for (const Stone& stone : game.stones()) draw_stone(stone.cell, stone.player, "");
    Player player = game.to_move();
    int number = 1;
    for (const Move& move : line) {
      for (const Cell cell : move) {
        if (cell != null_stone) draw_stone(cell, player, std::to_string(number));
      }
      ++number;
      player = opponent(player);
    }
    out_ += "</svg>";
    return std::move(out_);
  }

 private:
  double x_of(int column) const { return margin + (column + 0.5) * unit; }
  double y_of(int row) const { return 2 + (size_.rows - 1 - row + 0.5) * unit; }

  template <class... Args>
  void put(fmt::format_string<Args...> text, Args&&... args) {
    fmt::format_to(std::back_inserter(out_), text, std::forward<Args>(args)...);
  }

  void draw_rack(const Game& game, const MoveList& line) {
    put("<rect x=\"{}\" y=\"1\" width=\"{}\" height=\"{}\" rx=\"5\" fill=\"#d9dde3\" "
        "stroke=\"#111\" stroke-width=\"1.2\"/>",
        margin - 1, size_.columns * unit + 2, size_.rows * unit + 2);
    std::map<Cell, bool> taken;
    for (const Move& move : line) taken[move[0]] = true;
    for (int y = 0; y < size_.rows; ++y) {
      for (int x = 0; x < size_.columns; ++x) {
        if (game.at({x, y}) || taken.contains({x, y})) continue;
        put("<circle cx=\"{:g}\" cy=\"{:g}\" r=\"{:g}\" fill=\"#f6f7f9\" stroke=\"#9aa1ab\" "
            "stroke-width=\"0.6\"/>",
            x_of(x), y_of(y), unit * 0.4);
      }
    }
  }

  void draw_lines() {
    const double left = x_of(0);
    const double right = x_of(size_.columns - 1);
    const double top = y_of(size_.rows - 1);
    const double bottom = y_of(0);
    put("<g stroke=\"#777\" stroke-width=\"0.6\">");
    for (int x = 0; x < size_.columns; ++x) {
      put("<path d=\"M{:g} {:g}V{:g}\"/>", x_of(x), top, bottom);
    }
    for (int y = 0; y < size_.rows; ++y) {
      put("<path d=\"M{:g} {:g}H{:g}\"/>", left, y_of(y), right);
    }
    put("</g>");
    if (size_.columns % 2 == 1 && size_.rows % 2 == 1 && size_.columns >= 13 && size_.rows >= 13) {
      for (const int x : {3, size_.columns / 2, size_.columns - 4}) {
        for (const int y : {3, size_.rows / 2, size_.rows - 4}) {
          put("<circle cx=\"{:g}\" cy=\"{:g}\" r=\"1.8\" fill=\"#777\"/>", x_of(x), y_of(y));
        }
      }
    }
  }

  void draw_names() {
    put("<g font-size=\"9\" fill=\"#444\" text-anchor=\"middle\">");
    for (int x = 0; x < size_.columns; ++x) {
      put("<text x=\"{:g}\" y=\"{}\">{}</text>", x_of(x), size_.rows * unit + margin - 1,
          column_name(Column{x}));
    }
    for (int y = 0; y < size_.rows; ++y) {
      put("<text x=\"7\" y=\"{:g}\">{}</text>", y_of(y) + 3, y + 1);
    }
    put("</g>");
  }

  void draw_stone(Cell cell, Player player, const std::string& number) {
    const bool black = spec_.colour(player)[0] == 'B';
    put("<circle cx=\"{:g}\" cy=\"{:g}\" r=\"{:g}\" fill=\"{}\" stroke=\"#111\" "
        "stroke-width=\"1\"/>",
        x_of(cell.x), y_of(cell.y), unit * 0.43, black ? "#1a1a1a" : "#fff");
    if (number.empty()) return;
    put("<text x=\"{:g}\" y=\"{:g}\" font-size=\"{}\" fill=\"{}\" "
        "text-anchor=\"middle\">{}</text>",
        x_of(cell.x), y_of(cell.y) + 4, number.size() > 1 ? 9 : 11, black ? "#fff" : "#111",
        number);
  }

  BoardSize size_;
  bool drop_;
  GameSpec spec_;
  std::string out_;
};

std::string names_of_themes(const Puzzle& puzzle) {
  std::string text;
  for (const Theme theme : puzzle.themes) {
    if (!text.empty()) text += ", ";
    text += name_of(theme);
  }
  return text;
}

// "1 d4 2 e3 3 c3".
std::string line_text(const Puzzle& puzzle) {
  std::string text;
  for (std::size_t i = 0; i < puzzle.line.size(); ++i) {
    if (i > 0) text += "  ";
    text += fmt::format("<b>{}</b>&#8239;{}", i + 1,
                        escaped(format_move(puzzle.game.spec(), puzzle.line[i])));
  }
  return text;
}

std::string tries_text(const Puzzle& puzzle) {
  std::string text;
  const GameSpec& spec = puzzle.game.spec();
  for (const WrongTry& wrong : puzzle.tries) {
    if (!text.empty()) text += "; ";
    text += escaped(format_move(spec, wrong.move));
    if (!wrong.answer.empty()) {
      text += fmt::format("? {}!", escaped(format_move(spec, wrong.answer)));
    }
  }
  return text.empty() ? text : "Not " + text;
}

std::string game_name(const GameSpec& spec) {
  const std::string text = spec.to_string();
  if (text == "drop:7x6") return "Connect-Four";
  if (text == "Connect(15,15,5,1,1)") return "Gomoku";
  if (text == "Connect(19,19,6,2,1)") return "Connect6";
  return text;
}

// What is proved, under the sheet.
std::string small_print(const std::vector<Puzzle>& puzzles) {
  const auto any = [&](bool exact) {
    return std::any_of(puzzles.begin(), puzzles.end(),
                       [&](const Puzzle& p) { return (p.order == 0) == exact; });
  };
  std::string text;
  if (any(true)) {
    text += "Drop games: exactly one move fulfils the task, by exhaustive search. ";
  }
  if (any(false)) {
    text +=
        "Games of placed stones: the solution is proved; no other move wins (or, where the task is "
        "to hold, is known to hold) by threats as far as the search looks. The order of the two "
        "stones of a move does not count. ";
  }
  text += "Filled dots are the grade, of five. Made by Inarow.";
  return text;
}

}  // namespace

std::string svg_diagram(const Game& game, const MoveList& line) {
  return Diagram(game.spec()).draw(game, line);
}

std::string html_sheet(const std::vector<Puzzle>& puzzles, const SheetOptions& options) {
  std::string title = options.title;
  if (title.empty() && !puzzles.empty()) {
    const bool one_game = std::all_of(puzzles.begin(), puzzles.end(), [&](const Puzzle& p) {
      return p.game.spec() == puzzles[0].game.spec();
    });
    title = fmt::format("{} puzzles", one_game ? game_name(puzzles[0].game.spec()) : "Inarow");
  }
  const bool small = std::all_of(puzzles.begin(), puzzles.end(), [](const Puzzle& p) {
    return p.game.spec().finite_board()->columns <= 10;
  });
  std::string out = fmt::format(
      "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>{}</title>\n"
      "<style>{}</style></head>\n<body>\n<header><h1>{}</h1><p>One move is right, all others are "
      "not. Solutions are at the end.</p></header>\n<main class=\"sheet {}\">\n",
      escaped(title), style, escaped(title), small ? "three" : "two");
  for (std::size_t i = 0; i < puzzles.size(); ++i) {
    const Puzzle& puzzle = puzzles[i];
    fmt::format_to(std::back_inserter(out),
                   "<figure><figcaption><span><b>{}</b>&ensp;{}</span><span class=\"grade\" "
                   "title=\"grade {}\">{}</span></figcaption>{}</figure>\n",
                   i + 1, task_in_words(puzzle), puzzle.grade, grade_dots(puzzle.grade),
                   svg_diagram(puzzle.game, {}));
  }
  out += "</main>\n";
  if (options.solutions) {
    fmt::format_to(std::back_inserter(out), "<h2>Solutions</h2>\n<section class=\"sheet {}\">\n",
                   small ? "four" : "three");
    for (std::size_t i = 0; i < puzzles.size(); ++i) {
      const Puzzle& puzzle = puzzles[i];
      MoveList shown = puzzle.line;
      if (shown.size() > longest_shown) shown.resize(longest_shown);
      fmt::format_to(std::back_inserter(out),
                     "<figure><figcaption><span><b>{}</b>&ensp;{}</span><span>{}</span>"
                     "</figcaption>{}<p class=\"line\">{}</p><p class=\"line\">{}</p>"
                     "<p class=\"line themes\">{}</p></figure>\n",
                     i + 1, escaped(format_move(puzzle.game.spec(), puzzle.solution)),
                     escaped(puzzle.id), svg_diagram(puzzle.game, shown), line_text(puzzle),
                     tries_text(puzzle), names_of_themes(puzzle));
    }
    out += "</section>\n";
  }
  fmt::format_to(std::back_inserter(out), "<footer>{}</footer>\n</body></html>\n",
                 small_print(puzzles));
  return out;
}

}  // namespace inarow::puzzles
