#pragma once

// A book as a store of positions in one file (SQLite; docs/formats/book-store.md): positions up to
// symmetry, what is known of each (position_facts.hpp), and the moves that somebody found worth
// keeping. Books of both families.
//
//   Result<BookStore> book = BookStore::open("my.db", spec, BookAccess::write);
//   {
//     BookStore::Batch batch(*book);              all of it or nothing
//     const BookPlace here = book->put(game, facts);
//     book->link(before, move, here);
//     batch.commit();
//   }
//   book->find(game)->proved;
//
// Any number of readers beside one writer; a second writer is refused. Who is killed loses what was
// not committed. A row whose checksum is wrong is damage, not an answer. Moves and marks lie as in
// the game that is asked about.
//
// Opening refuses with a sentence; what goes wrong later (the disk is full, a row is damaged)
// throws a BookError. Thread-safe, one call at a time.

#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "book/position_book.hpp"
#include "rules/game.hpp"
#include "rules/symmetry.hpp"

namespace inarow {

class BookError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

enum class BookAccess : std::uint8_t { read, write };  // write: the file is made if there is none

// A position of the store.
struct BookPlace {
  std::int64_t id = 0;
  Symmetry to_book{};  // carries the cells of the game that was asked about to the stored ones
};

class BookStore final : public PositionBook {
 public:
  static constexpr int schema_version = 1;

  // Refused: a file of something else, of a later version, of another game, one that is damaged,
  // one that somebody else writes to.
  static Result<BookStore> open(const std::string& path, const GameSpec& spec, BookAccess access);
  // The game of a book; refused as above.
  static Result<GameSpec> game_of(const std::string& path);
  BookStore(BookStore&&) noexcept;
  BookStore& operator=(BookStore&&) noexcept;
  ~BookStore() override;

  const GameSpec& spec() const override;
  const std::string& path() const;

  std::optional<PositionFacts> find(const Game& game) const override;
  // The moves that were linked to it, in the order in which they came. Those whose position says
  // nothing are there too.
  std::vector<BookMove> moves(const Game& game) const override;

  // All positions, in the order in which they came, each with one way to it. False ends the walk.
  using Visit = std::function<bool(const Game&, const PositionFacts&)>;
  void for_each(const Visit& visit) const;

  // Everything between its making and commit() is written together; without commit() nothing is.
  class Batch {
   public:
    explicit Batch(BookStore& store);
    ~Batch();
    Batch(const Batch&) = delete;
    Batch& operator=(const Batch&) = delete;
    void commit();

   private:
    BookStore& store_;
    bool done_ = false;
  };

  // Unites the facts with what is there. Contradicting facts: an error, and the row is left as it
  // is. Games with null stones are refused.
  Result<BookPlace> put(const Game& game, const PositionFacts& facts);
  // As put, but what is there gives way: for who has worked it out again.
  Result<BookPlace> replace(const Game& game, const PositionFacts& facts);
  // A move from the first position to the second.
  void link(const BookPlace& from, const Move& move, const BookPlace& to);

  // Of the book as a whole, by a name: what made it, how long that took.
  std::string note(const std::string& name) const;
  void set_note(const std::string& name, const std::string& text);

  // A moment of its growth, for the picture.
  struct Growth {
    std::int64_t unix_seconds = 0;
    std::uint64_t positions = 0;
    std::uint64_t proved = 0;
    double work_seconds = 0;  // of all jobs so far
  };
  void add_growth(const Growth& growth);
  std::vector<Growth> growth() const;

  // Positions by the number of their stones.
  struct Depth {
    int stones = 0;
    std::uint64_t positions = 0;
    std::uint64_t won = 0;  // proved, for the player to move
    std::uint64_t drawn = 0;
    std::uint64_t lost = 0;
    std::uint64_t bounded = 0;  // something is proved, not the value
    std::uint64_t claimed = 0;  // nothing is proved
  };
  std::vector<Depth> depths() const;
  std::uint64_t size() const;

  // Damage of the file or of any row, in words; nothing if there is none.
  std::optional<std::string> damage() const;

 private:
  struct State;
  explicit BookStore(std::unique_ptr<State> state);
  Result<BookPlace> store(const Game& game, const PositionFacts& facts, bool unite);
  std::unique_ptr<State> state_;
};

// The lossless key of a position up to symmetry.
std::string position_key(const std::vector<Stone>& canonical);

}  // namespace inarow
