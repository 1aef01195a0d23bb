// Wins in placement games by threats and relevance zones (Wu and Lin 2010;
// docs/formats/placement.md has the walk and why it proves the claim). The body holds the
// attacker's moves and nothing else: threats, critical defenses and zones are worked out here from
// their definitions, so there is nothing in the file that would have to be believed.

#include <algorithm>

#include "placement.hpp"
#include "refusal.hpp"

namespace check {
namespace {

constexpr int max_depth = 400;  // attacker moves in a line
constexpr int max_zone_k = 50;
constexpr int max_zone_p = 4;
constexpr long max_cover_steps = 500'000'000;  // comparisons of moves with wins and cells

// A sequence of zones Z1 <= Z2 <= ...: for each cell the number of the first zone that has it.
class ZoneSequence {
 public:
  explicit ZoneSequence(int count) : whole_(count + 1) {}

  // Zones of this number and above are the whole board.
  int whole() const { return whole_; }

  void add(const std::vector<int>& cells, int number) {
    if (number >= whole_) return;
    for (const int cell : cells) entries_.push_back({cell, number});
  }

  void unite(const ZoneSequence& other) {
    whole_ = std::min(whole_, other.whole_);
    entries_.insert(entries_.end(), other.entries_.begin(), other.entries_.end());
    tidy();
  }

  // Zone i + by becomes zone i.
  void promote(int by) {
    whole_ = std::max(1, whole_ - by);
    for (Entry& entry : entries_) entry.number = std::max(1, entry.number - by);
    tidy();
  }

  // To be called before `first_zone` and `known_cells`.
  void tidy() {
    std::sort(entries_.begin(), entries_.end(), [](const Entry& a, const Entry& b) {
      return a.cell != b.cell ? a.cell < b.cell : a.number < b.number;
    });
    entries_.erase(std::unique(entries_.begin(), entries_.end(),
                               [](const Entry& a, const Entry& b) { return a.cell == b.cell; }),
                   entries_.end());
    entries_.erase(std::remove_if(entries_.begin(), entries_.end(),
                                  [&](const Entry& entry) { return entry.number >= whole_; }),
                   entries_.end());
  }

  // The number of the first zone that has the cell; of a cell that is in none of them, of the first
  // that is the whole board.
  int first_zone(int cell) const {
    const auto entry = std::lower_bound(entries_.begin(), entries_.end(), cell,
                                        [](const Entry& a, int wanted) { return a.cell < wanted; });
    return entry != entries_.end() && entry->cell == cell ? std::min(entry->number, whole_)
                                                          : whole_;
  }

  // The cells that are in some zones and not in others.
  std::vector<int> known_cells() const {
    std::vector<int> cells;
    for (const Entry& entry : entries_) cells.push_back(entry.cell);
    return cells;
  }

  // The cells of a zone that is not the whole board, in order.
  std::vector<int> zone(int number) {
    tidy();
    std::vector<int> cells;
    for (const Entry& entry : entries_) {
      if (entry.number <= number) cells.push_back(entry.cell);
    }
    return cells;
  }

 private:
  struct Entry {
    int cell;
    int number;
  };

  int whole_;
  std::vector<Entry> entries_;
};

using Cells = std::vector<int>;

bool meets(const Cells& a, const Cells& b) {
  return std::any_of(a.begin(), a.end(),
                     [&](int cell) { return std::find(b.begin(), b.end(), cell) != b.end(); });
}

// All sets of at most `most` cells that meet every set, while no cell of them can be left out.
class Defenses {
 public:
  Defenses(const std::vector<Cells>& sets, int most) : sets_(sets) {
    extend(most);
    for (Cells& cells : found_) std::sort(cells.begin(), cells.end());
    std::sort(found_.begin(), found_.end(), [](const Cells& a, const Cells& b) {
      return a.size() != b.size() ? a.size() < b.size() : a < b;
    });
    found_.erase(std::unique(found_.begin(), found_.end()), found_.end());
  }

  const std::vector<Cells>& found() const { return found_; }

 private:
  bool meets_all(const Cells& cells) const {
    return std::all_of(sets_.begin(), sets_.end(), [&](const Cells& s) { return meets(s, cells); });
  }

