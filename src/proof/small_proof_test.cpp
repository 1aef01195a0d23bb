#include "proof/small_proof.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <unordered_map>

#include "proof/victor_leaves.hpp"
#include "rules/notation.hpp"
#include "rules/random_games.hpp"

namespace inarow {
namespace {

// Plain search of everything, which shares nothing with the solver: 1 if the player to move wins, 0
// if it is a draw, -1 if he loses.
class Exhaustive {
 public:
  int value(const Game& game) {
    if (game.over()) return game.outcome() == Outcome::draw ? 0 : -1;
    const auto [place, fresh] = values_.try_emplace(key(game), -1);
    if (!fresh) return place->second;
    int best = -1;
    for (const Cell cell : game.playable_cells()) {
      Game next = game;
      (void)next.play({cell});
      best = std::max(best, -value(next));
      if (best == 1) break;
    }
    values_[key(game)] = best;
    return best;
  }

 private:
  static std::string key(const Game& game) {
    std::string text(static_cast<std::size_t>(*game.spec().cells()), '.');
    for (const Stone& stone : game.stones()) {
      text[static_cast<std::size_t>(stone.cell.y * game.spec().drop()->width + stone.cell.x)] =
          stone.player == Player::first ? 'x' : 'o';
    }
    return text;
  }
  std::unordered_map<std::string, int> values_;
};

// Goes through a whole proof by its walk, every reply, and asks the oracle at every position that
// the bound holds: for the prover's moves, the leaves and all between. Returns the positions seen.
int walk_all(const ProofWalk& walk, const ProofBound& bound, std::vector<Column>& moves,
             const std::function<bool(const Game&)>& holds, int budget) {
  const Result<ProofNode> node = walk.node(0, moves);
  if (!node) {
    ADD_FAILURE() << node.error().message;
    return 1;
  }
  EXPECT_TRUE(holds(node->game)) << format_moves(node->game.spec(), node->game.moves());
  int seen = 1;
  const auto go_on = [&](Column column) {
    moves.push_back(column);
    seen += walk_all(walk, bound, moves, holds, budget - seen);
    moves.pop_back();
  };
  if (node->kind == ProofNodeKind::move) {
    EXPECT_EQ(node->game.to_move(), bound.prover);
    go_on(*node->column);
  } else if (node->kind == ProofNodeKind::wins) {
    Game end = node->game;
    EXPECT_TRUE(end.play({*end.landing_cell(*node->column)}).has_value());
    EXPECT_TRUE(end.over() && end.outcome() != Outcome::draw);
  } else if (node->kind == ProofNodeKind::replies) {
    // Every legal move of the opponent is answered.
    EXPECT_EQ(node->replies.size(), node->game.playable_cells().size());
    for (const ProofReply& reply : node->replies) {
      if (seen < budget) go_on(reply.column);
    }
  }
  return seen;
}

// The tree of every position is right, move by move, against a search of everything; and there is
// none for a bound that does not hold.
TEST(SmallProof, AgreesWithASearchOfEverything) {
  Random random(1906);
  int checked = 0;
  int refused = 0;
  for (const char* text : {"drop:4x4", "drop:4x5", "drop:5x4"}) {
    const GameSpec spec = *GameSpec::parse(text);
    const auto engine = make_drop_engine(*spec.drop(), std::size_t{1} << 22);
    const auto leaves = make_victor_leaves(*spec.drop());
    Exhaustive oracle;
    for (int round = 0; round < 120; ++round) {
      const std::optional<Game> game =
          random_unfinished_position(spec, 7 + random.below(8), random);
      if (!game) continue;
      const int value = oracle.value(*game);
      for (const Player prover : {Player::first, Player::second}) {
        for (const int threshold : {0, 1}) {
          const ProofBound bound{prover, threshold};
          // With the best scores all along, and only near the end.
          const BoundPlan plan = plan_bound(*game, bound,
                                            {.engine = engine.get(),
                                             .leaves = leaves.get(),
                                             .score_cells = round % 2 == 0 ? 1000 : 5},
                                            {});
          const int his = prover == game->to_move() ? value : -value;
          ASSERT_EQ(plan.walk.has_value(), his >= threshold);
          if (!plan.walk) {
            ++refused;
            continue;
          }
          const auto holds = [&](const Game& at) {
            const int there = oracle.value(at);
            return (at.to_move() == prover ? there : -there) >= threshold;
          };
          std::vector<Column> moves;
          checked += walk_all(*plan.walk, bound, moves, holds, 2'000);
        }
      }
    }
  }
  EXPECT_GT(checked, 10'000);
  EXPECT_GT(refused, 300);
}

// What is found is no larger than what the certificate's writer makes by itself.
TEST(SmallProof, IsSmall) {
  Random random(7);
  const GameSpec spec = *GameSpec::parse("connect4");
  const auto engine = make_drop_engine(*spec.drop(), std::size_t{1} << 24);
  const auto leaves = make_victor_leaves(*spec.drop());
  std::uint64_t small = 0;
  std::uint64_t plain = 0;
  for (int round = 0; round < 30; ++round) {
    const std::optional<Game> game =
        random_unfinished_position(spec, 14 + random.below(12), random);
    if (!game) continue;
    for (const Player prover : {Player::first, Player::second}) {
      const ProofBound bound{prover, 1};
      const ProofTools tools{.engine = engine.get(), .leaves = leaves.get()};
      const BoundPlan plan = plan_bound(*game, bound, tools, {});
      if (!plan.walk) continue;
      StringSink body;
      ProofCounts counts;
      ASSERT_EQ(BoundProof(*spec.drop(), bound, tools, body, counts).write(*game),
                ProofEnd::complete);
      small += plan.counts.positions;
      plain += counts.positions;
    }
  }
  EXPECT_GT(plain, 100U);
  EXPECT_LT(small, plain);
}

TEST(SmallProof, GivesUpWhatIsTooLarge) {
  const GameSpec spec = *GameSpec::parse("drop:5x4");
  const auto engine = make_drop_engine(*spec.drop(), std::size_t{1} << 22);
  const BoundPlan plan = plan_bound(Game(spec), {Player::second, 0}, {.engine = engine.get()},
                                    {.small = 5, .visits = 10, .size = 20});
  EXPECT_EQ(plan.end, ProofEnd::stopped);
  EXPECT_FALSE(plan.walk);
}

}  // namespace
}  // namespace inarow
