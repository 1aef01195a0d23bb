#pragma once

// The work of two people in one book: everything that another book knows and links, put into this
// one by the rules of united() (position_facts.hpp).

#include "base/stop.hpp"
#include "book/book_import.hpp"
#include "book/book_store.hpp"
#include "rules/observer.hpp"

namespace inarow {

// `doubt`: what the other book calls proved is only claimed here. All of it or nothing. Throws
// BookError.
ImportReport merge_books(BookStore& into, const BookStore& from, bool doubt, const StopToken* stop,
                         Observer* observer);

}  // namespace inarow
