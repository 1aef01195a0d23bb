// The two searches with the rules at their leaves: they agree with exact search, with each other
// and with the results of the thesis, and their proofs hold in every line.

#include <gtest/gtest.h>

#include <algorithm>

#include "rules/random_games.hpp"
#include "search/alphabeta/drop_engine.hpp"
#include "search/proof_number/df_pn.hpp"
#include "search/victor/line_book.hpp"
#include "search/victor/proof_lines.hpp"
#include "search/victor/three_level_search.hpp"

namespace inarow::victor {
namespace {

using B = SmallBoard;

Position<B> after(const B& board, const std::string& columns) {
  Position<B> p;
  for (const char c : columns) {
    p = p.after(board.landing_squares(p.stones()) & board.geometry().column(Column{c - 'a'}));
  }
  return p;
}

// Walks all lines: the prover's moves only, all of the other's, down to positions that the judge
// decides. Counts the positions of the prover.
template <class Search>
void walk(Search& search, const ProofLines<B>& lines, const Position<B>& p, std::set<Key<B>>& seen,
          std::size_t& provers) {
  Position<B> settled = p;
  const Verdict verdict = search.judge().judge(settled);
  if (verdict != Verdict::unclear) {
    ASSERT_EQ(verdict, lines.goal());
    return;
  }
  if (!seen.insert(key_of(search.judge().board(), settled)).second) return;
  if (settled.first_to_move() == (lines.goal() == Verdict::white_wins)) {
    const auto move = lines.move(settled);
    ASSERT_TRUE(move);
    ++provers;
    walk(search, lines, settled.after(*move), seen, provers);
  } else {
    for_each_square(search.judge().board().landing_squares(settled.stones()), [&](Word64 square) {
      const Position<B> next = settled.after(square);
      ASSERT_FALSE(search.judge().board().geometry().has_line(
          settled.first_to_move() ? next.first : next.second));
      walk(search, lines, next, seen, provers);
    });
  }
}

TEST(RuleSearch, AgreesWithExactSearch) {
  Random random(3);
  int decided[2] = {0, 0};
  for (const auto& [width, height, stones] :
       {std::tuple{4, 4, 0}, {5, 4, 0}, {6, 4, 4}, {4, 6, 2}, {5, 6, 10}, {7, 4, 10}, {7, 6, 22}}) {
    const DropSpec spec{width, height, 4, false};
    const B board(spec);
    const auto engine = make_drop_engine(spec, 16 << 20, RuleLimits::never());
    const auto worker = engine->make_worker(nullptr, nullptr);
    for (int i = 0; i < 150; ++i) {
      Game game{GameSpec(spec)};
      if (!play_at_random(game, stones + random.below(6), random)) continue;
      const Position<B> p = position_of(board, game);
      const bool first = p.first_to_move();
      const ScoreRange exact = worker->solve(
          {first ? p.first : p.second, first ? p.second : p.first}, ScoreWindow::value());
      const bool white_wins = first ? exact.lower > 0 : exact.upper < 0;
      const Verdict expected = white_wins ? Verdict::white_wins : Verdict::black_holds;
      DfPnSearch<B> df_pn(board, {});
      EXPECT_EQ(df_pn.solve(p), expected);
      ThreeLevelSearch<B> three(board, 50, {});  // small trees: all three levels work
      EXPECT_EQ(three.solve(p), expected);
      ++decided[white_wins ? 1 : 0];
    }
  }
  EXPECT_GT(decided[0], 100);
  EXPECT_GT(decided[1], 100);
}

// 10.2: Black draws on 7x4 after 1. d1 by a few dozen evaluations, if the moves are well chosen.
TEST(RuleSearch, SevenByFour) {
  const B board(DropSpec{7, 4, 4, false});
  const Position<B> root = after(board, "d");
  ThreeLevelSearch<B> three(board, 10000, {});
  ASSERT_EQ(three.solve(root), Verdict::black_holds);
  EXPECT_LT(three.statistics().evaluations, 2000U);
  const ProofLines<B>::Known known = [&](const Position<B>& p) {
    const Verdict* v = three.table().find(key_of(board, p));
    return v == nullptr ? Verdict::unclear : *v;
  };
  const ProofLines<B> lines(three.judge(), known, root);
  std::set<Key<B>> seen;
  std::size_t provers = 0;
  walk(three, lines, root, seen, provers);
  EXPECT_EQ(provers, lines.size());
  EXPECT_LE(seen.size(), 60U);
}

// 13.2, the hardest variation from diagram 13.6 on a little later: White wins, line by line.
TEST(RuleSearch, LinesOfAWinHold) {
  const B board(DropSpec{});
  const Position<B> root = after(board, "dddddbbffb");
  DfPnSearch<B> search(board, {});
  ASSERT_EQ(search.solve(root), Verdict::white_wins);
  const ProofLines<B>::Known known = [&](const Position<B>& p) { return search.known(p); };
  const ProofLines<B> lines(search.judge(), known, root);
  std::set<Key<B>> seen;
  std::size_t provers = 0;
  walk(search, lines, root, seen, provers);
  EXPECT_EQ(provers, lines.size());
  EXPECT_FALSE(lines.critical_line(root).empty());
}

TEST(RuleSearch, StopsAtLimits) {
  const B board(DropSpec{});
  StopToken stop;
  stop.request_stop();
  EXPECT_EQ(DfPnSearch<B>(board, {.memory_bytes = 1 << 20}).solve(after(board, "d")),
            Verdict::unclear);
  EXPECT_EQ(DfPnSearch<B>(board, {.stop = &stop}).solve(after(board, "d")), Verdict::unclear);
  EXPECT_EQ(ThreeLevelSearch<B>(board, 1000, {.memory_bytes = 1 << 20}).solve(after(board, "d")),
            Verdict::unclear);
  EXPECT_EQ(ThreeLevelSearch<B>(board, 1000, {.stop = &stop}).solve(after(board, "d")),
            Verdict::unclear);
}

// The shipped lines, walked from the empty board: one move of White, all of Black, until somebody
// wins or the rules decide. Every such leaf is confirmed by exact search, so the win on 7x6 rests
// on no rule.
class LineWalk {
 public:
  explicit LineWalk(const LineBook& book) : book_(book) { walk({}); }
  const std::vector<Position<B>>& leaves() const { return leaves_; }
  std::size_t whites() const { return whites_; }

