#pragma once

// Walks through a win by threats in the certificate of a placement game (form Z of
// docs/formats/placement.md), to show it: the attacker's move, the defenses that are treated, and
// what follows each of them.
//
//   Result<ZoneWalk> walk = ZoneWalk::open(*parse_certificate(file, 1 << 20));
//   Result<ZoneNode> node = walk->node({0, 2});     // after the first defense, and then the third
//
// It shows what is written there; that the proof is right, only inarow-check says.

#include <memory>
#include <vector>

#include "proof/certificate_parser.hpp"
#include "rules/game.hpp"

namespace inarow {

// The position that a certificate is about; refused if its moves are not legal.
Result<Game> position_of(const CertificateHeader& header);

enum class ZoneDefense : std::uint8_t {
  none,   // the attacker's move completes a line
  held,   // more threats than the defender can stop
  macro,  // all cells of all defenses at once: a win against them is one against each
  each,   // every defense that stops all threats
  cover   // wins that stand together for all moves
};
const char* name_of(ZoneDefense defense);

// Stones of the defender that a win is found against.
struct ZoneReply {
  Move stones;
  int free = 0;               // so many other stones of his do not matter, outside the zones
  std::size_t positions = 0;  // moves of the attacker in the part of the proof that follows
};

struct ZoneNode {
  struct Played {
    Player player;
    Move stones;
  };
  std::vector<Played>
      line;     // from the certificate's position to here, the attacker's move included
  Move stones;  // of the attacker's move; empty where the defender begins
  ZoneDefense defense = ZoneDefense::none;
  std::vector<ZoneReply> replies;
  std::size_t positions = 0;
};

class ZoneWalk {
 public:
  // Refused: claims that are not proved by threats, and bodies that make no sense.
  static Result<ZoneWalk> open(CertificateFile file);
  ZoneWalk(ZoneWalk&&) noexcept;
  ZoneWalk& operator=(ZoneWalk&&) noexcept;
  ~ZoneWalk();

  const CertificateHeader& header() const;
  const Game& start() const;
  Player attacker() const;

  // The place after these replies, each by its number in the node before.
  Result<ZoneNode> node(const std::vector<std::size_t>& path) const;

 private:
  struct Index;
  explicit ZoneWalk(std::unique_ptr<Index> index);
  std::unique_ptr<Index> index_;
};

}  // namespace inarow
