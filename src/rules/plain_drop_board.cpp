#include "rules/plain_drop_board.hpp"

#include <algorithm>
#include <array>

#include "base/expects.hpp"

namespace inarow {

PlainDropBoard::PlainDropBoard(const DropSpec& spec)
    : spec_(spec), heights_(static_cast<std::size_t>(spec.width)) {
  if (spec.height) {
    const auto cells =
        static_cast<std::size_t>(spec.width) * static_cast<std::size_t>(*spec.height);
    holders_.reserve(cells);
    played_.reserve(cells);
  }
}

PlainDropBoard::Holder PlainDropBoard::held(int x, int y) const {
  if (spec_.cylinder) x = ((x % spec_.width) + spec_.width) % spec_.width;
  if (x < 0 || x >= spec_.width || y < 0) return Holder::nobody;
  const std::size_t at = index_of(x, y);
  return at < holders_.size() ? holders_[at] : Holder::nobody;
}

PlainDropBoard::Holder& PlainDropBoard::place(int x, int y) {
  const std::size_t rows_end = index_of(0, y + 1);
  if (rows_end > holders_.size()) holders_.resize(rows_end);
  return holders_[index_of(x, y)];
}

std::optional<Player> PlainDropBoard::at(Cell cell) const {
  switch (held(cell.x, cell.y)) {
    case Holder::nobody:
      break;
    case Holder::first:
      return Player::first;
    case Holder::second:
      return Player::second;
  }
  return std::nullopt;
}

bool PlainDropBoard::can_play(Column c) const {
  if (c.index < 0 || c.index >= spec_.width) return false;
  return !spec_.height || height_of(c) < *spec_.height;
}

void PlainDropBoard::play(Column c) {
  EXPECTS(outcome_ == Outcome::undecided && can_play(c));
  const Player player = to_move();
  const Cell cell{c.index, height_of(c)};
  place(cell.x, cell.y) = holder(player);
  ++heights_[static_cast<std::size_t>(c.index)];
  played_.push_back(c);
  if (has_line_through(cell, player)) {
    outcome_ = win_of(player);
  } else if (spec_.height && plies() == spec_.width * *spec_.height) {
    outcome_ = Outcome::draw;
  }
}

void PlainDropBoard::undo() {
  EXPECTS(!played_.empty());
  const Column c = played_.back();
  const int height = --heights_[static_cast<std::size_t>(c.index)];
  place(c.index, height) = Holder::nobody;
  played_.pop_back();
  outcome_ = Outcome::undecided;  // no move is played after the end
}

// Stones of `holder` beyond `from` in direction (dx, dy), at most `limit`.
int PlainDropBoard::run(Cell from, Holder holder, int dx, int dy, int limit) const {
  int length = 0;
  for (int x = from.x + dx, y = from.y + dy; length < limit && held(x, y) == holder;
       x += dx, y += dy) {
    ++length;
  }
  return length;
}

bool PlainDropBoard::has_line_through(Cell cell, Player player) const {
  if (at(cell) != player) return false;
  constexpr std::array<std::array<int, 2>, 4> directions{{{1, 0}, {0, 1}, {1, 1}, {1, -1}}};
  const Holder mine = holder(player);
  for (const auto& [dx, dy] : directions) {
    // A horizontal run on a cylinder bites its own tail after `width` different cells.
    const bool ring = dy == 0 && spec_.cylinder;
    const int most = ring ? std::min(spec_.k, spec_.width) : spec_.k;
    const int right = run(cell, mine, dx, dy, most - 1);
    const int left = run(cell, mine, -dx, -dy, most - 1 - right);
    if (1 + right + left >= spec_.k) return true;
  }
  return false;
}

}  // namespace inarow
