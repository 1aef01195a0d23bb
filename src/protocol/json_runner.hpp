#pragma once

// Runs the protocol of JSON lines (json_lines.hpp) on two pipes: several questions are worked on at
// once, one thread each, and answered as they are done.
//
// Every question is answered once, with `answer` or `error`; what it tells before is `progress`,
// four times a second. A question that is cancelled is answered with what is known by then. After
// the end of the input what was asked is still answered; but when nobody reads the answers any
// more, everything stops.

#include <cstddef>
#include <memory>

#include "book/position_book.hpp"

namespace inarow::protocol {

struct JsonOptions {
  int threads = 1;                               // questions in work at once
  double seconds = 0;                            // for a question at most; 0: as it says itself
  std::size_t memory_bytes = 0;                  // of the whole program; 0: within reason
  std::shared_ptr<const Books> books = nullptr;  // to be asked first; may be null
};

void run_json(const JsonOptions& options, int input, int output);

}  // namespace inarow::protocol
