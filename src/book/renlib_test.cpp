#include "book/renlib.hpp"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "base/random.hpp"

namespace inarow {
namespace {

std::string bytes(std::initializer_list<int> list) {
  std::string text;
  for (const int byte : list) text += static_cast<char>(byte);
  return text;
}

// FF "RenLib" FF 3 4, and FF up to 20 bytes.
std::string header(int major = 3, int minor = 4) {
  std::string text = bytes({0xff, 'R', 'e', 'n', 'L', 'i', 'b', 0xff, major, minor});
  text.append(10, '\xff');
  return text;
}

Result<std::vector<RenLibNode>> read_all(std::string_view file, std::size_t piece = 1 << 16) {
  MemoryInput input(file, piece);
  RenLibReader reader(input);
  std::vector<RenLibNode> nodes;
  while (true) {
    Result<std::optional<RenLibNode>> node = reader.next();
    if (!node) return tl::unexpected<Error>(node.error());
    if (!*node) return nodes;
    nodes.push_back(std::move(**node));
  }
}

std::string error_of(std::string_view file) {
  const Result<std::vector<RenLibNode>> nodes = read_all(file);
  return nodes ? std::string("read") : nodes.error().message;
}

TEST(RenLib, ReadsATreeWithoutARoot) {
  // h8; its replies i9 (a leaf, a sibling follows) and g7; after g7 h9
  const std::string file = header() + bytes({0x78, 0x00, 0x69, 0xC0, 0x87, 0x00, 0x68, 0x40});
  const auto nodes = read_all(file);
  ASSERT_TRUE(nodes) << nodes.error().message;
  ASSERT_EQ(nodes->size(), 4U);
  const std::vector<Cell> cells{{7, 7}, {8, 8}, {6, 6}, {7, 8}};
  const std::vector<std::size_t> depths{0, 1, 1, 2};
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_EQ((*nodes)[i].cell, cells[i]) << i;
    EXPECT_EQ((*nodes)[i].depth, depths[i]) << i;
    EXPECT_EQ((*nodes)[i].offset, 20 + 2 * i) << i;
    EXPECT_FALSE((*nodes)[i].root);
  }
}

TEST(RenLib, ReadsRootTextsAndFlags) {
  const std::string file =
      header() + bytes({0x00, 0x08, 'a', 'b', 0, 0}) +  // root, comment of even length
      bytes({0x78, 0x30, 'o', 'l', 'd', 0}) +           // h8 marked, old comment
      bytes({0x01, 0x89, 0x00, 0x01, 'x', 8, 'y', '\r', '\n', 0xe4, 'z', 0, 'T', 0}) +  // a15
      bytes({0x11, 0xC2}) +  // a14, no move, a sibling follows
      bytes({0xef, 0x44}) +  // o1, start, leaf
      bytes({0xe1, 0x40});   // a1, sibling of a15
  const auto nodes = read_all(file);
  ASSERT_TRUE(nodes) << nodes.error().message;
  ASSERT_EQ(nodes->size(), 6U);
  EXPECT_TRUE((*nodes)[0].root);
  EXPECT_EQ((*nodes)[0].comment, "ab");
  EXPECT_EQ((*nodes)[0].depth, 0U);
  EXPECT_TRUE((*nodes)[1].mark);
  EXPECT_EQ((*nodes)[1].comment, "old");
  EXPECT_EQ((*nodes)[1].depth, 0U);
  EXPECT_EQ((*nodes)[2].cell, (Cell{0, 14}));
  EXPECT_EQ((*nodes)[2].comment, "x\ny\näz");
  EXPECT_EQ((*nodes)[2].board_text, "T");
  EXPECT_TRUE((*nodes)[3].no_move);
  EXPECT_EQ((*nodes)[3].depth, 2U);
  EXPECT_TRUE((*nodes)[4].start);
  EXPECT_EQ((*nodes)[4].cell, (Cell{14, 0}));
  EXPECT_EQ((*nodes)[5].cell, (Cell{0, 0}));
  EXPECT_EQ((*nodes)[5].depth, 1U);
}

TEST(RenLib, RefusesGarbageWithItsPlace) {
  EXPECT_EQ(error_of(""),
            "not a good RenLib file: byte 0: it does not begin with FF \"RenLib\" FF");
  EXPECT_EQ(error_of(header().substr(0, 15)),
            "not a good RenLib file: byte 15: it ends within the header");
  EXPECT_EQ(error_of(header(3, 5) + bytes({0x78, 0x40})),
            "not a good RenLib file: byte 8: it is of version 3.5, known are those up to 3.4");
  EXPECT_EQ(error_of(header()), "not a good RenLib file: byte 20: it has no nodes");
  EXPECT_EQ(error_of(header() + bytes({0x78, 0x00})),
            "not a good RenLib file: byte 22: it is cut off: a node that was promised is missing");
  EXPECT_EQ(error_of(header() + bytes({0xf1, 0x40})),
            "not a good RenLib file: byte 20: f1 is no point of the board");
  EXPECT_EQ(error_of(header() + bytes({0x10, 0x40})),
            "not a good RenLib file: byte 20: 10 is no point of the board");
  EXPECT_EQ(error_of(header() + bytes({0x78, 0x40, 0x79, 0x40})),
            "not a good RenLib file: byte 22: bytes follow after the last node");
  EXPECT_EQ(error_of(header() + bytes({0x78, 0x48, 'a', 'b', 'c'})),
            "not a good RenLib file: byte 22: the comment does not end");
  EXPECT_EQ(error_of(header() + bytes({0x78, 0x48, 'a', 'b', 0, 7})),
            "not a good RenLib file: byte 25: the comment has ended, and is padded with 07 instead "
            "of 00");
  EXPECT_EQ(error_of(header() + bytes({0x78, 0x41, 0x02, 0x00})),
            "not a good RenLib file: byte 22: the extension 0200 is not known");
  EXPECT_EQ(error_of(header() + bytes({0x00, 0x80})),
            "not a good RenLib file: byte 21: flags 80 at the empty board");
}

TEST(RenLib, EndlessDepthIsRefused) {
  std::string file = header();
  for (int i = 0; i < 100'000; ++i) file += bytes({0x00, 0x80});
  file[21] = '\0';
  EXPECT_NE(error_of(file).find("more than 1000 nodes follow each other"), std::string::npos)
      << error_of(file);
}

TEST(RenLib, OnlyOneStoneAMoveOn15x15) {
  EXPECT_TRUE(expect_renlib_game(*GameSpec::parse("gomoku")));
  for (const char* game :
       {"connect4", "connect6", "Connect(15,15,6,2,1)", "Connect(19,19,5,1,1)"}) {
    const Result<void> fits = expect_renlib_game(*GameSpec::parse(game));
    ASSERT_FALSE(fits) << game;
    EXPECT_NE(fits.error().message.find(".sgf"), std::string::npos);
  }
}

TEST(Windows1252, KnowsItsCharacters) {
  EXPECT_EQ(from_windows_1252("\x80 \xe4\xdf \x99\x81"), "€ äß ™\uFFFD");
  EXPECT_EQ(windows_1252("€ äß ™"), "\x80 \xe4\xdf \x99");
  EXPECT_EQ(windows_1252("五"), "\\u{4e94}");
  EXPECT_EQ(from_windows_1252("\\u{4e94}\\u{}\\u{d800}\\u{110000}"), "五\\u{}\\u{d800}\\u{110000}");
  EXPECT_EQ(from_windows_1252(windows_1252("\\u{41} \\ \\u")), "\\u{41} \\ \\u");
}

TEST(Windows1252, EveryTextComesBack) {
  EXPECT_TRUE(rc::check("UTF-8 to Windows-1252 and back", [] {
    const auto piece = rc::gen::elementOf(std::vector<std::string>{
        "ä", "€", "五", "\U0001F600", "\\", "\\u{", "}", "41", "a", "\u0080", "\u00a0", "\uFFFD"});
    std::string text;
    for (const std::string& part : *rc::gen::container<std::vector<std::string>>(piece)) {
      text += part;
    }
    RC_ASSERT(from_windows_1252(windows_1252(text)) == text);
  }));
}

// Nodes of a random tree with everything that a node can have.
std::string random_file(Random& random) {
  std::string file = renlib_header();
  const auto text = [&]() -> std::string {
    const std::vector<std::string> parts{"", "a", "Größe", "one\ntwo\nthree", "五子棋", "\\u{41}"};
    return parts[static_cast<std::size_t>(random.below(static_cast<int>(parts.size())))];
  };
  int open = 1;  // siblings that are still to come, and the child of the last node
  for (int i = 0; open > 0; ++i) {
    RenLibNode node;
    if (i > 0) node.cell = Cell{random.below(15), random.below(15)};
    node.has_children = i < 20 && random.below(3) > 0;
    node.has_sibling = i > 0 && i < 20 && random.below(3) == 0;
    node.mark = random.below(4) == 0;
    node.start = random.below(8) == 0;
    node.no_move = i > 0 && random.below(8) == 0;
    node.comment = text();
    node.board_text = text();
    append_renlib_node(file, node);
    open += (node.has_children ? 1 : 0) + (node.has_sibling ? 1 : 0) - 1;
  }
  return file;
}

TEST(RenLib, WhatIsWrittenIsReadInPiecesOfAnySize) {
  Random random(17);
  for (int round = 0; round < 50; ++round) {
    const std::string file = random_file(random);
    for (const std::size_t piece : std::vector<std::size_t>{1, 2, 3, 7, 65536}) {
      const auto nodes = read_all(file, piece);
      ASSERT_TRUE(nodes) << nodes.error().message;
      std::string again = renlib_header();
      for (const RenLibNode& node : *nodes) append_renlib_node(again, node);
      ASSERT_EQ(again, file);
    }
  }
}

TEST(RenLib, EveryCutFileIsRefused) {
  Random random(18);
  for (int round = 0; round < 10; ++round) {
    const std::string file = random_file(random);
    for (std::size_t size = 0; size < file.size(); ++size) {
      ASSERT_FALSE(read_all(file.substr(0, size))) << size << " of " << file.size();
    }
  }
}

}  // namespace
}  // namespace inarow
