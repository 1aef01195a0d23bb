#include "book/record_fields.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/quote.hpp"
#include "rules/notation.hpp"

namespace inarow {
namespace {

using OptionalInt = std::optional<std::int64_t>;

// Narrows the bounds by what fields say; false if no score is left.
bool narrow(Bounds& bounds, const OptionalInt& lower, const OptionalInt& upper) {
  if (lower && *lower > bounds.lower) {
    if (*lower > bounds.upper) return false;
    bounds.lower = static_cast<int>(*lower);
  }
  if (upper && *upper < bounds.upper) {
    if (*upper < bounds.lower) return false;
    bounds.upper = static_cast<int>(*upper);
  }
  return true;
}

tl::unexpected<Error> impossible(const char* names, const Bounds& all) {
  return failure(fmt::format("{} leave no score; scores of this game are {} to {}", names,
                             all.lower, all.upper));
}

Result<std::vector<Move>> read_moves(const Game& game, const std::vector<std::string>& texts,
                                     const char* name) {
  std::vector<Move> moves;
  for (const std::string& text : texts) {
    Result<Move> move = read_move(game, text);
    if (!move) return failure(fmt::format("{}: {}", name, move.error().message));
    Game after = game;
    if (const Result<void> played = after.play(*move); !played) {
      return failure(fmt::format("{}: {}", name, played.error().message));
    }
    if (has_null_stones(after)) {
      return failure(fmt::format("{}: {} has stones that are not placed", name, quoted(text)));
    }
    moves.push_back(std::move(*move));
  }
  return moves;
}

}  // namespace

std::optional<RecordField> record_field(std::string_view name) {
  const auto* const found = std::find(record_field_names.begin(), record_field_names.end(), name);
  if (found == record_field_names.end()) return std::nullopt;
  return static_cast<RecordField>(found - record_field_names.begin());
}

Result<PositionFacts> facts_of_fields(const Game& game, const RecordFields& fields) {
  PositionFacts facts;
  const Bounds all = any_score(game.spec());
  if (fields.lower || fields.upper || fields.score || !fields.value.empty()) {
    Bounds bounds = all;
    bool possible =
        narrow(bounds, fields.lower, fields.upper) && narrow(bounds, fields.score, fields.score);
    if (!fields.value.empty()) {
      std::optional<GameValue> value;
      for (const GameValue v : {GameValue::loss, GameValue::draw, GameValue::win}) {
        if (fields.value == name_of(v)) value = v;
      }
      if (!value) {
        return failure(
            fmt::format("value must be win, draw or loss, not {}", quoted(fields.value)));
      }
      const Bounds said = bounds_of_value(game.spec(), *value);
      possible = possible && narrow(bounds, said.lower, said.upper);
    }
    if (!possible) return impossible("lower, upper, value and score", all);
    facts.proved = bounds;
    facts.source = {plain_text(fields.source.method), plain_text(fields.source.budget),
                    plain_text(fields.source.version), plain_text(fields.source.certificate)};
  }
  if (fields.claimed_lower || fields.claimed_upper) {
    Bounds bounds = all;
    if (!narrow(bounds, fields.claimed_lower, fields.claimed_upper)) {
      return impossible("claimed_lower and claimed_upper", all);
    }
    facts.claimed = bounds;
  }
  if (fields.estimate && !(*fields.estimate >= 0 && *fields.estimate <= 1)) {
    return failure("estimate must be 0 to 1");
  }
  facts.estimate = fields.estimate;
  facts.visits = fields.visits.value_or(0);
  if (fields.proof || fields.disproof) {
    facts.numbers = BookProofNumbers{fields.proof.value_or(1), fields.disproof.value_or(1)};
  }
  if (!fields.best.empty()) {
    Result<std::vector<Move>> best = read_moves(game, fields.best, "best");
    if (!best) return tl::unexpected<Error>(best.error());
    facts.best = std::move(*best);
  }
  for (const auto& [name, text] : fields.marks) {
    const Result<Cell> cell = read_cell(game.spec(), name);
    if (!cell) return failure(fmt::format("marks: {}", cell.error().message));
    if (*cell == null_stone || !on_board(game.spec(), *cell)) {
      return failure(fmt::format("marks: {} is no cell of the board", quoted(name)));
    }
    facts.marks.push_back({*cell, plain_text(text)});
  }
  facts.comment = plain_text(fields.comment);
  return facts;
}

Result<void> set_record(const GameSpec& spec, const RecordFields& fields, BookRecord& record) {
  if (!fields.moves) return failure("moves are missing");
  Result<Game> game = read_game(spec, *fields.moves == "-" ? std::string_view() : *fields.moves);
  if (!game) return tl::unexpected<Error>(game.error());
  if (has_null_stones(*game)) {
    return failure("a position with stones that are not placed has no place in a book");
  }
  record.game = std::move(*game);
  Result<PositionFacts> facts = facts_of_fields(record.game, fields);
  if (!facts) return tl::unexpected<Error>(facts.error());
  record.facts = std::move(*facts);
  record.next.reset();
  if (fields.next) {
    Result<std::vector<Move>> next = read_moves(record.game, *fields.next, "next");
    if (!next) return tl::unexpected<Error>(next.error());
    record.next = std::move(*next);
  }
  return {};
}

}  // namespace inarow
