#pragma once

// Exhaustive search of small placement boards for tests: does the attacker win, with any stones on
// the board and any number of stones left in the move? Turns need not follow from the stones, so it
// judges positions with extra stones and passes, which no game has. It shares nothing with the
// searches it checks.

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "base/bits.hpp"
#include "rules/game_spec.hpp"

namespace inarow::threats {

class SmallOracle {
 public:
  explicit SmallOracle(const PlacementSpec& spec) : p_(spec.p), columns_(spec.board->columns) {
    const int rows = spec.board->rows;
    cells_ = columns_ * rows;
    for (int y = 0; y < rows; ++y) {
      for (int x = 0; x < columns_; ++x) {
        for (const auto& [dx, dy] : {std::pair{1, 0}, {0, 1}, {1, 1}, {1, -1}}) {
          Word64 line = 0;
          int i = 0;
          for (; i < spec.k; ++i) {
            const int cx = x + i * dx;
            const int cy = y + i * dy;
            if (cx >= columns_ || cy < 0 || cy >= rows) break;
            line |= bit(cx, cy);
          }
          if (i == spec.k) lines_.push_back(line);
        }
      }
    }
  }

  // The attacker's and the defender's stones; who places the next stone, and how many are left in
  // his move. Nobody has a line yet.
  bool wins(const std::vector<Stone>& stones, Player attacker, bool attacker_moves, int left) {
    Word64 own = 0;
    Word64 other = 0;
    for (const Stone& stone : stones) {
      (stone.player == attacker ? own : other) |= bit(stone.cell.x, stone.cell.y);
    }
    return search(own, other, attacker_moves, left);
  }
  bool wins(const std::vector<Stone>& stones, Player attacker, bool attacker_moves) {
    return wins(stones, attacker, attacker_moves, p_);
  }

 private:
  struct Key {
    Word64 own;
    Word64 other;
    friend bool operator==(const Key&, const Key&) = default;
  };
  struct Hash {
    std::size_t operator()(const Key& key) const {
      return mix(key.own ^ mix(key.other + 0x9e3779b97f4a7c15ULL));
    }
  };

  Word64 bit(int x, int y) const { return Word64{1} << (y * columns_ + x); }

  bool completes(Word64 stones, Word64 enemy, int left) const {
    for (const Word64 line : lines_) {
      if ((line & enemy) == 0 && std::popcount(line & ~stones) <= left) return true;
    }
    return false;
  }

  bool search(Word64 own, Word64 other, bool attacker_moves, int left) {
    if (completes(attacker_moves ? own : other, attacker_moves ? other : own, left)) {
      return attacker_moves;
    }
    const Word64 empty = ((Word64{1} << cells_) - 1) & ~(own | other);
    if (empty == 0) return false;
    // At most 60 cells: turn and stones left fit above them.
    const Key key{own | Word64{attacker_moves} << 63, other | static_cast<Word64>(left) << 60};
    if (const auto known = known_.find(key); known != known_.end()) return known->second;
    bool result = !attacker_moves;
    for (Word64 rest = empty; rest != 0 && result != attacker_moves; rest &= rest - 1) {
      const Word64 stone = rest & -rest;
      const bool turn_ends = left == 1;
      const bool won =
          search(attacker_moves ? own | stone : own, attacker_moves ? other : other | stone,
                 turn_ends ? !attacker_moves : attacker_moves, turn_ends ? p_ : left - 1);
      if (won == attacker_moves) result = attacker_moves;
    }
    if (known_.size() > max_known) known_.clear();
    known_.emplace(key, result);
    return result;
  }

  static constexpr std::size_t max_known = 1 << 21;
  int p_;
  int columns_;
  int cells_ = 0;
  std::vector<Word64> lines_;
  std::unordered_map<Key, bool, Hash> known_;
};

}  // namespace inarow::threats
