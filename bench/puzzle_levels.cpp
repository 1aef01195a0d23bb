// How often our own players fail at puzzles: what the grades are fitted against (puzzle_fit.py,
// docs/puzzles.md). One line of JSON a puzzle: its measures, and the share of the players that do
// not find the solution.
//
//   puzzle_levels FILE.jsonl > levels.jsonl
//
// Drop games: human:1 to human:6, each with several seeds. Placement games: easy, plain:1 to
// plain:4, and the engine without proofs with 10 to 3000 positions.

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include "generate/puzzle_files.hpp"
#include "match/human_player.hpp"
#include "match/registry.hpp"
#include "search/engine/engine.hpp"

namespace {

using namespace inarow;
using namespace inarow::puzzles;

bool solves(const ComputerPlayer& player, const Puzzle& puzzle) {
  const Result<Choice> choice = player.choose(puzzle.game, {.seconds = 10});
  return choice && same_stones(choice->move, puzzle.solution);
}

bool named_player_solves(const std::string& name, const Puzzle& puzzle, Word64 seed) {
  PlayerTools tools;
  tools.seed = seed;
  const MadePlayer player = make_player(name, puzzle.game.spec(), puzzle.game.to_move(), tools);
  return player && solves(**player, puzzle);
}

double share_that_fail(const Puzzle& puzzle, int seeds) {
  int tried = 0;
  int failed = 0;
  const auto count = [&](bool solved) {
    ++tried;
    if (!solved) ++failed;
  };
  if (puzzle.game.spec().drop() != nullptr) {
    for (int level = 1; level <= human_levels; ++level) {
      for (int seed = 0; seed < seeds; ++seed) {
        count(
            named_player_solves(fmt::format("human:{}", level), puzzle, static_cast<Word64>(seed)));
      }
    }
    return static_cast<double>(failed) / tried;
  }
  for (const char* const name : {"easy", "plain:1", "plain:2", "plain:3", "plain:4"}) {
    count(named_player_solves(name, puzzle, 0));
  }
  for (const std::uint64_t nodes : {10, 30, 100, 300, 1000, 3000}) {
    engine::Engine engine(*puzzle.game.spec().placement(),
                          {.memory_bytes = std::size_t{1} << 20, .weights = {}, .proofs = false});
    engine::ThinkLimits limits;
    limits.nodes = nodes;
    count(same_stones(engine.think(puzzle.game, limits).move, puzzle.solution));
  }
  return static_cast<double>(failed) / tried;
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app{"How often our own players fail at puzzles"};
  std::vector<std::string> files;
  int seeds = 4;
  app.add_option("FILE", files, "puzzles")->required();
  app.add_option("--seeds", seeds, "of each human level");
  CLI11_PARSE(app, argc, argv);
  const Result<std::vector<Puzzle>> puzzles = load_puzzles(files);
  if (!puzzles) {
    fmt::print(stderr, "{}\n", puzzles.error().message);
    return 2;
  }
  for (const Puzzle& puzzle : *puzzles) {
    const Measures& m = puzzle.measures;
    fmt::print("{}\n", nlohmann::ordered_json{{"id", puzzle.id},
                                              {"task", name_of(puzzle.task)},
                                              {"grade", puzzle.grade},
                                              {"length", puzzle.length},
                                              {"tempting", m.tempting},
                                              {"quiet", m.quiet},
                                              {"counter", m.counter},
                                              {"depth", m.depth},
                                              {"fail", share_that_fail(puzzle, seeds)}}
                           .dump());
  }
  return 0;
}
