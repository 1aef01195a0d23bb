#pragma once

// The protocol of Connect6 contests: `new black`, `move IHHI`, `quit`. docs/formats/engine.md lists
// every command and what is answered.
//
//   contest  name               name Inarow
//            new white
//            move JJ            move KIIK
//            black ABCD         (stones are put on the board)
//            next               move ...
//
// A cell is two letters from A to S, the column and the row, row A at the bottom; JJ is the centre.
// The protocol knows no errors: the answer to a line that cannot be obeyed begins with `error`.

#include "protocol/game_protocol.hpp"
#include "protocol/position.hpp"

namespace inarow::protocol {

struct Connect6Options {
  double seconds = 0;  // for a move; 0: five
  std::size_t memory_bytes = 0;
};

class Connect6 final : public GameProtocol {
 public:
  explicit Connect6(const Connect6Options& options = {}) : options_(options) {}

  Reaction handle(std::string_view line) override;
  Reaction moved(const Thought& thought) override;
  Reaction too_long(std::size_t most) override;
  Urgency urgency(std::string_view line) const override;

 private:
  struct Command {
    const char* name;
    Reaction (Connect6::*run)(std::string_view rest);
  };
  static const Command* find(std::string_view name);

  Reaction tell_name(std::string_view rest);
  Reaction new_game(std::string_view rest);
  Reaction opponent_moves(std::string_view rest);
  Reaction put_black(std::string_view rest);
  Reaction put_white(std::string_view rest);
  Reaction next(std::string_view rest);
  Reaction depth(std::string_view rest);
  Reaction threats(std::string_view rest);
  Reaction print(std::string_view rest);
  Reaction help(std::string_view rest);
  Reaction quit(std::string_view rest);

  Result<std::vector<Cell>> read_cells(std::string_view text) const;
  Reaction put(std::string_view text, Player player);
  Reaction order_move();
  std::optional<std::string> over() const;
  int stones_due() const;

  Connect6Options options_;
  std::vector<Stone> stones_;
  Player own_ = Player::second;  // the engine's colour
  Player next_ = Player::first;  // who is to move
};

}  // namespace inarow::protocol
