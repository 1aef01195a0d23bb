#include "generate/book_check.hpp"

#include <fmt/format.h>

#include "ask/asker.hpp"
#include "ask/tables.hpp"
#include "rules/notation.hpp"

namespace inarow {
namespace {

Question question_of(const BookEntryToCheck& entry, const CheckLimits& limits) {
  Question question{entry.game};
  const bool placement = entry.game.spec().placement() != nullptr;
  const Bounds& said = entry.facts.proved ? *entry.facts.proved : *entry.facts.claimed;
  question.wanted = {.score = !placement && !value_of(said), .best = false, .estimate = false};
  // A score needs more than the value says.
  if (!placement && (said.lower > 1 || said.upper < -1 || said.exact()))
    question.wanted.score = true;
  question.limits.book = false;
  question.limits.seconds = limits.seconds;
  if (placement) question.limits.order = limits.order;
  return question;
}

// What the answer proves.
std::optional<Bounds> found_bounds(const GameSpec& spec, const Answer& answer) {
  if (answer.score) return Bounds{*answer.score, *answer.score};
  if (answer.value) return bounds_of_value(spec, *answer.value);
  return answer.bounds;
}

std::string words_of(const Bounds& bounds) {
  return bounds.exact() ? fmt::format("{}", bounds.lower)
                        : fmt::format("{} to {}", bounds.lower, bounds.upper);
}

}  // namespace

CheckReport check_entries(const std::vector<BookEntryToCheck>& entries, const CheckLimits& limits,
                          const Work& work) {
  CheckReport report;
  Tables tables;
  Work seat = work;
  seat.tables = &tables;
  seat.many = true;
  Asker asker(seat);
  for (std::size_t i = 0; i < entries.size(); ++i) {
    if (stopped(work.stop)) {
      report.stopped = true;
      break;
    }
    const BookEntryToCheck& entry = entries[i];
    if (work.observer != nullptr && work.observer->looked_at()) {
      work.observer->set_stage(fmt::format("{} of {} positions", i, entries.size()));
    }
    const Result<Answer> answer = asker.ask(question_of(entry, limits));
    const std::optional<Bounds> found =
        answer ? found_bounds(entry.game.spec(), *answer) : std::nullopt;
    if (!found) {
      ++report.open;
      continue;
    }
    const auto excluded = [&](const Bounds& said) {
      return said.lower > found->upper || said.upper < found->lower;
    };
    const std::string moves = format_moves(entry.game.spec(), entry.game.moves());
    const std::string where = moves.empty() ? "no moves" : moves;
    if (entry.facts.proved) {
      const Bounds& said = *entry.facts.proved;
      if (excluded(said)) {
        report.wrong.push_back(fmt::format("after {}: the book says {}, the solver {}", where,
                                           words_of(said), words_of(*found)));
      } else if (found->lower >= said.lower && found->upper <= said.upper) {
        ++report.confirmed;
      } else {
        ++report.open;
      }
    }
    if (entry.facts.claimed && excluded(*entry.facts.claimed)) {
      report.unconfirmed.push_back(fmt::format("after {}: claimed to be {}, the solver says {}",
                                               where, words_of(*entry.facts.claimed),
                                               words_of(*found)));
    }
  }
  return report;
}

}  // namespace inarow
