#pragma once

// The request /api/strategy: a move of a proved strategy and what it has promised
// (match/opponent.hpp). The game so far comes with every request; only the strategies themselves
// are kept.

#include <list>
#include <memory>
#include <mutex>
#include <string>

#include "match/opponent.hpp"
#include "service/access.hpp"
#include "service/analysis_task.hpp"

namespace inarow::service {

// A strategy and whose it is; one thread at a time may ask it.
struct KeptStrategy {
  std::string key;  // game and side
  std::unique_ptr<Opponent> opponent;
  std::mutex mutex;
};

class StrategyShelf {
 public:
  explicit StrategyShelf(std::size_t kept) : kept_(kept) {}
  // Null if it was not asked for lately.
  std::shared_ptr<KeptStrategy> find(const std::string& key);
  std::shared_ptr<KeptStrategy> store(std::string key, std::unique_ptr<Opponent> opponent);

 private:
  std::size_t kept_;
  std::mutex mutex_;
  std::list<std::shared_ptr<KeptStrategy>> recent_;  // the last used one first
};

// Of /api/strategy: game, side, moves, seconds. The strategy is looked for in the queue, unless it
// is kept; then the answer is there at once, in `now`.
struct StrategyAnswer {
  std::string now;
  std::shared_ptr<AnswerTask> later;
};
Result<StrategyAnswer> make_strategy_answer(const std::string& body, const RequestLimits& limits,
                                            StrategyShelf& shelf);

}  // namespace inarow::service
