#include "match/book_player.hpp"

#include <gtest/gtest.h>

#include <map>

#include "base/output_file.hpp"
#include "book/book_store.hpp"
#include "match/registry.hpp"
#include "rules/notation.hpp"

namespace inarow {
namespace {

// A book of some moves after j10, each with a chance or a proved value of the player to move after
// it.
class BookPlayers : public testing::Test {
 protected:
  void add(const std::string& move, const PositionFacts& facts) {
    const Game after = *read_game(spec_, "j10 " + move);
    Game before = after;
    before.undo();
    Result<BookStore> book = BookStore::open(path_, spec_, BookAccess::write);
    book->link(*book->put(before, {}), after.moves().back(), *book->put(after, facts));
  }
  static PositionFacts guess(double chance, std::uint64_t visits) {
    PositionFacts facts;
    facts.estimate = chance;
    facts.visits = visits;
    return facts;
  }
  static PositionFacts proved(int value) {
    PositionFacts facts;
    facts.proved = Bounds{value, value};
    facts.source.method = "test";
    return facts;
  }
  // How often each move is played.
  std::map<std::string, int> played(int times, const std::string& moves = "j10") {
    PlayerTools tools;
    tools.books = std::make_shared<Books>(*Books::open({path_}));
    tools.seed = 5;
    const MadePlayer player = make_player("strong", spec_, Player::second, tools);
    std::map<std::string, int> count;
    const Game game = *read_game(spec_, moves);
    for (int i = 0; i < times; ++i) {
      Result<Choice> choice = (*player)->choose(game, {.seconds = 0.2});
      std::sort(choice->move.begin(), choice->move.end());
      ++count[format_move(spec_, choice->move)];
    }
    return count;
  }

  const GameSpec spec_ = *GameSpec::parse("connect6");
  ScratchFolder folder_;
  const std::string path_ = folder_.file("book.db");
};

TEST_F(BookPlayers, DrawLotsAmongGoodMovesByTheirVisits) {
  add("i10k11", guess(0.40, 30));
  add("i9k11", guess(0.41, 10));
  add("a1a2", guess(0.90, 500));
  const std::map<std::string, int> count = played(200);
  EXPECT_EQ(count.size(), 2U);
  EXPECT_GT(count.at("i10k11"), 120);
  EXPECT_GT(count.at("i9k11"), 20);
}

TEST_F(BookPlayers, PlayWhatIsProvedToWin) {
  add("i10k11", guess(0.01, 300));
  add("a1a2", proved(-1));
  EXPECT_EQ(played(20), (std::map<std::string, int>{{"a1a2", 20}}));
}

TEST_F(BookPlayers, LeaveOutWhatIsProvedToLose) {
  add("i10k11", proved(1));
  add("i9k11", guess(0.5, 3));
  EXPECT_EQ(played(20), (std::map<std::string, int>{{"i9k11", 20}}));
}

// The engine's own choice is refuted by the book: another one is played.
TEST_F(BookPlayers, DoNotBelieveTheEngineAgainstAProvedFact) {
  add("a1a2", guess(0.5, 0));  // so that there is a book
  const std::string own = [&] {
    const MadePlayer player = make_player("strong", spec_, Player::second, {});
    Result<Choice> choice = (*player)->choose(*read_game(spec_, "k10"), {.seconds = 0.2});
    return format_move(spec_, choice->move);
  }();
  const Game after = *read_game(spec_, "k10 " + own);
  Game before = after;
  before.undo();
  const Game other = *read_game(spec_, "k10 j10k11");
  {
    Result<BookStore> book = BookStore::open(path_, spec_, BookAccess::write);
    book->link(*book->put(before, {}), after.moves().back(), *book->put(after, proved(1)));
    book->link(*book->put(before, {}), other.moves().back(), *book->put(other, {}));
  }
  for (const auto& [move, times] : played(3, "k10")) EXPECT_NE(move, own);
}

}  // namespace
}  // namespace inarow
