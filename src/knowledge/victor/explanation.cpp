#include "knowledge/victor/explanation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "knowledge/victor/verdict.hpp"
#include "rules/notation.hpp"

namespace inarow::victor {

class Explainer::Impl {
 public:
  Impl() = default;
  Impl(const Impl&) = delete;
  Impl& operator=(const Impl&) = delete;
  virtual ~Impl() = default;
  virtual Explanation explain(const Game& game, const StopToken* stop) = 0;
};

namespace {

Cell up(Cell cell, int rows = 1) { return Cell{cell.x, cell.y + rows}; }
bool is_odd(Cell cell) { return cell.y % 2 == 0; }  // rows are counted from 1
bool good_parity(const ThreatNote& threat) {
  return threat.odd == (threat.player == Player::first);
}

// Cells by column, from the bottom.
std::map<int, std::vector<Cell>> by_column(const std::vector<Cell>& cells) {
  std::map<int, std::vector<Cell>> columns;
  for (const Cell cell : cells) columns[cell.x].push_back(cell);
  for (auto& [x, list] : columns) std::sort(list.begin(), list.end());
  return columns;
}

// Allis 3.1 to 3.3: a threat is useless if its square will never be played, or only after it has
// been refuted.
void find_useless(const GameSpec& spec, std::vector<ThreatNote>& threats) {
  const bool even_height = *spec.drop()->height % 2 == 0;
  for (ThreatNote& threat : threats) {
    for (const ThreatNote& lower : threats) {
      if (lower.square.x != threat.square.x || lower.square.y >= threat.square.y) continue;
      const std::string name = cell_name(spec, lower.square);
      const bool both = std::any_of(threats.begin(), threats.end(), [&](const ThreatNote& other) {
        return other.square == lower.square && other.player != lower.player;
      });
      if (both) {
        threat.useless_because = fmt::format("both players win at {} below it", name);
      } else if (lower.player != threat.player && lower.square == up(threat.square, -1)) {
        threat.useless_because =
            fmt::format("{} wins at {} directly below it", spec.colour(lower.player), name);
      } else if (even_height && lower.player != threat.player && good_parity(lower)) {
        threat.useless_because =
            fmt::format("the lower {} threat {} of {} decides the column",
                        lower.odd ? "odd" : "even", name, spec.colour(lower.player));
      } else {
        continue;
      }
      threat.useful = false;
      break;
    }
  }
}

// Who controls the zugzwang by the threats of the moment (3.3, 4.2, 4.3).
void judge_zugzwang(const GameSpec& spec, Explanation& e) {
  if (e.set.claim == Claim::first_wins) {
    e.zugzwang = Player::first;
    e.zugzwang_because =
        e.set.lever->kind == LeverKind::odd_threat
            ? fmt::format(
                  "White's odd threat at {} leaves an odd number of squares that Black "
                  "dare not open",
                  cell_name(spec, e.set.lever->square))
            : fmt::format("White's threat combination around {} gives him an odd threat or wins",
                          cell_name(spec, e.set.lever->square));
    return;
  }
  if (e.set.claim != Claim::none) {
    e.zugzwang = Player::second;
    e.zugzwang_because =
        "every threat that White could make is answered, so Black follows to the end";
    return;
  }
  if (*spec.drop()->height % 2 != 0) {
    e.zugzwang_because = "the columns have an odd number of squares, so filling one changes it";
    return;
  }
  std::set<int> white_odd;
  std::set<int> black_odd;
  for (const ThreatNote& threat : e.threats) {
    if (threat.useful && threat.odd && !threat.playable) {
      (threat.player == Player::first ? white_odd : black_odd).insert(threat.square.x);
    }
  }
  if (white_odd.empty()) {
    e.zugzwang = Player::second;
    e.zugzwang_because = "White has no odd threat, and follow-up gives Black the even squares";
  } else if (black_odd.empty() && white_odd.size() % 2 == 1) {
    e.zugzwang = Player::first;
    e.zugzwang_because = "White has an odd threat, and Black has none to set against it";
  } else {
    e.zugzwang_because =
        "odd threats stand against each other, so the column that is opened "
        "first decides";
  }
}

std::vector<std::string> plan_lines(const GameSpec& spec, const RuleSetNote& set) {
  std::vector<std::string> plan;
  const auto add = [&](const std::string& line) {
    if (std::find(plan.begin(), plan.end(), line) == plan.end()) plan.push_back(line);
  };
  if (set.lever && set.lever->kind == LeverKind::odd_threat) {
    const Cell square = set.lever->square;
    add(fmt::format("if {} then {} (wins)", cell_name(spec, up(square, -1)),
                    cell_name(spec, square)));
  } else if (set.lever) {
    add(fmt::format("if {} then {}", cell_name(spec, up(set.lever->square, -1)),
                    cell_name(spec, set.lever->square)));
  }
  for (const RuleNote& rule : set.rules) {
    for (const Reply& reply : rule.replies) {
      add(fmt::format("if {} then {}{}", cell_name(spec, reply.if_played),
                      cell_name(spec, reply.then),
                      reply.and_then.empty() ? "" : " (" + reply.and_then + ")"));
    }
  }
  return plan;
}

}  // namespace

template <class B>
class Explainer::ImplFor final : public Explainer::Impl {
 public:
  using Word = typename B::Word;

