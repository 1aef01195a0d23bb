// The JSON of questions (docs/formats/question.md): read strictly, with a sentence for whoever
// wrote it wrong.

#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "answer/codec.hpp"
#include "answer/json_fields.hpp"
#include "base/quote.hpp"

namespace inarow {
namespace {

using nlohmann::json;

const std::vector<std::string>& all_fields() {
  static const std::vector<std::string> fields{
      "game",      "moves",  "method",  "value",       "score",        "best",
      "all_moves", "pv",     "why",     "order",       "book",         "tree_size",
      "rules",     "lines",  "seconds", "certificate", "defenses",     "estimate",
      "opponent",  "expand", "reason",  "why_not",     "proof_seconds"};
  return fields;
}

// Reads fields that may be missing; the first complaint is kept.
class Fields {
 public:
  explicit Fields(const json& object) : object_(object) {}

  void flag(const char* name, bool& value) {
    if (const json* field = find(name)) {
      if (!field->is_boolean()) return complain(fmt::format("{} must be true or false", name));
      value = field->get<bool>();
    }
  }
  void text(const char* name, const char* example, std::string& value) {
    if (const json* field = find(name)) {
      if (!field->is_string()) {
        return complain(fmt::format("{} must be a text, such as {}", name, example));
      }
      value = field->get<std::string>();
    }
  }
  void number(const char* name, int from, int to, int& value) {
    if (const json* field = find(name)) {
      if (!field->is_number_integer() || *field < from || *field > to) {
        return complain(fmt::format("{} must be a number from {} to {}", name, from, to));
      }
      value = field->get<int>();
    }
  }
  void seconds(const char* name, double& value) {
    if (const json* field = find(name)) {
      const double number = field->is_number() ? field->get<double>() : 0;
      if (!(number > 0) || !std::isfinite(number)) {
        return complain(fmt::format("{} must be a number above 0", name));
      }
      value = number;
    }
  }
  const json* find(const char* name) const {
    const auto field = object_.find(name);
    return field == object_.end() ? nullptr : &*field;
  }
  void complain(std::string message) {
    if (error_.empty()) error_ = std::move(message);
  }
  const std::string& error() const { return error_; }

