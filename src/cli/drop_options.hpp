#pragma once

// What solve, bench and book share: how much memory a table gets, and where the book is.

#include <atomic>
#include <functional>
#include <memory>
#include <string>
#include <thread>

#include "book/installed.hpp"
#include "cli/command.hpp"

namespace inarow::cli {

// Bytes for the table of a position with so many empty cells: what --memory leaves after the rest
// of the program, or by default as much as such a search can use, up to a gigabyte.
std::size_t table_bytes_for(const CommonOptions& options, int empty_cells);

// The book that comes with the program for this game; null if there is none, with a word on stderr
// if it is damaged.
std::unique_ptr<DropBook> find_book(const DropSpec& spec);

// Listens to the stop token's clock and signals, and draws progress, while a search runs in another
// thread or in this one.
class Watch {
 public:
  Watch(const StopToken& stop, ProgressSink& progress, std::function<std::string()> line);
  ~Watch();
  Watch(const Watch&) = delete;
  Watch& operator=(const Watch&) = delete;

 private:
  std::atomic<bool> finished_{false};
  std::thread thread_;
};

}  // namespace inarow::cli
