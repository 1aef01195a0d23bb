// One question, one answer: every game x every method that fits, asked of the library. Answers are
// compared with exhaustive search by the rules alone, with each other, and every value that is
// proved is written to a certificate that the checker's own code verifies.

#include <gtest/gtest.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <map>

#include "answer/codec.hpp"
#include "ask/asker.hpp"
#include "ask/tables.hpp"
#include "proof.hpp"
#include "refusal.hpp"
#include "rules/notation.hpp"
#include "rules/random_games.hpp"

namespace inarow {
namespace {

constexpr Method all_methods[] = {Method::automatic, Method::alphabeta, Method::victor,
                                  Method::proof_number, Method::threat};

// All moves of a game that is not over.
void for_each_move(const Game& game, const std::function<void(const Move&)>& visit) {
  const std::vector<Cell> cells = game.playable_cells();
  const auto due = static_cast<std::size_t>(game.stones_due());
  Move move;
  const std::function<void(std::size_t)> extend = [&](std::size_t from) {
    if (move.size() == due) return visit(move);
    for (std::size_t i = from; i < cells.size(); ++i) {
      move.push_back(cells[i]);
      extend(i + 1);
      move.pop_back();
    }
  };
  extend(0);
}

// The value by the rules alone; remembers positions by their stones.
class Exhaustive {
 public:
  GameValue value(const Game& game) {
    if (game.over()) {
      return game.outcome() == Outcome::draw ? GameValue::draw : GameValue::loss;
    }
    std::string key;
    for (const Stone& stone : game.stones()) {
      key += static_cast<char>(stone.cell.x);
      key += static_cast<char>(stone.cell.y);
      key += static_cast<char>(stone.player);
    }
    if (const auto known = known_.find(key); known != known_.end()) return known->second;
    GameValue best = GameValue::loss;
    for_each_move(game, [&](const Move& move) {
      if (best != GameValue::win) best = std::max(best, after(game, move));
    });
    return known_[key] = best;
  }

  // For the player who makes the move.
  GameValue after(const Game& game, const Move& move) {
    Game next = game;
    EXPECT_TRUE(next.play(move));
    return seen_by_opponent(value(next));
  }

