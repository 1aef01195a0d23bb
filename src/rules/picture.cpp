#include "rules/picture.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <map>

#include "base/expects.hpp"
#include "rules/lines.hpp"
#include "rules/notation.hpp"
#include "rules/reachable.hpp"

namespace inarow {
namespace {

char symbol(const std::optional<Player>& content) {
  if (!content) return '.';
  return *content == Player::first ? 'x' : 'o';
}

struct Frame {
  int left, right, bottom, top;
  bool contains(Cell c) const { return c.x >= left && c.x <= right && c.y >= bottom && c.y <= top; }
};

// At most `largest_picture` of the coordinates low .. high, around `centre`.
void crop(int& low, int& high, int centre) {
  if (high - low < largest_picture) return;
  low = std::clamp(centre - largest_picture / 2, low, high - largest_picture + 1);
  high = low + largest_picture - 1;
}

// The stone that was placed last.
std::optional<Cell> last_stone(const Game& game) {
  for (auto move = game.moves().rbegin(); move != game.moves().rend(); ++move) {
    for (auto cell = move->rbegin(); cell != move->rend(); ++cell) {
      if (*cell != null_stone) return *cell;
    }
  }
  return std::nullopt;
}

Frame frame_of(const Game& game, const std::vector<Stone>& stones,
               const std::map<Cell, char>& marks) {
  if (const std::optional<BoardSize> size = game.spec().finite_board()) {
    return Frame{0, size->columns - 1, 0, size->rows - 1};
  }
  std::optional<Cell> centre = last_stone(game);
  if (!centre) centre = marks.empty() ? Cell{0, 0} : marks.begin()->first;
  Frame frame{centre->x, centre->x, centre->y, centre->y};
  if (const DropSpec* drop = game.spec().drop()) {
    frame = Frame{0, drop->width - 1, 0, 0};
    for (const Stone& stone : stones) frame.top = std::max(frame.top, stone.cell.y + 1);
  } else {
    const auto include = [&](Cell cell) {
      frame.left = std::min(frame.left, cell.x - 2);
      frame.right = std::max(frame.right, cell.x + 2);
      frame.bottom = std::min(frame.bottom, cell.y - 2);
      frame.top = std::max(frame.top, cell.y + 2);
    };
    include(*centre);
    for (const Stone& stone : stones) include(stone.cell);
    for (const auto& [cell, mark] : marks) include(cell);
  }
  crop(frame.left, frame.right, centre->x);
  crop(frame.bottom, frame.top, centre->y);
  return frame;
}

}  // namespace

std::string draw(const Game& game) { return draw(game, {}); }

std::string draw(const Game& game, const std::map<Cell, char>& marks) {
  const GameSpec& spec = game.spec();
  const std::vector<Stone> stones = game.stones();
  const Frame frame = frame_of(game, stones, marks);
  const bool pairs = spec.placement() != nullptr && !spec.finite_board();
  const auto row_label = [&](int y) { return std::to_string(pairs ? y : y + 1); };
  const auto column_label = [&](int x) {
    return pairs ? std::to_string(x) : column_name(Column{x});
  };
  const std::size_t margin = std::max(row_label(frame.top).size(), row_label(frame.bottom).size());
  const std::size_t width =
      std::max(column_label(frame.left).size(), column_label(frame.right).size());
  std::string text;
  for (int y = frame.top; y >= frame.bottom; --y) {
    text += fmt::format("{:>{}}", row_label(y), margin);
    for (int x = frame.left; x <= frame.right; ++x) {
      const Cell cell{x, y};
      const auto mark = marks.find(cell);
      const bool marked = mark != marks.end() && !game.at(cell);
      text += fmt::format(" {:>{}}", marked ? mark->second : symbol(game.at(cell)), width);
    }
    text += '\n';
  }
  text += std::string(margin, ' ');
  for (int x = frame.left; x <= frame.right; ++x) {
    text += fmt::format(" {:>{}}", column_label(x), width);
  }
  text += '\n';
  const auto outside = std::count_if(stones.begin(), stones.end(), [&](const Stone& stone) {
    return !frame.contains(stone.cell);
  });
  if (outside > 0) {
    text += fmt::format("{} of {} stones {} outside this part of the board\n", outside,
                        stones.size(), outside == 1 ? "is" : "are");
  }
  return text;
}

Result<std::vector<Stone>> read_picture(const GameSpec& spec, std::string_view text) {
  const std::optional<BoardSize> size = spec.finite_board();
  if (!size) return failure("pictures can be read for finite boards only; give the moves");
  std::vector<std::string> rows;  // from the top
  std::size_t line_number = 0;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    ++line_number;
    std::string row;
    bool cells_only = true;
    for (const char c : line) {
      if (c == '.' || c == 'x' || c == 'o' || c == 'X' || c == 'O') {
        row += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
      } else if (std::isspace(static_cast<unsigned char>(c)) == 0 && (c < '0' || c > '9')) {
        cells_only = false;
      }
    }
    if (row.empty()) continue;
    if (!cells_only) {
      // The line of column letters may well contain o and x; any other line must be clean.
      if (line.find('.') == std::string_view::npos && line.find('a') != std::string_view::npos) {
        continue;
      }
      return failure(fmt::format("picture, line {}: only x, o, dots and labels may stand in a row",
                                 line_number),
                     line_number);
    }
    if (static_cast<int>(row.size()) != size->columns) {
      return failure(fmt::format("picture, line {}: {} cells, a row of {} has {}", line_number,
                                 row.size(), spec.to_string(), size->columns),
                     line_number);
    }
    rows.push_back(std::move(row));
  }
  const int missing = size->rows - static_cast<int>(rows.size());
  if (missing < 0 || (missing > 0 && spec.drop() == nullptr)) {
    return failure(
        fmt::format("picture: {} rows, {} has {}", rows.size(), spec.to_string(), size->rows));
  }
  std::vector<Stone> stones;
  for (int x = 0; x < size->columns; ++x) {
    bool gap = false;
    for (int y = 0; y + missing < size->rows; ++y) {
      const char c =
          rows[rows.size() - 1 - static_cast<std::size_t>(y)][static_cast<std::size_t>(x)];
      if (c == '.') {
        gap = true;
      } else if (gap && spec.drop() != nullptr) {
        return failure(
            fmt::format("picture: the stone on {} hangs in the air", cell_name(spec, Cell{x, y})));
      } else {
        stones.push_back(Stone{Cell{x, y}, c == 'x' ? Player::first : Player::second});
      }
    }
  }
  return stones;
}

