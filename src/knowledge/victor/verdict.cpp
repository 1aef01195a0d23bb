#include "knowledge/victor/verdict.hpp"

#include <algorithm>

namespace inarow::victor {

template <class B>
Position<B> position_of(const B& board, const Game& game) {
  Position<B> position;
  for (const Stone& stone : game.stones()) {
    (stone.player == Player::first ? position.first : position.second) |=
        board.geometry().bit(stone.cell);
  }
  return position;
}

template <class B>
Key<B> key_of(const B& board, const Position<B>& position) {
  using Word = typename B::Word;
  const auto live = [&](Word own, Word others) {
    Word squares = 0;
    (board.all_groups() - board.touching(others)).for_each([&](int group) {
      squares |= board.group(group);
    });
    return static_cast<Word>(squares & own);
  };
  const Word skyline = position.stones() + board.geometry().bottom();
  const Key<B> key{
      live(position.first, position.second),
      live(position.second, position.first) | static_cast<Word>(skyline & ~position.stones())};
  const auto& geometry = board.geometry();
  return std::min(key, Key<B>{geometry.mirror(key.first), geometry.mirror(key.second)});
}

template <class B>
typename B::Word Judge<B>::wins(Word stones, Word landing) const {
  Word result = 0;
  for_each_square(landing, [&](Word square) {
    if (board_.geometry().has_line(stones | square)) result |= square;
  });
  return result;
}

template <class B>
Verdict Judge<B>::play_forced(Position<B>& position) const {
  for (;;) {
    const bool first_moves = position.first_to_move();
    const Word own = first_moves ? position.first : position.second;
    const Word others = first_moves ? position.second : position.first;
    const Word landing = board_.landing_squares(position.stones());
    if (landing == 0) return Verdict::black_holds;
    if (wins(own, landing) != 0) return first_moves ? Verdict::white_wins : Verdict::black_holds;
    const Word forced = wins(others, landing);
    if (forced == 0) return Verdict::unclear;
    if (more_than_one(forced)) return first_moves ? Verdict::black_holds : Verdict::white_wins;
    position = position.after(forced);
  }
}

template <class B>
Verdict Judge<B>::judge(Position<B>& position) {
  const Verdict tactical = play_forced(position);
  if (tactical != Verdict::unclear) return tactical;
  ++evaluations_;
  if (position.first_to_move()) {
    return evaluator_.second_holds(position.first, position.second) ? Verdict::black_holds
                                                                    : Verdict::unclear;
  }
  return evaluator_.first_wins(position.first, position.second) ? Verdict::white_wins
                                                                : Verdict::unclear;
}

template <class B>
typename B::Word Judge<B>::moves(const Position<B>& position) const {
  const Word landing = board_.landing_squares(position.stones());
  const Word others = position.first_to_move() ? position.second : position.first;
  const Word below_loss = wins(others, static_cast<Word>((landing << 1) & board_.squares())) >> 1;
  const Word safe = landing & static_cast<Word>(~below_loss);
  return safe != 0 ? safe : landing;
}

template class Judge<SmallBoard>;
template class Judge<LargeBoard>;
template Position<SmallBoard> position_of(const SmallBoard&, const Game&);
template Position<LargeBoard> position_of(const LargeBoard&, const Game&);
template Key<SmallBoard> key_of(const SmallBoard&, const Position<SmallBoard>&);
template Key<LargeBoard> key_of(const LargeBoard&, const Position<LargeBoard>&);

}  // namespace inarow::victor
