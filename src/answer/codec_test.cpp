#include "answer/codec.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "answer/json_fields.hpp"
#include "ask/asker.hpp"
#include "ask/tables.hpp"
#include "rules/notation.hpp"

namespace inarow {
namespace {

using nlohmann::json;

Question question_of(const std::string& game, const std::string& moves) {
  return Question{read_game(*GameSpec::parse(game), moves).value()};
}

// Everything that an answer can have, from every method.
std::vector<Question> many_questions() {
  std::vector<Question> questions;
  const auto add = [&](const std::string& game, const std::string& moves, auto&& change) {
    questions.push_back(question_of(game, moves));
    questions.back().limits.seconds = 60;
    change(questions.back());
  };
  const auto everything = [](Question& q) {
    q.wanted.score = q.game.spec().drop() != nullptr;
    q.wanted.all_moves = true;
    q.wanted.line = true;
    q.wanted.why = true;
  };
  add("connect4", "4453", everything);
  add("drop:5x4", "", everything);
  add("drop:6x4:cyl", "112233", everything);
  add("drop:4x4", "1212121", everything);  // over
  for (const Method method : {Method::victor, Method::proof_number}) {
    add("drop:6x4", "33", [&](Question& q) {
      q.method = method;
      q.wanted.all_moves = true;
      q.wanted.line = true;
    });
  }
  add("cylinder:4", "", [](Question& q) { q.wanted.all_moves = true; });
  add("tictactoe", "b2", everything);
  add("Connect(4,4,4,2,1)", "b2", everything);
  add("connect6", "j10 i8h9 i11k11 g10h11 k9h12 l8g13", [](Question& q) {
    q.wanted.line = true;
    q.wanted.why = true;
    q.wanted.all_moves = true;
  });
  add("connect6", "j10 i8h9", [](Question& q) { q.limits.order = 1; });  // an estimate
  add("connect6", "j10 i8h9", [](Question& q) {                          // with several moves
    q.limits.order = 1;
    q.wanted.all_moves = true;
  });
  add("gomoku", "h8 i9", [](Question& q) {
    q.move = MoveWish{"plain:1"};
    q.wanted.value = false;
  });
  add("gomoku", "g8 a1 h8 a15 i8", [](Question& q) { q.wanted.defenses = true; });
  add("Connect(6,2,3)", "0,0 -1,1 1,1", [](Question& q) {
    q.method = Method::threat;
    q.limits.order = 3;
    q.wanted.why = true;
  });
  add("connect4", "44", [](Question& q) { q.move = MoveWish{"perfect"}; });
  add("connect4", "2713525", [](Question& q) {  // a draw, told by best play
    q.wanted = {.value = false, .best = false, .why = true, .reason = true};
    q.limits.proof_seconds = 0.001;
  });
  add("drop:8x8", "", [](Question& q) {  // stopped
    q.limits.seconds = 0.05;
    q.wanted.score = true;
  });
  return questions;
}

TEST(Codec, WhatIsWrittenAndReadAgainIsTheSame) {
  Tables tables;
  for (const Question& question : many_questions()) {
    const std::string asked = question_json(question);
    const Result<Question> again = read_question(asked);
    ASSERT_TRUE(again) << asked << ": " << again.error().message;
    EXPECT_EQ(question_json(*again), asked);
    const Result<Answer> answer = ask(question, {.tables = &tables});
    ASSERT_TRUE(answer) << asked << ": " << answer.error().message;
    const std::string text = answer_json(question.game, *answer);
    const Result<AnswerRecord> record = read_answer(text);
    ASSERT_TRUE(record) << text << ": " << record.error().message;
    EXPECT_EQ(json::parse(answer_json(record->game, record->answer)), json::parse(text));
    EXPECT_EQ(record->answer.value, answer->value);
    EXPECT_EQ(record->answer.best, answer->best);
    EXPECT_EQ(record->answer.line, answer->line);
    EXPECT_EQ(record->answer.moves.has_value(), answer->moves.has_value());
    EXPECT_EQ(record->answer.threat, answer->threat);
    EXPECT_EQ(record->answer.defenses, answer->defenses);
    EXPECT_EQ(record->answer.by_rules, answer->by_rules);
    EXPECT_EQ(record->answer.played, answer->played);
    EXPECT_EQ(record->answer.complete, answer->complete);
  }
}

// Every field replaced by something of another type: refused, or read as the same value.
TEST(Codec, RefusesFieldsOfAnotherType) {
  const Question question = question_of("drop:5x4", "12");
  Question all = question;
  all.wanted.all_moves = true;
  all.wanted.line = true;
  all.wanted.score = true;
  const Answer answer = *ask(all, {});
  const json good = json::parse(answer_json(question.game, answer));
  int refused = 0;
  for (const auto& [name, value] : good.items()) {
    for (const json& other : {json(true), json("x"), json(1.5), json::array({json::object()})}) {
      if (other.type() == value.type()) continue;
      json bad = good;
      bad[name] = other;
      const Result<AnswerRecord> record = read_answer(bad.dump());
      if (record) {
        EXPECT_EQ(record->answer.value, answer.value);
      } else {
        ++refused;
      }
    }
    json missing = good;
    missing.erase(name);
    if (name == "value" || name == "method" || name == "axioms") {
      EXPECT_FALSE(read_answer(missing.dump())) << name;
    }
  }
  EXPECT_GT(refused, 20);
}

TEST(Codec, QuestionsAreReadStrictly) {
  const auto error = [](const std::string& text) {
    const Result<Question> question = read_question(text);
    return question ? std::string("read") : question.error().message;
  };
  EXPECT_EQ(error(R"({"game":"connect4","moves":"4453","score":true})"), "read");
  EXPECT_NE(error("[]").find("JSON object"), std::string::npos);
  EXPECT_NE(error(R"({"game":"connect4","scores":true})").find("no field \"scores\""),
            std::string::npos);
  EXPECT_NE(error(R"({"game":"connect4","score":1})").find("true or false"), std::string::npos);
  EXPECT_NE(error(R"({"moves":"1"})").find("game is missing"), std::string::npos);
  EXPECT_NE(error(R"({"game":"connect4","seconds":-1})").find("above 0"), std::string::npos);
  EXPECT_NE(error(R"({"game":"connect4","order":2})").find("placement"), std::string::npos);
  EXPECT_NE(error(R"({"game":"connect6","order":9})").find("1 to 4"), std::string::npos);
  EXPECT_NE(error(R"({"game":"connect4","method":"magic"})").find("no method"), std::string::npos);
  EXPECT_NE(error(R"({"game":"connect4","moves":"9"})"), "read");
  EXPECT_FALSE(read_question(R"({"game":"connect4","score":true})", {"game", "moves"}));
}

TEST(Codec, ReadsCellsOfMoves) {
  const GameSpec board = *GameSpec::parse("connect6");
  EXPECT_EQ(*cells_of_text(board, "j10k11"), (Move{{9, 9}, {10, 10}}));
  EXPECT_EQ(*cells_of_text(board, "--j10"), (Move{null_stone, {9, 9}}));
  EXPECT_FALSE(cells_of_text(board, "j10;"));
  EXPECT_FALSE(cells_of_text(board, "10"));
  const GameSpec plane = *GameSpec::parse("Connect(6,2,1)");
  EXPECT_EQ(*cells_of_text(plane, "0,0 -1,12"), (Move{{0, 0}, {-1, 12}}));
  EXPECT_FALSE(cells_of_text(plane, "a1"));
}

}  // namespace
}  // namespace inarow
