#include "answer/book_answer.hpp"

#include "rules/notation.hpp"

namespace inarow {

using Json = nlohmann::ordered_json;

Json known_json(const GameSpec& spec, const PositionFacts& facts) {
  Json json{{"score", nullptr}, {"value", nullptr}, {"proved", facts.proved.has_value()}};
  if (facts.proved) {
    const std::optional<GameValue> value = value_of(*facts.proved);
    if (value) json["value"] = name_of(*value);
    if (facts.proved->exact()) json["score"] = facts.proved->lower;
    json["bounds"] = {facts.proved->lower, facts.proved->upper};
    json["method"] = facts.source.method;
    json["budget"] = facts.source.budget;
    json["version"] = facts.source.version;
    if (!facts.source.certificate.empty()) json["certificate"] = facts.source.certificate;
  }
  if (facts.claimed) json["claimed"] = {facts.claimed->lower, facts.claimed->upper};
  if (facts.estimate) json["estimate"] = *facts.estimate;
  json["visits"] = facts.visits;
  if (facts.numbers) json["proof_numbers"] = {facts.numbers->proof, facts.numbers->disproof};
  Json best = Json::array();
  for (const Move& move : facts.best) best.push_back(format_move(spec, move));
  json["best"] = std::move(best);
  Json marks = Json::array();
  for (const BoardMark& mark : facts.marks) {
    marks.push_back({{"cell", cell_name(spec, mark.cell)}, {"text", mark.text}});
  }
  if (!marks.empty()) json["marks"] = std::move(marks);
  if (!facts.comment.empty()) json["comment"] = facts.comment;
  return json;
}

Json book_json(const Game& game, const std::optional<PositionFacts>& facts,
               const std::vector<BookMove>& moves) {
  const GameSpec& spec = game.spec();
  Json object{
      {"game", spec.to_string()}, {"moves", format_moves(spec, game.moves())}, {"score", nullptr}};
  if (facts) object.update(known_json(spec, *facts));
  Json list = Json::array();
  for (const BookMove& move : moves) {
    Json one{{"move", format_move(spec, move.move)}};
    one.update(known_json(spec, move.facts));
    list.push_back(std::move(one));
  }
  object["book_moves"] = std::move(list);
  return object;
}

}  // namespace inarow
