#include "search/victor/search.hpp"

#include <fmt/format.h>

namespace inarow::victor {

void tell(Observer* observer, const SearchStatistics& s) {
  if (observer == nullptr || !observer->looked_at()) return;
  observer->set_stage(fmt::format("{:.2f} M evaluations, {:.2f} M positions in the table, {} trees",
                                  static_cast<double>(s.evaluations) / 1e6,
                                  static_cast<double>(s.table) / 1e6, s.trees));
}

}  // namespace inarow::victor
