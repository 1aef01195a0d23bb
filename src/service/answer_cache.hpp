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
  explicit AnswerCache(std::size_t capacity) : capacity_(capacity) {}

  std::optional<std::string> find(const std::string& key);
  void store(const std::string& key, std::string answer);

 private:
  using Entry = std::pair<std::string, std::string>;

  std::size_t capacity_;
  std::mutex mutex_;
  std::list<Entry> recent_;  // the last used one first
  std::unordered_map<std::string, std::list<Entry>::iterator> by_key_;
};

}  // namespace inarow::service
