// How the computer players of a drop game stand to each other: a round robin.
//
//   levels --players human:1 human:2 human:3 --games 200           points of the row, in per cent
//   levels --neighbours --players random human:1 human:2 ...       only each against the next one
//
// Half of the games are begun by either. A draw is half a point. The seeds of the players are the
// numbers of the games, so the same command gives the same table. With --least P the exit code is 1
// unless every player gets at least P per cent against the one before it in the list.

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <stdexcept>
#include <string>
#include <vector>

#include "match/registry.hpp"

namespace inarow {
namespace {

struct Options {
  std::string game = "drop:7x6";
  std::vector<std::string> players{"human:1", "human:2", "human:3",
                                   "human:4", "human:5", "human:6"};
  int games = 100;
  bool neighbours = false;
  double least = 0;
};

// Half points of the first player of the game.
int half_points(const GameSpec& spec, const std::string& first, const std::string& second,
                Word64 seed) {
  PlayerTools tools;
  tools.seed = seed;
  const MadePlayer players[2] = {make_player(first, spec, Player::first, tools),
                                 make_player(second, spec, Player::second, tools)};
  Game game(spec);
  while (!game.over()) {
    const MadePlayer& player = players[index_of(game.to_move())];
    if (!player) throw std::runtime_error(player.error().message);
    const Result<Choice> choice = (*player)->choose(game, {});
    if (!choice) throw std::runtime_error(choice.error().message);
    if (!game.play(choice->move)) throw std::runtime_error("an illegal move");
  }
  return game.outcome() == Outcome::first_wins ? 2 : game.outcome() == Outcome::draw ? 1 : 0;
}

// Points of `one` against `other`, in per cent.
double per_cent(const GameSpec& spec, const std::string& one, const std::string& other, int games) {
  int sum = 0;
  for (int i = 0; i < games; ++i) {
    const auto seed = static_cast<Word64>(i);
    sum +=
        i % 2 == 0 ? half_points(spec, one, other, seed) : 2 - half_points(spec, other, one, seed);
  }
  return 50.0 * sum / games;
}

int run(const Options& options) {
  const Result<GameSpec> parsed = GameSpec::parse(options.game);
  if (!parsed) throw std::runtime_error(parsed.error().message);
  const GameSpec& spec = *parsed;
  bool good = true;
  fmt::print("| {} games each |", options.games);
  for (const std::string& name : options.players) fmt::print(" {} |", name);
  fmt::print("\n|---|");
  for (std::size_t i = 0; i < options.players.size(); ++i) fmt::print("---|");
  fmt::print("\n");
  for (std::size_t i = 0; i < options.players.size(); ++i) {
    fmt::print("| {} |", options.players[i]);
    for (std::size_t j = 0; j < i; ++j) {
      if (options.neighbours && j + 1 != i) {
        fmt::print(" |");
        continue;
      }
      const double points = per_cent(spec, options.players[i], options.players[j], options.games);
      fmt::print(" {:.1f} |", points);
      std::fflush(stdout);
      if (j + 1 == i) good = good && points >= options.least;
    }
    for (std::size_t j = i; j < options.players.size(); ++j) fmt::print(" |");
    fmt::print("\n");
  }
  return good ? 0 : 1;
}

}  // namespace
}  // namespace inarow

int main(int argc, char** argv) try {
  inarow::Options options;
  CLI::App app("a round robin of computer players");
  app.add_option("--game", options.game, "a drop game of finite height");
  app.add_option("--players", options.players, "names, as for inarow play --against");
  app.add_option("--games", options.games, "of each pair")->check(CLI::Range(2, 1000000));
  app.add_flag("--neighbours", options.neighbours, "only each against the next one of the list");
  app.add_option("--least", options.least, "per cent against the one before; else exit code 1");
  CLI11_PARSE(app, argc, argv);
  return inarow::run(options);
} catch (const std::exception& error) {
  std::fprintf(stderr, "levels: %s\n", error.what());
  return 2;
}
