#include "proof/zone_walk.hpp"

#include <gtest/gtest.h>

#include <set>

#include "base/files.hpp"
#include "base/output_file.hpp"
#include "proof/placement_proof.hpp"
#include "rules/notation.hpp"

namespace inarow {
namespace {

CertificateFile proved(const char* game, const char* moves, int order) {
  const Game start = *read_game(*GameSpec::parse(game), moves);
  const ScratchFolder folder;
  PlacementRequest request;
  request.claim = PlacementClaim::win;
  request.player = start.to_move();
  request.order = order;
  const auto result = prove_placement(start, request, folder.file("it.cert"), Codec::zstd, nullptr);
  EXPECT_TRUE(result.has_value() && result->end == PlacementEnd::complete);
  return *parse_certificate(*read_whole_file(folder.file("it.cert")), 1 << 20);
}

// Every place is gone to. Wherever the defender can do something the attacker has an answer, no
// stone lies on another, and each line ends with a line of the attacker or too many threats.
void walk_all(const ZoneWalk& walk, std::vector<std::size_t>& path, std::size_t& places) {
  const Result<ZoneNode> node = walk.node(path);
  ASSERT_TRUE(node.has_value()) << node.error().message;
  ++places;
  std::set<Cell> taken;
  for (const Stone& stone : walk.start().stones()) taken.insert(stone.cell);
  for (const ZoneNode::Played& played : node->line) {
    for (const Cell cell : played.stones) EXPECT_TRUE(taken.insert(cell).second);
  }
  if (node->defense == ZoneDefense::none || node->defense == ZoneDefense::held) {
    EXPECT_TRUE(node->replies.empty());
    EXPECT_EQ(node->positions, 1U);
    return;
  }
  ASSERT_FALSE(node->replies.empty());
  std::size_t below = node->stones.empty() ? 0 : 1;
  for (const ZoneReply& reply : node->replies) below += reply.positions;
  EXPECT_EQ(node->positions, below);
  for (std::size_t i = 0; i < node->replies.size(); ++i) {
    path.push_back(i);
    walk_all(walk, path, places);
    path.pop_back();
  }
}

TEST(ZoneWalk, GoesEverywhere) {
  for (const auto& [game, moves, order] :
       {std::tuple("gomoku", "f5 g5 f7 h5 g4 h6 g6 h7 g7 i5 g8 i6 g9 i8 i7", 2),
        std::tuple("Connect(19,19,6,2,1)", "k9 j11l7 k10l9 l8m7 m6m8 m9n6 n7n8 o5o6 n10p4", 1)}) {
    Result<ZoneWalk> walk = ZoneWalk::open(proved(game, moves, order));
    ASSERT_TRUE(walk.has_value()) << walk.error().message;
    EXPECT_EQ(walk->attacker(), walk->start().to_move());
    std::vector<std::size_t> path;
    std::size_t places = 0;
    walk_all(*walk, path, places);
    EXPECT_GT(places, 1U);
    EXPECT_FALSE(walk->node({1'000'000}).has_value());
  }
}

TEST(ZoneWalk, RefusesWhatIsNoWinByThreats) {
  CertificateFile file = proved("gomoku", "h8 a1 i8 a3 j9 c1 h7 o15", 2);
  CertificateFile cut = file;
  cut.body.pop_back();
  EXPECT_FALSE(ZoneWalk::open(std::move(cut)).has_value());
  CertificateFile other = file;
  other.body[0] = 'T';
  EXPECT_FALSE(ZoneWalk::open(std::move(other)).has_value());
  file.header.claim = "not-lose";
  file.header.score = 0;
  EXPECT_FALSE(ZoneWalk::open(std::move(file)).has_value());
}

}  // namespace
}  // namespace inarow