  explicit ImplFor(const DropSpec& spec) : board_(spec) {
    if (!board_.even_height()) return;
    evaluator_.emplace(board_);
    evaluator_->prefer_simple(true);
    evaluator_->set_budget(20 * Evaluator<B>::default_budget);
  }

  Explanation explain(const Game& game, const StopToken* stop) override {
    spec_ = &game.spec();
    if (evaluator_) evaluator_->set_stop(stop);
    Explanation e;
    const Position<B> position = position_of(board_, game);
    if (game.over()) {
      e.rules_apply = false;
      e.set.claim = game.outcome() == Outcome::first_wins    ? Claim::first_wins
                    : game.outcome() == Outcome::second_wins ? Claim::second_wins
                                                             : Claim::second_not_lose;
      e.zugzwang_because = "the game is over";
      return e;
    }
    find_threats(position, e);
    e.rules_apply = evaluator_.has_value();
    if (e.rules_apply) e.set = claim_for(position);
    if (e.rules_apply && e.set.claim == Claim::none) {
      leave_unsolved(position, e);
      find_good_move(position, e);
      e.complete = !stopped(stop);
    }
    judge_zugzwang(*spec_, e);
    e.plan = plan_lines(*spec_, e.set);
    return e;
  }

 private:
  Cell cell(Word square) const { return board_.cell(square); }
  std::vector<Cell> cells(Word squares) const {
    std::vector<Cell> list;
    for_each_square(squares, [&](Word square) { list.push_back(cell(square)); });
    return list;
  }
  GroupEnds ends(int group) const {
    return {board_.group_cells(group).front(), board_.group_cells(group).back()};
  }
  std::vector<GroupEnds> all_ends(const typename B::Groups& groups) const {
    std::vector<GroupEnds> list;
    groups.for_each([&](int group) { list.push_back(ends(group)); });
    return list;
  }

  void find_threats(const Position<B>& position, Explanation& e) const {
    const Word landing = board_.landing_squares(position.stones());
    std::set<std::pair<Cell, Player>> seen;
    for (int group = 0; group < board_.group_count(); ++group) {
      for (const Player player : {Player::first, Player::second}) {
        const Word own = player == Player::first ? position.first : position.second;
        const Word missing = board_.group(group) & static_cast<Word>(~own);
        if (missing == 0 || more_than_one(missing) || (missing & position.stones()) != 0) continue;
        if (!seen.insert({cell(missing), player}).second) continue;
        ThreatNote threat;
        threat.player = player;
        threat.square = cell(missing);
        threat.group = ends(group);
        threat.odd = is_odd(threat.square);
        threat.playable = (missing & landing) != 0;
        e.threats.push_back(threat);
      }
    }
    std::sort(e.threats.begin(), e.threats.end(), [](const ThreatNote& a, const ThreatNote& b) {
      return std::pair(a.player, a.square) < std::pair(b.player, b.square);
    });
    find_useless(*spec_, e.threats);
    const Player to_move = position.first_to_move() ? Player::first : Player::second;
    for (const ThreatNote& threat : e.threats) {
      if (!threat.playable) continue;
      (threat.player == to_move ? e.wins_now : e.must_stop).push_back(threat.square);
    }
  }

  // What the rules establish for the position.
  RuleSetNote claim_for(const Position<B>& position) {
    bool found = false;
    if (position.first_to_move()) {
      found = evaluator_->second_wins(position.first, position.second) ||
              evaluator_->second_holds(position.first, position.second);
    } else {
      found = evaluator_->first_wins(position.first, position.second);
    }
    if (!found) return {};
    return notes(position, evaluator_->reason());
  }

  void leave_unsolved(const Position<B>& position, Explanation& e) {
    if (position.first_to_move()) {
      const auto partial = evaluator_->partial_second(position.first, position.second);
      e.unsolved = all_ends(partial.unsolved);
      e.set = notes(position, {Claim::none, std::nullopt, partial.rules});
    } else if (const auto partial = evaluator_->partial_first(position.first, position.second)) {
      e.unsolved = all_ends(partial->unsolved);
      e.set = notes(position, {Claim::none, partial->lever, partial->rules});
    }
  }

  void find_good_move(const Position<B>& position, Explanation& e) {
    const Word landing = board_.landing_squares(position.stones());
    for_each_square(landing, [&](Word square) {
      if (e.good_move && e.after_good_move.claim != Claim::second_not_lose) return;
      const Position<B> next = position.after(square);
      if (board_.geometry().has_line(next.first) || board_.geometry().has_line(next.second)) return;
      RuleSetNote set = claim_for(next);
      if (set.claim == Claim::none) return;
      if (e.good_move && set.claim == Claim::second_not_lose) return;
      e.good_move = cell(square);
      e.after_good_move = std::move(set);
    });
  }

