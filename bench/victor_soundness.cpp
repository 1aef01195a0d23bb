// Do VICTOR's rules ever claim what is not true? Random positions of many boards, the claims of
// both sides compared with the exact value by alpha-beta search.
//
//   victor_soundness --positions 600000 --seed 1        of each board; exit code 1 on a false claim
//
// Three kinds of claims are tested in every position:
//   * what the evaluation finds by itself;
//   * sets that contain one or two random solutions by force, with a random choice of the rules, so
//     that rare rules and pairs of rules have their turn;
//   * sets with an Aftereven (Black wins).
// A rule counts as exercised if the set does not work without it: sets are stripped of everything
// superfluous before they are counted.

#include <CLI/CLI.hpp>
#include <array>
#include <chrono>
#include <cstdio>
#include <exception>
#include <memory>
#include <string>
#include <vector>

#include "base/random.hpp"
#include "knowledge/victor/evaluation.hpp"
#include "knowledge/victor/rules.hpp"
#include "knowledge/victor/verdict.hpp"
#include "search/alphabeta/drop_engine.hpp"

namespace inarow::victor {
namespace {

struct Counts {
  std::uint64_t positions = 0;
  std::array<std::uint64_t, 4> claims{};  // by Claim
  std::uint64_t forced_sets = 0;
  std::uint64_t false_claims = 0;
  std::array<std::uint64_t, 3> levers{};
  std::array<std::uint64_t, rule_count> rules{};
  std::array<std::array<std::uint64_t, rule_count>, rule_count> pairs{};

  void add(const Counts& other) {
    positions += other.positions;
    forced_sets += other.forced_sets;
    false_claims += other.false_claims;
    for (std::size_t i = 0; i < claims.size(); ++i) claims[i] += other.claims[i];
    for (std::size_t i = 0; i < levers.size(); ++i) levers[i] += other.levers[i];
    for (std::size_t i = 0; i < rules.size(); ++i) {
      rules[i] += other.rules[i];
      for (std::size_t j = 0; j < rules.size(); ++j) pairs[i][j] += other.pairs[i][j];
    }
  }
};

struct BoardPlan {
  DropSpec spec;
  int fewest_stones;  // so that the exact value is cheap
};

template <class B>
class Tester {
 public:
  using Word = typename B::Word;

  Tester(const BoardPlan& plan, std::uint64_t seed)
      : plan_(plan), board_(plan.spec), evaluator_(board_), random_(seed) {
    engine_ = make_drop_engine(plan.spec, std::size_t{256} << 20, RuleLimits::never());
    worker_ = engine_->make_worker(nullptr, nullptr);
  }

  Counts run(std::uint64_t positions) {
    while (counts_.positions < positions) {
      Position<B> position;
      if (!random_position(position)) continue;
      ++counts_.positions;
      value_known_ = false;
      test(position);
    }
    return counts_;
  }

 private:
  std::size_t below(std::size_t bound) {
    return static_cast<std::size_t>(random_.below(static_cast<int>(bound)));
  }
  bool wins(Word stones) const { return board_.geometry().has_line(stones); }

  // Half of the games are played at random, half by players who see wins and threats of one move.
  bool random_position(Position<B>& position) {
    const int cells = plan_.spec.width * *plan_.spec.height;
    const int stones = plan_.fewest_stones + random_.below(cells - plan_.fewest_stones);
    const bool awake = random_.below(2) == 0;
    for (int ply = 0; ply < stones; ++ply) {
      const Word landing = board_.landing_squares(position.stones());
      std::vector<Word> squares;
      std::vector<Word> urgent;
      for_each_square(landing, [&](Word square) {
        const Position<B> mine = position.after(square);
        if (wins(position.first_to_move() ? mine.first : mine.second)) return;
        squares.push_back(square);
        const Word theirs = position.first_to_move() ? position.second : position.first;
        if (wins(theirs | square)) urgent.push_back(square);
      });
      const std::vector<Word>& choice = awake && !urgent.empty() ? urgent : squares;
      if (choice.empty()) return false;
      position = position.after(choice[below(choice.size())]);
    }
    return true;
  }

  void test(const Position<B>& position) {
    Claim claim = Claim::none;
    if (position.first_to_move()) {
      if (evaluator_.second_holds(position.first, position.second)) {
        claim = Claim::second_not_lose;
        check(position, evaluator_.reason());
        if (evaluator_.second_wins(position.first, position.second)) {
          claim = Claim::second_wins;
          check(position, evaluator_.reason());
        }
      }
      force(position, Situation<B>(board_, position.second, position.first, board_.squares(), {}),
            std::nullopt);
    } else {
      if (evaluator_.first_wins(position.first, position.second)) {
        claim = Claim::first_wins;
        check(position, evaluator_.reason());
      }
      std::vector<Lever<B>> levers;
      find_levers(board_, position.first, position.second, levers);
      if (!levers.empty()) {
        const Lever<B>& lever = levers[below(levers.size())];
        const LeverClaims<B> claims = claims_of(board_, position.stones(), lever);
        force(position,
              Situation<B>(board_, position.first, position.second,
                           board_.squares() & static_cast<Word>(~claims.columns), claims.solves),
              lever);
      }
    }
    ++counts_.claims[static_cast<std::size_t>(claim)];
  }

