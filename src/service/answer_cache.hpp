#pragma once

// Complete answers by question; the one unused longest goes first. Thread-safe.

#include <list>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>

namespace inarow::service {

class AnswerCache {
 public:
  // Keys and answers take at most so many bytes, with what holds them.
  explicit AnswerCache(std::size_t max_bytes) : max_bytes_(max_bytes) {}

  std::optional<std::string> find(const std::string& key);
  // An answer that would take an eighth of the room or more is not kept.
  void store(const std::string& key, std::string answer);

 private:
  using Entry = std::pair<std::string, std::string>;
  static std::size_t bytes_of(const Entry& entry);

  std::size_t max_bytes_;
  std::mutex mutex_;
  std::size_t bytes_ = 0;
  std::list<Entry> recent_;  // the last used one first
  std::unordered_map<std::string, std::list<Entry>::iterator> by_key_;
};

}  // namespace inarow::service
