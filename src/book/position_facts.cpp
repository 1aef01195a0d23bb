#include "book/position_facts.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace inarow {

Bounds any_score(const GameSpec& spec) {
  const DropSpec* drop = spec.drop();
  const int most = drop != nullptr && drop->height ? (drop->width * *drop->height + 1) / 2 : 1;
  return {-most, most};
}

Bounds bounds_of_value(const GameSpec& spec, GameValue value) {
  const Bounds all = any_score(spec);
  if (value == GameValue::win) return {1, all.upper};
  if (value == GameValue::loss) return {all.lower, -1};
  return {0, 0};
}

namespace {

// Nothing if they exclude each other.
std::optional<Bounds> intersection(const Bounds& a, const Bounds& b) {
  const Bounds both{std::max(a.lower, b.lower), std::min(a.upper, b.upper)};
  if (both.lower > both.upper) return std::nullopt;
  return both;
}

template <class T>
void unite(std::vector<T>& mine, const std::vector<T>& other) {
  for (const T& item : other) {
    if (std::find(mine.begin(), mine.end(), item) == mine.end()) mine.push_back(item);
  }
}

}  // namespace

Result<PositionFacts> united(const PositionFacts& mine, const PositionFacts& other) {
  PositionFacts both = mine;
  if (other.proved) {
    if (!mine.proved) {
      both.proved = other.proved;
      both.source = other.source;
    } else {
      both.proved = intersection(*mine.proved, *other.proved);
      if (!both.proved) {
        return failure(fmt::format("proved to be {} to {} by {}, and {} to {} by {}",
                                   mine.proved->lower, mine.proved->upper, mine.source.method,
                                   other.proved->lower, other.proved->upper, other.source.method));
      }
      // Where both know the same, who can show it.
      const bool other_is_tighter = *both.proved == *other.proved && *both.proved != *mine.proved;
      const bool other_shows_it = *other.proved == *mine.proved &&
                                  mine.source.certificate.empty() &&
                                  !other.source.certificate.empty();
      if (other_is_tighter || other_shows_it) both.source = other.source;
    }
  }
  if (other.claimed) {
    if (!mine.claimed) {
      both.claimed = other.claimed;
    } else if (const auto common = intersection(*mine.claimed, *other.claimed)) {
      both.claimed = common;
    }  // else: one of the two is wrong; the older stays
  }
  // What is proved need not be claimed.
  if (both.proved && both.claimed && both.proved->lower >= both.claimed->lower &&
      both.proved->upper <= both.claimed->upper) {
    both.claimed.reset();
  }
  if (other.estimate && (!mine.estimate || other.visits > mine.visits)) {
    both.estimate = other.estimate;
    both.visits = other.visits;
    both.numbers = other.numbers ? other.numbers : mine.numbers;
  } else if (!mine.numbers) {
    both.numbers = other.numbers;
  }
  both.visits = std::max(mine.visits, other.visits);
  unite(both.best, other.best);
  unite(both.marks, other.marks);
  if (mine.comment.empty()) {
    both.comment = other.comment;
  } else if (mine.comment.find(other.comment) == std::string::npos) {
    both.comment = other.comment.find(mine.comment) != std::string::npos
                       ? other.comment
                       : mine.comment + "\n" + other.comment;
  }
  return both;
}

}  // namespace inarow
