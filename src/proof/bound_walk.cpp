#include "proof/bound_walk.hpp"

namespace inarow {
namespace {

// The walk of a checker. `next_move` gives the prover's column, or nothing if he has none.
class BoundWalk {
 public:
  using NextMove = std::function<std::optional<int>(const ProofPosition&)>;

  BoundWalk(const DropSpec& spec, const ProofBound& bound, NextMove next_move,
            const StopToken* stop)
      : board_(spec), bound_(bound), next_move_(std::move(next_move)), stop_(stop) {}

  const ProofBoard& board() const { return board_; }
  const ProofCounts& counts() const { return counts_; }

  bool provers_turn(const ProofPosition& p) {
    if (stopped(stop_)) return false;
    if (settled(p, true)) return true;
    if (board_.wins_now(p, p.prover)) {
      ++counts_.wins;
      return true;
    }
    if (!seen_.insert(board_.code(p))) {
      ++counts_.repeats;
      return true;
    }
    const std::optional<int> column = next_move_(p);
    if (!column || *column < 0 || *column >= board_.width()) return false;
    const Word128 bit = board_.landing(p, *column);
    if (bit == 0) return false;
    ++counts_.positions;
    return opponents_turn({p.prover | bit, p.opponent, p.stones + 1});
  }

  bool opponents_turn(const ProofPosition& p) { return settled(p, false) || every_reply(p); }

  // Of a position that is not settled.
  bool every_reply(const ProofPosition& p) {
    bool any = false;
    for (int x = 0; x < board_.width(); ++x) {
      const Word128 bit = board_.landing(p, x);
      if (bit == 0) continue;
      any = true;
      if (board_.has_line(p.opponent | bit)) return false;
      if (!provers_turn({p.prover, p.opponent | bit, p.stones + 1})) return false;
    }
    return any;  // a full board that is not settled is none that the prover has won
  }

  bool settled(const ProofPosition& p, bool provers) {
    const Settled settled = board_.settled(p, provers, bound_);
    if (settled == Settled::held) ++counts_.held;
    if (settled == Settled::dead) ++counts_.dead;
    return settled != Settled::no;
  }

  // From a position with the opponent to move; `begin` writes or reads that there is no move.
  bool from_opponent(const ProofPosition& p, const std::function<bool()>& begin) {
    if (settled(p, false)) return true;
    ++counts_.positions;
    return begin() && every_reply(p);
  }

 private:
  ProofBoard board_;
  ProofBound bound_;
  NextMove next_move_;
  const StopToken* stop_;
  ProofCounts counts_;
  CodeSet seen_;
};

bool walk_from(const Game& game, const ProofBound& bound, BoundWalk& walk,
               const std::function<bool()>& begin) {
  const ProofPosition p = proof_position(walk.board(), game, bound.prover);
  return game.to_move() == bound.prover ? walk.provers_turn(p) : walk.from_opponent(p, begin);
}

}  // namespace

ProofPosition proof_position(const ProofBoard& board, const Game& game, Player prover) {
  ProofPosition p;
  for (const Stone& stone : game.stones()) {
    (stone.player == prover ? p.prover : p.opponent) |= board.geometry().bit(stone.cell);
  }
  p.stones = game.stone_count();
  return p;
}

bool read_bound_body(const Game& game, const ProofBound& bound, std::string_view body,
                     const MoveHearer& hear) {
  std::size_t at = 0;
  const auto byte = [&] {
    return at < body.size() ? static_cast<int>(static_cast<unsigned char>(body[at++])) : -1;
  };
  // A byte with a flag is no column: rule leaves are refused.
  BoundWalk walk(
      *game.spec().drop(), bound,
      [&](const ProofPosition& p) -> std::optional<int> {
        const int column = byte();
        if (hear) hear(p, column);
        return column;
      },
      nullptr);
  return walk_from(game, bound, walk, [&] { return byte() == no_move; }) && at == body.size();
}

std::optional<ProofCounts> write_bound_body(const Game& game, const ProofBound& bound,
                                            MoveGuide& guide, BodySink& body,
                                            const StopToken* stop) {
  BoundWalk walk(
      *game.spec().drop(), bound,
      [&](const ProofPosition& p) {
        const std::optional<int> column = guide.column(p);
        if (column) body.put(static_cast<std::uint8_t>(*column));
        return column;
      },
      stop);
  const bool written = walk_from(game, bound, walk, [&] {
    body.put(no_move);
    return true;
  });
  return written ? std::optional(walk.counts()) : std::nullopt;
}

}  // namespace inarow
