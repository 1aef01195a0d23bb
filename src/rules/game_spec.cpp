#include "rules/game_spec.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <utility>
#include <vector>

#include "base/quote.hpp"

namespace inarow {
namespace {

constexpr std::array<std::pair<std::string_view, std::string_view>, 4> named_games{{
    {"connect4", "drop:7x6"},
    {"tictactoe", "Connect(3,3,3,1,1)"},
    {"gomoku", "Connect(15,15,5,1,1)"},
    {"connect6", "Connect(19,19,6,2,1)"},
}};

constexpr const char* all_forms =
    "connect4, drop:7x6, drop:7x6:k5, drop:7x6:cyl, cylinder:6, Connect(15,15,5,1,1), "
    "Connect(6,2,3), tictactoe, gomoku or connect6";

// Reads the text from left to right; every complaint names the character (counted from 1).
class Scanner {
 public:
  explicit Scanner(std::string_view text) : text_(text) {}

  std::size_t place() const { return at_; }
  bool at_end() const { return at_ == text_.size(); }

  bool accept(std::string_view word) {
    skip_spaces();
    if (text_.size() - at_ < word.size()) return false;
    for (std::size_t i = 0; i < word.size(); ++i) {
      const auto c = static_cast<unsigned char>(text_[at_ + i]);
      if (std::tolower(c) != std::tolower(static_cast<unsigned char>(word[i]))) return false;
    }
    at_ += word.size();
    return true;
  }

  // A number without sign; values beyond ten thousand are cut off, every limit is far below.
  std::optional<int> number() {
    skip_spaces();
    const std::size_t start = at_;
    int value = 0;
    while (at_ < text_.size() && std::isdigit(static_cast<unsigned char>(text_[at_])) != 0) {
      value = std::min(value * 10 + (text_[at_] - '0'), 10'000);
      ++at_;
    }
    if (at_ == start) return std::nullopt;
    return value;
  }

  tl::unexpected<Error> complain(std::string_view what, std::string_view suggestion) const {
    return complain_at(at_, what, suggestion);
  }

  tl::unexpected<Error> complain_at(std::size_t place, std::string_view what,
                                    std::string_view suggestion) const {
    const std::string where = place >= text_.size() ? std::string("at the end")
                                                    : fmt::format("at character {}", place + 1);
    return failure(
        fmt::format("bad game {}: {}: {}; write {}", quoted(text_, 60), where, what, suggestion),
        place);
  }

  void skip_spaces() {
    while (at_ < text_.size() && text_[at_] == ' ') ++at_;
  }

 private:
  std::string_view text_;
  std::size_t at_ = 0;
};

// How many letters must be changed, inserted or removed to make one text of the other.
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = std::exchange(row[0], i);
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t same = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, same});
    }
  }
  return row.back();
}

std::optional<Error> check_drop(const DropSpec& spec, const Scanner& scan, std::size_t place) {
  if (spec.height) {
    if (spec.width * (*spec.height + 1) > max_drop_bits) {
      return scan
          .complain_at(
              place,
              fmt::format("{} x ({} + 1) = {} is more than the {} bits of a bitboard", spec.width,
                          *spec.height, spec.width * (*spec.height + 1), max_drop_bits),
              "a smaller board, such as drop:8x8 or drop:11x10")
          .value();
    }
  } else if (spec.width > max_drop_width) {
    return scan
        .complain_at(place, fmt::format("{} columns are more than {}", spec.width, max_drop_width),
                     "a narrower board, such as drop:7xinf:cyl")
        .value();
  }
  return std::nullopt;
}

// The options after the size of a drop game: :kN and :cyl, each at most once, in any order.
Result<GameSpec> parse_drop_options(Scanner& scan, DropSpec spec, std::size_t size_place,
                                    bool cylinder_given) {
  bool k_given = false;
  for (scan.skip_spaces(); !scan.at_end(); scan.skip_spaces()) {
    const std::size_t option_place = scan.place();
    if (scan.accept(":cyl")) {
      if (cylinder_given) {
        return scan.complain_at(option_place, "the cylinder is named twice", "it once");
      }
      cylinder_given = true;
      spec.cylinder = true;
    } else if (scan.accept(":k")) {
      const std::size_t place = scan.place();
      const std::optional<int> k = scan.number();
      if (!k) return scan.complain("the length of a line is missing", ":k5 for five in a row");
      if (k_given) return scan.complain_at(option_place, "k is given twice", "it once");
      if (*k < 1 || *k > max_line_length) {
        return scan.complain_at(
            place, fmt::format("k is {}, it may be 1 to {}", *k, max_line_length), ":k4 or :k5");
      }
      k_given = true;
      spec.k = *k;
    } else {
      return scan.complain("not an option of a drop game",
                           "drop:7x6, drop:7x6:k5, drop:7x6:cyl or drop:7x6:k5:cyl");
    }
  }
  if (std::optional<Error> error = check_drop(spec, scan, size_place)) {
    return tl::unexpected<Error>(std::move(*error));
  }
  return GameSpec(spec);
}

