#pragma once

// The options and verbs of `inarow book`, which has two files: book.cpp makes and reads books,
// book_work.cpp has what changes them.

#include <memory>
#include <string>
#include <vector>

#include "base/output_file.hpp"
#include "book/book_store.hpp"
#include "cli/command.hpp"
#include "cli/prove_jobs.hpp"

namespace inarow::cli {

struct BookOptions : CommonOptions {
  std::string game;
  std::string moves;
  std::string file;               // --book
  std::string output;             // -o
  std::vector<std::string> from;  // import and merge
  int plies = 8;
  // verify
  bool all = false;
  int sample = 100;
  double position_seconds = 10;
  int order = 3;
  // grow and extend
  std::string player;
  std::string move;
  int jobs = 0;
  double job_seconds = 1;
  int job_moves = 4;
  int parallel = 0;
  int priority = 5;
  int defenses = 12;
  grid::AddressOptions broker;
  bool trust = false;
  bool doubt = false;
  std::string picture;
};

// A store to be written to, made if there is none; complains and returns nothing.
std::optional<BookStore> open_store(const BookOptions& options, BookAccess access);

// A book to be read as a store, whatever it is: of a file of exact scores or a library of RenLib
// one is made, which goes when this does.
struct ReadBook {
  std::unique_ptr<ScratchFolder> folder{};
  std::unique_ptr<BookStore> store{};
};
Result<ReadBook> read_book(const std::string& file, const GameSpec& spec);

// "won", "lost by 3", "0 to 4": what is known, as the player to move sees it.
std::string words_of(const GameSpec& spec, const PositionFacts& facts);

Exit book_grow(const BookOptions& options);
Exit book_extend(const BookOptions& options);
Exit book_import(const BookOptions& options);
Exit book_merge(const BookOptions& options);
Exit book_verify(const BookOptions& options);

}  // namespace inarow::cli
