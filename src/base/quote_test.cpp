#include "base/quote.hpp"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <nlohmann/json.hpp>

namespace inarow {
namespace {

TEST(Quoted, LeavesHarmlessTextAsItIs) {
  EXPECT_EQ(quoted("drop:7x6"), R"("drop:7x6")");
  EXPECT_EQ(quoted("Größe 五目並べ ∞"), "\"Größe 五目並べ ∞\"");
  EXPECT_EQ(quoted(""), R"("")");
}

TEST(Quoted, EscapesWhatTerminalsActOn) {
  EXPECT_EQ(quoted("a\x1b[2J"), R"("a\u{1b}[2J")");
  EXPECT_EQ(quoted("a\r\n\tb\x7f"), R"("a\r\n\tb\u{7f}")");
  EXPECT_EQ(quoted(std::string_view("\0", 1)), R"("\u{0}")");
  EXPECT_EQ(quoted("\xc2\x9b"
                   "31m"),
            R"("\u{9b}31m")");  // the eight-bit form of ESC [
  EXPECT_EQ(quoted("\u202egnp.exe\u2066\u2028\ufeff"),
            R"("\u{202e}gnp.exe\u{2066}\u{2028}\u{feff}")");
}

TEST(Quoted, EscapesTheQuoteAndTheBackslash) {
  EXPECT_EQ(quoted(R"(say "no" \x)"), R"("say \"no\" \\x")");
}

TEST(Quoted, WritesBytesThatAreNoUtf8InHexadecimal) {
  EXPECT_EQ(quoted("\xff\xc3"), R"("\xff\xc3")");
  EXPECT_EQ(quoted("\xc0\xaf"), R"("\xc0\xaf")");                  // overlong
  EXPECT_EQ(quoted("\xed\xa0\x80"), R"("\xed\xa0\x80")");          // a surrogate
  EXPECT_EQ(quoted("\xf4\x90\x80\x80"), R"("\xf4\x90\x80\x80")");  // above 10FFFF
}

TEST(Quoted, CutsBetweenCharacters) {
  EXPECT_EQ(quoted("abcdef", 3), R"("abc...")");
  EXPECT_EQ(quoted("abc", 3), R"("abc")");
  EXPECT_EQ(quoted("äöü", 2), "\"äö...\"");
  EXPECT_EQ(quoted("\n\n\n", 2), R"("\n\n...")");
}

TEST(Printable, EscapesTheSameWithoutQuotes) {
  EXPECT_EQ(printable("O'Neil \"X\" \x1b]0;\a"), R"(O'Neil "X" \u{1b}]0;\u{7})");
  EXPECT_EQ(printable(std::string(1000, 'x')).size(), 1000U);
}

TEST(PlainText, KeepsLinesAndReadsOtherBytesAsLatin1) {
  EXPECT_EQ(plain_text("one\ntwo\ttabs \x1b[2J \u009b2J \u4e94"), "one\ntwo tabs  [2J  2J \u4e94");
  EXPECT_EQ(plain_text("Gr\xf6\xdf"
                       "e \x9b"
                       "2J"),
            "Gr\u00f6\u00df"
            "e  2J");
}

bool fit_for_a_message(const std::string& text) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto c = static_cast<unsigned char>(text[i]);
    if (c < 0x20 || c == 0x7f) return false;
    if (c == 0xc2 && static_cast<unsigned char>(text[i + 1]) < 0xa0) return false;  // C1
    const std::string_view three = std::string_view(text).substr(i, 3);
    if (three >= "\u2028" && three <= "\u202e") return false;
    if (three >= "\u2066" && three <= "\u2069") return false;
  }
  try {
    (void)nlohmann::json(text).dump();  // throws for what is no UTF-8
    return true;
  } catch (const nlohmann::json::type_error&) {
    return false;
  }
}

// Bytes that are often near what must be escaped, and whole characters of two to four bytes.
rc::Gen<std::string> hostile_text() {
  const auto piece = rc::gen::oneOf(
      rc::gen::map(rc::gen::arbitrary<char>(), [](char c) { return std::string(1, c); }),
      rc::gen::elementOf(std::vector<std::string>{"\u009b", "\u202e", "\u2028", "\u2069", "\u00ad",
                                                  "ä", "五", "\U0001F600", "\U000E0041", "\xe2\x80",
                                                  "\xf0\x9f", "\xc2", "\\", "\"", "\x1b[31m"}));
  return rc::gen::map(rc::gen::container<std::vector<std::string>>(piece),
                      [](const std::vector<std::string>& pieces) {
                        std::string text;
                        for (const std::string& part : pieces) text += part;
                        return text;
                      });
}

TEST(Quoted, IsOneHarmlessLineForAnyBytes) {
  EXPECT_TRUE(rc::check("quoted and printable text is fit for a message", [] {
    const std::string text = *hostile_text();
    RC_ASSERT(fit_for_a_message(quoted(text)));
    RC_ASSERT(fit_for_a_message(quoted(text, 3)));
    RC_ASSERT(fit_for_a_message(printable(text)));
    const std::string plain = plain_text(text);
    RC_ASSERT(plain_text(plain) == plain);
    RC_ASSERT(nlohmann::json(plain).dump().size() >= plain.size());  // throws for no UTF-8
  }));
}

}  // namespace
}  // namespace inarow
