// One question a line, with an id, as docs/formats/question.md has it; the engine answers with
// {"id":ID,"answer":{...}}, whose move is that of `played` or the first of `best`.

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/quote.hpp"
#include "match/external/dialogue.hpp"
#include "rules/notation.hpp"

namespace inarow {
namespace {

using nlohmann::json;

// The seconds of a question are those of work; this is for the way there and back.
constexpr double part_for_the_way = 0.05;
constexpr double most_for_the_way = 0.05;

// A member of an object; null if it is none or has none.
const json* member(const json& object, const char* name) {
  if (!object.is_object()) return nullptr;
  const auto found = object.find(name);
  return found == object.end() ? nullptr : &*found;
}

class JsonDialogue : public Dialogue {
 public:
  using Dialogue::Dialogue;

  // A line that every engine answers, with an error, when it is ready. One that does not is asked
  // all the same.
  Result<void> greet(const StopToken* stop) override {
    say(R"({"id":"ready","cancel":true})");
    return await_sign(stop, [](const std::string&) { return true; });
  }

 private:
  Result<Move> ask_for_move(const Game& game, const EngineTime& time, const Wait& wait) override {
    double seconds = time.seconds > 0 ? time.seconds
                     : time.left > 0  ? time.left / 20
                                      : usual_seconds;
    seconds -= std::min(part_for_the_way * seconds, most_for_the_way);
    id_ = std::to_string(++asked_);
    say(json{{"id", id_},
             {"question",
              {{"game", spec_.to_string()},
               {"moves", format_moves(spec_, game.moves())},
               {"value", false},
               {"opponent", "auto"},
               {"seconds", seconds}}}}
            .dump());
    return hear_move(game, wait);
  }

  Result<Move> hear_move(const Game& game, const Wait& wait) {
    while (true) {
      const Result<std::string> line = listen(wait, "a move");
      if (!line) return tl::unexpected<Error>(line.error());
      if (trimmed_line(*line).empty()) continue;
      const json answer = json::parse(*line, nullptr, false);
      if (!answer.is_object()) {
        return fault(fmt::format("answers {}, which is no JSON object", quoted(*line, 80)));
      }
      const json* id = member(answer, "id");
      const bool ours = id != nullptr && (*id == id_ || id->is_null());
      if (!ours) continue;
      if (const json* error = member(answer, "error")) {
        return fault(fmt::format("refuses: {}", quoted(words(*error), 200)));
      }
      if (const json* content = member(answer, "answer")) return move_of(game, *content, *line);
      if (const json* progress = member(answer, "progress")) said_ = words(*progress);
    }
  }

  static std::string words(const json& value) {
    return value.is_string() ? printable(value.get<std::string>())
                             : value.dump(-1, ' ', true, json::error_handler_t::replace);
  }

  Result<Move> move_of(const Game& game, const json& content, const std::string& line) {
    const json* played = member(content, "played");
    const json* move = played != nullptr ? member(*played, "move") : nullptr;
    if (move == nullptr) {
      move = member(content, "best");
      if (move != nullptr && move->is_array() && !move->empty()) move = &move->front();
    }
    if (const json* estimate = member(content, "estimate")) said_ = words(*estimate);
    if (move == nullptr || !move->is_string()) {
      return fault(fmt::format("answers without a move: {}", quoted(line, 80)));
    }
    Result<Move> read = read_move(game, move->get<std::string>());
    if (!read) return fault(fmt::format("answers with no move: {}", read.error().message));
    return read;
  }

  int asked_ = 0;
  std::string id_;
};

}  // namespace

std::unique_ptr<Dialogue> make_json_dialogue(const ExternalEngine& engine, const GameSpec& spec,
                                             EngineProcess& process) {
  return std::make_unique<JsonDialogue>(engine, spec, process);
}

}  // namespace inarow
