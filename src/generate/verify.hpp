#pragma once

// A puzzle proved once more, from nothing but its position: what test and bench hold the shipped
// ones against, and what writes the certificates for inarow-check.
//
// Exact in drop games; in placement games as the puzzle's sense says, with limits that are larger
// than those it was made with.

#include <string>
#include <vector>

#include "ask/work.hpp"
#include "generate/puzzle.hpp"

namespace inarow::puzzles {

// A claim of the puzzle that a certificate can prove: after this move in its position `player`
// wins, or does not lose.
struct PuzzleClaim {
  Move move;
  std::string claim;  // win or not-lose
  Player player = Player::first;
};
// In drop games one or two for each move, which together are all that the puzzle says. In placement
// games the solution's win, or the losses after the wrong tries of a task to defend.
std::vector<PuzzleClaim> claims_of(const Puzzle& puzzle);

// Refused with a sentence if the puzzle does not hold, or if a limit came before that is known.
Result<void> verify(const Puzzle& puzzle, const Work& work);

// Writes a certificate of each claim to the folder, ID-MOVE-CLAIM.cert; the names of the files.
// Refused if a claim cannot be proved.
Result<std::vector<std::string>> write_certificates(const Puzzle& puzzle, const std::string& folder,
                                                    const Work& work);

// Many of them, by the threads of the work; with certificates if a folder is named.
struct VerifyReport {
  std::size_t verified = 0;
  std::size_t certificates = 0;
  std::vector<std::string> refused;  // sentences, in the order of the puzzles
};
VerifyReport verify_each(const std::vector<Puzzle>& puzzles, const std::string& folder,
                         const Work& work);

}  // namespace inarow::puzzles
