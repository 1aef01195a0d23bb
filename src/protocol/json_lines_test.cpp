#include "protocol/json_lines.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace inarow::protocol {
namespace {

TEST(JsonLines, ReadsQuestionsAndCancels) {
  JsonLines lines(2);
  const JsonReaction first = lines.handle(
      R"({"id":"7","question":{"game":"connect4","moves":"44","score":true},"progress":true})");
  ASSERT_TRUE(first.question);
  EXPECT_EQ(first.question->id, "\"7\"");
  EXPECT_TRUE(first.question->progress);
  EXPECT_TRUE(first.question->question.wanted.score);
  EXPECT_EQ(first.question->question.game.moves().size(), 2U);
  const JsonReaction second = lines.handle(R"({"id":8,"question":{"game":"connect6"}})");
  ASSERT_TRUE(second.question);
  EXPECT_EQ(second.question->id, "8");
  EXPECT_TRUE(lines.handle(R"({"id":9,"question":{"game":"connect6"}})").line);  // too many
  EXPECT_EQ(lines.handle(R"({"id":"7","cancel":true})").cancel, "\"7\"");
  lines.close("8");
  EXPECT_TRUE(lines.handle(R"({"id":9,"question":{"game":"connect6"}})").question);
  EXPECT_EQ(lines.open(), 2U);
}

TEST(JsonLines, RefusesInItsOwnWords) {
  JsonLines lines(10);
  lines.handle(R"({"id":"open","question":{"game":"connect4"}})");
  const std::string deep(30'000, '[');
  const auto error_of = [&](std::string_view line) {
    const JsonReaction reaction = lines.handle(line);
    EXPECT_FALSE(reaction.question || reaction.cancel) << line;
    if (!reaction.line) return std::string();
    const auto object = nlohmann::json::parse(*reaction.line);
    EXPECT_EQ(object.size(), 2U);
    EXPECT_TRUE(object.contains("id"));
    return object.at("error").get<std::string>();
  };
  for (const std::string& line : std::vector<std::string>{
           "nonsense",
           "{",
           "[]",
           "7",
           "{}",
           "\xff\xfe",
           deep,
           R"({"id":)" + deep,
           R"({"id":null,"question":{"game":"connect4"}})",
           R"({"id":1.5,"cancel":true})",
           R"({"question":{"game":"connect4"}})",
           R"({"id":"1"})",
           R"({"id":"1","question":7})",
           R"({"id":"1","question":{}})",
           R"({"id":"1","question":{"game":"nochess"}})",
           R"({"id":"1","question":{"game":"connect4","moves":"x"}})",
           R"({"id":"1","question":{"game":"connect4","typo":1}})",
           R"({"id":"1","question":{"game":"connect4"},"typo":1})",
           R"({"id":"1","question":{"game":"connect4"},"progress":1})",
           R"({"id":"1","question":{"game":"connect4","certificate":{}}})",
           R"({"id":"1","question":{"game":"connect4"},"certificate_file":"x"})",
           R"({"id":"1","question":{"game":"connect4","certificate":{}},"certificate_file":"-"})",
           R"({"id":"1","cancel":true})",
           R"({"id":"open","cancel":"yes"})",
           R"({"id":"open","question":{"game":"connect4"}})",
           R"({"id":"open","cancel":true,"progress":true})",
           R"({"id":")" + std::string(300, 'x') + R"(","question":{"game":"connect4"}})"}) {
    EXPECT_FALSE(error_of(line).empty()) << line.substr(0, 100);
  }
  EXPECT_EQ(lines.open(), 1U);
  EXPECT_TRUE(lines.too_long(9).line);
  EXPECT_FALSE(lines.handle(" \r").line);
}

TEST(JsonLines, WritesLines) {
  EXPECT_EQ(json_line("7", "answer", "{}"), R"({"id":7,"answer":{}})");
  EXPECT_EQ(json_error("\"a\"", "no \"x\""), R"({"id":"a","error":"no \"x\""})");
}

}  // namespace
}  // namespace inarow::protocol
