// Each rule on the thesis's own example, and the combination table on its examples.

#include "knowledge/victor/rules.hpp"

#include <gtest/gtest.h>

#include "knowledge/victor/combination.hpp"
#include "knowledge/victor/evaluation.hpp"
#include "support/victor_positions.hpp"

namespace inarow::victor {
namespace {

using Names = std::set<std::string>;
using Finder = void (*)(const Situation<SmallBoard>&, SolutionList<SmallBoard>&);

class Rules : public testing::Test {
 protected:
  // The instances of a rule for Black in a diagram: squares -> groups solved.
  std::map<std::string, Names> instances(const std::string& diagram, Finder find) {
    const auto p = test::position(board_, diagrams_.at(diagram).columns);
    const Situation<SmallBoard> situation(board_, p.second, p.first, board_.squares(), {});
    list_.clear();
    find(situation, list_);
    std::map<std::string, Names> result;
    for (const Solution<SmallBoard>& solution : list_) {
      Names& names = result[test::squares(board_, solution.squares)];
      names.merge(test::groups(board_, solution.solves));
    }
    return result;
  }
  const Solution<SmallBoard>& solution(const std::string& squares, Rule rule) {
    for (const Solution<SmallBoard>& s : list_) {
      if (s.rule == rule && test::squares(board_, s.squares) == squares) return s;
    }
    throw std::runtime_error("no " + std::string(name_of(rule)) + " " + squares);
  }
  void all_of(const std::string& diagram) {
    const auto p = test::position(board_, diagrams_.at(diagram).columns);
    all_of(p);
  }
  void all_of(const Position<SmallBoard>& p) {
    const Situation<SmallBoard> situation(board_, p.second, p.first, board_.squares(), {});
    list_.clear();
    find_solutions(situation, (1U << rule_count) - 1, list_);
  }

