#include "proof/proof_walk.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>

#include "proof/prove.hpp"
#include "proof/victor_leaves.hpp"
#include "rules/notation.hpp"

namespace inarow {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t plenty = std::size_t{1} << 24;
const StopToken never;

struct Question {
  const char* game;
  const char* moves;
  const char* claim;
  Player player;
  bool rules;
};

// The bytes of a certificate of the claim.
std::string certificate(const Question& q, Codec codec = Codec::zstd) {
  const Game game = *read_game(*GameSpec::parse(q.game), q.moves);
  const DropSpec& spec = *game.spec().drop();
  const std::unique_ptr<DropEngine> engine = make_drop_engine(spec, 1 << 22);
  const std::unique_ptr<LeafProver> leaves = q.rules ? make_victor_leaves(spec) : nullptr;
  ProofTools tools;
  tools.engine = engine.get();
  tools.leaves = leaves.get();
  const fs::path path =
      fs::temp_directory_path() / ("inarow_walk_test_" + std::to_string(::getpid()));
  const Result<ProofResult> result =
      prove_drop(game, {find_claim_kind(q.claim), q.player, 1}, tools, path.string(), codec);
  EXPECT_TRUE(result && result->end == ProofEnd::complete) << q.game << " " << q.claim;
  std::ifstream file(path, std::ios::binary);
  std::string bytes{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  fs::remove(path);
  return bytes;
}

// Walks everywhere and asks the solver whether every move keeps the bound.
class Judge {
 public:
  Judge(const ProofWalk& walk, std::size_t bound)
      : walk_(walk), number_(bound), bound_(walk.bounds()[bound]) {
    const DropSpec spec = *GameSpec::parse(walk.header().game)->drop();
    engine_ = make_drop_engine(spec, 1 << 22);
    worker_ = engine_->make_worker(nullptr, nullptr);
  }

  void visit(std::vector<Column> moves) {
    const Result<ProofNode> node = walk_.node(number_, moves);
    ASSERT_TRUE(node) << node.error().message;
    const GameSpec& spec = node->game.spec();
    const DropGeometry<Word128> geometry(*spec.drop());
    Word128 empty = geometry.board();
    for (const Stone& stone : node->game.stones()) empty &= ~geometry.bit(stone.cell);
    ASSERT_FALSE(node->game.over());
    EXPECT_EQ(node->provers_turn, node->game.to_move() == bound_.prover);
    std::pair<Word128, Word128> key;
    for (const Stone& stone : node->game.stones()) {
      (stone.player == Player::first ? key.first : key.second) |= geometry.bit(stone.cell);
    }
    if (!seen_.insert(key).second) return;
    ++kinds_[static_cast<std::size_t>(node->kind)];
    EXPECT_TRUE(holds(node->game)) << format_moves(spec, node->game.moves());
    switch (node->kind) {
      case ProofNodeKind::move:
        ASSERT_TRUE(node->provers_turn && node->column);
        moves.push_back(*node->column);
        visit(moves);
        break;
      case ProofNodeKind::replies: {
        EXPECT_FALSE(node->provers_turn);
        std::size_t open = 0;
        for (int x = 0; x < spec.drop()->width; ++x) {
          if (!node->game.landing_cell(Column{x})) continue;
          ASSERT_LT(open, node->replies.size());
          EXPECT_EQ(node->replies[open].column.index, x);
          moves.push_back(Column{x});
          const Result<ProofNode> next = walk_.node(number_, moves);
          ASSERT_TRUE(next) << next.error().message;
          EXPECT_EQ(next->kind, node->replies[open].kind);
          EXPECT_EQ(next->positions, node->replies[open].positions);
          visit(moves);
          moves.pop_back();
          ++open;
        }
        EXPECT_EQ(open, node->replies.size());
        break;
      }
      case ProofNodeKind::wins: {
        ASSERT_TRUE(node->column);
        Game game = node->game;
        ASSERT_TRUE(game.play({*game.landing_cell(*node->column)}));
        EXPECT_EQ(game.outcome(), win_of(bound_.prover));
        break;
      }
      case ProofNodeKind::rules: {
        // Rules speak of empty squares; a leaf of another image would not.
        ASSERT_TRUE(node->leaf);
        for (const LeafSolution& s : node->leaf->solutions) {
          EXPECT_EQ(s.squares & ~empty, Word128{0});
          EXPECT_NE(s.squares, Word128{0});
        }
        EXPECT_TRUE(encode_rule_leaf(*spec.drop(), empty, *node->leaf));
        break;
      }
      case ProofNodeKind::held:
      case ProofNodeKind::dead:
        break;
    }
  }

  std::uint64_t count(ProofNodeKind kind) const { return kinds_[static_cast<std::size_t>(kind)]; }

 private:
  bool holds(const Game& game) {
    const DropStones stones = stones_of(game);
    const int t = bound_.threshold;
    if (game.to_move() == bound_.prover) return worker_->solve(stones, {t - 1, t}).lower >= t;
    return worker_->solve(stones, {-t, 1 - t}).upper <= -t;
  }

  const ProofWalk& walk_;
  std::size_t number_;
  ProofBound bound_;
  std::unique_ptr<DropEngine> engine_;
  std::unique_ptr<DropWorker> worker_;
  std::set<std::pair<Word128, Word128>> seen_;
  std::array<std::uint64_t, 6> kinds_{};
};

TEST(ProofWalk, EveryPlaceOfAProofKeepsItsBound) {
  const Question questions[] = {
      {"drop:4x4:k3", "", "win", Player::first, false},
      {"drop:4x4", "", "value", Player::first, false},
      {"drop:5x4", "33", "score", Player::first, false},
      {"drop:5x4", "3", "not-lose", Player::second, true},
      {"drop:6x4", "344", "not-lose", Player::second, true},
      {"drop:5x4:cyl", "11", "value", Player::first, true},
      {"drop:4x4:cyl", "", "value", Player::second, false},
  };
  std::uint64_t rules = 0;
  for (const Question& q : questions) {
    SCOPED_TRACE(std::string(q.game) + " " + q.moves + " " + q.claim);
    for (const Codec codec : {Codec::plain, Codec::zstd, Codec::small_zstd}) {
      Result<CertificateFile> file = parse_certificate(certificate(q, codec), plenty);
      ASSERT_TRUE(file) << file.error().message;
      const ProofCounts counts = file->header.counts;
      const Result<ProofWalk> walk = ProofWalk::open(std::move(*file), never);
      ASSERT_TRUE(walk) << walk.error().message;
      std::uint64_t places = 0;
      for (std::size_t i = 0; i < walk->bounds().size(); ++i) {
        Judge judge(*walk, i);
        judge.visit({});
        if (HasFatalFailure()) return;
        places += judge.count(ProofNodeKind::move);
        rules += judge.count(ProofNodeKind::rules);
      }
      // Every record was seen, some in more than one image.
      EXPECT_GE(places + walk->bounds().size(), counts.positions);
    }
  }
  EXPECT_GT(rules, 10U);
}

TEST(ProofWalk, OtherMovesAreRefused) {
  const std::string bytes = certificate({"drop:4x4:k3", "", "win", Player::first, false});
  const Result<ProofWalk> walk = ProofWalk::open(*parse_certificate(bytes, plenty), never);
  ASSERT_TRUE(walk);
  const Result<ProofNode> root = walk->node(0, {});
  ASSERT_TRUE(root && root->column);
  const Column other{root->column->index == 0 ? 1 : 0};
  EXPECT_NE(walk->node(0, {other}).error().message.find("the proof plays"), std::string::npos);
  EXPECT_FALSE(walk->node(1, {}));
  EXPECT_FALSE(walk->node(0, {*root->column, Column{99}}));
}

TEST(ProofWalk, DamagedFilesAreRefused) {
  const std::string bytes = certificate({"drop:5x4", "33", "value", Player::first, false});
  EXPECT_TRUE(parse_certificate_header(bytes));
  EXPECT_FALSE(parse_certificate("", plenty));
  EXPECT_FALSE(parse_certificate("INAROW CERTIFICATE 2\n", plenty));
  EXPECT_FALSE(parse_certificate(bytes, 10));
  EXPECT_FALSE(parse_certificate(bytes.substr(0, bytes.size() - 1), plenty));
  EXPECT_FALSE(parse_certificate(bytes + "x", plenty));
  // Nothing that the reader lets pass may trouble the walk.
  const std::string plain =
      certificate({"drop:5x4", "3", "not-lose", Player::second, true}, Codec::plain);
  for (std::size_t at = 0; at < plain.size(); ++at) {
    for (const int byte : {0, 1, 64, 128, 192, 255}) {
      std::string damaged = plain;
      damaged[at] = static_cast<char>(byte);
      if (Result<CertificateFile> file = parse_certificate(damaged, plenty)) {
        const Result<ProofWalk> walk = ProofWalk::open(std::move(*file), never);
        EXPECT_TRUE(!walk || walk->node(0, {}));
      }
    }
  }
  StopToken stop;
  stop.request_stop();
  EXPECT_FALSE(ProofWalk::open(*parse_certificate(bytes, plenty), stop));
}

}  // namespace
}  // namespace inarow
