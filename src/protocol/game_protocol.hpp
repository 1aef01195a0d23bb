#pragma once

// What the protocols of playing programs have in common. Each is a state machine without threads,
// clocks and files: a line goes in, lines come out, and now and then the wish for a move, which
// game_runner.hpp has thought about and hands back.
//
//   Gomocup gomocup;
//   gomocup.handle("START 15").lines            {"OK"}
//   gomocup.handle("BEGIN").order               a move on the empty board, within 5 s
//   gomocup.moved({{Cell{7, 7}}}).lines         {"7,7"}
//
// Every line that is not empty and not obeyed is answered with an error of the protocol.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "match/estimate.hpp"
#include "rules/game_spec.hpp"

namespace inarow::protocol {

// A move that is wanted, in a placement game on a finite board that is neither won nor full. The
// stones may be any: in games by others, positions need not come from alternating moves.
struct MoveOrder {
  GameSpec spec;
  std::vector<Stone> stones;
  Player to_move = Player::first;
  int due = 1;                   // stones that the move has
  bool exactly = false;          // only rows of exactly k stones win (mover.hpp says what is done)
  double seconds = 0;            // from the line to the move, at most
  std::size_t memory_bytes = 0;  // of the whole program; 0: no limit
};

struct Thought {
  Move move;                           // `due` stones on empty cells
  double chance = 0.5;                 // a guess: how likely the player to move wins
  std::optional<Estimate> estimate{};  // what was thought, if there was time for a search
  std::string says{};                  // or in words
  double seconds = 0;                  // that it took, from the line on
};

struct Reaction {
  std::vector<std::string> lines;    // to be written now
  std::optional<MoveOrder> order{};  // moved() is called with the move, and handle() not before
  bool quit = false;
};

// What a line means while a move is thought about.
enum class Urgency : std::uint8_t {
  waits,     // until the move is there
  move_now,  // it says that the move is wanted at once, and nothing else
  quit
};

class GameProtocol {
 public:
  GameProtocol() = default;
  GameProtocol(const GameProtocol&) = delete;
  GameProtocol& operator=(const GameProtocol&) = delete;
  virtual ~GameProtocol() = default;

  virtual Reaction handle(std::string_view line) = 0;
  virtual Reaction moved(const Thought& thought) = 0;
  virtual Reaction too_long(std::size_t most) = 0;  // a line had more than so many bytes
  virtual Urgency urgency(std::string_view line) const = 0;
};

}  // namespace inarow::protocol
