#pragma once

// Result<T>: the answer to input that may be wrong. An Error is one sentence for a person: what is
// wrong, where, and how to write it right; `place` is the same "where" for a program.
//
//   Result<GameSpec> game = GameSpec::parse(text);
//   if (!game) return fail(game.error());

#include <cstddef>
#include <string>
#include <tl/expected.hpp>
#include <utility>

namespace inarow {

struct Error {
  std::string message;
  std::size_t place = 0;  // offset in the text, or the number of the move, as the message says
};

template <class T>
using Result = tl::expected<T, Error>;

inline tl::unexpected<Error> failure(std::string message, std::size_t place = 0) {
  return tl::unexpected<Error>(Error{std::move(message), place});
}

}  // namespace inarow
