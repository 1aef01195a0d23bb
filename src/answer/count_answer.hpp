#pragma once

// Numbers of positions as JSON and as a table for people.

#include <string>

#include "ask/count_answer.hpp"

namespace inarow {

std::string count_json(const CountQuestion& question, const CountAnswer& answer);
std::string in_words(const CountQuestion& question, const CountAnswer& answer);

}  // namespace inarow
