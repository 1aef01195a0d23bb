// Bounds on positions of small placement boards by a graph with one stone at the prover's turns and
// all stones at his opponent's (docs/formats/placement.md).

#include <algorithm>
#include <bit>
#include <unordered_set>

#include "placement.hpp"
#include "refusal.hpp"

namespace check {
namespace {

constexpr int max_cells = 64;

// The stones of both players, one bit a cell.
struct Pair {
  std::array<std::uint64_t, 2> of{};
  friend bool operator==(const Pair&, const Pair&) = default;
  friend auto operator<=>(const Pair&, const Pair&) = default;
};

struct PairHash {
  std::size_t operator()(const Pair& pair) const {
    const std::uint64_t mixed =
        (pair.of[0] * 0x9e3779b97f4a7c15ULL) ^ ((pair.of[1] + 1) * 0xd6e8feb86659fd93ULL);
    return static_cast<std::size_t>(mixed ^ mixed >> 29);
  }
};

class Tree {
 public:
  Tree(const PlacementGame& game, const Pair& start, const PlacementBound& bound, Body& body,
       Counts& counts)
      : game_(game), stones_(start), bound_(bound), body_(body), counts_(counts) {
    const int cells = game.columns * game.rows;
    all_ = cells == max_cells ? ~std::uint64_t{0} : (std::uint64_t{1} << cells) - 1;
    constexpr std::array<std::pair<int, int>, 4> directions{{{1, 0}, {0, 1}, {1, 1}, {1, -1}}};
    for (int y = 0; y < game.rows; ++y) {
      for (int x = 0; x < game.columns; ++x) {
        for (std::size_t d = 0; d < directions.size(); ++d) {
          // Segments of one cell are the same in all directions.
          if (game.k == 1 && d > 0) break;
          const int ex = x + (game.k - 1) * directions[d].first;
          const int ey = y + (game.k - 1) * directions[d].second;
          if (ex >= game.columns || ey < 0 || ey >= game.rows) continue;
          std::uint64_t line = 0;
          for (int i = 0; i < game.k; ++i) {
            line |= bit(x + i * directions[d].first, y + i * directions[d].second);
          }
          lines_.push_back(line);
        }
      }
    }
    make_symmetries();
  }

  void visit() {
    const int prover = bound_.prover;
    const int opponent = 1 - prover;
    const std::uint64_t empty = all_ & ~(stones_.of[0] | stones_.of[1]);
    const int count = std::popcount(stones_.of[0] | stones_.of[1]);
    int player = 0;
    int left = game_.q - count;
    if (left <= 0) {
      player = 1 - (count - game_.q) / game_.p % 2;
      left = game_.p - (count - game_.q) % game_.p;
    }
    left = std::min(left, std::popcount(empty));
    if (completes(player, left)) {
      if (player == opponent) refuse("the opponent completes a line");
      ++counts_[wins];
      return;
    }
    if (empty == 0) {
      if (bound_.threshold > 0) refuse("the board is full and the prover has no line");
      ++counts_[held];
      return;
    }
    if (!is_open_to(bound_.threshold > 0 ? prover : opponent)) {
      if (bound_.threshold > 0) refuse("no line is open to the prover");
      ++counts_[dead];
      return;
    }
    if (bound_.threshold == 0 && count >= game_.q && game_.p == 1 &&
        opponent_is_too_weak(player == opponent)) {
      ++counts_[held];
      return;
    }
    if (!seen_.insert(canonical()).second) {
      ++counts_[repeats];
      return;
    }
    if (player == prover) {
      const int cell = body_.next();
      ++counts_[positions];
      if (cell >= max_cells || (empty >> cell & 1) == 0) {
        refuse("the prover's stone goes to a cell that is not empty");
      }
      place(std::uint64_t{1} << cell, player);
      return;
    }
    for (std::uint64_t rest = empty; rest != 0; rest &= rest - 1) place(rest & -rest, player);
  }