  void extend(int most) {
    const auto open = std::find_if(sets_.begin(), sets_.end(),
                                   [&](const Cells& set) { return !meets(set, chosen_); });
    if (open == sets_.end()) {
      for (std::size_t i = 0; i < chosen_.size(); ++i) {
        Cells fewer = chosen_;
        fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i));
        if (meets_all(fewer)) return;
      }
      found_.push_back(chosen_);
      return;
    }
    if (most == 0) return;
    for (const int cell : *open) {
      chosen_.push_back(cell);
      extend(most - 1);
      chosen_.pop_back();
    }
  }

  const std::vector<Cells>& sets_;
  Cells chosen_;
  std::vector<Cells> found_;
};

// Wins of the attacker against some stones of the defender, and whether they cover all his moves:
// a move is covered by a win if its stones that are not the win's own are at most `further`, and
// can be numbered such that the i-th is outside Zi.
class WinList {
 public:
  struct Win {
    Cells stones;  // sorted
    int further;
    ZoneSequence zones;
    std::vector<Cells> cells;  // of Z1, Z2, ... up to `further` that are not the whole board
  };

  WinList(const Stones& stones, long& steps) : stones_(stones), steps_(steps) {}

  void add(Cells stones, int further, ZoneSequence zones) {
    std::sort(stones.begin(), stones.end());
    Win win{std::move(stones), further, std::move(zones), {}};
    for (int i = 1; i <= further && i < win.zones.whole(); ++i) {
      win.cells.push_back(win.zones.zone(i));
    }
    wins_.push_back(std::move(win));
  }

  // Every move that has the cells of `move`, none of `dealt` and `free` cells more. It goes wrong
  // with a move that is not covered.
  bool covers_all(const Cells& move, int free, Cells dealt) {
    steps_ += 1 + static_cast<long>(wins_.size());
    if (steps_ > max_cover_steps) return false;
    if (free == 0) {
      return std::any_of(wins_.begin(), wins_.end(),
                         [&](const Win& win) { return covers(win, move) >= 0; });
    }
    // A win that covers the move, n cells of which are not its own, covers it with `free` cells
    // more that are outside zone n + free. So a move that is not covered has one inside.
    const Cells* inside = nullptr;
    for (const Win& win : wins_) {
      const int n = covers(win, move);
      if (n < 0 || n + free > static_cast<int>(win.cells.size())) continue;
      const Cells& cells = win.cells[static_cast<std::size_t>(n + free - 1)];
      if (inside == nullptr || cells.size() < inside->size()) inside = &cells;
    }
    for (const int cell : inside != nullptr ? *inside : all_cells(move)) {
      steps_ += static_cast<long>(dealt.size());
      if (std::find(dealt.begin(), dealt.end(), cell) != dealt.end() ||
          std::find(move.begin(), move.end(), cell) != move.end() ||
          (!is_far(cell) && !stones_.is_empty(cell))) {
        continue;
      }
      Cells longer = move;
      longer.push_back(cell);
      if (!covers_all(longer, free - 1, dealt)) return false;
      dealt.push_back(cell);
    }
    return true;
  }

 private:
  // An infinite board has cells that no zone has, except those that are the whole board; they have
  // the numbers -1, -2, ...
  static bool is_far(int cell) { return cell < 0; }

  // The number of cells that are not the win's own; -1 if it does not cover them.
  static int covers(const Win& win, const Cells& move) {
    std::vector<int> first;  // the first zones of these cells
    for (const int cell : move) {
      if (std::binary_search(win.stones.begin(), win.stones.end(), cell)) continue;
      first.push_back(is_far(cell) ? win.zones.whole() : win.zones.first_zone(cell));
    }
    const int count = static_cast<int>(first.size());
    if (count > win.further) return -1;
    std::sort(first.begin(), first.end());
    for (int i = 0; i < count; ++i) {
      if (first[static_cast<std::size_t>(i)] <= i + 1) return -1;
    }
    return count;
  }

  // Cells among which every cell of a move has one that is in the same zones: the board, or, if it
  // is infinite, the cells that wins know of, and one that they do not.
  Cells all_cells(const Cells& move) const {
    if (!stones_.game().infinite()) return stones_.empty_cells();
    Cells cells;
    for (const Win& win : wins_) {
      cells.insert(cells.end(), win.stones.begin(), win.stones.end());
      const Cells known = win.zones.known_cells();
      cells.insert(cells.end(), known.begin(), known.end());
    }
    std::sort(cells.begin(), cells.end());
    cells.erase(std::unique(cells.begin(), cells.end()), cells.end());
    int far = -1;
    while (std::find(move.begin(), move.end(), far) != move.end()) --far;
    cells.push_back(far);
    return cells;
  }

