#pragma once

// For tests: a deliberately plain reference with its own board, an explicit list of lines and a
// memoised full-window minimax without any pruning. It shares nothing with the solver.

#include <cstdint>
#include <set>
#include <unordered_map>
#include <vector>

namespace inarow::reference {

class PlainGame {
 public:
  PlainGame(int width, int height, int k, bool cylinder)
      : width_(width), height_(height), cells_(static_cast<std::size_t>(width * height), 0) {
    std::set<std::set<int>> lines;
    const int steps[4][2] = {{0, 1}, {1, 0}, {1, 1}, {1, -1}};
    for (int c = 0; c < width; ++c) {
      for (int r = 0; r < height; ++r) {
        for (const auto& s : steps) {
          std::set<int> line;
          bool inside = true;
          for (int i = 0; i < k; ++i) {
            int x = c + i * s[0];
            const int y = r + i * s[1];
            if (cylinder) x %= width;
            if (x >= width || y < 0 || y >= height) inside = false;
            line.insert(x * height + y);
          }
          if (inside && static_cast<int>(line.size()) == k) lines.insert(line);
        }
      }
    }
    through_.resize(cells_.size());
    for (const auto& line : lines) {
      const std::vector<int> cells(line.begin(), line.end());
      for (const int cell : cells) through_[static_cast<std::size_t>(cell)].push_back(cells);
    }
    heights_.assign(static_cast<std::size_t>(width), 0);
  }

  int width() const { return width_; }
  int height() const { return height_; }
  int stones() const { return stones_; }
  int to_move() const { return 1 + stones_ % 2; }
  int cell(int c, int r) const { return cells_[static_cast<std::size_t>(c * height_ + r)]; }
  bool can_play(int c) const { return heights_[static_cast<std::size_t>(c)] < height_; }
  bool full() const { return stones_ == width_ * height_; }

  // Whether `player` would complete a line by dropping into column c.
  bool wins(int c, int player) const {
    const int cell = c * height_ + heights_[static_cast<std::size_t>(c)];
    for (const auto& line : through_[static_cast<std::size_t>(cell)]) {
      bool all = true;
      for (const int x : line) all &= x == cell || cells_[static_cast<std::size_t>(x)] == player;
      if (all) return true;
    }
    return false;
  }
  void play(int c) {
    int& h = heights_[static_cast<std::size_t>(c)];
    cells_[static_cast<std::size_t>(c * height_ + h)] = to_move();
    ++h;
    ++stones_;
  }
  void undo(int c) {
    int& h = heights_[static_cast<std::size_t>(c)];
    --h;
    --stones_;
    cells_[static_cast<std::size_t>(c * height_ + h)] = 0;
  }

  // The exact score of the player to move (nobody has a line yet). Calls visit(score) at every
  // position without immediate win that is met for the first time, while it stands on the board.
  template <class Visit>
  int score(const Visit& visit) {
    if (full()) return 0;
    for (int c = 0; c < width_; ++c) {
      if (can_play(c) && wins(c, to_move())) return (width_ * height_ + 1 - stones_) / 2;
    }
    const std::uint64_t key = code();
    const auto it = memo_.find(key);
    if (it != memo_.end()) return it->second;
    int best = -1000;
    for (int c = 0; c < width_; ++c) {
      if (!can_play(c)) continue;
      play(c);
      const int value = -score(visit);
      undo(c);
      if (value > best) best = value;
    }
    memo_.emplace(key, static_cast<std::int8_t>(best));
    visit(best);
    return best;
  }
  int score() {
    return score([](int) {});
  }

  std::size_t memo_size() const { return memo_.size(); }
  void forget() { memo_.clear(); }

 private:
  std::uint64_t code() const {  // base 3: boards of at most 40 cells
    std::uint64_t value = 0;
    for (const int x : cells_) value = value * 3 + static_cast<std::uint64_t>(x);
    return value;
  }

  int width_;
  int height_;
  int stones_ = 0;
  std::vector<int> cells_;
  std::vector<int> heights_;
  std::vector<std::vector<std::vector<int>>> through_;
  std::unordered_map<std::uint64_t, std::int8_t> memo_;
};

}  // namespace inarow::reference
