#include "board.hpp"

#include <algorithm>

#include "refusal.hpp"

namespace check {
namespace {

// A number without sign or leading zeros at `place`, which moves behind it; at most `limit`.
int read_number(const std::string& text, std::size_t& place, int limit) {
  const std::size_t start = place;
  int number = 0;
  while (place < text.size() && text[place] >= '0' && text[place] <= '9' && number <= limit) {
    number = 10 * number + (text[place++] - '0');
  }
  if (place == start || text[start] == '0' || number > limit) {
    throw Unreadable("game " + text + ": a number of 1 to " + std::to_string(limit) +
                     " is expected at character " + std::to_string(start + 1));
  }
  return number;
}

bool skip(const std::string& text, std::size_t& place, const char* word) {
  const std::string expected = word;
  if (text.compare(place, expected.size(), expected) != 0) return false;
  place += expected.size();
  return true;
}

}  // namespace

Board::Board(const std::string& game) {
  std::size_t place = 0;
  if (!skip(game, place, "drop:")) {
    throw Unreadable("game " + game + ": only drop games, drop:WxH[:kN][:cyl], can be checked");
  }
  width_ = read_number(game, place, max_width);
  if (!skip(game, place, "x")) throw Unreadable("game " + game + ": there is no height");
  height_ = read_number(game, place, max_bits - 1);
  if (skip(game, place, ":k")) {
    k_ = read_number(game, place, 1000);
    if (k_ == 4) throw Unreadable("game " + game + ": :k4 is to be left out");
  }
  cylinder_ = skip(game, place, ":cyl");
  if (place != game.size()) {
    throw Unreadable("game " + game + ": unknown text at character " + std::to_string(place + 1));
  }
  if (width_ * (height_ + 1) > max_bits) throw Unreadable("game " + game + ": too large a board");
  through_.resize(static_cast<std::size_t>(cells()));
  for (int x = 0; x < width_; ++x) {
    for (int y = 0; y < height_; ++y) {
      for (int direction = 0; direction < 4; ++direction) {
        // With k = 1, and on cylinders of width 2, a line is met more than once.
        const Word line = line_from(x, y, direction);
        if (line != 0 && std::find(lines_.begin(), lines_.end(), line) == lines_.end()) {
          lines_.push_back(line);
        }
      }
    }
  }
  for (int x = 0; x < width_; ++x) {
    for (int y = 0; y < height_; ++y) {
      auto& list = through_[static_cast<std::size_t>(x * height_ + y)];
      for (const Word line : lines_) {
        if ((line & bit(x, y)) != 0) list.push_back(line);
      }
    }
  }
}

Word Board::line_from(int x, int y, int direction) const {
  constexpr std::array<int, 4> right{0, 1, 1, 1};
  constexpr std::array<int, 4> up{1, 0, 1, -1};
  Word line = 0;
  for (int i = 0; i < k_; ++i) {
    int column = x + i * right[static_cast<std::size_t>(direction)];
    const int row = y + i * up[static_cast<std::size_t>(direction)];
    if (cylinder_) column %= width_;
    if (column >= width_ || row < 0 || row >= height_) return 0;
    if ((line & bit(column, row)) != 0) return 0;
    line |= bit(column, row);
  }
  return line;
}

Word Board::canonical(Word code) const {
  const int step = height_ + 1;
  const Word column = ~Word{0} >> (max_bits - step);
  Word mirrored = 0;
  for (int x = 0; x < width_; ++x) {
    mirrored |= (code >> (x * step) & column) << ((width_ - 1 - x) * step);
  }
  Word best = std::min(code, mirrored);
  if (!cylinder_) return best;
  const int last = (width_ - 1) * step;
  for (int turn = 1; turn < width_; ++turn) {
    code = code >> step | (code & column) << last;
    mirrored = mirrored >> step | (mirrored & column) << last;
    best = std::min({best, code, mirrored});
  }
  return best;
}

std::string Board::square_name(int x, int y) const {
  std::string name;
  if (x >= 26) name += static_cast<char>('a' + x / 26 - 1);
  name += static_cast<char>('a' + x % 26);
  return name + std::to_string(y + 1);
}

bool Position::wins_with(int player, int column) const {
  const int y = height_of(column);
  const Word stones = of(player) | board_->bit(column, y);
  const auto& lines = board_->lines_through(column, y);
  return std::any_of(lines.begin(), lines.end(), [&](Word line) { return (line & ~stones) == 0; });
}

bool Position::can_win_now(int player) const {
  for (int x = 0; x < board_->width(); ++x) {
    if (can_play(x) && wins_with(player, x)) return true;
  }
  return false;
}

void Position::play(int column) {
  auto& height = heights_[static_cast<std::size_t>(column)];
  stones_[static_cast<std::size_t>(to_move())] |= board_->bit(column, height);
  ++height;
  ++count_;
}

void Position::undo(int column) {
  --count_;
  auto& height = heights_[static_cast<std::size_t>(column)];
  --height;
  stones_[static_cast<std::size_t>(to_move())] &= ~board_->bit(column, height);
}

Word Position::code() const {
  Word code = of(0);
  for (int x = 0; x < board_->width(); ++x) code |= board_->bit(x, height_of(x));
  return code;
}

std::string squares_of_moves(const Board& board, const std::vector<int>& columns) {
  std::array<int, max_width> heights{};
  std::string text;
  for (const int column : columns) {
    if (!text.empty()) text += ' ';
    text += board.square_name(column, heights[static_cast<std::size_t>(column)]++);
  }
  return text;
}

}  // namespace check
