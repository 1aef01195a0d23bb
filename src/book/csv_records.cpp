// Records as CSV and as plain scores.

#include <fmt/format.h>

#include <cctype>
#include <charconv>
#include <utility>

#include "base/quote.hpp"
#include "book/record_fields.hpp"
#include "rules/notation.hpp"

namespace inarow {
namespace {

constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";

// Lists in a field are separated by semicolons; in a mark's text \; and \\ stand for ; and \ .
std::vector<std::string> split_list(std::string_view text) {
  std::vector<std::string> items;
  std::string item;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\\' && i + 1 < text.size()) {
      item += text[++i];
    } else if (text[i] == ';') {
      items.push_back(std::move(item));
      item.clear();
    } else {
      item += text[i];
    }
  }
  if (!item.empty() || !items.empty()) items.push_back(std::move(item));
  return items;
}

template <class Number>
Result<void> set_number(std::optional<Number>& number, std::string_view name,
                        std::string_view text) {
  Number value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) {
    return failure(fmt::format("{} must be a number, not {}", name, quoted(text)));
  }
  number = value;
  return {};
}

void set_marks(RecordFields& fields, std::string_view text) {
  for (std::string& item : split_list(text)) {
    const std::size_t equals = item.find('=');
    std::string label = equals == std::string::npos ? std::string() : item.substr(equals + 1);
    item.resize(std::min(item.size(), equals));
    fields.marks.emplace_back(std::move(item), std::move(label));
  }
}

// Empty fields are as good as missing, but a column `next` is always said.
Result<void> set_field(RecordFields& fields, RecordField field, std::string_view text) {
  const std::string_view name = record_field_names[static_cast<std::size_t>(field)];
  switch (field) {
    case RecordField::moves:
      fields.moves = text;
      return {};
    case RecordField::next:
      fields.next = split_list(text);
      return {};
    default:
      break;
  }
  if (text.empty()) return {};
  switch (field) {
    case RecordField::lower:
      return set_number(fields.lower, name, text);
    case RecordField::upper:
      return set_number(fields.upper, name, text);
    case RecordField::score:
      return set_number(fields.score, name, text);
    case RecordField::claimed_lower:
      return set_number(fields.claimed_lower, name, text);
    case RecordField::claimed_upper:
      return set_number(fields.claimed_upper, name, text);
    case RecordField::estimate:
      return set_number(fields.estimate, name, text);
    case RecordField::visits:
      return set_number(fields.visits, name, text);
    case RecordField::proof:
      return set_number(fields.proof, name, text);
    case RecordField::disproof:
      return set_number(fields.disproof, name, text);
    case RecordField::best:
      fields.best = split_list(text);
      break;
    case RecordField::marks:
      set_marks(fields, text);
      break;
    case RecordField::value:
      fields.value = text;
      break;
    case RecordField::comment:
      fields.comment = text;
      break;
    case RecordField::method:
      fields.source.method = text;
      break;
    case RecordField::budget:
      fields.source.budget = text;
      break;
    case RecordField::version:
      fields.source.version = text;
      break;
    case RecordField::certificate:
      fields.source.certificate = text;
      break;
    case RecordField::moves:
    case RecordField::next:
      break;
  }
  return {};
}

std::string list_of(const GameSpec& spec, const std::vector<Move>& moves) {
  std::string list;
  for (const Move& move : moves) {
    if (!list.empty()) list += ';';
    list += format_move(spec, move);
  }
  return list;
}

std::string list_of(const GameSpec& spec, const std::vector<BoardMark>& marks) {
  std::string list;
  for (const BoardMark& mark : marks) {
    if (!list.empty()) list += ';';
    list += cell_name(spec, mark.cell);
    if (!mark.text.empty()) list += '=';
    for (const char c : mark.text) {
      if (c == ';' || c == '\\') list += '\\';
      list += c;
    }
  }
  return list;
}

void append_field(std::string& text, std::string_view field) {
  const bool plain = field.find_first_of(",;\t\"\r\n") == std::string_view::npos;
  if (plain) {
    text += field;
    return;
  }
  text += '"';
  for (const char c : field) {
    if (c == '"') text += '"';
    text += c;
  }
  text += '"';
}

}  // namespace

tl::unexpected<Error> RecordReader::refuse(const std::string& what) const {
  return failure(fmt::format("line {}: {}", line_, what), static_cast<std::size_t>(line_));
}

