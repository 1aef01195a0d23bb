#pragma once

// Lines from and to a pipe.
//
//   LineReader reader(STDIN_FILENO, most_bytes, [&](std::vector<Line> lines) { ... });
//
// A thread reads, so that no search keeps a command waiting, and no end of the input either. Bytes
// are taken as they are. A line without an end is a line, too, when the input ends.

#include <chrono>
#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace inarow::protocol {

struct Line {
  enum class Kind : unsigned char { text, too_long, end };  // `end`: of the input
  Kind kind = Kind::text;
  std::string text{};
  std::chrono::steady_clock::time_point when{};  // it was complete
};

class LineReader {
 public:
  using Take = std::function<void(std::vector<Line>)>;

  // `take` is called by the reader's thread with the lines that have come together, at last with
  // the end of the input; it may wait. Lines of more than `most_bytes` are told of and skipped.
  LineReader(int descriptor, std::size_t most_bytes, Take take);
  ~LineReader();
  LineReader(const LineReader&) = delete;
  LineReader& operator=(const LineReader&) = delete;

 private:
  void read_all();
  void split(std::string_view bytes);
  void add(Line::Kind kind);
  void hand_over();

  int descriptor_;
  std::size_t most_bytes_;
  int wake_[2] = {-1, -1};  // a pipe whose other end says that nobody listens any more
  Take take_;
  std::vector<Line> lines_;  // complete, to be handed over
  std::string line_;
  bool skipping_ = false;
  std::thread thread_;
};

// Writes the line and its end in one piece. False if nobody reads any more.
bool write_line(int descriptor, std::string line);

// Nobody reads what is written there, and nobody ever will.
bool is_abandoned(int descriptor);

// From now on, who writes to a closed pipe is told so (write_line) instead of being ended.
void ignore_closed_pipes();

}  // namespace inarow::protocol
