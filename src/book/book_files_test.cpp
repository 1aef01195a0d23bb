// Books through files: hand-made ones in, and every format out and in again.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>

#include "base/files.hpp"
#include "base/output_file.hpp"
#include "book/book_export.hpp"
#include "book/book_import.hpp"
#include "book/book_records.hpp"
#include "book/book_store.hpp"
#include "book/drop_book.hpp"
#include "book/renlib.hpp"
#include "rules/notation.hpp"
#include "rules/random_games.hpp"

namespace inarow {
namespace {

class BookFiles : public testing::Test {
 protected:
  static GameSpec game_spec(const char* text) { return *GameSpec::parse(text); }

  BookStore new_store(const GameSpec& spec) {
    Result<BookStore> store =
        BookStore::open(scratch_.file(fmt::format("{}.db", ++stores_)), spec, BookAccess::write);
    EXPECT_TRUE(store) << store.error().message;
    return std::move(*store);
  }
  BookStore new_store(const char* game) { return new_store(game_spec(game)); }

  std::string write(const std::string& name, std::string_view contents) {
    const std::string path = scratch_.file(name);
    EXPECT_TRUE(write_whole_file(path, contents));
    return path;
  }

  static Result<ImportReport> import(BookStore& store, const std::string& path,
                                     bool trust = false) {
    return import_file(store, path, {trust}, nullptr, nullptr);
  }
  static std::string import_error(BookStore& store, const std::string& path) {
    const Result<ImportReport> report = import(store, path);
    return report ? std::string("imported") : report.error().message;
  }

  static PositionFacts facts_after(const BookStore& store, const char* moves) {
    const Result<Game> game = read_game(store.spec(), moves);
    EXPECT_TRUE(game) << game.error().message;
    const std::optional<PositionFacts> facts = store.find(*game);
    EXPECT_TRUE(facts) << moves;
    return facts.value_or(PositionFacts());
  }

  static std::set<std::string> moves_after(const BookStore& store, const Game& game) {
    std::set<std::string> moves;
    for (const BookMove& move : store.moves(game)) {
      Move sorted = move.move;
      std::sort(sorted.begin(), sorted.end());
      moves.insert(format_move(store.spec(), sorted));
    }
    return moves;
  }

  // All facts, to be compared and read.
  static std::string in_words(const Game& game, PositionFacts facts) {
    std::sort(facts.marks.begin(), facts.marks.end(), [](const BoardMark& a, const BoardMark& b) {
      return std::tie(a.cell, a.text) < std::tie(b.cell, b.text);
    });
    BookRecord record(game.spec());
    record.game = game;
    record.facts = std::move(facts);
    std::string text;
    append_json(text, record);
    return text;
  }

  // All that `mine` knows is known by `other`, and just so.
  static void expect_in(const BookStore& mine, const BookStore& other, const std::string& what) {
    std::vector<std::pair<Game, PositionFacts>> positions;
    mine.for_each([&](const Game& game, const PositionFacts& facts) {
      positions.emplace_back(game, facts);
      return true;
    });
    for (const auto& [game, facts] : positions) {
      const std::string where = fmt::format("{}: {} after {}", what, mine.spec().to_string(),
                                            format_moves(game.spec(), game.moves()));
      const std::optional<PositionFacts> found = other.find(game);
      ASSERT_TRUE(found) << where;
      EXPECT_EQ(in_words(game, *found), in_words(game, facts)) << where;
      EXPECT_EQ(moves_after(other, game), moves_after(mine, game)) << where;
    }
  }

