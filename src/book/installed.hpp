#pragma once

// Where the files that come with the program are, in a source tree or an installation.

#include <memory>
#include <string>

#include "book/drop_book.hpp"

namespace inarow {

// The folder with the program's data files (the environment's INAROW_DATA goes first); empty if it
// is not found.
std::string data_folder();

// Where it is, said by a program that does not stand beside it: a module of another language, a
// program that uses the installed library. INAROW_DATA still goes first. To be called before the
// first question.
void set_data_folder(const std::string& folder);

// The folder with the built page, likewise (INAROW_PAGE goes first).
std::string page_folder();

// "drop-7x6.book" and "drop-7x6.lines" of drop:7x6.
std::string book_file_name(const DropSpec& spec);
std::string lines_file_name(const DropSpec& spec);

// The file of the book that comes with the program for this game, of either kind; empty if there is
// none.
std::string installed_book_file(const GameSpec& spec);

// The book that comes with the program for this game; null if there is none, an error if it is
// damaged.
Result<std::unique_ptr<DropBook>> installed_book(const DropSpec& spec);

}  // namespace inarow
