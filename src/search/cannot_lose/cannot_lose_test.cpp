// Cannot-lose strategies: found, verified by the code that is written apart, played on real boards,
// and refused when they are damaged.

#include <gtest/gtest.h>

#include <set>

#include "base/random.hpp"
#include "rules/plain_drop_board.hpp"
#include "search/cannot_lose/format.hpp"
#include "search/cannot_lose/literature.hpp"
#include "search/cannot_lose/player.hpp"
#include "search/cannot_lose/safety.hpp"
#include "search/cannot_lose/search.hpp"
#include "search/cannot_lose/verify.hpp"

namespace inarow::cannot_lose {
namespace {

SearchResult find(const Ground& ground, Player defender, int budget,
                  const Prescription& prescription = {}) {
  StopToken stop;
  Observer observer;
  SearchLimits limits;
  limits.max_budget = budget;
  return find_strategy(ground, defender, limits, stop, observer, prescription);
}

DropSpec spec_of(const Ground& ground) {
  DropSpec spec;
  spec.width = ground.width;
  spec.height = ground.height == 0 ? std::nullopt : std::optional<int>(ground.height);
  spec.cylinder = ground.cylinder;
  return spec;
}

// D's side of a game on a real board, with every move checked by the rules of rules/.
class Match {
 public:
  explicit Match(const Strategy& strategy)
      : board_(spec_of(strategy.ground())), defender_(strategy), player_(strategy.defender()) {
    if (player_ == Player::first) board_.play(Column{strategy.first_column()});
  }

  // A's move and D's answer. False if D has lost or has no answer.
  bool play(int column) {
    board_.play(Column{column});
    if (board_.outcome() == win_of(opponent(player_))) return false;
    if (board_.outcome() != Outcome::undecided) return true;
    const std::optional<int> answer = defender_.answer(column);
    if (!answer || !board_.can_play(Column{*answer})) return false;
    board_.play(Column{*answer});
    return true;
  }

  const PlainDropBoard& board() const { return board_; }