  // Sets with random members.
  void force(const Position<B>& position, const Situation<B>& situation,
             const std::optional<Lever<B>>& lever) {
    for (int attempt = 0; attempt < 3; ++attempt) {
      // A few rules are left out, so that others must do their work.
      const auto rules =
          static_cast<unsigned>(random_.below(1U << rule_count) | random_.below(1U << rule_count));
      solutions_.clear();
      find_solutions(situation, rules, solutions_);
      if (solutions_.size() < 2) return;
      const int a = pick();
      const int b = pick();
      std::vector<int> forced{a};
      if (a != b && can_combine(solutions_[static_cast<std::size_t>(a)],
                                solutions_[static_cast<std::size_t>(b)])) {
        forced.push_back(b);
      }
      if (!search_.find(solutions_, situation.problems, forced, 300)) continue;
      ++counts_.forced_sets;
      Reason<B> reason;
      reason.claim = lever ? Claim::first_wins : Claim::second_not_lose;
      reason.lever = lever;
      for (const int i : search_.chosen()) {
        reason.rules.push_back(solutions_[static_cast<std::size_t>(i)]);
      }
      check(position, reason);
    }
  }

  // A random solution, every rule that has one being equally likely.
  int pick() {
    const auto wanted = static_cast<Rule>(random_.below(rule_count));
    int found = static_cast<int>(below(solutions_.size()));
    std::size_t seen = 0;
    for (std::size_t i = 0; i < solutions_.size(); ++i) {
      if (solutions_[i].rule == wanted && below(++seen) == 0) found = static_cast<int>(i);
    }
    return found;
  }

  // Leaves out what is superfluous, the last members first: the forced ones stay if they can, and
  // the Aftereven of a win stays in any case.
  void strip(const Position<B>& position, Reason<B>& reason) const {
    typename B::Groups problems =
        board_.all_groups() -
        board_.touching(reason.claim == Claim::first_wins ? position.first : position.second);
    if (reason.lever) problems -= claims_of(board_, position.stones(), *reason.lever).solves;
    const std::size_t keep = reason.claim == Claim::second_wins ? 1 : 0;
    for (std::size_t i = reason.rules.size(); i-- > keep;) {
      typename B::Groups left = problems;
      for (std::size_t j = 0; j < reason.rules.size(); ++j) {
        if (j != i) left -= reason.rules[j].solves;
      }
      if (left.empty()) reason.rules.erase(reason.rules.begin() + static_cast<std::ptrdiff_t>(i));
    }
  }

  void check(const Position<B>& position, Reason<B> reason) {
    strip(position, reason);
    if (!value_known_) {
      const bool first = position.first_to_move();
      const DropStones stones{first ? position.first : position.second,
                              first ? position.second : position.first};
      value_ = worker_->solve(stones, ScoreWindow::value());
      value_known_ = true;
    }
    // The player to move is the opponent of the one who claims.
    const bool holds =
        reason.claim == Claim::second_not_lose ? value_.upper <= 0 : value_.upper < 0;
    if (reason.lever) ++counts_.levers[static_cast<std::size_t>(reason.lever->kind)];
    for (std::size_t i = 0; i < reason.rules.size(); ++i) {
      const auto a = static_cast<std::size_t>(reason.rules[i].rule);
      ++counts_.rules[a];
      for (std::size_t j = i + 1; j < reason.rules.size(); ++j) {
        const auto b = static_cast<std::size_t>(reason.rules[j].rule);
        ++counts_.pairs[std::max(a, b)][std::min(a, b)];
      }
    }
    if (holds) return;
    ++counts_.false_claims;
    print(position, reason);
  }

  void print(const Position<B>& position, const Reason<B>& reason) const {
    std::printf("FALSE: %s\n", name_of(reason.claim));
    for (int y = *plan_.spec.height - 1; y >= 0; --y) {
      for (int x = 0; x < plan_.spec.width; ++x) {
        const Word bit = board_.geometry().bit(Cell{x, y});
        std::putchar((position.first & bit) != 0 ? 'x' : (position.second & bit) != 0 ? 'o' : '.');
      }
      std::putchar('\n');
    }
    const auto list = [&](Word squares) {
      for_each_square(squares, [&](Word square) {
        std::printf(" %c%d", 'a' + board_.cell(square).x, board_.cell(square).y + 1);
      });
      std::putchar('\n');
    };
    if (reason.lever) {
      std::printf("  %s", name_of(reason.lever->kind));
      list(reason.lever->square | reason.lever->odd | reason.lever->even);
    }
    for (const Solution<B>& solution : reason.rules) {
      std::printf("  %s", name_of(solution.rule));
      list(solution.squares);
    }
  }

