#pragma once

// The protocol of JSON lines, for every game: questions with ids, answers in any order. This is
// what reads the lines; json_runner.hpp has the questions answered.
//
//   {"id":"7","question":{"game":"connect4","moves":"44"}}     {"id":"7","answer":{...}}
//   {"id":"8","question":{...},"progress":true}                {"id":"8","progress":{...}} ...
//   {"id":"8","cancel":true}
//   nonsense                                                   {"id":null,"error":"..."}
//
// docs/formats/engine.md describes it; the question is that of docs/formats/question.md.

#include <cstddef>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "ask/question.hpp"
#include "base/result.hpp"

namespace inarow::protocol {

struct JsonQuestion {
  std::string id;  // as JSON
  Question question;
  bool progress = false;
};

// What a line asks for: one of these.
struct JsonReaction {
  std::optional<std::string> line{};  // to be written now: the line is refused
  std::optional<JsonQuestion> question{};
  std::optional<std::string> cancel{};  // the id of an open question
};

class JsonLines {
 public:
  explicit JsonLines(std::size_t most_open) : most_open_(most_open) {}

  // A question is open from now on.
  JsonReaction handle(std::string_view line);
  JsonReaction too_long(std::size_t most) const;

  // It has been answered; its id may be used again.
  void close(const std::string& id) { open_.erase(id); }
  std::size_t open() const { return open_.size(); }

 private:
  std::size_t most_open_;
  std::set<std::string> open_;
};

// Lines that go out; `id` and what is told are JSON, a message is any text.
std::string json_line(std::string_view id, const char* name, std::string_view json);
std::string json_error(std::string_view id, std::string_view message);

}  // namespace inarow::protocol
