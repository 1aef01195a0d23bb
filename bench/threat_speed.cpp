// How fast is the board of threat search? Places and removes stones in random positions.
//
//   threat_speed                    19x19, Connect6
//   threat_speed --game gomoku

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <ctime>
#include <vector>

#include "base/random.hpp"
#include "knowledge/threats/defenses.hpp"

int main(int argc, char** argv) {
  using namespace inarow;
  using namespace inarow::threats;
  std::string game_text = "connect6";
  int rounds = 2'000'000;
  CLI::App app("speed of the threat board");
  app.add_option("--game", game_text, "a placement game on a finite board");
  app.add_option("--rounds", rounds, "stones placed and removed");
  CLI11_PARSE(app, argc, argv);
  const Result<GameSpec> spec = GameSpec::parse(game_text);
  if (!spec || spec->placement() == nullptr || !spec->placement()->board) {
    fmt::print(stderr, "{} is no placement game on a finite board\n", game_text);
    return 2;
  }
  Random random(1);
  for (const int percent : {0, 10, 30}) {
    ThreatBoard board(*spec->placement(), {});
    for (int i = 0; i < board.area() * percent / 100;) {
      const CellIndex cell = random.below(board.area());
      if (!board.is_empty(cell)) continue;
      board.place(cell, ++i % 2 == 0 ? Player::first : Player::second);
    }
    std::vector<CellIndex> cells;
    while (cells.size() < 4096) {
      const CellIndex cell = random.below(board.area());
      if (board.is_empty(cell)) cells.push_back(cell);
    }
    const auto start = std::clock();
    std::size_t sum = 0;
    for (int i = 0; i < rounds; ++i) {
      const CellIndex cell = cells[static_cast<std::size_t>(i) % cells.size()];
      board.place(cell, i % 3 == 0 ? Player::second : Player::first);
      sum += board.active(Player::first, 1).size();
      board.remove(cell);
    }
    const double time = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
    fmt::print("{}, {} % of the cells taken: {:.0f} ns to place and remove a stone ({})\n",
               spec->to_string(), percent, 1e9 * time / rounds, sum % 10);
  }
  return 0;
}
