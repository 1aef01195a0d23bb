#include "grid/watched_search.hpp"

#include <gtest/gtest.h>

#include <thread>

#include "ask/tables.hpp"
#include "grid/inline_broker.hpp"
#include "rules/notation.hpp"

namespace inarow::grid {
namespace {

std::unique_ptr<WatchedSearch> search_of(const char* game, const char* moves, double job_seconds) {
  const Game start = *read_game(*GameSpec::parse(game), moves);
  JobLevelOptions options;
  options.job_seconds = job_seconds;
  options.parallel = 1;
  Result<std::unique_ptr<WatchedSearch>> search =
      WatchedSearch::open(start, Player::first, options);
  EXPECT_TRUE(search.has_value()) << (search ? "" : search.error().message);
  return search ? std::move(*search) : nullptr;
}

TEST(WatchedSearch, ShowsItsTreeNodeByNode) {
  const auto search = search_of("drop:5x5", "", 0.01);
  Tables tables;
  InlineBroker broker({.tables = &tables});
  ASSERT_EQ(search->run(broker, {.most_nodes = 60}), RunEnd::full);
  const std::optional<NodeView> root = search->look(0, 0, 100);
  ASSERT_TRUE(root);
  EXPECT_FALSE(root->parent);
  EXPECT_TRUE(root->expanded);
  ASSERT_GT(root->children, 0U);
  EXPECT_EQ(root->shown.size(), root->children);
  // The most promising for who is to move stand first.
  for (std::size_t i = 1; i < root->shown.size(); ++i) {
    if (root->shown[i].cut == root->shown[i - 1].cut) {
      EXPECT_LE(root->shown[i - 1].numbers.proof, root->shown[i].numbers.proof);
    }
  }
  const std::optional<NodeView> child = search->look(root->shown[0].id, 0, 1);
  ASSERT_TRUE(child);
  EXPECT_EQ(child->parent, NodeId{0});
  EXPECT_FALSE(child->attacker_to_move);
  EXPECT_LE(child->shown.size(), 1U);
  EXPECT_EQ(search->look(0, 1, 1)->shown[0].id, root->shown[1].id);
  EXPECT_FALSE(search->look(1'000'000, 0, 1));
}

// A part of the tree is asked for again and again while it grows; it ends by the stop, goes on
// where it was, and ends by itself when nobody looks.
TEST(WatchedSearch, IsLookedAtWhileItRunsAndGoesOn) {
  const auto search = search_of("drop:6x5", "", 0.01);
  Tables tables;
  StopToken stop;
  InlineBroker broker({.tables = &tables, .stop = &stop});
  RunEnd end = RunEnd::full;
  std::thread runner([&] { end = search->run(broker, {.stop = &stop}); });
  while (search->look(0, 0, 100)->children == 0) std::this_thread::yield();
  const std::size_t nodes = search->status().nodes;
  stop.request_stop();
  runner.join();
  if (end == RunEnd::decided) return;
  EXPECT_EQ(end, RunEnd::stopped);
  InlineBroker other({.tables = &tables});
  EXPECT_EQ(search->run(other, {.unwatched_seconds = 0.05}), RunEnd::unwatched);
  EXPECT_GE(search->status().nodes, nodes);
}

TEST(WatchedSearch, IsDecidedWithACertificate) {
  const auto search = search_of("drop:5x4", "33", 0.05);
  Tables tables;
  InlineBroker broker({.tables = &tables});
  ASSERT_EQ(search->run(broker, {}), RunEnd::decided);
  ASSERT_TRUE(search->winner());
  EXPECT_EQ(search->look(0, 0, 1)->winner, search->winner());
}

}  // namespace
}  // namespace inarow::grid
