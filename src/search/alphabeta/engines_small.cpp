#include "search/alphabeta/engine_sizes.hpp"
#include "search/alphabeta/geometry_engine.hpp"

namespace inarow {

namespace {

// A geometry whose keys are known to fit into one word of the table beside their bounds.
class SmallGeometry : public DropGeometry<Word64> {
 public:
  static constexpr int max_bits = max_packed_bits;
  static constexpr int max_width = max_bits / 2;
  static constexpr int max_cells = max_bits - 1;
  using DropGeometry<Word64>::DropGeometry;
};

}  // namespace

std::unique_ptr<DropEngine> make_engine_of_small_size(const DropSpec& spec, std::size_t table_bytes,
                                                      const RuleLimits& rules) {
  EXPECTS(spec.bits() <= max_packed_bits && spec.k < word_bits<Word64>);
  return std::make_unique<GeometryEngine<SmallGeometry>>(SmallGeometry(spec), table_bytes, rules,
                                                         "any small size");
}

}  // namespace inarow
