#include "knowledge/victor/rule_list.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "knowledge/victor/combination.hpp"
#include "knowledge/victor/rules.hpp"
#include "knowledge/victor/verdict.hpp"
#include "rules/notation.hpp"

namespace inarow::victor {
namespace {

bool same_squares(std::vector<Cell> a, std::vector<Cell> b) {
  std::sort(a.begin(), a.end());
  std::sort(b.begin(), b.end());
  return a == b;
}

template <class B>
class Lister {
 public:
  using Word = typename B::Word;

  explicit Lister(const Game& game)
      : spec_(game.spec()), board_(*game.spec().drop()), position_(position_of(board_, game)) {
    const Situation<B> situation(board_, position_.second, position_.first, board_.squares(), {});
    problems_ = situation.problems;
    const auto is_aftereven = static_cast<unsigned>(Rule::aftereven);
    find_solutions(situation, ((1U << rule_count) - 1) & ~(1U << is_aftereven), solutions_);
    find_winning_afterevens(situation, solutions_);
  }

  RuleList list() const {
    RuleList result;
    result.problems = all_ends(problems_);
    for (const Solution<B>& solution : solutions_) {
      RuleNote note;
      note.rule = solution.rule;
      note.squares = squares_of(solution);
      note.group = group_of(solution);
      note.solves = all_ends(solution.solves);
      if (solution.rule == Rule::specialbefore) note.special = cells(solution.special);
      result.rules.push_back(std::move(note));
    }
    std::stable_sort(result.rules.begin(), result.rules.end(),
                     [](const RuleNote& a, const RuleNote& b) { return a.rule < b.rule; });
    return result;
  }

  ChoiceCheck check(const std::vector<RuleChoice>& choices) const {
    ChoiceCheck result;
    std::vector<const Solution<B>*> chosen;
    for (const RuleChoice& choice : choices) {
      chosen.push_back(find(choice));
      if (chosen.back() == nullptr) result.unknown.push_back(static_cast<int>(chosen.size()) - 1);
    }
    typename B::Groups left = problems_;
    bool wins = false;
    for (std::size_t i = 0; i < chosen.size(); ++i) {
      if (chosen[i] == nullptr) continue;
      left -= chosen[i]->solves;
      wins = wins || chosen[i]->rule == Rule::aftereven;
      for (std::size_t j = i + 1; j < chosen.size(); ++j) {
        if (chosen[j] != nullptr && !can_combine(*chosen[i], *chosen[j])) {
          result.clashes.emplace_back(static_cast<int>(i), static_cast<int>(j));
        }
      }
    }
    result.unsolved = all_ends(left);
    if (left.empty() && result.clashes.empty() && result.unknown.empty()) {
      result.claim = wins ? Claim::second_wins : Claim::second_not_lose;
    }
    return result;
  }

 private:
  const Solution<B>* find(const RuleChoice& choice) const {
    for (const Solution<B>& solution : solutions_) {
      if (solution.rule != choice.rule) continue;
      if (choice.group && choice.group != group_of(solution)) continue;
      if (!choice.special.empty() && !same_squares(choice.special, cells(solution.special)))
        continue;
      // A Baseclaim's squares have different tasks, which their order tells.
      const std::vector<Cell> squares = squares_of(solution);
      if (solution.rule == Rule::baseclaim) {
        if (squares == choice.squares) return &solution;
        continue;
      }
      if (same_squares(squares, choice.squares)) return &solution;
    }
    return nullptr;
  }

  std::optional<GroupEnds> group_of(const Solution<B>& solution) const {
    if (solution.group < 0) return std::nullopt;
    return ends(solution.group);
  }
  // In the order of the columns; a Baseclaim's as in the thesis: first, second, above it, third.
  std::vector<Cell> squares_of(const Solution<B>& solution) const {
    std::vector<Cell> list;
    if (solution.rule == Rule::baseclaim) {
      const Word above = solution.claimevens & board_.even_rows();
      const Word second = above >> 1;
      const Word third = solution.squares & static_cast<Word>(~(above | second | solution.special));
      for (const Word square : {solution.special, second, above, third}) {
        list.push_back(board_.cell(square));
      }
    } else {
      return cells(solution.squares);
    }
    return list;
  }
  std::vector<Cell> cells(Word squares) const {
    std::vector<Cell> list;
    for_each_square(squares, [&](Word square) { list.push_back(board_.cell(square)); });
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

  const GameSpec& spec_;
  B board_;
  Position<B> position_;
  typename B::Groups problems_;
  SolutionList<B> solutions_;
};

}  // namespace

Result<void> expect_second_applies_rules(const Game& game) {
  const DropSpec* drop = game.spec().drop();
  if (drop == nullptr || !drop->height)
    return failure("the rules are for drop games of finite height");
  if (*drop->height % 2 != 0) return failure("the rules need a board with an even number of rows");
  if (game.over()) return failure("the game is over; there is nothing left to stop");
  if (game.to_move() != Player::first) {
    return failure("these are the rules of Black, for positions in which White is to move");
  }
  return {};
}

RuleList list_rules(const Game& game) {
  EXPECTS(expect_second_applies_rules(game));
  if (SmallBoard::fits(*game.spec().drop())) return Lister<SmallBoard>(game).list();
  return Lister<LargeBoard>(game).list();
}

ChoiceCheck check_choice(const Game& game, const std::vector<RuleChoice>& choices) {
  EXPECTS(expect_second_applies_rules(game));
  if (SmallBoard::fits(*game.spec().drop())) return Lister<SmallBoard>(game).check(choices);
  return Lister<LargeBoard>(game).check(choices);
}

}  // namespace inarow::victor
