// The reasons of a placement game in words and drawn.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "answer/words.hpp"
#include "rules/notation.hpp"
#include "rules/picture.hpp"

namespace inarow {
namespace {

constexpr std::size_t few = 6;  // things that are listed in words

std::string move_text(const GameSpec& spec, const Move& move) {
  return move.empty() ? "nothing" : format_move(spec, move);
}

template <class T, class F>
std::string listed(const std::vector<T>& things, const F& text) {
  std::vector<std::string> parts;
  for (std::size_t i = 0; i < std::min(things.size(), few); ++i) parts.push_back(text(things[i]));
  if (things.size() > few) parts.push_back(fmt::format("{} more", things.size() - few));
  return fmt::format("{}", fmt::join(parts, "; "));
}

std::string side_words(const GameSpec& spec, Player player, const SideNote& side) {
  const int p = spec.placement()->p;
  if (side.threats == 0) return fmt::format("{} has no threat", spec.colour(player));
  const std::string number =
      side.threats > p ? fmt::format("more than {}", p) : fmt::format("{}", side.threats);
  return fmt::format(
      "{} has {} threat{}: {}", spec.colour(player), number,
      std::min(side.threats, p) == 1 ? "" : "s", listed(side.threat_segments, [&](const auto& s) {
        return fmt::format("{} to {} lacks {}", cell_name(spec, s.cells.front()),
                           cell_name(spec, s.cells.back()), format_move(spec, s.empty));
      }));
}

std::string step_words(const GameSpec& spec, Player winner, std::size_t number,
                       const WinStep& step) {
  const int p = spec.placement()->p;
  std::string text = step.move.empty()
                         ? fmt::format("  {}. {} has moved", number, spec.colour(winner))
                         : fmt::format("  {}. {}", number, format_move(spec, step.move));
  if (step.completes) return text + ": a line is complete";
  if (step.threats > p) {
    return text + fmt::format(": more than {} threat{}, too many to stop", p, p == 1 ? "" : "s");
  }
  text += step.threats == 0   ? ": no threat yet"
          : step.threats == 1 ? ": 1 threat"
                              : fmt::format(": {} threats", step.threats);
  if (step.threats == 0) return text + "; if the other player passes,";
  text += "; stopped by " +
          listed(step.defenses, [&](const Move& move) { return format_move(spec, move); });
  const int free = p - static_cast<int>(step.answer.size());
  text += "; after " + move_text(spec, step.answer);
  if (free > 0) text += fmt::format(" and {} free stone{}", free, free == 1 ? "" : "s");
  return text;
}

void append_win(const GameSpec& spec, const ForcedWin& win, std::vector<std::string>& lines) {
  for (std::size_t i = 0; i < win.sequence.size(); ++i) {
    lines.push_back(step_words(spec, win.winner, i + 1, win.sequence[i]));
  }
  for (std::size_t i = 0; i < win.zones.size(); ++i) {
    lines.push_back(fmt::format("  zone {}: {} cells", i + 1, win.zones[i].size()));
  }
}

}  // namespace

std::string claim_of(const Game& game, const PlacementExplanation& e) {
  const auto wins = [](Player player) { return std::string(name_of(player)) + "-wins"; };
  if (game.over()) {
    if (game.outcome() == Outcome::draw) return "draw";
    return wins(game.outcome() == Outcome::first_wins ? Player::first : Player::second);
  }
  if (e.win) return wins(e.win->winner);
  if (!e.value) return "none";
  if (*e.value == GameValue::draw) return "draw";
  return wins(*e.value == GameValue::win ? game.to_move() : opponent(game.to_move()));
}

std::string draw_zones(const Game& game, const ForcedWin& win) {
  std::map<Cell, char> marks;
  for (std::size_t i = win.zones.size(); i > 0; --i) {
    const char digit = i < 10 ? static_cast<char>('0' + i) : '+';
    for (const Cell cell : win.zones[i - 1]) marks[cell] = digit;
  }
  return draw(game, marks);
}

std::vector<std::string> in_words(const Game& game, const PlacementExplanation& e) {
  const GameSpec& spec = game.spec();
  std::vector<std::string> lines;
  const auto move_words = [&](const Move& move) { return format_move(spec, move); };
  if (game.over()) {
    lines.push_back(
        game.outcome() == Outcome::draw
            ? "The game is over: drawn"
            : fmt::format("The game is over: {} has won", spec.colour(opponent(game.to_move()))));
    return lines;
  }
  const Player mover = game.to_move();
  const Player other = opponent(mover);
  const char* name = spec.colour(mover);
  for (const Player player : {mover, other}) {
    lines.push_back(side_words(spec, player, e.sides[static_cast<std::size_t>(player)]));
  }
  if (!e.wins_now.empty()) {
    lines.push_back(fmt::format("{} wins at once with {}", name, listed(e.wins_now, move_words)));
  } else if (e.lost_to_threats) {
    lines.push_back(fmt::format("{} cannot stop all threats", name));
  } else if (!e.defenses.empty()) {
    lines.push_back(fmt::format("{} must stop the threats: {}", name,
                                listed(e.defenses, [&](const DefenseNote& d) {
                                  return move_words(d.cells) + (d.normal ? "" : " (relaxed)");
                                })));
  }
  if (e.win) {
    lines.push_back(
        fmt::format("{} wins by threats of order {}:", spec.colour(e.win->winner), e.win->order));
    append_win(spec, *e.win, lines);
  } else if (e.no_search) {
    if (!game.moves().empty()) lines.push_back("Wins were not searched: " + *e.no_search);
  } else {
    lines.push_back(fmt::format("No win by threats of order {} or less was found{}", e.order,
                                e.complete ? "" : " within the limits"));
  }
  if (e.if_passed) {
    const std::size_t due = static_cast<std::size_t>(game.stones_due());
    lines.push_back(
        fmt::format("If {} passed, {} would win by threats of order {}{}:", name,
                    spec.colour(other), e.if_passed->order,
                    due <= e.if_passed->zones.size()
                        ? fmt::format("; so {} must put a stone into zone {}", name, due)
                        : ""));
    append_win(spec, *e.if_passed, lines);
  }
  if (e.value) {
    const std::string best = e.best.empty() ? "" : fmt::format("; best: {}", move_words(e.best));
    lines.push_back(*e.value == GameValue::draw
                        ? "The exact value is a draw" + best
                        : fmt::format("The exact value: {} wins{}",
                                      spec.colour(*e.value == GameValue::win ? mover : other),
                                      best));
  }
  return lines;
}

}  // namespace inarow
