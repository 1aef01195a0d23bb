#pragma once

// Instantiates the engine of one board; included by engines_*.cpp only.

#include <fmt/format.h>

#include <type_traits>

#include "search/alphabeta/engine_sizes.hpp"
#include "search/alphabeta/geometry_engine.hpp"

namespace inarow {

template <int kWidth, int kHeight>
std::unique_ptr<DropEngine> make_engine_of_size(std::size_t table_bytes, const RuleLimits& rules) {
  using Word = std::conditional_t<kWidth*(kHeight + 1) <= 64, Word64, Word128>;
  using G = FixedDropGeometry<Word, kWidth, kHeight>;
  return std::make_unique<GeometryEngine<G>>(G(), table_bytes, rules,
                                             fmt::format("{}x{}", kWidth, kHeight));
}

}  // namespace inarow
