#include "search/alphabeta/fixed_engine.hpp"

namespace inarow {

template std::unique_ptr<DropEngine> make_engine_of_size<8, 8>(std::size_t, const RuleLimits&);

}  // namespace inarow
