#include "protocol/json_lines.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "answer/codec.hpp"
#include "base/quote.hpp"

namespace inarow::protocol {
namespace {

using nlohmann::json;

constexpr std::size_t longest_id = 200;  // bytes
constexpr int deepest = 8;               // lists and objects in each other
constexpr const char* no_id = "null";
constexpr const char* example = R"({"id":"1","question":{"game":"connect4","moves":"4453"}})";

std::string text_of(const json& value) {
  return value.dump(-1, ' ', false, json::error_handler_t::replace);
}

JsonReaction refuse(std::string_view id, std::string_view message) {
  return {.line = json_error(id, message)};
}

// The id as JSON, or why it is none.
Result<std::string> read_id(const json& request) {
  const auto id = request.find("id");
  if (id == request.end()) return failure(fmt::format("id is missing; write {}", example));
  if (!id->is_string() && !id->is_number_integer()) {
    return failure("id must be a text or a whole number");
  }
  std::string text = text_of(*id);
  if (text.size() > longest_id) {
    return failure(fmt::format("id has more than {} bytes", longest_id));
  }
  return text;
}

// A flag that may be missing.
Result<bool> read_flag(const json& request, const char* name) {
  const auto flag = request.find(name);
  if (flag == request.end()) return false;
  if (!flag->is_boolean()) return failure(fmt::format("{} must be true or false", name));
  return flag->get<bool>();
}

Result<void> check_names(const json& request) {
  static constexpr std::array<std::string_view, 5> names{"id", "question", "progress", "cancel",
                                                         "certificate_file"};
  for (const auto& [name, value] : request.items()) {
    if (std::find(names.begin(), names.end(), name) != names.end()) continue;
    return failure(fmt::format(
        "no field {}; the fields are id, question, progress, certificate_file and cancel",
        quoted(name)));
  }
  return {};
}

Result<JsonQuestion> read(const json& request, const std::string& id) {
  const auto body = request.find("question");
  if (body == request.end()) return failure("question or cancel is missing");
  Result<Question> question = read_question(text_of(*body));
  if (!question) return tl::unexpected<Error>(question.error());
  const Result<bool> progress = read_flag(request, "progress");
  if (!progress) return tl::unexpected<Error>(progress.error());
  const auto file = request.find("certificate_file");
  const bool has_file = file != request.end();
  if (has_file && (!file->is_string() || file->get<std::string>().empty())) {
    return failure("certificate_file must be the name of a file");
  }
  if (has_file != question->certificate.has_value()) {
    return failure("a question with certificate, and no other, has certificate_file beside it");
  }
  if (has_file) question->certificate->path = file->get<std::string>();
  // The output is the answers'.
  if ((has_file && question->certificate->path == "-") || question->lines_path == "-") {
    return failure("files may not be standard output");
  }
  return JsonQuestion{id, std::move(*question), *progress};
}

}  // namespace

JsonReaction JsonLines::too_long(std::size_t most) const {
  return refuse(no_id, fmt::format("a line has more than {} bytes", most));
}

JsonReaction JsonLines::handle(std::string_view line) {
  if (line.find_first_not_of(" \t\r") == std::string_view::npos) return {};
  // Nothing that is asked lies deep, and what lies very deep takes a stack of that depth.
  bool deep = false;
  const auto not_deep = [&](int depth, json::parse_event_t /*event*/, json& /*value*/) {
    deep = deep || depth > deepest;
    return !deep;
  };
  const json request = json::parse(line, not_deep, false);
  if (deep || !request.is_object()) {
    return refuse(no_id, fmt::format("a line must be a JSON object such as {}", example));
  }
  const Result<std::string> id = read_id(request);
  if (!id) return refuse(no_id, id.error().message);
  if (const Result<void> names = check_names(request); !names) {
    return refuse(*id, names.error().message);
  }
  const Result<bool> cancel = read_flag(request, "cancel");
  if (!cancel) return refuse(*id, cancel.error().message);
  const bool is_open = open_.contains(*id);
  if (*cancel) {
    if (request.size() > 2) return refuse(*id, "cancel stands alone, with the id of a question");
    if (!is_open) return refuse(*id, "no open question has this id");
    return {.cancel = *id};
  }
  if (is_open) return refuse(*id, "this id is that of an open question");
  if (open_.size() >= most_open_) {
    return refuse(*id, fmt::format("{} questions are open; wait for answers", most_open_));
  }
  Result<JsonQuestion> question = read(request, *id);
  if (!question) return refuse(*id, question.error().message);
  open_.insert(*id);
  return {.question = std::move(*question)};
}

std::string json_line(std::string_view id, const char* name, std::string_view told) {
  return fmt::format(R"({{"id":{},"{}":{}}})", id, name, told);
}

std::string json_error(std::string_view id, std::string_view message) {
  return json_line(id, "error", text_of(json(std::string(message))));
}

}  // namespace inarow::protocol
