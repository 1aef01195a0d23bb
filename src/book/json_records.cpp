// Records as JSON lines.

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "base/quote.hpp"
#include "book/record_fields.hpp"
#include "rules/notation.hpp"

namespace inarow {
namespace {

using Json = nlohmann::json;
using OrderedJson = nlohmann::ordered_json;

tl::unexpected<Error> wrong(std::string_view name, std::string_view what) {
  return failure(fmt::format("{} must be {}", name, what));
}

// Fields that are null are as good as missing.
Result<void> set_text(std::string& text, std::string_view name, const Json& value) {
  if (!value.is_string()) return wrong(name, "a text");
  text = value.get_ref<const std::string&>();
  return {};
}

template <class Number>
Result<void> set_whole(std::optional<Number>& number, std::string_view name, const Json& value) {
  const bool fits = std::is_signed_v<Number>
                        ? value.is_number_integer() && (!value.is_number_unsigned() ||
                                                        value.get<std::uint64_t>() <= INT32_MAX)
                        : value.is_number_unsigned();
  if (!fits) return wrong(name, std::is_signed_v<Number> ? "a whole number" : "a number from 0 on");
  number = value.get<Number>();
  return {};
}

Result<void> set_moves(std::vector<std::string>& moves, std::string_view name, const Json& value) {
  if (!value.is_array()) return wrong(name, "a list of moves");
  for (const Json& move : value) {
    if (!move.is_string()) return wrong(name, "a list of moves");
    moves.push_back(move.get_ref<const std::string&>());
  }
  return {};
}

Result<void> set_marks(RecordFields& fields, const Json& value) {
  const char* const expected = R"(a list of objects such as {"cell":"h8","text":"A"})";
  if (!value.is_array()) return wrong("marks", expected);
  for (const Json& mark : value) {
    if (!mark.is_object() || !mark.contains("cell") || !mark["cell"].is_string() ||
        (mark.contains("text") && !mark["text"].is_string())) {
      return wrong("marks", expected);
    }
    fields.marks.emplace_back(mark["cell"].get<std::string>(), mark.value("text", ""));
  }
  return {};
}

Result<void> set_field(RecordFields& fields, RecordField field, std::string_view name,
                       const Json& value) {
  switch (field) {
    case RecordField::moves:
      return set_text(fields.moves.emplace(), name, value);
    case RecordField::lower:
      return set_whole(fields.lower, name, value);
    case RecordField::upper:
      return set_whole(fields.upper, name, value);
    case RecordField::value:
      return set_text(fields.value, name, value);
    case RecordField::score:
      return set_whole(fields.score, name, value);
    case RecordField::claimed_lower:
      return set_whole(fields.claimed_lower, name, value);
    case RecordField::claimed_upper:
      return set_whole(fields.claimed_upper, name, value);
    case RecordField::estimate:
      if (!value.is_number()) return wrong(name, "a number");
      fields.estimate = value.get<double>();
      return {};
    case RecordField::visits:
      return set_whole(fields.visits, name, value);
    case RecordField::proof:
      return set_whole(fields.proof, name, value);
    case RecordField::disproof:
      return set_whole(fields.disproof, name, value);
    case RecordField::best:
      return set_moves(fields.best, name, value);
    case RecordField::next:
      return set_moves(fields.next.emplace(), name, value);
    case RecordField::marks:
      return set_marks(fields, value);
    case RecordField::comment:
      return set_text(fields.comment, name, value);
    case RecordField::method:
      return set_text(fields.source.method, name, value);
    case RecordField::budget:
      return set_text(fields.source.budget, name, value);
    case RecordField::version:
      return set_text(fields.source.version, name, value);
    case RecordField::certificate:
      return set_text(fields.source.certificate, name, value);
  }
  return {};
}

Result<RecordFields> read_fields(std::string_view text) {
  const Json object = Json::parse(text, nullptr, false);
  if (!object.is_object()) return failure(fmt::format("{} is no JSON object", quoted(text)));
  RecordFields fields;
  for (const auto& [name, value] : object.items()) {
    const std::optional<RecordField> field = record_field(name);
    if (!field || value.is_null()) continue;
    if (const Result<void> set = set_field(fields, *field, name, value); !set) {
      return tl::unexpected<Error>(set.error());
    }
  }
  return fields;
}

OrderedJson move_texts(const GameSpec& spec, const std::vector<Move>& moves) {
  OrderedJson texts = OrderedJson::array();
  for (const Move& move : moves) texts.push_back(format_move(spec, move));
  return texts;
}

// All fields but moves, comment, marks and next.
void add_facts(OrderedJson& object, const GameSpec& spec, const PositionFacts& facts) {
  if (facts.proved) {
    object["lower"] = facts.proved->lower;
    object["upper"] = facts.proved->upper;
    const Provenance& source = facts.source;
    if (!source.method.empty()) object["method"] = source.method;
    if (!source.budget.empty()) object["budget"] = source.budget;
    if (!source.version.empty()) object["version"] = source.version;
    if (!source.certificate.empty()) object["certificate"] = source.certificate;
  }
  if (facts.claimed) {
    object["claimed_lower"] = facts.claimed->lower;
    object["claimed_upper"] = facts.claimed->upper;
  }
  if (facts.estimate) object["estimate"] = *facts.estimate;
  if (facts.visits > 0) object["visits"] = facts.visits;
  if (facts.numbers) {
    object["proof"] = facts.numbers->proof;
    object["disproof"] = facts.numbers->disproof;
  }
  if (!facts.best.empty()) object["best"] = move_texts(spec, facts.best);
}

std::string one_line(const OrderedJson& object) {
  return object.dump(-1, ' ', false, OrderedJson::error_handler_t::replace);
}

}  // namespace

Result<bool> JsonRecords::next(BookRecord& record) {
  Result<bool> more = next_line(text_);
  if (!more || !*more) return more;
  Result<RecordFields> fields = read_fields(text_);
  if (!fields) return refuse(fields.error().message);
  if (const Result<void> set = set_record(spec_, *fields, record); !set) {
    return refuse(set.error().message);
  }
  return true;
}

void append_json(std::string& text, const BookRecord& record) {
  const GameSpec& spec = record.game.spec();
  OrderedJson object{{"moves", format_moves(spec, record.game.moves())}};
  add_facts(object, spec, record.facts);
  if (record.next) object["next"] = move_texts(spec, *record.next);
  for (const BoardMark& mark : record.facts.marks) {
    OrderedJson entry{{"cell", cell_name(spec, mark.cell)}};
    if (!mark.text.empty()) entry["text"] = mark.text;
    object["marks"].push_back(std::move(entry));
  }
  if (!record.facts.comment.empty()) object["comment"] = record.facts.comment;
  text += one_line(object);
  text += '\n';
}

std::string facts_json(const GameSpec& spec, const PositionFacts& facts) {
  OrderedJson object = OrderedJson::object();
  add_facts(object, spec, facts);
  return object.empty() ? std::string() : one_line(object);
}

Result<PositionFacts> read_facts_json(const Game& game, std::string_view text) {
  Result<RecordFields> fields = read_fields(text);
  if (!fields) return tl::unexpected<Error>(fields.error());
  return facts_of_fields(game, *fields);
}

}  // namespace inarow
