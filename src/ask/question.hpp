#pragma once

// A question about a position, as plain data: what everybody who wants to know something writes
// down, whatever door he comes in by. The answer is in answer.hpp, who finds it in asker.hpp.
//
//   Question question{*read_game(*GameSpec::parse("connect4"), "4453")};
//   question.wanted.score = true;
//   Result<Answer> answer = Asker(work).ask(question);
//   answer->value, answer->score, answer->best ...
//
// A new door (an engine protocol, a grid worker, a module for another language) turns its input
// into a Question, asks, and turns the Answer into its output. The JSON of both is in
// answer/codec.hpp; docs/formats/question.md and solve.md describe it.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "rules/game.hpp"

namespace inarow {

// How the value is found. docs/ask.md has a table of what `automatic` does for which game.
enum class Method : std::uint8_t {
  automatic,
  alphabeta,     // exact search: drop games of finite height, small placement boards
  victor,        // Allis's rules and conspiracy numbers: drop games of even height
  proof_number,  // Allis's rules and proof numbers: likewise
  threat         // wins by threats with relevance zones: placement games
};
const char* name_of(Method method);
std::optional<Method> method_named(std::string_view name);

// What is wanted of the position. The value always comes along where it is found.
struct Wanted {
  bool value = true;       // false: only what else is named here
  bool score = false;      // the exact score, not only win, draw or loss (drop games)
  bool best = true;        // a best move
  bool all_moves = false;  // the value or score of every move; best then has all best moves
  bool line = false;       // best play
  bool why = false;        // reasons: rules, threats, zugzwang, zones
  bool reason = false;  // with why, drop games: the verdict and the plan that proves it, by search
  bool defenses = false;  // the moves that the opponent does not refute by threats
  bool estimate = true;   // a guess where nothing is proved
  friend bool operator==(const Wanted&, const Wanted&) = default;
};

// A certificate to be written (docs/formats/certificate.md, placement.md).
struct CertificateWish {
  std::string path;
  std::string claim;  // win, not-lose, value, score; empty: the value, with `score` the score
  std::optional<Player> player;  // whose claim; nothing: the player to move
  int score = 1;                 // of a win: with at least this score
  bool rules = false;            // drop games: leaves may be sets of Allis's rules
  bool tree = false;             // placement games: all moves, no zones
  bool plain = false;            // not compressed
  friend bool operator==(const CertificateWish&, const CertificateWish&) = default;
};

// A move to be played, by a player of match/registry.hpp.
struct MoveWish {
  std::string player = "auto";
  friend bool operator==(const MoveWish&, const MoveWish&) = default;
};

// One step of a proof that somebody else puts together (grid/job_level_search): decide the position
// with a proof, or give the moves to look at next.
struct ExpandWish {
  Player attacker = Player::first;  // whose win is to be proved
  int moves = 3;                    // at most so many
  std::vector<Move> known{};        // that need not be given
  friend bool operator==(const ExpandWish&, const ExpandWish&) = default;
};

struct QuestionLimits {
  double seconds = 0;        // 0: none
  std::optional<int> order;  // of threats, 1 to 4; unless given 2, for defenses and certificates 3
  int tree_size = 10000;     // positions of a conspiracy-number tree (method victor)
  bool book = true;          // books may answer
  bool rules = true;         // exact search of drop games may use Allis's rules
  // With reason: for the proof behind the verdict; without one best play is told.
  double proof_seconds = 8;
  friend bool operator==(const QuestionLimits&, const QuestionLimits&) = default;
};

inline constexpr int max_threat_order = 4;

struct Question {
  Game game;
  Method method = Method::automatic;
  Wanted wanted{};
  QuestionLimits limits{};
  std::optional<CertificateWish> certificate{};
  std::optional<Move> why_not{};  // with why, drop games: what becomes of this move
  std::optional<MoveWish> move{};
  std::optional<ExpandWish> expand{};
  std::string lines_path{};  // methods victor and proof-number: file for the lines of a win
  // Exact search of drop games: file for what is proved, to go on from
  // (docs/formats/checkpoint.md). Only people at the command line name one: who reads it believes
  // it.
  std::string checkpoint_path{};
};

}  // namespace inarow
