#include "base/utf8.hpp"

#include <gtest/gtest.h>

namespace inarow {
namespace {

TEST(Utf8, EveryCharacterComesBack) {
  for (char32_t code = 0; code <= 0x110010; ++code) {
    if (!is_character(code)) continue;
    std::string text;
    append_character(text, code);
    const Utf8Character c = first_character(text);
    ASSERT_TRUE(c.valid && c.code == code && c.bytes == text.size())
        << static_cast<std::uint32_t>(code);
  }
  EXPECT_FALSE(is_character(0xD800));
  EXPECT_FALSE(is_character(0x110000));
  for (const char* wrong : {"\xc0\x80", "\xed\xa0\x80", "\xf4\x90\x80\x80", "\xe4", "\x80"}) {
    EXPECT_FALSE(first_character(wrong).valid);
    EXPECT_EQ(first_character(wrong).bytes, 1U);
  }
}

}  // namespace
}  // namespace inarow
