// Players by proved strategies: what they play is what they have promised.

#include "match/strategy_player.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <set>

#include "base/files.hpp"
#include "base/random.hpp"
#include "match/registry.hpp"
#include "proof/certificate_reader.hpp"
#include "proof/strategy_proof.hpp"
#include "search/cannot_lose/search.hpp"

namespace inarow {
namespace {

GameSpec spec_of(std::string_view text) { return *GameSpec::parse(text); }

std::unique_ptr<ComputerPlayer> strategy_of(const GameSpec& spec, Player side) {
  // No player may need them later.
  StopToken stop;
  Observer observer;
  PlayerTools tools;
  tools.stop = &stop;
  tools.observer = &observer;
  MadePlayer player = make_player("strategy", spec, side, tools);
  EXPECT_TRUE(player) << player.error().message;
  return player ? std::move(*player) : nullptr;
}

// What is promised is what is played, and promises are never taken back.
TEST(StrategyPlayers, CylinderPromisesAreKept) {
  for (const char* text : {"cylinder:2", "cylinder:5", "cylinder:7", "drop:4xinf"}) {
    for (const Player side : {Player::first, Player::second}) {
      const GameSpec spec = spec_of(text);
      const std::unique_ptr<ComputerPlayer> player = strategy_of(spec, side);
      ASSERT_NE(player, nullptr);
      Random random(7);
      int frozen_seen = 0;
      for (int round = 0; round < 10; ++round) {
        Game game(spec);
        std::set<Column> frozen;
        std::optional<Column> expected;
        for (int i = 0; i < 60 && !game.over(); ++i) {
          if (game.to_move() == side) {
            const Result<Choice> choice = player->choose(game, {});
            ASSERT_TRUE(choice) << choice.error().message;
            if (expected) {
              EXPECT_EQ(choice->move.front().x, expected->index);
            }
            ASSERT_TRUE(game.play(choice->move));
            continue;
          }
          const Result<Commitment> commitment = player->commitment(game);
          ASSERT_TRUE(commitment) << commitment.error().message;
          const std::set<Column> now(commitment->frozen.begin(), commitment->frozen.end());
          EXPECT_TRUE(std::includes(now.begin(), now.end(), frozen.begin(), frozen.end()));
          frozen = now;
          frozen_seen += static_cast<int>(now.size());
          // Every column is frozen or has its answer.
          EXPECT_EQ(now.size() + commitment->replies.size(),
                    static_cast<std::size_t>(spec.drop()->width));
          const Column column{random.below(spec.drop()->width)};
          expected = column;
          for (const Commitment::Reply& reply : commitment->replies) {
            if (reply.move == column) expected = reply.reply;
          }
          ASSERT_TRUE(game.play(Move{*game.landing_cell(column)}));
        }
        EXPECT_NE(game.outcome(), win_of(opponent(side)));
      }
      if (spec.drop()->width > 2) {
        EXPECT_GT(frozen_seen, 0);
      }
      Game game(spec);
      if (side == Player::first) {
        EXPECT_FALSE(player->commitment(game));  // it is his turn
      }
    }
  }
}

TEST(StrategyPlayers, RulesForColumns) {
  Random random(3);
  for (const char* text : {"drop:6x4", "drop:6x10", "drop:5x6", "drop:7x6", "drop:7x8"}) {
    const GameSpec spec = spec_of(text);
    const std::unique_ptr<ComputerPlayer> player = strategy_of(spec, Player::second);
    ASSERT_NE(player, nullptr);
    for (int round = 0; round < 30; ++round) {
      Game game(spec);
      std::optional<int> expected;
      while (!game.over()) {
        if (game.to_move() == Player::second) {
          const Result<Choice> choice = player->choose(game, {});
          ASSERT_TRUE(choice) << choice.error().message;
          if (expected) {
            EXPECT_EQ(choice->move.front().x, *expected);
          }
          ASSERT_TRUE(game.play(choice->move));
          continue;
        }
        const Result<Commitment> commitment = player->commitment(game);
        ASSERT_TRUE(commitment) << commitment.error().message;
        Column column{random.below(spec.drop()->width)};
        while (!game.landing_cell(column) || (game.moves().empty() && column.index == 3)) {
          column.index = (column.index + 1) % spec.drop()->width;
        }
        expected.reset();
        for (const Column frozen : commitment->frozen) {
          if (frozen == column) expected = column.index;
        }
        for (const Commitment::Reply& reply : commitment->replies) {
          if (reply.move == column) expected = reply.reply.index;
        }
        EXPECT_TRUE(expected || (game.moves().empty() && spec.drop()->width == 7));
        ASSERT_TRUE(game.play(Move{*game.landing_cell(column)}));
      }
      EXPECT_NE(game.outcome(), Outcome::first_wins);
    }
  }
  Game game(spec_of("drop:7x6"));
  ASSERT_TRUE(game.play(Move{{3, 0}}));
  EXPECT_FALSE(strategy_of(game.spec(), Player::second)->choose(game, {}));
}

TEST(StrategyPlayers, BreakerShowsHisTilesAndLines) {
  for (const char* text : {"Connect(8,1,1)", "Connect(11,2,2)", "Connect(11,2,1)",
                           "Connect(17,3,3)", "Connect(26,5,2)"}) {
    const GameSpec spec = spec_of(text);
    const int p = spec.placement()->p;
    for (const Player side : {Player::first, Player::second}) {
      const std::unique_ptr<ComputerPlayer> player = strategy_of(spec, side);
      ASSERT_NE(player, nullptr);
      Random random(11);
      Game game(spec);
      std::set<Cell> mine;
      std::set<Cell> taken;
      for (int i = 0; i < 40; ++i) {
        Move move;
        if (game.to_move() == side) {
          move = player->choose(game, {}).value().move;
        } else {
          const Result<Commitment> commitment = player->commitment(game);
          ASSERT_TRUE(commitment) << commitment.error().message;
          const maker_breaker::Watch& watch = commitment->watch;
          EXPECT_GT(watch.missing, p);
          for (const maker_breaker::WatchedLine& line : watch.lines) {
            const auto count = std::count_if(line.cells.begin(), line.cells.end(),
                                             [&](Cell cell) { return mine.contains(cell); });
            EXPECT_EQ(count, line.maker_stones);
            const bool broken = std::any_of(line.cells.begin(), line.cells.end(), [&](Cell cell) {
              return taken.contains(cell) && !mine.contains(cell);
            });
            EXPECT_EQ(broken, line.broken);
            if (!broken) {
              EXPECT_GE(static_cast<int>(line.cells.size()) - line.maker_stones, watch.missing);
            }
          }
          // Every stone lies in one of the tiles.
          std::set<Cell> tiled;
          for (const std::vector<Cell>& tile : watch.tiles) {
            tiled.insert(tile.begin(), tile.end());
          }
          EXPECT_TRUE(std::includes(tiled.begin(), tiled.end(), taken.begin(), taken.end()));
          while (static_cast<int>(move.size()) < game.stones_due()) {
            const Cell cell{random.below(25), random.below(25)};
            if (!taken.insert(cell).second) continue;
            mine.insert(cell);
            move.push_back(cell);
          }
        }
        taken.insert(move.begin(), move.end());
        ASSERT_TRUE(game.play(move));
      }
      EXPECT_FALSE(game.over());
    }
  }
}

class StrategyFiles : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_ = std::filesystem::path(::testing::TempDir()) / "inarow_strategy_files";
    std::filesystem::create_directories(folder_ / "certificates");
    ::setenv("INAROW_DATA", folder_.c_str(), 1);
  }
  void TearDown() override {
    ::unsetenv("INAROW_DATA");
    std::filesystem::remove_all(folder_);
  }
  std::filesystem::path folder_;
};

