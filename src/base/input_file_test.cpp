#include "base/input_file.hpp"

#include <gtest/gtest.h>

#include <filesystem>

#include "base/files.hpp"
#include "base/output_file.hpp"

namespace inarow {
namespace {

TEST(ByteReader, LinesComeWholeFromPiecesOfAnySize) {
  const std::string text = "one\r\n\ntwo\rthree\nlast";
  for (const std::size_t piece : std::vector<std::size_t>{1, 2, 3, 5, 100}) {
    MemoryInput input(text, piece);
    ByteReader reader(input);
    std::vector<std::string> lines;
    std::string line;
    while (reader.line(line, 100) == ByteReader::Line::read) lines.push_back(line);
    EXPECT_EQ(lines, (std::vector<std::string>{"one", "", "two\rthree", "last"})) << piece;
    EXPECT_EQ(reader.offset(), text.size());
    EXPECT_EQ(reader.line(line, 100), ByteReader::Line::ended);
  }
}

TEST(ByteReader, ALongLineIsNotKept) {
  const std::string text(1000, 'x');
  MemoryInput input(text, 10);
  ByteReader reader(input);
  std::string line;
  EXPECT_EQ(reader.line(line, 999), ByteReader::Line::too_long);
  MemoryInput fits(text, 10);
  ByteReader other(fits);
  EXPECT_EQ(other.line(line, 1000), ByteReader::Line::read);
  EXPECT_EQ(line, text);
}

TEST(ByteReader, BytesAndTheirOffsets) {
  MemoryInput input("a\xff", 1);
  ByteReader reader(input);
  EXPECT_EQ(reader.peek(), 'a');
  EXPECT_EQ(reader.offset(), 0U);
  EXPECT_EQ(reader.get(), 'a');
  EXPECT_EQ(reader.get(), 0xff);
  EXPECT_EQ(reader.offset(), 2U);
  EXPECT_EQ(reader.get(), -1);
  EXPECT_EQ(reader.offset(), 2U);
}

TEST(InputFile, OpensFilesAndNothingElse) {
  const ScratchFolder scratch;
  const std::string path = scratch.file("text");
  ASSERT_TRUE(write_whole_file(path, "text"));
  Result<InputFile> file = InputFile::open(path);
  ASSERT_TRUE(file) << file.error().message;
  char bytes[10];
  EXPECT_EQ(file->read(bytes, sizeof bytes), 4U);
  EXPECT_EQ(file->read(bytes, sizeof bytes), 0U);
  EXPECT_FALSE(InputFile::open(scratch.file("none")));
  std::filesystem::create_directory(scratch.file("folder"));
  const Result<InputFile> folder = InputFile::open(scratch.file("folder"));
  ASSERT_FALSE(folder);
  EXPECT_NE(folder.error().message.find("Is a directory"), std::string::npos);
}

}  // namespace
}  // namespace inarow
