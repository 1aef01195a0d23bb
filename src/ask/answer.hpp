#pragma once

// What is known of a position after it was asked about (question.hpp), as plain data.
//
// Soundness: `value`, `bounds`, `score`, the values of moves and everything in `proof` are proved,
// given the axioms that are named; a limit leaves them unknown. Estimates and the quality of
// defenses are guesses.

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "ask/question.hpp"
#include "match/estimate.hpp"
#include "rules/bounds.hpp"

namespace inarow {

// What a proof takes on trust. Certificates name it by the same words.
inline constexpr const char* allis_axiom = "Allis 1988 ch. 6-8";

// What the methods victor and proof-number establish.
enum class RuleClaim : std::uint8_t { none, first_wins, second_not_lose };
const char* name_of(RuleClaim claim);

// How an answer was found.
enum class Source : std::uint8_t {
  alphabeta,  // exact search, or no search at all: the game is over, no line fits on the board
  book,
  victor,
  proof_number,
  threat,
  strategy  // strategies that never lose, one for each side
};
const char* name_of(Source source);

struct MoveValue {
  Move move;  // from the view of the player who makes it
  std::optional<GameValue> value;
  std::optional<int> score;
  std::optional<RuleClaim> claim;  // methods victor and proof-number
  friend bool operator==(const MoveValue&, const MoveValue&) = default;
};

struct MoveTable {
  std::vector<MoveValue> moves;
  bool stones = false;  // first stones, because whole moves are too many
  friend bool operator==(const MoveTable&, const MoveTable&) = default;
};

// A win by threats (docs/threat-search.md).
struct ThreatProof {
  int order = 0;
  std::vector<std::vector<Cell>> zones;  // Z1, Z2, ...
  friend bool operator==(const ThreatProof&, const ThreatProof&) = default;
};

// The moves of the player to move against the other one's threats.
struct OpenDefense {
  Move stones;      // fewer than due: these stones and any others; none: the pass
  int free = 0;     // stones left out
  int quality = 0;  // heuristic
  friend bool operator==(const OpenDefense&, const OpenDefense&) = default;
};
struct RefutedDefense {
  Move stones;
  int free = 0;
  Move answer;
  int order = 1;
  friend bool operator==(const RefutedDefense&, const RefutedDefense&) = default;
};
struct Defenses {
  int order = 0;
  int threats = 0;       // stones that stop them; p + 1: more than p
  bool complete = true;  // false: moves may be missing from `open`
  std::vector<OpenDefense> open;
  std::vector<RefutedDefense> refuted;
  friend bool operator==(const Defenses&, const Defenses&) = default;
};

// The lines of a proof by rules (thesis, ch. 13).
struct CriticalLine {
  MoveList moves;
  double weight = 0;  // positions of the tree of lines
  friend bool operator==(const CriticalLine&, const CriticalLine&) = default;
};
struct RuleProof {
  RuleClaim claim = RuleClaim::none;
  std::uint64_t evaluations = 0;
  std::uint64_t table = 0;
  std::optional<std::uint64_t> trees;  // method victor
  std::optional<std::uint64_t> largest_tree;
  std::optional<std::uint64_t> line_positions;  // if there is a claim
  std::optional<std::uint64_t> book_positions;
  std::vector<CriticalLine> critical_lines;
  friend bool operator==(const RuleProof&, const RuleProof&) = default;
};

// How the wish for a certificate ended.
enum class ProofEnding : std::uint8_t {
  written,
  false_claim,  // it does not hold; `value` of the position says what does
  not_found,    // no proof by threats; nothing is refuted
  stopped,
  impossible  // no certificate can say this; `reason` tells why
};

struct ProofReport {
  ProofEnding ending = ProofEnding::stopped;
  std::string claim;
  Player player = Player::first;
  std::optional<int> score;
  std::string file;
  std::uint64_t bytes = 0;
  std::uint64_t body_bytes = 0;
  std::uint64_t positions = 0;
  std::uint64_t wins = 0;
  std::uint64_t held = 0;
  std::uint64_t dead = 0;
  std::uint64_t rule_leaves = 0;
  std::uint64_t repeats = 0;
  std::string form;                // placement games: zones or tree
  int order = 0;                   // not found: threats up to this order were looked for
  std::optional<GameValue> value;  // of a false claim: what holds for the player to move
  std::optional<int> true_score;
  std::vector<std::string> axioms;
  std::string reason;
  double seconds = 0;
  friend bool operator==(const ProofReport&, const ProofReport&) = default;
};

// The move of a computer player.
struct PlayedMove {
  Move move;
  std::string player;
  std::string promise;               // what is proved of the player, for people
  std::string note;                  // what went wrong on the way, for people
  std::string says;                  // what the player says of it, in its words
  std::optional<Estimate> estimate;  // what the player thinks of the position; no proof
  friend bool operator==(const PlayedMove&, const PlayedMove&) = default;
};

// A step of a proof: the position is decided (`value`, with the body of a certificate), or these
// are the moves to go on with. Who asks need not trust who answers: everything but the chances can
// be worked out again.
struct ExpandedMove {
  Move move;
  double chance = 0.5;  // about how likely the attacker wins after it; never a proof
  friend bool operator==(const ExpandedMove&, const ExpandedMove&) = default;
};
// A win of the attacker against these stones of the defender, who is to move: it stands for the
// moves with at most `further` other stones outside its zones (docs/formats/placement.md, cover).
struct RefutedStones {
  Move stones;
  int further = 0;
  std::string proof;  // body of form Z
  friend bool operator==(const RefutedStones&, const RefutedStones&) = default;
};
struct Expansion {
  std::string proof;                 // of the value: the body of a certificate
  std::vector<ExpandedMove> moves;   // best first, for the player to move
  std::vector<RefutedStones> cover;  // moves that none of these has are left to the defender
  friend bool operator==(const Expansion&, const Expansion&) = default;
};

struct Why;  // why.hpp: the reasons of either family

struct Answer {
  // Of the player to move. Nothing: unknown.
  std::optional<GameValue> value;
  std::optional<Bounds> bounds;  // where the value or the score is not all known, or by rules
  std::optional<int> score;      // if it was asked for and is exact
  std::optional<int> plies_to_end;
  std::vector<std::string> axioms;
  Source source = Source::alphabeta;
  std::optional<std::vector<Move>> best;  // if asked for
  std::optional<MoveList> line;           // if asked for
  std::optional<MoveTable> moves;         // if asked for
  std::optional<ThreatProof> threat;
  std::optional<int> searched_order;  // no win by threats up to this order was found
  std::optional<Defenses> defenses;
  std::optional<RuleProof> by_rules;
  std::shared_ptr<const Why> why;
  std::optional<Estimate> estimate;
  std::optional<ProofReport> proof;
  std::optional<PlayedMove> played;
  std::optional<Expansion> expansion;
  std::string obstacle;   // why nothing could be looked for, in words
  bool complete = false;  // everything that was asked for is known; else a limit came first
  std::uint64_t nodes = 0;
  double seconds = 0;

  // A value is never given without a proof.
  bool proved() const { return value.has_value(); }
};

// Who wins: first, second, draw, or unknown.
const char* winner_name(const Game& game, const std::optional<GameValue>& value);

}  // namespace inarow
