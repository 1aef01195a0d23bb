// Hints for somebody who plays: the best moves, the values of all moves, and the reason of a move
// if it can be seen on the board without a search.

#include <fmt/format.h>

#include <algorithm>

#include "answer/words.hpp"
#include "rules/notation.hpp"
#include "rules/score.hpp"

namespace inarow {
namespace {

constexpr std::size_t most_moves = 20;

// Whether a stone of the player on the cell would be in a line with his stones.
bool would_complete(const Game& game, Player player, Cell cell) {
  const DropSpec* drop = game.spec().drop();
  const auto has = [&](Cell c) {
    if (drop != nullptr && drop->cylinder) c.x = (c.x % drop->width + drop->width) % drop->width;
    return on_board(game.spec(), c) && game.at(c) == player;
  };
  constexpr Cell steps[] = {{1, 0}, {0, 1}, {1, 1}, {1, -1}};
  return std::any_of(std::begin(steps), std::end(steps), [&](Cell step) {
    int run = 1;
    for (const int way : {1, -1}) {
      Cell c = cell;
      while (run < game.spec().k()) {
        c = {c.x + way * step.x, c.y + way * step.y};
        if (!has(c)) break;
        ++run;
      }
    }
    return run >= game.spec().k();
  });
}

// ", which completes a line", or nothing.
std::string reason_of(const Game& game, const Move& move) {
  Game next = game;
  if (next.play(move) && next.over() && next.outcome() != Outcome::draw) {
    return ", which completes a line";
  }
  const bool stops = std::any_of(move.begin(), move.end(), [&](Cell cell) {
    return cell != null_stone && would_complete(game, opponent(game.to_move()), cell);
  });
  return stops ? fmt::format(", which stops a line of {}",
                             game.spec().colour(opponent(game.to_move())))
               : "";
}

std::string list_of(const GameSpec& spec, const std::vector<Move>& moves) {
  std::string text;
  for (std::size_t i = 0; i < moves.size(); ++i) {
    if (i > 0) text += i + 1 == moves.size() ? " or " : ", ";
    text += format_move(spec, moves[i]);
  }
  return text;
}

std::string stones(int count) { return fmt::format("{} stone{}", count, count == 1 ? "" : "s"); }

// " in 7 stones" of a score, nothing of a draw.
std::string distance(const Game& game, const std::optional<int>& score) {
  if (!score || *score == 0) return "";
  return " in " + stones(plies_to_end(*game.spec().cells(), game.stone_count(), *score));
}

}  // namespace

std::string hint_in_words(const Game& game, const Answer& answer) {
  if (game.over()) return "The game is over.";
  if (!answer.value || !answer.best || answer.best->empty()) {
    if (answer.estimate && !answer.estimate->line.empty()) {
      const Move& move = answer.estimate->line.front();
      return fmt::format("Nothing is proved here. A guess: {} ({:.0f} % to win){}.",
                         format_move(game.spec(), move), 100 * answer.estimate->win,
                         reason_of(game, move));
    }
    return "No best move was found in the time.";
  }
  const std::vector<Move>& best = *answer.best;
  const bool one = best.size() == 1;
  std::string text =
      fmt::format("{}: {}", one ? "Best move" : "Best moves", list_of(game.spec(), best));
  switch (*answer.value) {
    case GameValue::win:
      text += fmt::format(", {}{}", one ? "wins" : "win", distance(game, answer.score));
      break;
    case GameValue::draw:
      text += one ? ", holds the draw" : ", hold the draw";
      break;
    case GameValue::loss:
      text += fmt::format(". Every move loses, {}{}", one ? "this one" : "these",
                          answer.score ? distance(game, answer.score) : " too");
      break;
  }
  if (one) text += reason_of(game, best.front());
  return text + ".";
}

std::string values_in_words(const Game& game, const Answer& answer) {
  if (!answer.moves || answer.moves->moves.empty()) {
    return answer.value ? fmt::format("Values: {} for you", name_of(*answer.value))
                        : "Values: nothing is proved here";
  }
  std::vector<MoveValue> moves = answer.moves->moves;
  const auto rank = [](const MoveValue& move) {
    const int unknown = -1000;
    if (move.score) return *move.score * 1000;
    return move.value ? static_cast<int>(*move.value) * 1000 : unknown;
  };
  std::stable_sort(moves.begin(), moves.end(),
                   [&](const MoveValue& a, const MoveValue& b) { return rank(a) > rank(b); });
  std::string text = "Values:";
  for (std::size_t i = 0; i < std::min(moves.size(), most_moves); ++i) {
    const MoveValue& move = moves[i];
    const char* value = !move.value                      ? "unknown"
                        : *move.value == GameValue::win  ? "wins"
                        : *move.value == GameValue::draw ? "draws"
                                                         : "loses";
    text += fmt::format("{} {} {}{}", i > 0 ? "," : "", format_move(game.spec(), move.move), value,
                        distance(game, move.score));
  }
  if (moves.size() > most_moves) text += fmt::format(" and {} others", moves.size() - most_moves);
  return text;
}

}  // namespace inarow