Result<GameSpec> parse_drop(Scanner& scan) {
  DropSpec spec;
  const std::size_t size_place = scan.place();
  const std::optional<int> width = scan.number();
  if (!width) return scan.complain("the number of columns is missing", "drop:7x6");
  if (*width < 1) {
    return scan.complain_at(size_place, "a board has at least one column", "drop:7x6");
  }
  spec.width = *width;
  if (!scan.accept("x")) {
    return scan.complain("an x and the number of rows are missing",
                         fmt::format("drop:{}x6", *width));
  }
  const std::size_t height_place = scan.place();
  if (scan.accept("inf")) {
    spec.height = std::nullopt;
  } else {
    const std::optional<int> height = scan.number();
    if (!height) {
      return scan.complain("the number of rows is missing",
                           fmt::format("drop:{0}x6, or drop:{0}xinf for infinite height", *width));
    }
    if (*height < 1) {
      return scan.complain_at(height_place, "a board has at least one row",
                              fmt::format("drop:{}x6", *width));
    }
    spec.height = height;
  }
  return parse_drop_options(scan, spec, size_place, false);
}

Result<GameSpec> parse_cylinder(Scanner& scan) {
  DropSpec spec;
  spec.height = std::nullopt;
  spec.cylinder = true;
  const std::size_t size_place = scan.place();
  const std::optional<int> width = scan.number();
  if (!width) return scan.complain("the number of columns is missing", "cylinder:6");
  if (*width < 1) {
    return scan.complain_at(size_place, "a cylinder has at least one column", "cylinder:6");
  }
  spec.width = *width;
  return parse_drop_options(scan, spec, size_place, true);
}

Result<GameSpec> parse_connect(Scanner& scan) {
  constexpr const char* forms =
      "Connect(m,n,k,p,q), such as Connect(19,19,6,2,1), or Connect(k,p,q) for the infinite board";
  std::vector<int> numbers;
  std::vector<std::size_t> places;
  do {
    scan.skip_spaces();
    places.push_back(scan.place());
    const std::optional<int> number = scan.number();
    if (!number) return scan.complain("a number is missing", forms);
    numbers.push_back(*number);
  } while (scan.accept(","));
  if (!scan.accept(")")) return scan.complain("a closing parenthesis is missing", forms);
  scan.skip_spaces();
  if (!scan.at_end()) return scan.complain("nothing may follow the parenthesis", forms);
  if (numbers.size() != 3 && numbers.size() != 5) {
    return scan.complain_at(places[0],
                            fmt::format("{} numbers, there must be 5 or 3", numbers.size()), forms);
  }
  PlacementSpec spec;
  const std::size_t first = numbers.size() - 3;  // of k, p and q
  if (first == 2) {
    for (std::size_t i = 0; i < 2; ++i) {
      if (numbers[i] < 1 || numbers[i] > max_placement_side) {
        return scan.complain_at(
            places[i], fmt::format("a side may be 1 to {} cells long", max_placement_side), forms);
      }
    }
    spec.board = BoardSize{numbers[0], numbers[1]};
  }
  constexpr std::array<const char*, 3> letters{"k", "p", "q"};
  constexpr std::array<int, 3> limits{max_line_length, max_stones_a_move, max_stones_a_move};
  for (std::size_t i = 0; i < 3; ++i) {
    const int number = numbers[first + i];
    if (number < 1 || number > limits[i]) {
      return scan.complain_at(
          places[first + i],
          fmt::format("{} is {}, it may be 1 to {}", letters[i], number, limits[i]), forms);
    }
  }
  spec.k = numbers[first];
  spec.p = numbers[first + 1];
  spec.q = numbers[first + 2];
  return GameSpec(spec);
}

}  // namespace

Result<GameSpec> GameSpec::parse(std::string_view text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  Scanner scan(text);
  std::string lower(text);
  std::transform(lower.begin(), lower.end(), lower.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  for (const auto& [name, meaning] : named_games) {
    if (lower == name) return parse(meaning);
  }
  if (scan.accept("drop:")) return parse_drop(scan);
  if (scan.accept("cylinder:")) return parse_cylinder(scan);
  if (scan.accept("connect(")) return parse_connect(scan);
  for (const auto& [name, meaning] : named_games) {
    if (edit_distance(lower, name) <= 2) {
      return scan.complain("no game of this name", fmt::format("{} ({})", name, meaning));
    }
  }
  return scan.complain("no game of this name", all_forms);
}

std::string GameSpec::to_string() const {
  if (const DropSpec* d = drop()) {
    return fmt::format("drop:{}x{}{}{}", d->width, d->height ? std::to_string(*d->height) : "inf",
                       d->k == 4 ? "" : fmt::format(":k{}", d->k), d->cylinder ? ":cyl" : "");
  }
  const PlacementSpec& s = *placement();
  if (s.board) {
    return fmt::format("Connect({},{},{},{},{})", s.board->columns, s.board->rows, s.k, s.p, s.q);
  }
  return fmt::format("Connect({},{},{})", s.k, s.p, s.q);
}

std::optional<BoardSize> GameSpec::finite_board() const {
  if (const DropSpec* d = drop()) {
    if (!d->height) return std::nullopt;
    return BoardSize{d->width, *d->height};
  }
  return placement()->board;
}

std::optional<int> GameSpec::cells() const {
  const std::optional<BoardSize> size = finite_board();
  if (!size) return std::nullopt;
  return size->columns * size->rows;
}

const char* GameSpec::colour(Player player) const {
  const bool white = (player == Player::first) == (drop() != nullptr);
  return white ? "White" : "Black";
}

bool on_board(const GameSpec& game, Cell cell) {
  if (cell == null_stone) return false;
  if (const DropSpec* d = game.drop()) {
    return cell.x >= 0 && cell.x < d->width && cell.y >= 0 && (!d->height || cell.y < *d->height);
  }
  const std::optional<BoardSize>& board = game.placement()->board;
  return !board || (cell.x >= 0 && cell.x < board->columns && cell.y >= 0 && cell.y < board->rows);
}

}  // namespace inarow
