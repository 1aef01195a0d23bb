#pragma once

// Keeps what a search of a drop game has proved in a file, so that it survives the program: reads
// the file if there is one, writes it after a second, then at growing intervals up to a minute, and
// at the end. Whatever happens in between, the file is a whole one (base/output_file.hpp).
//
//   auto keeper = CheckpointKeeper::begin("8x8.checkpoint", game);   // refuses a file of another
//   ... search with game->engine ...                                 // game, or a damaged one
//   keeper->finish();

#include <condition_variable>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

#include "ask/tables.hpp"
#include "base/result.hpp"

namespace inarow {

// One part in so many of the memory for the table is for what is read and written.
inline constexpr std::size_t checkpoint_share = 8;

class CheckpointKeeper {
 public:
  // The engine of the game may be null: then there is nothing to keep.
  static Result<std::unique_ptr<CheckpointKeeper>> begin(const std::string& path,
                                                         std::shared_ptr<const DropGame> game);
  ~CheckpointKeeper() = default;  // the thread is told to end, and does
  CheckpointKeeper(const CheckpointKeeper&) = delete;
  CheckpointKeeper& operator=(const CheckpointKeeper&) = delete;

  // Writes for the last time.
  Result<void> finish();

 private:
  CheckpointKeeper(std::string path, std::shared_ptr<const DropGame> game);
  Result<void> read();
  Result<void> write() const;
  void write_now_and_then(const std::stop_token& end);

  std::string path_;
  std::shared_ptr<const DropGame> game_;
  std::mutex mutex_;
  std::condition_variable_any told_to_end_;
  std::jthread writer_;  // the last member: it uses the others
};

}  // namespace inarow