  const Stones& stones_;
  long& steps_;
  std::vector<Win> wins_;
};

class ZoneWalk {
 public:
  ZoneWalk(Stones& stones, int attacker, Body& body, Counts& counts)
      : stones_(stones),
        attacker_(attacker),
        defender_(1 - attacker),
        k_(stones.game().k),
        p_(stones.game().p),
        zones_(std::max(0, k_ - 1 - p_)),
        body_(body),
        counts_(counts) {}

  ZoneSequence run(int to_move) { return to_move == attacker_ ? attack(0) : defend(0); }

 private:
  [[noreturn]] void refuse(const std::string& what) const {
    throw Refuted("byte " + std::to_string(body_.place()) + ": " + what);
  }

  void place(const Cells& cells, int player) {
    for (const int cell : cells) stones_.place(cell, player);
  }
  void remove(const Cells& cells, int player) {
    for (std::size_t i = 0; i < cells.size(); ++i) stones_.remove_last(player);
  }

  int coordinate() {
    std::uint32_t value = 0;
    for (int shift = 0;; shift += 7) {
      const std::uint8_t byte = body_.next();
      value |= static_cast<std::uint32_t>(byte & 0x7f) << shift;
      if ((byte & 0x80) == 0) {
        if (shift > 0 && byte == 0) refuse("a number is not written in its shortest form");
        break;
      }
      if (shift == 14) refuse("a number is too large");
    }
    const int half = static_cast<int>(value >> 1);
    return (value & 1) == 0 ? half : -half - 1;
  }

  Cells read_stones(int least) {
    const int count = body_.next();
    if (count < least || count > p_) {
      refuse("a move cannot have " + std::to_string(count) + " stones");
    }
    Cells cells;
    for (int i = 0; i < count; ++i) {
      const int x = coordinate();
      const int y = coordinate();
      if (!stones_.can_hold(x, y)) refuse("a stone lies too far away");
      const int cell = stones_.cell(x, y);
      if (!stones_.is_empty(cell) || std::find(cells.begin(), cells.end(), cell) != cells.end()) {
        refuse("a stone goes to a taken cell, " + stones_.name(cell));
      }
      cells.push_back(cell);
    }
    return cells;
  }

  // Every segment in which the defender has a stone and the attacker none, with e empty cells,
  // puts these into zone e - extra and above; `extra` stones the defender gets in any case.
  void add_counter_segments(ZoneSequence& zones, int extra) const {
    for (const Cells& empty : stones_.active_segments(defender_)) {
      zones.add(empty, std::max(1, static_cast<int>(empty.size()) - extra));
    }
  }

  // The attacker is to move. Returns the zones of his win.
  ZoneSequence attack(int depth) {
    if (depth == max_depth) refuse("the line is too long");
    const Cells move = read_stones(1);
    place(move, attacker_);
    ZoneSequence zones(zones_);
    if (stones_.has_line(attacker_)) {
      ++counts_[wins];
      add_counter_segments(zones, 0);
    } else {
      if (static_cast<int>(move.size()) != p_) refuse("the attacker's move is not whole");
      ++counts_[positions];
      zones.unite(defend(depth + 1));
    }
    remove(move, attacker_);
    zones.add(move, 1);
    return zones;
  }

  // The defender is to move. Returns the zones of the attacker's win.
  ZoneSequence defend(int depth) {
    for (const Cells& empty : stones_.active_segments(defender_)) {
      if (static_cast<int>(empty.size()) <= p_) refuse("the defender completes a line");
    }
    std::vector<Cells> threats;
    for (Cells& empty : stones_.active_segments(attacker_)) {
      if (static_cast<int>(empty.size()) <= p_) threats.push_back(std::move(empty));
    }
    const std::vector<Cells> defenses = Defenses(threats, p_).found();
    ZoneSequence zones(zones_);
    if (defenses.empty()) {
      ++counts_[held];
    } else {
      const std::uint8_t form = body_.next();
      if (form == 1) {
        if (static_cast<int>(defenses.front().size()) != p_) {
          refuse("a macro-move where the defender has free stones");
        }
        zones.unite(after_all(defenses, depth));
      } else if (form == 0) {
        for (const Cells& defense : defenses) after(defense, {}, depth, zones);
      } else if (form == 2) {
        by_list(defenses, depth, zones);
      } else {
        refuse("there is no way " + std::to_string(form) + " to treat defenses");
      }
    }
    if (!threats.empty()) {
      for (const Cells& empty : threats) zones.add(empty, 1);
      add_counter_segments(zones, p_);
    }
    return zones;
  }

