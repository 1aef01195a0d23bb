#include "ask/player_tools.hpp"

namespace inarow {

PlayerTools player_tools(const Work& work, Tables& tables) {
  PlayerTools tools;
  tools.drop_tools = [work, &tables](const DropSpec& spec) {
    const bool rules = true;
    return DropTools{
        tables.drop(spec, rules, table_bytes_for(work, spec.width * *spec.height))->engine,
        tables.book(spec)};
  };
  tools.memory_bytes = work.memory_bytes > 0 ? memory_for(work) : 0;
  tools.stop = work.stop;
  tools.observer = work.observer;
  return tools;
}

}  // namespace inarow
