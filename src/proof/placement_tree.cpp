// The writer of proofs with all moves on small placement boards: walks as docs/formats/placement.md
// says, with the exact solver as the source of the prover's stones.

#include <algorithm>
#include <unordered_set>

#include "base/expects.hpp"
#include "proof/placement_proof.hpp"
#include "rules/lines.hpp"
#include "rules/symmetry.hpp"

namespace inarow {
namespace {

// A node of the set, its bucket and what the allocator adds.
constexpr std::size_t bytes_a_position = 64;

struct PairHash {
  std::size_t operator()(const StonePair& pair) const {
    return static_cast<std::size_t>(mix(pair.first ^ mix(pair.second + 1)));
  }
};

class TreeProof {
 public:
  TreeProof(const Game& game, Player prover, int threshold, ExactSolver& solver,
            const StopToken* stop, std::size_t memory_bytes)
      : spec_(*game.spec().placement()),
        prover_(prover),
        threshold_(threshold),
        solver_(solver),
        stop_(stop),
        memory_bytes_(memory_bytes) {
    const int columns = spec_.board->columns;
    const auto bit = [columns](Cell cell) { return Word64{1} << (cell.y * columns + cell.x); };
    const LineTable table(game.spec());
    for (const std::vector<Cell>& cells : table.lines()) {
      Word64 line = 0;
      for (const Cell cell : cells) line |= bit(cell);
      lines_.push_back(line);
    }
    for (const Symmetry& symmetry : symmetries(game.spec())) {
      std::vector<int> images;
      for (int i = 0; i < *game.spec().cells(); ++i) {
        const Cell to = symmetry(Cell{i % columns, i / columns});
        images.push_back(to.y * columns + to.x);
      }
      images_.push_back(std::move(images));
    }
    all_ = low_bits<Word64>(*game.spec().cells());
    for (const Stone& stone : game.stones()) of(stone.player) |= bit(stone.cell);
  }

  // False on a stop.
  bool run() {
    proof_.body.assign(1, 'T');
    visit();
    return !stopped_;
  }
  const PlacementProof& proof() const { return proof_; }

 private:
  Word64& of(Player player) { return player == Player::first ? stones_.first : stones_.second; }
  Word64 of(Player player) const {
    return player == Player::first ? stones_.first : stones_.second;
  }

  bool completes(Player player, int stones) const {
    return std::any_of(lines_.begin(), lines_.end(), [&](Word64 line) {
      return (line & of(opponent(player))) == 0 && popcount(line & ~of(player)) <= stones;
    });
  }
  bool is_open_to(Player player) const {
    return std::any_of(lines_.begin(), lines_.end(),
                       [&](Word64 line) { return (line & of(opponent(player))) == 0; });
  }

  // Erdos and Selfridge 1973, as the format has it.
  bool opponent_is_too_weak(bool opponent_to_move) const {
    constexpr int unit = 40;
    Word64 sum = 0;
    for (const Word64 line : lines_) {
      if ((line & of(prover_)) != 0) continue;
      const int empty = popcount(line & ~of(opponent(prover_)));
      sum += empty >= unit ? 1 : Word64{1} << (unit - empty);
    }
    return sum < Word64{1} << (opponent_to_move ? unit - 1 : unit);
  }

  StonePair canonical() const {
    StonePair best = stones_;
    for (const std::vector<int>& images : images_) {
      StonePair pair;
      for (Word64 rest = stones_.first; rest != 0; rest &= rest - 1) {
        pair.first |= Word64{1} << images[static_cast<std::size_t>(lowest_index(rest))];
      }
      for (Word64 rest = stones_.second; rest != 0; rest &= rest - 1) {
        pair.second |= Word64{1} << images[static_cast<std::size_t>(lowest_index(rest))];
      }
      best = std::min(best, pair);
    }
    return best;
  }

