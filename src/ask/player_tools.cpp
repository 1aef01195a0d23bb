#include "ask/player_tools.hpp"

namespace inarow {

PlayerTools player_tools(const Work& work, Tables& tables) {
  PlayerTools tools;
  tools.drop_tools = [work, &tables](const DropSpec& spec) {
    const bool rules = true;
    return DropTools{tables.drop(spec, rules, growing_table_bytes_for(work))->engine,
                     tables.scores(spec)};
  };
  tools.books = tables.books();
  tools.engines = tables.engines();
  tools.memory_bytes = work.memory_bytes > 0 ? memory_for(work) : 0;
  tools.stop = work.stop;
  tools.observer = work.observer;
  return tools;
}

double seconds_to_stop(const Question& question, const Tables& tables) {
  const double seconds = question.limits.seconds;
  if (seconds == 0 || !question.move) return seconds;
  const ExternalEngine* engine = engine_named(question.move->player, tables.engines());
  if (engine == nullptr) return seconds;
  // It is given up for its own delay, with words that say so, before the stop comes.
  constexpr double margin = 1;
  return seconds + engine->start_seconds + engine->grace_seconds + margin;
}

}  // namespace inarow