  BoardPlan plan_;
  B board_;
  Evaluator<B> evaluator_;
  Random random_;
  std::unique_ptr<DropEngine> engine_;
  std::unique_ptr<DropWorker> worker_;
  SolutionList<B> solutions_;
  ChosenSetSearch<B> search_;
  ScoreRange value_;
  bool value_known_ = false;
  Counts counts_;
};

void print_totals(const Counts& total) {
  std::printf("\nsets in which each rule was needed\n");
  for (int i = 0; i < rule_count; ++i) {
    std::printf("  %-13s %12llu\n", name_of(static_cast<Rule>(i)),
                static_cast<unsigned long long>(total.rules[static_cast<std::size_t>(i)]));
  }
  std::printf("levers: odd threat %llu, combination even above odd %llu, odd above even %llu\n",
              static_cast<unsigned long long>(total.levers[0]),
              static_cast<unsigned long long>(total.levers[1]),
              static_cast<unsigned long long>(total.levers[2]));
  std::printf("\nsets in which both rules of a pair were needed\n%-14s", "");
  for (int j = 0; j < rule_count; ++j) std::printf("%10.9s", name_of(static_cast<Rule>(j)));
  std::printf("\n");
  for (std::size_t i = 0; i < rule_count; ++i) {
    std::printf("%-14s", name_of(static_cast<Rule>(i)));
    for (std::size_t j = 0; j <= i; ++j) {
      std::printf("%10llu", static_cast<unsigned long long>(total.pairs[i][j]));
    }
    std::printf("\n");
  }
  std::printf("\n%llu positions, %llu forced sets, %llu false claims\n",
              static_cast<unsigned long long>(total.positions),
              static_cast<unsigned long long>(total.forced_sets),
              static_cast<unsigned long long>(total.false_claims));
}

int run(std::uint64_t positions, std::uint64_t seed) {
  const auto flat = [](int width, int height) { return DropSpec{width, height, 4, false}; };
  const std::vector<BoardPlan> plans{
      {flat(4, 4), 1},       {flat(5, 4), 1},       {flat(6, 4), 2},        {flat(4, 6), 1},
      {flat(5, 6), 4},       {flat(6, 6), 8},       {flat(7, 4), 4},        {flat(8, 4), 8},
      {flat(7, 6), 14},      {flat(6, 8), 18},      {flat(8, 6), 20},       {{5, 4, 4, true}, 2},
      {{6, 6, 4, true}, 12}, {{5, 6, 3, false}, 1}, {{7, 6, 5, false}, 27},
  };
  Counts total;
  std::printf("%-12s %10s %10s %10s %10s %10s %10s %6s %8s\n", "board", "positions", "2nd holds",
              "2nd wins", "1st wins", "no claim", "forced", "false", "seconds");
  for (const BoardPlan& plan : plans) {
    const auto start = std::chrono::steady_clock::now();
    const Counts counts = SmallBoard::fits(plan.spec)
                              ? Tester<SmallBoard>(plan, seed).run(positions)
                              : Tester<LargeBoard>(plan, seed).run(positions);
    const auto n = [](std::uint64_t number) { return static_cast<unsigned long long>(number); };
    std::printf("%-12s %10llu %10llu %10llu %10llu %10llu %10llu %6llu %8.1f\n",
                GameSpec(plan.spec).to_string().c_str(), n(counts.positions), n(counts.claims[1]),
                n(counts.claims[2]), n(counts.claims[3]), n(counts.claims[0]),
                n(counts.forced_sets), n(counts.false_claims),
                std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
    std::fflush(stdout);
    total.add(counts);
  }
  print_totals(total);
  return total.false_claims == 0 ? 0 : 1;
}

}  // namespace
}  // namespace inarow::victor

int main(int argc, char** argv) {
  try {
    CLI::App app{"Compares the claims of VICTOR's rules with exact values", "victor_soundness"};
    std::uint64_t positions = 15000;
    std::uint64_t seed = 1;
    app.add_option("--positions", positions, "random positions of each board");
    app.add_option("--seed", seed, "of the random numbers");
    CLI11_PARSE(app, argc, argv);
    return inarow::victor::run(positions, seed);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "victor_soundness: %s\n", error.what());
    return 4;
  }
}