  void visit() {
    if (stopped_) return;
    const Player other = opponent(prover_);
    const Word64 empty = all_ & ~(stones_.first | stones_.second);
    const int count = popcount(stones_.first | stones_.second);
    Player player = Player::first;
    int left = spec_.q - count;
    if (left <= 0) {
      const int later = count - spec_.q;
      player = (later / spec_.p) % 2 == 0 ? Player::second : Player::first;
      left = spec_.p - later % spec_.p;
    }
    left = std::min(left, popcount(empty));
    if (completes(player, left)) {
      EXPECTS(player == prover_);
      ++proof_.counts.wins;
      return;
    }
    if (empty == 0) {
      EXPECTS(threshold_ == 0);
      ++proof_.counts.held;
      return;
    }
    if (threshold_ == 0 && !is_open_to(other)) {
      ++proof_.counts.dead;
      return;
    }
    if (threshold_ == 0 && count >= spec_.q && spec_.p == 1 &&
        opponent_is_too_weak(player == other)) {
      ++proof_.counts.held;
      return;
    }
    if (memory_bytes_ > 0 &&
        seen_.size() * bytes_a_position + 2 * proof_.body.size() > memory_bytes_) {
      stopped_ = true;
      return;
    }
    if (!seen_.insert(canonical()).second) {
      ++proof_.counts.repeats;
      return;
    }
    if (player == prover_) {
      const std::optional<int> cell = choose(empty);
      if (!cell) {
        stopped_ = true;
        return;
      }
      proof_.body += static_cast<char>(*cell);
      ++proof_.counts.positions;
      descend(Word64{1} << *cell, player);
      return;
    }
    for (Word64 rest = empty; rest != 0; rest &= rest - 1) descend(lowest_bit(rest), player);
  }

  void descend(Word64 cell, Player player) {
    of(player) |= cell;
    visit();
    of(player) &= ~cell;
  }

  // A stone that keeps the bound; nothing on a stop.
  std::optional<int> choose(Word64 empty) {
    struct Choice {
      int weight;
      int cell;
    };
    std::vector<Choice> choices;
    for (Word64 rest = empty; rest != 0; rest &= rest - 1) {
      Choice choice{0, lowest_index(rest)};
      for (const Word64 line : lines_) {
        if ((line & lowest_bit(rest)) == 0) continue;
        for (const Player player : {Player::first, Player::second}) {
          if ((line & of(opponent(player))) == 0) {
            choice.weight += 1 << (2 * std::min(popcount(line & of(player)), 12));
          }
        }
      }
      choices.push_back(choice);
    }
    std::stable_sort(choices.begin(), choices.end(),
                     [](const Choice& a, const Choice& b) { return a.weight > b.weight; });
    for (const Choice& choice : choices) {
      StonePair after = stones_;
      (prover_ == Player::first ? after.first : after.second) |= Word64{1} << choice.cell;
      const std::optional<bool> wins =
          solver_.wins(after, threshold_ > 0 ? prover_ : opponent(prover_), stop_);
      if (!wins) return std::nullopt;
      if (*wins == (threshold_ > 0)) return choice.cell;
    }
    EXPECTS(false);
    return std::nullopt;
  }

  PlacementSpec spec_;
  Player prover_;
  int threshold_;
  ExactSolver& solver_;
  const StopToken* stop_;
  std::size_t memory_bytes_;
  Word64 all_ = 0;
  StonePair stones_;
  std::vector<Word64> lines_;
  std::vector<std::vector<int>> images_;
  std::unordered_set<StonePair, PairHash> seen_;
  PlacementProof proof_;
  bool stopped_ = false;
};

}  // namespace

std::optional<PlacementProof> prove_by_tree(const Game& game, Player prover, int threshold,
                                            ExactSolver& solver, const StopToken* stop,
                                            std::size_t memory_bytes) {
  TreeProof proof(game, prover, threshold, solver, stop, memory_bytes);
  if (!proof.run()) return std::nullopt;
  return proof.proof();
}

}  // namespace inarow
