// inarow kdraw --p A..B

#include <fmt/format.h>

#include <charconv>
#include <memory>
#include <string>

#include "ask/strategy_claims.hpp"
#include "base/quote.hpp"
#include "cli/commands.hpp"

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

Exit run(const Options& options) {
  const auto range = parse_range(options.range);
  if (!range) {
    return bad_input(fmt::format("--p {}: write numbers from 1 to {}, as in --p 1..20",
                                 quoted(options.range), max_p));
  }
  StopToken stop;
  const Work work = options.work(stop);
  Json rows = Json::array();
  const auto finish = [&](bool complete) {
    if (options.json) print_json({{"rows", rows}, {"complete", complete}});
    return complete ? Exit::done : Exit::stopped;
  };
  constexpr const char* row = "{:>5} {:>6}  {:>9}  {:>12}  {:>13}  {}\n";
  if (!options.json) {
    fmt::print("the least k for which Connect(k,p) is known to be drawn on all boards\n");
    fmt::print(row, "p", "k", "Theorem 2", "Hsieh, Tsai", "Zetters", "proved now by");
  }
  for (int p = range->first; p <= range->second; ++p) {
    const std::optional<DrawnGame> drawn = least_drawn_game(p, work.stop);
    if (!drawn) return finish(false);
    if (options.json) {
      rows.push_back({{"p", p},
                      {"k", drawn->k},
                      {"theorem_2", drawn->theorem_2},
                      {"hsieh_tsai", drawn->hsieh_tsai},
                      {"zetters", drawn->zetters ? Json(*drawn->zetters) : Json(nullptr)},
                      {"by", drawn->by}});
    } else {
      fmt::print(row, p, drawn->k, drawn->theorem_2, drawn->hsieh_tsai,
                 drawn->zetters ? std::to_string(*drawn->zetters) : "-", drawn->by);
    }
  }
  return finish(true);
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
