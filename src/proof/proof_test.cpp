#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string>

#include "base/sha256.hpp"
#include "proof/prove.hpp"
#include "proof/rule_leaf.hpp"
#include "rules/drop_board.hpp"
#include "rules/notation.hpp"

namespace inarow {
namespace {

namespace fs = std::filesystem;

class Folder {
 public:
  Folder()
      : path_(fs::temp_directory_path() / ("inarow_proof_test_" + std::to_string(::getpid()))) {
    fs::create_directories(path_);
  }
  ~Folder() { fs::remove_all(path_); }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  std::string file(const std::string& name) const { return (path_ / name).string(); }
  bool empty() const { return fs::is_empty(path_); }

 private:
  fs::path path_;
};

std::string read(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

// Collects the bytes of a proof.
class Bytes final : public BodySink {
 public:
  using BodySink::put;
  void put(std::uint8_t byte) override { text += static_cast<char>(byte); }
  std::string text;
};

Game game_of(const std::string& game, const std::string& moves = "") {
  return *read_game(*GameSpec::parse(game), moves);
}

struct Proof {
  ProofEnd end = ProofEnd::stopped;
  std::string body;
  ProofCounts counts;
};

Proof prove_bound(const Game& game, const ProofBound& bound, LeafProver* leaves = nullptr) {
  const DropSpec& spec = *game.spec().drop();
  std::unique_ptr<DropEngine> engine;
  if (DropAnalyst::needs_engine(spec)) engine = make_drop_engine(spec, 1 << 20);
  ProofTools tools;
  tools.engine = engine.get();
  tools.leaves = leaves;
  Bytes bytes;
  Proof proof;
  proof.end = BoundProof(spec, bound, tools, bytes, proof.counts).write(game);
  proof.body = bytes.text;
  return proof;
}

TEST(Proof, KindsAreFoundByName) {
  for (const ClaimKind& kind : claim_kinds()) EXPECT_EQ(find_claim_kind(kind.name), &kind);
  EXPECT_EQ(find_claim_kind("magic"), nullptr);
}

TEST(Proof, FalseBoundsAreRefusedAndWriteNothing) {
  const Game game = game_of("drop:5x4");  // a draw
  for (const Player player : {Player::first, Player::second}) {
    EXPECT_EQ(prove_bound(game, {player, 0}).end, ProofEnd::complete);
    const Proof win = prove_bound(game, {player, 1});
    EXPECT_EQ(win.end, ProofEnd::false_claim);
    EXPECT_EQ(win.body, "");
  }
}

TEST(Proof, ThresholdsEndAtTheExactScore) {
  for (const std::string moves : {"", "3", "33", "3333", "334", "2", "1223"}) {
    const Game game = game_of("drop:5x4", moves);
    for (const Player player : {Player::first, Player::second}) {
      bool held = true;
      for (int t = -10; t <= 10; ++t) {
        const bool holds = prove_bound(game, {player, t}).end == ProofEnd::complete;
        EXPECT_TRUE(held || !holds) << moves << " " << t;  // once false, false for ever
        held = holds;
      }
      EXPECT_FALSE(held);
    }
  }
}

TEST(Proof, EveryByteIsAMove) {
  // Three in a row: a stone in the middle of the bottom row, and soon there are two threats.
  const Proof proof = prove_bound(game_of("drop:4x4:k3"), {Player::first, 1});
  EXPECT_EQ(proof.end, ProofEnd::complete);
  EXPECT_TRUE(proof.body[0] == 1 || proof.body[0] == 2);
  EXPECT_EQ(proof.body.size(), proof.counts.positions);
  EXPECT_EQ(proof.counts.held + proof.counts.dead, 0U);
  EXPECT_LT(proof.counts.positions, 20U);
}

TEST(Proof, BoardsWithoutLinesNeedNoByte) {
  EXPECT_EQ(prove_bound(game_of("drop:3x3"), {Player::second, 0}).body, "");
  EXPECT_EQ(prove_bound(game_of("drop:3x3:k1"), {Player::first, 5}).body, "");
  EXPECT_EQ(prove_bound(game_of("drop:3x3:k1"), {Player::second, 0}).end, ProofEnd::false_claim);
}

// Leaves at all positions with at least so many stones.
class EveryLeaf final : public LeafProver {
 public:
  explicit EveryLeaf(int stones) : stones_(stones) {}
  std::optional<std::string> leaf(const ProofPosition& position, const ProofBound&) override {
    if (position.stones < stones_) return std::nullopt;
    return "leaf";
  }

 private:
  int stones_;
};

TEST(Proof, RuleLeavesEndTheProof) {
  EveryLeaf at_root(0);
  const Proof root = prove_bound(game_of("drop:5x4"), {Player::second, 0}, &at_root);
  EXPECT_EQ(root.body, "\xc0leaf");
  EXPECT_EQ(root.counts.rule_leaves, 1U);
  const Proof move = prove_bound(game_of("drop:5x4"), {Player::first, 0}, &at_root);
  EXPECT_EQ(move.body.size(), 5U);
  EXPECT_EQ(static_cast<unsigned char>(move.body[0]) & 0xc0, 0x80);
  EveryLeaf later(6);
  const Proof some = prove_bound(game_of("drop:5x4"), {Player::second, 0}, &later);
  EXPECT_GT(some.counts.rule_leaves, 1U);
  EXPECT_EQ(some.body.size(), some.counts.positions + 4 * some.counts.rule_leaves);
}

TEST(Certificate, HeaderBodyAndNoLeftovers) {
  const Folder folder;
  const std::string path = folder.file("x.cert");
  {
    Result<CertificateWriter> unfinished = CertificateWriter::create(path, Codec::plain);
    ASSERT_TRUE(unfinished);
    unfinished->put("abc");
  }
  EXPECT_TRUE(folder.empty());
  for (const Codec codec : {Codec::plain, Codec::zstd, Codec::small_zstd}) {
    Result<CertificateWriter> writer = CertificateWriter::create(path, codec);
    ASSERT_TRUE(writer);
    std::string body;
    for (int i = 0; i < 200'000; ++i) body += static_cast<char>(i * i % 7);
    writer->put(body);
    CertificateHeader header;
    header.game = "drop:7x6";
    header.moves = {Column{3}, Column{0}};
    header.claim = "win";
    header.player = Player::second;
    header.score = 2;
    header.method = "test";
    header.counts.positions = 12;
    const Result<CertificateSize> size = writer->finish(header);
    ASSERT_TRUE(size);
    EXPECT_EQ(size->file_bytes, fs::file_size(path));
    EXPECT_EQ(size->body_bytes, body.size());
    const std::string text = read(path);
    const std::string expected =
        "INAROW CERTIFICATE 1\ngame: drop:7x6\nmoves: 4 1\nclaim: win\nfor: second\nscore: 2\n"
        "method: test\npositions: 12\nwins: 0\nheld: 0\ndead: 0\nrepeats: 0\nrule-leaves: 0\n"
        "codec: " +
        std::string(codec == Codec::plain ? "plain" : "zstd") +
        "\nlength: 200000\nsha256: " + to_hex(sha256(body)) + "\n\n";
    EXPECT_EQ(text.substr(0, expected.size()), expected);
    if (codec == Codec::plain) {
      EXPECT_EQ(text.substr(expected.size()), body);
    } else {
      EXPECT_LT(text.size(), 20'000U);
    }
  }
  EXPECT_FALSE(CertificateWriter::create("/nonexistent/x", Codec::plain));
}

// A set of squares from its names.
Word128 squares(const DropSpec& spec, const std::string& names) {
  const DropGeometry<Word128> geometry(spec);
  std::istringstream in(names);
  Word128 set = 0;
  for (std::string name; in >> name;) set |= geometry.bit(*read_cell(GameSpec(spec), name));
  return set;
}

TEST(RuleLeaf, BytesOfEveryRule) {
  const DropSpec spec;
  const auto at = [&](const std::string& names) { return squares(spec, names); };
  const Word128 empty = DropGeometry<Word128>(spec).board();
  const auto one = [&](const LeafSolution& solution) {
    const auto bytes = encode_rule_leaf(spec, empty, {LeafKind::second_wins, 0, 0, {solution}});
    EXPECT_EQ(bytes->substr(0, 2), std::string("\1\1"));
    // What is read back says the same; more bytes may follow, fewer may not.
    const auto decoded = decode_rule_leaf(spec, empty, *bytes + "more");
    EXPECT_TRUE(decoded && decoded->bytes == bytes->size());
    EXPECT_EQ(encode_rule_leaf(spec, empty, decoded->leaf), bytes);
    EXPECT_FALSE(decode_rule_leaf(spec, empty, bytes->substr(0, bytes->size() - 1)));
    return std::vector<int>(bytes->begin() + 2, bytes->end());
  };
  using V = std::vector<int>;
  EXPECT_EQ(one({LeafRule::claimeven, at("b1 b2"), at("b1 b2"), 0, 0}), (V{0, 7}));
  EXPECT_EQ(one({LeafRule::baseinverse, at("a1 c1"), 0, 0, 0}), (V{1, 0, 12}));
  EXPECT_EQ(one({LeafRule::vertical, at("g2 g3"), 0, 0, 0}), (V{2, 38}));
  EXPECT_EQ(one({LeafRule::aftereven, at("a2 b2"), at("a1 a2 b1 b2"), at("a2 b2 c2 d2"), 0}),
            (V{3, 1, 1}));
  EXPECT_EQ(one({LeafRule::lowinverse, at("a2 a3 c4 c5"), 0, 0, 0}), (V{4, 2, 16}));
  EXPECT_EQ(one({LeafRule::highinverse, at("a2 a3 a4 c2 c3 c4"), 0, 0, 0}), (V{5, 3, 15}));
  EXPECT_EQ(one({LeafRule::baseclaim, at("e1 b1 b2 a1"), at("b1 b2"), 0, at("e1")}),
            (V{6, 24, 6, 0}));
  EXPECT_EQ(one({LeafRule::before, at("a2 a3 b2 b3 c1 c2 d1 d2"), at("c1 c2 d1 d2"),
                 at("a2 b2 c2 d2"), 0}),
            (V{7, 1, 1, 12}));
  EXPECT_EQ(one({LeafRule::specialbefore, at("a4 g1 b2 b3 c1 c2 d1"), at("c1 c2"),
                 at("a4 b3 c2 d1"), at("d1 g1")}),
            (V{8, 3, 3, 4, 18, 36}));
}

TEST(RuleLeaf, Levers) {
  const DropSpec spec;
  const auto leaf = [&](LeafKind kind, const std::string& a, const std::string& b) {
    const auto bytes = encode_rule_leaf(
        spec, 0, {kind, squares(spec, a), squares(spec, b), std::vector<LeafSolution>()});
    return std::vector<int>(bytes->begin(), bytes->end());
  };
  using V = std::vector<int>;
  EXPECT_EQ(leaf(LeafKind::odd_threat, "a3 b3 c3 d3", ""), (V{2, 2, 1, 0}));
  EXPECT_EQ(leaf(LeafKind::combination, "d3 e3 f3 g3", "d1 e2 f3 g4"), (V{3, 20, 1, 18, 2, 0}));
  EXPECT_EQ(leaf(LeafKind::combination_with_base, "d1 d2 d3 d4", "d4 e3 f2 g1"),
            (V{4, 18, 0, 21, 3, 0}));
  RuleLeaf many;
  many.solutions.resize(256, {LeafRule::claimeven, squares(spec, "b1 b2"), 0, 0, 0});
  EXPECT_FALSE(encode_rule_leaf(spec, 0, many));
}

}  // namespace
}  // namespace inarow