  RuleSetNote notes(const Position<B>& position, const Reason<B>& reason) const {
    RuleSetNote set;
    set.claim = reason.claim;
    const bool first_controls = !position.first_to_move();
    const Word controller = first_controls ? position.first : position.second;
    const auto problems = board_.all_groups() - board_.touching(controller);
    if (reason.lever) {
      const Lever<B>& lever = *reason.lever;
      LeverNote note;
      note.kind = lever.kind;
      note.square = cell(lever.square);
      note.base = lever.base;
      note.groups = {ends(lever.group)};
      note.solves = all_ends(claims_of(board_, position.stones(), lever).solves & problems);
      if (lever.kind != LeverKind::odd_threat) {
        note.odd = cell(lever.odd);
        note.even = cell(lever.even);
        note.groups.push_back(ends(lever.second_group));
      }
      set.lever = note;
    }
    const Word playable = board_.landing_squares(position.stones());
    for (const Solution<B>& solution : reason.rules) {
      RuleNote note;
      note.rule = solution.rule;
      note.squares = cells(solution.squares);
      if (solution.group >= 0) note.group = ends(solution.group);
      note.solves = all_ends(solution.solves);
      if (solution.rule == Rule::baseclaim) order_baseclaim(solution, note);
      note.replies = replies(solution, note, playable);
      set.rules.push_back(std::move(note));
    }
    return set;
  }

  // Written as in the thesis: first, second, the square above it, third.
  void order_baseclaim(const Solution<B>& solution, RuleNote& note) const {
    const Word above = solution.claimevens & board_.even_rows();
    const Word second = above >> 1;
    const Word third = solution.squares & static_cast<Word>(~(above | second | solution.special));
    note.squares = {cell(solution.special), cell(second), cell(above), cell(third)};
  }

  std::vector<Reply> replies(const Solution<B>& solution, const RuleNote& note,
                             Word playable) const {
    const auto name = [&](Cell c) { return cell_name(*spec_, c); };
    const std::vector<Cell>& s = note.squares;
    switch (solution.rule) {
      case Rule::baseinverse:
        return {{s[0], s[1], "", false}, {s[1], s[0], "", false}};
      case Rule::baseclaim:
        return {{s[0], s[3], fmt::format("then if {} then {}", name(s[1]), name(s[2])), false},
                {s[1], s[3], fmt::format("then one of {} and {}", name(s[0]), name(s[2])), false},
                {s[3], s[1], fmt::format("then one of {} and {}", name(s[0]), name(s[2])), false}};
      case Rule::highinverse: {
        std::vector<Reply> list;
        const auto columns = by_column(s);
        const std::vector<Cell>& a = columns.begin()->second;
        const std::vector<Cell>& b = columns.rbegin()->second;
        const auto reply = [&](const std::vector<Cell>& own, const std::vector<Cell>& other) {
          std::string more = fmt::format("then if {} then {}", name(other[1]), name(other[2]));
          if ((board_.geometry().bit(other[0]) & playable) != 0) {
            more += fmt::format(", and one of {} and {}", name(own[2]), name(other[0]));
          }
          list.push_back({own[0], own[1], more, false});
        };
        reply(a, b);
        reply(b, a);
        return list;
      }
      default:
        break;
    }
    std::vector<Reply> list;
    if (solution.rule == Rule::specialbefore) {
      const std::vector<Cell> pair = cells(solution.special);
      list.push_back({pair[0], pair[1], "", false});
      list.push_back({pair[1], pair[0], "", false});
    }
    const Word pairs = solution.squares & static_cast<Word>(~special_of(solution));
    for (const auto& [x, column] : by_column(cells(pairs))) {
      for (std::size_t i = 0; i + 1 < column.size(); i += 2) {
        const Word lower = board_.geometry().bit(column[i]);
        list.push_back({column[i], column[i + 1], "", (lower & solution.claimevens) != 0});
      }
    }
    return list;
  }
  static Word special_of(const Solution<B>& solution) {
    return solution.rule == Rule::specialbefore ? solution.special : Word{0};
  }

  B board_;
  std::optional<Evaluator<B>> evaluator_;  // even heights only
  const GameSpec* spec_ = nullptr;
};

Explainer::Explainer(const DropSpec& spec) {
  if (SmallBoard::fits(spec)) {
    impl_ = std::make_unique<ImplFor<SmallBoard>>(spec);
  } else {
    impl_ = std::make_unique<ImplFor<LargeBoard>>(spec);
  }
}
Explainer::~Explainer() = default;
Explainer::Explainer(Explainer&&) noexcept = default;
Explainer& Explainer::operator=(Explainer&&) noexcept = default;

Explanation Explainer::explain(const Game& game, const StopToken* stop) {
  return impl_->explain(game, stop);
}

}  // namespace inarow::victor
