#pragma once

// Reads records in a thread of its own, while somebody works on those that were read: in an import
// the text and the rules take about a third as long as the store does.
//
//   RecordsAhead ahead(reader, spec);
//   for (auto some = ahead.next(); some && !some->empty(); some = ahead.next()) ...
//
// The reader must not be touched as long as this is there.

#include <condition_variable>
#include <deque>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

#include "book/book_records.hpp"

namespace inarow {

class RecordsAhead {
 public:
  RecordsAhead(RecordReader& reader, const GameSpec& spec);
  ~RecordsAhead();
  RecordsAhead(const RecordsAhead&) = delete;
  RecordsAhead& operator=(const RecordsAhead&) = delete;

  // The next records, in their order; none after the last, and not to be called after that or after
  // an error. What is right before an error comes before it. What reading throws is thrown here.
  Result<std::vector<BookRecord>> next();

 private:
  using Some = Result<std::vector<BookRecord>>;

  void run();
  bool hand_over(Some some);

  RecordReader& reader_;
  GameSpec spec_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Some> ready_;
  std::exception_ptr failed_;
  bool given_up_ = false;
  std::thread thread_;  // the last member: it uses the others
};

}  // namespace inarow
