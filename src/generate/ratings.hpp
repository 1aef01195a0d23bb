#pragma once

// The file of ratings (SQLite; docs/formats/puzzles.md): of puzzles and of the people who try them,
// and every result.
//
//   Result<RatingStore> store = RatingStore::open(path);
//   store->add("ann", puzzle, true);          she has solved it
//
// A puzzle that nobody has tried yet begins with the rating of its grade (grade.hpp), a person with
// 1500. Every result is a rating period of its own: people try one puzzle at a time.

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "generate/glicko.hpp"
#include "generate/puzzle.hpp"

namespace inarow::puzzles {

// Where it is unless somebody names a file: below XDG_DATA_HOME or ~/.local/share.
std::string default_rating_file();

struct RatedName {
  std::string name;
  Rating rating;
  int solved = 0;
  int failed = 0;
};

class RatingStore {
 public:
  // Makes the file and its folder if there is none. Refused: a file of something else, of a later
  // version, one that is damaged or cannot be written.
  static Result<RatingStore> open(const std::string& path);
  RatingStore(RatingStore&&) noexcept;
  RatingStore& operator=(RatingStore&&) noexcept;
  ~RatingStore();

  struct Change {
    RatedName person;
    RatedName puzzle;
    double expected = 0;  // that the person would solve it, by the ratings before
  };
  // All of it or nothing.
  Result<Change> add(const std::string& person, const Puzzle& puzzle, bool solved);

  // By name, those with results; the puzzle's first rating if it has none.
  Result<RatedName> puzzle(const Puzzle& puzzle);
  Result<std::vector<RatedName>> people();
  Result<std::vector<RatedName>> puzzles();

 private:
  struct State;
  explicit RatingStore(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace inarow::puzzles
