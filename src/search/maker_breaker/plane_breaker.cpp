#include "search/maker_breaker/plane_breaker.hpp"

#include <algorithm>
#include <cstdlib>

#include "rules/placement_board.hpp"

namespace inarow::maker_breaker {

bool PlaneBreaker::on_board(Cell cell) {
  return std::abs(cell.x) <= max_coordinate && std::abs(cell.y) <= max_coordinate;
}

void PlaneBreaker::add_own(Cell cell) {
  taken_.insert(cell);
  note_own(cell);
}

std::vector<Cell> PlaneBreaker::answer(const std::vector<Cell>& stones, int count) {
  taken_.insert(stones.begin(), stones.end());
  std::vector<Cell> answer = reply(stones);
  taken_.insert(answer.begin(), answer.end());
  // A move has a fixed number of stones; more of them never hurt.
  const Cell near = stones.empty() ? Cell{0, 0} : stones.back();
  for (int distance = 1; static_cast<int>(answer.size()) < count; ++distance) {
    for (int dy = -distance; dy <= distance && static_cast<int>(answer.size()) < count; ++dy) {
      for (int dx = -distance; dx <= distance && static_cast<int>(answer.size()) < count; ++dx) {
        const Cell cell{near.x + dx, near.y + dy};
        if (std::max(std::abs(dx), std::abs(dy)) != distance || taken_.contains(cell) ||
            !on_board(cell)) {
          continue;
        }
        add_own(cell);
        answer.push_back(cell);
      }
    }
  }
  return answer;
}

}  // namespace inarow::maker_breaker
