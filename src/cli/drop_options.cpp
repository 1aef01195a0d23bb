#include "cli/drop_options.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>

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

std::string data_folder() {
  namespace fs = std::filesystem;
  std::error_code error;
  if (const char* folder = std::getenv("INAROW_DATA")) return folder;
  const fs::path program = fs::read_symlink("/proc/self/exe", error);
  if (error) return "";
  // build/PRESET/bin/inarow of a source tree, or PREFIX/bin/inarow with PREFIX/share/inarow.
  for (const char* way : {"../../../data", "../share/inarow"}) {
    const fs::path folder = program.parent_path() / way;
    if (fs::is_directory(folder, error)) return fs::weakly_canonical(folder, error).string();
  }
  return "";
}

namespace {
std::string file_name(const DropSpec& spec, const char* ending) {
  std::string name = GameSpec(spec).to_string();
  std::replace(name.begin(), name.end(), ':', '-');
  return name + ending;
}
}  // namespace

std::string book_file_name(const DropSpec& spec) { return file_name(spec, ".book"); }
std::string lines_file_name(const DropSpec& spec) { return file_name(spec, ".lines"); }

std::unique_ptr<DropBook> find_book(const DropSpec& spec) {
  const std::string folder = data_folder();
  if (folder.empty() || !spec.height) return nullptr;
  const std::string path = fmt::format("{}/{}", folder, book_file_name(spec));
  std::error_code error;
  if (!std::filesystem::exists(path, error)) return nullptr;
  Result<DropBook> book = DropBook::load(path);
  if (!book) {
    fmt::print(stderr, "inarow: going on without the book: {}\n", book.error().message);
    return nullptr;
  }
  if (book->spec() != spec) {
    fmt::print(stderr, "inarow: going on without the book: {} is of another game\n", path);
    return nullptr;
  }
  return std::make_unique<DropBook>(std::move(*book));
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
