// The JSON of reasons (docs/formats/explain.md): rules, threats and zugzwang of drop games;
// threats, defenses, forced wins and zones of placement games.

#include "answer/codec.hpp"
#include "answer/estimate_json.hpp"
#include "answer/json_fields.hpp"
#include "answer/rule_json.hpp"
#include "answer/why_fields.hpp"
#include "answer/words.hpp"
#include "knowledge/victor/rule_list.hpp"

namespace inarow {

namespace victor {
namespace {

template <class J, class T>
void name(J& j, const char* field, T& value, int count) {
  if constexpr (J::writing) {
    j.field(field, name_of(value));
  } else {
    std::string text;
    j.field(field, text);
    if (!j.ok()) return;
    for (int i = 0; i < count; ++i) {
      if (text != name_of(static_cast<T>(i))) continue;
      value = static_cast<T>(i);
      return;
    }
    j.complain(JsonReader::wrong(field));
  }
}

constexpr int claim_count = 4;

template <class J>
void optional_ends(J& j, const char* field, std::optional<GroupEnds>& group) {
  if constexpr (J::writing) {
    if (group) j.ends(field, *group);
  } else {
    if (j.has(field)) j.ends(field, group.emplace());
  }
}

template <class J>
void optional_cell(J& j, const char* field, std::optional<Cell>& cell) {
  if constexpr (J::writing) {
    if (cell) j.cell(field, *cell);
  } else {
    if (j.has(field)) j.cell(field, cell.emplace());
  }
}

template <class J>
void optional_cells(J& j, const char* field, std::vector<Cell>& cells) {
  if constexpr (J::writing) {
    if (!cells.empty()) j.cells(field, cells);
  } else {
    if (j.has(field)) j.cells(field, cells);
  }
}

}  // namespace

template <class J>
void describe(J& j, RuleNote& rule) {
  name(j, "rule", rule.rule, rule_count);
  j.cells("squares", rule.squares);
  optional_ends(j, "group", rule.group);
  optional_cells(j, "special", rule.special);
  j.end_lists("solves", rule.solves);
}

template <class J>
void describe(J& j, LeverNote& lever) {
  const char* const odd_threat = "odd-threat";
  if constexpr (J::writing) {
    const bool odd = lever.kind == LeverKind::odd_threat;
    j.field("kind", odd ? odd_threat : "threat-combination");
  }
  j.cell("square", lever.square);
  optional_cell(j, "odd", lever.odd);
  optional_cell(j, "even", lever.even);
  if constexpr (!J::writing) {
    std::string kind;
    j.field("kind", kind);
    const bool above = lever.odd && lever.even && lever.even->y > lever.odd->y;
    lever.kind = kind == odd_threat ? LeverKind::odd_threat
                 : above            ? LeverKind::combination_above
                                    : LeverKind::combination_below;
  }
  if (lever.kind != LeverKind::odd_threat) j.field("base", lever.base);
  j.end_lists("groups", lever.groups);
  j.end_lists("solves", lever.solves);
}

template <class J>
void describe(J& j, ThreatNote& threat) {
  j.player("player", threat.player);
  j.cell("square", threat.square);
  if constexpr (J::writing) {
    j.field("parity", threat.odd ? "odd" : "even");
  } else {
    std::string parity;
    j.field("parity", parity);
    threat.odd = parity == "odd";
  }
  j.field("useful", threat.useful);
  j.field("playable", threat.playable);
  j.ends("group", threat.group);
  j.unless_empty("useless_because", threat.useless_because);
}

// A good move and what the rules establish after it.
struct GoodMove {
  Cell move;
  RuleSetNote set;
};

template <class J>
void describe(J& j, GoodMove& good) {
  j.cell("move", good.move);
  name(j, "claim", good.set.claim, claim_count);
  j.field("rules", good.set.rules);
  j.optional("lever", good.set.lever);
}

// Without a claim the set is only the one that solves most: then its parts have other names.
template <class J>
void describe_set(J& j, RuleSetNote& set) {
  name(j, "claim", set.claim, claim_count);
  const bool claimed = set.claim != Claim::none;
  j.derived("proved", claimed);
  if (claimed) {
    j.field("rules", set.rules);
    j.optional("lever", set.lever);
  } else {
    j.derived("rules", std::vector<RuleNote>{});
    j.unless_empty("partial_rules", set.rules);
    j.optional("partial_lever", set.lever);
  }
}

template <class J>
void describe(J& j, Explanation& e) {
  describe_set(j, e.set);
  j.field("threats", e.threats);
  if constexpr (J::writing) {
    j.field("zugzwang", e.zugzwang ? name_of(*e.zugzwang) : "none");
  } else {
    std::string zugzwang;
    j.field("zugzwang", zugzwang);
    if (zugzwang == "first") e.zugzwang = Player::first;
    if (zugzwang == "second") e.zugzwang = Player::second;
  }
  j.field("zugzwang_because", e.zugzwang_because);
  j.end_lists("unsolved", e.unsolved);
  if (e.set.claim != Claim::none) {
    j.field("plan", e.plan);
  } else {
    j.derived("plan", std::vector<std::string>{});
  }
  optional_cells(j, "wins_now", e.wins_now);
  optional_cells(j, "must_stop", e.must_stop);
  std::optional<GoodMove> after;
  if (e.good_move) after = GoodMove{*e.good_move, e.after_good_move};
  j.optional("after", after);
  if (after) {
    e.good_move = after->move;
    e.after_good_move = after->set;
  }
}

}  // namespace victor

template <class J>
void describe(J& j, DropVerdict& v) {
  j.value("value", v.value);
  j.nullable("score", v.score);
  j.nullable("plies_to_end", v.plies_to_end);
}

template <class J>
void settled_name(J& j, const char* field, SettledBy& by) {
  victor::name(j, field, by, settled_by_count);
}

template <class J>
void describe(J& j, SettledNote& settled) {
  settled_name(j, "by", settled.by);
  victor::optional_cells(j, "squares", settled.squares);
  if (settled.by != SettledBy::rules) return;
  victor::name(j, "claim", settled.set.claim, victor::claim_count);
  j.field("rules", settled.set.rules);
  j.optional("lever", settled.set.lever);
  j.field("plan", settled.plan);
}

template <class J>
void describe(J& j, TryNote& other) {
  j.field("at", other.at);
  j.move("move", other.move);
  j.moves("line", other.line);
  settled_name(j, "ends", other.ends);
  j.field("positions", other.positions);
}

template <class J>
void describe(J& j, PlanNote& plan) {
  j.player("player", plan.player);
  j.field("wins", plan.wins);
  j.moves("line", plan.line);
  j.field("settled", plan.settled);
  j.field("tries", plan.tries);
  j.field("positions", plan.positions);
  j.field("rule_leaves", plan.rule_leaves);
  j.field("complete", plan.complete);
}

template <class J>
void describe_reason(J& j, const Game& game, DropReason& reason) {
  j.field("verdict", reason.verdict);
  j.derived("winner", std::string(winner_name(game, reason.verdict.value)));
  j.field("reasons", reason.plans);
  j.field("reason_complete", reason.complete);
  if constexpr (J::writing) j.field("words", in_words(game, reason));
}

// What becomes of a move: an object of its own, about the position after it.
void write_why_not(JsonWriter& j, const Game& game, const WhyNotNote& note) {
  Game after = game;
  (void)after.play(note.move);
  j.key("why_not");
  std::string& out = j.out();
  out += '{';
  WhyNotNote copy = note;
  j.move("move", copy.move);
  j.field("before", copy.before);
  describe_reason(j, after, copy.after);
  j.field("sentence", in_words(game, note)[0]);
  out += '}';
}

void read_why_not(const nlohmann::json& object, const Game& game, WhyNotNote& note,
                  std::string& error) {
  JsonReader j(object, game.spec(), error);
  j.move("move", note.move);
  j.field("before", note.before);
  Game after = game;
  if (j.ok() && !after.play(note.move)) j.complain("move is not as it must be");
  if (j.ok()) describe_reason(j, after, note.after);
}

// What a segment's JSON has: its ends and the cells that it lacks.
template <class J>
void describe(J& j, SegmentNote& segment) {
  if constexpr (J::writing) {
    j.ends("ends", {segment.cells.front(), segment.cells.back()});
    j.field("stones", segment.cells.size() - segment.empty.size());
  } else {
    std::pair<Cell, Cell> ends;
    j.ends("ends", ends);
    // All cells between the ends.
    const auto sign = [](int n) { return n > 0 ? 1 : n < 0 ? -1 : 0; };
    const Cell step{sign(ends.second.x - ends.first.x), sign(ends.second.y - ends.first.y)};
    const int k = j.spec().k();
    for (int i = 0; i < k; ++i) {
      segment.cells.push_back({ends.first.x + i * step.x, ends.first.y + i * step.y});
    }
    if (j.ok() && segment.cells.back() != ends.second) j.complain("ends are not k cells apart");
  }
  j.cells("empty", segment.empty);
}

template <class J>
void describe(J& j, SideNote& side) {
  j.field("count", side.threats);
  j.derived("more_than_p", side.threats > j.spec().placement()->p);
  j.field("segments", side.threat_segments);
  j.field("building", side.building);
}

template <class J>
void describe(J& j, DefenseNote& defense) {
  j.cells("cells", defense.cells);
  j.field("normal", defense.normal);
}

template <class J>
void describe(J& j, WinStep& step) {
  j.cells("move", step.move);
  j.field("threats", step.threats);
  j.field("completes", step.completes);
  j.cell_lists("defenses", step.defenses);
  j.cells("answer", step.answer);
}

template <class J>
void describe(J& j, DefenseTry& other) {
  j.field("step", other.step);
  j.cells("defense", other.defense);
  j.cell_lists("line", other.line);
  j.field("ends", other.ends);
}

template <class J>
void describe(J& j, ForcedWin& win) {
  j.player("winner", win.winner);
  j.field("order", win.order);
  j.cells("move", win.move);
  j.cell_lists("zones", win.zones);
  j.field("sequence", win.sequence);
  j.unless_empty("tries", win.tries);
}

struct BothSides {
  SideNote& first;
  SideNote& second;
};
template <class J>
void describe(J& j, BothSides& sides) {
  j.field("first", sides.first);
  j.field("second", sides.second);
}

template <class J>
void describe_placement(J& j, const Game& game, PlacementExplanation& e) {
  const std::string claim = claim_of(game, e);
  j.derived("stones_due", game.over() ? 0 : game.stones_due());
  j.derived("claim", claim);
  j.derived("proved", claim != "none");
  BothSides sides{e.sides[0], e.sides[1]};
  j.field("threats", sides);
  j.cell_lists("wins_now", e.wins_now);
  j.field("defenses", e.defenses);
  j.nullable("win", e.win);
  j.nullable("if_passed", e.if_passed);
  if constexpr (J::writing) {
    const auto due = static_cast<std::size_t>(game.stones_due());
    if (e.if_passed && due <= e.if_passed->zones.size()) {
      j.cells("must_touch", e.if_passed->zones[due - 1]);
    } else {
      j.nullable("must_touch", std::optional<int>());
    }
    j.nullable("value", e.value ? std::optional(std::string(name_of(*e.value))) : std::nullopt);
  } else {
    const auto* value = j.find("value");
    if (value != nullptr && !value->is_null()) j.value("value", e.value);
    const Player other = opponent(game.to_move());
    e.lost_to_threats =
        e.sides[static_cast<std::size_t>(other)].threats > j.spec().placement()->p &&
        e.wins_now.empty();
  }
  j.cells("best", e.best);
  j.field("order", e.order);
  j.field("complete", e.complete);
  j.optional("not_searched_because", e.no_search);
  if constexpr (J::writing) j.field("words", in_words(game, e));
}

std::string why_json(const Game& game, const Why& why) {
  std::string text = "{";
  JsonWriter j(text, game.spec());
  j.field("game", game.spec().to_string());
  j.field("moves", format_moves(game.spec(), game.moves()));
  j.player("to_move", game.to_move());
  auto& reasons = const_cast<Why&>(why).reasons;  // NOLINT(cppcoreguidelines-pro-type-const-cast)
  if (auto* rules = std::get_if<victor::Explanation>(&reasons)) {
    victor::describe(j, *rules);
    if (why.plans)
      describe_reason(
          j, game, *const_cast<Why&>(why).plans);  // NOLINT(cppcoreguidelines-pro-type-const-cast)
    if (why.why_not) write_why_not(j, game, *why.why_not);
  } else {
    describe_placement(j, game, std::get<PlacementExplanation>(reasons));
  }
  j.optional("estimate", why.estimate);
  return text + "}";
}

std::shared_ptr<const Why> read_why(const nlohmann::json& object, const Game& game,
                                    std::string& error) {
  if (!error.empty()) return nullptr;
  JsonReader j(object, game.spec(), error);
  auto why = std::make_shared<Why>();
  if (game.spec().drop() != nullptr) {
    victor::describe(j, why->reasons.emplace<victor::Explanation>());
    if (j.has("verdict")) describe_reason(j, game, why->plans.emplace());
    if (j.has("why_not")) {
      read_why_not(*j.find("why_not"), game, why->why_not.emplace(), error);
    }
  } else {
    describe_placement(j, game, why->reasons.emplace<PlacementExplanation>());
  }
  j.optional("estimate", why->estimate);
  return error.empty() ? why : nullptr;
}

std::string rule_list_json(const Game& game, const victor::RuleList& list) {
  std::string text = "{";
  JsonWriter j(text, game.spec());
  j.field("game", game.spec().to_string());
  j.field("moves", format_moves(game.spec(), game.moves()));
  j.end_lists("problems", list.problems);
  j.field("rules", list.rules);
  return text + "}";
}

std::string choice_json(const Game& game, const victor::ChoiceCheck& check) {
  std::string text = "{";
  JsonWriter j(text, game.spec());
  j.field("game", game.spec().to_string());
  j.field("moves", format_moves(game.spec(), game.moves()));
  j.field("claim", victor::name_of(check.claim));
  j.field("proved", check.claim != victor::Claim::none);
  j.field("unknown", check.unknown);
  std::vector<std::vector<int>> clashes;
  clashes.reserve(check.clashes.size());
  for (const auto& [a, b] : check.clashes) clashes.push_back({a, b});
  j.field("clashes", clashes);
  j.end_lists("unsolved", check.unsolved);
  return text + "}";
}

}  // namespace inarow
