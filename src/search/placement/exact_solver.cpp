#include "search/placement/exact_solver.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/expects.hpp"
#include "rules/symmetry.hpp"

namespace inarow {
namespace {

constexpr std::size_t byte_values = 256;
constexpr std::size_t word_bytes = 8;

// Whether at most `stones` cells meet every set from `from` on that `taken` does not meet.
bool can_meet(const std::vector<Word64>& sets, std::size_t from, Word64 taken, int stones) {
  while (from < sets.size() && (sets[from] & taken) != 0) ++from;
  if (from == sets.size()) return true;
  if (stones == 0) return false;
  for (Word64 rest = sets[from]; rest != 0; rest &= rest - 1) {
    if (can_meet(sets, from + 1, taken | lowest_bit(rest), stones - 1)) return true;
  }
  return false;
}

}  // namespace

std::optional<std::string> ExactSolver::obstacle(const GameSpec& spec) {
  if (spec.placement() == nullptr) return spec.to_string() + " is no placement game";
  if (!spec.placement()->board) return "exact search needs a finite board";
  if (*spec.cells() > max_exact_cells) {
    return fmt::format("exact search takes boards of at most {} cells; {} has {}", max_exact_cells,
                       spec.to_string(), *spec.cells());
  }
  return std::nullopt;
}

ExactSolver::ExactSolver(const PlacementSpec& spec, std::size_t table_bytes)
    : spec_(spec), board_(spec), table_(table_bytes) {
  const int columns = spec.board->columns;
  const std::vector<Symmetry> all = symmetries(GameSpec(spec));
  symmetry_count_ = all.size();
  images_.assign(all.size() * word_bytes * byte_values, 0);
  for (std::size_t s = 0; s < all.size(); ++s) {
    for (int bit = 0; bit < board_.cells(); ++bit) {
      const Cell to = all[s](Cell{bit % columns, bit / columns});
      const Word64 image = Word64{1} << (to.y * columns + to.x);
      const std::size_t base = (s * word_bytes + static_cast<std::size_t>(bit / 8)) * byte_values;
      for (std::size_t bits = 0; bits < byte_values; ++bits) {
        if ((bits >> (bit % 8) & 1) != 0) images_[base + bits] |= image;
      }
    }
  }
}

StonePair ExactSolver::canonical() const {
  const StonePair stones{board_.stones(Player::first), board_.stones(Player::second)};
  StonePair best = stones;
  for (std::size_t s = 1; s < symmetry_count_; ++s) {
    StonePair image;
    for (std::size_t byte = 0; byte < word_bytes; ++byte) {
      const Word64* table = &images_[(s * word_bytes + byte) * byte_values];
      image.first |= table[stones.first >> (8 * byte) & 255];
      image.second |= table[stones.second >> (8 * byte) & 255];
    }
    best = std::min(best, image);
  }
  return best;
}

ExactSolver::Turn ExactSolver::turn(int stones) const {
  if (stones < spec_.q) return {Player::first, spec_.q - stones, stones == 0};
  const int later = stones - spec_.q;
  return {(later / spec_.p) % 2 == 0 ? Player::second : Player::first, spec_.p - later % spec_.p,
          later % spec_.p == 0};
}

void ExactSolver::set_up(const Game& game) {
  StonePair stones;
  for (const Stone& stone : game.stones()) {
    (stone.player == Player::first ? stones.first : stones.second) |=
        Word64{1} << (stone.cell.y * spec_.board->columns + stone.cell.x);
  }
  set_up(stones);
}

void ExactSolver::set_up(const StonePair& stones) {
  for (const Player player : {Player::first, Player::second}) {
    const Word64 now = board_.stones(player);
    const Word64 then = player == Player::first ? stones.first : stones.second;
    for (Word64 rest = now & ~then; rest != 0; rest &= rest - 1) {
      board_.remove(lowest_index(rest), player);
    }
  }
  for (const Player player : {Player::first, Player::second}) {
    const Word64 then = player == Player::first ? stones.first : stones.second;
    for (Word64 rest = then & ~board_.stones(player); rest != 0; rest &= rest - 1) {
      board_.place(lowest_index(rest), player);
    }
  }
}

// Settles what needs no search; otherwise `moves` are the stones to try.
std::optional<bool> ExactSolver::decided(const Turn& turn, Word64& moves) {
  const bool mine = turn.player == winner_;
  const int empty = board_.empty_count();
  const int left = std::min(turn.left, empty);
  if (board_.completes_with(turn.player, left)) return mine;
  if (empty == 0 || !board_.has_open_line(winner_)) return false;
  if (turn.fresh && turn.left == spec_.p && board_.cannot_win(winner_, !mine)) return false;

  moves = board_.empty();
  const Player other = opponent(turn.player);
  const int his = std::min(spec_.p, empty - left);
  thread_local std::vector<Word64> sets;
  board_.threats(other, his, sets);
  if (!sets.empty()) {
    if (!can_meet(sets, 0, 0, left)) return !mine;
    if (!can_meet(sets, 0, 0, left - 1)) {
      Word64 forced = 0;
      for (Word64 rest = sets[0]; rest != 0; rest &= rest - 1) {
        // Every way to meet all sets meets the first one, in any order of its stones.
        const Word64 cell = lowest_bit(rest);
        if (can_meet(sets, 1, cell, left - 1)) forced |= cell;
      }
      moves = forced;
    }
  }
  return std::nullopt;
}

bool ExactSolver::search(int stones) {
  if (stopped_) return false;
  const std::uint64_t nodes = nodes_.load(std::memory_order_relaxed) + 1;
  nodes_.store(nodes, std::memory_order_relaxed);
  if ((nodes & 1023) == 0 && observer_ != nullptr) tell_observer(stones);
  // At every node: while the table is new, each touches a page that the system has yet to clear.
  if (inarow::stopped(stop_)) {
    stopped_ = true;
    return false;
  }
  return expand(stones, turn(stones));
}

void ExactSolver::tell_observer(int stones) {
  observer_->add_nodes(1024);
  if (!observer_->looked_at()) return;
  MoveList line;
  for (int i = root_; i < stones; ++i) {
    const int cell = path_[static_cast<std::size_t>(i)];
    line.push_back({Cell{cell % spec_.board->columns, cell / spec_.board->columns}});
  }
  observer_->set_line(std::move(line));
}

bool ExactSolver::expand(int stones, const Turn& turn) {
  Word64 moves = 0;
  if (const std::optional<bool> known = decided(turn, moves)) return *known;
  const StonePair key = canonical();
  if (const std::optional<bool> known = table_.find(key, winner_)) return *known;

  struct Choice {
    int weight;
    int cell;
  };
  std::array<Choice, max_exact_cells> choices{};
  std::size_t count = 0;
  for (Word64 rest = moves; rest != 0; rest &= rest - 1) {
    const int cell = lowest_index(rest);
    const int weight = board_.weight(cell, turn.player);
    if (weight > 0) choices[count++] = {weight, cell};
  }
  // Some line is open to the winner, so its empty cells are among the choices unless forced.
  std::sort(choices.begin(), choices.begin() + static_cast<std::ptrdiff_t>(count),
            [](const Choice& a, const Choice& b) {
              return a.weight != b.weight ? a.weight > b.weight : a.cell < b.cell;
            });
  const bool mine = turn.player == winner_;
  bool result = !mine;
  for (std::size_t i = 0; i < count; ++i) {
    board_.place(choices[i].cell, turn.player);
    path_[static_cast<std::size_t>(stones)] = static_cast<std::int8_t>(choices[i].cell);
    const bool wins = search(stones + 1);
    board_.remove(choices[i].cell, turn.player);
    if (stopped_) return false;
    if (wins == mine) {
      result = mine;
      break;
    }
  }
  table_.store(key, winner_, result);
  return result;
}

bool ExactSolver::ask(int stones, Player winner) {
  winner_ = winner;
  root_ = stones;
  return search(stones);
}

std::optional<bool> ExactSolver::wins(const Game& game, Player winner, const StopToken* stop) {
  if (game.over()) return game.outcome() == win_of(winner);
  set_up(game);
  stop_ = stop;
  stopped_ = false;
  const bool result = ask(game.stone_count(), winner);
  if (stopped_) return std::nullopt;
  return result;
}

std::optional<GameValue> ExactSolver::value_of_stone(const Game& game, Cell cell,
                                                     const StopToken* stop) {
  EXPECTS(!game.over() && !game.at(cell));
  set_up(game);
  stop_ = stop;
  stopped_ = false;
  const Player mover = game.to_move();
  const int stones = game.stone_count() + 1;
  board_.place(cell.y * spec_.board->columns + cell.x, mover);
  if (board_.has_complete_line(mover)) return GameValue::win;
  const bool win = ask(stones, mover);
  if (stopped_) return std::nullopt;
  if (win) return GameValue::win;
  const bool loss = ask(stones, opponent(mover));
  if (stopped_) return std::nullopt;
  return loss ? GameValue::loss : GameValue::draw;
}

std::optional<bool> ExactSolver::wins(const StonePair& stones, Player winner,
                                      const StopToken* stop) {
  set_up(stones);
  stop_ = stop;
  stopped_ = false;
  const bool result = ask(popcount(stones.first | stones.second), winner);
  if (stopped_) return std::nullopt;
  return result;
}

// A stone that keeps the value of the mover; nothing on a stop.
std::optional<int> ExactSolver::best_stone(int stones, GameValue value, Player mover) {
  struct Choice {
    int weight;
    int cell;
  };
  std::vector<Choice> choices;
  for (Word64 rest = board_.empty(); rest != 0; rest &= rest - 1) {
    const int cell = lowest_index(rest);
    choices.push_back({board_.weight(cell, mover), cell});
  }
  std::stable_sort(choices.begin(), choices.end(),
                   [](const Choice& a, const Choice& b) { return a.weight > b.weight; });
  if (value == GameValue::loss) return choices[0].cell;
  for (const Choice& choice : choices) {
    board_.place(choice.cell, mover);
    const bool keeps =
        board_.has_complete_line(mover) ||
        (value == GameValue::win ? ask(stones + 1, mover) : !ask(stones + 1, opponent(mover)));
    board_.remove(choice.cell, mover);
    if (stopped_) return std::nullopt;
    if (keeps) return choice.cell;
  }
  EXPECTS(false);
  return std::nullopt;
}

ExactSolver::Answer ExactSolver::value(const Game& game, const StopToken* stop) {
  Answer answer;
  const Player mover = game.to_move();
  if (game.over()) {
    answer.value = game.outcome() == Outcome::draw ? GameValue::draw : GameValue::loss;
    return answer;
  }
  const std::optional<bool> win = wins(game, mover, stop);
  if (!win) return answer;
  if (*win) {
    answer.value = GameValue::win;
  } else if (game.moves().empty() && spec_.p == spec_.q) {
    // Nash's strategy stealing: Black could otherwise begin with any p stones, which never hurt
    // him, and go on as the second player who wins. With q < p that fails: Connect(3,3,3,3,1) is
    // White's.
    answer.value = GameValue::draw;
  } else {
    const std::optional<bool> loss = wins(game, opponent(mover), stop);
    if (!loss) return answer;
    answer.value = *loss ? GameValue::loss : GameValue::draw;
  }
  set_up(game);
  int stones = game.stone_count();
  for (int i = game.stones_due(); i > 0 && !board_.has_complete_line(mover); --i) {
    const std::optional<int> cell = best_stone(stones, *answer.value, mover);
    if (!cell) {
      answer.best.clear();
      break;
    }
    board_.place(*cell, mover);
    ++stones;
    answer.best.push_back(Cell{*cell % spec_.board->columns, *cell / spec_.board->columns});
  }
  return answer;
}

}  // namespace inarow
