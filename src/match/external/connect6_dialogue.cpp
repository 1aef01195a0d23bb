// The protocol of Connect6 contests, from the side of the manager. A cell is two letters from A to
// S, column and row, row A at the bottom.
//
//   name            -> name X
//   new black       -> move JJ                the engine begins
//   new white, then move JJ -> move KIIK      it answers
//   black JJ, white KIIK, ..., next -> move   a position is set up; the engine moves for the other
//                                             side than that of the last stones
//
// The protocol has no clock: engines are told a depth if the user has one for them.

#include <fmt/format.h>

#include <algorithm>

#include "base/quote.hpp"
#include "match/external/dialogue.hpp"
#include "rules/contest_letters.hpp"
#include "rules/notation.hpp"

namespace inarow {
namespace {

const char* colour_of(Player player) { return player == Player::first ? "black" : "white"; }

bool is_refusal(const std::string& line) {
  const std::string word = first_word_of(line);
  return word.rfind("error", 0) == 0 || word.rfind("unknown", 0) == 0;
}

class Connect6Dialogue : public Dialogue {
 public:
  using Dialogue::Dialogue;

  // Engines that do not know the word say something else or nothing, and are asked all the same.
  Result<void> greet(const StopToken* stop) override {
    say("name");
    Result<void> answered = await_sign(stop, [](const std::string& line) {
      return first_word_of(line) == "name" || is_refusal(line);
    });
    if (answered && engine_.depth) say(fmt::format("depth {}", *engine_.depth));
    return answered;
  }

 private:
  Result<Move> ask_for_move(const Game& game, const EngineTime& time, const Wait& wait) override {
    const MoveList& moves = game.moves();
    if (!is_fresh()) {
      say("move " + contest_letters(moves.back()));
      return hear_move(game, wait);
    }
    if (moves.empty()) {
      say("new black");
      return hear_move(game, wait);
    }
    say("new white");
    if (moves.size() == 1) {
      say("move " + contest_letters(moves.back()));
      return hear_move(game, wait);
    }
    Player player = Player::first;
    for (const Move& move : moves) {
      say(fmt::format("{} {}", colour_of(player), contest_letters(move)));
      player = opponent(player);
    }
    say("next");
    Result<Move> move = hear_move(game, wait);
    return !move && refused_ ? replay(game, time, wait.seconds) : move;
  }

  // Of an engine that knows only new and move: its answers must be those of the game.
  Result<Move> replay(const Game& game, const EngineTime& time, double seconds) {
    say(fmt::format("new {}", colour_of(game.to_move())));
    Game past(game.spec());
    for (const Move& move : game.moves()) {
      if (past.to_move() == game.to_move()) {
        Result<Move> answer = hear_move(past, wait_of(seconds, time.stop));
        if (!answer) return answer;
        Move one = *answer;
        Move other = move;
        std::sort(one.begin(), one.end());
        std::sort(other.begin(), other.end());
        if (one != other) {
          return fault(fmt::format(
              "cannot set up positions, and plays {} instead of {} as move {} of the game",
              format_move(spec_, *answer), format_move(spec_, move), past.moves().size() + 1));
        }
      } else {
        say("move " + contest_letters(move));
      }
      if (!past.play(move)) break;
    }
    return hear_move(game, wait_of(seconds, time.stop));
  }

  // Lines that are no move are passed over: many engines tell on their standard output what they
  // think.
  Result<Move> hear_move(const Game& game, const Wait& wait) {
    while (true) {
      const Result<std::string> line = listen(wait, "a move");
      if (!line) return tl::unexpected<Error>(line.error());
      if (is_refusal(*line)) {
        if (refused_) continue;  // every line of the set-up is refused, one after the other
        refused_ = true;
        return fault(fmt::format("refuses: {}", quoted(*line, 80)));
      }
      if (first_word_of(*line) == "move") return move_of(game, *line);
      if (!trimmed_line(*line).empty()) said_ = printable(trimmed_line(*line));
    }
  }

  Result<Move> move_of(const Game& game, const std::string& line) const {
    std::string letters;
    for (const char c : trimmed_line(line).substr(4)) {
      if (c != ' ' && c != '\t' && c != ',') letters += c;
    }
    std::optional<Move> move = read_contest_letters(letters);
    if (!move || move->size() > 2) {
      return fault(fmt::format("answers {}, which is no move", quoted(line, 80)));
    }
    // The single stone of the first move may be written twice.
    if (game.stones_due() == 1 && move->size() == 2 && (*move)[0] == (*move)[1]) move->pop_back();
    return std::move(*move);
  }

  bool refused_ = false;  // it has refused a line
};

}  // namespace

std::unique_ptr<Dialogue> make_connect6_dialogue(const ExternalEngine& engine, const GameSpec& spec,
                                                 EngineProcess& process) {
  return std::make_unique<Connect6Dialogue>(engine, spec, process);
}

}  // namespace inarow
