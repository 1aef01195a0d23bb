#pragma once

// Writes the proof of one bound, "the score of the prover is at least the threshold", as the body
// of a certificate (docs/formats/certificate.md): one move at the prover's turns, all moves at his
// opponent's. A threshold of 1 is a win, 0 is not to lose, others are exact scores.
//
// Exact: every move that is written was proved by the alpha-beta solver (or by the method behind a
// MoveGuide) to keep the bound, and the checker needs none of that. Which of several such moves is
// written depends only on exact facts about positions, never on the state of a table or the number
// of threads, so that the same claim always gives the same bytes.

#include <atomic>
#include <memory>
#include <optional>
#include <string>

#include "base/stop.hpp"
#include "proof/certificate.hpp"
#include "proof/code_set.hpp"
#include "proof/proof_board.hpp"
#include "search/alphabeta/drop_engine.hpp"

namespace inarow {

// A method that settles positions without search, such as Allis's rules: it is asked about
// positions with the prover's opponent to move in which the bound holds, and gives the bytes of a
// rule leaf as docs/formats/certificate.md has them, or nothing. Its answer may depend on nothing
// but the position and the bound.
class LeafProver {
 public:
  virtual ~LeafProver() = default;
  virtual std::optional<std::string> leaf(const ProofPosition& position,
                                          const ProofBound& bound) = 0;

 protected:
  LeafProver() = default;
  LeafProver(const LeafProver&) = default;
  LeafProver(LeafProver&&) = default;
  LeafProver& operator=(const LeafProver&) = default;
  LeafProver& operator=(LeafProver&&) = default;
};

// A finished proof by another method that knows the prover's moves: it is asked at his turns and
// gives a column whose move keeps the bound, or nothing; then the solver looks for one.
class MoveGuide {
 public:
  virtual ~MoveGuide() = default;
  virtual std::optional<int> column(const ProofPosition& position) = 0;

 protected:
  MoveGuide() = default;
  MoveGuide(const MoveGuide&) = default;
  MoveGuide(MoveGuide&&) = default;
  MoveGuide& operator=(const MoveGuide&) = default;
  MoveGuide& operator=(MoveGuide&&) = default;
};

enum class ProofEnd {
  complete,
  false_claim,  // the bound does not hold; nothing was written
  stopped,
};

struct ProofTools {
  DropEngine* engine = nullptr;  // null if DropAnalyst::needs_engine says that none is needed
  int threads = 1;
  LeafProver* leaves = nullptr;  // null: plain leaves only
  MoveGuide* guide = nullptr;    // null: the solver chooses all moves
  // With at most so many empty cells the moves with the best score are preferred: they win soonest,
  // but the solver has to find it. With more any move that keeps the bound will do.
  int score_cells = 1000;
  std::size_t memory_bytes = 0;  // for what the proof remembers, 0: any number; more is a stop
  const StopToken* stop = nullptr;
  Observer* observer = nullptr;
};

class BoundProof {
 public:
  BoundProof(const DropSpec& spec, const ProofBound& bound, const ProofTools& tools, BodySink& body,
             ProofCounts& counts);
  ~BoundProof();
  BoundProof(const BoundProof&) = delete;
  BoundProof& operator=(const BoundProof&) = delete;

  // The game must not be over.
  ProofEnd write(const Game& game);

 private:
  // `score` is a lower bound of the prover's score that is known already; `share` is the part of
  // the whole that this position stands for in the progress line.
  void provers_turn(const ProofPosition& position, int score, double share);
  void opponents_turn(const ProofPosition& position, int score, double share);
  void after_move(const ProofPosition& after, std::uint8_t byte,
                  const std::optional<std::string>& leaf, int score, double share);
  bool is_settled(const ProofPosition& position, bool provers, ProofCounts& counts) const;
  int open_replies(const ProofPosition& after) const;
  std::optional<std::string> rule_leaf(const ProofPosition& after) const;
  struct Chosen {
    int column = 0;
    std::optional<std::string> leaf;  // that proves the position after the move
  };
  Chosen choose(const ProofPosition& position, int& score);
  ScoreRange solve(const ProofPosition& position, bool provers, ScoreWindow window);

  std::unique_ptr<ProofBoard> board_;
  ProofBound bound_;
  ProofTools tools_;
  BodySink& body_;
  ProofCounts& counts_;
  std::unique_ptr<DropWorker> worker_;
  CodeSet seen_;
  bool stopped_ = false;
  double done_ = 0;
};

}  // namespace inarow
