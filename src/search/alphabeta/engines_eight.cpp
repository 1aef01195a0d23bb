#include "search/alphabeta/fixed_engine.hpp"

namespace inarow {

template std::unique_ptr<DropEngine> make_engine_of_size<8, 5>(std::size_t, const RuleLimits&);
template std::unique_ptr<DropEngine> make_engine_of_size<8, 6>(std::size_t, const RuleLimits&);
template std::unique_ptr<DropEngine> make_engine_of_size<8, 7>(std::size_t, const RuleLimits&);

}  // namespace inarow
