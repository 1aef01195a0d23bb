// What a job-level search would be like with more workers than this machine has: the real tree and
// its policies, with workers that only wait. Jobs last as long, and say what, the jobs of a real
// search did (grid_record; grid_world.hpp tells how answers are drawn).
//
//   grid_record --positions positions.txt --seconds 30 > jobs.jsonl
//   grid_simulation --jobs jobs.jsonl --svg docs/images/grid.svg
//
// A job goes to the broker and its answer comes back with a latency each way; a worker that is done
// gets the next job after another one. With the probability of a failure the worker is lost with
// its job, which goes to somebody else when its lease is over; the worker is back then as well. The
// client takes a while for each answer, and has only one pair of hands. A job whose position is
// decided meanwhile is cancelled if nobody has begun it, and otherwise done for nothing.
//
// Speed-up is T(1)/T(N) for the same tree; means over trees are geometric. Trees are those of the
// first seeds that take at least so many jobs, and at most so many, with three workers: a number
// that is not in the table, because trees that were chosen for being hard in one order tend to be
// easier in others, and the speed-ups would be too good.

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <array>
#include <cmath>
#include <deque>
#include <fstream>
#include <future>
#include <map>
#include <queue>

#include "base/random.hpp"
#include "grid_world.hpp"

namespace inarow::grid {
namespace {

constexpr std::array<Policy, 4> policies{Policy::win, Policy::loss, Policy::greedy,
                                         Policy::equivalence};

constexpr int workers_to_choose = 3;

struct Settings {
  std::string jobs;
  std::string svg;
  int trees = 3;
  int workers = 1024;
  std::size_t least_jobs = 5000;
  std::size_t most_jobs = 15000;
  double latency = 0.02;
  double client_ms = 2;
  double failures = 0.001;
  double lease = 30;
  double ahead = 1;  // jobs that are out for each worker
  std::uint64_t seed = 1;
};

struct Run {
  bool decided = false;
  double seconds = 0;
  std::size_t jobs = 0;  // that were of use
  double busy = 0;       // part of the workers' time that they worked
};

class Simulation {
 public:
  Simulation(const JobWorld& world, const Settings& settings, Policy policy, std::size_t workers,
             Word64 seed)
      : settings_(settings), search_(world, seed, policy), idle_(workers), workers_(workers) {}

  // Gives up after so many jobs.
  Run run(std::size_t most_jobs) {
    Run result;
    send();
    while (!search_.decided() && !events_.empty() && result.jobs < most_jobs) {
      const Event event = events_.top();
      events_.pop();
      now_ = event.time;
      if (event.kind == Kind::answer) {
        client_free_ = std::max(client_free_, now_) + settings_.client_ms / 1e3;
        if (search_.take(event.job)) ++result.jobs;
        send();
        continue;
      }
      if (event.kind == Kind::queue) waiting_.push_back({event.job, event.deliveries});
      if (event.kind == Kind::idle) ++idle_;
      while (idle_ > 0 && !waiting_.empty()) begin();
    }
    result.decided = search_.decided();
    result.seconds = std::max(now_, client_free_);
    result.busy = worked_ / (result.seconds * static_cast<double>(workers_));
    return result;
  }

 private:
  enum class Kind : std::uint8_t { queue, idle, answer };
  struct Event {
    double time = 0;
    std::uint64_t number = 0;  // the first come first, so that a run can be repeated
    Kind kind = Kind::queue;
    DrawnJob job = {};
    int deliveries = 0;
    bool operator<(const Event& other) const {
      return time != other.time ? time > other.time : number > other.number;
    }
  };
  struct Waiting {
    DrawnJob job;
    int deliveries;
  };

  void at(double time, Kind kind, const DrawnJob& job = {}, int deliveries = 0) {
    events_.push({time, number_++, kind, job, deliveries});
  }

  void send() {
    const auto parallel = static_cast<std::size_t>(
        std::ceil(static_cast<double>(workers_) * std::max(1.0, settings_.ahead)));
    const double time = std::max(now_, client_free_);
    for (const DrawnJob& job : search_.fill(parallel)) {
      at(time + settings_.latency, Kind::queue, job);
    }
  }

  void begin() {
    const Waiting next = waiting_.front();
    waiting_.pop_front();
    if (!search_.is_out(next.job)) return;  // cancelled
    --idle_;
    Random random(next.job.draw + static_cast<Word64>(next.deliveries) * 0x9e3779b97f4a7c15ULL);
    if (random.unit() < settings_.failures) {
      at(now_ + settings_.lease, Kind::queue, next.job, next.deliveries + 1);
      at(now_ + settings_.lease, Kind::idle);
      return;
    }
    const double end = now_ + next.job.seconds;
    worked_ += next.job.seconds;
    at(end + settings_.latency, Kind::answer, next.job);
    at(end + settings_.latency, Kind::idle);
  }

