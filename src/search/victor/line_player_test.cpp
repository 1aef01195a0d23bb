// The shipped winning lines: the file is read strictly, and the player that uses them wins.

#include "search/victor/line_player.hpp"

#include <gtest/gtest.h>

#include <chrono>

#include "base/sha256.hpp"
#include "rules/random_games.hpp"

namespace inarow::victor {
namespace {

using B = SmallBoard;

LineBook shipped() { return LineBook::read(INAROW_TEST_DATA "/../../data/drop-7x6.lines").value(); }

TEST(LineBook, IsReadStrictly) {
  const LineBook book = shipped();
  EXPECT_GT(book.size(), 1000U);
  const std::string text = book.serialise();
  ASSERT_TRUE(LineBook::parse(text));
  EXPECT_EQ(LineBook::parse(text)->serialise(), text);
  Random random(1);
  for (int i = 0; i < 300; ++i) {
    std::string damaged = text;
    const auto at = static_cast<std::size_t>(random.below(static_cast<int>(text.size())));
    damaged[at] = static_cast<char>(damaged[at] ^ (1 << random.below(7)));
    const Result<LineBook> read = LineBook::parse(damaged);
    EXPECT_TRUE(!read || read->serialise() != text) << at;
    if (at > 200) {
      EXPECT_FALSE(read) << at;  // the positions have a checksum
    }
  }
  EXPECT_FALSE(LineBook::parse(text.substr(0, text.size() - 1)));
  EXPECT_FALSE(LineBook::parse(""));
  EXPECT_NE(LineBook::parse("inarow-lines 1\ngame drop:7x5\nmoves -\nclaim first-wins\n"
                            "positions 0\nsha256 x\n")
                .error()
                .message.find("even number of rows"),
            std::string::npos);
}

// Against players who play at random, who see one move ahead, and who also avoid giving White's
// wins: White wins every game, every move in well under a second.
TEST(LinePlayer, WinsEveryGame) {
  const LineBook book = shipped();
  const B board(DropSpec{});
  LinePlayer<B> player(board, book);
  Random random(11);
  int searched = 0;
  int chosen = 0;
  double slowest = 0;
  const auto wins = [&](Word64 stones) { return board.geometry().has_line(stones); };
  for (int game = 0; game < 400; ++game) {
    Position<B> p;
    while (true) {
      const auto start = std::chrono::steady_clock::now();
      const auto choice = player.choose(p);
      slowest = std::max(
          slowest, std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
      ASSERT_NE(choice.why, LinePlayer<B>::Why::none);
      ++chosen;
      if (choice.why == LinePlayer<B>::Why::search) ++searched;
      ASSERT_NE(choice.square & board.landing_squares(p.stones()), 0U);
      p = p.after(choice.square);
      if (wins(p.first)) break;
      std::vector<Word64> moves;
      std::vector<Word64> blocks;
      std::vector<Word64> safe;
      for_each_square(board.landing_squares(p.stones()), [&](Word64 square) {
        ASSERT_FALSE(wins(p.second | square));
        moves.push_back(square);
        if (wins(p.first | square)) blocks.push_back(square);
        const Word64 above = (square << 1) & board.squares();
        if (above == 0 || !wins(p.first | above)) safe.push_back(square);
      });
      ASSERT_FALSE(moves.empty());
      std::vector<Word64>& list = game % 3 != 0 && !blocks.empty() ? blocks
                                  : game % 3 == 2 && !safe.empty() ? safe
                                                                   : moves;
      p = p.after(one_of(list, random));
    }
  }
  EXPECT_LT(searched, chosen / 50);
  EXPECT_LT(slowest, 1.0);
}

}  // namespace
}  // namespace inarow::victor
