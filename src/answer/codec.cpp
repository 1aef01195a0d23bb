#include "answer/codec.hpp"

#include <algorithm>

#include "answer/estimate_json.hpp"
#include "answer/json_fields.hpp"
#include "answer/why_fields.hpp"
#include "base/base64.hpp"
#include "rules/score.hpp"

namespace inarow {
using nlohmann::json;

template <class J>
void describe(J& j, OpenDefense& d) {
  j.move("stones", d.stones);
  j.field("free", d.free);
  j.field("quality", d.quality);
}

template <class J>
void describe(J& j, RefutedDefense& d) {
  j.move("stones", d.stones);
  j.field("free", d.free);
  j.move("answer", d.answer);
  j.field("order", d.order);
}

template <class J>
void describe(J& j, CriticalLine& line) {
  j.field("weight", line.weight);
  j.moves("line", line.moves);
}

// Bytes as base64.
template <class J>
void bytes(J& j, const char* field, std::string& value) {
  if constexpr (J::writing) {
    j.field(field, to_base64(value));
  } else {
    std::string text;
    j.field(field, text);
    if (!j.ok()) return;
    const std::optional<std::string> read = from_base64(text);
    if (!read) return j.complain(JsonReader::wrong(field));
    value = *read;
  }
}

template <class J>
void describe(J& j, ExpandedMove& m) {
  j.move("move", m.move);
  j.field("chance", m.chance);
}

template <class J>
void describe(J& j, RefutedStones& r) {
  j.move("stones", r.stones);
  j.field("further", r.further);
  bytes(j, "proof", r.proof);
}

template <class J>
void describe(J& j, Expansion& e) {
  bytes(j, "proof", e.proof);
  j.field("moves", e.moves);
  j.unless_empty("cover", e.cover);
}

struct LeafCounts {
  std::uint64_t& wins;
  std::uint64_t& held;
  std::uint64_t& dead;
  std::uint64_t& rules;
};

template <class J>
void describe(J& j, LeafCounts& leaves) {
  j.field("wins", leaves.wins);
  j.field("held", leaves.held);
  j.field("dead", leaves.dead);
  j.field("rules", leaves.rules);
}

namespace {

// A name of a list of pairs; the reader complains about any other.
template <class J, class T>
void name(J& j, const char* field, T& value, const std::vector<T>& all) {
  if constexpr (J::writing) {
    j.field(field, name_of(value));
  } else {
    std::string text;
    j.field(field, text);
    if (!j.ok()) return;
    const auto found = std::find_if(all.begin(), all.end(),
                                    [&](const T& known) { return text == name_of(known); });
    if (found == all.end()) return j.complain(JsonReader::wrong(field));
    value = *found;
  }
}

const std::vector<RuleClaim> all_claims{RuleClaim::none, RuleClaim::first_wins,
                                        RuleClaim::second_not_lose};
const std::vector<Source> all_sources{Source::alphabeta,    Source::book,   Source::victor,
                                      Source::proof_number, Source::threat, Source::strategy};

// The fields of a certificate that stand beside the position.
template <class J>
void describe_proof(J& j, ProofReport& p) {
  j.field("claim", p.claim);
  j.player("for", p.player);
  if constexpr (J::writing) {
    j.derived("proved", p.ending == ProofEnding::written);
  } else {
    bool proved = false;
    j.field("proved", proved);
    p.ending = proved                ? ProofEnding::written
               : j.has("refuted")    ? ProofEnding::false_claim
               : j.has("impossible") ? ProofEnding::impossible
               : j.has("order")      ? ProofEnding::not_found
                                     : ProofEnding::stopped;
  }
  const bool written = p.ending == ProofEnding::written;
  j.nullable("score", p.score);
  if (p.ending == ProofEnding::false_claim) {
    j.derived("refuted", true);
    j.value("value", p.value);
    j.optional("true_score", p.true_score);
  }
  if (p.ending == ProofEnding::not_found) j.field("order", p.order);
  if (p.ending == ProofEnding::impossible) j.field("impossible", p.reason);
  if (written) {
    j.unless_empty("form", p.form);
    j.field("file", p.file);
    j.field("bytes", p.bytes);
    j.field("body_bytes", p.body_bytes);
    j.field("positions", p.positions);
    LeafCounts leaves{p.wins, p.held, p.dead, p.rule_leaves};
    j.field("leaves", leaves);
    j.field("repeats", p.repeats);
    j.field("axioms", p.axioms);
  }
  j.seconds("seconds", p.seconds);
}

}  // namespace

// A certificate inside an answer.
template <class J>
void describe(J& j, ProofReport& p) {
  describe_proof(j, p);
}

namespace {

// In drop games a move is named by its column.
std::string move_key(const Game& game, const Move& move) {
  return game.spec().drop() != nullptr ? column_name(Column{move[0].x})
                                       : format_move(game.spec(), move);
}

}  // namespace

template <class J>
void describe(J& j, MoveValue& m) {
  j.value("value", m.value);
  j.nullable("score", m.score);
  if constexpr (J::writing) {
    if (m.claim) j.derived("claim", name_of(*m.claim));
  } else {
    if (j.has("claim")) name(j, "claim", m.claim.emplace(), all_claims);
  }
}

template <class J>
void describe(J& j, PlayedMove& played) {
  j.field("opponent", played.player);
  j.field("promise", played.promise);
  j.unless_empty("note", played.note);
  j.unless_empty("says", played.says);
  j.optional("estimate", played.estimate);
  j.move("move", played.move);
}

namespace {

void move_table(JsonWriter& j, const Game& game, const MoveTable& table) {
  if (table.stones) j.field("moves_value_of", "stones");
  j.key("moves_value");
  j.out() += '{';
  for (const MoveValue& m : table.moves) {
    j.key(move_key(game, m.move).c_str());
    j.object(m);
  }
  j.out() += '}';
}

void move_table(JsonReader& j, const Game& game, std::string& error, MoveTable& table) {
  table.stones = j.has("moves_value_of");
  const json* object = j.find("moves_value");
  if (object == nullptr) return;
  if (!object->is_object()) return j.complain("moves_value must be an object");
  for (const auto& [key, value] : object->items()) {
    MoveValue& m = table.moves.emplace_back();
    if (game.spec().drop() != nullptr) {
      const Result<Cell> bottom = read_cell(game.spec(), key + "1");
      const std::optional<Cell> cell = bottom ? game.landing_cell(Column{bottom->x}) : std::nullopt;
      if (!cell) return j.complain(JsonReader::wrong("moves_value"));
      m.move = {*cell};
    } else {
      const Result<Move> move = cells_of_text(game.spec(), key);
      if (!move) return j.complain(move.error().message);
      m.move = *move;
    }
    JsonReader inner(value, game.spec(), error);
    if (j.ok()) describe(inner, m);
  }
}

template <class J>
void describe_rules(J& j, std::optional<RuleProof>& rules) {
  if constexpr (!J::writing) {
    if (!j.has("evaluations")) return;
    rules.emplace();
  }
  if (!rules) return;
  name(j, "claim", rules->claim, all_claims);
  j.field("evaluations", rules->evaluations);
  j.field("table", rules->table);
  j.optional("trees", rules->trees);
  j.optional("largest_tree", rules->largest_tree);
  j.optional("line_positions", rules->line_positions);
  j.optional("book_positions", rules->book_positions);
  if (rules->claim != RuleClaim::none) j.field("critical_lines", rules->critical_lines);
}

template <class J>
void describe_threats(J& j, Answer& a) {
  if constexpr (!J::writing) {
    if (j.has("zones")) a.threat.emplace();
    if (j.has("defenses")) a.defenses.emplace();
  }
  if (a.defenses) {
    j.field("order", a.defenses->order);
    if (!J::writing && a.threat) a.threat->order = a.defenses->order;
  } else if (a.threat) {
    j.field("order", a.threat->order);
  }
  if (a.threat) j.cell_lists("zones", a.threat->zones);
  if (a.defenses) {
    j.field("threats", a.defenses->threats);
    j.field("complete", a.defenses->complete);
    j.field("defenses", a.defenses->open);
    j.field("refuted", a.defenses->refuted);
  }
  j.optional("searched_order", a.searched_order);
}

template <class J>
void describe_answer(J& j, const Game& game, Answer& a, std::string& error) {
  const GameSpec& spec = game.spec();
  if constexpr (J::writing) {
    j.derived("game", spec.to_string());
    j.derived("moves", format_moves(spec, game.moves()));
    j.derived("to_move", name_of(game.to_move()));
  }
  j.value("value", a.value);
  j.derived("winner", winner_name(game, a.value));
  j.nullable("score", a.score);
  j.nullable("plies_to_end", a.plies_to_end);
  j.optional_moves("best", a.best);
  j.optional_moves("pv", a.line);
  j.derived("proved", a.proved());
  j.field("axioms", a.axioms);
  if constexpr (J::writing) {
    if (a.bounds) j.field("bounds", std::vector<int>{a.bounds->lower, a.bounds->upper});
  } else if (j.has("bounds")) {
    std::vector<int> bounds;
    j.field("bounds", bounds);
    if (j.ok() && bounds.size() != 2) return j.complain(JsonReader::wrong("bounds"));
    if (j.ok()) a.bounds = Bounds{bounds[0], bounds[1]};
  }
  name(j, "method", a.source, all_sources);
  j.field("nodes", a.nodes);
  j.seconds("seconds", a.seconds);
  describe_rules(j, a.by_rules);
  describe_threats(j, a);
  j.unless_empty("obstacle", a.obstacle);
  if constexpr (J::writing) {
    if (a.moves) move_table(j, game, *a.moves);
    if (!a.complete && !a.defenses) j.derived("complete", false);
  } else {
    if (j.has("moves_value")) move_table(j, game, error, a.moves.emplace());
    a.complete = true;
    if (j.has("complete")) j.field("complete", a.complete);
  }
  j.optional("estimate", a.estimate);
  j.optional("certificate", a.proof);
  j.optional("expansion", a.expansion);
  if constexpr (J::writing) {
    if (a.why) {
      j.key("why");
      j.out() += why_json(game, *a.why);
    }
    if (a.played) {
      j.key("played");
      j.out() += played_json(game, *a.played);
    }
  } else {
    // find() gives nothing after a complaint.
    if (const json* why = j.has("why") ? j.find("why") : nullptr) {
      a.why = read_why(*why, game, error);
    }
    if (const json* played = j.has("played") ? j.find("played") : nullptr) {
      JsonReader inner(*played, spec, error);
      if (j.ok()) describe(inner, a.played.emplace());
    }
  }
}

void position_fields(JsonWriter& j, const Game& game) {
  j.field("game", game.spec().to_string());
  j.field("moves", format_moves(game.spec(), game.moves()));
}

}  // namespace

void append_answer(std::string& out, const Game& game, const Answer& answer) {
  out += '{';
  JsonWriter writer(out, game.spec());
  std::string no_error;
  describe_answer(writer, game, const_cast<Answer&>(answer), no_error);  // NOLINT
  out += '}';
}

std::string answer_json(const Game& game, const Answer& answer) {
  std::string text;
  append_answer(text, game, answer);
  return text;
}

Result<AnswerRecord> read_answer(std::string_view text) {
  const json object = json::parse(text, nullptr, false);
  if (!object.is_object() || !object.contains("game") || !object["game"].is_string() ||
      !object.contains("moves") || !object["moves"].is_string()) {
    return failure("an answer must be a JSON object with game and moves");
  }
  const Result<GameSpec> spec = GameSpec::parse(object["game"].get<std::string>());
  if (!spec) return tl::unexpected<Error>(spec.error());
  Result<Game> game = read_game(*spec, object["moves"].get<std::string>());
  if (!game) return tl::unexpected<Error>(game.error());
  AnswerRecord record{std::move(*game), {}};
  std::string error;
  JsonReader reader(object, *spec, error);
  describe_answer(reader, record.game, record.answer, error);
  if (!error.empty()) return failure(error);
  return record;
}

void append_error(std::string& out, const GameSpec& spec, const std::string& moves,
                  const std::string& message) {
  out += '{';
  JsonWriter j(out, spec);
  j.field("game", spec.to_string());
  j.field("moves", moves);
  j.field("error", message);
  out += '}';
}

std::string proof_json(const Game& game, const ProofReport& proof) {
  std::string text = "{";
  JsonWriter j(text, game.spec());
  position_fields(j, game);
  describe_proof(j, const_cast<ProofReport&>(proof));  // NOLINT
  return text + "}";
}

std::string played_json(const Game& game, const PlayedMove& played) {
  std::string text = "{";
  JsonWriter j(text, game.spec());
  position_fields(j, game);
  describe(j, const_cast<PlayedMove&>(played));  // NOLINT
  return text + "}";
}

std::string strategy_proof_json(const StrategyProof& p) {
  static const GameSpec any{DropSpec{}};  // no cell is named
  std::string text = "{";
  JsonWriter j(text, any);
  j.field("game", p.game);
  j.field("claim", p.claim);
  j.nullable("for", p.player ? std::optional(std::string(name_of(*p.player))) : std::nullopt);
  j.field("proved", p.ending == ProofEnding::written);
  if (p.ending == ProofEnding::written) {
    j.field("file", p.file);
    j.field("bytes", p.bytes);
    j.field("body_bytes", p.body_bytes);
    j.field("positions", p.positions);
  }
  j.optional("states", p.states);
  j.optional("known_k", p.known_k);
  j.seconds("seconds", p.seconds);
  return text + "}";
}

std::string decided_json(const Game& game, const DecidedMove& move, bool score) {
  std::string text = "{";
  JsonWriter j(text, game.spec());
  const bool drop = game.spec().drop() != nullptr;
  j.field(drop ? "column" : move.move.size() == 1 ? "cell" : "move", move_key(game, move.move));
  j.value("value", value_of({move.lower, move.upper}));
  std::optional<int> exact;
  if (drop && score && move.lower == move.upper) exact = move.lower;
  if (drop) j.nullable("score", exact);
  if (exact) {
    j.field("plies_to_end", plies_to_end(*game.spec().cells(), game.stone_count(), *exact));
  }
  if (!move.complete) j.field("bounds", std::vector<int>{move.lower, move.upper});
  return text + "}";
}

std::string status_json(const Game& game, const WorkStatus& status, const char* state,
                        double seconds) {
  std::string text = "{";
  JsonWriter j(text, game.spec());
  j.field("state", state);
  j.unless_empty("stage", status.stage);
  j.unless_empty("method", status.method);
  j.unless_zero("order", status.order);
  const std::optional<int> cells = game.spec().cells();
  if (game.spec().drop() != nullptr && cells) {
    const int lower = std::max(status.lower.value_or(-*cells), -*cells);
    const int upper = std::min(status.upper.value_or(*cells), *cells);
    // The bounds are about the position after the move, from the opponent's side.
    const bool after = status.move.has_value();
    if (after) j.field("column", move_key(game, *status.move));
    j.field("bounds", after ? std::vector<int>{-upper, -lower} : std::vector<int>{lower, upper});
    std::vector<std::string> line;
    if (after) line.push_back(move_key(game, *status.move));
    for (const Move& move : status.line) line.push_back(move_key(game, move));
    j.field("line", line);
  } else if (game.spec().placement() != nullptr) {
    std::vector<std::string> line;
    if (status.move) line.push_back(format_move(game.spec(), *status.move));
    for (const Move& move : status.line) line.push_back(format_move(game.spec(), move));
    if (!line.empty()) j.field("move", line.front());
    j.field("line", line);
  }
  if (status.bound > 0) {
    j.field("bound", status.bound);
    j.field("done", std::clamp(status.done, 0.0, 1.0));
    j.field("positions", status.positions);
    j.field("rule_leaves", status.rule_leaves);
  }
  j.field("nodes", status.nodes);
  j.field("seconds", seconds);
  return text + "}";
}

}  // namespace inarow
