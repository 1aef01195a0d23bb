#include "search/alphabeta/engine_sizes.hpp"
#include "search/alphabeta/geometry_engine.hpp"

namespace inarow {

std::unique_ptr<DropEngine> make_engine_of_any_size(const DropSpec& spec, std::size_t table_bytes,
                                                    const RuleLimits& rules) {
  const auto make = [&]<class Word>(Word) -> std::unique_ptr<DropEngine> {
    EXPECTS(spec.k < word_bits<Word>);
    const DropGeometry<Word> geometry(spec);
    return std::make_unique<GeometryEngine<DropGeometry<Word>>>(geometry, table_bytes, rules,
                                                                "any size");
  };
  if (spec.bits() <= word_bits<Word64>) return make(Word64{});
  return make(Word128{});
}

}  // namespace inarow
