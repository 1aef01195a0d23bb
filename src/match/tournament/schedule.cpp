#include "match/tournament/schedule.hpp"

#include <fmt/format.h>

#include "base/expects.hpp"

namespace inarow::tournament {

Result<std::vector<Pairing>> make_schedule(const Plan& plan, std::size_t openings) {
  EXPECTS(openings > 0);
  std::vector<std::pair<std::size_t, std::size_t>> pairs;
  for (std::size_t i = 0; i < plan.players.size(); ++i) {
    if (plan.kind != Kind::round_robin && i > 0) break;
    for (std::size_t j = i + 1; j < plan.players.size(); ++j) pairs.emplace_back(i, j);
  }
  const std::size_t games = pairs.size() * static_cast<std::size_t>(plan.games);
  if (games > static_cast<std::size_t>(most_games)) {
    return failure(fmt::format("these are {} games; at most {} can be played", games, most_games));
  }
  std::vector<Pairing> schedule;
  schedule.reserve(games);
  for (std::size_t round = 0; round < static_cast<std::size_t>(plan.games) / 2; ++round) {
    for (const auto& [one, other] : pairs) {
      const int number = static_cast<int>(schedule.size()) + 1;
      schedule.push_back({number, one, other, round % openings});
      schedule.push_back({number + 1, other, one, round % openings});
    }
  }
  return schedule;
}

}  // namespace inarow::tournament
