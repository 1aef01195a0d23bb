#include "ask/drop_plan.hpp"

namespace inarow {

const char* name_of(SettledBy by) {
  switch (by) {
    case SettledBy::rules:
      return "rules";
    case SettledBy::threats:
      return "threats";
    case SettledBy::line:
      return "line";
    case SettledBy::dead:
      return "dead";
    case SettledBy::late:
      return "late";
    case SettledBy::unknown:
      break;
  }
  return "unknown";
}

}  // namespace inarow
