#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>

#include "base/expects.hpp"
#include "knowledge/victor/explanation.hpp"
#include "rules/notation.hpp"
#include "rules/picture.hpp"

namespace inarow::victor {
namespace {

std::string names(const GameSpec& spec, const std::vector<Cell>& cells, const char* between) {
  std::vector<std::string> list;
  list.reserve(cells.size());
  for (const Cell cell : cells) list.push_back(cell_name(spec, cell));
  return fmt::format("{}", fmt::join(list, between));
}

// "c6, e4 or f3"
std::string enumeration(const GameSpec& spec, const std::vector<Cell>& cells, const char* last) {
  if (cells.size() < 2) return names(spec, cells, "");
  const std::vector<Cell> before(cells.begin(), cells.end() - 1);
  return fmt::format("{} {} {}", names(spec, before, ", "), last, cell_name(spec, cells.back()));
}

std::string group_list(const GameSpec& spec, const std::vector<GroupEnds>& groups) {
  std::vector<std::string> list;
  list.reserve(groups.size());
  for (const GroupEnds& group : groups) list.push_back(group_name(spec, group));
  return fmt::format("{}", fmt::join(list, ", "));
}

std::string rule_name(Rule rule) {
  std::string name = name_of(rule);
  name[0] = static_cast<char>(name[0] - 'a' + 'A');
  return name;
}

// "Claimeven f1-f2"; "Before b4-e1 with Claimeven b3-b4 and Vertical e1-e2"
std::string headline(const GameSpec& spec, const RuleNote& rule) {
  if (!rule.group)
    return fmt::format("{} {}", rule_name(rule.rule), names(spec, rule.squares, "-"));
  std::vector<std::string> parts;
  for (std::size_t i = 0; i < rule.replies.size(); ++i) {
    const Reply& reply = rule.replies[i];
    const bool column = reply.if_played.x == reply.then.x;
    if (!column && i % 2 == 1) continue;  // the pair of a Specialbefore, the other way round
    parts.push_back(fmt::format("{} {}-{}",
                                !column        ? "pair"
                                : reply.claims ? "Claimeven"
                                               : "Vertical",
                                cell_name(spec, reply.if_played), cell_name(spec, reply.then)));
  }
  return fmt::format("{} {} with {}", rule_name(rule.rule), group_name(spec, *rule.group),
                     fmt::join(parts, ", "));
}

std::string lever_text(const GameSpec& spec, const LeverNote& lever) {
  if (lever.kind == LeverKind::odd_threat) {
    return fmt::format("odd threat at {} ({} lacks only it)", cell_name(spec, lever.square),
                       group_name(spec, lever.groups[0]));
  }
  return fmt::format("threat combination: {} lacks {} and {}, {} lacks {} and {}",
                     group_name(spec, lever.groups[0]), cell_name(spec, lever.square),
                     cell_name(spec, *lever.odd), group_name(spec, lever.groups[1]),
                     cell_name(spec, lever.square), cell_name(spec, *lever.even));
}

// Every group is named once, at the first rule that stops it.
void add_rules(const GameSpec& spec, const RuleSetNote& set, std::vector<std::string>& lines) {
  std::set<GroupEnds> named;
  const auto fresh = [&](const std::vector<GroupEnds>& groups) {
    std::vector<GroupEnds> list;
    for (const GroupEnds& group : groups) {
      if (named.insert(group).second) list.push_back(group);
    }
    return group_list(spec, list);
  };
  if (set.lever) {
    const std::string groups = fresh(set.lever->solves);
    lines.push_back(fmt::format("  {}{}{}", lever_text(spec, *set.lever),
                                groups.empty() ? "" : ": stops ", groups));
  }
  for (const RuleNote& rule : set.rules) {
    const std::string groups = fresh(rule.solves);
    lines.push_back(
        fmt::format("  {}{}{}", headline(spec, rule), groups.empty() ? "" : ": stops ", groups));
  }
}

// The replies of the plan, one line for each column and one for those across columns.
void add_plan(const GameSpec& spec, const RuleSetNote& set, std::vector<std::string>& lines) {
  std::map<int, std::map<Cell, std::string>> columns;
  std::vector<std::string> across;
  for (const RuleNote& rule : set.rules) {
    for (const Reply& reply : rule.replies) {
      const std::string text = fmt::format(
          "if {} then {}{}", cell_name(spec, reply.if_played), cell_name(spec, reply.then),
          reply.and_then.empty() ? "" : " (" + reply.and_then + ")");
      if (reply.if_played.x == reply.then.x) {
        columns[reply.if_played.x][reply.if_played] = text;
      } else if (std::find(across.begin(), across.end(), text) == across.end()) {
        across.push_back(text);
      }
    }
  }
  if (set.lever) {
    const Cell square = set.lever->square;
    columns[square.x][Cell{square.x, square.y - 1}] = fmt::format(
        "if {} then {}{}", cell_name(spec, Cell{square.x, square.y - 1}), cell_name(spec, square),
        set.lever->kind == LeverKind::odd_threat ? " and wins" : "");
  }
  if (!across.empty()) lines.push_back(fmt::format("  {}", fmt::join(across, ", ")));
  for (const auto& [x, replies] : columns) {
    std::vector<std::string> list;
    for (const auto& [cell, text] : replies) list.push_back(text);
    lines.push_back(fmt::format("  {}", fmt::join(list, ", ")));
  }
  lines.emplace_back("  otherwise any square that the plan does not name");
}

void add_threats(const GameSpec& spec, const Explanation& e, std::vector<std::string>& lines) {
  for (const Player player : {Player::first, Player::second}) {
    std::vector<std::string> useful;
    std::vector<std::string> useless;
    for (const ThreatNote& threat : e.threats) {
      if (threat.player != player) continue;
      const std::string square = cell_name(spec, threat.square);
      if (threat.useful) {
        useful.push_back(fmt::format("{} ({}{}, {})", square, threat.odd ? "odd" : "even",
                                     threat.playable ? ", playable now" : "",
                                     group_name(spec, threat.group)));
      } else {
        useless.push_back(fmt::format("{} ({})", square, threat.useless_because));
      }
    }
    if (useful.empty() && useless.empty()) continue;
    std::string line = fmt::format("Threats of {}: {}", spec.colour(player),
                                   useful.empty() ? "none that is useful" : "");
    line += fmt::format("{}", fmt::join(useful, ", "));
    if (!useless.empty()) line += fmt::format("; useless: {}", fmt::join(useless, ", "));
    lines.push_back(line);
  }
}

}  // namespace

std::string claim_sentence(const GameSpec& spec, const RuleSetNote& set) {
  switch (set.claim) {
    case Claim::first_wins:
      return fmt::format(
          "White wins: the {} gives him control of the zugzwang, and his rules stop every group "
          "of Black's until Black has to open the way",
          lever_text(spec, *set.lever));
    case Claim::second_wins: {
      for (const RuleNote& rule : set.rules) {
        if (rule.rule != Rule::aftereven) continue;
        return fmt::format(
            "Black wins: his rules stop every group of White's, and with the even squares he "
            "completes {} in the end",
            group_name(spec, *rule.group));
      }
      return "Black wins";
    }
    case Claim::second_not_lose:
      return "Black cannot lose: his rules stop every group of White's";
    case Claim::none:
      break;
  }
  return "";
}

std::string group_name(const GameSpec& spec, const GroupEnds& group) {
  return cell_name(spec, group.first) + "-" + cell_name(spec, group.second);
}

std::string all_of_them(const GameSpec& spec, const std::vector<Cell>& cells) {
  EXPECTS(cells.size() > 1);
  return fmt::format("{} {}", cells.size() == 2 ? "both" : "all of",
                     enumeration(spec, cells, "and"));
}

std::vector<std::string> in_words(const Game& game, const Explanation& e) {
  const GameSpec& spec = game.spec();
  std::vector<std::string> lines;
  if (game.over()) {
    lines.push_back(
        game.outcome() == Outcome::draw
            ? "The game is over: drawn"
            : fmt::format("The game is over: {} has won", spec.colour(opponent(game.to_move()))));
    return lines;
  }
  const char* mover = spec.colour(game.to_move());
  const char* other = spec.colour(opponent(game.to_move()));
  if (!e.wins_now.empty()) {
    lines.push_back(
        fmt::format("{} wins at once at {}", mover, enumeration(spec, e.wins_now, "or")));
  } else if (e.must_stop.size() > 1) {
    lines.push_back(
        fmt::format("{} wins: {} cannot stop {}", other, mover, all_of_them(spec, e.must_stop)));
  } else if (e.must_stop.size() == 1) {
    lines.push_back(fmt::format("{} must play {}, or {} wins there", mover,
                                cell_name(spec, e.must_stop[0]), other));
  }
  if (e.set.claim != Claim::none) {
    lines.push_back(claim_sentence(spec, e.set));
  } else if (!e.rules_apply) {
    lines.push_back("The nine rules need an even number of rows; only the threats are shown");
  } else if (e.good_move) {
    lines.push_back(
        fmt::format("The rules alone do not settle this position, but after {} they do. {}",
                    cell_name(spec, *e.good_move), claim_sentence(spec, e.after_good_move)));
  } else {
    lines.push_back("The rules alone do not settle this position");
  }
  add_threats(spec, e, lines);
  lines.push_back(fmt::format("Zugzwang: {}: {}",
                              e.zugzwang ? fmt::format("{} controls it", spec.colour(*e.zugzwang))
                                         : std::string("nobody controls it for sure"),
                              e.zugzwang_because));
  if (e.set.claim != Claim::none) {
    lines.emplace_back("Rules:");
    add_rules(spec, e.set, lines);
  } else if (e.good_move) {
    lines.push_back(fmt::format("Rules after {}:", cell_name(spec, *e.good_move)));
    add_rules(spec, e.after_good_move, lines);
  } else if (!e.unsolved.empty()) {
    lines.push_back(
        fmt::format("Groups of {} that {} cannot stop by rules{}: {}", mover, other,
                    e.set.lever ? fmt::format(" (beside the {})", lever_text(spec, *e.set.lever))
                                : std::string(),
                    group_list(spec, e.unsolved)));
    if (!e.set.rules.empty()) {
      lines.emplace_back("These rules stop the others:");
      add_rules(spec, {Claim::none, std::nullopt, e.set.rules}, lines);
    }
  } else if (e.rules_apply && game.to_move() == Player::second) {
    lines.emplace_back("White has no odd threat and no threat combination to take control with");
  }
  if (e.set.claim != Claim::none && !e.plan.empty()) {
    lines.push_back(fmt::format("Plan of {}, whatever {} plays:", other, mover));
    add_plan(spec, e.set, lines);
  }
  return lines;
}

namespace {

// Replaces the empty squares of the picture that the map names.
std::string overlay(const Game& game, const std::map<Cell, char>& marks) {
  std::string picture = draw(game);
  const int height = *game.spec().drop()->height;
  std::vector<std::string> rows;
  std::size_t at = 0;
  while (at < picture.size()) {
    const std::size_t end = picture.find('\n', at);
    rows.push_back(picture.substr(at, end - at));
    if (end == std::string::npos) break;
    at = end + 1;
  }
  const std::size_t label = rows[0].find_first_of(".xo", std::to_string(height).size());
  for (const auto& [cell, mark] : marks) {
    std::string& row = rows[static_cast<std::size_t>(height - 1 - cell.y)];
    char& square = row[label + 2 * static_cast<std::size_t>(cell.x)];
    if (square == '.') square = mark;
  }
  return fmt::format("{}\n", fmt::join(rows, "\n"));
}

}  // namespace

std::string draw_plan(const Game& game, const RuleSetNote& set) {
  std::map<Cell, char> marks;
  char letter = 'a';
  // Letters for the plan's pairs; equal pairs of different rules share theirs.
  const auto pair = [&](Cell from, Cell to, bool claims) {
    if (marks.contains(from) || marks.contains(to)) return;
    marks[from] = letter;
    marks[to] = claims ? static_cast<char>(letter - 'a' + 'A') : letter;
    letter = letter == 'z' ? 'a' : static_cast<char>(letter + 1);
  };
  for (const RuleNote& rule : set.rules) {
    for (const Reply& reply : rule.replies) {
      pair(reply.if_played, reply.then, reply.claims);
    }
  }
  if (set.lever) {
    marks[set.lever->square] = '!';
    if (set.lever->odd) marks[*set.lever->odd] = '!';
    if (set.lever->even) marks[*set.lever->even] = '!';
  }
  return overlay(game, marks);
}

std::string draw_threats(const Game& game, const Explanation& e) {
  std::map<Cell, char> marks;
  for (const ThreatNote& threat : e.threats) {
    const char mark = threat.player == Player::first ? '!' : '*';
    char& at = marks[threat.square];
    at = at == 0 || at == mark ? mark : '#';
  }
  return overlay(game, marks);
}

}  // namespace inarow::victor
