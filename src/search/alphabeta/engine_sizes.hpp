#pragma once

// The boards that have a search of their own (flat, k = 4), and the search for all others. Each
// instantiation takes the compiler some seconds, so they stand in several files.

#include <array>
#include <memory>

#include "search/alphabeta/drop_engine.hpp"

namespace inarow {

template <int kWidth, int kHeight>
std::unique_ptr<DropEngine> make_engine_of_size(std::size_t table_bytes, const RuleLimits& rules);

// Every other board; the first if its key fits into a packed entry of the table (table.hpp).
std::unique_ptr<DropEngine> make_engine_of_small_size(const DropSpec& spec, std::size_t table_bytes,
                                                      const RuleLimits& rules);
std::unique_ptr<DropEngine> make_engine_of_any_size(const DropSpec& spec, std::size_t table_bytes,
                                                    const RuleLimits& rules);

struct EngineSize {
  int width;
  int height;
  std::unique_ptr<DropEngine> (*make)(std::size_t table_bytes, const RuleLimits& rules);
};

inline constexpr std::array<EngineSize, 14> engine_sizes{{
    {6, 5, make_engine_of_size<6, 5>},
    {6, 6, make_engine_of_size<6, 6>},
    {6, 7, make_engine_of_size<6, 7>},
    {7, 5, make_engine_of_size<7, 5>},
    {7, 6, make_engine_of_size<7, 6>},
    {7, 7, make_engine_of_size<7, 7>},
    {8, 5, make_engine_of_size<8, 5>},
    {8, 6, make_engine_of_size<8, 6>},
    {8, 7, make_engine_of_size<8, 7>},
    {8, 8, make_engine_of_size<8, 8>},
    {8, 4, make_engine_of_size<8, 4>},
    {9, 4, make_engine_of_size<9, 4>},
    {10, 4, make_engine_of_size<10, 4>},
    {9, 5, make_engine_of_size<9, 5>},
}};

}  // namespace inarow
