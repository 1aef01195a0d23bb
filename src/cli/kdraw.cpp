// inarow kdraw --p A..B

#include <fmt/format.h>

#include <charconv>
#include <memory>
#include <string>

#include "cli/commands.hpp"
#include "proof/strategy_proof.hpp"
#include "search/maker_breaker/solver.hpp"

namespace inarow::cli {
namespace {

constexpr int max_p = 1000;

struct Options : CommonOptions {
  std::string range = "1..20";
};

// "A..B" or "A".
std::optional<std::pair<int, int>> parse_range(std::string_view text) {
  int from = 0;
  int to = 0;
  const char* end = text.data() + text.size();
  const auto first = std::from_chars(text.data(), text.data() + text.size(), from);
  if (first.ec != std::errc()) return std::nullopt;
  to = from;
  if (first.ptr != end) {
    if (end - first.ptr < 3 || first.ptr[0] != '.' || first.ptr[1] != '.') return std::nullopt;
    const auto second = std::from_chars(first.ptr + 2, end, to);
    if (second.ec != std::errc() || second.ptr != end) return std::nullopt;
  }
  if (from < 1 || to < from || to > max_p) return std::nullopt;
  return std::pair(from, to);
}

// The proof is made now: the block is solved and the covering checked, or the derivation is.
bool proved(const DrawnProof& proof, int p, const StopToken& stop) {
  if (!proof.tiling) return maker_breaker::check_derivation(proof.steps, p).has_value();
  maker_breaker::MakerBreakerSolver solver(proof.tiling->board(), maker_breaker::definition_1(p),
                                           stop);
  return proof.tiling->covers(proof.k) &&
         solver.solve(solver.start()) == maker_breaker::MakerBreakerValue::drawn;
}

std::string reason(const DrawnProof& proof) {
  if (proof.tiling) {
    return fmt::format("blocks of {} x {} cells ({})", proof.tiling->columns(),
                       proof.tiling->rows(), proof.source);
  }
  const maker_breaker::BandStep& last = proof.steps.back();
  return fmt::format("N({},{}) in {} steps ({})", last.length, last.number, proof.steps.size(),
                     proof.source);
}

Exit run(const Options& options) {
  const auto range = parse_range(options.range);
  if (!range) {
    return bad_input(
        fmt::format("--p {}: write numbers from 1 to {}, as in --p 1..20", options.range, max_p));
  }
  StopToken stop;
  options.start(stop);
  Json rows = Json::array();
  if (!options.json) {
    fmt::print("the least k for which Connect(k,p) is known to be drawn on all boards\n");
    fmt::print("{:>5} {:>6}  {:>9}  {:>12}  {:>13}  {}\n", "p", "k", "Theorem 2", "Hsieh, Tsai",
               "Zetters", "proved now by");
  }
  for (int p = range->first; p <= range->second; ++p) {
    const DrawnProof proof = best_drawn_proof(p);
    if (stop.stopped() || !proved(proof, p, stop)) {
      if (options.json) print_json({{"rows", rows}, {"complete", false}});
      return Exit::stopped;
    }
    if (options.json) {
      rows.push_back({{"p", p},
                      {"k", proof.k},
                      {"theorem_2", maker_breaker::theorem_2_k(p)},
                      {"hsieh_tsai", 4 * p + 7},
                      {"zetters", p == 1 ? Json(8) : Json(nullptr)},
                      {"by", reason(proof)}});
    } else {
      fmt::print("{:>5} {:>6}  {:>9}  {:>12}  {:>13}  {}\n", p, proof.k,
                 maker_breaker::theorem_2_k(p), 4 * p + 7, p == 1 ? "8" : "-", reason(proof));
    }
  }
  if (options.json) print_json({{"rows", rows}, {"complete", true}});
  return Exit::done;
}

}  // namespace

void add_kdraw(Program& program) {
  auto options = std::make_shared<Options>();
  CLI::App* command = add_command(
      program, "kdraw", "the least k for which Connect(k,p) is known to be drawn, proved again",
      "Connect(k,p) stands for Connect(m,n,k,p,q) on all boards and for all q up to p.\n"
      "Earlier bounds: Zetters 1980, Hsieh and Tsai 2007 (4p + 7), Chiang, Wu and Lin 2011.\n"
      "inarow prove drawn \"Connect(k,p)\" writes the proof of one row.\n"
      "Examples:\n"
      "  inarow kdraw\n"
      "  inarow kdraw --p 1..20\n"
      "  inarow kdraw --p 1000 --json",
      *options, [options] { return run(*options); });
  command->add_option("--p", options->range, "stones a move: a number or a range A..B");
}

}  // namespace inarow::cli
