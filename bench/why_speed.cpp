// How soon the question why is answered: random positions of 7x6 with 8 and more stones, and
// balanced ones with 6 to 9. First the value (who wins), then the verdict (and how soon), then the
// reason. why_speed [--positions N] [--seed N] [--kind random|balanced] [--verdicts]
// docs/results/why.md has its numbers. CPU time, so that other work on the machine does not count.

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <ctime>
#include <exception>
#include <optional>
#include <thread>
#include <vector>

#include "ask/asker.hpp"
#include "ask/tables.hpp"
#include "ask/why.hpp"
#include "rules/notation.hpp"
#include "rules/random_games.hpp"

namespace {

using namespace inarow;

double cpu_seconds() {
  timespec time{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

template <class T>
T part(std::vector<T> values, double share) {
  std::sort(values.begin(), values.end());
  const auto place = static_cast<std::size_t>(share * static_cast<double>(values.size()));
  return values[std::min(place, values.size() - 1)];
}

bool wins_at_once(const Game& game) {
  for (const Cell cell : game.playable_cells()) {
    Game next = game;
    (void)next.play({cell});
    if (next.over()) return true;
  }
  return false;
}

// CPU time at which the bounds have the sign of the score: then the page says who wins. Looks every
// millisecond, from the constructor to end().
class SignWatch {
 public:
  explicit SignWatch(Observer& observer) : observer_(observer), thread_([this] { watch(); }) {}
  ~SignWatch() { end(); }
  SignWatch(const SignWatch&) = delete;
  SignWatch& operator=(const SignWatch&) = delete;

  // Nothing, if the work was done before it was seen.
  std::optional<double> end() {
    done_ = true;
    if (thread_.joinable()) thread_.join();
    return seen_;
  }

 private:
  void watch() {
    while (!done_ && !seen_) {
      const WorkStatus now = observer_.status();
      const bool known =
          now.lower && now.upper && (*now.lower > 0 || *now.upper < 0 || *now.lower == *now.upper);
      if (known) seen_ = cpu_seconds();
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
  }

  Observer& observer_;
  std::atomic<bool> done_{false};
  std::optional<double> seen_;
  std::thread thread_;
};

}  // namespace

int main(int argc, char** argv) try {
  CLI::App app("how soon the question why is answered");
  int positions = 300;
  std::uint64_t seed = 19;
  std::string kind = "random";
  bool verbose = false;
  app.add_option("--positions", positions);
  app.add_option("--seed", seed);
  app.add_option("--kind", kind, "random or balanced");
  app.add_flag("--verbose", verbose, "a line for each position");
  bool verdicts_only = false;
  app.add_flag("--verdicts", verdicts_only, "asks for no reasons");
  CLI11_PARSE(app, argc, argv);
  const bool balanced = kind == "balanced";
  const GameSpec spec = *GameSpec::parse("connect4");
  Tables tables({.table_bytes = std::size_t{128} << 20});
  Random random(seed);
  std::vector<double> signs;
  std::vector<double> verdicts;
  std::vector<double> reasons;
  std::vector<double> whole;  // of those with a whole proof: best play alone does not count
  std::vector<std::uint64_t> sizes;
  const Work work{.tables = &tables};
  while (static_cast<int>(verdicts.size()) < positions) {
    const int stones = balanced ? 6 + random.below(4) : 8 + random.below(28);
    const std::optional<Game> game = random_unfinished_position(spec, stones, random);
    if (!game || (balanced && wins_at_once(*game))) continue;
    Question question{*game};
    question.wanted = {.score = true, .best = false, .estimate = false};
    const double begin = cpu_seconds();
    Observer observer;
    SignWatch watch(observer);
    const Answer verdict = *ask(question, {.tables = &tables, .observer = &observer});
    const double known = cpu_seconds();
    const double sign = watch.end().value_or(known);
    // Balanced: neither side is far ahead.
    if (balanced && std::abs(*verdict.score) > 2) continue;
    signs.push_back(sign - begin);
    verdicts.push_back(known - begin);
    if (verdicts_only) {
      if (verbose) {
        fmt::print("{} score {} value {:.3f} s, verdict {:.3f} s\n",
                   format_moves(spec, game->moves()), *verdict.score, signs.back(),
                   verdicts.back());
      }
      continue;
    }
    question.wanted = {.value = false, .best = false, .why = true, .reason = true};
    // In CPU time: the clock, which other work takes from, ends nothing.
    question.limits.seconds = 120;
    question.limits.proof_seconds = 60;
    const Answer answer = *ask(question, work);
    const double end = cpu_seconds();
    const DropReason& reason = *answer.why->plans;
    std::uint64_t size = 0;
    for (const PlanNote& plan : reason.plans) size += plan.positions;
    reasons.push_back(end - begin);
    sizes.push_back(size);
    if (reason.complete) whole.push_back(end - begin);
    if (verbose) {
      fmt::print("{} score {} value {:.3f} s, verdict {:.3f} s, reason {:.3f} s, {} positions{}\n",
                 format_moves(spec, game->moves()), *verdict.score, sign - begin, known - begin,
                 end - begin, size, reason.complete ? "" : ", not whole");
    }
  }
  fmt::print("{} {} positions\n", positions, kind);
  const auto print_times = [](const char* name, const std::vector<double>& times) {
    fmt::print("{}: half {:.3f} s, 90 % {:.3f} s, 99 % {:.3f} s, slowest {:.3f} s\n", name,
               part(times, 0.5), part(times, 0.9), part(times, 0.99), part(times, 1));
  };
  print_times("value", signs);
  print_times("verdict", verdicts);
  if (verdicts_only) return 0;
  print_times("reason", reasons);
  fmt::print("{} with a whole proof\n", whole.size());
  const auto within = [&](double seconds) {
    return 100.0 *
           static_cast<double>(
               std::count_if(whole.begin(), whole.end(), [&](double t) { return t <= seconds; })) /
           static_cast<double>(reasons.size());
  };
  fmt::print("whole reason within 1 s: {:.1f} %, within 5 s: {:.1f} %\n", within(1), within(5));
  fmt::print("positions of the proof: half {}, 90 % {}, 99 % {}, largest {}\n", part(sizes, 0.5),
             part(sizes, 0.9), part(sizes, 0.99), part(sizes, 1));
  return 0;
} catch (const std::exception& error) {
  std::fprintf(stderr, "why_speed: %s\n", error.what());
  return 2;
}
