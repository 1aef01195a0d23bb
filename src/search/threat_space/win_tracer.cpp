#include "search/threat_space/win_tracer.hpp"

#include <utility>

#include "base/expects.hpp"

namespace inarow::threats {

void WinRecorder::add(WinRecord::Kind kind, const CellSet& cells) {
  WinRecord::Step step{kind};
  for (const CellIndex cell : cells) step.cells[step.size++] = board_.cell(cell);
  record_.steps.push_back(step);
}

void WinRecorder::attack(const CellSet& cells, bool completes) {
  add(completes ? WinRecord::Kind::completes : WinRecord::Kind::moves, cells);
}

void WinRecorder::defend(DefenseKind kind) {
  switch (kind) {
    case DefenseKind::held:
      return add(WinRecord::Kind::held, {});
    case DefenseKind::macro:
      return add(WinRecord::Kind::macro, {});
    case DefenseKind::each:
      return add(WinRecord::Kind::each, {});
    case DefenseKind::cover:
      return add(WinRecord::Kind::cover, {});
  }
}

void WinRecorder::against(const CellSet& stones) {
  open_.push_back(record_.steps.size());
  add(WinRecord::Kind::against, stones);
}

// Covers are nested: the last steps that are open are those of the cover that ends.
void WinRecorder::end_cover(const std::vector<int>& further) {
  EXPECTS(further.size() <= open_.size());
  const std::size_t first = open_.size() - further.size();
  for (std::size_t i = 0; i < further.size(); ++i) {
    record_.steps[open_[first + i]].further = static_cast<std::uint8_t>(further[i]);
  }
  open_.resize(first);
  add(WinRecord::Kind::end, {});
}

void WinRecorder::take_back(std::size_t mark) {
  record_.steps.resize(mark);
  while (!open_.empty() && open_.back() >= mark) open_.pop_back();
}

WinRecord WinRecorder::take() {
  EXPECTS(open_.empty());
  return std::exchange(record_, {});
}

}  // namespace inarow::threats
