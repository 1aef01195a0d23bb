#include "cli/solve_threat.hpp"

#include <fmt/format.h>

#include <atomic>
#include <chrono>

#include "answer/defenses_answer.hpp"
#include "cli/drop_options.hpp"
#include "cli/placement_certificate.hpp"
#include "rules/notation.hpp"
#include "search/threat_space/threat_prover.hpp"

namespace inarow::cli {
namespace {

// "pass", "b2 and any other", "b2c3"
std::string defense_text(const GameSpec& spec, const Move& stones, int free) {
  if (stones.empty()) return "pass (any move)";
  const std::string text = format_move(spec, stones);
  return free == 0 ? text : fmt::format("{} and any other", text);
}

void print_defenses(const Game& game, const threats::DefensesResult& result) {
  const GameSpec& spec = game.spec();
  const std::string attacker{spec.colour(opponent(game.to_move()))};
  const std::string defender{spec.colour(game.to_move())};
  if (result.defender_wins) {
    fmt::print("{} wins at once: {}\n", defender, format_move(spec, result.open[0].stones));
    return;
  }
  if (result.proved) {
    fmt::print("every move of {} is refuted: {} wins\n", defender, attacker);
  } else {
    fmt::print("{}moves of {} that are not refuted by threats of order {}:\n",
               result.stopped ? "stopped; so far, " : "", defender, result.order);
    for (const threats::OpenDefense& defense : result.open) {
      fmt::print("  {}\n", defense_text(spec, defense.stones, defense.free));
    }
  }
  std::size_t smaller = 0;
  for (const threats::RefutedDefense& defense : result.refuted) smaller += defense.free > 0 ? 1 : 0;
  fmt::print("refuted: {} with stones left out, {} whole moves, all others by zones\n", smaller,
             result.refuted.size() - smaller);
}

}  // namespace

Exit list_defenses(const Game& game, const CommonOptions& common, int order,
                   const StopToken& stop) {
  if (game.over()) return bad_input("the game is over, there is nothing to defend");
  if (const std::optional<std::string> obstacle = threats::ThreatSearch::obstacle(game)) {
    return bad_input(*obstacle);
  }
  const auto start = std::chrono::steady_clock::now();
  threats::DefensesResult result;
  {
    std::atomic<std::size_t> tried = 0;
    std::atomic<std::size_t> open = 0;
    ProgressLine progress(common.quiet);
    const Watch watch(stop, progress, [&] {
      return fmt::format("{} defenses tried, {} open", tried.load(), open.load());
    });
    threats::ThreatLimits limits;
    limits.order = order;
    result = threats::find_open_defenses(*game.spec().placement(), game.stones(),
                                         opponent(game.to_move()), limits, &stop.flag(),
                                         [&](std::size_t done, std::size_t left) {
                                           tried = done;
                                           open = left;
                                         });
  }
  const std::chrono::duration<double> time = std::chrono::steady_clock::now() - start;
  if (common.json) {
    print_json(defenses_json(game, result, time.count()));
  } else {
    print_defenses(game, result);
    fmt::print("threat search, {} nodes, {:.3f} s\n", result.nodes, time.count());
  }
  if (result.stopped) return Exit::stopped;
  return result.proved ? Exit::done : Exit::no;
}

Exit solve_by_threats(const Game& game, const CommonOptions& common, int order,
                      const std::string& certificate_path, const StopToken& stop) {
  const GameSpec& spec = game.spec();
  if (game.over()) return bad_input("the game is over, there is nothing to search");
  if (const std::optional<std::string> obstacle = threats::ThreatSearch::obstacle(game)) {
    return bad_input(*obstacle);
  }
  if (!certificate_path.empty()) {
    if (const auto obstacle = placement_proof_obstacle(game, {})) {
      return bad_input("--certificate: " + *obstacle);
    }
  }
  const auto start = std::chrono::steady_clock::now();
  threats::ThreatProver prover(*spec.placement(), game.stones(), game.to_move(), {}, &stop.flag());
  if (!certificate_path.empty()) prover.record_wins();
  std::optional<threats::ThreatWin> win;
  {
    ProgressLine progress(common.quiet);
    const Watch watch(stop, progress, [&] {
      return fmt::format("searching for wins by threats of order {}", prover.order());
    });
    win = prover.find_winner(order);
  }
  const std::chrono::duration<double> time = std::chrono::steady_clock::now() - start;
  const bool proved = win.has_value();
  const bool by_mover = proved && win->winner == game.to_move();
  const std::string best = by_mover ? format_move(spec, win->move) : "";
  PlacementCertificate certificate;
  if (proved && !certificate_path.empty()) {
    PlacementRequest request;
    request.player = game.to_move();
    request.order = win->order;
    certificate = write_placement_certificate(common, game, request, certificate_path, stop, [&] {
      return write_win_certificate(game, request, *win, certificate_path, Codec::zstd);
    });
    if (certificate.exit == Exit::environment) return certificate.exit;
  }
  if (common.json) {
    Json json;
    json["game"] = spec.to_string();
    json["moves"] = format_moves(spec, game.moves());
    json["to_move"] = name_of(game.to_move());
    json["value"] = !proved ? "unknown" : by_mover ? "win" : "loss";
    json["winner"] = proved ? name_of(win->winner) : "unknown";
    json["score"] = nullptr;
    json["plies_to_end"] = nullptr;
    json["best"] = best.empty() ? Json::array() : Json::array({best});
    json["proved"] = proved;
    json["method"] = "threat";
    json["nodes"] = prover.nodes();
    json["seconds"] = time.count();
    if (proved) {
      json["order"] = win->order;
      json["zones"] = zones_json(spec, win->zones);
    }
    if (!certificate.json.empty()) json["certificate"] = certificate.json;
    print_json(json);
  } else {
    if (proved) {
      fmt::print("{} wins by threats of order {}\n", spec.colour(win->winner), win->order);
      if (!best.empty()) fmt::print("best: {}\n", best);
      for (std::size_t i = 0; i < win->zones.size(); ++i) {
        fmt::print("zone {}: {} cells\n", i + 1, win->zones[i].size());
      }
    } else {
      fmt::print("{}no win by threats of order {} or less found\n", stop.flag() ? "stopped: " : "",
                 order);
    }
    fmt::print("threat search, {} nodes, {:.3f} s\n{}", prover.nodes(), time.count(),
               certificate.text);
  }
  if (proved) return certificate.exit;
  return stop.flag() ? Exit::stopped : Exit::no;
}

}  // namespace inarow::cli
