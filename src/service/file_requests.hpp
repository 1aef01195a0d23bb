#pragma once

// Games in files, between the page and rules/game_tree.hpp: SGF text to a list of nodes and back.
// Every move of every variation is checked in both directions.

#include <nlohmann/json.hpp>
#include <string>

#include "rules/game_tree.hpp"
#include "service/answer_task.hpp"

namespace inarow::service {

// {"sgf":"(;...)","game":"drop:7x6"} to {"game":...,"nodes":[{"parent":0,"move":"d1",...},...]}.
Answerable<std::string> read_sgf_reply(const std::string& body);
// The other way round: to {"sgf":"(;...)"}.
Answerable<std::string> write_sgf_reply(const std::string& body);

// {"game":...,"nodes":[...]}.
nlohmann::ordered_json tree_json(const GameTree& tree);

}  // namespace inarow::service
