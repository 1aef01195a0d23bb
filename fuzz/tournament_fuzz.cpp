// A file of a tournament is read or refused in one line; what is read has a schedule, or too many
// games.

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/expects.hpp"
#include "match/tournament/schedule.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace inarow;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const Result<tournament::Plan> plan = tournament::parse_plan(text);
  if (!plan) {
    EXPECTS(!plan.error().message.empty());
    EXPECTS(plan.error().message.find('\n') == std::string::npos);
    return 0;
  }
  EXPECTS(plan->players.size() >= 2 && plan->games >= 2 && plan->games % 2 == 0);
  EXPECTS(plan->sprt.has_value() == (plan->kind == tournament::Kind::sprt));
  if (plan->games > 100) return 0;
  const auto schedule = tournament::make_schedule(*plan, 3);
  EXPECTS(schedule.has_value() && !schedule->empty());
  return 0;
}
