#include "book/book_store.hpp"

#include <SQLiteCpp/SQLiteCpp.h>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <set>

#include "base/files.hpp"
#include "base/output_file.hpp"
#include "base/random.hpp"
#include "rules/notation.hpp"

namespace inarow {
namespace {

const std::vector<std::string> games = {"connect4",           "drop:6x5:cyl", "gomoku",
                                        "Connect(6,5,4,2,1)", "connect6",     "Connect(6,2,3)"};

// Some legal moves by lot, without a line; on infinite boards near the origin.
Game random_game(const GameSpec& spec, int moves, Random& random) {
  while (true) {
    Game game(spec);
    while (static_cast<int>(game.moves().size()) < moves && !game.over()) {
      Move move;
      if (const DropSpec* drop = spec.drop()) {
        const auto cell = game.landing_cell(Column{random.below(drop->width)});
        if (!cell) continue;
        move = {*cell};
      } else {
        const BoardSize size = spec.finite_board().value_or(BoardSize{15, 15});
        for (int i = 0; i < game.stones_due(); ++i) {
          move.push_back({random.below(size.columns), random.below(size.rows)});
        }
      }
      (void)game.play(move);
    }
    if (!game.over()) return game;
  }
}

Game image_of(const Game& game, const Symmetry& symmetry) {
  Game image(game.spec());
  for (Move move : game.moves()) {
    for (Cell& cell : move) cell = symmetry(cell);
    EXPECT_TRUE(image.play(move));
  }
  return image;
}

// The set of a move's stones.
std::set<Cell> stones_of(const Move& move) { return {move.begin(), move.end()}; }

class Store : public testing::Test {
 protected:
  BookStore open(const std::string& game = "connect4", BookAccess access = BookAccess::write) {
    Result<BookStore> book = BookStore::open(path_, *GameSpec::parse(game), access);
    EXPECT_TRUE(book) << book.error().message;
    return std::move(*book);
  }
  std::string refusal(const std::string& game, BookAccess access) {
    const Result<BookStore> book = BookStore::open(path_, *GameSpec::parse(game), access);
    return book ? "" : book.error().message;
  }
  static Game at(const std::string& moves, const std::string& game = "connect4") {
    return *read_game(*GameSpec::parse(game), moves);
  }

