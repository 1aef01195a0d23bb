#include "answer/words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

#include "base/quote.hpp"
#include "rules/notation.hpp"
#include "rules/picture.hpp"

namespace inarow {
namespace {

std::string moves_text(const GameSpec& spec, const std::vector<Move>& moves) {
  std::string text;
  for (const Move& move : moves) text.append(1, ' ').append(format_move(spec, move));
  return text;
}

// "on drop:7x6 after d1 d2"
std::string position_text(const Game& game) {
  return fmt::format("on {}{}{}", game.spec().to_string(), game.moves().empty() ? "" : " after",
                     moves_text(game.spec(), game.moves()));
}

const char* winner_colour(const Game& game, GameValue value) {
  return game.spec().colour(value == GameValue::win ? game.to_move() : opponent(game.to_move()));
}

// By the methods victor and proof-number.
std::string claim_words(RuleClaim claim) {
  switch (claim) {
    case RuleClaim::first_wins:
      return "White wins";
    case RuleClaim::second_not_lose:
      return "Black at least draws (whether he wins, this method does not ask)";
    case RuleClaim::none:
      break;
  }
  return "unknown: stopped before an answer was found";
}

std::string bounds_words(const Game& game, const Bounds& bounds) {
  return fmt::format("proved so far: the score of {} is between {} and {}",
                     game.spec().colour(game.to_move()), bounds.lower, bounds.upper);
}

std::string unknown_words(const Game& game, const Answer& a) {
  if (!a.obstacle.empty()) return "unknown: " + a.obstacle;
  if (a.searched_order) {
    return fmt::format("{}no win by threats of order {} or less found",
                       a.complete ? "" : "stopped: ", *a.searched_order);
  }
  if (a.source == Source::strategy && a.bounds) {
    if (a.bounds->lower == 0) return "the player to move cannot lose; whether he wins is unknown";
    if (a.bounds->upper == 0) return "the player to move cannot win; whether he loses is unknown";
    return "unknown: neither side has a strategy here that is known not to lose";
  }
  if (a.bounds) return "unknown; " + bounds_words(game, *a.bounds);
  return "unknown: stopped before the value was proved";
}

std::string value_words(const Game& game, const Answer& a) {
  if (a.by_rules) return claim_words(a.by_rules->claim);
  if (game.over()) {
    return game.outcome() == Outcome::draw
               ? "the game is over: drawn"
               : fmt::format("the game is over: {} has won",
                             game.spec().colour(opponent(game.to_move())));
  }
  if (!a.value) return unknown_words(game, a);
  if (*a.value == GameValue::draw) {
    return a.source == Source::strategy ? "draw: both sides have a strategy that never loses"
                                        : "draw";
  }
  std::string text = fmt::format("{} wins", winner_colour(game, *a.value));
  if (a.threat) text += fmt::format(" by threats of order {}", a.threat->order);
  if (a.score) {
    text += fmt::format(" with move {}, in {} plies (score {})",
                        game.stone_count() + *a.plies_to_end, *a.plies_to_end, *a.score);
  } else if (a.bounds) {
    text += "; " + bounds_words(game, *a.bounds);
  }
  return text;
}

// "pass (any move)", "b2 and any other", "b2c3"
std::string defense_text(const GameSpec& spec, const OpenDefense& defense) {
  if (defense.stones.empty()) return "pass (any move)";
  const std::string text = format_move(spec, defense.stones);
  return defense.free == 0 ? text : text + " and any other";
}

std::string defenses_words(const Game& game, const Answer& a) {
  const GameSpec& spec = game.spec();
  const Defenses& d = *a.defenses;
  const char* defender = spec.colour(game.to_move());
  if (a.value == GameValue::win) {
    return fmt::format("{} wins at once: {}\n", defender, format_move(spec, d.open[0].stones));
  }
  std::string text;
  if (a.value == GameValue::loss) {
    text = fmt::format("every move of {} is refuted: {} wins\n", defender,
                       spec.colour(opponent(game.to_move())));
  } else {
    text = fmt::format("{}moves of {} that are not refuted by threats of order {}:\n",
                       d.complete ? "" : "stopped; so far, ", defender, d.order);
    for (const OpenDefense& defense : d.open) {
      text += fmt::format("  {}\n", defense_text(spec, defense));
    }
  }
  const auto smaller = std::count_if(d.refuted.begin(), d.refuted.end(),
                                     [](const RefutedDefense& r) { return r.free > 0; });
  return text +
         fmt::format("refuted: {} with stones left out, {} whole moves, all others by zones\n",
                     smaller, static_cast<std::ptrdiff_t>(d.refuted.size()) - smaller);
}

std::string table_words(const Game& game, const MoveTable& table) {
  const GameSpec& spec = game.spec();
  std::string text;
  if (spec.drop() != nullptr) {
    for (const MoveValue& m : table.moves) {
      const std::string value = m.claim   ? claim_words(*m.claim)
                                : m.value ? name_of(*m.value)
                                          : "unknown";
      text += fmt::format("  {}: {}{}\n", format_move(spec, m.move), value,
                          m.score ? fmt::format(" {:+}", *m.score) : "");
    }
    return text;
  }
  for (const std::optional<GameValue> value :
       {std::optional(GameValue::win), std::optional(GameValue::draw),
        std::optional(GameValue::loss), std::optional<GameValue>()}) {
    std::vector<Move> moves;
    for (const MoveValue& m : table.moves) {
      if (m.value == value) moves.push_back(m.move);
    }
    if (moves.empty()) continue;
    text += fmt::format("{}{}:{}\n", value ? name_of(*value) : "unknown",
                        table.stones ? " (first stones)" : "", moves_text(spec, moves));
  }
  return text;
}

// "1. d1 d2 2. d3 d4", from a position with so many moves made.
std::string numbered(const GameSpec& spec, const MoveList& moves, std::size_t made) {
  std::string text;
  for (std::size_t i = 0; i < moves.size(); ++i) {
    const std::size_t ply = made + i;
    if (i > 0) text += ' ';
    if (ply % 2 == 0 || i == 0) {
      text += fmt::format("{}. {}", ply / 2 + 1, ply % 2 == 0 ? "" : "... ");
    }
    text += format_move(spec, moves[i]);
  }
  return text;
}

std::string rules_words(const Game& game, const Answer& a) {
  const RuleProof& r = *a.by_rules;
  std::string text =
      fmt::format("{}, {} evaluations by the rules, {} positions expanded, {} in the table",
                  a.source == Source::proof_number ? "proof-number search" : "three-level search",
                  r.evaluations, a.nodes, r.table);
  if (r.trees) text += fmt::format(", {} trees of up to {} positions", *r.trees, *r.largest_tree);
  text += fmt::format(", {:.3f} s\n", a.seconds);
  if (!r.line_positions) return text;
  text += fmt::format("lines of the proof: {} positions with {} to move, {} positions to look up\n",
                      *r.line_positions, r.claim == RuleClaim::first_wins ? "White" : "Black",
                      *r.book_positions);
  if (!r.critical_lines.empty()) {
    text += "the hardest line after each answer, until the rules decide:\n";
  }
  for (const CriticalLine& line : r.critical_lines) {
    text += fmt::format("  {}\n", numbered(game.spec(), line.moves, game.moves().size()));
  }
  return text;
}

std::string estimate_words(const Game& game, const Estimate& estimate) {
  const GameSpec& spec = game.spec();
  std::string text = fmt::format("estimate (no proof): {} wins with a chance of {:.0f} %",
                                 spec.colour(game.to_move()), 100 * estimate.win);
  if (!estimate.line.empty()) text += "; plays" + moves_text(spec, estimate.line);
  text += "\n";
  for (const EstimatedMove& move : estimate.moves) {
    text += fmt::format("  {:3.0f} %{}\n", 100 * move.win, moves_text(spec, move.line));
  }
  return text;
}

const char* source_words(const Game& game, Source source) {
  switch (source) {
    case Source::book:
      return "book";
    case Source::threat:
      return "threat search";
    case Source::strategy:
      return "strategies";
    default:
      return game.spec().drop() != nullptr ? "alpha-beta search" : "depth-first search";
  }
}

std::string claim_words(const Game& game, const ProofReport& p) {
  const std::string player = fmt::format("the {} player", name_of(p.player));
  if (p.claim == "not-lose") return player + " does not lose";
  if (p.claim == "score") return fmt::format("the score of {} is {}", player, p.score.value_or(0));
  if (p.claim == "value") {
    if (!p.score) return "somebody wins";
    if (*p.score == 0) return "the game is a draw";
    const Player winner = *p.score > 0 ? p.player : opponent(p.player);
    return fmt::format("the {} player wins", name_of(winner));
  }
  (void)game;
  const int score = p.score.value_or(1);
  return player + " wins" + (score > 1 ? fmt::format(" with a score of at least {}", score) : "");
}

// What holds instead of a false claim.
std::string truth_words(const Game& game, const ProofReport& p) {
  if (!p.value || *p.value == GameValue::draw) return "the game is a draw";
  const Player winner = *p.value == GameValue::win ? game.to_move() : opponent(game.to_move());
  std::string text = fmt::format("the {} player wins", name_of(winner));
  if (p.true_score) text += fmt::format(" with a score of {}", std::abs(*p.true_score));
  return text;
}

std::string leaves_words(const ProofReport& p) {
  if (!p.form.empty()) return fmt::format("{} leaves", p.wins + p.held + p.dead);
  return fmt::format("leaves: {} wins, {} held, {} dead, {} by rules; {} repeats", p.wins, p.held,
                     p.dead, p.rule_leaves, p.repeats);
}

}  // namespace

std::string in_words(const Game& game, const Answer& a) {
  const GameSpec& spec = game.spec();
  if (a.defenses) {
    return defenses_words(game, a) +
           fmt::format("threat search, {} nodes, {:.3f} s\n", a.nodes, a.seconds);
  }
  std::string text = value_words(game, a);
  text += "\n";
  if (a.best && !a.best->empty() && (!a.moves || spec.drop() != nullptr)) {
    text += fmt::format("best:{}\n", moves_text(spec, *a.best));
  }
  if (a.moves) text += table_words(game, *a.moves);
  if (a.line && !a.line->empty()) text += fmt::format("line:{}\n", moves_text(spec, *a.line));
  if (a.threat) {
    for (std::size_t i = 0; i < a.threat->zones.size(); ++i) {
      text += fmt::format("zone {}: {} cells\n", i + 1, a.threat->zones[i].size());
    }
  }
  if (a.estimate) text += estimate_words(game, *a.estimate);
  if (!a.axioms.empty() && a.proved()) text += fmt::format("taken on trust: {}\n", a.axioms[0]);
  if (a.by_rules) return text + rules_words(game, a);
  return text +
         fmt::format("{}, {} nodes, {:.3f} s\n", source_words(game, a.source), a.nodes, a.seconds);
}

std::string in_words(const Game& game, const ProofReport& p) {
  const std::string where = position_text(game);
  switch (p.ending) {
    case ProofEnding::written:
      return fmt::format("proved: {} {}{}\n{}: {} bytes; {} positions; {}; {:.3f} s\n", where,
                         claim_words(game, p),
                         p.form == "zones"  ? ", by threats with relevance zones"
                         : p.form == "tree" ? ", by all moves"
                                            : "",
                         printable(p.file), p.bytes, p.positions, leaves_words(p), p.seconds);
    case ProofEnding::false_claim:
      return fmt::format("false: {} it is not so that {}; {}\n", where, claim_words(game, p),
                         truth_words(game, p));
    case ProofEnding::not_found:
      return fmt::format(
          "not found: {} no proof that {} by threats of order {} or less; no file was written\n",
          where, claim_words(game, p), p.order);
    case ProofEnding::impossible:
      return fmt::format("no certificate: {}\n", p.reason);
    case ProofEnding::stopped:
      break;
  }
  return fmt::format("stopped: {} nothing is proved; no file was written\n", where);
}

std::string in_words(const StrategyProof& p) {
  switch (p.ending) {
    case ProofEnding::written:
      return fmt::format("proved: {}\n{}: {} bytes; {} positions; {:.3f} s\n", p.text,
                         printable(p.file), p.bytes, p.positions, p.seconds);
    case ProofEnding::stopped:
      return p.text.empty() ? "stopped: nothing is proved; no file was written\n" : p.text + "\n";
    default:
      return p.text + "\n";
  }
}

std::string in_words(const Game& game, const Why& why) {
  std::string text;
  std::vector<std::string> lines;
  if (const auto* e = std::get_if<victor::Explanation>(&why.reasons)) {
    if (!game.over() && e->good_move && e->set.claim == victor::Claim::none) {
      Game next = game;
      (void)next.play({*e->good_move});
      text = victor::draw_plan(next, e->after_good_move);
    } else {
      text = e->set.claim != victor::Claim::none ? victor::draw_plan(game, e->set)
                                                 : victor::draw_threats(game, *e);
    }
    lines = victor::in_words(game, *e);
    // The verdict leads.
    std::vector<std::string> first;
    if (why.plans) first = in_words(game, *why.plans);
    if (why.why_not) first = in_words(game, *why.why_not);
    if (!first.empty()) {
      first.emplace_back();
      lines.insert(lines.begin(), first.begin(), first.end());
    }
  } else {
    const auto& p = std::get<PlacementExplanation>(why.reasons);
    // The zones of a win against a pass say more than those of the position before it.
    const ForcedWin* win = p.if_passed ? &*p.if_passed : p.win ? &*p.win : nullptr;
    text = win != nullptr ? draw_zones(game, *win) : draw(game);
    lines = in_words(game, p);
  }
  text += "\n";
  for (const std::string& line : lines) text += line + "\n";
  if (why.estimate) text += estimate_words(game, *why.estimate);
  return text;
}

std::string in_words(const Game& game, const WorkStatus& status, double seconds) {
  if (!status.stage.empty()) return status.stage;
  if (status.bound > 0) {
    return fmt::format("bound {}: {:.1f} % proved, {} positions, {} rule leaves", status.bound,
                       100 * status.done, status.positions, status.rule_leaves);
  }
  const double millions = static_cast<double>(status.nodes) / 1e6;
  std::string text;
  if (game.spec().drop() != nullptr && game.spec().cells()) {
    const int cells = *game.spec().cells();
    text = fmt::format("score in [{}, {}], ", std::max(status.lower.value_or(-cells), -cells),
                       std::min(status.upper.value_or(cells), cells));
  } else if (status.order > 0) {
    text = fmt::format("threats of order {}, ", status.order);
  }
  text += fmt::format("{:.1f} M nodes, {:.1f} M nodes/s", millions, millions / seconds);
  if (!status.line.empty()) text += ", line";
  for (const Move& move : status.line) {
    text.append(1, ' ').append(column_name(Column{move[0].x}));
  }
  return text;
}

}  // namespace inarow
