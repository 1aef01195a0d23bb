#include "search/alphabeta/fixed_engine.hpp"

namespace inarow {

template std::unique_ptr<DropEngine> make_engine_of_size<8, 4>(std::size_t, const RuleLimits&);
template std::unique_ptr<DropEngine> make_engine_of_size<9, 4>(std::size_t, const RuleLimits&);
template std::unique_ptr<DropEngine> make_engine_of_size<10, 4>(std::size_t, const RuleLimits&);
template std::unique_ptr<DropEngine> make_engine_of_size<9, 5>(std::size_t, const RuleLimits&);

}  // namespace inarow
