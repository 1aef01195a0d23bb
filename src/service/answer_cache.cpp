#include "service/answer_cache.hpp"

namespace inarow::service {

std::optional<std::string> AnswerCache::find(const std::string& key) {
  const std::lock_guard lock(mutex_);
  const auto found = by_key_.find(key);
  if (found == by_key_.end()) return std::nullopt;
  recent_.splice(recent_.begin(), recent_, found->second);
  return found->second->second;
}

void AnswerCache::store(const std::string& key, std::string answer) {
  const std::lock_guard lock(mutex_);
  if (by_key_.contains(key)) return;
  recent_.emplace_front(key, std::move(answer));
  by_key_.emplace(key, recent_.begin());
  if (recent_.size() > capacity_) {
    by_key_.erase(recent_.back().first);
    recent_.pop_back();
  }
}

}  // namespace inarow::service
