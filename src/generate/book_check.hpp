#pragma once

// What a book says, worked out again by the solver without any book: `inarow book verify`.

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "ask/work.hpp"
#include "base/result.hpp"
#include "book/position_facts.hpp"
#include "rules/game.hpp"

namespace inarow {

struct BookEntryToCheck {
  Game game;
  PositionFacts facts;
};

struct CheckLimits {
  double seconds = 10;  // for a position
  int order = 3;        // of threats; placement games
};

struct CheckReport {
  std::uint64_t confirmed = 0;
  std::uint64_t open = 0;                  // not decided within the limits
  std::vector<std::string> wrong{};        // in words
  std::vector<std::string> unconfirmed{};  // claims that turned out to be wrong
  bool stopped = false;
};

// Whether what is proved of each position is so; claims are looked at as well.
CheckReport check_entries(const std::vector<BookEntryToCheck>& entries, const CheckLimits& limits,
                          const Work& work);

}  // namespace inarow
