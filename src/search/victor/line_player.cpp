#include "search/victor/line_player.hpp"

#include "search/victor/three_level_search.hpp"

namespace inarow::victor {

template <class B>
typename LinePlayer<B>::Choice LinePlayer<B>::choose(const Position<B>& position,
                                                     const StopToken* stop) {
  EXPECTS(position.first_to_move());
  const B& board = judge_.board();
  const Word landing = board.landing_squares(position.stones());
  Choice choice;
  Word threats = 0;
  for_each_square(landing, [&](Word square) {
    if (board.geometry().has_line(position.first | square)) choice = {square, Why::wins};
    if (board.geometry().has_line(position.second | square)) threats |= square;
  });
  if (choice.why == Why::wins) return choice;
  if (threats != 0) return {lowest_bit(threats), Why::forced};

  // The son in the lines, else one that the rules decide.
  for_each_square(judge_.moves(position), [&](Word square) {
    if (choice.why == Why::book) return;
    Position<B> son = position.after(square);
    if (book_.contains(key_of(board, son))) {
      choice = {square, Why::book};
    } else if (choice.why == Why::none && judge_.judge(son) == Verdict::white_wins) {
      choice = {square, Why::rules};
    }
  });
  if (choice.why != Why::none) return choice;

  // Below a position that the rules have decided, the plan of the rules may leave the rules' reach
  // for some moves: a small search finds the way back.
  constexpr std::size_t tree_size = 2000;
  constexpr std::size_t memory = std::size_t{256} << 20;
  ThreeLevelSearch<B> search(board, tree_size, {.memory_bytes = memory, .stop = stop});
  for_each_square(judge_.moves(position), [&](Word square) {
    if (choice.why == Why::none && search.solve(position.after(square)) == Verdict::white_wins) {
      choice = {square, Why::search};
    }
  });
  if (choice.why == Why::none) choice.square = lowest_bit(judge_.moves(position));
  return choice;
}

template class LinePlayer<SmallBoard>;
template class LinePlayer<LargeBoard>;

}  // namespace inarow::victor
