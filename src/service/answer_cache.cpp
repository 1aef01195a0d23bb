#include "service/answer_cache.hpp"

namespace inarow::service {

std::optional<std::string> AnswerCache::find(const std::string& key) {
  const std::lock_guard lock(mutex_);
  const auto found = by_key_.find(key);
  if (found == by_key_.end()) return std::nullopt;
  recent_.splice(recent_.begin(), recent_, found->second);
  return found->second->second;
}

std::size_t AnswerCache::bytes_of(const Entry& entry) {
  constexpr std::size_t node = 128;
  return 2 * entry.first.size() + entry.second.size() + node;
}

void AnswerCache::store(const std::string& key, std::string answer) {
  const std::lock_guard lock(mutex_);
  Entry entry{key, std::move(answer)};
  const std::size_t bytes = bytes_of(entry);
  if (bytes > max_bytes_ / 8 || by_key_.contains(key)) return;
  recent_.push_front(std::move(entry));
  by_key_.emplace(key, recent_.begin());
  bytes_ += bytes;
  while (bytes_ > max_bytes_) {
    bytes_ -= bytes_of(recent_.back());
    by_key_.erase(recent_.back().first);
    recent_.pop_back();
  }
}

}  // namespace inarow::service
