#pragma once

// The games that have been finished, one a line, each on the disk before the next begins: after a
// power failure or kill -9 the tournament goes on where it was. The first line says which
// tournament it is. A last line without its end was being written at that moment, and is forgotten.
//
//   Result<GameLog> log = GameLog::open("games/log.jsonl", fingerprint);
//   for (const std::string& line : log->lines()) ...
//   log->add(line_with_its_end);

#include <string>
#include <string_view>
#include <vector>

#include "base/child_process.hpp"
#include "base/result.hpp"

namespace inarow::tournament {

class GameLog {
 public:
  // Makes the file, or reads it. Refused if it is that of another tournament, if another process
  // writes it, or if it cannot be read or written.
  static Result<GameLog> open(const std::string& path, const std::string& fingerprint);

  // The finished games that were there.
  const std::vector<std::string>& lines() const { return lines_; }

  // Fails if the disk does.
  Result<void> add(std::string_view line);

 private:
  GameLog(std::string path, Descriptor file) : path_(std::move(path)), file_(std::move(file)) {}
  Result<void> write(std::string_view bytes);

  std::string path_;
  Descriptor file_;
  std::vector<std::string> lines_;
};

}  // namespace inarow::tournament
