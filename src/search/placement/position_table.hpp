#pragma once

// A table of facts about positions of a small board, keyed losslessly: an entry holds the stones of
// both players themselves, so a fact is never taken for that of another position.
//
//   word 0   [63..62 does the first player win?]  [61..0 stones of the first player]
//   word 1   [63..62 does the second player win?] [61..0 stones of the second player]
//
// 0 is unknown, 1 no, 2 yes. Whose turn it is follows from the number of stones. An entry without
// facts is empty. Two entries share a bucket: one for the position with fewer stones, whose subtree
// is larger, and one for the latest.

#include <cstddef>
#include <memory>
#include <optional>

#include "base/bits.hpp"
#include "base/pages.hpp"
#include "rules/types.hpp"

namespace inarow {

struct StonePair {
  Word64 first = 0;
  Word64 second = 0;
  friend constexpr auto operator<=>(const StonePair&, const StonePair&) = default;
};

class PositionTable {
 public:
  explicit PositionTable(std::size_t bytes);

  // Whether `winner` wins the position, if that is known.
  std::optional<bool> find(const StonePair& stones, Player winner) const;
  void store(const StonePair& stones, Player winner, bool wins);

 private:
  struct Entry {
    Word64 word[2];
  };
  struct Bucket {
    Entry entry[2];
  };
  Bucket& bucket(const StonePair& stones) const;

  std::size_t buckets_;
  std::unique_ptr<ZeroedPages> pages_;
};

}  // namespace inarow
