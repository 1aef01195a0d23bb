// Any text is read as an answer or refused; one that is read is written and read back as the same.

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "answer/codec.hpp"
#include "base/expects.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace inarow;
  const Result<AnswerRecord> record =
      read_answer(std::string_view(reinterpret_cast<const char*>(data), size));
  if (!record) {
    EXPECTS(!record.error().message.empty());
    return 0;
  }
  const std::string written = answer_json(record->game, record->answer);
  const Result<AnswerRecord> again = read_answer(written);
  EXPECTS(again.has_value());
  EXPECTS(answer_json(again->game, again->answer) == written);
  return 0;
}
