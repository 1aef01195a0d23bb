#include "search/cannot_lose/prescription.hpp"

namespace inarow::cannot_lose {

void Prescription::add_way(const Ground& ground, Player defender, const std::vector<int>& columns) {
  State state = State::empty(ground.width);
  std::size_t i = 0;
  if (defender == Player::first && !columns.empty()) state.push(columns[i++], false);
  for (; i + 1 < columns.size(); i += 2) {
    const int c = columns[i];
    const int d = columns[i + 1];
    const State form = canonical(ground, state).state;
    // A symmetric state becomes canonical in more than one way; the reply holds in all of them.
    for (const bool mirrored : {false, true}) {
      for (int turn = 0; turn < (ground.cylinder ? ground.width : 1); ++turn) {
        const Image image{turn, mirrored, ground.width};
        if (image.apply(state) != form) continue;
        Allowed& allowed = columns_[form][static_cast<std::size_t>(image.apply(c))];
        allowed.columns |= static_cast<std::uint16_t>(1U << image.apply(d));
        if (i + 3 >= columns.size()) allowed.freeze = true;
      }
    }
    state.push(c, true);
    state.push(d, false);
    state = without_dead_rows(ground, state);
  }
}

bool Prescription::allows(const State& canonical_state, int c, int d, bool freeze) const {
  const auto found = columns_.find(canonical_state);
  if (found == columns_.end()) return true;
  const Allowed& allowed = found->second[static_cast<std::size_t>(c)];
  if (allowed.columns == 0) return true;
  return (allowed.columns >> d & 1U) != 0 && (!freeze || allowed.freeze);
}

}  // namespace inarow::cannot_lose
