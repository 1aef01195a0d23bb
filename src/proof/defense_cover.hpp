#pragma once

// What is left to the defender: he is to move, and wins are known against some of his stones. Which
// of his moves does none of them cover (docs/formats/placement.md, cover)? When there is none the
// attacker has won, and the zones of this win follow from those of the others.
//
// Exact: a move that is called covered loses, if the wins do; the zones are those that a checker
// works out.
//
//   DefenseCover cover(zone_position(game, attacker));
//   cover.add({j10, k11}, zones_after_it);
//   while (auto move = cover.uncovered()) ...        the next defense to look at
//   cover.close()                                    which wins are needed, and the zones

#include <optional>
#include <vector>

#include "proof/zone_cover.hpp"
#include "proof/zone_record.hpp"

namespace inarow {

using ZoneCells = std::vector<std::vector<Cell>>;  // Z1, Z2, ...; those after them: the whole board

class DefenseCover {
 public:
  // The defender is to move.
  explicit DefenseCover(const ZonePosition& position);

  // A win against these stones of the defender, with its zones. Wins that do not fit into the
  // window of an infinite board are left out.
  void add(const Move& stones, const ZoneCells& zones);
  std::size_t size() const { return wins_.size(); }

  bool covers(const Move& move) const;
  // A whole move that is not covered. Also if the defender completes a line at once: that line.
  std::optional<Move> uncovered() const;

  // If every move is covered: of each win, in order, the further stones that it stands for, or -1
  // if it is not needed.
  struct Closed {
    bool held = false;  // there is no defense: more threats than a move has stones
    ZoneCells zones;
    std::vector<int> further;
  };
  std::optional<Closed> close() const;

 private:
  struct Win {
    threats::CellSet stones;
    threats::Zones zones;
  };
  bool covers_all(const std::vector<int>& further) const;
  ZoneCover cover_of(const std::vector<int>& further) const;

  threats::ThreatBoard board_;
  Player attacker_;
  std::vector<threats::CellSet> defenses_;
  bool threatened_;         // by the attacker
  int stones_a_move_;       // p, or fewer on a board that is nearly full
  std::vector<int> given_;  // by add(): its number among wins_, or -1
  std::vector<Win> wins_;
};

// The zones of a win by this move of the attacker, given those of the position after it.
ZoneCells zones_of_attack(const Move& move, ZoneCells after);

}  // namespace inarow
