#include "grid/proof_tree.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "rules/notation.hpp"
#include "rules/random_games.hpp"

namespace inarow::grid {
namespace {

Game start_of(const char* game, const char* moves = "") {
  return *read_game(*GameSpec::parse(game), moves);
}

TEST(ProofTree, ChancesAreTheTableOfThePaper) {
  EXPECT_EQ(numbers_of_chance(1.0), (ProofNumbers{1, 18}));
  EXPECT_EQ(numbers_of_chance(0.5), (ProofNumbers{6, 6}));
  EXPECT_EQ(numbers_of_chance(0.0), (ProofNumbers{18, 1}));
}

TEST(ProofTree, SymmetricPositionsAreOneNode) {
  ProofTree tree(start_of("connect6", "j10"), Player::first, Policy::equivalence);
  const auto left = tree.add_child(0, *read_move(tree.game(0), "i10h10"), 0.5);
  ASSERT_TRUE(left.has_value());
  // The same seen from the other side is the same child, and counts once.
  EXPECT_EQ(tree.add_child(0, *read_move(tree.game(0), "k10l10"), 0.5), left);
  EXPECT_TRUE(tree.node(0).children[1].cut);
  EXPECT_EQ(tree.node(*left).parents.size(), 1U);
  EXPECT_FALSE(tree.add_child(0, *read_move(tree.game(0), "l10k10"), 0.5));
  // Two ways to the same stones.
  const auto a = tree.add_child(0, *read_move(tree.game(0), "i9h9"), 0.5);
  ASSERT_TRUE(a.has_value());
  const auto b = tree.add_child(*a, *read_move(tree.game(*a), "a1b1"), 0.5);
  ASSERT_TRUE(b.has_value());
  EXPECT_EQ(tree.size(), 4U);
}

TEST(ProofTree, ALinkCarriesTheChildToItsParent) {
  Random random(51);
  for (const char* text :
       {"Connect(6,6,4,1,1)", "Connect(7,5,4,2,1)", "drop:5x4", "Connect(5,2,3)"}) {
    const GameSpec spec = *GameSpec::parse(text);
    Game start(spec);
    if (!spec.finite_board()) start = *read_game(spec, "0,0 1,0 5,3");
    ProofTree tree(start, Player::first, Policy::equivalence);
    for (int round = 0; round < 300; ++round) {
      const auto parent = static_cast<NodeId>(random.below(static_cast<int>(tree.size())));
      const Game game = tree.game(parent);
      if (game.over() || game.moves().size() > 5) continue;
      Move move;
      if (spec.finite_board()) {
        move = random_move(game, random);
      } else {
        while (move.size() < 2) {
          const Cell cell{random.below(9) - 4, random.below(9) - 4};
          if (!game.at(cell) && std::find(move.begin(), move.end(), cell) == move.end()) {
            move.push_back(cell);
          }
        }
      }
      tree.add_child(parent, move, 0.5);
    }
    std::size_t links = 0;
    for (NodeId id = 0; id < tree.size(); ++id) {
      for (const Link& link : tree.node(id).children) {
        Game after = tree.game(id);
        ASSERT_TRUE(after.play(link.move).has_value());
        std::vector<Stone> image = tree.game(link.child).stones();
        for (Stone& stone : image) stone.cell = link.from_child(stone.cell);
        std::sort(image.begin(), image.end());
        ASSERT_EQ(image, after.stones()) << text;
        ++links;
      }
    }
    EXPECT_GT(links, 50U) << text;
  }
}

// Proof numbers by their definition.
ProofNumbers numbers_anew(const ProofTree& tree, NodeId id) {
  const TreeNode& node = tree.node(id);
  if (node.winner) {
    return *node.winner == tree.attacker() ? ProofNumbers{0, infinite} : ProofNumbers{infinite, 0};
  }
  bool open = false;
  ProofNumber least = infinite;
  ProofNumber sum = 0;
  for (const Link& link : node.children) {
    if (link.cut || tree.node(link.child).winner) continue;
    open = true;
    const ProofNumbers n = numbers_anew(tree, link.child);
    least = std::min(least, node.attacker_to_move ? n.proof : n.disproof);
    sum = std::min(infinite, sum + (node.attacker_to_move ? n.disproof : n.proof));
  }
  if (!open) {
    const bool active = node.expanding || node.generating;
    if (active && tree.policy() != Policy::equivalence) {
      const bool win =
          tree.policy() == Policy::win || (tree.policy() == Policy::greedy && node.chance >= 0.5);
      return win ? ProofNumbers{0, infinite} : ProofNumbers{infinite, 0};
    }
    return numbers_of_chance(node.chance);
  }
  return node.attacker_to_move ? ProofNumbers{least, sum} : ProofNumbers{sum, least};
}

TEST(ProofTree, NumbersAreKeptAndNobodyIsAskedTwice) {
  for (const Policy policy : {Policy::win, Policy::loss, Policy::greedy, Policy::equivalence}) {
    Random random(52);
    ProofTree tree(start_of("Connect(6,6,4,1,1)", "c3"), Player::first, policy);
    std::vector<Selected> out;
    int most_out = 0;
    for (int round = 0; round < 900 && !tree.node(0).winner; ++round) {
      // Begin something, or end it.
      const auto next = out.size() < 6 && random.below(3) > 0 ? tree.select() : std::nullopt;
      if (next) {
        const TreeNode& node = tree.node(next->node);
        ASSERT_FALSE(node.winner.has_value());
        ASSERT_FALSE(next->work == NodeWork::expand ? node.expanding : node.generating);
        tree.begin(next->node, next->work);
        out.push_back(*next);
        most_out = std::max(most_out, static_cast<int>(out.size()));
      } else if (!out.empty()) {
        const std::size_t i = static_cast<std::size_t>(random.below(static_cast<int>(out.size())));
        const Selected job = out[i];
        out.erase(out.begin() + static_cast<std::ptrdiff_t>(i));
        tree.end(job.node, job.work);
        const Game game = tree.game(job.node);
        if (!tree.node(job.node).winner && random.below(12) == 0) {
          tree.decide(job.node, random.below(2) == 0 ? Player::first : Player::second);
        } else if (!game.over() && game.moves().size() < 7) {
          tree.set_expanded(job.node);
          for (int children = 1 + random.below(2); children > 0; --children) {
            tree.add_child(job.node, random_move(game, random), random.below(100) / 100.0);
          }
          if (random.below(3) == 0) tree.set_closed(job.node, true);
        } else {
          tree.set_expanded(job.node);
          tree.set_closed(job.node, true);
        }
      }
      if (round % 10 != 0) continue;
      for (NodeId id = 0; id < tree.size(); ++id) {
        ASSERT_EQ(tree.node(id).numbers, numbers_anew(tree, id)) << name_of(policy);
      }
    }
    EXPECT_GT(tree.size(), 20U) << name_of(policy);
    // Virtual wins or losses soon decide the root; flags never do.
    if (policy == Policy::equivalence) {
      EXPECT_EQ(most_out, 6);
    }
    ProofTree settled = tree;
    settled.settle();
    for (NodeId id = 0; id < tree.size(); ++id) {
      ASSERT_EQ(settled.node(id).numbers, tree.node(id).numbers);
      ASSERT_EQ(settled.node(id).flagged, tree.node(id).flagged) << id << name_of(policy);
    }
  }
}

// Section 3.2: when the last child is chosen, the next one is generated as well.
TEST(ProofTree, TheNextSiblingIsDueWhenTheLastOneIsChosen) {
  ProofTree tree(start_of("connect6", "j10"), Player::first, Policy::equivalence);
  tree.set_expanded(0);
  const NodeId first = *tree.add_child(0, *read_move(tree.game(0), "i10h10"), 0.5);
  EXPECT_EQ(tree.select()->node, first);
  EXPECT_EQ(tree.parent_in_want(first), NodeId{0});
  tree.begin(0, NodeWork::generate);
  EXPECT_FALSE(tree.parent_in_want(first));
  tree.end(0, NodeWork::generate);
  const NodeId second = *tree.add_child(0, *read_move(tree.game(0), "i9h9"), 0.9);
  EXPECT_FALSE(tree.parent_in_want(first));
  EXPECT_EQ(tree.parent_in_want(second), NodeId{0});
  tree.set_closed(0, true);
  EXPECT_FALSE(tree.parent_in_want(second));
}

}  // namespace
}  // namespace inarow::grid
