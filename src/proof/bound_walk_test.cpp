#include "proof/bound_walk.hpp"

#include <gtest/gtest.h>

#include <map>

#include "rules/random_games.hpp"
#include "search/alphabeta/analysis.hpp"

namespace inarow {
namespace {

// The moves of a body that was read.
class ReadMoves final : public MoveGuide {
 public:
  explicit ReadMoves(const DropSpec& spec) : board_(spec) {}
  void add(const ProofPosition& p, int column) { columns_[key(p)] = column; }
  std::optional<int> column(const ProofPosition& p) override {
    const auto found = columns_.find(key(p));
    return found == columns_.end() ? std::nullopt : std::optional(found->second);
  }

 private:
  static std::pair<Word128, Word128> key(const ProofPosition& p) { return {p.prover, p.opponent}; }
  ProofBoard board_;
  std::map<std::pair<Word128, Word128>, int> columns_;
};

// A bound that holds is read from its body and written again as it was; changed bytes are refused
// or prove the bound all the same, and no body proves a bound that does not hold.
TEST(BoundWalk, ReadsProofsAndNothingElse) {
  Random random(41);
  int read = 0;
  int refused = 0;
  for (const char* text : {"drop:4x4", "drop:5x4", "drop:4x5", "cylinder:4x4"}) {
    const Result<GameSpec> spec = GameSpec::parse(text);
    if (!spec) continue;
    const auto engine = make_drop_engine(*spec->drop(), std::size_t{1} << 22);
    DropAnalyst analyst(*spec->drop(), engine.get(), 1, nullptr, nullptr, nullptr);
    for (int round = 0; round < 120; ++round) {
      Game game(*spec);
      if (!play_at_random(game, random.below(9), random)) continue;
      const int score = analyst.analyse(game, {true, false, false, false}).range.lower;
      const int value = score > 0 ? 1 : score < 0 ? -1 : 0;
      for (const Player prover : {Player::first, Player::second}) {
        const int his = prover == game.to_move() ? value : -value;
        for (const int threshold : {0, 1}) {
          const ProofBound bound{prover, threshold};
          StringSink body;
          ProofCounts counts;
          BoundProof proof(*spec->drop(), bound, {.engine = engine.get()}, body, counts);
          const ProofEnd end = proof.write(game);
          ASSERT_EQ(end == ProofEnd::complete, his >= threshold);
          if (end != ProofEnd::complete) {
            // The body of anything else.
            EXPECT_FALSE(read_bound_body(game, bound, body.text));
            EXPECT_FALSE(read_bound_body(game, bound, std::string(40, '\1')));
            ++refused;
            continue;
          }
          ReadMoves moves(*spec->drop());
          ASSERT_TRUE(
              read_bound_body(game, bound, body.text,
                              [&](const ProofPosition& p, int column) { moves.add(p, column); }));
          StringSink again;
          const auto written = write_bound_body(game, bound, moves, again, nullptr);
          ASSERT_TRUE(written.has_value());
          EXPECT_EQ(again.text, body.text);
          EXPECT_EQ(*written, counts);
          ++read;
          EXPECT_FALSE(read_bound_body(game, bound, body.text + '\0'));
          if (body.text.empty()) continue;
          EXPECT_FALSE(read_bound_body(game, bound, body.text.substr(1)) && body.text.size() > 1 &&
                       his < threshold);
          std::string flagged = body.text;
          flagged[0] = static_cast<char>(flagged[0] | static_cast<char>(leaf_flag));
          EXPECT_FALSE(read_bound_body(game, bound, flagged));
        }
      }
    }
  }
  EXPECT_GT(read, 100);
  EXPECT_GT(refused, 100);
}

}  // namespace
}  // namespace inarow