  ScratchFolder folder_;
  std::string path_ = folder_.file("book.db");
};

PositionFacts proved(int lower, int upper, const std::string& method = "alphabeta") {
  PositionFacts facts;
  facts.proved = Bounds{lower, upper};
  facts.source = {method, "exact", "0.1.0", ""};
  return facts;
}

TEST_F(Store, APositionIsFoundFromAllSides) {
  Random random(3);
  for (const std::string& name : games) {
    std::filesystem::remove(path_);
    const GameSpec spec = *GameSpec::parse(name);
    BookStore book = open(name);
    for (int round = 0; round < 40; ++round) {
      const Game game = random_game(spec, 1 + random.below(7), random);
      Game next = game;
      while (next.moves().size() == game.moves().size()) {
        next = random_game(spec, 0, random);
        for (const Move& move : game.moves()) EXPECT_TRUE(next.play(move));
        Move move;
        for (int i = 0; i < game.stones_due(); ++i) {
          const auto cell = spec.drop() != nullptr
                                ? game.landing_cell(Column{random.below(spec.drop()->width)})
                                : std::optional(Cell{random.below(6), random.below(5)});
          if (cell) move.push_back(*cell);
        }
        (void)next.play(move);
      }
      const Move move = next.moves().back();
      PositionFacts facts = proved(-1, 1, fmt::format("m{}", round));
      facts.claimed = Bounds{0, 0};
      facts.estimate = 0.25;
      facts.visits = 7;
      facts.numbers = BookProofNumbers{3, 12};
      facts.best = {move};
      facts.marks = {{move[0], "A"}, {move[0], ""}};
      facts.comment = "here \xc3\xa4\n\"and there\"";
      const auto here = book.replace(game, facts);
      ASSERT_TRUE(here) << here.error().message;
      const auto after = book.put(next, {});
      ASSERT_TRUE(after);
      book.link(*here, move, *after);
      EXPECT_EQ(book.find(game), facts) << name;
      for (Symmetry symmetry : symmetries(spec)) {
        if (!spec.finite_board() && spec.placement() != nullptr) {
          symmetry.dx += random.below(21) - 10;
          symmetry.dy += random.below(21) - 10;
        }
        const Game image = image_of(game, symmetry);
        const auto found = book.find(image);
        ASSERT_TRUE(found) << name;
        // A position with a symmetry of its own may tell the move's other image.
        Game best = image;
        ASSERT_TRUE(best.play(found->best[0])) << name;
        EXPECT_TRUE(book.find(best)) << name;
        EXPECT_EQ(found->marks[0].cell, found->best[0][0]);
        const std::vector<BookMove> moves = book.moves(image);
        bool listed = false;
        for (const BookMove& one : moves) {
          listed = listed || stones_of(one.move) == stones_of(found->best[0]);
        }
        EXPECT_TRUE(listed) << name;
      }
    }
    EXPECT_EQ(book.damage(), std::nullopt);
  }
}

TEST(PositionKey, DifferentPositionsHaveDifferentKeys) {
  Random random(8);
  for (const std::string& name : games) {
    const GameSpec spec = *GameSpec::parse(name);
    std::map<std::string, std::vector<Stone>> keys;
    for (int i = 0; i < 3000; ++i) {
      const Game game = random_game(spec, random.below(6), random);
      const std::vector<Stone> stones = canonical_stones(spec, game.stones());
      const auto [place, is_new] = keys.emplace(position_key(stones), stones);
      EXPECT_EQ(place->second, stones);
    }
  }
}

TEST_F(Store, WhatIsProvedIsNeverLost) {
  BookStore book = open();
  const Game game = at("44");
  ASSERT_TRUE(book.put(game, proved(0, 3)));
  ASSERT_TRUE(book.put(game, proved(-2, 1, "threat")));
  EXPECT_EQ(book.find(game)->proved, (Bounds{0, 1}));
  PositionFacts weaker = proved(-20, 20);
  weaker.comment = "hello";
  ASSERT_TRUE(book.put(game, weaker));
  EXPECT_EQ(book.find(game)->proved, (Bounds{0, 1}));
  EXPECT_EQ(book.find(game)->comment, "hello");
  // A claim does not touch it, even one that contradicts it.
  PositionFacts claim;
  claim.claimed = Bounds{5, 5};
  ASSERT_TRUE(book.put(game, claim));
  EXPECT_EQ(book.find(game)->proved, (Bounds{0, 1}));
  EXPECT_EQ(book.find(game)->claimed, (Bounds{5, 5}));
  const auto refused = book.put(game, proved(2, 2, "other"));
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().message.find("the position after 44: proved to be 0 to 1 by"),
            std::string::npos)
      << refused.error().message;
  EXPECT_EQ(book.find(game)->proved, (Bounds{0, 1}));
}

TEST(United, KeepsTheCertificateTheBetterEstimateAndAllWords) {
  PositionFacts mine = proved(1, 1);
  PositionFacts other = proved(1, 1);
  other.source.certificate = "abc";
  EXPECT_EQ(united(mine, other)->source.certificate, "abc");
  EXPECT_EQ(united(other, mine)->source.certificate, "abc");
  // Tighter without a certificate: the bounds count, and who found them.
  EXPECT_EQ(united(proved(0, 5), other)->proved, (Bounds{1, 1}));
  mine = {};
  mine.estimate = 0.3;
  mine.visits = 10;
  other = {};
  other.estimate = 0.6;
  other.visits = 4;
  EXPECT_EQ(united(mine, other)->estimate, 0.3);
  EXPECT_EQ(united(other, mine)->estimate, 0.3);
  EXPECT_EQ(united(other, mine)->visits, 10U);
  mine.comment = "a";
  other.comment = "b";
  EXPECT_EQ(united(mine, other)->comment, "a\nb");
  EXPECT_EQ(united(*united(mine, other), other)->comment, "a\nb");
  mine.claimed = Bounds{1, 4};
  EXPECT_EQ(united(mine, proved(2, 2))->claimed, std::nullopt);
}

TEST_F(Store, MovesAreToldInTheirOrderAndOnce) {
  BookStore book = open("connect6");
  const Game start = at("j10", "connect6");
  const auto here = *book.put(start, {});
  std::vector<std::string> names = {"k11i11", "a1b2", "k9l10"};
  for (const std::string& name : names) {
    const Game after = at("j10 " + name, "connect6");
    book.link(here, after.moves().back(), *book.put(after, proved(-1, -1)));
  }
  const Game again = at("j10 i11k11", "connect6");
  book.link(here, again.moves().back(), *book.put(again, {}));
  std::vector<std::set<Cell>> told;
  for (const BookMove& move : book.moves(start)) {
    told.push_back(stones_of(move.move));
    EXPECT_EQ(move.facts.proved, (Bounds{-1, -1}));
  }
  std::vector<std::set<Cell>> expected;
  for (const std::string& name : names) {
    expected.push_back(stones_of(at("j10 " + name, "connect6").moves().back()));
  }
  EXPECT_EQ(told, expected);
}

TEST_F(Store, ABatchIsWrittenWholeOrNotAtAll) {
  BookStore book = open();
  {
    const BookStore::Batch batch(book);
    ASSERT_TRUE(book.put(at("4"), proved(1, 1)));
  }
  EXPECT_EQ(book.find(at("4")), std::nullopt);
  {
    BookStore::Batch batch(book);
    ASSERT_TRUE(book.put(at("4"), proved(1, 1)));
    batch.commit();
  }
  EXPECT_EQ(book.find(at("4")), proved(1, 1));
}

TEST_F(Store, WhoIsKilledLosesOnlyWhatWasNotCommitted) {
  int ready[2];
  ASSERT_EQ(::pipe(ready), 0);
  const pid_t child = ::fork();
  if (child == 0) {
    auto book = BookStore::open(path_, *GameSpec::parse("connect4"), BookAccess::write);
    {
      BookStore::Batch batch(*book);
      (void)book->put(at("4"), proved(1, 1));
      batch.commit();
    }
    const BookStore::Batch batch(*book);
    (void)book->put(at("44"), proved(1, 1));
    (void)!::write(ready[1], "x", 1);
    ::pause();
  }
  char byte = 0;
  ASSERT_EQ(::read(ready[0], &byte, 1), 1);
  EXPECT_NE(refusal("connect4", BookAccess::write).find("somebody else is writing"),
            std::string::npos);
  // Readers are let in, and see what is committed.
  EXPECT_EQ(open("connect4", BookAccess::read).find(at("4")), proved(1, 1));
  ::kill(child, SIGKILL);
  ::waitpid(child, nullptr, 0);
  BookStore book = open();
  EXPECT_EQ(book.find(at("4")), proved(1, 1));
  EXPECT_EQ(book.find(at("44")), std::nullopt);
  EXPECT_EQ(book.damage(), std::nullopt);
}

TEST_F(Store, FilesThatAreNoBooksOfThisGameAreRefusedAndLeftAlone) {
  EXPECT_NE(refusal("connect4", BookAccess::read).find("there is no such file"), std::string::npos);
  ASSERT_TRUE(write_whole_file(path_, "a letter to my aunt, long enough to be anything\n"));
  for (const BookAccess access : {BookAccess::read, BookAccess::write}) {
    EXPECT_NE(refusal("connect4", access).find("no book of inarow"), std::string::npos);
  }
  EXPECT_EQ(*read_whole_file(path_), "a letter to my aunt, long enough to be anything\n");
  std::filesystem::remove(path_);
  {
    SQLite::Database other(path_, SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
    other.exec("CREATE TABLE letters (text)");
  }
  EXPECT_NE(refusal("connect4", BookAccess::write).find("no book of inarow"), std::string::npos);
  std::filesystem::remove(path_);
  {
    const BookStore book = open("gomoku");
  }
  EXPECT_NE(refusal("connect4", BookAccess::write)
                .find("is a book of Connect(15,15,5,1,1), not of drop:7x6"),
            std::string::npos)
      << refusal("connect4", BookAccess::write);
  EXPECT_EQ(BookStore::game_of(path_)->to_string(), "Connect(15,15,5,1,1)");
  {
    SQLite::Database later(path_, SQLite::OPEN_READWRITE);
    later.exec("PRAGMA user_version = 9");
  }
  for (const BookAccess access : {BookAccess::read, BookAccess::write}) {
    EXPECT_NE(
        refusal("gomoku", access).find("later version of inarow (schema 9, this one knows 1)"),
        std::string::npos);
  }
}

// Whatever byte is changed and wherever the file is cut: it is refused, the damage is found, or
// the change was in bytes that nothing depends on and all facts are as before.
TEST_F(Store, DamageIsFound) {
  const std::vector<std::string> ways = {"", "4", "44", "444", "4444", "445", "12"};
  {
    BookStore book = open();
    for (const std::string& way : ways) {
      PositionFacts facts = proved(-3, 4);
      facts.comment = "comment of " + way;
      ASSERT_TRUE(book.put(at(way), facts));
    }
  }
  const std::string good = *read_whole_file(path_);
  const auto is_found = [&] {
    const auto book = BookStore::open(path_, *GameSpec::parse("connect4"), BookAccess::read);
    if (!book || book->damage()) return true;
    for (const std::string& way : ways) {
      const auto facts = book->find(at(way));
      if (!facts || facts->comment != "comment of " + way || facts->proved != Bounds{-3, 4}) {
        return false;
      }
    }
    return true;
  };
  Random random(1);
  for (int i = 0; i < 1500; ++i) {
    std::string bad = good;
    const auto place = static_cast<std::size_t>(random.below(static_cast<int>(good.size())));
    bad[place] = static_cast<char>(bad[place] ^ (1 + random.below(255)));
    ASSERT_TRUE(write_whole_file(path_, bad));
    EXPECT_TRUE(is_found()) << "byte " << place;
  }
  for (int i = 0; i < 60; ++i) {
    const auto size = static_cast<std::size_t>(random.below(static_cast<int>(good.size())));
    ASSERT_TRUE(write_whole_file(path_, good.substr(0, size)));
    const auto book = BookStore::open(path_, *GameSpec::parse("connect4"), BookAccess::read);
    EXPECT_TRUE(!book || book->damage()) << "cut after " << size;
  }
}

}  // namespace
}  // namespace inarow