// A file that comes with the program is used if it is sound; if not, the player says so and plays
// by a strategy that was searched for.
TEST_F(StrategyFiles, AreVerifiedBeforeUse) {
  const GameSpec spec = spec_of("cylinder:7");
  const std::string file =
      (folder_ / "certificates" / strategy_file_name(*spec.drop(), Player::second)).string();
  StopToken stop;
  Observer observer;
  const cannot_lose::SearchResult found =
      cannot_lose::find_strategy({7, true, 0}, Player::second, {}, stop, observer);
  ASSERT_TRUE(found.strategy);
  ASSERT_TRUE(write_cannot_lose(*found.strategy, file, Codec::zstd));
  EXPECT_TRUE(read_strategy_player(spec, Player::second, file));
  EXPECT_FALSE(read_strategy_player(spec, Player::first, file));
  EXPECT_FALSE(read_strategy_player(spec_of("cylinder:8"), Player::second, file));
  EXPECT_EQ(strategy_of(spec, Player::second)->note(), "");

  // A strategy that is complete and well-formed but loses.
  cannot_lose::Strategy naive({7, true, 0}, Player::second, 0);
  cannot_lose::Plan all;
  all.freeze = 127;
  naive.set(naive.start(), all);
  ASSERT_TRUE(write_cannot_lose(naive, file, Codec::zstd));
  const MadePlayer refused = read_strategy_player(spec, Player::second, file);
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().message.find("refuted"), std::string::npos);
  const std::unique_ptr<ComputerPlayer> searched = strategy_of(spec, Player::second);
  EXPECT_NE(searched->note().find("searched for instead"), std::string::npos);
  Game game(spec);
  ASSERT_TRUE(game.play(Move{{0, 0}}));
  EXPECT_TRUE(searched->choose(game, {}));

  // Every damaged byte is noticed.
  ASSERT_TRUE(write_cannot_lose(*found.strategy, file, Codec::zstd));
  const std::string good = read_whole_file(file).value();
  const std::string body = read_certificate(file)->body;
  Random random(1);
  for (int i = 0; i < 200; ++i) {
    std::string bad = good;
    const auto place = static_cast<std::size_t>(random.below(static_cast<int>(bad.size())));
    bad[place] = static_cast<char>(bad[place] ^ (1 << random.below(8)));
    // The method is free text.
    const std::size_t method = good.find("method: ");
    if (place >= method && place < good.find('\n', method)) continue;
    ASSERT_TRUE(write_whole_file(file, bad));
    const Result<CertificateFile> read = read_certificate(file);
    if (!read) continue;
    // Counts and moves of the header are not those of the body: nothing that play relies on.
    EXPECT_EQ(read->body, body);
    EXPECT_LT(place, good.find("\n\n"));
  }
  ASSERT_TRUE(write_whole_file(file, good.substr(0, good.size() / 2)));
  EXPECT_FALSE(read_certificate(file));
}

}  // namespace
}  // namespace inarow
