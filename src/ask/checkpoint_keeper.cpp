#include "ask/checkpoint_keeper.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "base/files.hpp"
#include "base/quote.hpp"
#include "base/ticker.hpp"
#include "search/alphabeta/checkpoint.hpp"

namespace inarow {
namespace {

constexpr double first_interval = 1;  // seconds
constexpr double last_interval = 60;
// Writing may take one part in so many of the time, while others search.
constexpr double writing_share = 20;
// The file then has 11 to 20 MB.
constexpr std::size_t most_results = 1'000'000;

std::size_t results_that_fit(const DropGame& game) {
  const std::size_t bytes = sizeof(ProvedBounds) + Checkpoint::fact_bytes(game.spec);
  return std::min(most_results, game.table_bytes / (checkpoint_share - 1) / bytes);
}

const char* in_words(bool rules) {
  return rules ? "with VICTOR's rules" : "without VICTOR's rules";
}

}  // namespace

Result<std::unique_ptr<CheckpointKeeper>> CheckpointKeeper::begin(
    const std::string& path, std::shared_ptr<const DropGame> game) {
  std::unique_ptr<CheckpointKeeper> keeper(new CheckpointKeeper(path, std::move(game)));
  if (keeper->game_->engine == nullptr) return keeper;
  std::error_code error;
  if (std::filesystem::exists(path, error)) {
    if (const Result<void> read = keeper->read(); !read) {
      return failure(fmt::format("{}: {}", printable(path), read.error().message));
    }
  }
  // Hours later it would be late to learn that the file cannot be written.
  if (const Result<void> written = keeper->write(); !written) {
    return tl::unexpected<Error>(written.error());
  }
  keeper->writer_ = std::jthread(
      [self = keeper.get()](const std::stop_token& end) { self->write_now_and_then(end); });
  return keeper;
}

CheckpointKeeper::CheckpointKeeper(std::string path, std::shared_ptr<const DropGame> game)
    : path_(std::move(path)), game_(std::move(game)) {}

Result<void> CheckpointKeeper::read() {
  const Result<std::string> bytes = read_whole_file(path_);
  if (!bytes) return tl::unexpected<Error>(bytes.error());
  const Result<Checkpoint> checkpoint = Checkpoint::parse(*bytes);
  if (!checkpoint) return tl::unexpected<Error>(checkpoint.error());
  if (checkpoint->spec != game_->spec) {
    return failure(fmt::format("this is a checkpoint of {}, not of {}",
                               GameSpec(checkpoint->spec).to_string(),
                               GameSpec(game_->spec).to_string()));
  }
  if (checkpoint->rules != game_->rules) {
    return failure(
        fmt::format("this is a checkpoint of a search {}; {} --no-rules, or name "
                    "another file",
                    in_words(checkpoint->rules), checkpoint->rules ? "leave out" : "add"));
  }
  game_->engine->believe(checkpoint->facts);
  return {};
}

Result<void> CheckpointKeeper::write() const {
  const Checkpoint checkpoint{game_->spec, game_->rules,
                              game_->engine->dearest_results(results_that_fit(*game_))};
  return write_whole_file(path_, checkpoint.serialise());
}

void CheckpointKeeper::write_now_and_then(const std::stop_token& end) {
  double interval = first_interval;
  std::unique_lock lock(mutex_);
  while (true) {
    const auto wait = std::chrono::duration<double>(interval);
    if (told_to_end_.wait_for(lock, end, wait, [&] { return end.stop_requested(); })) return;
    const auto start = Ticker::Clock::now();
    // A disk that is full now may have room again in a minute; finish() tells.
    (void)write();
    interval =
        std::max(std::min(2 * interval, last_interval), writing_share * seconds_since(start));
  }
}

Result<void> CheckpointKeeper::finish() {
  if (game_->engine == nullptr) return {};
  writer_.request_stop();
  writer_.join();
  return write();
}

}  // namespace inarow
