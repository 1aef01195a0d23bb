#include "knowledge/victor/combination.hpp"

namespace inarow::victor::detail {
namespace {
constexpr std::uint8_t one = disjoint;
constexpr std::uint8_t three = columnwise_equal;
constexpr std::uint8_t four = inverse_columns;
constexpr std::uint8_t one_and_two = disjoint | no_claimeven_below;
constexpr std::uint8_t two_and_three = no_claimeven_below | columnwise_equal;
}  // namespace

// Allis 1988, 7.4. He has a plain 2 for Claimeven with the inverses; disjoint squares are demanded
// as well, since a square cannot serve both (docs/victor.md).
const std::uint8_t combination_table[rule_count][rule_count] = {
    // clang-format off
    // CL          BI    VE    AE            LI             HI           BC            BE             SB
    {one,         one,  one,  one,          one_and_two,   one_and_two, one,          one,           one},            // CL
    {one,         one,  one,  one,          one,           one,         one,          one,           one},            // BI
    {one,         one,  one,  one,          one,           one,         one,          one,           one},            // VE
    {one,         one,  one,  three,        one_and_two,   one_and_two, one,          three,         three},          // AE
    {one_and_two, one,  one,  one_and_two,  four,          four,        one_and_two,  two_and_three, two_and_three},  // LI
    {one_and_two, one,  one,  one_and_two,  four,          four,        one_and_two,  one_and_two,   one_and_two},    // HI
    {one,         one,  one,  one,          one_and_two,   one_and_two, one,          one,           one},            // BC
    {one,         one,  one,  three,        two_and_three, one_and_two, one,          three,         three},          // BE
    {one,         one,  one,  three,        two_and_three, one_and_two, one,          three,         three},          // SB
    // clang-format on
};

}  // namespace inarow::victor::detail