namespace {

template <class Word>
Result<Game> drop_game_with_stones(const GameSpec& spec, const std::vector<Stone>& stones,
                                   std::size_t limit) {
  const DropGeometry<Word> geometry(*spec.drop());
  Word first = 0;
  Word second = 0;
  for (const Stone& stone : stones) {
    (stone.player == Player::first ? first : second) |= geometry.bit(stone.cell);
  }
  const int firsts = popcount(first);
  const int seconds = popcount(second);
  if (firsts != seconds && firsts != seconds + 1) {
    return failure(
        fmt::format("{} stones of {} and {} of {}: in turn play they are equal or {} has "
                    "one more",
                    firsts, spec.colour(Player::first), seconds, spec.colour(Player::second),
                    spec.colour(Player::first)));
  }
  if (geometry.has_line(first) && geometry.has_line(second)) {
    return failure("both players have a complete line: no game leads to this position");
  }
  const Player last = firsts == seconds ? Player::second : Player::first;
  if (geometry.has_line(last == Player::first ? second : first)) {
    return failure(fmt::format(
        "{} has a complete line, but with these numbers of stones {} made the last move",
        spec.colour(opponent(last)), spec.colour(last)));
  }
  const ReachableAnswer order = find_move_order(geometry, first, second, limit);
  if (order.answer == Reachability::gave_up) {
    return failure("no order of moves was found that leads to this position; give the moves");
  }
  if (order.answer == Reachability::unreachable) {
    return failure(
        "no game leads to this position: in every order of moves a player would move out "
        "of turn, or on after a completed line");
  }
  Game game(spec);
  for (const Column column : order.moves) {
    EXPECTS(game.play({*game.landing_cell(column)}).has_value());
  }
  return game;
}

// The last move of a won placement game: a smallest set of the winner's stones that meets all his
// complete lines, at most `most` of them; empty if there is none. Nothing if it took more than
// `steps` looks at a line: finding such sets is as hard as anything (Karp 1972, hitting set).
class LastMove {
 public:
  LastMove(const std::vector<std::vector<Cell>>& lines, std::size_t steps)
      : lines_(lines), steps_(steps) {}

