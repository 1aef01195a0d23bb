#pragma once

// Reading reasons back, for codec.cpp.

#include <memory>
#include <nlohmann/json.hpp>
#include <string>

#include "ask/why.hpp"

namespace inarow {

// Null after a complaint in `error`, which must be empty.
std::shared_ptr<const Why> read_why(const nlohmann::json& object, const Game& game,
                                    std::string& error);

}  // namespace inarow
