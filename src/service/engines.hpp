#pragma once

// What the tasks share: an engine and a book for each game that was asked about lately, and the
// answers that are complete.

#include <list>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>

#include "book/drop_book.hpp"
#include "search/alphabeta/drop_engine.hpp"

namespace inarow::service {

struct GameEngine {
  DropSpec spec;
  std::unique_ptr<DropEngine> engine;  // null if the game needs none
  std::unique_ptr<DropBook> book;      // null if there is none
};

// Keeps the engines of the games used last; who still works with an older one keeps it alive.
class Engines {
 public:
  Engines(std::size_t table_bytes, std::size_t kept) : table_bytes_(table_bytes), kept_(kept) {}

  std::shared_ptr<const GameEngine> of(const DropSpec& spec);

 private:
  std::size_t table_bytes_;
  std::size_t kept_;
  std::mutex mutex_;
  std::list<std::shared_ptr<const GameEngine>> recent_;  // the last used one first
};

// Complete answers by question; the one unused longest goes first.
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