  std::map<std::string, test::Diagram> diagrams_ = test::read_diagrams();
  SmallBoard board_{DropSpec{}};
  SolutionList<SmallBoard> list_;
};

TEST_F(Rules, BoardKnowsItsGroups) {
  EXPECT_EQ(board_.group_count(), 69);
  EXPECT_EQ(LargeBoard(DropSpec{7, 10, 4, false}).group_count(), 145);
  EXPECT_FALSE(SmallBoard::fits(DropSpec{7, 10, 4, false}));
  EXPECT_TRUE(SmallBoard::fits(DropSpec{7, 8, 4, false}));
}

TEST_F(Rules, ClaimevenOfDiagram61) {
  Names found;
  for (const auto& [squares, groups] : instances("6.1", find_claimevens<SmallBoard>)) {
    found.insert(squares);
  }
  EXPECT_EQ(found, (Names{"a1 a2", "a3 a4", "a5 a6", "b1 b2", "b3 b4", "b5 b6", "c3 c4", "c5 c6",
                          "e3 e4", "e5 e6", "f1 f2", "f3 f4", "f5 f6", "g1 g2", "g3 g4", "g5 g6"}));
}

TEST_F(Rules, BaseinverseOfDiagram62) {
  const auto found = instances("6.2", find_baseinverses<SmallBoard>);
  Names squares;
  for (const auto& [name, groups] : found) squares.insert(name);
  // The list of 6.2 forgets b1-d3, which solves b1-e4.
  EXPECT_EQ(squares,
            (Names{"a1 b1", "b1 d3", "c4 d3", "c4 e2", "c4 f1", "d3 e2", "d3 f1", "e2 f1"}));
  EXPECT_EQ(found.at("a1 b1"), Names{"a1-d1"});
  EXPECT_EQ(found.at("c4 d3"), (Names{"a6-d3", "b5-e2", "c4-f1"}));
  EXPECT_EQ(found.at("d3 f1"), Names{"c4-f1"});
}

TEST_F(Rules, VerticalOfDiagram63) {
  const auto found = instances("6.3", find_verticals<SmallBoard>);
  EXPECT_EQ(found.at("e4 e5"), (Names{"e2-e5", "e3-e6"}));
}

TEST_F(Rules, AfterevenOfDiagram64And65) {
  const auto found = instances("6.4", find_afterevens<SmallBoard>);
  const Names& f = found.at("f1 f2");
  EXPECT_TRUE(f.contains("c3-f3"));
  EXPECT_TRUE(f.contains("d6-g6"));
  EXPECT_TRUE(f.contains("f1-f4"));  // by the Claimeven itself
  EXPECT_FALSE(f.contains("g3-g6"));
  EXPECT_TRUE(found.contains("b1 b2"));
  // With two squares missing only groups above both columns are solved (6.5: not c3-f3).
  const auto two = instances("6.5", find_afterevens<SmallBoard>).at("f1 f2 g1 g2");
  EXPECT_TRUE(two.contains("d3-g3"));
  EXPECT_FALSE(two.contains("c3-f3"));
}

TEST_F(Rules, LowinverseAndHighinverseOfDiagram66) {
  const auto low = instances("6.6", find_lowinverses<SmallBoard>);
  EXPECT_TRUE(low.at("c2 c3 d2 d3").contains("c3-f3"));
  EXPECT_TRUE(low.at("c2 c3 d2 d3").contains("d1-d4"));
  EXPECT_TRUE(low.contains("c4 c5 d4 d5"));
  const auto high = instances("6.6", find_highinverses<SmallBoard>);
  const Names& solved = high.at("c2 c3 c4 d2 d3 d4");
  EXPECT_TRUE(solved.contains("a4-d4"));
  EXPECT_TRUE(solved.contains("b3-e3"));
  EXPECT_TRUE(solved.contains("d1-d4"));
  EXPECT_FALSE(solved.contains("b2-e2"));
}

TEST_F(Rules, BaseclaimOfDiagram67) {
  const auto found = instances("6.7", find_baseclaims<SmallBoard>);
  ASSERT_TRUE(found.contains("b1 c1 c2 e1"));
  EXPECT_TRUE(found.at("b1 c1 c2 e1").contains("b1-e4"));
  EXPECT_TRUE(found.at("b1 c1 c2 e1").contains("c1-f1"));
}

TEST_F(Rules, BeforeOfDiagram68And69) {
  EXPECT_TRUE(instances("6.8", find_befores<SmallBoard>).at("f2 f3").contains("d3-g3"));
  const auto found = instances("6.9", find_befores<SmallBoard>);
  EXPECT_TRUE(found.at("b4 b5 e1 e2").contains("b5-e2"));
  EXPECT_TRUE(found.at("b3 b4 e1 e2").contains("b5-e2"));  // with the Claimeven b3-b4
}

TEST_F(Rules, SpecialbeforeOfDiagram610) {
  // d2-g2 with Claimevens f1-f2 and g1-g2; the playable squares are e2 and d3.
  const auto found = instances("6.10", find_specialbefores<SmallBoard>);
  ASSERT_TRUE(found.contains("d3 e2 f1 f2 g1 g2"));
  EXPECT_TRUE(found.at("d3 e2 f1 f2 g1 g2").contains("d3-g3"));
}

// 7.1: a Claimeven can stand above a Lowinverse, not below it, and beside it.
TEST_F(Rules, ClaimevenAndLowinverse) {
  all_of(Position<SmallBoard>{});
  const auto& inverse = solution("a4 a5 b4 b5", Rule::lowinverse);
  EXPECT_FALSE(can_combine(inverse, solution("a1 a2", Rule::claimeven)));
  EXPECT_FALSE(can_combine(inverse, solution("b1 b2", Rule::claimeven)));
  EXPECT_FALSE(can_combine(inverse, solution("b3 b4", Rule::claimeven)));  // shares b4
  EXPECT_TRUE(can_combine(inverse, solution("e1 e2", Rule::claimeven)));
  const auto& lower = solution("a2 a3 b2 b3", Rule::lowinverse);
  EXPECT_TRUE(can_combine(lower, solution("a5 a6", Rule::claimeven)));
  // 7.4, condition 4.
  EXPECT_TRUE(can_combine(lower, inverse));
  EXPECT_FALSE(can_combine(lower, solution("a4 a5 c4 c5", Rule::lowinverse)));
  EXPECT_TRUE(can_combine(lower, solution("c4 c5 d4 d5", Rule::lowinverse)));
}

// 7.3: two Befores may share a part, but a Vertical may not cross a Claimeven.
TEST_F(Rules, BeforesShareWholeParts) {
  all_of("B.1");
  const auto& left = solution("a2 a3 b2 b3 c1 c2 d1 d2", Rule::before);
  EXPECT_TRUE(can_combine(left, solution("b2 b3 c1 c2 d1 d2 e2 e3", Rule::before)));
  EXPECT_TRUE(can_combine(left, solution("a4 a5 b4 b5 c3 c4 d3 d4", Rule::before)));
  EXPECT_FALSE(can_combine(left, solution("c1 c2", Rule::claimeven)));  // useless, not allowed
  EXPECT_FALSE(can_combine(left, solution("b3 b4", Rule::claimeven)));
}

TEST_F(Rules, TableIsSymmetric) {
  for (int i = 0; i < rule_count; ++i) {
    for (int j = 0; j < rule_count; ++j) {
      const auto a = static_cast<Rule>(i);
      const auto b = static_cast<Rule>(j);
      EXPECT_EQ(conditions(a, b), conditions(b, a)) << name_of(a) << " " << name_of(b);
      EXPECT_NE(conditions(a, b), 0);
    }
  }
}

}  // namespace
}  // namespace inarow::victor
