#include "book/book_records.hpp"

#include <gtest/gtest.h>

#include <stdexcept>

#include "book/records_ahead.hpp"
#include "rules/notation.hpp"
#include "rules/random_games.hpp"

namespace inarow {
namespace {

GameSpec game_spec(const char* text) { return *GameSpec::parse(text); }

template <class Records>
Result<std::vector<BookRecord>> read_all(const char* game, std::string_view text,
                                         std::size_t piece = 1 << 16) {
  const GameSpec spec = game_spec(game);
  MemoryInput input(text, piece);
  Records records(input, spec);
  std::vector<BookRecord> all;
  BookRecord record(spec);
  while (true) {
    const Result<bool> more = records.next(record);
    if (!more) return tl::unexpected<Error>(more.error());
    if (!*more) return all;
    all.push_back(record);
  }
}

template <class Records>
std::string error_of(const char* game, std::string_view text) {
  const auto records = read_all<Records>(game, text);
  return records ? std::string("read") : records.error().message;
}

std::string moves_of(const BookRecord& record) {
  return format_moves(record.game.spec(), record.game.moves());
}

TEST(CsvRecords, ReadsColumnsInAnyOrder) {
  const auto records = read_all<CsvRecords>("connect4",
                                            "# a comment\n"
                                            "Comment,Lower,whatever,moves,upper,best,marks\r\n"
                                            "\"two\nlines, \"\"quoted\"\"\",-1,x,4453,2,d3;a1,"
                                            "d1=A\\;B;e1\r\n"
                                            "\n"
                                            ",,,-,,,\n");
  ASSERT_TRUE(records) << records.error().message;
  ASSERT_EQ(records->size(), 2U);
  const BookRecord& first = (*records)[0];
  EXPECT_EQ(moves_of(first), "4453");
  EXPECT_EQ(first.facts.proved, (Bounds{-1, 2}));
  EXPECT_EQ(first.facts.comment, "two\nlines, \"quoted\"");
  EXPECT_EQ(first.facts.best, (std::vector<Move>{{{3, 2}}, {{0, 0}}}));
  EXPECT_EQ(first.facts.marks, (std::vector<BoardMark>{{{3, 0}, "A;B"}, {{4, 0}, ""}}));
  EXPECT_FALSE(first.next);
  EXPECT_EQ((*records)[1].facts, PositionFacts());
  EXPECT_EQ(moves_of((*records)[1]), "");
}

TEST(CsvRecords, SeparatorsAndMarksOfOrder) {
  for (const char* text :
       {"moves;value\n44;win\n", "moves\tvalue\n44\twin\n", "\xef\xbb\xbfmoves,value\n44,win",
        "moves,value\r\n\"44\",\"win\"\r\n"}) {
    const auto records = read_all<CsvRecords>("connect4", text);
    ASSERT_TRUE(records) << text << records.error().message;
    ASSERT_EQ(records->size(), 1U) << text;
    EXPECT_EQ((*records)[0].facts.proved, (Bounds{1, 21})) << text;
  }
}

TEST(CsvRecords, RefusesWithTheLine) {
  const auto error = [](std::string_view text) { return error_of<CsvRecords>("connect4", text); };
  EXPECT_EQ(error(""), "line 1: the file is empty; its first line names the columns");
  EXPECT_EQ(error("a,b\n"),
            "line 1: the first line must name the columns, one of them moves, for example "
            "moves,lower,upper,comment");
  EXPECT_EQ(error("moves,lower,lower\n"), "line 1: column lower is there twice");
  EXPECT_EQ(error("moves,lower\n44\n"), "line 2: it has 1 fields, the first line 2");
  EXPECT_EQ(error("moves,lower\n44,x\n"), "line 2: lower must be a number, not \"x\"");
  EXPECT_EQ(error("moves,lower\n44,1 \n"), "line 2: lower must be a number, not \"1 \"");
  EXPECT_EQ(error("moves,score\n44,22\n"),
            "line 2: lower, upper, value and score leave no score; scores of this game are -21 to "
            "21");
  EXPECT_EQ(error("moves,value\n44,won\n"), "line 2: value must be win, draw or loss, not \"won\"");
  EXPECT_EQ(error("moves,comment\n44,\"x\n"), "line 2: a quote is not closed");
  EXPECT_EQ(error("moves,comment\n44,\"a\nb\"\n44,a\"b\n"),
            "line 4: a quote stands within a field; fields with quotes are quoted as a whole, and "
            "their quotes doubled");
  EXPECT_EQ(error("moves\n4444444\n"), "line 2: move 7 (d6): column d is full");
  EXPECT_EQ(error("moves,best\n44,d1\n"),
            "line 2: best: move 3 (d1): a stone in column d falls on d3");
  EXPECT_EQ(error("moves,marks\n44,z9=A\n").substr(0, 14), "line 2: marks:");
  EXPECT_EQ(error("moves,estimate\n44,1.5\n"), "line 2: estimate must be 0 to 1");
  const std::string long_line(longest_record + 10, 'x');
  EXPECT_EQ(error("moves,comment\n44," + long_line), "line 2: it is longer than 1048576 bytes");
}

TEST(JsonRecords, ReadsFields) {
  const auto records = read_all<JsonRecords>(
      "gomoku",
      "{\"moves\":\"h8 i9\",\"value\":\"loss\",\"estimate\":0.25,\"visits\":12,\"proof\":3,"
      "\"disproof\":7,\"best\":[\"g7\"],\"next\":[\"g7\",\"j10\"],\"comment\":\"groß\","
      "\"marks\":[{\"cell\":\"a1\"},{\"cell\":\"o15\",\"text\":\"B\"}],\"unknown\":[{}],"
      "\"claimed_upper\":0,\"method\":\"threat\",\"lower\":null}\n"
      "{\"moves\":\"\"}");
  ASSERT_TRUE(records) << records.error().message;
  ASSERT_EQ(records->size(), 2U);
  const PositionFacts& facts = (*records)[0].facts;
  EXPECT_EQ(facts.proved, (Bounds{-1, -1}));
  EXPECT_EQ(facts.claimed, (Bounds{-1, 0}));
  EXPECT_EQ(facts.estimate, 0.25);
  EXPECT_EQ(facts.visits, 12U);
  EXPECT_EQ(facts.numbers, (BookProofNumbers{3, 7}));
  EXPECT_EQ(facts.best, (std::vector<Move>{{{6, 6}}}));
  EXPECT_EQ(facts.marks, (std::vector<BoardMark>{{{0, 0}, ""}, {{14, 14}, "B"}}));
  EXPECT_EQ(facts.comment, "groß");
  EXPECT_EQ(facts.source.method, "threat");
  EXPECT_EQ((*records)[0].next, (MoveList{{{6, 6}}, {{9, 9}}}));
  EXPECT_FALSE((*records)[1].next);
}

TEST(JsonRecords, RefusesWithTheLine) {
  const auto error = [](std::string_view text) { return error_of<JsonRecords>("connect4", text); };
  EXPECT_EQ(error("\n[]\n"), "line 2: \"[]\" is no JSON object");
  EXPECT_EQ(error("{\"moves\":\"4\""), "line 1: \"{\\\"moves\\\":\\\"4\\\"\" is no JSON object");
  EXPECT_EQ(error("{}"), "line 1: moves are missing");
  EXPECT_EQ(error("{\"moves\":4}"), "line 1: moves must be a text");
  EXPECT_EQ(error("{\"moves\":\"4\",\"score\":0.5}"), "line 1: score must be a whole number");
  EXPECT_EQ(error("{\"moves\":\"4\",\"score\":18446744073709551615}"),
            "line 1: score must be a whole number");
  EXPECT_EQ(error("{\"moves\":\"4\",\"visits\":-1}"), "line 1: visits must be a number from 0 on");
  EXPECT_EQ(error("{\"moves\":\"4\",\"best\":\"d2\"}"), "line 1: best must be a list of moves");
  EXPECT_EQ(error("{\"moves\":\"4\",\"next\":[\"d1\"]}"),
            "line 1: next: move 2 (d1): a stone in column d falls on d2");
  EXPECT_EQ(error("{\"moves\":\"4\",\"lower\":3,\"upper\":2}").substr(0, 14), "line 1: lower,");
}

TEST(ScoreRecords, ReadsWhatExportPrints) {
  const auto records = read_all<ScoreRecords>("connect4", "- 1\n4 -1\n44  2 \n");
  ASSERT_TRUE(records) << records.error().message;
  ASSERT_EQ(records->size(), 3U);
  EXPECT_EQ((*records)[0].facts.proved, (Bounds{1, 1}));
  EXPECT_EQ(moves_of((*records)[2]), "44");
  EXPECT_EQ((*records)[2].facts.proved, (Bounds{2, 2}));
  const auto placed = read_all<ScoreRecords>("gomoku", "h8 i9 -1\n");
  ASSERT_TRUE(placed) << placed.error().message;
  EXPECT_EQ(moves_of((*placed)[0]), "h8 i9");
  EXPECT_EQ(error_of<ScoreRecords>("connect4", "4\n"), "line 1: \"4\" is not \"moves score\"");
  EXPECT_EQ(error_of<ScoreRecords>("connect4", "4 x\n"),
            "line 1: the score must be a number, not \"x\"");
}

BookRecord random_record(const GameSpec& spec, Random& random) {
  BookRecord record(spec);
  while (!play_at_random(record.game, random.below(12), random)) record = BookRecord(spec);
  PositionFacts& facts = record.facts;
  const Bounds all = any_score(spec);
  const std::vector<std::string> texts{"", "a", "a,b;c \"d\"\ne", "Größe 五", "\\;=", "#x", "-"};
  const auto text = [&] { return one_of(texts, random); };
  if (random.below(2) == 0) {
    facts.proved = Bounds{all.lower, random.below(all.upper + 1)};
    facts.source = {text(), text(), text(), text()};
  }
  if (random.below(2) == 0) facts.claimed = Bounds{all.lower, all.upper};
  if (random.below(2) == 0) facts.estimate = random.unit();
  if (random.below(2) == 0) facts.visits = random.next();
  if (random.below(2) == 0) facts.numbers = BookProofNumbers{random.next(), random.next()};
  if (random.below(2) == 0) facts.best.push_back(random_move(record.game, random));
  for (int i = random.below(3); i > 0; --i) {
    facts.marks.push_back({one_of(record.game.playable_cells(), random), text()});
  }
  facts.comment = text();
  if (random.below(2) == 0) record.next.emplace();
  if (record.next && random.below(2) == 0) record.next->push_back(random_move(record.game, random));
  return record;
}

TEST(BookRecords, WhatIsWrittenIsReadBack) {
  Random random(3);
  for (const char* game : {"connect4", "gomoku", "Connect(7,7,4,2,1)", "drop:12x5"}) {
    const GameSpec spec = game_spec(game);
    std::string csv = csv_header();
    std::string json;
    std::vector<BookRecord> written;
    for (int i = 0; i < 200; ++i) {
      written.push_back(random_record(spec, random));
      append_csv(csv, written.back());
      append_json(json, written.back());
    }
    for (const std::size_t piece : std::vector<std::size_t>{1, 100, 1 << 16}) {
      const auto from_csv = read_all<CsvRecords>(game, csv, piece);
      const auto from_json = read_all<JsonRecords>(game, json, piece);
      ASSERT_TRUE(from_csv) << from_csv.error().message;
      ASSERT_TRUE(from_json) << from_json.error().message;
      ASSERT_EQ(from_csv->size(), written.size());
      ASSERT_EQ(from_json->size(), written.size());
      for (std::size_t i = 0; i < written.size(); ++i) {
        const BookRecord& expected = written[i];
        for (const BookRecord* record : {&(*from_csv)[i], &(*from_json)[i]}) {
          EXPECT_EQ(record->game.moves(), expected.game.moves());
          EXPECT_EQ(record->facts, expected.facts) << moves_of(expected);
          if (expected.next) {
            EXPECT_EQ(record->next, expected.next);
          }
        }
        EXPECT_EQ((*from_json)[i].next, expected.next);
      }
    }
  }
}

TEST(RecordsAhead, HandsOverAllInOrder) {
  const GameSpec spec = game_spec("connect4");
  std::string text;
  for (int i = 0; i < 3000; ++i)
    text += "{\"moves\":\"44\",\"visits\":" + std::to_string(i) + "}\n";
  for (const bool bad : {false, true}) {
    if (bad) text += "{}\n";
    MemoryInput input(text);
    JsonRecords records(input, spec);
    RecordsAhead ahead(records, spec);
    std::uint64_t count = 0;
    Result<std::vector<BookRecord>> some = ahead.next();
    for (; some && !some->empty(); some = ahead.next()) {
      for (const BookRecord& record : *some) ASSERT_EQ(record.facts.visits, count++);
    }
    EXPECT_EQ(count, 3000U);
    EXPECT_EQ(some.has_value(), !bad);
    if (!some) {
      EXPECT_EQ(some.error().message, "line 3001: moves are missing");
    }
  }
}

TEST(RecordsAhead, ThrowsWhatReadingThrowsAndCanBeLeft) {
  class Failing final : public ByteSource {
    std::size_t read(char* to, std::size_t most) override {
      if (left_-- == 0) throw std::runtime_error("the disk is gone");
      std::fill(to, to + most, '\n');
      return most;
    }
    int left_ = 3;
  };
  const GameSpec spec = game_spec("connect4");
  Failing input;
  JsonRecords records(input, spec);
  RecordsAhead ahead(records, spec);
  EXPECT_THROW((void)ahead.next(), std::runtime_error);
  std::string text;
  for (int i = 0; i < 100'000; ++i) text += "{\"moves\":\"\"}\n";
  MemoryInput long_input(text);
  JsonRecords many(long_input, spec);
  RecordsAhead left(many, spec);
  EXPECT_TRUE(left.next());
}

TEST(BookRecords, FactsAloneAreReadBack) {
  Random random(4);
  const GameSpec spec = game_spec("gomoku");
  for (int i = 0; i < 200; ++i) {
    BookRecord record = random_record(spec, random);
    record.facts.marks.clear();
    record.facts.comment.clear();
    const std::string text = facts_json(spec, record.facts);
    if (text.empty()) {
      EXPECT_EQ(record.facts, PositionFacts());
      continue;
    }
    const Result<PositionFacts> facts = read_facts_json(record.game, text);
    ASSERT_TRUE(facts) << facts.error().message;
    EXPECT_EQ(*facts, record.facts) << text;
  }
}

}  // namespace
}  // namespace inarow