  const Settings& settings_;
  DrawnSearch search_;
  std::size_t idle_;
  std::size_t workers_;
  std::priority_queue<Event> events_;
  std::deque<Waiting> waiting_;
  double now_ = 0;
  double client_free_ = 0;
  double worked_ = 0;
  std::uint64_t number_ = 0;
};

// Of all trees.
struct Line {
  double speed_up = 0;
  double least = 0;
  double most = 0;
  double jobs = 0;  // against those of one worker
  double busy = 0;
  int open = 0;  // not decided at the limit: the speed-up is at most what is said
};

using Lines = std::map<std::pair<Policy, int>, Line>;

Line line_of(const std::vector<Run>& ones, const std::vector<Run>& runs) {
  Line line{0, 1e9, 0, 0, 0, 0};
  const auto count = static_cast<double>(runs.size());
  for (std::size_t i = 0; i < runs.size(); ++i) {
    const double speed_up = ones[i].seconds / runs[i].seconds;
    line.speed_up += std::log(speed_up) / count;
    line.least = std::min(line.least, speed_up);
    line.most = std::max(line.most, speed_up);
    line.jobs +=
        std::log(static_cast<double>(runs[i].jobs) / static_cast<double>(ones[i].jobs)) / count;
    line.busy += runs[i].busy / count;
    line.open += runs[i].decided ? 0 : 1;
  }
  line.speed_up = std::exp(line.speed_up);
  line.jobs = std::exp(line.jobs);
  return line;
}

void print_table(const Lines& lines) {
  fmt::print("| policy | workers | speed-up | least to most | efficiency | jobs | busy | open |\n");
  fmt::print("|---|---|---|---|---|---|---|---|\n");
  for (const auto& [key, line] : lines) {
    fmt::print("| {} | {} | {:.1f} | {:.1f} to {:.1f} | {}{:.2f} | {:.2f} | {:.2f} | {} |\n",
               name_of(key.first), key.second, line.speed_up, line.least, line.most,
               line.open > 0 ? "at most " : "", line.speed_up / key.second, line.jobs, line.busy,
               line.open);
  }
}

// Two pictures side by side: both axes of the first are logarithmic.
void write_svg(const std::string& path, const Lines& lines, int most) {
  constexpr double width = 360;
  constexpr double height = 260;
  constexpr double left = 50;
  constexpr double top = 24;
  constexpr double gap = 70;
  constexpr std::array<const char*, 4> colours{"#c0392b", "#2c6fbb", "#7a7a7a", "#1e8449"};
  std::ofstream out(path);
  const double steps = std::max(1.0, std::log2(most));
  const double second = left + width + gap;
  double best = 1;
  for (const auto& [key, line] : lines) best = std::max(best, line.speed_up / key.second);
  const double top_efficiency = std::ceil(best * 5) / 5;
  const auto x = [&](double from, int workers) {
    return from + width * std::log2(workers) / steps;
  };
  const auto speed_y = [&](double v) {
    return top + height * (1 - std::clamp(std::log2(std::max(v, 1e-3)) / steps, 0.0, 1.0));
  };
  const auto efficiency_y = [&](double v) { return top + height * (1 - v / top_efficiency); };
  out << fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {:.0f} {:.0f}\" "
      "font-family=\"sans-serif\" font-size=\"11\">\n<rect width=\"100%\" height=\"100%\" "
      "fill=\"#fff\"/>\n",
      second + width + 20, top + height + 70);
  for (int workers = 1; workers <= most; workers *= 2) {
    for (const double from : {left, second}) {
      out << fmt::format(
          "<path d=\"M{0:.1f} {1}V{2}\" stroke=\"#eee\"/><text x=\"{0:.1f}\" y=\"{3}\" "
          "text-anchor=\"middle\">{4}</text>\n",
          x(from, workers), top, top + height, top + height + 14, workers);
    }
    out << fmt::format(
        "<path d=\"M{0} {1:.1f}h{2}\" stroke=\"#eee\"/><text x=\"{3}\" y=\"{4:.1f}\" "
        "text-anchor=\"end\">{5}</text>\n",
        left, speed_y(workers), width, left - 5, speed_y(workers) + 4, workers);
  }
  for (int fifth = 0; fifth <= static_cast<int>(std::lround(top_efficiency * 5)); ++fifth) {
    const double y = efficiency_y(fifth / 5.0);
    out << fmt::format(
        "<path d=\"M{0} {1:.1f}h{2}\" stroke=\"#eee\"/><text x=\"{3}\" y=\"{4:.1f}\" "
        "text-anchor=\"end\">{5:.1f}</text>\n",
        second, y, width, second - 5, y + 4, fifth / 5.0);
  }
  out << fmt::format(
      "<path d=\"M{} {}L{} {}\" stroke=\"#bbb\" stroke-dasharray=\"4\"/>\n<text x=\"{}\" "
      "y=\"15\">speed-up by workers</text><text x=\"{}\" y=\"15\">efficiency by workers</text>\n",
      left, top + height, left + width, top, left, second);
  for (std::size_t i = 0; i < policies.size(); ++i) {
    std::string speed;
    std::string efficiency;
    for (const auto& [key, line] : lines) {
      if (key.first != policies[i]) continue;
      speed += fmt::format("{:.1f},{:.1f} ", x(left, key.second), speed_y(line.speed_up));
      efficiency += fmt::format("{:.1f},{:.1f} ", x(second, key.second),
                                efficiency_y(line.speed_up / key.second));
    }
    for (const std::string& points : {speed, efficiency}) {
      out << fmt::format(
          "<polyline points=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"2\"/>\n", points,
          colours[i]);
    }
    const double legend = left + 180 * static_cast<double>(i);
    out << fmt::format(
        "<path d=\"M{0} {1}h24\" stroke=\"{2}\" stroke-width=\"2\"/><text x=\"{3}\" "
        "y=\"{4}\">{5}</text>\n",
        legend, top + height + 40, colours[i], legend + 30, top + height + 44,
        name_of(policies[i]));
  }
  out << "</svg>\n";
}

int simulate(const Settings& settings) {
  const std::optional<JobWorld> world = JobWorld::read(settings.jobs);
  if (!world) {
    fmt::print(stderr, "{}: no records of jobs\n", settings.jobs);
    return 2;
  }
  fmt::print("{} jobs measured, {:.2f} s each on the mean\n", world->size(), world->mean_seconds());
  const auto run = [&](Policy policy, int workers, Word64 seed, std::size_t most) {
    return Simulation(*world, settings, policy, static_cast<std::size_t>(workers), seed).run(most);
  };
  std::vector<Word64> seeds;
  constexpr Word64 tries = 2000;
  for (Word64 seed = settings.seed;
       seeds.size() < static_cast<std::size_t>(settings.trees) && seed < settings.seed + tries;
       ++seed) {
    const Run three = run(Policy::equivalence, workers_to_choose, seed, settings.most_jobs);
    if (!three.decided || three.jobs < settings.least_jobs) continue;
    fmt::print("tree {}: {} jobs, {:.0f} s with three workers\n", seed, three.jobs, three.seconds);
    std::fflush(stdout);
    seeds.push_back(seed);
  }
  if (seeds.empty()) {
    fmt::print(stderr, "no tree of that size among {} seeds\n", tries);
    return 1;
  }
  // Many workers may search much more; a run that long counts with the time it took so far.
  const std::size_t limit = settings.most_jobs * 4;
  const auto lines_of_policy = [&](Policy policy) {
    Lines lines;
    std::vector<Run> ones;
    for (int workers = 1; workers <= settings.workers; workers *= 2) {
      std::vector<Run> runs;
      runs.reserve(seeds.size());
      for (const Word64 seed : seeds) {
        runs.push_back(run(policy, workers, seed, limit));
      }
      if (workers == 1) ones = runs;
      lines[{policy, workers}] = line_of(ones, runs);
      fmt::print(stderr, "{}, {} workers: {:.1f}\n", name_of(policy), workers,
                 lines[{policy, workers}].speed_up);
    }
    return lines;
  };
  std::vector<std::future<Lines>> parts;
  parts.reserve(policies.size());
  for (const Policy policy : policies) {
    parts.push_back(std::async(std::launch::async, lines_of_policy, policy));
  }
  Lines lines;
  for (std::future<Lines>& part : parts) lines.merge(part.get());
  fmt::print("\n");
  print_table(lines);
  if (!settings.svg.empty()) write_svg(settings.svg, lines, settings.workers);
  return 0;
}

}  // namespace
}  // namespace inarow::grid

int main(int argc, char** argv) try {
  CLI::App app("simulates job-level search with many workers");
  inarow::grid::Settings settings;
  app.add_option("--jobs", settings.jobs, "what grid_record wrote")->required();
  app.add_option("--svg", settings.svg, "write the pictures to this file");
  app.add_option("--trees", settings.trees, "how many");
  app.add_option("--workers", settings.workers, "1, 2, 4, ... up to so many");
  app.add_option("--least-jobs", settings.least_jobs, "of a tree, with three workers");
  app.add_option("--most-jobs", settings.most_jobs, "of a tree, with three workers");
  app.add_option("--latency", settings.latency, "seconds, each way");
  app.add_option("--client-ms", settings.client_ms, "of the client for each answer");
  app.add_option("--failures", settings.failures, "probability that a worker is lost with a job");
  app.add_option("--lease", settings.lease, "seconds until a lost job goes to somebody else");
  app.add_option("--ahead", settings.ahead, "jobs that are out for each worker, 1 or more");
  app.add_option("--seed", settings.seed, "of the first tree that is tried");
  CLI11_PARSE(app, argc, argv);
  return inarow::grid::simulate(settings);
} catch (const std::exception& error) {
  std::fputs(error.what(), stderr);
  return 2;
}
