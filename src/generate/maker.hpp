#pragma once

// What makes a puzzle of a position, or says no. One maker a thread.
//
// Exact in drop games; in placement games wins only, with "no win found" for the rest
// (puzzle.hpp).
//
//   const std::unique_ptr<Maker> maker = make_maker(spec, {.order = 1}, work);
//   if (std::optional<Puzzle> puzzle = maker->make(game, yield)) ...
//
// The filters come in an order in which the cheap ones are first. The yield counts the positions
// that have passed each of them, so that people see what is worth what.

#include <array>
#include <cstdint>
#include <memory>
#include <optional>

#include "ask/work.hpp"
#include "generate/puzzle.hpp"

namespace inarow::puzzles {

// The filters; a position that has passed one counts for it.
enum class Filter : std::uint8_t {
  position,  // somebody is to move in it
  open,      // nobody completes a line at once, nothing is forced
  decided,   // the solution is proved
  single,    // no other move fulfils the task
  sound,     // all proofs hold again, also without the stones that do not matter
  verified,  // and by themselves, with larger limits (verify.hpp); placement games
  distinct   // neither the same nor nearly the same as another one
};
inline constexpr int number_of_filters = 7;
const char* name_of(Filter filter);

struct Yield {
  std::array<std::uint64_t, number_of_filters> passed{};

  void count(Filter filter) { ++passed[static_cast<std::size_t>(filter)]; }
  std::uint64_t at(Filter filter) const { return passed[static_cast<std::size_t>(filter)]; }
  Yield& operator+=(const Yield& other) {
    for (std::size_t i = 0; i < passed.size(); ++i) passed[i] += other.passed[i];
    return *this;
  }
};

struct MakerOptions {
  int order = 0;         // of threats; 0: as many as the game allows (default_order)
  bool win = true;       // tasks
  bool defend = true;    // and draw
  int least_length = 2;  // of wins
  int most_empty = 32;   // drop games: cells; more take long
  bool minimise = true;  // placement games: stones that do not matter are taken away
};

class Maker {
 public:
  Maker() = default;
  Maker(const Maker&) = delete;
  Maker& operator=(const Maker&) = delete;
  virtual ~Maker() = default;

  // The puzzle of this position with its measures and its grade, without an id. Nothing after a
  // stop, too.
  virtual std::optional<Puzzle> make(const Game& game, Yield& yield) = 0;
  // Whether it is worth asking about the position; without a search.
  virtual bool fits(const Game& game) const = 0;
};

// Orders of threats that are looked for unless something else is said: 2 where a move has one
// stone, else 1 (double threats in Connect6).
int default_order(const GameSpec& spec);

// Why there are no puzzles of this game, in words; nothing if there are.
std::optional<std::string> puzzle_obstacle(const GameSpec& spec);

// The game has no obstacle. The work's tables are shared by all makers.
std::unique_ptr<Maker> make_maker(const GameSpec& spec, const MakerOptions& options,
                                  const Work& work);
std::unique_ptr<Maker> make_drop_maker(const GameSpec& spec, const MakerOptions& options,
                                       const Work& work);
std::unique_ptr<Maker> make_placement_maker(const GameSpec& spec, const MakerOptions& options,
                                            const Work& work);

}  // namespace inarow::puzzles
