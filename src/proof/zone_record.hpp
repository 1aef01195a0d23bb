#pragma once

// Proofs by zones, taken apart and put together: for who makes one proof of many
// (grid/job_level_search).
//
//   record = read_zone_body(position, body)      what somebody wrote
//   proof = proof_of_record(position, *record)   worked out again: only this is believed
//
// A record is a list of steps (search/threat_space/win_tracer.hpp), so records are joined by
// appending: an attack is the attacker's move and the record of the position after it; a cover is
// the wins against some stones of the defender, each with its own record.

#include <optional>
#include <string_view>
#include <vector>

#include "proof/placement_proof.hpp"
#include "rules/symmetry.hpp"

namespace inarow {

// A position that the attacker is said to win. The defender may have any number of stones: a win
// against a part of his move is one of such a position.
struct ZonePosition {
  PlacementSpec spec;
  std::vector<Stone> stones;
  Player attacker = Player::first;
  bool attacker_to_move = true;
};
ZonePosition zone_position(const Game& game, Player attacker);
// The attacker is to move after these stones of the defender.
ZonePosition after_defense(const ZonePosition& position, const Move& stones);

// The body that the record is written as, with its zones; nothing if it does not prove the win.
std::optional<PlacementProof> proof_of_record(const ZonePosition& position,
                                              const threats::WinRecord& record);

// The record that was written as this body (form Z, with its letter). It verifies nothing but that
// the body can be read.
std::optional<threats::WinRecord> read_zone_body(const ZonePosition& position,
                                                 std::string_view body);

// A win against some stones of the defender, which stands for all moves with at most `further`
// other stones that are outside its zones.
struct CoverWin {
  Move stones;
  int further = 0;
  threats::WinRecord record;
};
// The wins of a record that begins with a cover; none if it does not.
std::vector<CoverWin> wins_of_cover(const threats::WinRecord& record);

// The same in the mirror.
threats::WinRecord image_of(const threats::WinRecord& record, const Symmetry& symmetry);

}  // namespace inarow
