#pragma once

// Claims about whole games that a strategy proves: that a player never loses a drop game of
// infinite or even height, and that Connect(k,p) is drawn on all boards. They are about games that
// GameSpec does not know as well (drop:6x2n, Connect(11,2)), so a question names its game as text.
//
// Exact: what is reported as written was verified beside its search and is in the certificate.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "ask/answer.hpp"
#include "ask/work.hpp"

namespace inarow {

struct StrategyQuestion {
  std::string claim;  // cannot-lose or drawn
  std::string game;
  std::string moves;
  std::optional<Player> player;
  std::string strategy = "auto";  // of cannot-lose: auto, search, rules or paper
  std::string path;
  bool plain = false;  // not compressed
};

struct StrategyProof {
  ProofEnding ending = ProofEnding::stopped;
  std::string game;
  std::string claim;
  std::optional<Player> player;
  std::string file;
  std::uint64_t bytes = 0;
  std::uint64_t body_bytes = 0;
  std::uint64_t positions = 0;
  std::optional<std::uint64_t> states;  // searched in vain
  std::optional<int> known_k;           // not drawn as far as is known, but from this k on
  std::string text;                     // what is proved, or why nothing is
  double seconds = 0;
};

// Refuses a question that cannot be tried. EnvironmentError if the file cannot be written.
Result<StrategyProof> prove_by_strategy(const StrategyQuestion& question, const Work& work);

// All kinds of claims, of positions and of games, for lists and help.
struct ClaimMeaning {
  std::string name;
  std::string meaning;
};
const std::vector<ClaimMeaning>& claim_meanings();
bool is_strategy_claim(const std::string& claim);

// The least k for which Connect(k,p) is known to be drawn on all boards.
struct DrawnGame {
  int k = 0;
  int theorem_2 = 0;   // the k of Theorem 2 of Chiang, Wu and Lin (2011)
  int hsieh_tsai = 0;  // of Hsieh and Tsai (2007)
  std::optional<int> zetters;
  std::string by;  // the proof, in words
};
// The proof is made now; nothing if it was stopped.
std::optional<DrawnGame> least_drawn_game(int p, const StopToken* stop);

}  // namespace inarow
