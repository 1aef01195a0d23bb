// TOML: what it reads, and what it refuses with the line.

#include "match/tournament/toml.hpp"

#include <gtest/gtest.h>

namespace inarow::tournament {
namespace {

using Type = TomlValue::Type;

TomlValue value_of(const std::string& text) {
  const Result<std::vector<TomlTable>> tables = parse_toml("x = " + text);
  EXPECT_TRUE(tables) << text << ": " << tables.error().message;
  if (!tables || tables->front().find("x") == nullptr) return {};
  return *tables->front().find("x");
}

std::string refusal(const std::string& text) {
  const Result<std::vector<TomlTable>> tables = parse_toml(text);
  return tables ? "" : tables.error().message;
}

TEST(Toml, ReadsTables) {
  const Result<std::vector<TomlTable>> tables = parse_toml(
      "# first\r\na = 1 # one\n\n[ b ]\na-b_2 = 'x'\n[[c]]\n  [[c]] # again\nd = true\n");
  ASSERT_TRUE(tables) << tables.error().message;
  ASSERT_EQ(tables->size(), 4U);
  EXPECT_EQ((*tables)[0].find("a")->number, 1);
  EXPECT_EQ((*tables)[0].find("b"), nullptr);
  EXPECT_EQ((*tables)[1].name, "b");
  EXPECT_EQ((*tables)[1].find("a-b_2")->line, 5);
  EXPECT_TRUE((*tables)[2].is_array);
  EXPECT_EQ((*tables)[3].line, 7);
  EXPECT_EQ((*tables)[3].find("d")->type, Type::boolean);
  EXPECT_TRUE(parse_toml(""));
  EXPECT_TRUE(parse_toml("\n# only a comment"));
}

TEST(Toml, ReadsValues) {
  EXPECT_EQ(value_of(R"("a\"b\\c\td\u00e9\U0001F600")").text, "a\"b\\c\td\xc3\xa9\xf0\x9f\x98\x80");
  EXPECT_EQ(value_of("'C:\\dir # \"x\"'").text, "C:\\dir # \"x\"");
  EXPECT_EQ(value_of("\"\"").text, "");
  EXPECT_EQ(value_of("+1_000").number, 1000);
  EXPECT_EQ(value_of("+1_000").type, Type::whole);
  EXPECT_EQ(value_of("-0.5e-1").number, -0.05);
  EXPECT_EQ(value_of("1e3").type, Type::decimal);
  const TomlValue list = value_of("[ # a list\n \"a\",\n\n 2, [ ] ,\n]");
  ASSERT_EQ(list.list.size(), 3U);
  EXPECT_EQ(list.list[0].text, "a");
  EXPECT_EQ(list.list[0].line, 2);
  EXPECT_EQ(list.list[1].line, 4);
  EXPECT_EQ(list.list[2].type, Type::list);
}

TEST(Toml, RefusesTheRestWithItsLine) {
  for (const char* text : {"a",
                           "a =",
                           "a = ",
                           "= 1",
                           "a = b",
                           "a = 01",
                           "a = 1.",
                           "a = .5",
                           "a = 1__0",
                           "a = _1",
                           "a = 0x10",
                           "a = nan",
                           "a = inf",
                           "a = 1979-05-27",
                           "a = 1 2",
                           "a = \"",
                           "a = \"x",
                           "a = \"\\q\"",
                           "a = \"\\u12\"",
                           "a = \"\\ud800\"",
                           "a = \"\\U00110000\"",
                           "a = \"\"\"x\"\"\"",
                           "a = '''x'''",
                           "a = \"\x01\"",
                           "# \x01",
                           "a = [1",
                           "a = [1 2]",
                           "a = [,]",
                           "a = [[[[[[[[[[1]]]]]]]]]]",
                           "a = {b = 1}",
                           "a.b = 1",
                           "\"a\" = 1",
                           "[a",
                           "[a]b",
                           "[]",
                           "[[a]",
                           "[",
                           "[\n1oop",
                           "[a.b]",
                           "a = 1\na = 2",
                           "[a]\n[a]",
                           "[a]\n[[a]]",
                           "[[a]]\n[a]",
                           "a = 1\n[a]",
                           "a = 1e999",
                           "a = tru",
                           "a = 1\rb = 2",
                           "\357\273\277a = 1"}) {
    const std::string message = refusal(text);
    EXPECT_EQ(message.substr(0, 5), "line ") << text;
    EXPECT_EQ(message.find('\n'), std::string::npos) << message;
  }
  EXPECT_EQ(refusal("a = 1\n\nb = ?"),
            "line 3: there should be a \"text\", a number or a [list] instead of \"?\"");
  EXPECT_EQ(refusal("a = [1,\n2\nb = 3"), "line 3: there should be , or ] instead of \"b = 3\"");
  EXPECT_EQ(refusal("a = \"C:\\dir\""),
            "line 1: \\ is followed by one of b t n f r \" \\, uXXXX or UXXXXXXXX; a path is best "
            "written in single quotes");
}

}  // namespace
}  // namespace inarow::tournament
