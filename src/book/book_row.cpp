#include "book/book_row.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstring>
#include <nlohmann/json.hpp>

namespace inarow {
namespace {

// "3,4 5,6;7,8 9,10": the cells of moves, as the stored position lies.
std::string text_of(const Move& move, const Symmetry& symmetry) {
  std::string text;
  for (const Cell cell : move) {
    const Cell image = symmetry(cell);
    fmt::format_to(std::back_inserter(text), "{}{},{}", text.empty() ? "" : " ", image.x, image.y);
  }
  return text;
}

// FNV-1a: any single changed byte changes it.
class Checksum {
 public:
  void add(std::string_view bytes) {
    for (const char c : bytes) step(static_cast<std::uint8_t>(c));
    step(0xff);  // where one field ends and the next begins
  }
  void add(std::int64_t number) {
    for (int i = 0; i < 8; ++i) step(static_cast<std::uint8_t>(number >> (8 * i)));
  }
  void add(double number) {
    std::int64_t bits = 0;
    std::memcpy(&bits, &number, sizeof bits);
    add(bits);
  }
  template <class T>
  void add(const std::optional<T>& value) {
    step(value ? 1 : 0);
    if (value) add(*value);
  }
  std::int64_t value() const { return static_cast<std::int64_t>(hash_); }

 private:
  void step(std::uint8_t byte) { hash_ = (hash_ ^ byte) * 1099511628211ULL; }
  std::uint64_t hash_ = 14695981039346656037ULL;
};

}  // namespace

std::int64_t BookRow::checksum(const Provenance& provenance) const {
  Checksum sum;
  sum.add(key);
  sum.add(way);
  for (const auto& number : {lower, upper, claimed_lower, claimed_upper, proof, disproof}) {
    sum.add(number);
  }
  if (source) {
    sum.add(provenance.method);
    sum.add(provenance.budget);
    sum.add(provenance.version);
    sum.add(provenance.certificate);
  }
  sum.add(estimate);
  sum.add(visits);
  sum.add(best);
  sum.add(marks);
  sum.add(comment);
  return sum.value();
}

std::string sorted_move_text(Move move, const Symmetry& to_book) {
  for (Cell& cell : move) cell = to_book(cell);
  std::sort(move.begin(), move.end());
  return text_of(move, Symmetry{});
}

std::optional<Move> move_of(std::string_view text, const Symmetry& from_book) {
  Move move;
  const char* at = text.data();
  const char* const end = at + text.size();
  while (at != end) {
    Cell cell;
    const auto x = std::from_chars(at, end, cell.x);
    if (x.ec != std::errc() || x.ptr == end || *x.ptr != ',') return std::nullopt;
    const auto y = std::from_chars(x.ptr + 1, end, cell.y);
    if (y.ec != std::errc() || (y.ptr != end && *y.ptr != ' ')) return std::nullopt;
    at = y.ptr == end ? end : y.ptr + 1;
    move.push_back(from_book(cell));
  }
  return move;
}

PositionFacts facts_of(const BookRow& row, const Symmetry& from_book) {
  PositionFacts facts;
  const auto bounds = [](const std::optional<std::int64_t>& lower,
                         const std::optional<std::int64_t>& upper) -> std::optional<Bounds> {
    if (!lower || !upper) return std::nullopt;
    return Bounds{static_cast<int>(*lower), static_cast<int>(*upper)};
  };
  facts.proved = bounds(row.lower, row.upper);
  facts.claimed = bounds(row.claimed_lower, row.claimed_upper);
  facts.estimate = row.estimate;
  facts.visits = static_cast<std::uint64_t>(row.visits);
  if (row.proof && row.disproof) {
    facts.numbers = BookProofNumbers{static_cast<std::uint64_t>(*row.proof),
                                     static_cast<std::uint64_t>(*row.disproof)};
  }
  for (std::size_t at = 0; at < row.best.size();) {
    const std::size_t end = std::min(row.best.find(';', at), row.best.size());
    const auto move = move_of(std::string_view(row.best).substr(at, end - at), from_book);
    if (!move) throw RowDamage("a move of it is none");
    facts.best.push_back(*move);
    at = end + 1;
  }
  if (!row.marks.empty()) {
    const auto marks = nlohmann::json::parse(row.marks, nullptr, false);
    if (!marks.is_array()) throw RowDamage("a mark of it is none");
    for (const auto& mark : marks) {
      if (!mark.is_array() || mark.size() != 3 || !mark[0].is_number_integer() ||
          !mark[1].is_number_integer() || !mark[2].is_string()) {
        throw RowDamage("a mark of it is none");
      }
      facts.marks.push_back({from_book(Cell{mark.at(0).get<int>(), mark.at(1).get<int>()}),
                             mark.at(2).get<std::string>()});
    }
  }
  facts.comment = row.comment;
  return facts;
}

void set_facts(BookRow& row, const PositionFacts& facts, const Symmetry& to_book) {
  const auto set = [](const std::optional<Bounds>& bounds, auto& lower, auto& upper) {
    lower.reset();
    upper.reset();
    if (bounds) lower = bounds->lower, upper = bounds->upper;
  };
  set(facts.proved, row.lower, row.upper);
  set(facts.claimed, row.claimed_lower, row.claimed_upper);
  row.estimate = facts.estimate;
  row.visits = static_cast<std::int64_t>(facts.visits);
  row.proof.reset();
  row.disproof.reset();
  if (facts.numbers) {
    row.proof = static_cast<std::int64_t>(facts.numbers->proof);
    row.disproof = static_cast<std::int64_t>(facts.numbers->disproof);
  }
  row.best.clear();
  for (const Move& move : facts.best) {
    if (!row.best.empty()) row.best += ';';
    row.best += text_of(move, to_book);
  }
  row.marks.clear();
  if (!facts.marks.empty()) {
    auto marks = nlohmann::json::array();
    for (const BoardMark& mark : facts.marks) {
      const Cell cell = to_book(mark.cell);
      marks.push_back({cell.x, cell.y, mark.text});
    }
    row.marks = marks.dump(-1, ' ', true, nlohmann::json::error_handler_t::replace);
  }
  row.comment = facts.comment;
}

}  // namespace inarow
