#pragma once

// What a threat search proves, told while it is verified, so that nobody has to search again for
// what was found: the writer of certificates (proof/zone_proof.cpp) reads the record.
//
// An observer: it hears the search and never steers it, and a search without one does nothing for
// it. What it hears proves nothing by itself; the reader works out defenses and zones again.
//
// A win is told in the order in which docs/formats/placement.md walks through it:
//
//   attack  =  attack(cells, true)                 the cells complete a line
//           |  attack(cells, false) defense        p stones
//   defense =  defend(held)                        more than p threats
//           |  defend(macro) attack                against all cells of all critical defenses
//           |  defend(each) attack ... attack      against each of them, in order
//           |  defend(cover) {against(stones) attack} ... end_cover(further)
//
// In a cover a win stands for every move of the defender with at most `further` stones that are not
// among its own, if these are outside the zones of the win (cover.hpp).
//
// An attempt that fails is taken back: `mark` before it, `take_back` after it.
//
//   Gomoku, Black has an open three and is to move: attack(i8, false) defend(held)

#include <span>
#include <vector>

#include "knowledge/threats/defenses.hpp"

namespace inarow::threats {

enum class DefenseKind : std::uint8_t { held, macro, each, cover };

class WinTracer {
 public:
  virtual ~WinTracer() = default;
  virtual void attack(const CellSet& cells, bool completes) = 0;
  virtual void defend(DefenseKind kind) = 0;
  virtual void against(const CellSet& stones) = 0;
  virtual void end_cover(const std::vector<int>& further) = 0;  // of each win, in order

  virtual std::size_t mark() const = 0;
  virtual void take_back(std::size_t mark) = 0;
};

// A win as it was told.
struct WinRecord {
  enum class Kind : std::uint8_t { completes, moves, held, macro, each, cover, against, end };
  struct Step {
    Kind kind;
    std::uint8_t size = 0;     // stones of `cells`
    std::uint8_t further = 0;  // of `against`
    std::array<Cell, max_stones> cells{};

    std::span<const Cell> stones() const { return {cells.data(), size}; }
  };
  std::vector<Step> steps;
};

class WinRecorder final : public WinTracer {
 public:
  explicit WinRecorder(const ThreatBoard& board) : board_(board) {}

  void attack(const CellSet& cells, bool completes) override;
  void defend(DefenseKind kind) override;
  void against(const CellSet& stones) override;
  void end_cover(const std::vector<int>& further) override;
  std::size_t mark() const override { return record_.steps.size(); }
  void take_back(std::size_t mark) override;

  // Hands over what was heard since the last time.
  WinRecord take();

 private:
  void add(WinRecord::Kind kind, const CellSet& cells);

  const ThreatBoard& board_;
  WinRecord record_;
  std::vector<std::size_t> open_;  // the steps `against` of covers that have not ended
};

}  // namespace inarow::threats