 private:
  [[noreturn]] void refuse(const std::string& what) const {
    throw Refuted("byte " + std::to_string(body_.place()) + ": " + what);
  }

  std::uint64_t bit(int x, int y) const { return std::uint64_t{1} << (y * game_.columns + x); }
  std::uint64_t of(int player) const { return stones_.of[static_cast<std::size_t>(player)]; }

  void place(std::uint64_t cell, int player) {
    stones_.of[static_cast<std::size_t>(player)] |= cell;
    visit();
    stones_.of[static_cast<std::size_t>(player)] &= ~cell;
  }

  // Whether so many stones of the player complete a line.
  bool completes(int player, int stones) const {
    return std::any_of(lines_.begin(), lines_.end(), [&](std::uint64_t line) {
      return (line & of(1 - player)) == 0 && std::popcount(line & ~of(player)) <= stones;
    });
  }

  bool is_open_to(int player) const {
    return std::any_of(lines_.begin(), lines_.end(),
                       [&](std::uint64_t line) { return (line & of(1 - player)) == 0; });
  }

  // Erdos and Selfridge: with one stone a move, if the sum of 2^(-empty cells) over the lines open
  // to the opponent is less than 1 (1/2 if it is his turn), the prover stops them all.
  bool opponent_is_too_weak(bool opponent_to_move) const {
    constexpr int unit = 40;  // 2^40 stands for 1; lines with more empty cells are rounded up
    std::uint64_t sum = 0;
    for (const std::uint64_t line : lines_) {
      if ((line & of(bound_.prover)) != 0) continue;
      const int empty = std::popcount(line & ~of(1 - bound_.prover));
      sum += empty >= unit ? 1 : std::uint64_t{1} << (unit - empty);
    }
    return sum < std::uint64_t{1} << (opponent_to_move ? unit - 1 : unit);
  }

  // The cells' images under the symmetries of the rectangle.
  void make_symmetries() {
    const int w = game_.columns;
    const int h = game_.rows;
    for (int s = 0; s < (w == h ? 8 : 4); ++s) {
      std::vector<int> image;
      for (int y = 0; y < h; ++y) {
        for (int x = 0; x < w; ++x) {
          int ix = (s & 1) != 0 ? w - 1 - x : x;
          int iy = (s & 2) != 0 ? h - 1 - y : y;
          if ((s & 4) != 0) std::swap(ix, iy);
          image.push_back(iy * w + ix);
        }
      }
      symmetries_.push_back(image);
    }
  }

  Pair canonical() const {
    Pair best = stones_;
    for (const std::vector<int>& image : symmetries_) {
      Pair pair;
      for (std::size_t player = 0; player < 2; ++player) {
        for (std::uint64_t rest = stones_.of[player]; rest != 0; rest &= rest - 1) {
          pair.of[player] |= std::uint64_t{1}
                             << image[static_cast<std::size_t>(std::countr_zero(rest))];
        }
      }
      best = std::min(best, pair);
    }
    return best;
  }

  PlacementGame game_;
  Pair stones_;
  PlacementBound bound_;
  Body& body_;
  Counts& counts_;
  std::uint64_t all_ = 0;
  std::vector<std::uint64_t> lines_;
  std::vector<std::vector<int>> symmetries_;
  std::unordered_set<Pair, PairHash> seen_;
};

}  // namespace

void verify_by_tree(Stones& stones, const PlacementBound& bound, Body& body, Counts& counts) {
  const PlacementGame& game = stones.game();
  if (game.infinite() || game.columns * game.rows > max_cells) {
    throw Refuted("proofs with all moves are for boards of at most 64 cells");
  }
  Pair start;
  for (int player = 0; player < 2; ++player) {
    for (const int cell : stones.placed(player)) {
      start.of[static_cast<std::size_t>(player)] |= std::uint64_t{1} << cell;
    }
  }
  Tree(game, start, bound, body, counts).visit();
}

}  // namespace check
