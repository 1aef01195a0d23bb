#include "service/engines.hpp"

#include "book/installed.hpp"
#include "search/alphabeta/analysis.hpp"

namespace inarow::service {

std::shared_ptr<const GameEngine> Engines::of(const DropSpec& spec) {
  const std::lock_guard lock(mutex_);
  for (auto entry = recent_.begin(); entry != recent_.end(); ++entry) {
    if ((*entry)->spec != spec) continue;
    recent_.splice(recent_.begin(), recent_, entry);
    return recent_.front();
  }
  auto fresh = std::make_shared<GameEngine>();
  fresh->spec = spec;
  if (DropAnalyst::needs_engine(spec)) fresh->engine = make_drop_engine(spec, table_bytes_);
  // A damaged book is no reason not to answer; `inarow book info` tells about it.
  if (Result<std::unique_ptr<DropBook>> book = installed_book(spec)) fresh->book = std::move(*book);
  recent_.push_front(std::move(fresh));
  if (recent_.size() > kept_) recent_.pop_back();
  return recent_.front();
}

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
