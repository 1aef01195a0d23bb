// inarow puzzle export [WHAT] --as html|pdf|sgf|jsonl -o FILE

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <thread>

#include "base/child_process.hpp"
#include "base/files.hpp"
#include "base/output_file.hpp"
#include "base/quote.hpp"
#include "cli/progress_line.hpp"
#include "cli/puzzle_options.hpp"
#include "generate/sheet.hpp"
#include "generate/solution_tree.hpp"
#include "rules/game_tree.hpp"

namespace inarow::cli {
namespace {

using namespace puzzles;
using namespace std::chrono_literals;

// A program of the user's path; empty if there is none.
std::string program_named(const std::string& name) {
  const char* const path = std::getenv("PATH");
  const std::string folders = path == nullptr ? "" : path;
  for (std::size_t begin = 0; begin <= folders.size();) {
    const std::size_t end = std::min(folders.find(':', begin), folders.size());
    const std::string file = folders.substr(begin, end - begin) + "/" + name;
    if (end > begin && access(file.c_str(), X_OK) == 0) return file;
    begin = end + 1;
  }
  return "";
}

// Prints the sheet by Debian's chromium.
Exit write_pdf(const std::string& html, const std::string& file, const StopToken& stop) {
  std::string browser;
  for (const char* const name : {"chromium", "chromium-browser", "google-chrome"}) {
    if (browser.empty()) browser = program_named(name);
  }
  if (browser.empty()) {
    return environment_failed(
        "a PDF needs Debian's package chromium; or write HTML and print it from any browser");
  }
  const ScratchFolder folder;
  const std::string page = folder.file("sheet.html");
  const std::string pdf = folder.file("sheet.pdf");
  if (const Result<void> written = write_whole_file(page, html); !written) {
    return environment_failed(written.error().message);
  }
  ChildProgram program;
  program.arguments = {browser,
                       "--headless",
                       "--disable-gpu",
                       "--no-pdf-header-footer",
                       "--user-data-dir=" + folder.file("profile"),
                       "--print-to-pdf=" + pdf,
                       "file://" + page};
  // Chromium refuses its sandbox to root.
  if (geteuid() == 0) program.arguments.insert(program.arguments.begin() + 2, "--no-sandbox");
  // It talks a lot about what a machine without a desktop lacks.
  const Descriptor nowhere(::open("/dev/null", O_RDWR | O_CLOEXEC));
  program.in = program.out = program.err = nowhere.get();
  Result<ChildProcess> child = ChildProcess::start(program);
  if (!child) return environment_failed(child.error().message);
  while (!child->has_ended() && !stop.stop_requested()) std::this_thread::sleep_for(20ms);
  if (stop.stop_requested()) return Exit::stopped;
  child->end();
  const Result<std::string> bytes = read_whole_file(pdf);
  if (!bytes || bytes->empty()) {
    return environment_failed(fmt::format("{} made no PDF; write HTML and print it", browser));
  }
  if (const Result<void> written = write_whole_file(file, *bytes); !written) {
    return environment_failed(written.error().message);
  }
  return Exit::done;
}

std::string ending_of(const PuzzleOptions& options) {
  const std::string ending = std::filesystem::path(options.output).extension().string();
  for (const char* const known : {"html", "pdf", "sgf", "jsonl"}) {
    if (ending == std::string(".") + known) return known;
  }
  return "html";
}

// A collection: one game tree after the other.
Result<std::string> sgf_of(const std::vector<Puzzle>& puzzles, const Work& work,
                           Observer& observer) {
  std::string text;
  for (std::size_t i = 0; i < puzzles.size(); ++i) {
    if (stopped(work.stop)) return failure("stopped");
    observer.set_stage(fmt::format("{} of {} puzzles", i, puzzles.size()));
    text += write_game_tree(solution_tree(puzzles[i], work));
  }
  return text;
}

}  // namespace

Exit export_puzzles(const PuzzleOptions& options) {
  const std::optional<std::vector<Puzzle>> chosen = chosen_puzzles(options);
  if (!chosen) return Exit::bad_input;
  if (chosen->empty()) return bad_input("there is no such puzzle; inarow puzzle list has all");
  const std::string as = options.as.empty() ? ending_of(options) : options.as;
  StopToken stop;
  Observer observer;
  const Work work = options.work(stop, &observer);
  std::string text;
  if (as == "sgf") {
    const ProgressLine line(options.quiet, observer);
    Work quiet = work;
    quiet.observer = nullptr;
    Result<std::string> sgf = sgf_of(*chosen, quiet, observer);
    if (!sgf) return Exit::stopped;
    text = std::move(*sgf);
  } else if (as == "jsonl") {
    for (const Puzzle& puzzle : *chosen) text += write_puzzle(puzzle) + "\n";
  } else {
    text = html_sheet(*chosen, {.title = options.title});
  }
  if (as == "pdf") {
    const Exit exit = write_pdf(text, options.output, stop);
    if (exit != Exit::done) return exit;
  } else if (const Result<void> written = write_whole_file(options.output, text); !written) {
    return environment_failed(written.error().message);
  }
  std::FILE* out = stream_beside(options.output);
  if (options.json) {
    print_json(Json{{"file", options.output}, {"as", as}, {"puzzles", chosen->size()}}, out);
  } else {
    fmt::print(out, "{}: {} puzzles\n", printable(options.output), chosen->size());
  }
  return Exit::done;
}

}  // namespace inarow::cli