 private:
  const json& object_;
  std::string error_;
};

Result<json> read_object(std::string_view text, const std::vector<std::string>& fields) {
  json object = json::parse(text, nullptr, false);
  if (!object.is_object()) {
    return failure(R"(the body must be a JSON object such as {"game":"connect4","moves":"4453"})");
  }
  for (const auto& [name, value] : object.items()) {
    if (std::find(fields.begin(), fields.end(), name) != fields.end()) continue;
    return failure(
        fmt::format("no field {}; the fields are {}", quoted(name), fmt::join(fields, ", ")));
  }
  return object;
}

Result<Game> read_position(Fields& fields) {
  std::string game;
  std::string moves;
  fields.text("game", "\"connect4\"", game);
  fields.text("moves", "\"4453\"", moves);
  if (!fields.error().empty()) return failure(fields.error());
  if (game.empty()) return failure("game is missing; write for example \"game\":\"connect4\"");
  const Result<GameSpec> spec = GameSpec::parse(game);
  if (!spec) return tl::unexpected<Error>(spec.error());
  return read_game(*spec, moves);
}

void read_wish(Fields& outer, std::optional<CertificateWish>& certificate) {
  const json* object = outer.find("certificate");
  if (object == nullptr) return;
  if (!object->is_object()) return outer.complain("certificate must be an object");
  Fields fields(*object);
  CertificateWish wish;
  std::string player;
  fields.text("claim", "\"value\"", wish.claim);
  fields.text("for", "\"first\"", player);
  fields.number("score", 1, 1000, wish.score);
  fields.flag("rules", wish.rules);
  fields.flag("tree", wish.tree);
  fields.flag("plain", wish.plain);
  if (player == "first") wish.player = Player::first;
  if (player == "second") wish.player = Player::second;
  if (!player.empty() && !wish.player) fields.complain("for must be \"first\" or \"second\"");
  if (!wish.claim.empty() && wish.claim != "value" && wish.claim != "win" &&
      wish.claim != "not-lose" && wish.claim != "score") {
    fields.complain("claim must be value, win, not-lose or score");
  }
  if (!fields.error().empty()) return outer.complain(fields.error());
  certificate = wish;
}

// Needs the game: moves are named as it names them.
void read_expand(Fields& outer, const GameSpec& spec, std::optional<ExpandWish>& expand) {
  const json* object = outer.find("expand");
  if (object == nullptr) return;
  if (!object->is_object()) return outer.complain("expand must be an object");
  Fields fields(*object);
  ExpandWish wish;
  std::string attacker = "first";
  fields.text("for", "\"first\"", attacker);
  fields.number("moves", 1, 1000, wish.moves);
  if (attacker != "first" && attacker != "second") {
    fields.complain("for must be \"first\" or \"second\"");
  }
  wish.attacker = attacker == "second" ? Player::second : Player::first;
  if (const json* known = fields.find("known")) {
    if (!known->is_array()) return outer.complain("known must be a list of moves");
    for (const json& text : *known) {
      const Result<Move> move = text.is_string()
                                    ? cells_of_text(spec, text.get<std::string>())
                                    : Result<Move>(failure("known must be a list of moves"));
      if (!move) return outer.complain(move.error().message);
      wish.known.push_back(*move);
    }
  }
  if (!fields.error().empty()) return outer.complain(fields.error());
  expand = std::move(wish);
}

}  // namespace

Result<Question> read_question(std::string_view text, const std::vector<std::string>& allowed) {
  const Result<json> object = read_object(text, allowed.empty() ? all_fields() : allowed);
  if (!object) return tl::unexpected<Error>(object.error());
  Fields fields(*object);
  Result<Game> game = read_position(fields);
  if (!game) return tl::unexpected<Error>(game.error());
  Question question{std::move(*game)};
  std::string method = "auto";
  std::string player;
  int order = 0;
  fields.text("method", "\"alphabeta\"", method);
  if (const std::optional<Method> known = method_named(method)) {
    question.method = *known;
  } else {
    fields.complain(fmt::format(
        "no method {}; the methods are auto, alphabeta, victor, proof-number and threat",
        quoted(method)));
  }
  Wanted& wanted = question.wanted;
  fields.flag("value", wanted.value);
  fields.flag("score", wanted.score);
  fields.flag("best", wanted.best);
  fields.flag("all_moves", wanted.all_moves);
  fields.flag("pv", wanted.line);
  fields.flag("why", wanted.why);
  fields.flag("reason", wanted.reason);
  fields.flag("defenses", wanted.defenses);
  fields.flag("estimate", wanted.estimate);
  QuestionLimits& limits = question.limits;
  if (fields.find("order") != nullptr) {
    if (question.game.spec().placement() == nullptr) {
      fields.complain("order must be left out: it is for placement games");
    }
    fields.number("order", 1, max_threat_order, order);
    limits.order = order;
  }
  fields.number("tree_size", 10, 100'000'000, limits.tree_size);
  fields.flag("book", limits.book);
  fields.flag("rules", limits.rules);
  fields.seconds("seconds", limits.seconds);
  fields.seconds("proof_seconds", limits.proof_seconds);
  fields.text("lines", "\"white.lines\"", question.lines_path);
  if (fields.find("why_not") != nullptr) {
    std::string text_of_move;
    fields.text("why_not", "\"f1\"", text_of_move);
    const Result<Move> move = read_move(question.game, text_of_move);
    if (!move) return tl::unexpected<Error>(move.error());
    question.why_not = *move;
  }
  read_wish(fields, question.certificate);
  read_expand(fields, question.game.spec(), question.expand);
  if (fields.find("opponent") != nullptr) {
    fields.text("opponent", "\"perfect\"", player);
    question.move = MoveWish{player};
  }
  if (!fields.error().empty()) return failure(fields.error());
  return question;
}

std::string question_json(const Question& q) {
  std::string text = "{";
  const GameSpec& spec = q.game.spec();
  JsonWriter j(text, spec);
  j.field("game", spec.to_string());
  j.field("moves", format_moves(spec, q.game.moves()));
  j.field("method", name_of(q.method));
  // What is as it would be without a word is left out.
  const Wanted usual;
  const auto flag = [&](const char* name, bool value, bool otherwise) {
    if (value != otherwise) j.field(name, value);
  };
  flag("value", q.wanted.value, usual.value);
  flag("score", q.wanted.score, usual.score);
  flag("best", q.wanted.best, usual.best);
  flag("all_moves", q.wanted.all_moves, usual.all_moves);
  flag("pv", q.wanted.line, usual.line);
  flag("why", q.wanted.why, usual.why);
  flag("reason", q.wanted.reason, usual.reason);
  flag("defenses", q.wanted.defenses, usual.defenses);
  flag("estimate", q.wanted.estimate, usual.estimate);
  j.optional("order", q.limits.order);
  if (q.limits.tree_size != QuestionLimits{}.tree_size) j.field("tree_size", q.limits.tree_size);
  flag("book", q.limits.book, true);
  flag("rules", q.limits.rules, true);
  j.unless_zero("seconds", q.limits.seconds);
  if (q.limits.proof_seconds != QuestionLimits{}.proof_seconds) {
    j.field("proof_seconds", q.limits.proof_seconds);
  }
  j.unless_empty("lines", q.lines_path);
  if (q.certificate) {
    // Where the certificate goes is the business of who answers.
    const CertificateWish& wish = *q.certificate;
    j.key("certificate");
    text += '{';
    j.unless_empty("claim", wish.claim);
    if (wish.player) j.player("for", *wish.player);
    if (wish.score != 1) j.field("score", wish.score);
    flag("rules", wish.rules, false);
    flag("tree", wish.tree, false);
    flag("plain", wish.plain, false);
    text += '}';
  }
  if (q.why_not) j.move("why_not", *q.why_not);
  if (q.move) j.field("opponent", q.move->player);
  if (q.expand) {
    j.key("expand");
    text += '{';
    j.player("for", q.expand->attacker);
    j.field("moves", q.expand->moves);
    if (!q.expand->known.empty()) j.moves("known", q.expand->known);
    text += '}';
  }
  return text + "}";
}

}  // namespace inarow
