#pragma once

// A tournament as somebody wrote it down, in TOML (toml.hpp). docs/tournaments.md has all keys.
//
//   game = "connect4"
//   kind = "round-robin"
//   games = 10                      # of each pair
//   time = 0.5                      # seconds a move
//
//   [openings]
//   random = 5
//   plies = 4
//
//   [[player]]
//   player = "perfect"              # one of ours, by its name in match/registry.hpp
//
//   [[player]]
//   name = "other"                  # a program of another author
//   command = "./other --fast"
//   protocol = "json"
//
// Nothing is guessed: a key that means nothing, a number out of its range, two players of one name
// are refused with the line.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/bits.hpp"
#include "base/result.hpp"
#include "match/external/external_engine.hpp"
#include "match/game_clock.hpp"
#include "rules/game_spec.hpp"

namespace inarow::tournament {

enum class Kind : std::uint8_t { round_robin, gauntlet, sprt };
const char* name_of(Kind kind);

struct Entrant {
  std::string name;                        // in tables and files
  std::string player{};                    // of the registry; empty: `engine`
  std::optional<ExternalEngine> engine{};  // a program of another author
  int threads = 1;
  std::size_t memory_bytes = std::size_t{64} << 20;
  std::optional<double> seconds{};  // a move, if not as all others
};

// Where games begin. At most one of the three; none of them: at the beginning.
struct OpeningSource {
  std::vector<std::string> moves;
  std::string file;  // one opening a line
  int random = 0;    // so many, of `plies` moves each
  int plies = 4;
};

struct SprtSpec {
  double elo0 = 0;
  double elo1 = 20;
  double alpha = 0.05;  // of taking elo1 for true when elo0 is
  double beta = 0.05;   // of taking elo0 for true when elo1 is
};

struct Plan {
  GameSpec game{DropSpec{}};
  Kind kind = Kind::round_robin;
  std::vector<Entrant> players{};
  int games = 2;  // of each pair; of an SPRT at most
  OpeningSource openings{};
  Word64 seed = 1;
  double seconds = 1;                // a move
  std::optional<ClockSpec> clock{};  // for the game, instead
  double margin = 0.3;               // a move may be so many seconds late
  int concurrency = 1;
  int most_moves = 0;            // of both players together, then the game is drawn; 0: no limit
  double adjudicate = 0;         // seconds for a proof after each move; 0: none
  int adjudicate_after = 0;      // moves of both players together
  std::optional<SprtSpec> sprt;  // if that is its kind
};

// The error has the line.
Result<Plan> parse_plan(std::string_view text);

// The number of games that a plan may have.
inline constexpr int most_games = 1'000'000;

}  // namespace inarow::tournament
