#pragma once

// Certificates of claims about positions of placement games (docs/formats/placement.md): wins by
// threats with relevance zones, on finite and infinite boards, and proofs with all moves on small
// ones.
//
// Exact: what is written is proved; a claim that exact search finds to be false is refused. On
// large boards that no win is found proves nothing.

#include <atomic>
#include <functional>
#include <optional>
#include <string>

#include "base/stop.hpp"
#include "proof/certificate.hpp"
#include "rules/game.hpp"
#include "search/placement/exact_solver.hpp"
#include "search/threat_space/threat_prover.hpp"

namespace inarow {

// Where exact search can answer as well, it gets its turn after so many nodes of threat search, and
// at once if so few cells are empty that it is the faster one to say that nobody wins.
inline constexpr std::uint64_t nodes_before_exact = 300'000;
inline constexpr int exact_at_once = 25;

// A proof of one bound, as the body has it.
struct PlacementProof {
  std::string body;
  ProofCounts counts;
  std::vector<std::vector<Cell>> zones;  // of a win by threats: Z1, Z2, ..., not the whole board
};

// "The winner wins", from a win by threats in this position that carries its record
// (ThreatProver::record_wins). Nothing is searched. Nothing is returned if the record does not
// prove the win, which would be a fault of the search.
std::optional<PlacementProof> proof_of_win(const Game& game, const threats::ThreatWin& win);

// "The attacker wins", by threats up to this order; nothing if no proof was found with so many
// nodes. The position has no obstacle for threat search (ThreatSearch::obstacle) and the game is
// not over.
std::optional<PlacementProof> prove_by_zones(const Game& game, Player attacker, int order,
                                             const StopToken* stop,
                                             std::uint64_t nodes = 100'000'000);

// "The prover wins" (threshold 1) or "does not lose" (0), which must be true. Nothing on a stop, or
// if the proof takes more memory than that beside the solver; 0: any number of bytes.
std::optional<PlacementProof> prove_by_tree(const Game& game, Player prover, int threshold,
                                            ExactSolver& solver, const StopToken* stop,
                                            std::size_t memory_bytes = 0);

enum class PlacementClaim : std::uint8_t { win, not_lose, value };

struct PlacementRequest {
  PlacementClaim claim = PlacementClaim::value;
  Player player = Player::first;
  int order = 3;                 // of threats
  bool tree = false;             // no zones
  std::size_t memory_bytes = 0;  // of a proof with all moves, beside exact search; 0: any number
  std::size_t table_bytes = 0;   // of exact search
  std::size_t threat_entries = threats::ThreatLimits{}.table;  // of threat search
};

enum class PlacementEnd : std::uint8_t { complete, false_claim, not_found, stopped };

struct PlacementResult {
  PlacementEnd end = PlacementEnd::stopped;
  CertificateHeader header;  // with the counts, if the proof is complete
  CertificateSize size;
  std::optional<GameValue> value;  // of the player to move, if it is known
  bool zones = false;              // the proof is one by threats
};

// Why a claim about this game cannot be proved at all, in words; nothing if it can be tried.
std::optional<std::string> placement_proof_obstacle(const Game& game,
                                                    const PlacementRequest& request);

// The three ways to a certificate; they fail if the file cannot be written. There is no obstacle.
//
//   write_win_certificate      of a win by threats that was found with its record: no search
//   write_exact_certificate    by all moves, with a solver that may know the value already: what is
//                              in its table is not searched again
//   prove_placement            searches, by threats and then by all moves
//
// The first takes claims that the win proves: `win` of the winner, or `value`.
Result<PlacementResult> write_win_certificate(const Game& game, const PlacementRequest& request,
                                              const threats::ThreatWin& win,
                                              const std::string& path, Codec codec);
Result<PlacementResult> write_exact_certificate(const Game& game, const PlacementRequest& request,
                                                ExactSolver& solver, const std::string& path,
                                                Codec codec, const StopToken* stop);
Result<PlacementResult> prove_placement(const Game& game, const PlacementRequest& request,
                                        const std::string& path, Codec codec,
                                        const StopToken* stop);

}  // namespace inarow
