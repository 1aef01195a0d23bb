#pragma once

// The work of two people in one book: everything that another book knows and links, put into this
// one by the rules of united() (position_facts.hpp).

#include "base/stop.hpp"
#include "book/book_store.hpp"
#include "rules/observer.hpp"

namespace inarow {

struct MergeReport {
  std::uint64_t positions = 0;      // of the other book
  std::uint64_t new_positions = 0;  // that this one did not have
  std::uint64_t moves = 0;
  std::uint64_t contradictions = 0;          // positions of which this one knows the contrary
  std::vector<std::string> contradicting{};  // some of them, in words
  bool stopped = false;                      // before the end; then nothing was put
};

// `doubt`: what the other book calls proved is only claimed here. All of it or nothing. Throws
// BookError.
MergeReport merge_books(BookStore& into, const BookStore& from, bool doubt, const StopToken* stop,
                        Observer* observer);

}  // namespace inarow
