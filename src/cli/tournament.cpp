// inarow tournament FILE [--output FOLDER] [--engine NAME=COMMAND]...

#include "match/tournament/tournament.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "base/quote.hpp"
#include "cli/commands.hpp"
#include "cli/engines.hpp"
#include "cli/progress_line.hpp"

namespace inarow::cli {
namespace {

using namespace tournament;

struct Options : CommonOptions {
  std::string file;
  std::string output;
  std::vector<std::string> engines;
};

// The folder of games, unless the user names one: matches.toml has matches.games beside it.
std::string folder_for(const Options& options) {
  if (!options.output.empty()) return options.output;
  std::filesystem::path path(options.file);
  if (path.extension() == ".toml") path.replace_extension();
  return path.string() + ".games";
}

Json finite(double number) { return std::isfinite(number) ? Json(number) : Json(nullptr); }

const char* name_of(SprtVerdict verdict) {
  return verdict == SprtVerdict::elo1 ? "elo1" : verdict == SprtVerdict::elo0 ? "elo0" : "open";
}

Json json_of(const Tournament& played, const Standings& now, const std::string& folder) {
  const Plan& plan = played.plan();
  Json players = Json::array();
  Json table = Json::array();
  for (const Line& line : now.lines) {
    const Rating& r = line.rating;
    players.push_back({{"name", plan.players[line.player].name},
                       {"points", line.points},
                       {"games", line.games},
                       {"won", line.wins},
                       {"drawn", line.draws},
                       {"lost", line.losses},
                       {"faults", line.faults},
                       {"points_as_first", line.as_first},
                       {"games_as_first", line.games_as_first},
                       {"slowest_move", line.slowest},
                       {"elo", std::isfinite(r.error) ? Json(r.elo) : Json(nullptr)},
                       {"elo_error", finite(r.error)}});
    Json row = Json::array();
    for (const Line& other : now.lines) {
      const bool met = now.games[line.player][other.player] > 0;
      row.push_back(met ? Json(now.points[line.player][other.player]) : Json(nullptr));
    }
    table.push_back(std::move(row));
  }
  Json faults = Json::array();
  for (const PlayedGame& game : played.games()) {
    if (game.ending != Ending::fault && game.ending != Ending::late) continue;
    const bool first = game.outcome == Outcome::second_wins;
    faults.push_back(
        {{"game", game.pairing.number},
         {"player", plan.players[first ? game.pairing.first : game.pairing.second].name},
         {"ending", tournament::name_of(game.ending)},
         {"note", game.note}});
  }
  Json json{{"game", plan.game.to_string()},
            {"kind", tournament::name_of(plan.kind)},
            {"complete", played.is_complete()},
            {"games", now.finished},
            {"scheduled", now.scheduled},
            {"resumed", played.resumed()},
            {"openings", played.openings().size()},
            {"first_wins", now.first_wins},
            {"second_wins", now.second_wins},
            {"draws", now.draws},
            {"players", std::move(players)},
            {"crosstable", std::move(table)},
            {"elo_is_bounded", now.is_bounded},
            {"faults", std::move(faults)},
            {"folder", folder}};
  if (now.sprt) {
    json["sprt"] = {{"verdict", name_of(now.sprt->state.verdict)},
                    {"llr", now.sprt->state.llr},
                    {"lower", now.sprt->state.lower},
                    {"upper", now.sprt->state.upper},
                    {"pairs", now.sprt->pairs},
                    {"elo", finite(now.sprt->difference.elo)},
                    {"elo_low", finite(now.sprt->difference.low)},
                    {"elo_high", finite(now.sprt->difference.high)}};
  }
  return json;
}

void print_words(const Tournament& played, const Standings& now, const std::string& folder) {
  const Plan& plan = played.plan();
  fmt::print("{} of {}, {} of {} games", tournament::name_of(plan.kind), plan.game.to_string(),
             now.finished, now.scheduled);
  if (played.resumed() > 0) fmt::print(" ({} of them before)", played.resumed());
  fmt::print("\n\n{}\n", crosstable(plan, now));
  fmt::print("{} won by the first player, {} by the second, {} drawn\n", now.first_wins,
             now.second_wins, now.draws);
  if (now.sprt) fmt::print("{}", in_words(plan, *now.sprt));
  constexpr int most_faults = 10;
  int faults = 0;
  for (const PlayedGame& game : played.games()) {
    if (game.ending != Ending::fault && game.ending != Ending::late) continue;
    if (++faults <= most_faults) {
      fmt::print("game {}, {}: {}\n", game.pairing.number, tournament::name_of(game.ending),
                 printable(game.note));
    }
  }
  if (faults > most_faults) fmt::print("and {} more games lost so\n", faults - most_faults);
  fmt::print("games: {}\n", printable(folder));
}

Exit run(const Options& options) {
  if (options.file == "-" && options.output.empty()) {
    return bad_input("a tournament from standard input needs a folder for its games: --output");
  }
  const Result<std::string> text = read_file(options.file);
  if (!text) return bad_input(text.error().message);
  Result<Plan> plan = parse_plan(*text);
  if (!plan) return bad_input(fmt::format("{}: {}", options.file, plan.error().message));
  plan->concurrency = std::min(plan->concurrency, options.thread_count());

  StopToken stop;
  (void)options.work(stop);
  TournamentSetting setting{.folder = folder_for(options),
                            .beside = std::filesystem::path(options.file).parent_path().string(),
                            .text = *text,
                            .stop = &stop};
  Result<std::vector<ExternalEngine>> engines =
      read_engines({.texts = options.engines}, options.memory_bytes());
  if (!engines) return bad_input(engines.error().message);
  setting.engines = std::move(*engines);
  const std::string folder = setting.folder;
  Result<std::unique_ptr<Tournament>> opened = Tournament::open(std::move(*plan), setting);
  if (!opened) {
    return stop.stop_requested() ? Exit::stopped : bad_input(opened.error().message);
  }
  Tournament& played = **opened;
  Observer observer;
  Result<void> done;
  {
    const ProgressLine line(options.quiet, observer);
    done = played.run(stop, observer);
  }
  const Standings now = played.standings();
  if (options.json) {
    print_json(json_of(played, now, folder));
  } else {
    print_words(played, now, folder);
  }
  if (!done) return environment_failed(done.error().message);
  if (!played.is_complete()) return Exit::stopped;
  if (!now.sprt) return Exit::done;
  return now.sprt->state.verdict == SprtVerdict::elo1   ? Exit::done
         : now.sprt->state.verdict == SprtVerdict::elo0 ? Exit::no
                                                        : Exit::stopped;
}

}  // namespace

void add_tournament(Program& program) {
  auto options = std::make_shared<Options>();
  CLI::App* command = add_command(
      program, "tournament", "round robin, gauntlet or SPRT of players and other programs",
      "FILE is a small TOML file (docs/tournaments.md has all keys):\n"
      "  game = \"connect4\"\n"
      "  kind = \"round-robin\"       # or gauntlet (the first against all others), or sprt\n"
      "  games = 10                 # of each pair; every opening with both colours\n"
      "  time = 0.5                 # seconds a move; or clock = \"5+3\"\n"
      "  [openings]\n"
      "  random = 5                 # or moves = [\"44\", \"43\"], or file = \"openings.txt\"\n"
      "  [[player]]\n"
      "  player = \"perfect\"         # as in inarow play --against\n"
      "  [[player]]\n"
      "  name = \"other\"\n"
      "  command = \"./other\"        # a program that speaks connect6, gomocup or json\n"
      "Every finished game is kept: run the same command again after a stop, and it goes on.\n"
      "Exit code 1: the SPRT has accepted elo0; 3: stopped, or the SPRT is not decided.\n"
      "Examples:\n"
      "  inarow tournament matches.toml\n"
      "  inarow tournament matches.toml --output games --json\n"
      "  inarow tournament c6.toml --engine cloud=./cloudict --time 3600",
      *options, [options] { return run(*options); });
  command->add_option("FILE", options->file, "the tournament; - is standard input")->required();
  command->add_option("--output", options->output,
                      "folder of the games (default: FILE with .games instead of .toml)");
  command
      ->add_option("--engine", options->engines,
                   "NAME=COMMAND or NAME:PROTOCOL=COMMAND: a program as a player of this name; "
                   "several times for several")
      ->allow_extra_args(false);
}

}  // namespace inarow::cli
