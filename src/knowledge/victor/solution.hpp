#pragma once

// The vocabulary of VICTOR's evaluation (Allis 1988, ch. 9): a *situation* is a position seen by
// the player who wants to keep control of the zugzwang, a *problem* is a group that his opponent
// could still complete, a *solution* is one application of one of the nine rules.

#include <cstdint>
#include <vector>

#include "knowledge/victor/board.hpp"

namespace inarow::victor {

enum class Rule : std::uint8_t {
  claimeven,
  baseinverse,
  vertical,
  aftereven,
  lowinverse,
  highinverse,
  baseclaim,
  before,
  specialbefore,
};
inline constexpr int rule_count = 9;
constexpr const char* name_of(Rule rule) {
  constexpr std::array names{"claimeven",   "baseinverse", "vertical", "aftereven",    "lowinverse",
                             "highinverse", "baseclaim",   "before",   "specialbefore"};
  return names[static_cast<std::size_t>(rule)];
}

// A position in which the opponent of the controller is to move. The rules may use only the empty
// squares in `usable`.
template <class B>
struct Situation {
  using Word = typename B::Word;
  using Groups = typename B::Groups;

  const B& board;
  Word controller;  // stones
  Word opponent;    // stones
  Word empty;
  Word usable;                                 // empty squares that the rules may use
  Word playable;                               // directly playable squares among them
  Groups own;                                  // groups without a stone of the opponent
  Groups problems;                             // groups that the rules must solve
  std::array<Groups, word_bits<Word>> with{};  // problems through each usable square, by bit

  Situation(const B& b, Word controllers, Word opponents, Word usable_squares,
            const Groups& solved_already)
      : board(b),
        controller(controllers),
        opponent(opponents),
        empty(b.squares() & static_cast<Word>(~(controllers | opponents))),
        usable(empty & usable_squares),
        playable(b.landing_squares(controllers | opponents) & usable),
        own(b.all_groups() - b.touching(opponents)),
        problems(b.all_groups() - b.touching(controllers) - solved_already) {
    for_each_square(usable, [&](Word square) {
      with[static_cast<std::size_t>(lowest_index(square))] = board.through(square) & problems;
    });
  }

  // The problems that contain a usable square.
  const Groups& problems_with(Word square) const {
    return with[static_cast<std::size_t>(lowest_index(square))];
  }
  Groups problems_with(Word a, Word b) const { return problems_with(a) & problems_with(b); }
  bool is_usable(Word squares) const { return (squares & static_cast<Word>(~usable)) == 0; }
  // Squares e with an even row for which the pair (square below, e) is free: Claimevens.
  Word claimable() const { return usable & board.even_rows() & (usable << 1); }
};

template <class B>
struct Solution {
  using Word = typename B::Word;
  using Groups = typename B::Groups;

  Rule rule = Rule::claimeven;
  std::int16_t group = -1;  // of Aftereven, Before, Specialbefore
  Word squares = 0;         // all squares the rule uses
  Word claimevens = 0;      // those of its Claimeven parts, both squares of each
  Word columns = 0;         // only of the inverses: their two columns
  Word under = 0;           // only of the inverses: the squares below theirs in these columns
  // Specialbefore: its two playable squares. Baseclaim: the first playable square. Else 0.
  Word special = 0;
  Groups solves;
};

// Fixed storage that is reused, so that an evaluation allocates nothing once it is warm.
template <class B>
class SolutionList {
 public:
  void clear() { solutions_.clear(); }
  void add(const Solution<B>& solution) { solutions_.push_back(solution); }
  std::size_t size() const { return solutions_.size(); }
  const Solution<B>& operator[](std::size_t i) const { return solutions_[i]; }
  auto begin() const { return solutions_.begin(); }
  auto end() const { return solutions_.end(); }

 private:
  std::vector<Solution<B>> solutions_;
};

}  // namespace inarow::victor
