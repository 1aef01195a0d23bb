#pragma once

// --book FILE: books that are asked before anything is searched.

#include <memory>
#include <string>
#include <vector>

#include "book/position_book.hpp"
#include "cli/command.hpp"

namespace inarow::cli {

// Adds --book, which can be given several times.
void add_books(CLI::App& command, std::vector<std::string>& files);

// The books that were named, null if there are none; or a complaint, and nothing.
Result<std::shared_ptr<const Books>> read_books(const std::vector<std::string>& files);

}  // namespace inarow::cli
