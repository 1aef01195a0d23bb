#include "placement.hpp"

#include <algorithm>

#include "quote.hpp"
#include "refusal.hpp"

namespace check {
namespace {

// Cells around the header's stones on an infinite board on which a proof may place stones.
constexpr int reach = 200;
constexpr std::array<std::pair<int, int>, 4> directions{{{1, 0}, {0, 1}, {1, 1}, {1, -1}}};

constexpr std::uint8_t zones_mark = 'Z';
constexpr std::uint8_t tree_mark = 'T';

}  // namespace

PlacementGame PlacementGame::parse(const std::string& text) {
  const auto fail = [&]() -> PlacementGame {
    throw Unreadable(quoted(text) +
                     " is no placement game, or one that is too large; Connect(m,n,k,p,q) or "
                     "Connect(k,p,q) is expected");
  };
  constexpr std::size_t word = 8;  // of "Connect("
  if (text.compare(0, word, "Connect(") != 0 || text.back() != ')') return fail();
  std::vector<int> numbers;
  for (std::size_t start = word; start < text.size();) {
    const std::size_t end = std::min(text.find(',', start), text.size() - 1);
    const std::string digits = text.substr(start, end - start);
    if (digits.empty() || digits.size() > 4 || digits[0] == '0' ||
        digits.find_first_not_of("0123456789") != std::string::npos) {
      return fail();
    }
    numbers.push_back(std::stoi(digits));
    start = end + 1;
  }
  PlacementGame game;
  if (numbers.size() == 5) {
    game.columns = numbers[0];
    game.rows = numbers[1];
    numbers.erase(numbers.begin(), numbers.begin() + 2);
  }
  if (numbers.size() != 3) return fail();
  game.k = numbers[0];
  game.p = numbers[1];
  game.q = numbers[2];
  if (game.columns > max_side || game.rows > max_side || game.k > max_k || game.p > max_p ||
      game.q > max_k) {
    return fail();
  }
  return game;
}

Stones::Stones(const PlacementGame& game, const std::vector<std::pair<int, int>>& cells)
    : game_(game), width_(game.columns), height_(game.rows) {
  if (game_.infinite()) {
    int right = 0;
    int top = 0;
    for (std::size_t i = 0; i < cells.size(); ++i) {
      const auto [x, y] = cells[i];
      left_ = i == 0 ? x : std::min(left_, x);
      right = i == 0 ? x : std::max(right, x);
      bottom_ = i == 0 ? y : std::min(bottom_, y);
      top = i == 0 ? y : std::max(top, y);
    }
    const int margin = reach + game_.k;
    left_ -= margin;
    bottom_ -= margin;
    width_ = right + margin - left_ + 1;
    height_ = top + margin - bottom_ + 1;
  }
  content_.assign(static_cast<std::size_t>(width_) * static_cast<std::size_t>(height_), -1);
}

bool Stones::can_hold(int x, int y) const {
  const int margin = game_.infinite() ? game_.k : 0;
  return x >= left_ + margin && x < left_ + width_ - margin && y >= bottom_ + margin &&
         y < bottom_ + height_ - margin;
}

std::string Stones::name(int cell) const {
  return std::to_string(x_of(cell)) + "," + std::to_string(y_of(cell));
}

std::vector<int> Stones::empty_cells() const {
  std::vector<int> cells;
  for (int cell = 0; cell < width_ * height_; ++cell) {
    if (is_empty(cell)) cells.push_back(cell);
  }
  return cells;
}

void Stones::place(int cell, int player) {
  content_[static_cast<std::size_t>(cell)] = static_cast<signed char>(player);
  placed_[static_cast<std::size_t>(player)].push_back(cell);
}

void Stones::remove_last(int player) {
  std::vector<int>& placed = placed_[static_cast<std::size_t>(player)];
  content_[static_cast<std::size_t>(placed.back())] = -1;
  placed.pop_back();
}

std::vector<std::vector<int>> Stones::active_segments(int player) const {
  std::vector<std::vector<int>> result;
  for (const int stone : placed_[static_cast<std::size_t>(player)]) {
    const int x = x_of(stone);
    const int y = y_of(stone);
    for (const auto& [dx, dy] : directions) {
      for (int back = 0; back < game_.k; ++back) {
        const int ahead = game_.k - 1 - back;
        const auto outside = [&](int steps) {
          const int sx = x + steps * dx;
          const int sy = y + steps * dy;
          return sx < left_ || sx >= left_ + width_ || sy < bottom_ || sy >= bottom_ + height_;
        };
        if (outside(-back) || outside(ahead)) continue;
        std::vector<int> empty;
        bool counts = true;
        for (int i = -back; i <= ahead && counts; ++i) {
          const int at = cell(x + i * dx, y + i * dy);
          const int content = content_[static_cast<std::size_t>(at)];
          if (content < 0) {
            empty.push_back(at);
          } else if (content != player || i < 0) {
            // A stone of the other player, or one that has found this segment itself.
            counts = false;
          }
        }
        if (counts) {
          std::sort(empty.begin(), empty.end());
          result.push_back(std::move(empty));
        }
      }
    }
  }
  return result;
}

bool Stones::completes_line(int cell) const {
  const int player = content_[static_cast<std::size_t>(cell)];
  for (const auto& [dx, dy] : directions) {
    int length = 1;
    for (const int way : {-1, 1}) {
      for (int i = 1; i < game_.k; ++i, ++length) {
        const int x = x_of(cell) + way * i * dx;
        const int y = y_of(cell) + way * i * dy;
        if (x < left_ || x >= left_ + width_ || y < bottom_ || y >= bottom_ + height_) break;
        if (content_[static_cast<std::size_t>(this->cell(x, y))] != player) break;
      }
    }
    if (length >= game_.k) return true;
  }
  return false;
}

bool Stones::has_line(int player) const {
  const std::vector<int>& stones = placed(player);
  return std::any_of(stones.begin(), stones.end(), [&](int c) { return completes_line(c); });
}

Stones header_position(const PlacementGame& game, const Header& header, int& to_move) {
  Stones stones(game, header.cells);
  const int count = static_cast<int>(header.cells.size());
  if (count > 0 && (count < game.q || (count - game.q) % game.p != 0)) {
    throw Unreadable("the header's moves are not whole: a move has " + std::to_string(game.q) +
                     " stones at first, then " + std::to_string(game.p));
  }
  for (int i = 0; i < count; ++i) {
    const auto [x, y] = header.cells[static_cast<std::size_t>(i)];
    const std::string where = "stone " + std::to_string(i + 1) + " of the header: ";
    if (!stones.can_hold(x, y)) throw Unreadable(where + "it lies outside the board");
    if (!stones.is_empty(stones.cell(x, y))) throw Unreadable(where + "the cell is taken");
    const int player = i < game.q ? 0 : 1 - (i - game.q) / game.p % 2;
    stones.place(stones.cell(x, y), player);
    if (stones.completes_line(stones.cell(x, y))) {
      throw Unreadable(where + "it ends the game, so there is nothing to prove");
    }
  }
  if (!game.infinite() && count == game.columns * game.rows) {
    throw Unreadable("the header's moves fill the board");
  }
  to_move = count == 0 ? 0 : 1 - (count - game.q) / game.p % 2;
  return stones;
}

void verify_placement_bound(Stones& stones, int to_move, const PlacementBound& bound, Body& body,
                            Counts& counts) {
  const std::uint8_t mark = body.next();
  if (mark == zones_mark) {
    if (bound.threshold != 1) throw Refuted("zones prove wins only");
    verify_by_zones(stones, to_move, bound.prover, body, counts);
  } else if (mark == tree_mark) {
    verify_by_tree(stones, bound, body, counts);
  } else {
    throw Refuted("there is no form of proof " + std::to_string(mark));
  }
}

}  // namespace check
