#include "cannot_lose.hpp"

#include <algorithm>
#include <map>
#include <sstream>

#include "column_rules.hpp"
#include "quote.hpp"
#include "refusal.hpp"

namespace check {
namespace {

constexpr int most_columns = 16;
constexpr int most_stones = 14;  // in a column of a state
constexpr int most_rows = 24;    // that any line of a state can reach

struct Square {
  int x;
  int y;
  friend bool operator==(const Square&, const Square&) = default;
};
using Four = std::array<Square, 4>;

// Stones bottom-up as A and D, a * behind them if the column is frozen: the text of the file.
using Columns = std::vector<std::string>;

bool is_frozen(const std::string& column) { return !column.empty() && column.back() == '*'; }
int stones_of(const std::string& column) {
  return static_cast<int>(column.size()) - (is_frozen(column) ? 1 : 0);
}

class Checker {
 public:
  Checker(const Header& header, Body& body) : header_(header), body_(body) {
    std::istringstream game(header.game.substr(0, 5) == "drop:" ? header.game.substr(5) : "");
    char by = ' ';
    std::string rest;
    game >> width_ >> by;
    if (by == 'x' && game.peek() != 'i') game >> height_;
    std::getline(game, rest);
    infinite_ = rest.substr(0, 3) == "inf";
    if (infinite_) rest = rest.substr(3);
    cylinder_ = rest == ":cyl";
    const std::string canonical = "drop:" + std::to_string(width_) + "x" +
                                  (infinite_ ? "inf" : std::to_string(height_)) +
                                  (cylinder_ ? ":cyl" : "");
    if (canonical != header.game || width_ < 1 || width_ > most_columns ||
        (!infinite_ && (height_ < 2 || height_ > most_rows || height_ % 2 != 0))) {
      throw Unreadable(
          "cannot-lose claims are about drop:WxH with up to 16 columns and H even, up "
          "to 24, or inf, with or without :cyl");
    }
    if (!header.moves.empty() || header.score != 0) {
      throw Unreadable("cannot-lose claims are about the start of the game, with score 0");
    }
    for (int y = 0; y < most_rows; ++y) {
      for (int x = 0; x < width_; ++x) {
        add_line(x, y, 0, 1);
        add_line(x, y, 1, 0);
        add_line(x, y, 1, 1);
        add_line(x, y, -1, 1);
      }
    }
  }

  std::uint64_t run() {
    read();
    Columns start(at(width_));
    if (first_ >= 0) start[at(first_)] = "D";
    require_entry(start, "the start");
    for (const auto& [columns, plan] : entries_) check(columns, plan);
    return entries_.size();
  }

 private:
  struct Plan {
    bool freeze = false;
    std::vector<int> columns;          // to be frozen
    std::vector<std::string> replies;  // one a column
  };

  static std::size_t at(int i) { return static_cast<std::size_t>(i); }

  [[noreturn]] void refuse(const std::string& what) const { throw Refuted(where_ + ": " + what); }

  // Lines are four different squares; the lowest row comes first in lines_.
  void add_line(int x, int y, int dx, int dy) {
    Four line{};
    for (int i = 0; i < 4; ++i) {
      int column = x + i * dx;
      if (cylinder_) column = (column + 4 * width_) % width_;
      if (column < 0 || column >= width_) return;
      if (y + i * dy >= (infinite_ ? most_rows : height_)) return;
      line[at(i)] = {column, y + i * dy};
      for (int j = 0; j < i; ++j) {
        if (line[at(j)] == line[at(i)]) return;
      }
    }
    lines_.push_back(line);
  }

  std::string next_line() {
    std::string text;
    for (char c = static_cast<char>(body_.next()); c != '\n'; c = static_cast<char>(body_.next())) {
      if (text.size() == 2000) throw Refuted("a line of the body is too long");
      text += c;
    }
    where_ = "line " + std::to_string(++line_) + " of the body";
    for (std::size_t i = 0; i < text.size(); ++i) {
      const bool space = text[i] == ' ' && i > 0 && i + 1 < text.size() && text[i - 1] != ' ';
      if (!space && (text[i] <= ' ' || text[i] > '~')) {
        refuse("words of printable ASCII, separated by one space, are expected");
      }
    }
    return text;
  }

  int column_named(const std::string& name) const {
    if (name.size() != 1 || name[0] < 'a' || name[0] >= 'a' + width_)
      refuse("no column " + quoted(name));
    return name[0] - 'a';
  }

