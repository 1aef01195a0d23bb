#include "cli/drop_options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

namespace inarow::cli {

std::size_t table_bytes_for(const CommonOptions& options, int empty_cells) {
  constexpr std::size_t megabyte = std::size_t{1} << 20;
  if (options.memory_mb > 0) {
    // The program itself, its libraries and each thread's own small table.
    const std::size_t rest =
        12 * megabyte + static_cast<std::size_t>(options.thread_count()) * megabyte;
    const auto total = static_cast<std::size_t>(options.memory_bytes());
    return total > rest + megabyte ? total - rest : megabyte;
  }
  // 64 MB for the empty 7x6 board (a larger table saves it no nodes and costs time to touch), twice
  // as much for every four cells more.
  const int doublings = std::clamp((empty_cells - 30) / 4, 0, 7);
  return std::min<std::size_t>((8 * megabyte) << doublings, options.memory_bytes());
}

std::unique_ptr<DropBook> find_book(const DropSpec& spec) {
  Result<std::unique_ptr<DropBook>> book = installed_book(spec);
  if (book) return std::move(*book);
  fmt::print(stderr, "inarow: going on without the book: {}\n", book.error().message);
  return nullptr;
}

Watch::Watch(const StopToken& stop, ProgressSink& progress, std::function<std::string()> line)
    : thread_([this, &stop, &progress, line = std::move(line)] {
        for (int i = 0; !finished_; ++i) {
          std::this_thread::sleep_for(std::chrono::milliseconds(i < 20 ? 1 : 20));
          stop.stopped();
          if (line && progress.due()) progress.report(line());
        }
      }) {}

Watch::~Watch() {
  finished_ = true;
  thread_.join();
}

}  // namespace inarow::cli
