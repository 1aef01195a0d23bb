#pragma once

// Books, whatever they are made of: a store of positions (book_store.hpp) or a small file of exact
// scores (drop_book.hpp) answer the same questions. Books is several of them in an order, which is
// what the solver, the players and the server ask.
//
//   Result<Books> books = Books::open({"mine.db", "drop-7x6.book"});
//   books->find(game)->proved;
//   for (const BookMove& move : books->moves(game)) ...

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "book/drop_book.hpp"
#include "book/position_facts.hpp"
#include "rules/game.hpp"

namespace inarow {

// A move of a position, and what is known of the position after it (as its player to move sees it).
struct BookMove {
  Move move;
  PositionFacts facts;
};

class PositionBook {
 public:
  virtual ~PositionBook() = default;
  virtual const GameSpec& spec() const = 0;
  // Of a game of spec(). Moves and marks lie as in the game.
  virtual std::optional<PositionFacts> find(const Game& game) const = 0;
  virtual std::vector<BookMove> moves(const Game& game) const = 0;

 protected:
  PositionBook() = default;
  PositionBook(const PositionBook&) = default;
  PositionBook(PositionBook&&) = default;
  PositionBook& operator=(const PositionBook&) = default;
  PositionBook& operator=(PositionBook&&) = default;
};

// A small file of exact scores as such a book.
std::unique_ptr<PositionBook> book_of_scores(DropBook scores);

// Any number of books of any games, the most trusted first. Thread-safe.
class Books {
 public:
  Books() = default;
  explicit Books(std::vector<std::shared_ptr<const PositionBook>> books)
      : books_(std::move(books)) {}
  // Refused as a whole if one of the files is: the error names it.
  static Result<Books> open(const std::vector<std::string>& files);

  bool has(const GameSpec& spec) const;
  // What all of them know together. Where two contradict each other, the one that comes first
  // counts.
  std::optional<PositionFacts> find(const Game& game) const;
  std::vector<BookMove> moves(const Game& game) const;

 private:
  std::vector<std::shared_ptr<const PositionBook>> books_;
};

// The exact scores of books, and of the book that comes with the program (may be null).
class BookScores final : public KnownScores {
 public:
  BookScores(std::shared_ptr<const Books> books, std::shared_ptr<const DropBook> own)
      : books_(std::move(books)), own_(std::move(own)) {}
  std::optional<int> score(const Game& game) const override;

 private:
  std::shared_ptr<const Books> books_;
  std::shared_ptr<const DropBook> own_;
};

}  // namespace inarow
