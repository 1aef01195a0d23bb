#include "book/tree_facts.hpp"

#include <fmt/format.h>

#include <cctype>

#include "base/quote.hpp"
#include "book/book_records.hpp"
#include "rules/notation.hpp"

namespace inarow {
namespace {

constexpr std::string_view facts_property = "FACTS";
constexpr std::string_view reference_property = "SEE";
constexpr std::string_view our_line = "[inarow: ";

// A cell as SGF files have it: ours, or two letters, of which small ones count rows from the top.
std::optional<Cell> cell_of(const GameSpec& spec, std::string_view text) {
  const std::optional<BoardSize> size = spec.finite_board();
  const auto letter = [&](std::size_t i) {
    return std::isalpha(static_cast<unsigned char>(text[i])) != 0;
  };
  if (spec.placement() != nullptr && size && text.size() == 2 && letter(0) && letter(1)) {
    const bool capital = std::isupper(static_cast<unsigned char>(text[0])) != 0;
    const int x = std::tolower(static_cast<unsigned char>(text[0])) - 'a';
    const int y = std::tolower(static_cast<unsigned char>(text[1])) - 'a';
    const Cell cell{x, capital ? y : size->rows - 1 - y};
    return on_board(spec, cell) ? std::optional(cell) : std::nullopt;
  }
  const Result<Cell> cell = read_cell(spec, text);
  if (!cell || *cell == null_stone || !on_board(spec, *cell)) return std::nullopt;
  return *cell;
}

void add_mark(PositionFacts& facts, const std::optional<Cell>& cell, std::string_view text) {
  if (cell) facts.marks.push_back({*cell, plain_text(text)});
}

}  // namespace

void set_sgf_facts(GameTreeNode& node, const Game& game, const PositionFacts& facts) {
  const GameSpec& spec = game.spec();
  node.comment = facts.comment;
  SgfProperty labels{"LB", {}};
  SgfProperty plain{"MA", {}};
  for (const BoardMark& mark : facts.marks) {
    const std::string cell = cell_name(spec, mark.cell);
    if (mark.text.empty()) {
      plain.values.push_back(cell);
    } else {
      labels.values.push_back(fmt::format("{}:{}", cell, mark.text));
    }
  }
  for (SgfProperty* property : {&labels, &plain}) {
    if (!property->values.empty()) node.other.push_back(std::move(*property));
  }
  if (std::string words = value_in_words(game, facts); !words.empty()) {
    node.other.push_back({"N", {std::move(words)}});
  }
  if (std::string known = facts_json(spec, facts); !known.empty()) {
    node.other.push_back({std::string(facts_property), {std::move(known)}});
  }
}

Result<PositionFacts> sgf_facts(const GameTreeNode& node, const Game& game) {
  PositionFacts facts;
  for (const SgfProperty& property : node.other) {
    if (property.name == reference_property) return PositionFacts();
    if (property.name != facts_property) continue;
    Result<PositionFacts> known = read_facts_json(game, property.values[0]);
    if (!known) return failure(fmt::format("{}: {}", facts_property, known.error().message));
    facts = std::move(*known);
  }
  for (const SgfProperty& property : node.other) {
    const std::string& name = property.name;
    if (name == "LB") {
      for (const std::string& value : property.values) {
        const std::size_t colon = value.find(':');
        if (colon == std::string::npos) continue;
        add_mark(facts, cell_of(game.spec(), std::string_view(value).substr(0, colon)),
                 std::string_view(value).substr(colon + 1));
      }
    } else if (name == "MA" || name == "TR" || name == "CR" || name == "SQ") {
      for (const std::string& value : property.values) {
        add_mark(facts, cell_of(game.spec(), value), "");
      }
    }
  }
  facts.comment = plain_text(node.comment);
  return facts;
}

void set_sgf_reference(GameTreeNode& node, const GameSpec& spec, const MoveList& way) {
  node.comment = fmt::format("The position after {}.", format_moves(spec, way));
  node.other.push_back({std::string(reference_property), {format_moves(spec, way)}});
}

std::string renlib_comment(const Game& game, const PositionFacts& facts) {
  std::string comment = facts.comment;
  const std::string known = facts_json(game.spec(), facts);
  if (known.empty()) return comment;
  if (!comment.empty()) comment += '\n';
  const std::string words = value_in_words(game, facts);
  comment += fmt::format("{}{}{}{}]", our_line, words, words.empty() ? "" : " ", known);
  return comment;
}

Result<PositionFacts> renlib_facts(const Game& game, const std::string& comment) {
  const std::size_t line_end = comment.rfind('\n');
  const std::size_t begin = line_end == std::string::npos ? 0 : line_end + 1;
  const std::string_view line = std::string_view(comment).substr(begin);
  PositionFacts facts;
  const std::size_t brace = line.find('{');
  if (!line.starts_with(our_line) || !line.ends_with("}]") || brace == std::string_view::npos) {
    facts.comment = plain_text(comment);
    return facts;
  }
  Result<PositionFacts> known = read_facts_json(game, line.substr(brace, line.size() - 1 - brace));
  if (!known) return tl::unexpected<Error>(known.error());
  facts = std::move(*known);
  facts.comment =
      line_end == std::string::npos ? std::string() : plain_text(comment.substr(0, line_end));
  return facts;
}

}  // namespace inarow
