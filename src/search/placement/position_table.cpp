#include "search/placement/position_table.hpp"

#include <algorithm>

namespace inarow {
namespace {

constexpr int fact_shift = 62;
constexpr Word64 stone_mask = (Word64{1} << fact_shift) - 1;
constexpr Word64 fact_no = 1;
constexpr Word64 fact_yes = 2;

}  // namespace

PositionTable::PositionTable(std::size_t bytes)
    : buckets_(std::bit_floor(std::max(bytes, std::size_t{1} << 16) / sizeof(Bucket))),
      pages_(std::make_unique<ZeroedPages>(buckets_ * sizeof(Bucket))) {}

PositionTable::Bucket& PositionTable::bucket(const StonePair& stones) const {
  const Word64 hash = mix(stones.first + 0x9e3779b97f4a7c15ULL * mix(stones.second + 1));
  return static_cast<Bucket*>(pages_->memory())[hash & (buckets_ - 1)];
}

std::optional<bool> PositionTable::find(const StonePair& stones, Player winner) const {
  for (const Entry& entry : bucket(stones).entry) {
    if ((entry.word[0] & stone_mask) == stones.first &&
        (entry.word[1] & stone_mask) == stones.second) {
      const Word64 fact = entry.word[static_cast<std::size_t>(winner)] >> fact_shift;
      if (fact != 0) return fact == fact_yes;
    }
  }
  return std::nullopt;
}

void PositionTable::store(const StonePair& stones, Player winner, bool wins) {
  Bucket& place = bucket(stones);
  const Word64 fact = (wins ? fact_yes : fact_no) << fact_shift;
  const auto player = static_cast<std::size_t>(winner);
  for (Entry& entry : place.entry) {
    if ((entry.word[0] & stone_mask) == stones.first &&
        (entry.word[1] & stone_mask) == stones.second) {
      entry.word[player] = (entry.word[player] & stone_mask) | fact;
      return;
    }
  }
  const auto count = [](Word64 a, Word64 b) {
    return popcount(a & stone_mask) + popcount(b & stone_mask);
  };
  const Entry& first = place.entry[0];
  const bool free = first.word[0] >> fact_shift == 0 && first.word[1] >> fact_shift == 0;
  const bool larger = count(stones.first, stones.second) <= count(first.word[0], first.word[1]);
  Entry& entry = free || larger ? place.entry[0] : place.entry[1];
  if (!free && larger) place.entry[1] = place.entry[0];
  entry.word[0] = stones.first;
  entry.word[1] = stones.second;
  entry.word[player] |= fact;
}

}  // namespace inarow
