#include "match/game_clock.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>

#include "base/quote.hpp"

namespace inarow {
namespace {

constexpr double most_minutes = 600;
constexpr double most_increment = 3600;

// A number from 0 to `most`, written with digits and a point.
std::optional<double> number_of(std::string_view text, double most) {
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  if (!(number >= 0 && number <= most)) return std::nullopt;  // NaN is not
  return number;
}

}  // namespace

Result<ClockSpec> ClockSpec::parse(std::string_view text) {
  const std::size_t plus = text.find('+');
  const std::optional<double> minutes = number_of(text.substr(0, plus), most_minutes);
  const std::optional<double> increment =
      plus == std::string_view::npos ? 0 : number_of(text.substr(plus + 1), most_increment);
  if (!minutes || !increment || *minutes + *increment <= 0) {
    return failure(
        fmt::format("no clock {}; write minutes + seconds a move, up to {}+{}, for example 5+3",
                    quoted(text), most_minutes, most_increment));
  }
  return ClockSpec{*minutes, *increment};
}

std::string ClockSpec::to_string() const { return fmt::format("{}+{}", minutes, increment); }

bool GameClock::spend(Player player, double seconds) {
  double& left = left_[static_cast<std::size_t>(player)];
  if (left <= 0) return false;
  left -= seconds;
  if (left > 0) {
    left += spec_.increment;
    return false;
  }
  left = 0;
  return true;
}

double GameClock::share(Player player) const {
  // As if twenty moves were to come, but never so long that the rest is gone.
  constexpr double moves_to_come = 20;
  constexpr double least = 0.05;
  const double wanted = left(player) / moves_to_come + spec_.increment / 2;
  return std::max(least, std::min(wanted, left(player) / 2));
}

std::string clock_text(double seconds) {
  constexpr double soon = 20;
  if (seconds < soon) {
    return fmt::format("0:{:04.1f}", std::floor(std::max(seconds, 0.0) * 10) / 10);
  }
  const auto whole = static_cast<long>(seconds);
  if (whole < 3600) return fmt::format("{}:{:02}", whole / 60, whole % 60);
  return fmt::format("{}:{:02}:{:02}", whole / 3600, whole / 60 % 60, whole % 60);
}

}  // namespace inarow
