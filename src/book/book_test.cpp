#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "base/files.hpp"
#include "book/drop_book.hpp"
#include "rules/drop_board.hpp"
#include "rules/notation.hpp"
#include "rules/random_games.hpp"

namespace inarow {
namespace {

DropSpec drop(const char* text) { return *GameSpec::parse(text)->drop(); }

std::string temporary_file(const char* name) {
  return (std::filesystem::temp_directory_path() /
          (std::string("inarow-") + std::to_string(::getpid()) + "-" + name))
      .string();
}

std::optional<DropBook> build(const DropSpec& spec, int plies, const std::string& journal,
                              const StopToken& stop) {
  Observer observer;
  Result<std::optional<DropBook>> book =
      build_drop_book(spec, {plies, 2, std::size_t{8} << 20, journal}, stop, observer);
  EXPECT_TRUE(book) << book.error().message;
  return book ? std::move(*book) : std::nullopt;
}

TEST(DropBook, KnowsEveryPositionUpToItsPly) {
  const StopToken stop;
  for (const char* name : {"drop:5x4", "drop:4x5", "drop:2x2", "drop:4x4:k3"}) {
    const DropSpec spec = drop(name);
    const int plies = 4;
    const std::optional<DropBook> book = build(spec, plies, "", stop);
    ASSERT_TRUE(book);
    const auto engine = make_drop_engine(spec, std::size_t{1} << 20);
    const auto worker = engine->make_worker(nullptr, nullptr);
    Random random(1);
    for (int round = 0; round < 300; ++round) {
      Game game{GameSpec(spec)};
      const int stones = random.below(plies + 2);
      if (!play_at_random(game, stones, random)) continue;
      const std::optional<int> score = book->score(stones_of(game));
      ASSERT_EQ(score.has_value(), game.stone_count() <= plies) << name;
      if (!score) continue;
      const ScoreRange range = worker->solve(stones_of(game), ScoreWindow::score(spec));
      ASSERT_EQ(*score, range.lower) << name << " " << format_moves(game.spec(), game.moves());
    }
  }
}

TEST(DropBook, IsReadBackAsWritten) {
  const StopToken stop;
  const std::optional<DropBook> book = build(drop("drop:5x4"), 3, "", stop);
  ASSERT_TRUE(book);
  const std::string bytes = book->serialise();
  const Result<DropBook> again = DropBook::parse(bytes);
  ASSERT_TRUE(again) << again.error().message;
  EXPECT_EQ(again->serialise(), bytes);
  EXPECT_EQ(again->plies(), 3);
  EXPECT_EQ(again->spec(), drop("drop:5x4"));
}

TEST(DropBook, EveryDamageIsRefused) {
  const StopToken stop;
  const std::optional<DropBook> book = build(drop("drop:5x4"), 3, "", stop);
  ASSERT_TRUE(book);
  const std::string bytes = book->serialise();
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    std::string damaged = bytes;
    damaged[i] = static_cast<char>(damaged[i] ^ (1 << (i % 8)));
    ASSERT_FALSE(DropBook::parse(damaged)) << "byte " << i;
    ASSERT_FALSE(DropBook::parse(bytes.substr(0, i)));
  }
  EXPECT_FALSE(DropBook::parse(bytes + "x"));
}

TEST(DropBook, AStoppedBuildGoesOnFromItsJournal) {
  const std::string journal = temporary_file("journal");
  std::filesystem::remove(journal);
  const DropSpec spec = drop("drop:5x5");
  StopToken stopped;
  stopped.request_stop();
  EXPECT_FALSE(build(spec, 4, journal, stopped));
  const StopToken stop;
  const std::optional<DropBook> whole = build(spec, 4, journal, stop);
  ASSERT_TRUE(whole);
  // Half of the journal, cut in the middle of a line.
  const Result<std::string> lines = read_whole_file(journal);
  ASSERT_TRUE(lines);
  ASSERT_TRUE(write_whole_file(journal, lines->substr(0, lines->size() / 2)));
  const std::optional<DropBook> resumed = build(spec, 4, journal, stop);
  ASSERT_TRUE(resumed);
  EXPECT_EQ(resumed->serialise(), whole->serialise());
  // A journal of something else is refused.
  ASSERT_TRUE(write_whole_file(journal, "12345 1\n"));
  Observer observer;
  EXPECT_FALSE(build_drop_book(spec, {4, 1, std::size_t{1} << 20, journal}, stop, observer));
  std::filesystem::remove(journal);
}

// The book that ships, against the published numbers of won, drawn and lost positions a ply.
TEST(DropBook, TheBookOfConnectFourHasThePublishedValues) {
  const Result<DropBook> book = DropBook::load(INAROW_TEST_DATA "/../../data/drop-7x6.book");
  ASSERT_TRUE(book) << book.error().message;
  const DropGeometry<Word64> geometry(book->spec());
  std::ifstream file(INAROW_TEST_DATA "/positions_7x6.txt");
  int compared = 0;
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line[0] == '#') continue;
    std::istringstream fields(line);
    std::size_t ply = 0;
    long positions = 0;
    long ended = 0;
    long won = 0;
    long drawn = 0;
    long lost = 0;
    fields >> ply >> positions >> ended >> won >> drawn >> lost;
    if (ply >= book->by_ply().size()) break;
    // Positions won by the last move are counted in the table but not in the book.
    (ply % 2 == 1 ? won : lost) -= ended;
    long ours_won = 0;
    long ours_drawn = 0;
    long ours_lost = 0;
    for (const BookEntry& entry : book->by_ply()[ply]) {
      const long images = geometry.mirror(entry.key) == entry.key ? 1 : 2;
      const int for_first = ply % 2 == 0 ? entry.score : -entry.score;
      (for_first > 0 ? ours_won : for_first < 0 ? ours_lost : ours_drawn) += images;
    }
    EXPECT_EQ(ours_won, won) << "ply " << ply;
    EXPECT_EQ(ours_drawn, drawn) << "ply " << ply;
    EXPECT_EQ(ours_lost, lost) << "ply " << ply;
    ++compared;
  }
  EXPECT_EQ(compared, book->plies() + 1);
}

TEST(DropBook, TheBookOfConnectFourHasThePublishedTwoPlyScores) {
  const Result<DropBook> book = DropBook::load(INAROW_TEST_DATA "/../../data/drop-7x6.book");
  ASSERT_TRUE(book) << book.error().message;
  const GameSpec spec = *GameSpec::parse("connect4");
  std::ifstream file(INAROW_TEST_DATA "/two_ply_scores.txt");
  int compared = 0;
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line[0] == '#') continue;
    std::istringstream fields(line);
    std::string moves;
    int score = 0;
    fields >> moves >> score;
    EXPECT_EQ(book->score(stones_of(*read_game(spec, moves))), score) << moves;
    ++compared;
  }
  EXPECT_EQ(compared, 49);
  const std::array<int, 7> first_moves{-2, -1, 0, 1, 0, -1, -2};
  for (int x = 0; x < 7; ++x) {
    const Game game = *read_game(spec, std::string(1, static_cast<char>('1' + x)));
    EXPECT_EQ(book->score(stones_of(game)), -first_moves[static_cast<std::size_t>(x)]);
  }
}

}  // namespace
}  // namespace inarow
