// A checkpoint holds true facts, comes back as it was written or is refused, and saves the work
// that it holds.

#include "search/alphabeta/checkpoint.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>

#include "base/sha256.hpp"
#include "rules/drop_geometry.hpp"
#include "rules/random_games.hpp"
#include "search/alphabeta/drop_engine.hpp"

namespace inarow {
namespace {

constexpr std::size_t all = 1'000'000'000;

DropSpec spec_of(const std::string& text) { return *GameSpec::parse(text)->drop(); }

// The position of a code: in each column the highest set bit is above the stones, the others are
// the stones of the player to move.
DropStones stones_of_code(const DropSpec& spec, Word128 code) {
  const DropGeometry<Word128> g(spec);
  DropStones stones;
  for (int x = 0; x < g.width(); ++x) {
    int top = g.height();
    while ((code >> (x * g.stride() + top) & 1) == 0) --top;
    const Word128 column = low_bits<Word128>(top) << (x * g.stride());
    stones.me |= code & column;
    stones.opponent |= ~code & column;
  }
  return stones;
}

// Searches every `step`th position anew, without rules.
int count_true(const DropSpec& spec, const std::vector<ProvedBounds>& facts, std::size_t step) {
  const auto engine = make_drop_engine(spec, std::size_t{4} << 20, RuleLimits::never());
  const auto worker = engine->make_worker(nullptr, nullptr);
  int count = 0;
  for (std::size_t i = 0; i < facts.size(); i += step) {
    const ProvedBounds& fact = facts[i];
    const ScoreRange range =
        worker->solve(stones_of_code(spec, fact.code), ScoreWindow::score(spec));
    EXPECT_TRUE(range.complete);
    EXPECT_LE(fact.lower, range.lower);
    EXPECT_GE(fact.upper, range.upper);
    count += fact.lower <= range.lower && range.upper <= fact.upper ? 1 : 0;
  }
  return count;
}

TEST(Checkpoint, HoldsTrueFacts) {
  for (const char* name :
       {"drop:6x5", "drop:6x6", "drop:6x5:cyl", "drop:7x5", "drop:8x4", "drop:6x5:k5"}) {
    const DropSpec spec = spec_of(name);
    const auto engine = make_drop_engine(spec, std::size_t{64} << 20);
    engine->solve({}, ScoreWindow::score(spec), 1, nullptr, nullptr);
    const std::vector<ProvedBounds> facts = engine->dearest_results(all);
    EXPECT_GT(facts.size(), 10U) << name;
    const std::size_t step = facts.size() / 60 + 1;
    EXPECT_EQ(static_cast<std::size_t>(count_true(spec, facts, step)),
              (facts.size() + step - 1) / step)
        << name;
  }
}

// Boards of more than 56, 64 and 72 bits have other entries.
TEST(Checkpoint, HoldsTrueFactsOfLargeBoards) {
  Random random(20);
  for (const char* name : {"drop:8x7", "drop:8x8", "drop:10x10"}) {
    const DropSpec spec = spec_of(name);
    const auto engine = make_drop_engine(spec, std::size_t{16} << 20);
    // Most random positions of such boards are decided soon.
    std::vector<ProvedBounds> facts;
    for (int i = 0; i < 2000 && facts.size() < 40; ++i) {
      const std::optional<Game> game =
          random_unfinished_position(GameSpec(spec), *GameSpec(spec).cells() - 34, random);
      if (!game) continue;
      engine->solve(stones_of(*game), ScoreWindow::score(spec), 1, nullptr, nullptr);
      facts = engine->dearest_results(all);
    }
    EXPECT_GE(facts.size(), 40U) << name;
    count_true(spec, facts, facts.size() / 40 + 1);
  }
}

TEST(Checkpoint, SavesTheWorkThatItHolds) {
  const DropSpec spec = spec_of("drop:6x6");
  const ScoreWindow window = ScoreWindow::score(spec);
  const auto first = make_drop_engine(spec, std::size_t{64} << 20);
  const ScoreRange scratch = first->solve({}, window, 1, nullptr, nullptr);
  const Checkpoint written{spec, true, first->dearest_results(2000)};
  EXPECT_LE(written.facts.size(), 2000U);
  EXPECT_GT(written.facts.size(), 500U);
  const Result<Checkpoint> read = Checkpoint::parse(written.serialise());
  ASSERT_TRUE(read);
  const auto second = make_drop_engine(spec, std::size_t{64} << 20);
  second->believe(read->facts);
  const ScoreRange again = second->solve({}, window, 1, nullptr, nullptr);
  EXPECT_TRUE(again.complete);
  EXPECT_EQ(again.lower, scratch.lower);
  EXPECT_LT(again.nodes, scratch.nodes / 100);
  // Another position of the board.
  const DropStones after = {0, 1};
  const auto third = make_drop_engine(spec, std::size_t{64} << 20);
  const ScoreRange unaided = third->solve(after, window, 1, nullptr, nullptr);
  const auto fourth = make_drop_engine(spec, std::size_t{64} << 20);
  fourth->believe(read->facts);
  const ScoreRange aided = fourth->solve(after, window, 1, nullptr, nullptr);
  EXPECT_EQ(aided.lower, unaided.lower);
  EXPECT_LT(aided.nodes, unaided.nodes);
}

TEST(Checkpoint, IsTakenWhileOthersSearch) {
  for (const char* name : {"drop:7x5", "drop:8x8"}) {
    const DropSpec spec = spec_of(name);
    const auto engine = make_drop_engine(spec, std::size_t{64} << 20);
    StopToken stop;
    stop.limit_time(1);
    std::atomic<bool> done = false;
    std::thread search([&] {
      engine->solve({}, ScoreWindow::score(spec), 2, &stop, nullptr);
      done = true;
    });
    std::vector<ProvedBounds> facts;
    int taken = 0;
    do {
      facts = engine->dearest_results(all);
      ++taken;
    } while (!done && taken < 1000);
    search.join();
    EXPECT_GT(taken, 1);
    const Checkpoint checkpoint{spec, true, facts};
    EXPECT_TRUE(Checkpoint::parse(checkpoint.serialise()));  // none is impossible
    if (spec.bits() <= 56) count_true(spec, facts, facts.size() / 40 + 1);
  }
}

Checkpoint small_checkpoint() {
  const DropSpec spec = spec_of("drop:5x4");
  const auto engine = make_drop_engine(spec, std::size_t{1} << 20);
  engine->solve({}, ScoreWindow::score(spec), 1, nullptr, nullptr);
  return {spec, true, engine->dearest_results(20)};
}

std::string with_checksum(std::string bytes) {
  const Sha256 hash = sha256(bytes);
  bytes.append(reinterpret_cast<const char*>(hash.data()), hash.size());
  return bytes;
}

TEST(Checkpoint, ComesBackAsItWasWritten) {
  const Checkpoint written = small_checkpoint();
  ASSERT_GT(written.facts.size(), 3U);
  const std::string bytes = written.serialise();
  const Result<Checkpoint> read = Checkpoint::parse(bytes);
  ASSERT_TRUE(read);
  EXPECT_EQ(read->spec, written.spec);
  EXPECT_EQ(read->rules, written.rules);
  EXPECT_EQ(read->facts.size(), written.facts.size());
  EXPECT_EQ(read->serialise(), bytes);
}

TEST(Checkpoint, RefusesEveryDamage) {
  const std::string bytes = small_checkpoint().serialise();
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    for (int bit = 0; bit < 8; ++bit) {
      std::string damaged = bytes;
      damaged[i] = static_cast<char>(damaged[i] ^ (1 << bit));
      EXPECT_FALSE(Checkpoint::parse(damaged)) << i;
    }
    EXPECT_FALSE(Checkpoint::parse(bytes.substr(0, i))) << i;
  }
  EXPECT_FALSE(Checkpoint::parse(bytes + "x"));
}

TEST(Checkpoint, RefusesWhatCannotBe) {
  const auto refused = [](const std::string& bytes, const std::string& word) {
    const Result<Checkpoint> read = Checkpoint::parse(bytes);
    ASSERT_FALSE(read) << word;
    EXPECT_NE(read.error().message.find(word), std::string::npos) << read.error().message;
  };
  const std::string head = "INAROW CHECKPOINT 1\n";
  refused(with_checksum("INAROW CHECKPOINT 2\n{}\n"), "another version");
  refused(with_checksum("INAROW BOOK 1\n{}\n"), "does not begin");
  refused(with_checksum(head + "{}\n"), "lacks a field");
  refused(with_checksum(head + R"({"game":"drop:5x4","rules":true,"facts":1})"), "does not end");
  refused(with_checksum(head + R"({"game":"gomoku","rules":true,"facts":0})" + "\n"), "drop game");
  refused(with_checksum(head + R"({"game":"cylinder:5","rules":true,"facts":0})" + "\n"),
          "drop game");
  refused(with_checksum(head + R"({"game":"drop:5x4","rules":true,"facts":7})" + "\n"), "number");
  const Checkpoint good = small_checkpoint();
  const auto with = [&](auto change) {
    Checkpoint bad = good;
    change(bad.facts[1]);
    return bad.serialise();
  };
  refused(with([](ProvedBounds& fact) { fact.lower = 11; }), "fact 2");
  refused(with([](ProvedBounds& fact) { fact.upper = 20; }), "fact 2");
  refused(with([](ProvedBounds& fact) { fact.lower = 1, fact.upper = 0; }), "fact 2");
  refused(with([](ProvedBounds& fact) { fact.move = 5; }), "fact 2");
  refused(with([](ProvedBounds& fact) { fact.work = 32; }), "fact 2");
  refused(with([](ProvedBounds& fact) { fact.code = 1; }), "fact 2");  // empty columns have bits
  refused(with([](ProvedBounds& fact) { fact.code |= Word128{1} << 25; }), "fact 2");
}

}  // namespace
}  // namespace inarow
