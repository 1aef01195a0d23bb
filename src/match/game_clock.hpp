#pragma once

// The clock of a game: so many minutes for each side, and some seconds more after each of its moves
// (Fischer's clock).
//
//   GameClock clock(*ClockSpec::parse("5+3"));       // five minutes, three seconds a move
//   clock.spend(Player::first, 12.5);                // a move took so long: 4:50.5 are left
//   clock.fallen(Player::first);                     // false
//   clock_text(clock.left(Player::first));           // "4:50"

#include <array>
#include <string>
#include <string_view>

#include "base/result.hpp"
#include "rules/types.hpp"

namespace inarow {

struct ClockSpec {
  double minutes = 0;
  double increment = 0;  // seconds a move

  // "5+3", "10", "0.5+1"; refused with how to write it.
  static Result<ClockSpec> parse(std::string_view text);
  std::string to_string() const;
  friend bool operator==(const ClockSpec&, const ClockSpec&) = default;
};

class GameClock {
 public:
  explicit GameClock(const ClockSpec& spec)
      : spec_(spec),
        left_{60 * spec.minutes + spec.increment, 60 * spec.minutes + spec.increment} {}

  const ClockSpec& spec() const { return spec_; }

  // Seconds; 0 if the time is up, and then it stays 0.
  double left(Player player) const { return left_[static_cast<std::size_t>(player)]; }
  void set_left(Player player, double seconds) {
    left_[static_cast<std::size_t>(player)] = seconds;
  }
  bool fallen(Player player) const { return left(player) <= 0; }

  // A move of this player took so long. True if his time is up by it and was not before.
  bool spend(Player player, double seconds);

  // How long a program should think about a move with what it has left.
  double share(Player player) const;

 private:
  ClockSpec spec_;
  std::array<double, 2> left_;
};

// "4:58", "1:02:03", under twenty seconds "0:07.3".
std::string clock_text(double seconds);

}  // namespace inarow
