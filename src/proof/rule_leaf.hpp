#pragma once

// The bytes of a rule leaf (docs/formats/certificate.md, "Rule leaves") from the solutions that an
// evaluation by Allis's rules has found. It knows how solutions are written, not when they are
// right: the checker decides that.
//
// All sets of squares are in Tromp's layout (rules/drop_geometry.hpp), widened to 128 bits.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/bits.hpp"
#include "rules/game_spec.hpp"
#include "rules/types.hpp"

namespace inarow {

// In the order of their numbers in the format.
enum class LeafRule : std::uint8_t {
  claimeven,
  baseinverse,
  vertical,
  aftereven,
  lowinverse,
  highinverse,
  baseclaim,
  before,
  specialbefore,
};

struct LeafSolution {
  LeafRule rule = LeafRule::claimeven;
  Word128 squares = 0;     // all that the rule uses
  Word128 claimevens = 0;  // both squares of each of its Claimevens
  Word128 group = 0;       // all squares of the group: Aftereven, Before, Specialbefore
  // Specialbefore: its two playable squares. Baseclaim: the first playable square.
  Word128 special = 0;
};

enum class LeafKind : std::uint8_t {
  second_not_lose,
  second_wins,
  odd_threat,
  combination,
  combination_with_base,
};

struct RuleLeaf {
  LeafKind kind = LeafKind::second_not_lose;
  Word128 first_group = 0;   // of the odd threat; or the group that lacks two odd squares
  Word128 second_group = 0;  // of a combination: the group that lacks the crossing and the even one
  std::vector<LeafSolution> solutions;
};

const char* name_of(LeafRule rule);  // "claimeven"

// The bytes of the leaf; nothing if it has more solutions, or a group more empty squares, than the
// format can hold. `empty` are the empty squares of the position.
std::optional<std::string> encode_rule_leaf(const DropSpec& spec, Word128 empty,
                                            const RuleLeaf& leaf);

// The leaf that the bytes begin with, and how many bytes it has; nothing if they make no sense. It
// is read to be shown: whether it proves anything, the checker decides.
struct DecodedLeaf {
  RuleLeaf leaf;
  std::size_t bytes = 0;
};
std::optional<DecodedLeaf> decode_rule_leaf(const DropSpec& spec, Word128 empty,
                                            std::string_view bytes);

// The ends of a group, in the order in which a line goes right or up.
std::pair<Cell, Cell> group_ends(const DropSpec& spec, Word128 group);

}  // namespace inarow
