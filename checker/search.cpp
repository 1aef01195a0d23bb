#include "search.hpp"

#include <algorithm>

namespace check {
namespace {

constexpr std::size_t table_slots = std::size_t{1} << 22;

}  // namespace

Search::Search(const Board& board) : board_(board), table_(table_slots) {
  for (int i = 0; i < board.width(); ++i) {
    order_.push_back((board.width() - 1) / 2 + (i % 2 == 0 ? -i / 2 : i / 2 + 1));
  }
}

bool Search::reaches(Position& position, int prover, int threshold) {
  // Entries are facts about one prover and one threshold.
  if (prover != prover_ || threshold != threshold_) {
    std::fill(table_.begin(), table_.end(), Entry{});
  }
  prover_ = prover;
  threshold_ = threshold;
  return position.to_move() == prover ? search(position) : opponents_turn(position);
}

// Whether the opponent has no line left.
bool Search::dead(const Position& position) const {
  const Word stones = position.of(prover_);
  return std::all_of(board_.lines().begin(), board_.lines().end(),
                     [&](Word line) { return (line & stones) != 0; });
}

bool Search::search(Position& position) {
  if (position.stones() == board_.cells()) return threshold_ <= 0;
  if (position.can_win_now(prover_)) return true;
  const Word code = board_.canonical(position.code());
  const auto mixed = static_cast<std::uint64_t>(code ^ code >> 64) * 0x9e3779b97f4a7c15ULL;
  Entry& entry = table_[static_cast<std::size_t>(mixed >> 42)];
  if (entry.code == code) return entry.reached;
  // If the opponent threatens to win, only his square comes into question.
  int forced = -1;
  for (int x = 0; x < board_.width(); ++x) {
    if (position.can_play(x) && position.wins_with(1 - prover_, x)) {
      if (forced >= 0) return false;
      forced = x;
    }
  }
  bool reached = false;
  for (const int x : order_) {
    if (!position.can_play(x) || (forced >= 0 && x != forced)) continue;
    position.play(x);
    reached = opponents_turn(position);
    position.undo(x);
    if (reached) break;
  }
  entry = {code, reached};
  return reached;
}

bool Search::opponents_turn(Position& position) {
  if (position.stones() == board_.cells()) return threshold_ <= 0;
  if (position.can_win_now(1 - prover_)) return false;
  if (threshold_ <= 0 && dead(position)) return true;
  for (const int x : order_) {
    if (!position.can_play(x)) continue;
    position.play(x);
    const bool reached = search(position);
    position.undo(x);
    if (!reached) return false;
  }
  return true;
}

}  // namespace check
