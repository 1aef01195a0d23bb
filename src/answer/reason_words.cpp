// The verdict of a drop game and its reason, in a few plain sentences.

#include <fmt/format.h>

#include "answer/words.hpp"
#include "rules/notation.hpp"

namespace inarow {
namespace {

std::string stones_text(int stones) {
  return fmt::format("{} stone{}", stones, stones == 1 ? "" : "s");
}

// "a win in 21 stones"
std::string value_text(const DropVerdict& v, bool of_mover) {
  if (!v.value) return "a position of unknown value";
  if (*v.value == GameValue::draw) return "a draw";
  const bool win = (*v.value == GameValue::win) == of_mover;
  std::string text = win ? "a win" : "a loss";
  if (v.plies_to_end) text.append(" in ").append(stones_text(*v.plies_to_end));
  return text;
}

std::string verdict_text(const Game& game, const DropVerdict& v) {
  const GameSpec& spec = game.spec();
  if (game.over()) {
    return game.outcome() == Outcome::draw
               ? "The game is over: a draw"
               : fmt::format("The game is over: {} has won", spec.colour(opponent(game.to_move())));
  }
  if (!v.value) return "The value was not found in the time";
  if (*v.value == GameValue::draw) return "With best play the game is a draw";
  const Player winner = *v.value == GameValue::win ? game.to_move() : opponent(game.to_move());
  std::string text = fmt::format("{} wins", spec.colour(winner));
  if (v.plies_to_end) {
    text += fmt::format(", with best play in {}", stones_text(*v.plies_to_end));
  }
  return text;
}

std::string line_text(const GameSpec& spec, const MoveList& line) {
  std::string text;
  for (const Move& move : line) {
    if (!text.empty()) text += ' ';
    text += format_move(spec, move);
  }
  return text;
}

// Why the position after the line needs no more words.
std::string settled_text(const GameSpec& spec, const PlanNote& plan) {
  const char* he = spec.colour(plan.player);
  const char* other = spec.colour(opponent(plan.player));
  switch (plan.settled.by) {
    case SettledBy::rules: {
      std::string claim = victor::claim_sentence(spec, plan.settled.set);
      if (!claim.empty()) return claim;
      return fmt::format("{} {} by Allis's rules", he, plan.wins ? "wins" : "cannot lose");
    }
    case SettledBy::threats:
      if (plan.settled.squares.size() > 1) {
        return fmt::format("{} cannot stop {}", other,
                           victor::all_of_them(spec, plan.settled.squares));
      }
      if (plan.settled.squares.size() == 1) {
        return fmt::format("{} cannot keep {} from {}", other, he,
                           cell_name(spec, plan.settled.squares[0]));
      }
      return fmt::format("whatever {} plays, {} completes a line", other, he);
    case SettledBy::line:
      return fmt::format("{} completes a line", he);
    case SettledBy::dead:
      return fmt::format("no line is left to {}", other);
    case SettledBy::late:
      return fmt::format("too few squares are left for {} to win", other);
    case SettledBy::unknown:
      break;
  }
  return "";
}

std::string plan_text(const GameSpec& spec, const PlanNote& plan, bool draw) {
  std::string text;
  if (draw) text = fmt::format("{} does not lose: ", spec.colour(plan.player));
  const std::string why = settled_text(spec, plan);
  if (plan.line.empty()) return text + (draw || why.empty() ? why : "Why: " + why);
  const char* start = plan.complete ? (draw ? "the hardest line goes" : "The hardest line goes")
                                    : (draw ? "best play goes" : "Best play goes");
  text += fmt::format("{} {}", start, line_text(spec, plan.line));
  if (!why.empty()) text += ". Then " + why;
  return text;
}

// "Other tries: e3 (b3, and a line), ..." and how much there is behind it.
std::string size_text(const GameSpec& spec, const PlanNote& plan) {
  if (!plan.complete) {
    return "A whole proof that is small enough to show was not found; the verdict is proved all "
           "the "
           "same";
  }
  std::string text;
  if (!plan.tries.empty()) {
    const auto count = plan.tries.size();
    text = fmt::format("{} could try {} other move{} on the way, and each has its answer. ",
                       spec.colour(opponent(plan.player)), count, count == 1 ? "" : "s");
  }
  return text + (plan.positions <= 1
                     ? std::string("That is the whole proof")
                     : fmt::format("The whole plan has {} positions", plan.positions));
}

void add_plans(const GameSpec& spec, const DropReason& reason, std::vector<std::string>& words) {
  const bool draw = reason.verdict.value == GameValue::draw;
  for (const PlanNote& plan : reason.plans) {
    words.push_back(plan_text(spec, plan, draw));
    words.push_back(size_text(spec, plan));
  }
}

}  // namespace

std::vector<std::string> in_words(const Game& game, const DropReason& reason) {
  std::vector<std::string> words{verdict_text(game, reason.verdict)};
  add_plans(game.spec(), reason, words);
  return words;
}

std::vector<std::string> in_words(const Game& game, const WhyNotNote& note) {
  const std::string move = format_move(game.spec(), note.move);
  const std::string before = value_text(note.before, true);
  const std::string after = [&] {
    Game next = game;
    (void)next.play(note.move);
    if (next.over()) {
      return next.outcome() == Outcome::draw ? std::string("a draw") : std::string("the win");
    }
    return value_text(note.after.verdict, false);
  }();
  const auto worth = [](const DropVerdict& v, int sign) {
    return !v.value ? 0
                    : sign * (*v.value == GameValue::win    ? 1
                              : *v.value == GameValue::loss ? -1
                                                            : 0);
  };
  const bool wrong = worth(note.before, 1) > worth(note.after.verdict, -1);
  std::vector<std::string> words;
  if (!note.before.value || !note.after.verdict.value) {
    words.push_back(fmt::format("{} leads from {} to {}", move, before, after));
  } else if (wrong) {
    words.push_back(fmt::format("{} turns {} into {}", move, before, after));
  } else {
    words.push_back(fmt::format("{} is not wrong: {} stays {}", move, before, after));
  }
  add_plans(game.spec(), note.after, words);
  return words;
}

}  // namespace inarow