Result<bool> RecordReader::next_line(std::string& text) {
  while (true) {
    ++line_;
    switch (reader_.line(text, longest_record)) {
      case ByteReader::Line::ended:
        return false;
      case ByteReader::Line::too_long:
        return refuse(fmt::format("it is longer than {} bytes", longest_record));
      case ByteReader::Line::read:
        break;
    }
    if (line_ == 1 && text.starts_with(byte_order_mark)) text.erase(0, byte_order_mark.size());
    if (!text.empty() && text[0] != '#') return true;
    ++skipped_;
  }
}

struct CsvRecords::Columns {
  std::vector<std::optional<RecordField>> meaning{};
  std::vector<std::string> fields{};  // of the record in hand; only the first `count` count
  std::size_t count = 0;

  std::string& add() {
    if (count == fields.size()) fields.emplace_back();
    fields[count].clear();
    return fields[count++];
  }
};

CsvRecords::CsvRecords(ByteSource& source, const GameSpec& spec)
    : RecordReader(source, spec), columns_(std::make_unique<Columns>()) {}
CsvRecords::~CsvRecords() = default;

// A record; it may have several lines, in quotes.
Result<bool> CsvRecords::read_fields() {
  columns_->count = 0;
  line_ += 1 + std::exchange(further_lines_, 0);
  while (reader_.peek() == '\n' || reader_.peek() == '\r' || reader_.peek() == '#') {
    std::string skip;
    if (reader_.line(skip, longest_record) == ByteReader::Line::too_long) {
      return refuse(fmt::format("it is longer than {} bytes", longest_record));
    }
    ++skipped_;
    ++line_;
  }
  if (reader_.peek() < 0) return false;
  std::size_t length = 0;
  std::string* field = &columns_->add();
  bool in_quotes = false;
  bool was_quoted = false;
  while (true) {
    const int byte = reader_.get();
    if (++length > longest_record) {
      return refuse(fmt::format("it is longer than {} bytes", longest_record));
    }
    if (byte < 0) {
      if (in_quotes) return refuse("a quote is not closed");
      break;
    }
    const char c = static_cast<char>(byte);
    if (in_quotes) {
      if (c == '"' && reader_.peek() == '"') {
        *field += static_cast<char>(reader_.get());
      } else if (c == '"') {
        in_quotes = false;
        was_quoted = true;
      } else {
        if (c == '\n') ++further_lines_;
        *field += c;
      }
      continue;
    }
    if (separator_ == 0 && (c == ',' || c == ';' || c == '\t')) separator_ = c;
    if (c == '\n') break;
    if (c == '\r' && (reader_.peek() == '\n' || reader_.peek() < 0)) continue;
    if (c == separator_) {
      field = &columns_->add();
      was_quoted = false;
    } else if (c == '"' && field->empty() && !was_quoted) {
      in_quotes = true;
    } else if (c == '"' || was_quoted) {
      return refuse(
          "a quote stands within a field; fields with quotes are quoted as a whole, and "
          "their quotes doubled");
    } else {
      *field += c;
    }
  }
  return true;
}

Result<void> CsvRecords::read_header() {
  if (reader_.peek() == static_cast<unsigned char>(byte_order_mark[0])) {
    for (std::size_t i = 0; i < byte_order_mark.size(); ++i) reader_.get();
  }
  const Result<bool> more = read_fields();
  if (!more) return tl::unexpected<Error>(more.error());
  if (!*more) return refuse("the file is empty; its first line names the columns");
  if (separator_ == 0) separator_ = ',';
  bool has_moves = false;
  std::vector<bool> seen(record_field_names.size(), false);
  for (std::size_t i = 0; i < columns_->count; ++i) {
    std::string name;
    for (const char c : columns_->fields[i]) {
      name += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    }
    const std::optional<RecordField> field = record_field(name);
    if (field && seen[static_cast<std::size_t>(*field)]) {
      return refuse(fmt::format("column {} is there twice", name));
    }
    if (field) seen[static_cast<std::size_t>(*field)] = true;
    has_moves = has_moves || field == RecordField::moves;
    columns_->meaning.push_back(field);
  }
  if (!has_moves) {
    return refuse(
        "the first line must name the columns, one of them moves, for example "
        "moves,lower,upper,comment");
  }
  return {};
}