  void read() {
    if (next_line() != "game " + header_.game) refuse("not the game of the header");
    const std::string who = next_line();
    if (header_.player == 0) {
      if (who.substr(0, 10) != "for first ") refuse("\"for first\" and a column is expected");
      first_ = column_named(who.substr(10));
    } else if (who != "for second") {
      refuse("\"for second\" is expected");
    }
    while (true) {
      const std::string line = next_line();
      std::istringstream words(line);
      std::string word;
      words >> word;
      if (word == "end") {
        if (line != "end " + std::to_string(entries_.size())) refuse("not the number of states");
        return;
      }
      if (word != "state") refuse("\"state\" or \"end\" is expected");
      read_state(words);
    }
  }

  void read_state(std::istringstream& words) {
    Columns columns;
    std::string word;
    while (words >> word && word != ":") {
      const bool empty = word == "-" || word == "-*";
      if (empty) word = word.substr(1);
      const int stones = stones_of(word);
      if (word.find_first_not_of("AD") < at(stones) || (stones == 0 && !empty) ||
          stones > most_stones || (!infinite_ && stones > height_)) {
        refuse("a column is not a stack of stones");
      }
      columns.push_back(word);
    }
    if (columns.size() != at(width_)) refuse("not as many columns as the board has");
    Plan plan;
    if (word != ":" || !(words >> word)) refuse("a colon and a plan are expected");
    if (word == "all") {
      plan.freeze = true;
      for (int c = 0; c < width_; ++c) plan.columns.push_back(c);
      if (words >> word) refuse("nothing follows \"all\"");
    } else if (word == "freeze") {
      plan.freeze = true;
      while (words >> word) plan.columns.push_back(column_named(word));
    } else {
      do {
        plan.replies.push_back(word);
      } while (words >> word);
      if (plan.replies.size() != at(width_)) refuse("not one reply for each column");
    }
    if (!known_.emplace(least_image(columns), true).second) refuse("the state is there twice");
    entries_.emplace_back(columns, plan);
  }

  Columns least_image(Columns columns) const {
    Columns least = columns;
    for (int mirrored = 0; mirrored < 2; ++mirrored) {
      for (int turn = 0; turn < (cylinder_ ? width_ : 1); ++turn) {
        least = std::min(least, columns);
        if (cylinder_) std::rotate(columns.begin(), columns.begin() + 1, columns.end());
      }
      std::reverse(columns.begin(), columns.end());
    }
    return least;
  }

  void require_entry(const Columns& columns, const std::string& what) const {
    if (known_.find(least_image(columns)) == known_.end()) refuse(what + " has no entry");
  }

  // Whose the square is or will be: A, D, or nobody knows. A plays first above a frozen stack.
  static char owner(const Columns& columns, Square s) {
    const std::string& column = columns[at(s.x)];
    const int stones = stones_of(column);
    if (s.y < stones) return column[at(s.y)];
    if (!is_frozen(column)) return ' ';
    return (s.y - stones) % 2 == 0 ? 'A' : 'D';
  }

  // D has a line in his stones and his squares up to row limit[x] of frozen columns.
  bool undercut(const Columns& columns, const std::array<int, most_columns>& limit) const {
    return std::any_of(lines_.begin(), lines_.end(), [&](const Four& line) {
      return std::all_of(line.begin(), line.end(), [&](Square s) {
        return (s.y < stones_of(columns[at(s.x)]) || s.y <= limit[at(s.x)]) &&
               owner(columns, s) == 'D';
      });
    });
  }

  // Every line that A may complete is undercut: any of them, or only those through the stone on top
  // of column `played`. Above the highest stack the board repeats every two rows, so lines that
  // begin more than two rows above it need no look.
  bool safe(const Columns& columns, int played) const {
    int highest = 0;
    for (const std::string& column : columns) highest = std::max(highest, stones_of(column));
    for (const Four& line : lines_) {
      if (line[0].y > highest + 2) continue;
      if (played >= 0) {
        const Square stone{played, stones_of(columns[at(played)]) - 1};
        if (std::find(line.begin(), line.end(), stone) == line.end()) continue;
      }
      if (!std::all_of(line.begin(), line.end(),
                       [&](Square s) { return owner(columns, s) == 'A'; })) {
        continue;
      }
      // In a column with a square above the stack, A took the highest such square and D answered
      // above it; in the column of A's last move only what is below is known.
      std::array<int, most_columns> answered;
      answered.fill(-1);
      for (const Square s : line) {
        if (s.y >= stones_of(columns[at(s.x)])) {
          answered[at(s.x)] = std::max(answered[at(s.x)], s.y + 1);
        }
      }
      bool open = false;
      for (int x = 0; x < width_; ++x) {
        if (answered[at(x)] < 0) continue;
        open = true;
        if (played >= 0) continue;
        std::array<int, most_columns> fill = answered;
        fill[at(x)] -= 2;
        if (!undercut(columns, fill)) return false;
      }
      if (!open || (played >= 0 && !undercut(columns, answered))) return false;
    }
    return true;
  }

