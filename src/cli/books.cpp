#include "cli/books.hpp"

namespace inarow::cli {

void add_books(CLI::App& command, std::vector<std::string>& files) {
  command
      .add_option("--book", files,
                  "a book to be asked first (inarow book); several times for several, the most "
                  "trusted first")
      ->allow_extra_args(false);
}

Result<std::shared_ptr<const Books>> read_books(const std::vector<std::string>& files) {
  if (files.empty()) return std::shared_ptr<const Books>();
  Result<Books> books = Books::open(files);
  if (!books) return failure("--book: " + books.error().message);
  return std::make_shared<const Books>(std::move(*books));
}

}  // namespace inarow::cli
