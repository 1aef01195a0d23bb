#include "search/victor/proof_lines.hpp"

namespace inarow::victor {

template <class B>
ProofLines<B>::ProofLines(Judge<B>& judge, const Known& known, const Position<B>& root)
    : judge_(judge), known_(known), goal_(known(root)) {
  EXPECTS(goal_ != Verdict::unclear);
  extract(root);
}

template <class B>
double ProofLines<B>::extract(const Position<B>& position) {
  const Key<B> key = key_of(judge_.board(), position);
  if (const Entry* entry = entries_.find(key)) return entry->weight;
  Position<B> settled = position;
  Entry entry;
  const Verdict verdict = judge_.judge(settled);
  EXPECTS(verdict == goal_ || verdict == Verdict::unclear);
  if (verdict == Verdict::unclear) {
    if (prover_moves(settled)) {
      const Word square = choose(settled);
      entry.weight += extract(settled.after(square));
      moves_.set(key_of(judge_.board(), settled), {entry.weight, square});
    } else {
      book_.set(key_of(judge_.board(), settled), goal_);
      for_each_square(judge_.moves(settled),
                      [&](Word square) { entry.weight += extract(settled.after(square)); });
    }
  }
  entries_.set(key, entry);
  return entry.weight;
}

// A move that the rules decide at once, else one that is in the lines already, else any that the
// search has proved.
template <class B>
typename B::Word ProofLines<B>::choose(const Position<B>& settled) {
  Word known_move = 0;
  Word old_move = 0;
  Word decided = 0;
  double least = 0;
  for_each_square(judge_.moves(settled), [&](Word square) {
    if (decided != 0) return;
    Position<B> next = settled.after(square);
    if (const Entry* entry = entries_.find(key_of(judge_.board(), next))) {
      if (old_move == 0 || entry->weight < least) {
        old_move = square;
        least = entry->weight;
      }
      return;
    }
    const Verdict verdict = known_(next);
    if (verdict == goal_) known_move = square;
    if ((verdict == goal_ || verdict == Verdict::unclear) && judge_.judge(next) == goal_) {
      decided = square;
    }
  });
  const Word result = decided != 0 ? decided : old_move != 0 ? old_move : known_move;
  EXPECTS(result != 0);
  return result;
}

template <class B>
std::optional<typename B::Word> ProofLines<B>::move(const Position<B>& position) const {
  const Key<B> key = key_of(judge_.board(), position);
  const Entry* entry = moves_.find(key);
  if (entry == nullptr) return std::nullopt;
  // The key may be that of the mirror image, whose move is the image of the stored one: find the
  // move whose successor is in the lines.
  std::optional<Word> result;
  for_each_square(judge_.moves(position), [&](Word square) {
    if (!result && entries_.find(key_of(judge_.board(), position.after(square))) != nullptr) {
      result = square;
    }
  });
  return result;
}

template <class B>
double ProofLines<B>::weight(const Position<B>& position) const {
  const Entry* entry = entries_.find(key_of(judge_.board(), position));
  return entry == nullptr ? 0 : entry->weight;
}

template <class B>
std::vector<typename B::Word> ProofLines<B>::critical_line(Position<B> position) const {
  std::vector<Word> line;
  for (;;) {
    // Forced replies, one by one, so that they appear in the line.
    Position<B> settled = position;
    if (judge_.play_forced(settled) != Verdict::unclear) return line;
    while (position != settled) {
      const Word added = static_cast<Word>(settled.stones() & ~position.stones() &
                                           judge_.board().landing_squares(position.stones()));
      Word next = 0;
      for_each_square(added, [&](Word square) {
        const Position<B> after = position.after(square);
        const bool agrees =
            (after.first & ~settled.first) == 0 && (after.second & ~settled.second) == 0;
        if (next == 0 && agrees) next = square;
      });
      if (next == 0) return line;
      line.push_back(next);
      position = position.after(next);
    }
    Word chosen = 0;
    double heaviest = 0;
    if (prover_moves(settled)) {
      const std::optional<Word> own = move(settled);
      if (!own) return line;
      chosen = *own;
    } else {
      for_each_square(judge_.moves(settled), [&](Word square) {
        const double heavy = weight(settled.after(square));
        if (heavy > heaviest) {
          heaviest = heavy;
          chosen = square;
        }
      });
      if (chosen == 0 || book_.find(key_of(judge_.board(), settled)) == nullptr) return line;
    }
    line.push_back(chosen);
    position = settled.after(chosen);
  }
}

template class ProofLines<SmallBoard>;
template class ProofLines<LargeBoard>;

}  // namespace inarow::victor
