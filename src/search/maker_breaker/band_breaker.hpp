#pragma once

// Plays Breaker's strategy of Theorem 2 (Chiang, Wu and Lin 2011) on the infinite board, for any p:
// each strip of L rows is a band (band.hpp), cut again and again into squares and smaller bands by
// the derivation's steps, down to bands whose cells are given to one of their two lines.
//
//   BandBreaker breaker(3);                                  // L = 6: 17 in a row, 3 stones a move
//   std::vector<Cell> answer = breaker.answer(stones, 3);
//
// Maker's stones are taken one at a time; the part of the board that a stone lies in gives the
// reply. If it is a cell that Maker occupies by a later stone of the same move, Breaker breaks both
// lines of that cell elsewhere, and the later stone is answered with it. A reply on the exclusive
// square of a line is played on any free cell of the line.

#include <map>
#include <vector>

#include "search/maker_breaker/band.hpp"
#include "search/maker_breaker/band_partition.hpp"
#include "search/maker_breaker/plane_breaker.hpp"
#include "search/maker_breaker/square_strategy.hpp"

namespace inarow::maker_breaker {

class BandBreaker final : public PlaneBreaker {
 public:
  // p stones a move, p from 1 on.
  explicit BandBreaker(int p);

  int length() const { return length_; }     // L: the lines have L cells
  int k() const { return 3 * length_ - 1; }  // Maker never has so many in a row

  Watch watch() const override;
  std::unique_ptr<PlaneBreaker> clone() const override;

 private:
  struct Line {
    int strip = 0;
    BandLine line;
    friend auto operator<=>(const Line&, const Line&) = default;
  };
  // A square of the partition of a band, which is reached through `halves`, the widest band's
  // first.
  struct Square {
    int strip = 0;
    std::vector<int> halves;
    int number = 0;
    friend auto operator<=>(const Square&, const Square&) = default;
  };

  std::vector<Cell> reply(const std::vector<Cell>& stones) override;
  void note_own(Cell cell) override;

  // What Breaker wants to do about one stone, by its part of the board.
  SquareReply reply_in_part(const BandCell& stone);
  std::pair<int, int> global_corner(const Square& square) const;
  // No stone of Breaker lies on it, and it lies on the board.
  bool active(int strip, const BandLine& line) const;
  std::vector<Cell> cells_of(const Line& line) const;
  // A free cell of the line, with another active line through it if there is one.
  Cell free_cell(const Line& line) const;
  void place(Cell cell, std::vector<Cell>& answer);

  int p_;
  int length_ = 0;
  int base_ = 0;                           // the width of the bands that are not cut
  std::vector<BandPartition> partitions_;  // the widest band's first
  std::set<Line> broken_;
  std::map<Square, BandLine> stoned_;
  std::map<Line, int> maker_stones_;
  std::set<Cell> own_;    // Breaker's stones of the move that is being made
  std::set<Cell> tiles_;  // blocks of L x L cells with stones
};

}  // namespace inarow::maker_breaker