 private:
  std::map<std::string, GameValue> known_;
};

// A random game until at most `empty` cells are left; nothing if it ended before.
std::optional<Game> random_game(const GameSpec& spec, int empty, Random& random) {
  Game game(spec);
  const int stones = std::max(1, *spec.cells() - empty);
  return play_at_random(game, stones, random) ? std::optional(game) : std::nullopt;
}

struct SmallGame {
  const char* text;
  int empty;
  int positions;
};
const std::vector<SmallGame> small_games{
    {"connect4", 9, 60},           {"drop:6x4", 10, 60},          {"drop:5x5", 10, 60},
    {"drop:4x4", 14, 60},          {"drop:5x4:cyl", 10, 60},      {"drop:6x5:k5", 10, 40},
    {"drop:4x6:k3", 10, 60},       {"drop:3x3", 9, 10},           {"tictactoe", 8, 60},
    {"Connect(4,4,3,1,1)", 9, 60}, {"Connect(4,4,4,2,1)", 9, 60}, {"Connect(5,3,3,2,1)", 9, 60},
    {"Connect(5,5,4,1,1)", 9, 60}, {"Connect(5,4,4,3,1)", 9, 60}, {"Connect(6,3,4,2,1)", 9, 60}};

void expect_true(const Question& question, const Answer& answer, Exhaustive& judge) {
  const Game& game = question.game;
  const GameValue truth = judge.value(game);
  const std::string what = answer_json(game, answer);
  if (answer.value) {
    EXPECT_EQ(*answer.value, truth) << what;
  }
  EXPECT_EQ(answer.proved(), answer.value.has_value());
  if (answer.bounds) {
    EXPECT_LE(answer.bounds->lower, truth == GameValue::loss  ? -1
                                    : truth == GameValue::win ? 99
                                                              : 0)
        << what;
    EXPECT_GE(answer.bounds->upper, truth == GameValue::win    ? 1
                                    : truth == GameValue::loss ? -99
                                                               : 0)
        << what;
  }
  for (const Move& move : answer.best.value_or(std::vector<Move>())) {
    EXPECT_EQ(judge.after(game, move), truth) << what;
  }
  if (answer.moves) {
    for (const MoveValue& move : answer.moves->moves) {
      if (!move.value || answer.moves->stones) continue;
      EXPECT_EQ(judge.after(game, move.move), *move.value) << what;
    }
  }
}

TEST(Ask, EveryMethodOfEveryGameAgreesWithExhaustiveSearch) {
  Tables tables;
  Asker asker({.tables = &tables, .many = true});
  Random random(13);
  std::map<Method, int> proved;
  for (const SmallGame& small : small_games) {
    const GameSpec spec = *GameSpec::parse(small.text);
    Exhaustive judge;
    for (int i = 0; i < small.positions; ++i) {
      const std::optional<Game> game = random_game(spec, small.empty, random);
      if (!game) continue;
      for (const Method method : all_methods) {
        Question question{*game, method};
        question.wanted.all_moves = true;
        question.wanted.line = true;
        if (!check(question)) continue;
        const Result<Answer> answer = asker.ask(question);
        ASSERT_TRUE(answer) << answer.error().message;
        expect_true(question, *answer, judge);
        if (answer->value) ++proved[method];
        // Exact search answers everything that it takes.
        if (method == Method::automatic || method == Method::alphabeta) {
          EXPECT_TRUE(answer->value) << small.text;
        }
      }
    }
  }
  for (const Method method : all_methods) EXPECT_GT(proved[method], 20) << name_of(method);
}

TEST(Ask, BestPlayOfExactSearchEndsAsItSays) {
  Random random(7);
  for (const SmallGame& small : small_games) {
    const GameSpec spec = *GameSpec::parse(small.text);
    for (int i = 0; i < 10; ++i) {
      const std::optional<Game> start = random_game(spec, small.empty, random);
      if (!start) continue;
      Question question{*start, Method::alphabeta};
      question.wanted.line = true;
      const Result<Answer> answer = ask(question, {});
      ASSERT_TRUE(answer);
      Game game = *start;
      for (const Move& move : *answer->line) ASSERT_TRUE(game.play(move));
      ASSERT_TRUE(game.over());
      const Outcome expected = *answer->value == GameValue::draw ? Outcome::draw
                               : *answer->value == GameValue::win
                                   ? win_of(start->to_move())
                                   : win_of(opponent(start->to_move()));
      EXPECT_EQ(game.outcome(), expected);
    }
  }
}

// A file that goes away.
class Scratch {
 public:
  Scratch()
      : path_((std::filesystem::temp_directory_path() /
               ("inarow_ask_test_" + std::to_string(::getpid()) + ".cert"))
                  .string()) {}
  ~Scratch() { std::remove(path_.c_str()); }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

// Every proved value is certified, and the checker agrees.
TEST(Ask, WhatIsProvedIsCertified) {
  Tables tables;
  Asker asker({.tables = &tables, .many = true});
  Random random(2026);
  Scratch scratch;
  int certified = 0;
  for (const SmallGame& small : small_games) {
    const GameSpec spec = *GameSpec::parse(small.text);
    for (int i = 0; i < 40; ++i) {
      const std::optional<Game> game = random_game(spec, small.empty, random);
      if (!game) continue;
      for (const Method method : all_methods) {
        Question question{*game, method};
        question.wanted.score = spec.drop() != nullptr && i % 2 == 0 && method < Method::victor;
        question.certificate.emplace();
        question.certificate->path = scratch.path();
        if (!check(question)) continue;
        const Result<Answer> answer = asker.ask(question);
        ASSERT_TRUE(answer) << answer.error().message;
        const bool claimed = answer->by_rules && answer->by_rules->claim != RuleClaim::none;
        EXPECT_EQ(answer->proof.has_value(), answer->proved() || claimed);
        if (!answer->proof) continue;
        ASSERT_EQ(answer->proof->ending, ProofEnding::written)
            << answer_json(*game, *answer) << name_of(method);
        std::ifstream file(scratch.path(), std::ios::binary);
        try {
          const check::Verdict verdict = check::verify(file, {});
          EXPECT_EQ(verdict.header.claim, answer->proof->claim);
          EXPECT_EQ(verdict.header.score, answer->proof->score.value_or(-1000));
          EXPECT_EQ(verdict.axioms == "none", answer->proof->axioms.empty());
          if (question.wanted.score) {
            EXPECT_EQ(verdict.header.score, *answer->score);
          }
          ++certified;
        } catch (const std::exception& fault) {
          ADD_FAILURE() << fault.what() << ": " << answer_json(*game, *answer);
        }
      }
    }
  }
  EXPECT_GT(certified, 1000);
}

// With no rule allowed the axioms are empty; where they are empty anyway, the search is the same.
TEST(Ask, NamesTheAxiomsOfSearches) {
  const auto answer_of = [](const char* game, const char* moves, bool rules) {
    Question question{read_game(*GameSpec::parse(game), moves).value()};
    question.limits.book = false;
    question.limits.rules = rules;
    return *ask(question, {});
  };
  const std::vector<std::string> allis{allis_axiom};
  EXPECT_EQ(answer_of("connect4", "444444333333", true).axioms, allis);
  EXPECT_TRUE(answer_of("connect4", "444444333333", false).axioms.empty());
  for (const auto& [game, moves] :
       {std::pair("drop:5x5", ""), {"drop:6x4", ""}, {"connect4", "4444443333332222226"}}) {
    const Answer with = answer_of(game, moves, true);
    const Answer without = answer_of(game, moves, false);
    if (!with.axioms.empty()) continue;
    EXPECT_EQ(with.nodes, without.nodes) << game;
    EXPECT_EQ(with.value, without.value) << game;
  }
  EXPECT_TRUE(answer_of("drop:5x5", "", true).axioms.empty());
  EXPECT_TRUE(answer_of("Connect(4,4,4,1,1)", "", true).axioms.empty());
}

TEST(Ask, AutoAnswersForEveryGame) {
  Tables tables;
  for (const auto& [game, moves] : {std::pair("cylinder:4", ""),
                                    {"cylinder:6", "1"},
                                    {"drop:4xinf", ""},
                                    {"connect6", ""},
                                    {"gomoku", "h8"},
                                    {"Connect(11,2,2)", ""},
                                    {"Connect(6,2,1)", "0,0"},
                                    {"Connect(30,30,10,4,4)", ""},
                                    {"Connect(1000,3,3)", "0,0 1,0 2,0"}}) {
    Question question{read_game(*GameSpec::parse(game), moves).value()};
    question.limits.seconds = 10;
    const Result<Answer> answer = ask(question, {.tables = &tables});
    ASSERT_TRUE(answer) << game << ": " << answer.error().message;
    EXPECT_TRUE(answer->proved() || answer->estimate || answer->bounds) << game;
  }
  Question draw{*read_game(*GameSpec::parse("cylinder:4"), "")};
  EXPECT_EQ(ask(draw, {.tables = &tables})->value, GameValue::draw);
}

TEST(Ask, EstimatesOnlyWhereNothingIsProved) {
  Question quiet{read_game(*GameSpec::parse("connect6"), "j10 k11k12").value()};
  quiet.wanted.all_moves = true;
  const Answer answer = ask(quiet, {}).value();
  ASSERT_FALSE(answer.proved());
  ASSERT_TRUE(answer.estimate);
  EXPECT_GT(answer.estimate->moves.size(), 1U);
  EXPECT_EQ(answer.estimate->moves.front().line, answer.estimate->line);
  // The same with another number of threads and whatever was asked before.
  Asker asker({.threads = 2});
  for (int i = 0; i < 2; ++i) EXPECT_EQ(asker.ask(quiet)->estimate, answer.estimate);

  Question won{read_game(*GameSpec::parse("gomoku"), "g8 a1 h8 a15 i8 a8").value()};
  EXPECT_TRUE(ask(won, {})->proved());
  EXPECT_FALSE(ask(won, {})->estimate);
}

// Nobody waits for an estimate after a stop, but it is there.
TEST(Ask, EstimatesAfterAStop) {
  Question question{read_game(*GameSpec::parse("connect6"), "j10 k11k12").value()};
  StopToken stop;
  stop.request_stop();
  const Answer stopped = ask(question, {.stop = &stop}).value();
  ASSERT_TRUE(stopped.estimate);
  EXPECT_EQ(stopped.estimate->depth, 0);
  // The end of its time is no reason to think less.
  question.limits.seconds = 1e-6;
  const Answer late = ask(question, {}).value();
  ASSERT_TRUE(late.estimate);
  EXPECT_GT(late.estimate->depth, 0);
}

TEST(Ask, AStopIsNoErrorAndGivesBounds) {
  StopToken stop;
  stop.request_stop();
  Question question{read_game(*GameSpec::parse("drop:8x8"), "").value()};
  question.wanted.score = true;
  const Result<Answer> answer = ask(question, {.stop = &stop, .memory_bytes = 64 << 20});
  ASSERT_TRUE(answer);
  EXPECT_FALSE(answer->complete);
  EXPECT_FALSE(answer->proved());
  ASSERT_TRUE(answer->bounds);
  question.limits.seconds = 0.2;
  const auto start = Ticker::Clock::now();
  EXPECT_FALSE(ask(question, {.memory_bytes = 64 << 20})->complete);
  EXPECT_LT(seconds_since(start), 5);
}

TEST(Ask, ManyPositionsAreAnsweredInOrder) {
  const GameSpec spec = *GameSpec::parse("drop:5x4");
  Random random(3);
  std::vector<std::string> moves;
  std::vector<Game> games;
  while (moves.size() < 300) {
    const std::optional<Game> game = random_game(spec, 12, random);
    if (!game) continue;
    moves.push_back(format_moves(spec, game->moves()));
    games.push_back(*game);
  }
  moves[17] = "99";
  Question pattern{Game(spec)};
  pattern.wanted.score = true;
  const auto answers = ask_each(pattern, moves, {.threads = 3});
  ASSERT_EQ(answers.size(), moves.size());
  Asker asker({});
  for (std::size_t i = 0; i < moves.size(); ++i) {
    if (i == 17) {
      EXPECT_FALSE(answers[i]);
      continue;
    }
    ASSERT_TRUE(answers[i]);
    Question question = pattern;
    question.game = games[i];
    EXPECT_EQ(answers[i]->answer.score, asker.ask(question)->score) << moves[i];
    EXPECT_EQ(format_moves(spec, answers[i]->game.moves()), moves[i]);
  }
}

}  // namespace
}  // namespace inarow
