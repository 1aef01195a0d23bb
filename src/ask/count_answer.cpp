#include "ask/count_answer.hpp"

#include <fmt/format.h>

namespace inarow {
namespace {

constexpr int samples_a_row = 10'000;
constexpr int max_placement_cells = 64;

std::string in_gigabytes(double bytes) { return fmt::format("{:.3g} GB", bytes / 1e9); }

void count_all(const CountQuestion& question, const Work& work, double bytes, CountAnswer& answer) {
  const GameSpec& spec = question.spec;
  const std::size_t limit = memory_for(work);
  if (spec.placement() != nullptr && *spec.cells() > max_placement_cells) {
    answer.refusal =
        fmt::format("placement boards are enumerated up to {} cells", max_placement_cells);
  } else if (bytes > static_cast<double>(limit)) {
    answer.refusal = fmt::format(
        "about {:.3g} positions, of which two plies of {} must be in memory, more than the {} "
        "allowed; raise --memory or count the first plies with --max-men",
        answer.estimate->total, in_gigabytes(bytes), in_gigabytes(static_cast<double>(limit)));
  } else {
    const StopToken never;
    Observer nobody;
    answer.exact = count_exactly(spec, {work.threads, limit, question.max_men},
                                 work.stop != nullptr ? *work.stop : never,
                                 work.observer != nullptr ? *work.observer : nobody);
    if (answer.exact->end == ExactCount::End::out_of_memory) {
      answer.refusal = fmt::format("the {} allowed by --memory are used up",
                                   in_gigabytes(static_cast<double>(limit)));
    }
  }
  answer.complete = answer.exact && answer.exact->end == ExactCount::End::complete;
}

}  // namespace

Result<CountAnswer> count_positions(const CountQuestion& question, const Work& work) {
  const GameSpec& spec = question.spec;
  if (!spec.finite_board()) {
    return failure(
        fmt::format("{} has infinitely many positions; take a finite board such as "
                    "drop:7x6 or Connect(15,15,5,1,1)",
                    spec.to_string()));
  }
  CountAnswer answer;
  answer.bound = position_bound(spec);
  double bytes = exact_count_bytes(spec, answer.bound, question.max_men);
  if (question.estimate || (question.exact && bytes > static_cast<double>(memory_for(work)))) {
    const StopToken never;
    answer.estimate = estimate_positions(spec, answer.bound, samples_a_row,
                                         work.stop != nullptr ? *work.stop : never);
    bytes = exact_count_bytes(spec, *answer.estimate, question.max_men);
  }
  if (question.exact) count_all(question, work, bytes, answer);
  if (!question.estimate) answer.estimate.reset();
  return answer;
}

}  // namespace inarow