  bool room(const std::string& column) const { return infinite_ || stones_of(column) < height_; }

  void freeze(std::string& column) const {
    if (!infinite_ && (height_ - stones_of(column)) % 2 != 0) {
      refuse("a column with an odd number of squares left cannot be frozen");
    }
    if (!is_frozen(column)) column += '*';
  }

  void check(const Columns& columns, const Plan& plan) {
    where_ = "state";
    for (const std::string& column : columns) where_ += " " + (column.empty() ? "-" : column);
    for (std::string column : columns) {
      if (is_frozen(column)) freeze(column);
    }
    if (!safe(columns, -1)) refuse("A has a line that is not undercut");
    if (plan.freeze) {
      Columns next = columns;
      for (const int c : plan.columns) freeze(next[at(c)]);
      if (!safe(next, -1)) refuse("after freezing A has a line that is not undercut");
      if (!std::all_of(next.begin(), next.end(), is_frozen)) {
        if (next == columns) refuse("nothing is frozen");
        require_entry(next, "the state after freezing");
      }
      return;
    }
    for (int c = 0; c < width_; ++c) {
      if (!is_frozen(columns[at(c)]) && room(columns[at(c)]))
        reply(columns, c, plan.replies[at(c)]);
    }
  }

  void reply(Columns columns, int c, const std::string& reply) const {
    const std::string move = "A's move in column " + std::string(1, static_cast<char>('a' + c));
    columns[at(c)] += 'A';
    if (!safe(columns, c)) refuse("after " + move + " A wins, or has a line that is not undercut");
    if (reply.empty() || (reply[0] != 'F' && reply[0] != 'P' && reply[0] != 'W')) {
      refuse("no reply to " + move);
    }
    if (reply[0] == 'F' && reply != "F") refuse("a reply that cannot be read");
    const int d = reply[0] == 'F' ? c : column_named(reply.substr(1));
    if (is_frozen(columns[at(d)]) || !room(columns[at(d)])) {
      refuse("the reply to " + move + " is not possible");
    }
    columns[at(d)] += 'D';
    if (reply[0] == 'W') {
      const bool won = std::any_of(lines_.begin(), lines_.end(), [&](const Four& line) {
        return std::all_of(line.begin(), line.end(), [&](Square s) {
          return s.y < stones_of(columns[at(s.x)]) && owner(columns, s) == 'D';
        });
      });
      if (!won) refuse("the reply to " + move + " completes no line");
      return;
    }
    if (reply[0] == 'F') freeze(columns[at(c)]);
    // With infinite height, rows more than three below the lowest stack are in no line to come.
    int lowest = stones_of(columns[0]);
    for (const std::string& column : columns) lowest = std::min(lowest, stones_of(column));
    if (infinite_ && lowest > 3) {
      for (std::string& column : columns) column.erase(0, at(lowest - 3));
    }
    require_entry(columns, "the state after the reply to " + move);
  }

  const Header& header_;
  Body& body_;
  int width_ = 0;
  int height_ = 0;
  bool infinite_ = false;
  bool cylinder_ = false;
  int first_ = -1;  // where D begins
  std::vector<Four> lines_;
  std::vector<std::pair<Columns, Plan>> entries_;
  std::map<Columns, bool> known_;
  std::string where_ = "the body";
  std::uint64_t line_ = 1;  // the first one says that it is a strategy
};

}  // namespace

CannotLose verify_cannot_lose(const Header& header, Body& body) {
  // The longest of the first lines that there may be.
  std::string first;
  while (first.size() < 30 && (first.empty() || first.back() != '\n')) {
    first += static_cast<char>(body.next());
  }
  if (first == "inarow column-rules 1\n") return verify_column_rules(header, body);
  if (first != "inarow cannot-lose 1\n") {
    throw Refuted("\"inarow cannot-lose 1\" or \"inarow column-rules 1\" is expected");
  }
  return {Checker(header, body).run(), "none"};
}

}  // namespace check
