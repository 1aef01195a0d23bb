#include "generate/records.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "rules/contest_letters.hpp"
#include "rules/notation.hpp"

namespace inarow::puzzles {
namespace {

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    std::string_view line = text.substr(at, end - at);
    if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
    lines.push_back(line);
    at = end + 1;
  }
  return lines;
}

// The fields of a line of CSV; quotes around a field may hide commas.
std::vector<std::string> fields_of(std::string_view line) {
  std::vector<std::string> fields(1);
  bool quoted_field = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] == '"') {
      if (quoted_field && i + 1 < line.size() && line[i + 1] == '"') {
        fields.back() += line[++i];
      } else {
        quoted_field = !quoted_field;
      }
    } else if (line[i] == ',' && !quoted_field) {
      fields.emplace_back();
    } else {
      fields.back() += line[i];
    }
  }
  return fields;
}

Result<Game> read_moves(const GameSpec& spec, const std::string& text) {
  Result<Game> game = read_game(spec, text);
  if (game || spec.placement() == nullptr) return game;
  // Letters of contests, one stone after the other.
  std::string letters;
  std::copy_if(text.begin(), text.end(), std::back_inserter(letters),
               [](char c) { return c != ' ' && c != ',' && c != ';'; });
  const std::optional<Move> stones = read_contest_letters(letters);
  if (!stones) return game;
  Game played(spec);
  std::size_t at = 0;
  while (at < stones->size() && !played.over()) {
    const std::size_t due =
        std::min(static_cast<std::size_t>(played.stones_due()), stones->size() - at);
    const Move move(stones->begin() + static_cast<std::ptrdiff_t>(at),
                    stones->begin() + static_cast<std::ptrdiff_t>(at + due));
    if (const Result<void> legal = played.play(move); !legal) {
      return tl::unexpected<Error>(legal.error());
    }
    at += due;
  }
  return played;
}

void note(Records& records, std::size_t line, const std::string& message) {
  if (records.unreadable++ == 0) records.complaint = fmt::format("line {}: {}", line, message);
}

void read_csv(std::string_view text, const GameSpec& spec, Records& records) {
  const std::vector<std::string_view> lines = lines_of(text);
  if (lines.empty()) return;
  const std::vector<std::string> names = fields_of(lines[0]);
  const auto column = std::find(names.begin(), names.end(), "moves") - names.begin();
  if (static_cast<std::size_t>(column) == names.size()) {
    return note(records, 1, "there is no column moves");
  }
  for (std::size_t i = 1; i < lines.size(); ++i) {
    if (lines[i].empty()) continue;
    const std::vector<std::string> fields = fields_of(lines[i]);
    if (static_cast<std::size_t>(column) >= fields.size()) {
      note(records, i + 1, "there are too few fields");
      continue;
    }
    Result<Game> game = read_moves(spec, fields[static_cast<std::size_t>(column)]);
    if (game) {
      records.games.push_back({std::move(*game)});
    } else {
      note(records, i + 1, game.error().message);
    }
  }
}

void read_lines(std::string_view text, const GameSpec& spec, Records& records) {
  const std::vector<std::string_view> lines = lines_of(text);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (lines[i].empty() || lines[i][0] == '#') continue;
    Result<Game> game = read_moves(spec, std::string(lines[i]));
    if (game) {
      records.games.push_back({std::move(*game)});
    } else {
      note(records, i + 1, game.error().message);
    }
  }
}

void read_sgf(std::string_view text, const GameSpec& spec, Records& records) {
  // A collection has its games one after the other.
  std::size_t begin = 0;
  int depth = 0;
  bool in_text = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (in_text) {
      if (text[i] == '\\')
        ++i;
      else if (text[i] == ']')
        in_text = false;
      continue;
    }
    if (text[i] == '[') in_text = true;
    if (text[i] == '(' && depth++ == 0) begin = i;
    if (text[i] != ')' || --depth != 0) continue;
    const Result<GameTree> tree = read_game_tree(text.substr(begin, i + 1 - begin), &spec);
    if (!tree) {
      note(records, 1, tree.error().message);
      continue;
    }
    if (!(tree->spec == spec)) {
      note(records, 1, fmt::format("a game of {}", tree->spec.to_string()));
      continue;
    }
    for (Record& record : records_of_tree(*tree)) records.games.push_back(std::move(record));
  }
}

bool ends_with(std::string_view text, std::string_view end) {
  return text.size() >= end.size() && text.substr(text.size() - end.size()) == end;
}

}  // namespace

std::vector<Record> records_of_tree(const GameTree& tree) {
  std::vector<Record> records;
  std::vector<std::size_t> open{0};
  while (!open.empty()) {
    const std::size_t node = open.back();
    open.pop_back();
    const std::vector<std::size_t>& children = tree.nodes[node].children;
    open.insert(open.end(), children.rbegin(), children.rend());
    if (!children.empty()) continue;
    Record record{Game(tree.spec)};
    for (const Move& move : tree.moves_to(node)) {
      if (!record.game.play(move)) break;
    }
    if (!records.empty()) {
      const auto& mine = record.game.moves();
      const auto& before = records.back().game.moves();
      const auto parting = std::mismatch(mine.begin(), mine.end(), before.begin(), before.end());
      record.first_ply = static_cast<std::size_t>(parting.first - mine.begin()) + 1;
    }
    records.push_back(std::move(record));
  }
  return records;
}

Result<Records> read_records(const std::string& name, std::string_view text, const GameSpec& spec) {
  Records records;
  if (ends_with(name, ".sgf")) {
    read_sgf(text, spec, records);
  } else if (ends_with(name, ".csv")) {
    read_csv(text, spec, records);
  } else {
    read_lines(text, spec, records);
  }
  if (records.games.empty()) {
    return failure(fmt::format("no game of {} could be read{}{}", spec.to_string(),
                               records.complaint.empty() ? "" : "; ", records.complaint));
  }
  return records;
}

}  // namespace inarow::puzzles
