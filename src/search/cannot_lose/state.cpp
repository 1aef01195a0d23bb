#include "search/cannot_lose/state.hpp"

#include <algorithm>
#include <cstring>

namespace inarow::cannot_lose {

State State::empty(int width) {
  EXPECTS(width >= 1 && width <= max_width);
  State state;
  for (int c = 0; c < width; ++c) state.columns_[at(c)] = 1;
  return state;
}

std::uint64_t State::hash() const {
  std::array<std::uint64_t, sizeof columns_ / 8> words{};
  std::memcpy(words.data(), columns_.data(), sizeof columns_);
  std::uint64_t sum = 0;
  for (const std::uint64_t word : words) sum = mix(sum ^ word) + 0x9e3779b97f4a7c15ULL;
  return sum;
}

State Image::apply(const State& state) const {
  State result;
  for (int c = 0; c < width; ++c) result.set_code(apply(c), state.code(c));
  return result;
}

Canonical canonical(const Ground& ground, const State& state) {
  Canonical best{state, {0, false, ground.width}};
  for (const bool mirrored : {false, true}) {
    for (int turn = 0; turn < (ground.cylinder ? ground.width : 1); ++turn) {
      const Image image{turn, mirrored, ground.width};
      // Compare from the front and give up early: most images differ in the first columns.
      bool less = false;
      for (int c = 0; c < ground.width; ++c) {
        const std::uint16_t mine = state.code(image.undo(c));
        const std::uint16_t theirs = best.state.code(c);
        if (mine == theirs) continue;
        less = mine < theirs;
        break;
      }
      if (less) best = {image.apply(state), image};
    }
  }
  return best;
}

State without_dead_rows(const Ground& ground, State state) {
  if (ground.height != 0) return state;
  int lowest = max_stack;
  for (int c = 0; c < ground.width; ++c) lowest = std::min(lowest, state.height(c));
  if (lowest <= 3) return state;
  for (int c = 0; c < ground.width; ++c) state.drop_rows(c, lowest - 3);
  return state;
}

bool can_push(const Ground& ground, const State& state, int c) {
  return ground.height == 0 || state.height(c) < ground.height;
}

bool can_freeze(const Ground& ground, const State& state, int c) {
  return ground.height == 0 || (ground.height - state.height(c)) % 2 == 0;
}

State all_frozen(const Ground& ground, State state) {
  for (int c = 0; c < ground.width; ++c) state.freeze(c);
  return state;
}

bool all_freezable(const Ground& ground, const State& state) {
  for (int c = 0; c < ground.width; ++c) {
    if (!state.frozen(c) && !can_freeze(ground, state, c)) return false;
  }
  return true;
}

std::string to_string(const Ground& ground, const State& state) {
  std::string text;
  for (int c = 0; c < ground.width; ++c) {
    if (c > 0) text += ' ';
    for (int r = 0; r < state.height(c); ++r) {
      text += (state.attacker(c) >> r & 1U) != 0 ? 'A' : 'D';
    }
    if (state.height(c) == 0) text += '-';
    if (state.frozen(c)) text += '*';
  }
  return text;
}

}  // namespace inarow::cannot_lose