 private:
  PlainDropBoard board_;
  Defender defender_;
  Player player_;
};

// All attacks of `depth` moves.
std::uint64_t exhaust(const Match& match, int depth) {
  if (depth == 0 || match.board().outcome() != Outcome::undecided) return 1;
  std::uint64_t games = 0;
  for (int c = 0; c < match.board().spec().width; ++c) {
    if (!match.board().can_play(Column{c})) continue;
    Match next = match;
    EXPECT_TRUE(next.play(c)) << "column " << c;
    if (::testing::Test::HasFailure()) return games;
    games += exhaust(next, depth - 1);
  }
  return games;
}

void attack_at_random(const Strategy& strategy, std::uint64_t seed, int games, int moves) {
  Random random(seed);
  for (int game = 0; game < games; ++game) {
    Match match(strategy);
    // Attacks that crowd into few neighbouring columns are the dangerous ones.
    const int span = 1 + random.below(strategy.ground().width);
    const int from = random.below(strategy.ground().width);
    for (int i = 0; i < moves && match.board().outcome() == Outcome::undecided; ++i) {
      int c = (from + random.below(span)) % strategy.ground().width;
      for (int k = 0; k < strategy.ground().width && !match.board().can_play(Column{c}); ++k) {
        c = (c + 1) % strategy.ground().width;
      }
      ASSERT_TRUE(match.play(c)) << "game " << game << " move " << i;
    }
  }
}

struct Case {
  int width;
  Player defender;
  int budget;
};

TEST(CannotLose, AStoppedSearchClaimsNothing) {
  StopToken stop;
  stop.request_stop();
  Observer observer;
  const Ground ground{6, true, 0};
  for (const Player defender : {Player::first, Player::second}) {
    const SearchResult result = find_strategy(ground, defender, {}, stop, observer);
    EXPECT_FALSE(result.strategy);
    EXPECT_FALSE(result.complete);
  }
  const SearchResult found = find(ground, Player::second, 12);
  ASSERT_TRUE(found.strategy);
  EXPECT_TRUE(verify(*found.strategy));
  const Result<Verified> verified = verify(*found.strategy, &stop);
  ASSERT_FALSE(verified);
  EXPECT_NE(verified.error().message.find("stopped"), std::string::npos);
}

TEST(CannotLose, MemoryIsALimit) {
  StopToken stop;
  Observer observer;
  SearchLimits limits;
  limits.memory_bytes = std::size_t{4} << 20;
  const SearchResult result = find_strategy({14, true, 0}, Player::first, limits, stop, observer);
  EXPECT_FALSE(result.strategy);
  EXPECT_FALSE(result.complete);
}

TEST(CannotLose, BothPlayersOnTheCylinders) {
  const std::vector<Case> cases{
      {1, Player::first, 0},  {1, Player::second, 0}, {2, Player::first, 3},
      {2, Player::second, 0}, {3, Player::first, 0},  {3, Player::second, 0},
      {4, Player::first, 0},  {4, Player::second, 1}, {5, Player::first, 1},
      {5, Player::second, 3}, {6, Player::first, 3},  {7, Player::first, 1},
      {7, Player::second, 3}, {8, Player::first, 3},  {8, Player::second, 4},
      {9, Player::first, 3},  {9, Player::second, 4}, {10, Player::first, 3}};
  for (const Case& c : cases) {
    SCOPED_TRACE(std::to_string(c.width) + " " + name_of(c.defender));
    const SearchResult result = find(Ground{c.width, true, 0}, c.defender, c.budget);
    ASSERT_TRUE(result.strategy);
    const Result<Verified> verified = verify(*result.strategy);
    ASSERT_TRUE(verified) << verified.error().message;
    EXPECT_EQ(verified->states, result.strategy->entries().size());
    exhaust(Match(*result.strategy), c.width <= 4 ? 6 : 4);
    attack_at_random(*result.strategy, 7, 300, 60);
    // With less than the budget, nothing is found: the search is deterministic and complete.
    if (c.budget > 0 && c.width > 2) {
      EXPECT_FALSE(find(Ground{c.width, true, 0}, c.defender, c.budget - 1).strategy);
    }
  }
}

// The case that Yamaguchi and Neller (2015) leave open together with width 11.
TEST(CannotLose, SecondPlayerOnTheCylinderOfWidthSix) {
  const SearchResult result = find(Ground{6, true, 0}, Player::second, 8);
  ASSERT_TRUE(result.strategy);
  EXPECT_EQ(result.budget, 8);
  const Result<Verified> verified = verify(*result.strategy);
  ASSERT_TRUE(verified) << verified.error().message;
  exhaust(Match(*result.strategy), 6);
  attack_at_random(*result.strategy, 11, 2000, 100);
}

TEST(CannotLose, FlatBoardsOfInfiniteHeight) {
  for (int width = 1; width <= 9; ++width) {
    for (const Player defender : {Player::first, Player::second}) {
      SCOPED_TRACE(std::to_string(width) + " " + name_of(defender));
      const SearchResult result = find(Ground{width, false, 0}, defender, 3);
      ASSERT_TRUE(result.strategy);
      const Result<Verified> verified = verify(*result.strategy);
      ASSERT_TRUE(verified) << verified.error().message;
      exhaust(Match(*result.strategy), 4);
      attack_at_random(*result.strategy, 3, 100, 60);
    }
  }
}

TEST(CannotLose, SecondPlayerOnFlatBoardsOfEvenHeight) {
  for (const int height : {2, 4, 6, 8}) {
    for (int width = 1; width <= 6; ++width) {
      SCOPED_TRACE(std::to_string(width) + "x" + std::to_string(height));
      const SearchResult result = find(Ground{width, false, height}, Player::second, 6);
      ASSERT_TRUE(result.strategy);
      const Result<Verified> verified = verify(*result.strategy);
      ASSERT_TRUE(verified) << verified.error().message;
      attack_at_random(*result.strategy, 3, 200, width * height);
    }
  }
  // White wins 7x6 (Allis 1988), so Black has no such strategy.
  EXPECT_FALSE(find(Ground{7, false, 6}, Player::second, 4).strategy);
}

TEST(CannotLose, StrategiesOfYamaguchiAndNeller) {
  const SearchResult six = find(Ground{6, true, 0}, Player::first, 6, yamaguchi_neller_width_6());
  ASSERT_TRUE(six.strategy);
  ASSERT_TRUE(verify(*six.strategy)) << verify(*six.strategy).error().message;
  // The moves are the paper's: B0 W0 B2 W3 B3 W3 B2 W3 B2 W2 B2.
  Defender black(*six.strategy);
  for (const auto& [white, reply] : {std::pair{0, 2}, {3, 3}, {3, 2}, {3, 2}, {2, 2}}) {
    EXPECT_EQ(black.answer(white), reply);
  }
  const SearchResult two = find(Ground{2, true, 0}, Player::first, 3, yamaguchi_neller_width_2());
  ASSERT_TRUE(two.strategy);
  ASSERT_TRUE(verify(*two.strategy)) << verify(*two.strategy).error().message;
  Defender never(*two.strategy);
  for (const auto& [white, reply] : {std::pair{1, 1}, {0, 1}, {0, 0}, {1, 0}, {1, 1}, {0, 1}}) {
    EXPECT_EQ(never.answer(white), reply);
  }
}

TEST(CannotLose, TextGoesBothWays) {
  const SearchResult result = find(Ground{6, true, 0}, Player::first, 3);
  ASSERT_TRUE(result.strategy);
  const std::string text = format_strategy(*result.strategy);
  const Result<Strategy> again = parse_strategy(text);
  ASSERT_TRUE(again) << again.error().message;
  EXPECT_EQ(again->entries(), result.strategy->entries());
  EXPECT_EQ(format_strategy(*again), text);
}

TEST(CannotLose, TextErrorsNameTheLine) {
  const auto message = [](std::string_view text) {
    const Result<Strategy> read = parse_strategy(text);
    return read ? std::string("no error") : read.error().message;
  };
  EXPECT_EQ(message(""), "line 1: write \"inarow cannot-lose 1\" first");
  const std::string head = "inarow cannot-lose 1\ngame drop:3xinf:cyl\nfor second\n";
  EXPECT_EQ(message(head), "line 3: the text ends before its \"end\" line");
  EXPECT_EQ(message(head + "state - - : all\nend 1\n"),
            "line 4: write \"state\", 3 columns, \":\" and the plan");
  EXPECT_EQ(message(head + "state - - X : all\nend 1\n"),
            "line 4: column 3 is not a stack of up to 14 A and D, or -");
  EXPECT_EQ(message(head + "state A - - : all\nend 1\n"),
            "line 4: the state is not the least image");
  EXPECT_EQ(message(head + "state - - - : F F\nend 1\n"),
            "line 4: write one reply for each column");
  EXPECT_EQ(message(head + "state - - - : all\nend 2\n"), "line 5: not the number of states above");
  EXPECT_EQ(message(head + "state - - - : all\nend 1\n"), "no error");
  EXPECT_EQ(message("inarow cannot-lose 1\ngame gomoku\nfor second\n").substr(0, 30),
            "line 2: strategies are for dro");
}

// Every single change that makes a strategy wrong must be noticed. A change may by chance give
// another good strategy; then the game tells: it must survive the same attacks.
TEST(CannotLose, DamagedStrategiesAreRefused) {
  const SearchResult result = find(Ground{6, true, 0}, Player::first, 3);
  ASSERT_TRUE(result.strategy);
  const Strategy& good = *result.strategy;
  int refused = 0;
  int removed = 0;
  int entries = 0;
  for (const auto& [state, plan] : good.entries()) {
    if (++entries % 4 != 0) continue;
    Strategy without = good;
    without.erase(state);
    if (!verify(without)) ++removed;
    if (plan.freeze != 0) continue;
    for (std::size_t c = 0; c < 6; ++c) {
      if (plan.replies[c].kind == ReplyKind::none) continue;
      Strategy silent = good;
      Plan changed = plan;
      changed.replies[c] = Reply{};
      silent.set(state, changed);
      EXPECT_FALSE(verify(silent));
      ++refused;
    }
    Strategy lazy = good;
    Plan all;
    all.freeze = 63;
    lazy.set(state, all);
    if (!verify(lazy)) ++refused;
  }
  EXPECT_EQ(removed, entries / 4);
  EXPECT_GT(refused, 80);
}

TEST(CannotLose, FollowUpAloneLosesOnWideBoards) {
  // D follows up everywhere from the start: A simply takes the bottom row.
  Strategy naive(Ground{7, true, 0}, Player::second, 0);
  Plan all;
  all.freeze = 127;
  naive.set(naive.start(), all);
  const Result<Verified> verified = verify(naive);
  ASSERT_FALSE(verified);
  EXPECT_NE(verified.error().message.find("loses"), std::string::npos);
  EXPECT_FALSE(safe_if_all_frozen(naive.ground(), naive.start()));
}

// The two tests of a state, written apart, agree wherever random play leads.
TEST(CannotLose, BothTestsAgreeOnRandomStates) {
  Random random(5);
  int safe_states = 0;
  for (int i = 0; i < 20000; ++i) {
    const Ground ground{2 + random.below(8), random.below(2) == 0, 0};
    State state = State::empty(ground.width);
    const int stones = random.below(3 * ground.width);
    for (int k = 0; k < stones; ++k) {
      const int c = random.below(ground.width);
      if (state.height(c) < 8) state.push(c, random.below(2) == 0);
    }
    // `verify` tests states through entries: freezing everything is a strategy exactly if the
    // state is safe with all columns frozen.
    Strategy one(ground, Player::second, 0);
    Plan all;
    all.freeze = low_bits<std::uint32_t>(ground.width);
    one.set(canonical(ground, one.start()).state, all);
    const bool start_is_safe = safe_if_all_frozen(ground, one.start());
    EXPECT_EQ(start_is_safe, verify(one).has_value());
    const State form = canonical(ground, state).state;
    one.set(form, all);
    const Result<Verified> verified = verify(one);
    if (start_is_safe) {
      EXPECT_EQ(safe_if_all_frozen(ground, state) && safe(ground, state), verified.has_value())
          << to_string(ground, state);
      if (verified) ++safe_states;
    }
  }
  EXPECT_GT(safe_states, 50);
}

TEST(CannotLose, CanonicalFormsAreTheSameForAllImages) {
  Random random(9);
  for (int i = 0; i < 2000; ++i) {
    const Ground ground{1 + random.below(11), random.below(2) == 0, 0};
    State state = State::empty(ground.width);
    for (int k = 0; k < 10; ++k) {
      const int c = random.below(ground.width);
      if (state.height(c) < max_stack) state.push(c, random.below(2) == 0);
      if (random.below(4) == 0) state.freeze(c);
    }
    const Canonical form = canonical(ground, state);
    EXPECT_EQ(form.image.apply(state), form.state);
    const Image image{ground.cylinder ? random.below(ground.width) : 0, random.below(2) == 0,
                      ground.width};
    EXPECT_EQ(canonical(ground, image.apply(state)).state, form.state);
    for (int c = 0; c < ground.width; ++c) EXPECT_EQ(image.undo(image.apply(c)), c);
  }
}

}  // namespace
}  // namespace inarow::cannot_lose