  void check_safe(const Cells& cells) const {
    for (const int cell : cells) {
      if (!stones_.can_hold(cell)) refuse("the defender's stone lies too far away");
    }
  }

  // All cells of all defenses at once.
  ZoneSequence after_all(const std::vector<Cells>& defenses, int depth) {
    Cells all;
    for (const Cells& defense : defenses) all.insert(all.end(), defense.begin(), defense.end());
    std::sort(all.begin(), all.end());
    all.erase(std::unique(all.begin(), all.end()), all.end());
    check_safe(all);
    place(all, defender_);
    if (stones_.has_line(defender_)) refuse("the macro-move completes a line");
    ZoneSequence zones = attack(depth);
    remove(all, defender_);
    return zones;
  }

  // A list of wins that covers every move with a critical defense.
  void by_list(const std::vector<Cells>& defenses, int depth, ZoneSequence& zones) {
    WinList wins(stones_, cover_steps_);
    for (int byte = body_.next(); byte != 0; byte = body_.next()) {
      const int further = byte - 1;
      if (further > p_) refuse("a win cannot cover " + std::to_string(further) + " further stones");
      const Cells stones = read_stones(0);
      check_safe(stones);
      place(stones, defender_);
      if (stones_.has_line(defender_)) refuse("the defender completes a line");
      ZoneSequence won = attack(depth);
      won.tidy();
      remove(stones, defender_);
      wins.add(stones, further, won);
      won.promote(further);
      zones.unite(won);
    }
    int whole = p_;  // stones of a move
    if (!stones_.game().infinite()) {
      whole = std::min(whole, static_cast<int>(stones_.empty_cells().size()));
    }
    for (const Cells& defense : defenses) {
      if (!wins.covers_all(defense, whole - static_cast<int>(defense.size()), {})) {
        refuse(cover_steps_ > max_cover_steps ? "there are too many moves to cover"
                                              : "the wins do not cover all moves");
      }
    }
  }

  // Every move of the defender that contains `defense` and no cell of `dealt`.
  void after(const Cells& defense, std::vector<int> dealt, int depth, ZoneSequence& zones) {
    check_safe(defense);
    place(defense, defender_);
    if (stones_.has_line(defender_)) refuse("the defender completes a line");
    ZoneSequence won = attack(depth);
    const int left = p_ - static_cast<int>(defense.size());
    Cells relevant;
    if (left > 0 && left < won.whole()) {
      relevant = won.zone(left);
    } else if (left > 0) {
      if (stones_.game().infinite()) refuse("the zone of a free stone is the whole board");
      relevant = stones_.empty_cells();
    }
    std::erase_if(relevant, [&](int cell) { return !stones_.is_empty(cell); });
    remove(defense, defender_);
    won.promote(left);
    zones.unite(won);
    for (const int cell : relevant) {
      if (std::find(dealt.begin(), dealt.end(), cell) != dealt.end()) continue;
      Cells longer = defense;
      longer.push_back(cell);
      after(longer, dealt, depth, zones);
      dealt.push_back(cell);
    }
  }

  Stones& stones_;
  int attacker_;
  int defender_;
  int k_;
  int p_;
  int zones_;  // those that may be smaller than the board
  long cover_steps_ = 0;
  Body& body_;
  Counts& counts_;
};

}  // namespace

std::vector<std::vector<int>> verify_by_zones(Stones& stones, int to_move, int attacker, Body& body,
                                              Counts& counts) {
  const PlacementGame& game = stones.game();
  if (game.k <= game.p || game.k > max_zone_k || game.p > max_zone_p) {
    throw Refuted("zones need k > p, k at most 50 and p at most 4");
  }
  if (stones.count() == 0) throw Refuted("zones need a position with stones");
  ZoneSequence zones = ZoneWalk(stones, attacker, body, counts).run(to_move);
  std::vector<std::vector<int>> result;
  for (int i = 1; i < zones.whole(); ++i) result.push_back(zones.zone(i));
  return result;
}

}  // namespace check
