#include "search/cannot_lose/player.hpp"

namespace inarow::cannot_lose {

std::optional<int> Defender::answer(int column) {
  if (over_ || column < 0 || column >= strategy_.ground().width) return std::nullopt;
  const std::optional<Answer> answer = strategy_.answer(state_, column);
  if (!answer) return std::nullopt;
  state_ = answer->next;
  over_ = answer->won;
  return answer->reply.column;
}

}  // namespace inarow::cannot_lose
