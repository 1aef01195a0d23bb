// inarow count GAME [--estimate] [--exact] [--max-men N]

#include "rules/count.hpp"

#include <fmt/format.h>

#include <memory>
#include <string>

#include "cli/commands.hpp"
#include "rules/exact_count.hpp"

namespace inarow::cli {
namespace {

constexpr int samples_a_row = 10'000;

struct Options : CommonOptions {
  std::string game;
  bool exact = false;
  bool estimate = false;
  int max_men = 0;
};

// A number where it fits into 64 bits, else its decimal digits in a string.
Json json_number(const mpz_class& number) {
  if (number.fits_ulong_p()) return number.get_ui();
  return number.get_str();
}

std::string in_gigabytes(double bytes) { return fmt::format("{:.3g} GB", bytes / 1e9); }

struct Answer {
  PositionBound bound;
  std::optional<PositionEstimate> estimate;
  std::optional<ExactCount> exact;
  std::string refusal;  // why there is no exact count
};

void print_table(const Options& options, const GameSpec& spec, const Answer& answer) {
  const bool wide = answer.estimate.has_value();
  fmt::print("positions of {} per number of men\n", spec.to_string());
  fmt::print("{:>4}  {:>24}", "men", "bound");
  if (wide) fmt::print("  {:>12}", "estimate");
  if (answer.exact) fmt::print("  {:>18}  {:>18}", "exact", "won by last move");
  fmt::print("\n");
  std::uint64_t exact_total = 0;
  for (std::size_t i = 0; i < answer.bound.rows.size(); ++i) {
    const PositionBound::Row& row = answer.bound.rows[i];
    if (options.max_men > 0 && row.men > options.max_men) break;
    fmt::print("{:>4}  {:>24}", row.men, row.positions.get_str());
    if (wide) fmt::print("  {:>12.4g}", answer.estimate->rows[i].positions);
    if (answer.exact && i < answer.exact->rows.size()) {
      const ExactCount::Row& exact = answer.exact->rows[i];
      fmt::print("  {:>18}  {:>18}", exact.positions, exact.won);
      exact_total += exact.positions;
    }
    fmt::print("\n");
  }
  if (options.max_men == 0) fmt::print("total {} (bound)\n", answer.bound.total.get_str());
  if (wide && options.max_men == 0) {
    fmt::print("total {:.4g} (estimate, standard error {:.2g})\n", answer.estimate->total,
               answer.estimate->standard_error);
  }
  if (answer.exact) {
    if (answer.exact->end == ExactCount::End::complete) {
      fmt::print("total {} (exact{})\n", exact_total,
                 options.max_men > 0 ? fmt::format(", up to {} men", options.max_men) : "");
    } else {
      fmt::print("incomplete: {} positions up to {} men\n", exact_total,
                 answer.exact->rows.back().men);
    }
  }
  if (!answer.refusal.empty()) fmt::print("no exact count: {}\n", answer.refusal);
}

void print_answer_json(const Options& options, const GameSpec& spec, const Answer& answer) {
  Json json{{"game", spec.to_string()}};
  Json per_men = Json::object();
  for (const PositionBound::Row& row : answer.bound.rows) {
    per_men[std::to_string(row.men)] = json_number(row.positions);
  }
  json["bound"] = Json{{"total", json_number(answer.bound.total)}, {"per_men", per_men}};
  if (answer.estimate) {
    json["estimate"] = Json{{"total", answer.estimate->total},
                            {"standard_error", answer.estimate->standard_error}};
  }
  if (answer.exact) {
    Json exact_per_men = Json::object();
    Json won = Json::object();
    std::uint64_t total = 0;
    for (const ExactCount::Row& row : answer.exact->rows) {
      exact_per_men[std::to_string(row.men)] = row.positions;
      won[std::to_string(row.men)] = row.won;
      total += row.positions;
    }
    json["exact"] =
        Json{{"total", total},
             {"complete", answer.exact->end == ExactCount::End::complete && options.max_men == 0},
             {"per_men", exact_per_men},
             {"won_by_last_move", won}};
  }
  if (!answer.refusal.empty()) json["refused"] = answer.refusal;
  print_json(json);
}

Exit run(const Options& options) {
  const std::optional<GameSpec> spec = parse_game(options.game);
  if (!spec) return Exit::bad_input;
  if (!spec->finite_board()) {
    return bad_input(
        fmt::format("{} has infinitely many positions; take a finite board such as "
                    "drop:7x6 or Connect(15,15,5,1,1)",
                    spec->to_string()));
  }
  StopToken stop;
  options.start(stop);
  Answer answer;
  answer.bound = position_bound(*spec);
  Exit code = Exit::done;
  const auto limit = static_cast<double>(options.memory_bytes());
  double bytes = exact_count_bytes(*spec, answer.bound, options.max_men);
  if (options.estimate || (options.exact && bytes > limit)) {
    answer.estimate = estimate_positions(*spec, answer.bound, samples_a_row, stop);
    bytes = exact_count_bytes(*spec, *answer.estimate, options.max_men);
  }
  if (options.exact) {
    if (spec->placement() != nullptr && *spec->cells() > 64) {
      answer.refusal = "placement boards are enumerated up to 64 cells";
      code = Exit::stopped;
    } else if (bytes > limit) {
      answer.refusal = fmt::format(
          "about {:.3g} positions, of which two plies of {} must be in memory, more than the {} "
          "allowed; raise --memory or count the first plies with --max-men",
          answer.estimate->total, in_gigabytes(bytes), in_gigabytes(limit));
      code = Exit::stopped;
    } else {
      ProgressLine progress(options.quiet);
      answer.exact = count_exactly(
          *spec, {options.thread_count(), options.memory_bytes(), options.max_men}, stop, progress);
      if (answer.exact->end == ExactCount::End::out_of_memory) {
        answer.refusal = fmt::format("the {} allowed by --memory are used up", in_gigabytes(limit));
      }
      if (answer.exact->end != ExactCount::End::complete) code = Exit::stopped;
    }
  }
  if (!options.estimate) answer.estimate.reset();
  if (options.json) {
    print_answer_json(options, *spec, answer);
  } else {
    print_table(options, *spec, answer);
  }
  return code;
}

}  // namespace

void add_count(Program& program) {
  auto options = std::make_shared<Options>();
  CLI::App* command = add_command(
      program, "count", "the number of positions: Allis's bound, an estimate, the exact count",
      "Examples:\n"
      "  inarow count connect4                        Allis's bound (1988, Appendix C)\n"
      "  inarow count drop:5x5 --exact                every reachable position\n"
      "  inarow count connect4 --estimate             by random samples\n"
      "  inarow count connect4 --exact --max-men 12   the first plies only",
      *options, [options] { return run(*options); });
  command->add_option("GAME", options->game, "the game, such as connect4")->required();
  command->add_flag("--exact", options->exact, "enumerate the positions that really can arise");
  command->add_flag("--estimate", options->estimate, "estimate their number by sampling");
  command->add_option("--max-men", options->max_men, "count exactly up to so many men only")
      ->check(CLI::Range(1, 4096));
}

}  // namespace inarow::cli