  ScratchFolder scratch_;
  int stores_ = 0;
};

std::string renlib_file(std::initializer_list<int> nodes) {
  std::string file = renlib_header();
  for (const int byte : nodes) file += static_cast<char>(byte);
  return file;
}

// h8; its replies i9 (a leaf, a sibling follows) and g7; after g7 h9 (a leaf).
std::string small_library() {
  return renlib_file({0x78, 0x00, 0x69, 0xC0, 0x87, 0x00, 0x68, 0x40});
}

TEST_F(BookFiles, ALibraryWithoutARoot) {
  BookStore store = new_store("gomoku");
  const Result<ImportReport> report = import(store, write("t.lib", small_library()));
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_EQ(report->positions, 5U);
  EXPECT_EQ(report->new_positions, 4U) << "i9 and g7 are one position up to symmetry";
  EXPECT_EQ(report->moves, 4U);
  const Result<Game> after = read_game(store.spec(), "h8 g7");
  EXPECT_EQ(moves_after(store, *after), std::set<std::string>{"h9"});
  const std::string path = scratch_.file("u.lib");
  const Result<ExportReport> written = export_file(store, path, nullptr, nullptr);
  ASSERT_TRUE(written) << written.error().message;
  const Result<std::string> bytes = read_whole_file(path);
  ASSERT_TRUE(bytes);
  EXPECT_EQ(bytes->size(), written->bytes);
  // The empty board, h8, i9 with a move after it, and g7, which is the same as i9.
  EXPECT_EQ(bytes->size(), renlib_header().size() + 10);
  BookStore again = new_store("gomoku");
  ASSERT_TRUE(import(again, path));
  expect_in(store, again, "lib");
}

TEST_F(BookFiles, ALibraryWithTextsMarksPassesAndAnOverline) {
  BookStore store = new_store("gomoku");
  const std::string file =
      renlib_file({0x00, 0x08, 'e',  'm',  'p',  0,            // the empty board: "emp"
                   0x78, 0x18, 'G',  'r',  0xfc, 'n', 0,   0,  // h8, marked: "Grün"
                   0x69, 0xC1, 0x00, 0x01, 'A',  0,            // i9 with "A" on the board before it
                   0x6A, 0xCB, 0x00, 0x01, 'c',  0,   'L', 0,  // j9: no move, text L, comment c
                   0x00, 0x80, 0x69, 0x40,                     // a pass and a move after it
                   0x87, 0x44});                               // g7, start
  const Result<ImportReport> report = import(store, write("t.lib", file));
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_EQ(report->positions, 4U);
  EXPECT_EQ(report->skipped, 2U);
  EXPECT_EQ(facts_after(store, "").comment, "emp");
  const PositionFacts facts = facts_after(store, "h8");
  EXPECT_EQ(facts.comment, "Grün\nj9: c");
  EXPECT_EQ(facts.marks, (std::vector<BoardMark>{{{7, 7}, ""}, {{8, 8}, "A"}, {{9, 8}, "L"}}));
  EXPECT_EQ(store.note("renlib start"), "h8 g7");
  // Black has won with the ninth stone; what follows is left out.
  std::string won = renlib_header();
  for (int i = 0; i < 5; ++i) {
    won += static_cast<char>(0x01 + i);
    won += '\0';
    won += static_cast<char>(0x21 + i);
    won += '\0';
  }
  won += "\x0f\x40";
  BookStore other = new_store("gomoku");
  const Result<ImportReport> ended = import(other, write("won.lib", won));
  ASSERT_TRUE(ended) << ended.error().message;
  EXPECT_EQ(ended->positions, 10U);
  EXPECT_EQ(ended->skipped, 2U);
}

TEST_F(BookFiles, ABadLibraryChangesNothing) {
  BookStore store = new_store("gomoku");
  EXPECT_NE(import_error(store, write("t.lib", renlib_file({0x78, 0x00, 0x78, 0x40})))
                .find("t.lib: not a good RenLib file: byte 22: move 2 (h8): h8 is taken"),
            std::string::npos);
  EXPECT_EQ(store.size(), 0U);
  BookStore six = new_store("connect6");
  EXPECT_NE(import_error(six, write("t.lib", small_library())).find("is another game; use a name"),
            std::string::npos);
}

TEST_F(BookFiles, GamesOfOtherPrograms) {
  BookStore six = new_store("connect6");
  const std::string collection =
      "mail (from somebody)\n"
      "(;FF[4]EV[x]C[root];B[j10];W[j9l11]C[a \\] (b\\);]LB[k10:A](;B[k9l8];W[k10k11])(;B[i9h8]))\n"
      "(;FF[4];B[JJ];W[LJ];W[KI]MA[LL]TR[KK])";
  const Result<ImportReport> report = import(six, write("g.sgf", collection));
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_EQ(report->positions, 9U);
  EXPECT_EQ(report->moves, 7U);
  EXPECT_EQ(facts_after(six, "").comment, "root");
  EXPECT_EQ(facts_after(six, "j10 j9l11").comment, "a ] (b);");
  EXPECT_EQ(facts_after(six, "j10 j9l11").marks, (std::vector<BoardMark>{{{10, 9}, "A"}}));
  EXPECT_EQ(facts_after(six, "j10 l10k9").marks,
            (std::vector<BoardMark>{{{11, 11}, ""}, {{10, 10}, ""}}));
  BookStore gomoku = new_store("gomoku");
  ASSERT_TRUE(import(gomoku, write("s.SGF", "(;GM[4]SZ[15];B[hh];W[ig]CR[aa])")));
  EXPECT_EQ(facts_after(gomoku, "h8 i9").marks, (std::vector<BoardMark>{{{0, 14}, ""}}));
  BookStore drop = new_store("connect4");
  EXPECT_NE(import_error(drop, write("o.sgf", "(;GAME[drop:8x7];W[d1])"))
                .find("the file is of drop:8x7, not of drop:7x6"),
            std::string::npos);
  EXPECT_NE(import_error(drop, write("c.sgf", "(;GAME[drop:7x6];W[d1])(;GAME[drop:7x6];W[d2])"))
                .find("game 2 of the file: SGF, line 1"),
            std::string::npos);
  EXPECT_NE(import_error(drop, write("f.sgf", "(;GAME[drop:7x6];W[d1]FACTS[{\"lower\":99}])"))
                .find("SGF, after 4: FACTS: lower"),
            std::string::npos);
  EXPECT_EQ(drop.size(), 0U);
}

TEST_F(BookFiles, WordsOfAFileAreClaimsUnlessItIsTrusted) {
  const std::string path = write("s.txt", "- 1\n4 -1\n");
  BookStore store = new_store("connect4");
  ASSERT_TRUE(import(store, path));
  EXPECT_EQ(facts_after(store, "").claimed, (Bounds{1, 1}));
  EXPECT_FALSE(facts_after(store, "").proved);
  ASSERT_TRUE(import(store, path, true));
  EXPECT_EQ(facts_after(store, "").proved, (Bounds{1, 1}));
  EXPECT_EQ(facts_after(store, "").source, (Provenance{"imported", "s.txt", "", ""}));
  const Result<ImportReport> wrong = import(store, write("w.txt", "4 1\n- 1\n1 2\n"), true);
  ASSERT_TRUE(wrong) << wrong.error().message;
  EXPECT_EQ(wrong->contradictions, 1U);
  ASSERT_EQ(wrong->contradicting.size(), 1U);
  EXPECT_NE(wrong->contradicting[0].find("after 4"), std::string::npos);
  EXPECT_EQ(facts_after(store, "4").proved, (Bounds{-1, -1}));
  EXPECT_EQ(facts_after(store, "1").proved, (Bounds{2, 2}));
}

TEST_F(BookFiles, WaysOfForeignRecordsBecomeMovesInPlacementGames) {
  BookStore store = new_store("gomoku");
  const Result<ImportReport> report =
      import(store, write("a.csv", "moves,value\nh8 i9 g7,win\nh8 i9 j10,draw\nh8 h9,loss\n"));
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_EQ(report->positions, 3U);
  EXPECT_EQ(report->new_positions, 6U);
  EXPECT_EQ(moves_after(store, *read_game(store.spec(), "h8 i9")),
            (std::set<std::string>{"g7", "j10"}));
  BookStore drop = new_store("connect4");
  ASSERT_TRUE(import(drop, write("b.jsonl", "{\"moves\":\"4453\",\"score\":1}\n")));
  EXPECT_EQ(drop.size(), 1U);
}

TEST_F(BookFiles, ExactScoresOfASmallBook) {
  const StopToken stop;
  Observer observer;
  const Result<std::optional<DropBook>> book = build_drop_book(
      *game_spec("drop:5x4").drop(), {3, 2, std::size_t{8} << 20, ""}, stop, observer);
  ASSERT_TRUE(book && *book);
  const std::string path = write("s.book", (*book)->serialise());
  BookStore store = new_store("drop:5x4");
  const Result<ImportReport> report = import(store, path);
  ASSERT_TRUE(report) << report.error().message;
  std::size_t entries = 0;
  for (const auto& ply : (*book)->by_ply()) entries += ply.size();
  EXPECT_EQ(report->positions, entries);
  EXPECT_EQ(store.size(), entries);
  EXPECT_EQ(facts_after(store, "").source, (Provenance{"alphabeta", "exact", INAROW_VERSION, ""}));
  store.for_each([&](const Game& game, const PositionFacts& facts) {
    EXPECT_EQ(facts.proved->lower, (*book)->score(game));
    EXPECT_TRUE(facts.proved->exact());
    return true;
  });
  // Without moves between them they are in all formats.
  for (const char* name : {"e.sgf", "e.csv", "e.jsonl", "e.txt"}) {
    const Result<ExportReport> written = export_file(store, scratch_.file(name), nullptr, nullptr);
    ASSERT_TRUE(written) << written.error().message;
    EXPECT_GE(written->positions, entries) << name;
    BookStore again = new_store("drop:5x4");
    ASSERT_TRUE(import(again, scratch_.file(name), true)) << name;
    store.for_each([&](const Game& game, const PositionFacts& facts) {
      const std::optional<PositionFacts> found = again.find(game);
      EXPECT_TRUE(found && found->proved == facts.proved) << name;
      return true;
    });
  }
  BookStore other = new_store("connect4");
  EXPECT_NE(import_error(other, path).find("the file is of drop:5x4, not of drop:7x6"),
            std::string::npos);
}

// A book of random lines with random facts; ways meet in it.
void fill_at_random(BookStore& store, Random& random, int lines) {
  const std::vector<std::string> texts{"Größe",  "a]b\\c:d", "one\ntwo\n\nfour",
                                       "五子棋", "x",        "\"q\", q;"};
  const Bounds all = any_score(store.spec());
  BookStore::Batch batch(store);
  for (int line = 0; line < lines; ++line) {
    Game game(store.spec());
    std::optional<BookPlace> before;
    const int length = 1 + random.below(6);
    for (int i = 0; i <= length && !game.over(); ++i) {
      PositionFacts facts;
      const auto chance = [&](int of) { return random.below(of) == 0; };
      if (chance(3) && !store.find(game)) {
        facts.proved = Bounds{all.lower, random.below(all.upper + 1)};
        facts.source = {"threat", "order 2", "0.1.0", chance(2) ? "c0ffee" : ""};
      } else if (chance(3)) {
        facts.claimed = Bounds{0, all.upper};
      }
      if (chance(3)) facts.estimate = random.unit();
      if (chance(3)) facts.visits = static_cast<std::uint64_t>(random.below(1000)) + 1;
      if (chance(4)) facts.numbers = BookProofNumbers{3, 1'000'000'000'000};
      if (chance(3)) facts.best.push_back(random_move(game, random));
      if (chance(2)) facts.comment = one_of(texts, random);
      for (int m = random.below(3); m > 0; --m) {
        const Cell cell =
            chance(3) && i > 0 ? game.moves().back()[0] : one_of(game.playable_cells(), random);
        const BoardMark mark{cell, chance(2) ? "" : one_of(texts, random)};
        if (std::find(facts.marks.begin(), facts.marks.end(), mark) == facts.marks.end()) {
          facts.marks.push_back(mark);
        }
      }
      const Result<BookPlace> place = store.put(game, facts);
      ASSERT_TRUE(place) << place.error().message;
      if (before) store.link(*before, game.moves().back(), *place);
      before = *place;
      // Few different moves, so that lines share positions.
      std::vector<Cell> cells = game.playable_cells();
      if (cells.size() > 6) cells.resize(6);
      Move move = random_cells(cells, std::min(game.stones_due(), 6), random);
      ASSERT_TRUE(game.play(move));
    }
  }
  batch.commit();
}

TEST_F(BookFiles, EveryFormatKeepsABook) {
  Random random(11);
  struct Case {
    const char* game;
    std::vector<std::string> endings;
  };
  for (const Case& one :
       {Case{"gomoku", {"sgf", "lib", "csv", "jsonl"}}, Case{"connect4", {"sgf", "csv", "jsonl"}},
        Case{"Connect(7,7,4,2,1)", {"sgf", "csv", "jsonl"}},
        Case{"drop:12x5:cyl", {"sgf", "csv", "jsonl"}}}) {
    BookStore store = new_store(one.game);
    fill_at_random(store, random, 60);
    for (const std::string& ending : one.endings) {
      const std::string path = scratch_.file("r." + ending);
      const Result<ExportReport> written = export_file(store, path, nullptr, nullptr);
      ASSERT_TRUE(written) << written.error().message;
      EXPECT_EQ(written->positions, store.size());
      BookStore again = new_store(store.spec());
      const Result<ImportReport> report = import(again, path, true);
      ASSERT_TRUE(report) << ending << ": " << report.error().message;
      EXPECT_EQ(again.size(), store.size()) << ending;
      EXPECT_EQ(report->contradictions, 0U);
      expect_in(store, again, ending);
    }
  }
}

TEST_F(BookFiles, InfiniteBoards) {
  BookStore store = new_store("Connect(6,2,1)");
  const Result<ImportReport> report = import(
      store, write("i.jsonl",
                   "{\"moves\":\"0,0 -1,1 1,1\",\"value\":\"win\",\"best\":[\"2,2 -2,2\"],"
                   "\"next\":[\"2,2 -2,2\"],\"marks\":[{\"cell\":\"-5,3\",\"text\":\"far\"}]}\n"));
  ASSERT_TRUE(report) << report.error().message;
  for (const char* name : {"i.sgf", "j.csv"}) {
    ASSERT_TRUE(export_file(store, scratch_.file(name), nullptr, nullptr));
    BookStore again = new_store(store.spec());
    const Result<ImportReport> back = import(again, scratch_.file(name));
    ASSERT_TRUE(back) << back.error().message;
    expect_in(store, again, name);
  }
}

// Whatever happens to a byte: the file is read, or the book is as it was.
TEST_F(BookFiles, DamagedFilesAreTakenWholeOrNotAtAll) {
  Random random(12);
  BookStore store = new_store("gomoku");
  fill_at_random(store, random, 2);
  for (const char* ending : {"sgf", "lib", "csv", "jsonl"}) {
    const std::string path = scratch_.file(std::string("d.") + ending);
    ASSERT_TRUE(export_file(store, path, nullptr, nullptr));
    const std::string bytes = *read_whole_file(path);
    auto target = std::make_unique<BookStore>(new_store(store.spec()));
    const auto attempt = [&](const std::string& damaged, std::size_t place) {
      std::ofstream(path, std::ios::binary) << damaged;
      const Result<ImportReport> report = import(*target, path);
      if (report) {
        target = std::make_unique<BookStore>(new_store(store.spec()));
      } else {
        ASSERT_EQ(target->size(), 0U) << ending << " byte " << place;
        ASSERT_FALSE(report.error().message.empty());
      }
    };
    const std::size_t step = 1 + bytes.size() / 40;
    for (std::size_t i = 0; i < bytes.size(); i += step) {
      std::string flipped = bytes;
      flipped[i] = static_cast<char>(flipped[i] ^ (1 << random.below(8)));
      attempt(flipped, i);
      attempt(bytes.substr(0, i), i);
    }
  }
}

TEST_F(BookFiles, NamesThatMeanNothing) {
  BookStore store = new_store("connect4");
  EXPECT_NE(import_error(store, scratch_.file("a.pgn")).find("must end with .sgf, .lib,"),
            std::string::npos);
  EXPECT_NE(import_error(store, scratch_.file("none.sgf")).find("No such file"), std::string::npos);
  std::filesystem::create_directory(scratch_.file("folder.csv"));
  EXPECT_NE(import_error(store, scratch_.file("folder.csv")).find("Is a directory"),
            std::string::npos);
  const std::string kept = write("kept.lib", "kept");
  const Result<ExportReport> refused = export_file(store, kept, nullptr, nullptr);
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().message.find(".sgf"), std::string::npos);
  EXPECT_EQ(*read_whole_file(kept), "kept");
  EXPECT_FALSE(export_file(store, scratch_.file("a.pgn"), nullptr, nullptr));
}

TEST_F(BookFiles, AStopLeavesBookAndFileAsTheyWere) {
  StopToken stop;
  stop.request_stop();
  BookStore store = new_store("gomoku");
  const Result<ImportReport> report =
      import_file(store, write("t.lib", small_library()), {}, &stop, nullptr);
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_TRUE(report->stopped);
  EXPECT_EQ(store.size(), 0U);
  const std::string kept = write("kept.sgf", "kept");
  const Result<ExportReport> written = export_file(store, kept, &stop, nullptr);
  ASSERT_TRUE(written);
  EXPECT_TRUE(written->stopped);
  EXPECT_EQ(*read_whole_file(kept), "kept");
}

}  // namespace
}  // namespace inarow
