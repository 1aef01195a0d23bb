// Any text is read as a question or refused; one that is read is written and read back as the same.

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "answer/codec.hpp"
#include "base/expects.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace inarow;
  const Result<Question> question =
      read_question(std::string_view(reinterpret_cast<const char*>(data), size));
  if (!question) {
    EXPECTS(!question.error().message.empty());
    return 0;
  }
  const std::string written = question_json(*question);
  const Result<Question> again = read_question(written);
  EXPECTS(again.has_value());
  EXPECTS(question_json(*again) == written);
  return 0;
}
