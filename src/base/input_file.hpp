#pragma once

// Input that is too large to be read whole: bytes from a file (or from memory, for tests and
// fuzzers), in pieces.
//
//   Result<InputFile> file = InputFile::open("scores.csv");
//   ByteReader reader(*file);
//   while (reader.line(text, 1 << 20) == ByteReader::Line::read) ...
//
// A name that cannot be opened is refused with a sentence; a file that cannot be read any more on
// the way throws a std::system_error.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"

namespace inarow {

class ByteSource {
 public:
  virtual ~ByteSource() = default;
  // The next bytes, at most so many; 0 at the end.
  virtual std::size_t read(char* to, std::size_t most) = 0;

 protected:
  ByteSource() = default;
  ByteSource(const ByteSource&) = default;
  ByteSource(ByteSource&&) = default;
  ByteSource& operator=(const ByteSource&) = default;
  ByteSource& operator=(ByteSource&&) = default;
};

class InputFile final : public ByteSource {
 public:
  static Result<InputFile> open(const std::string& path);
  InputFile(InputFile&& other) noexcept;
  InputFile& operator=(InputFile&& other) noexcept;
  InputFile(const InputFile&) = delete;
  InputFile& operator=(const InputFile&) = delete;
  ~InputFile() override;

  std::size_t read(char* to, std::size_t most) override;

 private:
  InputFile(std::string name, int fd) : name_(std::move(name)), fd_(fd) {}

  std::string name_;
  int fd_ = -1;
};

class MemoryInput final : public ByteSource {
 public:
  // The text must outlive it; `piece` is the most that one read gives.
  explicit MemoryInput(std::string_view text, std::size_t piece = 1 << 16)
      : text_(text), piece_(piece) {}
  std::size_t read(char* to, std::size_t most) override;

 private:
  std::string_view text_;
  std::size_t piece_;
};

class ByteReader {
 public:
  explicit ByteReader(ByteSource& source);

  // -1 at the end.
  int peek() { return at_ < end_ || fill() ? static_cast<unsigned char>(buffer_[at_]) : -1; }
  int get() {
    const int byte = peek();
    if (byte >= 0) ++at_;
    return byte;
  }
  // The bytes before the next one.
  std::uint64_t offset() const { return before_ + at_; }

  enum class Line : std::uint8_t { read, ended, too_long };
  // The next line, without \n or \r\n. A line longer than `most` is not read to its end.
  Line line(std::string& text, std::size_t most);

 private:
  bool fill();

  ByteSource& source_;
  std::vector<char> buffer_;
  std::size_t at_ = 0;
  std::size_t end_ = 0;
  std::uint64_t before_ = 0;  // bytes that were in the buffer and are gone
};

}  // namespace inarow
