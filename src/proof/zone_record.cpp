#include "proof/zone_record.hpp"

#include <algorithm>

namespace inarow {
namespace {

using threats::CellIndex;
using threats::CellSet;
using threats::ThreatBoard;
using threats::WinRecord;
using Kind = WinRecord::Kind;

constexpr std::size_t most_steps = 50'000'000;
constexpr int most_depth = 400;

// Reads the attacker's moves along the walk of docs/formats/placement.md.
class BodyReader {
 public:
  BodyReader(const ZonePosition& position, std::string_view body)
      : board_(position.spec, position.stones),
        attacker_(position.attacker),
        defender_(opponent(position.attacker)),
        body_(body) {}

  std::optional<WinRecord> run(bool attacker_to_move) {
    if (byte() != 'Z') return std::nullopt;
    const bool read = attacker_to_move ? attack(0) : defend(0);
    if (!read || at_ != body_.size()) return std::nullopt;
    return std::move(record_);
  }

 private:
  int byte() { return at_ < body_.size() ? static_cast<unsigned char>(body_[at_++]) : -1; }

  std::optional<int> coordinate() {
    unsigned value = 0;
    for (unsigned shift = 0; shift < 21; shift += 7) {
      const int next = byte();
      if (next < 0) return std::nullopt;
      value |= static_cast<unsigned>(next & 0x7f) << shift;
      if ((next & 0x80) == 0) {
        const int half = static_cast<int>(value / 2);
        return value % 2 == 0 ? half : -half - 1;
      }
    }
    return std::nullopt;
  }

  // Stones that can be placed, as a step of the record.
  std::optional<CellSet> stones(Kind kind, int further = 0) {
    const int size = byte();
    if (size < 0 || size > board_.p() || record_.steps.size() >= most_steps) return std::nullopt;
    WinRecord::Step step{kind, static_cast<std::uint8_t>(size), static_cast<std::uint8_t>(further)};
    CellSet cells;
    for (int i = 0; i < size; ++i) {
      const std::optional<int> x = coordinate();
      const std::optional<int> y = x ? coordinate() : std::nullopt;
      if (!y) return std::nullopt;
      const Cell cell{*x, *y};
      const CellIndex index = board_.index(cell);
      if (index < 0 || index >= board_.area() || board_.cell(index) != cell ||
          !board_.is_empty(index) || !board_.is_safe(index) || cells.contains(index)) {
        return std::nullopt;
      }
      step.cells[static_cast<std::size_t>(i)] = cell;
      cells.push(index);
    }
    record_.steps.push_back(step);
    return cells;
  }
  template <class Cells>
  void place(const Cells& cells, Player player) {
    for (const CellIndex cell : cells) board_.place(cell, player);
  }
  template <class Cells>
  void remove(const Cells& cells) {
    for (const CellIndex cell : cells) board_.remove(cell);
  }

  bool attack(int depth) {
    const std::size_t step = record_.steps.size();
    const std::optional<CellSet> cells = stones(Kind::moves);
    if (!cells || cells->size == 0 || depth == most_depth) return false;
    place(*cells, attacker_);
    const bool completes = board_.has_won(attacker_);
    if (completes) record_.steps[step].kind = Kind::completes;
    const bool read = completes || defend(depth + 1);
    remove(*cells);
    return read;
  }

  bool defend(int depth) {
    std::vector<CellSet> sets;
    threats::threat_sets(board_, attacker_, sets);
    const std::vector<CellSet> defenses = threats::critical_defenses(sets, board_.p());
    if (defenses.empty()) return add(Kind::held);
    switch (byte()) {
      case 0:
        return add(Kind::each) &&
               std::all_of(defenses.begin(), defenses.end(),
                           [&](const CellSet& defense) { return after(defense, depth); });
      case 1:
        return add(Kind::macro) && after(threats::union_of(defenses), depth);
      case 2:
        return add(Kind::cover) && cover(depth);
      default:
        return false;
    }
  }

  bool cover(int depth) {
    while (true) {
      const int further = byte() - 1;
      if (further < 0) return further == -1 && add(Kind::end);
      const std::optional<CellSet> against = stones(Kind::against, further);
      if (!against || !after(*against, depth)) return false;
    }
  }

  template <class Cells>
  bool after(const Cells& cells, int depth) {
    if (!std::all_of(cells.begin(), cells.end(), [&](CellIndex c) { return board_.is_safe(c); })) {
      return false;
    }
    place(cells, defender_);
    const bool read = !board_.has_won(defender_) && attack(depth);
    remove(cells);
    return read;
  }

  bool add(Kind kind) {
    record_.steps.push_back({kind});
    return record_.steps.size() <= most_steps;
  }

  ThreatBoard board_;
  Player attacker_;
  Player defender_;
  std::string_view body_;
  std::size_t at_ = 0;
  WinRecord record_;
};

}  // namespace

ZonePosition zone_position(const Game& game, Player attacker) {
  return {*game.spec().placement(), game.stones(), attacker, game.to_move() == attacker};
}

ZonePosition after_defense(const ZonePosition& position, const Move& stones) {
  ZonePosition after = position;
  for (const Cell cell : stones) after.stones.push_back({cell, opponent(position.attacker)});
  after.attacker_to_move = true;
  return after;
}

std::optional<WinRecord> read_zone_body(const ZonePosition& position, std::string_view body) {
  return BodyReader(position, body).run(position.attacker_to_move);
}

// A win reaches to the next `against` or `end` of its own cover; those of covers inside it lie
// between their `cover` and `end`.
std::vector<CoverWin> wins_of_cover(const WinRecord& record) {
  std::vector<CoverWin> wins;
  if (record.steps.empty() || record.steps.front().kind != Kind::cover) return wins;
  int inside = 0;
  for (auto step = record.steps.begin() + 1; step != record.steps.end(); ++step) {
    if (inside == 0 && step->kind == Kind::end) break;
    if (inside == 0 && step->kind == Kind::against) {
      wins.push_back({{step->stones().begin(), step->stones().end()}, step->further, {}});
      continue;
    }
    if (step->kind == Kind::cover) ++inside;
    if (step->kind == Kind::end) --inside;
    if (!wins.empty()) wins.back().record.steps.push_back(*step);
  }
  return wins;
}

WinRecord image_of(const WinRecord& record, const Symmetry& symmetry) {
  WinRecord image = record;
  for (WinRecord::Step& step : image.steps) {
    for (std::size_t i = 0; i < step.size; ++i) step.cells[i] = symmetry(step.cells[i]);
  }
  return image;
}

}  // namespace inarow
