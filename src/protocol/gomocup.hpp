#pragma once

// The protocol of Gomocup, the tournament of Gomoku programs (the manager's documentation calls it
// the "new protocol" of Piskvork): START 15, BEGIN, TURN 7,8, BOARD ... DONE, INFO key value.
// docs/formats/engine.md lists every command and what is answered.
//
//   manager  START 20          OK
//            INFO timeout_turn 1000
//            TURN 10,10        11,10
//            END
//
// Cells are column,row from 0; which corner they are counted from does not matter to the game.

#include "protocol/game_protocol.hpp"
#include "protocol/position.hpp"

namespace inarow::protocol {

// What the manager has said of time, in milliseconds.
struct GomocupClock {
  std::optional<std::int64_t> turn;   // 0: as fast as possible
  std::optional<std::int64_t> match;  // for all moves of the game; 0: no limit
  std::optional<std::int64_t> left;   // of it
};

// For the next move: the time of a turn, but at most a fifteenth of what is left for the game, so
// that it never runs out; `most` (0: any) is a limit from the command line.
double seconds_for_move(const GomocupClock& clock, double most);

struct GomocupOptions {
  double seconds = 0;            // for a move at most; 0: as the manager says
  std::size_t memory_bytes = 0;  // at most; 0: as the manager says
};

class Gomocup final : public GameProtocol {
 public:
  explicit Gomocup(const GomocupOptions& options = {}) : options_(options) {}

  Reaction handle(std::string_view line) override;
  Reaction moved(const Thought& thought) override;
  Reaction too_long(std::size_t most) override;
  Urgency urgency(std::string_view line) const override;

 private:
  struct OwnStone {
    Cell cell;
    bool own = false;
  };
  enum class List : std::uint8_t { none, board, swap2 };  // whose lines are being read

  struct Command {
    const char* name;
    Reaction (Gomocup::*run)(std::string_view rest);
  };
  static const Command* find(std::string_view name);

  Reaction start(std::string_view rest);
  Reaction start_rectangle(std::string_view rest);
  Reaction restart(std::string_view rest);
  Reaction begin(std::string_view rest);
  Reaction turn(std::string_view rest);
  Reaction play(std::string_view rest);
  Reaction take_back(std::string_view rest);
  Reaction begin_board(std::string_view rest);
  Reaction begin_swap2(std::string_view rest);
  Reaction info(std::string_view rest);
  Reaction about(std::string_view rest);
  Reaction end(std::string_view rest);
  Reaction stop(std::string_view rest);

  Reaction begin_list(List list);
  Reaction read_list(std::string_view line);
  Reaction finish_board();
  Reaction finish_swap2();
  // Takes the other colour, if that is the better one.
  bool swaps(const Thought& thought);

  Reaction new_board(BoardSize size);
  Result<Cell> empty_cell(std::string_view text, const std::vector<OwnStone>& stones) const;
  Result<Cell> empty_cell(int x, int y, const std::vector<OwnStone>& stones) const;
  Reaction order_move();
  MoveOrder order(std::vector<Stone> stones, Player to_move) const;
  std::vector<Stone> coloured() const;
  Player own_colour() const;
  Reaction set_rule(std::int64_t rule);

  GomocupOptions options_;
  std::optional<BoardSize> size_;  // nothing: no START yet
  std::vector<OwnStone> stones_;
  bool exactly_five_ = false;
  GomocupClock clock_;
  bool manager_counts_ = false;  // it has said what time is left; else it is counted here
  std::size_t max_memory_ = 0;

  List list_ = List::none;
  std::vector<OwnStone> listed_;
  bool spoiled_ = false;   // the list had a line that could not be read
  bool choosing_ = false;  // the ordered move is for SWAP2BOARD
};

}  // namespace inarow::protocol