Result<bool> CsvRecords::next(BookRecord& record) {
  if (columns_->meaning.empty()) {
    if (const Result<void> header = read_header(); !header) {
      return tl::unexpected<Error>(header.error());
    }
  }
  Result<bool> more = read_fields();
  if (!more || !*more) return more;
  if (columns_->count != columns_->meaning.size()) {
    return refuse(fmt::format("it has {} fields, the first line {}", columns_->count,
                              columns_->meaning.size()));
  }
  RecordFields fields;
  for (std::size_t i = 0; i < columns_->count; ++i) {
    if (!columns_->meaning[i]) continue;
    const Result<void> set = set_field(fields, *columns_->meaning[i], columns_->fields[i]);
    if (!set) return refuse(set.error().message);
  }
  if (const Result<void> set = set_record(spec_, fields, record); !set) {
    return refuse(set.error().message);
  }
  return true;
}

Result<bool> ScoreRecords::next(BookRecord& record) {
  Result<bool> more = next_line(text_);
  if (!more || !*more) return more;
  const std::size_t end = text_.find_last_not_of(" \t");
  const std::size_t space = text_.find_last_of(" \t", end);
  if (end == std::string::npos || space == std::string::npos || space > end) {
    return refuse(fmt::format("{} is not \"moves score\"", quoted(text_)));
  }
  RecordFields fields;
  fields.moves = text_.substr(0, text_.find_last_not_of(" \t", space) + 1);
  const std::string_view score = std::string_view(text_).substr(space + 1, end - space);
  if (const Result<void> set = set_number(fields.score, "the score", score); !set) {
    return refuse(set.error().message);
  }
  if (const Result<void> set = set_record(spec_, fields, record); !set) {
    return refuse(set.error().message);
  }
  return true;
}

std::string csv_header() {
  return "moves,lower,upper,claimed_lower,claimed_upper,estimate,visits,proof,disproof,best,next,"
         "marks,comment,method,budget,version,certificate\n";
}

void append_csv(std::string& text, const BookRecord& record) {
  const GameSpec& spec = record.game.spec();
  const PositionFacts& facts = record.facts;
  const auto number = [&](const auto& value) {
    if (value) text += fmt::format("{}", *value);
    text += ',';
  };
  const auto bounds = [&](const std::optional<Bounds>& known) {
    number(known ? std::optional(known->lower) : std::nullopt);
    number(known ? std::optional(known->upper) : std::nullopt);
  };
  const auto field = [&](std::string_view value) {
    append_field(text, value);
    text += ',';
  };
  field(record.game.moves().empty() ? "-" : format_moves(spec, record.game.moves()));
  bounds(facts.proved);
  bounds(facts.claimed);
  number(facts.estimate);
  number(facts.visits > 0 ? std::optional(facts.visits) : std::nullopt);
  number(facts.numbers ? std::optional(facts.numbers->proof) : std::nullopt);
  number(facts.numbers ? std::optional(facts.numbers->disproof) : std::nullopt);
  field(list_of(spec, facts.best));
  field(record.next ? list_of(spec, *record.next) : std::string());
  field(list_of(spec, facts.marks));
  field(facts.comment);
  field(facts.source.method);
  field(facts.source.budget);
  field(facts.source.version);
  append_field(text, facts.source.certificate);
  text += '\n';
}

bool append_score(std::string& text, const BookRecord& record) {
  if (!record.facts.proved || !record.facts.proved->exact()) return false;
  const MoveList& moves = record.game.moves();
  text += moves.empty() ? "-" : format_moves(record.game.spec(), moves);
  text += fmt::format(" {}\n", record.facts.proved->lower);
  return true;
}

std::string value_in_words(const Game& game, const PositionFacts& facts) {
  const auto words = [&](const Bounds& bounds, const char* how) {
    const std::optional<GameValue> value = value_of(bounds);
    if (!value) return fmt::format("{} to {}, {}", bounds.lower, bounds.upper, how);
    if (*value == GameValue::draw) return fmt::format("draw, {}", how);
    const Player winner = *value == GameValue::win ? game.to_move() : opponent(game.to_move());
    return fmt::format("{} wins, {}", game.spec().colour(winner), how);
  };
  if (facts.proved) return words(*facts.proved, "proved");
  if (facts.claimed) return words(*facts.claimed, "claimed");
  return {};
}

}  // namespace inarow
