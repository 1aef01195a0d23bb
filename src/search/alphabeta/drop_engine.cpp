#include "search/alphabeta/drop_engine.hpp"

#include <array>

#include "base/expects.hpp"
#include "rules/drop_geometry.hpp"
#include "search/alphabeta/engine_sizes.hpp"

namespace inarow {

DropStones stones_of(const Game& game) {
  EXPECTS(game.spec().drop() != nullptr && !game.over());
  const DropGeometry<Word128> geometry(*game.spec().drop());
  DropStones stones;
  for (const Move& move : game.moves()) {
    std::swap(stones.me, stones.opponent);
    stones.opponent |= geometry.bit(move[0]);
  }
  return stones;
}

std::unique_ptr<DropEngine> make_drop_engine(const DropSpec& spec, std::size_t table_bytes,
                                             const RuleLimits& rules) {
  EXPECTS(spec.height && spec.k >= 2 && spec.bits() <= max_drop_bits);
  if (spec.k == 4 && !spec.cylinder) {
    for (const EngineSize& size : engine_sizes) {
      if (size.width == spec.width && size.height == *spec.height)
        return size.make(table_bytes, rules);
    }
  }
  return make_engine_of_any_size(spec, table_bytes, rules);
}

}  // namespace inarow
