#include "search/alphabeta/drop_engine.hpp"

#include <array>

#include "base/expects.hpp"
#include "knowledge/victor/evaluation.hpp"
#include "rules/drop_geometry.hpp"
#include "search/alphabeta/engine_sizes.hpp"
#include "search/alphabeta/table.hpp"

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

bool rules_may_be_asked(const DropSpec& spec, const RuleLimits& limits, int empty_count) {
  const bool wide = spec.bits() > word_bits<Word64>;
  const int least = wide ? limits.wide_cells : limits.cells;
  // In four rows the rules say hardly more than the follow-up bounds: 8x4 lost time and no nodes.
  const bool pays = *spec.height >= 6 || least == 0;
  return empty_count >= least && pays && *spec.height % 2 == 0 &&
         (!spec.cylinder || spec.width >= spec.k) &&
         (wide ? victor::LargeBoard::fits(spec) : victor::SmallBoard::fits(spec));
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
  if (spec.bits() <= max_packed_bits) return make_engine_of_small_size(spec, table_bytes, rules);
  return make_engine_of_any_size(spec, table_bytes, rules);
}

}  // namespace inarow