  std::optional<std::vector<Cell>> find(int most) {
    const bool found = extend(most);
    if (steps_ == 0) return std::nullopt;
    return found ? chosen_ : std::vector<Cell>();
  }

 private:
  bool extend(int most) {
    const auto open =
        std::find_if(lines_.begin(), lines_.end(), [&](const std::vector<Cell>& line) {
          if (steps_ > 0) --steps_;
          return std::none_of(line.begin(), line.end(), [&](Cell c) {
            return std::find(chosen_.begin(), chosen_.end(), c) != chosen_.end();
          });
        });
    if (open == lines_.end()) return true;
    if (most == 0 || steps_ == 0) return false;
    for (const Cell cell : *open) {
      chosen_.push_back(cell);
      if (extend(most - 1)) return true;
      chosen_.pop_back();
    }
    return false;
  }

  const std::vector<std::vector<Cell>>& lines_;
  std::size_t steps_;
  std::vector<Cell> chosen_;
};

Result<Game> placement_game_with_stones(const GameSpec& spec, const std::vector<Stone>& stones,
                                        std::size_t limit) {
  std::map<Player, std::vector<Cell>> cells;
  PlacementBoard board(*spec.placement());
  for (const Stone& stone : stones) {
    cells[stone.player].push_back(stone.cell);
    board.place(stone.cell, stone.player);
  }
  std::map<Player, std::vector<std::vector<Cell>>> complete;
  const LineTable table(spec);
  for (const std::vector<Cell>& line : table.lines()) {
    for (const Player player : {Player::first, Player::second}) {
      if (std::all_of(line.begin(), line.end(), [&](Cell c) { return board.at(c) == player; })) {
        complete[player].push_back(line);
      }
    }
  }
  if (complete.count(Player::first) != 0 && complete.count(Player::second) != 0) {
    return failure("both players have a complete line: no game leads to this position");
  }
  Player winner = Player::first;
  bool won = false;
  for (const auto& [player, lines] : complete) {
    const std::optional<std::vector<Cell>> found = LastMove(lines, limit).find(spec.placement()->p);
    if (!found) {
      return failure("no last move was found that completes all these lines; give the moves");
    }
    const std::vector<Cell>& last = *found;
    if (last.empty()) {
      return failure(fmt::format("the lines of {} cannot all have been completed by one move",
                                 spec.colour(player)));
    }
    // Those stones come last, the others in any order.
    std::vector<Cell>& own = cells[player];
    std::partition(own.begin(), own.end(),
                   [&](Cell c) { return std::find(last.begin(), last.end(), c) == last.end(); });
    winner = player;
    won = true;
  }
  Game game(spec);
  std::map<Player, std::size_t> used;
  while (!game.over() && game.stone_count() < static_cast<int>(stones.size())) {
    const Player player = game.to_move();
    const auto due = static_cast<std::size_t>(game.stones_due());
    const std::vector<Cell>& own = cells[player];
    const std::size_t left = own.size() - used[player];
    Move move;
    for (std::size_t i = 0; i < std::min(due, left); ++i) move.push_back(own[used[player]++]);
    if (!game.play(move)) break;
  }
  const bool complete_game = game.stone_count() == static_cast<int>(stones.size()) &&
                             (!won || game.outcome() == win_of(winner));
  if (!complete_game) {
    return failure(fmt::format(
        "{} stones of {} and {} of {} do not arise by moves of {} stones, {} "
        "at first",
        cells[Player::first].size(), spec.colour(Player::first), cells[Player::second].size(),
        spec.colour(Player::second), spec.placement()->p, spec.placement()->q));
  }
  return game;
}

}  // namespace

Result<Game> game_with_stones(const GameSpec& spec, const std::vector<Stone>& stones,
                              std::size_t limit) {
  EXPECTS(spec.finite_board().has_value());
  if (spec.drop() == nullptr) return placement_game_with_stones(spec, stones, limit);
  if (spec.drop()->bits() <= word_bits<Word64>) {
    return drop_game_with_stones<Word64>(spec, stones, limit);
  }
  return drop_game_with_stones<Word128>(spec, stones, limit);
}

}  // namespace inarow
