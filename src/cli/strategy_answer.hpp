#pragma once

// inarow prove cannot-lose GAME and inarow prove drawn "Connect(k,p)": the kinds of claims that a
// strategy proves.

#include <string>
#include <vector>

#include "cli/command.hpp"
#include "proof/certificate.hpp"
#include "search/cannot_lose/strategy.hpp"

namespace inarow::cli {

struct StrategyRequest {
  std::string game;
  std::string moves;
  std::string player;  // first, second or nothing
  std::string file;
  std::string strategy = "auto";  // auto, search, rules or paper
  Codec codec = Codec::zstd;
};

struct StrategyKind {
  const char* name;
  const char* meaning;
  Exit (*prove)(const CommonOptions& options, const StrategyRequest& request);
};
const std::vector<StrategyKind>& strategy_kinds();

// The ground of a drop game for which cannot-lose strategies are searched, or why there is none.
Result<cannot_lose::Ground> ground_of(const GameSpec& spec);

}  // namespace inarow::cli
