#pragma once

// Any bytes are lines of a protocol of playing programs: each is answered in whole lines of
// printable text, moves are ordered only where there is one, and end where an empty cell is.

#include <string_view>

#include "base/expects.hpp"
#include "protocol/game_protocol.hpp"
#include "protocol/position.hpp"

namespace inarow::protocol {

inline void talk(GameProtocol& protocol, std::string_view text,
                 bool (*is_answer)(const std::string&)) {
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    const bool quits = protocol.urgency(line) == Urgency::quit;
    Reaction reaction = protocol.handle(line);
    EXPECTS(reaction.quit == quits);
    for (int moves = 0;; ++moves) {
      for (const std::string& out : reaction.lines) {
        EXPECTS(out.find_first_of("\r\n\x1b") == std::string::npos);
        EXPECTS(is_answer(out));
      }
      if (!reaction.order) break;
      EXPECTS(moves == 0 && !quits);
      const MoveOrder& order = *reaction.order;
      EXPECTS(order.seconds > 0 && order.due > 0);
      const Rows rows(*order.spec.finite_board(), order.stones);
      EXPECTS(!rows.owner({order.spec.k(), order.exactly}));
      Move move = rows.empty_cells();
      EXPECTS(static_cast<int>(move.size()) >= order.due);
      if (!order.exactly) EXPECTS(set_up_game(order.spec, order.stones, order.to_move).has_value());
      move.resize(static_cast<std::size_t>(order.due));
      reaction = protocol.moved({.move = move, .chance = order.stones.size() % 2 == 0 ? 0.3 : 0.7});
      EXPECTS(!reaction.lines.empty());
    }
    if (quits) return;
  }
}

}  // namespace inarow::protocol
