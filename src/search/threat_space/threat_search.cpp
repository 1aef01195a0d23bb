#include "search/threat_space/threat_search.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

#include "base/expects.hpp"

namespace inarow::threats {
namespace {

constexpr int max_threat_k = 50;
constexpr int max_spread = 100;  // of the stones on an infinite board

}  // namespace

std::optional<std::string> ThreatSearch::obstacle(const GameSpec& spec) {
  const PlacementSpec* placement = spec.placement();
  if (placement == nullptr) return spec.to_string() + " is no placement game";
  if (placement->p > max_stones) {
    return fmt::format("threat search takes at most {} stones a move; {} has {}", max_stones,
                       spec.to_string(), placement->p);
  }
  if (placement->k <= placement->p || placement->k > max_threat_k) {
    return fmt::format("threat search takes k from p + 1 to {}; {} has {}", max_threat_k,
                       spec.to_string(), placement->k);
  }
  return std::nullopt;
}

std::optional<std::string> ThreatSearch::obstacle(const Game& game) {
  if (const std::optional<std::string> reason = obstacle(game.spec())) return reason;
  const std::vector<Stone> stones = game.stones();
  if (game.moves().empty() || stones.empty()) {
    return "threat search needs a position with stones; give it moves";
  }
  if (!game.spec().placement()->board) {
    for (const Stone& stone : stones) {
      if (std::abs(stone.cell.x - stones[0].cell.x) > max_spread ||
          std::abs(stone.cell.y - stones[0].cell.y) > max_spread) {
        return fmt::format("threat search takes stones at most {} cells apart", max_spread);
      }
    }
  }
  return std::nullopt;
}

ThreatSearch::ThreatSearch(const PlacementSpec& spec, const std::vector<Stone>& stones,
                           Player attacker, const ThreatLimits& limits, const StopToken* stop)
    : board_(spec, stones),
      attacker_(attacker),
      defender_(opponent(attacker)),
      limits_(limits),
      stop_(stop),
      generator_(board_, attacker),
      table_(std::bit_ceil(std::max<std::size_t>(limits.table, 1024))),
      end_(limits.nodes) {
  generator_.set_stop(stop);
  EXPECTS(spec.k > spec.p && spec.p <= max_stones);
  EXPECTS(!board_.has_won(Player::first) && !board_.has_won(Player::second));
}

void ThreatSearch::place(const CellSet& move, Player player) {
  for (const CellIndex cell : move) board_.place(cell, player);
  path_.insert(path_.end(), move.begin(), move.end());
  path_.push_back(end_of_move);
}

void ThreatSearch::remove(const CellSet& move) {
  for (const CellIndex cell : move) board_.remove(cell);
  path_.resize(path_.size() - static_cast<std::size_t>(move.size) - 1);
}

// The moves that lead to the position being looked at. A macro-move has more stones than a move.
MoveList ThreatSearch::line() const {
  MoveList line;
  Move move;
  for (const CellIndex cell : path_) {
    if (cell != end_of_move) {
      move.push_back(board_.cell(cell));
    } else {
      if (!move.empty()) line.push_back(std::move(move));  // a pass has no stones
      move = {};
    }
  }
  return line;
}

bool ThreatSearch::out_of_time() {
  constexpr std::uint64_t told_at_once = 256;
  count_node();
  if (observer_ != nullptr && nodes() - told_ >= told_at_once) {
    observer_->add_nodes(nodes() - told_);
    told_ = nodes();
    if (observer_->looked_at()) observer_->set_line(line());
  }
  stopped_ = stopped_ || inarow::stopped(stop_) || nodes() >= end_;
  return stopped_;
}

bool ThreatSearch::generate(int threats, std::vector<AttackMove>& moves) {
  generator_.generate(threats, moves);
  stopped_ = stopped_ || inarow::stopped(stop_);
  return !stopped_;
}

void ThreatSearch::allow(std::uint64_t nodes_more) {
  end_ = nodes() + nodes_more;
  stopped_ = false;
}

// Places stones of the defender on all cells; false, and none placed, if one is not safe.
bool ThreatSearch::place_all(const std::vector<CellIndex>& cells) {
  if (!std::all_of(cells.begin(), cells.end(), [&](CellIndex c) { return board_.is_safe(c); })) {
    return false;
  }
  for (const CellIndex cell : cells) board_.place(cell, defender_);
  path_.insert(path_.end(), cells.begin(), cells.end());
  path_.push_back(end_of_move);
  return true;
}

void ThreatSearch::remove_all(const std::vector<CellIndex>& cells) {
  for (const CellIndex cell : cells) board_.remove(cell);
  path_.resize(path_.size() - cells.size() - 1);
}

bool ThreatSearch::play(const Move& cells, Player player) {
  for (const Cell cell : cells) {
    const CellIndex index = board_.index(cell);
    if (index < 0 || index >= board_.area() || board_.cell(index) != cell ||
        !board_.is_safe(index)) {
      return false;
    }
    EXPECTS(board_.is_empty(index));
  }
  for (const Cell cell : cells) board_.place(board_.index(cell), player);
  return true;
}

void ThreatSearch::take_back(const Move& cells) {
  for (const Cell cell : cells) board_.remove(board_.index(cell));
}

std::optional<Move> ThreatSearch::remembered_move() {
  const Entry& known = entry();
  if (known.key != board_.hash() || !known.won) return std::nullopt;
  Move move;
  for (const CellIndex cell : known.move) {
    // Two positions may share a key.
    if (cell >= board_.area() || !board_.is_empty(cell) || !board_.is_safe(cell)) {
      return std::nullopt;
    }
    move.push_back(board_.cell(cell));
  }
  return move;
}

std::vector<std::vector<Cell>> ThreatSearch::zone_cells(const Zones& zones) const {
  std::vector<std::vector<Cell>> result;
  for (int order = 1; order <= zones.count() && !zones.is_whole(order); ++order) {
    result.emplace_back();
    for (const CellIndex cell : zones.empty_cells(order, board_)) {
      result.back().push_back(board_.cell(cell));
    }
  }
  return result;
}

std::optional<ThreatWin> ThreatSearch::find_win() {
  std::optional<ThreatWin> win;
  for (int order = 1; order <= limits_.order && !win && !stopped_; ++order) {
    win = find_win_of_order(order);
  }
  return win;
}

std::optional<ThreatWin> ThreatSearch::find_win_after_defense() {
  std::optional<ThreatWin> win;
  for (int order = 1; order <= limits_.order && !win && !stopped_; ++order) {
    win = find_win_after_defense_of_order(order);
  }
  return win;
}

std::optional<ThreatWin> ThreatSearch::find_win_of_order(int order) {
  Zones zones(board_);
  const std::optional<CellSet> move = prove_of_order(order, zones);
  if (!move) return std::nullopt;
  ThreatWin win{attacker_, {}, order, zone_cells(zones), nullptr};
  for (const CellIndex cell : *move) win.move.push_back(board_.cell(cell));
  return win;
}

std::optional<ThreatWin> ThreatSearch::find_win_after_defense_of_order(int order) {
  Zones zones(board_);
  const std::size_t before = mark();
  if (!verify_defense(order, order == 1 ? 0 : limits_.moves_of_order, zones)) {
    take_back_to(before);
    return std::nullopt;
  }
  return ThreatWin{attacker_, {}, order, zone_cells(zones), nullptr};
}

}  // namespace inarow::threats
