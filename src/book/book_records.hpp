#pragma once

// Positions of a book as records, one after the other: CSV, JSON lines and plain scores. The fields
// and their meaning are in docs/formats/book-files.md; all three have the same names.
//
//   JsonRecords records(input, spec);
//   BookRecord record(spec);
//   for (Result<bool> more = records.next(record); more && *more; more = records.next(record)) ...
//
// Reading takes no more memory than one record needs. What a file says of a position is in
// `facts.proved` if it says so without "claimed"; whether that is believed is not decided here
// (book/book_import.hpp). Fields with unknown names are left alone.

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/input_file.hpp"
#include "book/position_facts.hpp"
#include "rules/game.hpp"

namespace inarow {

struct BookRecord {
  explicit BookRecord(const GameSpec& spec) : game(spec) {}

  Game game;
  PositionFacts facts{};
  std::optional<MoveList> next{};  // moves of the book from here; nothing: the file does not say
};

inline constexpr std::size_t longest_record = 1 << 20;

class RecordReader {
 public:
  virtual ~RecordReader() = default;
  RecordReader(const RecordReader&) = delete;
  RecordReader& operator=(const RecordReader&) = delete;

  // The next record; false after the last. An error says the line, which is also its place.
  virtual Result<bool> next(BookRecord& record) = 0;
  // Empty lines and lines that begin with #.
  std::uint64_t skipped() const { return skipped_; }

 protected:
  RecordReader(ByteSource& source, const GameSpec& spec) : reader_(source), spec_(spec) {}

  // The next line that has something to say, false at the end. Counts in `line_`.
  Result<bool> next_line(std::string& text);
  tl::unexpected<Error> refuse(const std::string& what) const;

  ByteReader reader_;
  GameSpec spec_;
  std::uint64_t line_ = 0;
  std::uint64_t skipped_ = 0;
};

// A JSON object a line, with at least "moves".
class JsonRecords final : public RecordReader {
 public:
  JsonRecords(ByteSource& source, const GameSpec& spec) : RecordReader(source, spec) {}
  Result<bool> next(BookRecord& record) override;

 private:
  std::string text_;
};

// CSV (RFC 4180) whose first record has the names of the columns, at least "moves". Separated by
// commas, semicolons or tabs: by what comes first in the first record.
class CsvRecords final : public RecordReader {
 public:
  CsvRecords(ByteSource& source, const GameSpec& spec);
  ~CsvRecords() override;
  Result<bool> next(BookRecord& record) override;

 private:
  struct Columns;
  Result<bool> read_fields();
  Result<void> read_header();

  std::unique_ptr<Columns> columns_;
  char separator_ = 0;
  std::uint64_t further_lines_ = 0;  // of the record in hand
};

// "moves score" a line, as `inarow book export` prints them; "-" is the empty board.
class ScoreRecords final : public RecordReader {
 public:
  ScoreRecords(ByteSource& source, const GameSpec& spec) : RecordReader(source, spec) {}
  Result<bool> next(BookRecord& record) override;

 private:
  std::string text_;
};

// Writing: a record with its line end.
std::string csv_header();
void append_csv(std::string& text, const BookRecord& record);
void append_json(std::string& text, const BookRecord& record);
// False, and nothing is written, if no score is proved.
bool append_score(std::string& text, const BookRecord& record);

// The facts alone, without comment and marks, as a JSON object on one line; empty if there are
// none. For formats that have places of their own for moves, comments and marks.
std::string facts_json(const GameSpec& spec, const PositionFacts& facts);
Result<PositionFacts> read_facts_json(const Game& game, std::string_view text);

// "Black wins, proved"; empty if nothing is known.
std::string value_in_words(const Game& game, const PositionFacts& facts);

}  // namespace inarow
