#include "rules/contest_letters.hpp"

namespace inarow {
namespace {

// -1: no letter of the board.
int number_of(char letter) {
  if (letter >= 'a' && letter < 'a' + contest_side) return letter - 'a';
  if (letter >= 'A' && letter < 'A' + contest_side) return letter - 'A';
  return -1;
}

}  // namespace

std::string contest_letters(const Move& move) {
  std::string text;
  for (const Cell cell : move) {
    text += static_cast<char>('A' + cell.x);
    text += static_cast<char>('A' + cell.y);
  }
  return text;
}

std::optional<Move> read_contest_letters(std::string_view text) {
  if (text.empty() || text.size() % 2 != 0) return std::nullopt;
  Move move;
  for (std::size_t i = 0; i < text.size(); i += 2) {
    const Cell cell{number_of(text[i]), number_of(text[i + 1])};
    if (cell.x < 0 || cell.y < 0) return std::nullopt;
    move.push_back(cell);
  }
  return move;
}

}  // namespace inarow
