#include "book/records_ahead.hpp"

namespace inarow {
namespace {

constexpr std::size_t records_at_once = 256;
constexpr std::size_t most_ready = 4;

}  // namespace

RecordsAhead::RecordsAhead(RecordReader& reader, const GameSpec& spec)
    : reader_(reader), spec_(spec), thread_([this] { run(); }) {}

RecordsAhead::~RecordsAhead() {
  {
    const std::lock_guard lock(mutex_);
    given_up_ = true;
  }
  changed_.notify_all();
  thread_.join();
}

Result<std::vector<BookRecord>> RecordsAhead::next() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [&] { return !ready_.empty() || failed_; });
  if (ready_.empty()) std::rethrow_exception(failed_);
  Some some = std::move(ready_.front());
  ready_.pop_front();
  lock.unlock();
  changed_.notify_all();
  return some;
}

// False if nobody wants more.
bool RecordsAhead::hand_over(Some some) {
  {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return ready_.size() < most_ready || given_up_; });
    if (given_up_) return false;
    ready_.push_back(std::move(some));
  }
  changed_.notify_all();
  return true;
}

void RecordsAhead::run() {
  try {
    while (true) {
      std::vector<BookRecord> some;
      some.reserve(records_at_once);
      Result<bool> more = true;
      while (some.size() < records_at_once) {
        some.emplace_back(spec_);
        more = reader_.next(some.back());
        if (more && *more) continue;
        some.pop_back();
        break;
      }
      const bool ended = !more || !*more;
      if (!some.empty() && !hand_over(std::move(some))) return;
      if (!ended) continue;
      hand_over(more ? Some(std::vector<BookRecord>()) : Some(tl::unexpected<Error>(more.error())));
      return;
    }
  } catch (...) {
    const std::lock_guard lock(mutex_);
    failed_ = std::current_exception();
  }
  changed_.notify_all();
}

}  // namespace inarow
