// The reasons of drop games, asked as every door asks: who plays by what is shown keeps the value,
// against every reply and against the perfect player; verdicts agree with a search of everything;
// and the JSON of reasons is read again as it was written.

#include "ask/why.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "answer/codec.hpp"
#include "answer/words.hpp"
#include "ask/asker.hpp"
#include "ask/tables.hpp"
#include "rules/notation.hpp"
#include "rules/random_games.hpp"
#include "search/alphabeta/analysis.hpp"

namespace inarow {
namespace {

Question why_question(const Game& game) {
  Question question{game};
  question.wanted = {.value = false, .best = false, .why = true, .reason = true};
  question.limits.book = false;
  return question;
}

class Room {
 public:
  Answer why(const Game& game) { return *ask(why_question(game), work_); }
  Answer why_not(const Game& game, const Move& move) {
    Question question = why_question(game);
    question.why_not = move;
    return *ask(question, work_);
  }
  Answer solve(const Game& game) {
    Question question{game};
    question.wanted = {.score = true, .all_moves = true, .estimate = false};
    question.limits.book = false;
    return *ask(question, work_);
  }

 private:
  Tables tables_;
  Work work_{.tables = &tables_};
};

// The result for a player: 1, 0 or -1.
int result_for(const Game& over, Player player) {
  if (over.outcome() == Outcome::draw) return 0;
  return opponent(over.to_move()) == player ? 1 : -1;
}

// Plays a whole game: the plan's player by what Why shows in each position, the other one by
// `reply`.
int play_by_plan(Room& room, Game game, Player player, const auto& reply) {
  while (!game.over()) {
    if (game.to_move() != player) {
      EXPECT_TRUE(game.play(reply(game)).has_value());
      continue;
    }
    const Answer answer = room.why(game);
    const std::vector<PlanNote>& plans = answer.why->plans->plans;
    const auto his = std::find_if(plans.begin(), plans.end(),
                                  [&](const PlanNote& plan) { return plan.player == player; });
    if (his == plans.end() || his->line.empty()) {
      ADD_FAILURE() << "no plan after " << format_moves(game.spec(), game.moves());
      return -2;
    }
    EXPECT_TRUE(his->complete);
    EXPECT_TRUE(game.play(his->line[0]).has_value());
  }
  return result_for(game, player);
}

TEST(Why, WhoPlaysByThePlanKeepsTheValue) {
  Room room;
  Random random(61);
  const GameSpec spec = *GameSpec::parse("connect4");
  int games = 0;
  for (int round = 0; round < 24; ++round) {
    const std::optional<Game> game =
        random_unfinished_position(spec, 16 + random.below(14), random);
    if (!game) continue;
    const Answer answer = room.why(*game);
    ASSERT_TRUE(answer.why->plans && answer.why->plans->complete);
    const DropReason& reason = *answer.why->plans;
    ASSERT_EQ(reason.plans.size(), *reason.verdict.value == GameValue::draw ? 2U : 1U);
    for (const PlanNote& plan : reason.plans) {
      const int promised = plan.wins ? 1 : 0;
      const auto perfect = [&](const Game& at) { return room.solve(at).best->front(); };
      const auto lots = [&](const Game& at) { return random_move(at, random); };
      EXPECT_GE(play_by_plan(room, *game, plan.player, perfect), promised)
          << format_moves(spec, game->moves());
      EXPECT_GE(play_by_plan(room, *game, plan.player, lots), promised)
          << format_moves(spec, game->moves());
      games += 2;
    }
  }
  EXPECT_GT(games, 40);
}

// A win that is near has a whole plan, however many squares are empty: the trap that beginners fall
// into first.
TEST(Why, TellsTheWholePlanOfANearWinOnAnEmptyBoard) {
  Room room;
  for (const auto& [spec, moves] :
       {std::pair{"connect4", "4455"}, {"drop:8x8", "4455"}, {"drop:10x10", "eeff"}}) {
    const Answer answer = room.why(*read_game(*GameSpec::parse(spec), moves));
    const DropReason& reason = *answer.why->plans;
    EXPECT_TRUE(reason.complete) << spec;
    EXPECT_EQ(reason.verdict.plies_to_end, 3) << spec;
    ASSERT_EQ(reason.plans.size(), 1U) << spec;
    EXPECT_EQ(reason.plans[0].line.size(), 1U) << spec;
    EXPECT_EQ(reason.plans[0].settled.by, SettledBy::threats) << spec;
    EXPECT_EQ(reason.plans[0].settled.squares.size(), 2U) << spec;
  }
}

// The line and every try are legal, alternate, and end as they say.
void check_plan(const Game& game, const PlanNote& plan) {
  const auto end_of = [&](const MoveList& line, SettledBy by) {
    Game at = game;
    for (const Move& move : line) ASSERT_TRUE(at.play(move).has_value());
    if (by == SettledBy::line) {
      EXPECT_TRUE(at.over());
      EXPECT_EQ(result_for(at, plan.player), 1);
    } else if (by == SettledBy::rules || by == SettledBy::threats) {
      EXPECT_FALSE(at.over());
      EXPECT_NE(at.to_move(), plan.player);
    }
  };
  end_of(plan.line, plan.settled.by);
  for (const TryNote& other : plan.tries) {
    MoveList line(plan.line.begin(), plan.line.begin() + other.at);
    line.push_back(other.move);
    line.insert(line.end(), other.line.begin(), other.line.end());
    end_of(line, other.ends);
  }
  // Every move of the opponent on the way is the line's or a try.
  Game at = game;
  for (std::size_t i = 0; i < plan.line.size(); ++i) {
    if (at.to_move() != plan.player) {
      const auto tries = std::count_if(plan.tries.begin(), plan.tries.end(), [&](const TryNote& t) {
        return t.at == static_cast<int>(i);
      });
      EXPECT_EQ(static_cast<std::size_t>(tries) + 1, at.playable_cells().size());
    }
    (void)at.play(plan.line[i]);
  }
}

TEST(Why, TellsTheTruthAboutSmallBoards) {
  Room room;
  Random random(62);
  int plans = 0;
  for (const char* text : {"drop:4x4", "drop:5x4", "drop:4x5"}) {
    const GameSpec spec = *GameSpec::parse(text);
    const auto engine = make_drop_engine(*spec.drop(), std::size_t{1} << 22, RuleLimits::never());
    DropAnalyst analyst(*spec.drop(), engine.get(), 1, nullptr, nullptr, nullptr);
    for (int round = 0; round < 150; ++round) {
      const std::optional<Game> game =
          random_unfinished_position(spec, 4 + random.below(12), random);
      if (!game) continue;
      const int score = analyst.analyse(*game, {true, false, false, false}).range.lower;
      const Answer answer = room.why(*game);
      const DropReason& reason = *answer.why->plans;
      ASSERT_EQ(reason.verdict.score, score);
      ASSERT_TRUE(reason.complete);
      for (const PlanNote& plan : reason.plans) {
        const int his = plan.player == game->to_move() ? score : -score;
        EXPECT_EQ(plan.wins, his > 0);
        EXPECT_GE(his, 0);
        check_plan(*game, plan);
        ++plans;
      }
      const std::string json = answer_json(*game, answer);
      const Result<AnswerRecord> again = read_answer(json);
      ASSERT_TRUE(again.has_value()) << again.error().message;
      EXPECT_EQ(answer_json(again->game, again->answer), json);
    }
  }
  EXPECT_GT(plans, 300);
}

TEST(Why, SaysWhatIsWrongWithAMove) {
  Room room;
  const Game game = *read_game(*GameSpec::parse("connect4"), "44433555");
  const Answer all = room.solve(game);
  int wrong = 0;
  for (const MoveValue& move : all.moves->moves) {
    const Answer answer = room.why_not(game, move.move);
    const WhyNotNote& note = *answer.why->why_not;
    EXPECT_EQ(note.before.value, all.value);
    if (!note.after.verdict.value) continue;
    EXPECT_EQ(*note.after.verdict.score, -*move.score);
    const std::string sentence = in_words(game, note)[0];
    const bool worse = (*move.score > 0) < (*all.score > 0) || (*move.score < 0) > (*all.score < 0);
    EXPECT_EQ(sentence.find(" turns ") != std::string::npos, worse) << sentence;
    wrong += worse ? 1 : 0;
    const std::string json = answer_json(game, answer);
    const Result<AnswerRecord> again = read_answer(json);
    ASSERT_TRUE(again.has_value()) << again.error().message;
    EXPECT_EQ(answer_json(again->game, again->answer), json);
  }
  EXPECT_GT(wrong, 0);
  Question full = why_question(game);
  full.why_not = Move{Cell{3, 5}};
  EXPECT_FALSE(ask(full, {}).has_value());
}

// Whoever watches may say "White wins" as soon as a bound has that sign, so the bounds stay those
// of the position that was asked about, also while best play is looked for after it.
TEST(Why, TheBoundsThatAreToldStayThoseOfThePosition) {
  for (const char* moves : {"", "1", "11", "12", "33"}) {
    Question question = why_question(*read_game(*GameSpec::parse("drop:6x5"), moves));
    question.limits.proof_seconds = 1e-6;  // no time for a proof
    Tables tables;
    Observer observer;
    const Answer answer = *ask(question, {.tables = &tables, .observer = &observer});
    const DropReason& reason = *answer.why->plans;
    ASSERT_FALSE(reason.complete) << moves;
    ASSERT_GT(reason.plans.at(0).line.size(), 2U) << moves;
    const WorkStatus status = observer.status();
    EXPECT_EQ(status.lower, reason.verdict.score) << moves;
    EXPECT_EQ(status.upper, reason.verdict.score) << moves;
  }
}

}  // namespace
}  // namespace inarow
