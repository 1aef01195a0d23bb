#pragma once

// A picture of a book as SVG: positions by the number of stones and by what is known of them, and
// how it has grown with the work spent.

#include <string>

#include "book/book_store.hpp"

namespace inarow {

std::string book_picture(const BookStore& book);

}  // namespace inarow
