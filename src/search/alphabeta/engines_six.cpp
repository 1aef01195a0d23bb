#include "search/alphabeta/fixed_engine.hpp"

namespace inarow {

template std::unique_ptr<DropEngine> make_engine_of_size<6, 5>(std::size_t, const RuleLimits&);
template std::unique_ptr<DropEngine> make_engine_of_size<6, 6>(std::size_t, const RuleLimits&);
template std::unique_ptr<DropEngine> make_engine_of_size<6, 7>(std::size_t, const RuleLimits&);

}  // namespace inarow