 private:
  void walk(const Position<B>& p) {
    const Key<B> key = key_of(board_, p);
    if (seen_.find(key) != nullptr) return;
    seen_.set(key, true);
    Position<B> settled = p;
    const Verdict tactical = judge_.play_forced(settled);
    ASSERT_NE(tactical, Verdict::black_holds);
    if (tactical == Verdict::white_wins) return;
    if (!settled.first_to_move()) {
      if (judge_.evaluator().first_wins(settled.first, settled.second)) {
        leaves_.push_back(settled);
        return;
      }
      for_each_square(board_.landing_squares(settled.stones()),
                      [&](Word64 square) { walk(settled.after(square)); });
      return;
    }
    ++whites_;
    Word64 chosen = 0;
    for_each_square(judge_.moves(settled), [&](Word64 square) {
      if (chosen == 0 && book_.contains(key_of(board_, settled.after(square)))) chosen = square;
    });
    for_each_square(judge_.moves(settled), [&](Word64 square) {
      Position<B> next = settled.after(square);
      if (chosen == 0 && judge_.judge(next) == Verdict::white_wins) chosen = square;
    });
    ASSERT_NE(chosen, 0U);
    walk(settled.after(chosen));
  }

  const LineBook& book_;
  B board_{DropSpec{}};
  Judge<B> judge_{board_};
  KeyMap<B, bool> seen_;
  std::vector<Position<B>> leaves_;
  std::size_t whites_ = 0;
};

TEST(LinesOfSevenBySix, EveryLeafIsWon) {
  const LineBook book = LineBook::read(INAROW_TEST_DATA "/../../data/drop-7x6.lines").value();
  const LineWalk lines(book);
  EXPECT_GT(lines.whites(), 10000U);
  std::vector<Position<B>> leaves = lines.leaves();
  EXPECT_GT(leaves.size(), 1000U);
  // Those with many stones first: their table entries help with the others.
  std::stable_sort(leaves.begin(), leaves.end(), [](const auto& a, const auto& b) {
    return popcount(a.stones()) > popcount(b.stones());
  });
  const auto engine = make_drop_engine(DropSpec{}, 256 << 20, RuleLimits::never());
  const auto worker = engine->make_worker(nullptr, nullptr);
  for (const Position<B>& leaf : leaves) {
    ASSERT_LT(worker->solve({leaf.second, leaf.first}, {-1, 0}).upper, 0);
  }
}

// Board sizes that need 128 bits.
TEST(RuleSearch, LargeBoards) {
  const LargeBoard board(DropSpec{7, 10, 4, false});
  Position<LargeBoard> p;
  p = p.after(board.geometry().bit(Cell{2, 0}));
  DfPnSearch<LargeBoard> search(board, {});
  EXPECT_EQ(search.solve(p), Verdict::black_holds);  // Appendix B: 1. c1 d1
}

}  // namespace
}  // namespace inarow::victor
