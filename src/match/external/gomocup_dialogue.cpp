// Gomocup's protocol, from the side of the manager (https://plastovicka.github.io/protocl2en.htm).
// Cells are x,y from 0. Lines MESSAGE, DEBUG and SUGGEST may come at any time; UNKNOWN is the right
// of an engine that does not know an INFO.

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>

#include "base/quote.hpp"
#include "match/external/dialogue.hpp"

namespace inarow {
namespace {

// What the protocol has for "no limit" of time_left.
constexpr int no_limit = std::numeric_limits<std::int32_t>::max();

int milliseconds(double seconds) {
  return static_cast<int>(std::min(std::max(1.0, std::floor(1000 * seconds)), no_limit * 1.0));
}

class GomocupDialogue : public Dialogue {
 public:
  using Dialogue::Dialogue;

  Result<void> greet(const StopToken* stop) override {
    const BoardSize board = *spec_.placement()->board;
    say(board.columns == board.rows ? fmt::format("START {}", board.columns)
                                    : fmt::format("RECTSTART {},{}", board.columns, board.rows));
    const Wait wait = wait_of(engine_.start_seconds, stop);
    while (true) {
      const Result<std::string> line = listen(wait, "its OK to START");
      if (!line) return tl::unexpected<Error>(line.error());
      const std::string word = first_word_of(*line);
      if (word == "ok") break;
      if (word == "error" || word == "unknown") {
        return fault(fmt::format("refuses to play on this board: {}", quoted(*line, 80)));
      }
    }
    // Many read it as 32 bits.
    say(fmt::format("INFO max_memory {}",
                    std::min<std::size_t>(engine_.memory_bytes, std::size_t{no_limit})));
    say("INFO game_type 1");
    say("INFO rule 0");
    return {};
  }

 private:
  Result<Move> ask_for_move(const Game& game, const EngineTime& time, const Wait& wait) override {
    if (is_fresh()) say(fmt::format("INFO timeout_match {}", of_match(time)));
    const double turn = time.left > 0 ? time.left : time.seconds > 0 ? time.seconds : usual_seconds;
    say(fmt::format("INFO timeout_turn {}", milliseconds(turn)));
    say(fmt::format("INFO time_left {}", time.left > 0 ? milliseconds(time.left) : no_limit));
    const MoveList& moves = game.moves();
    if (moves.empty()) {
      say("BEGIN");
    } else if (!is_fresh() || moves.size() == 1) {
      say(fmt::format("TURN {}", text_of(moves.back().front())));
    } else {
      say("BOARD");
      Player player = Player::first;
      for (const Move& move : moves) {
        say(fmt::format("{},{}", text_of(move.front()), player == game.to_move() ? 1 : 2));
        player = opponent(player);
      }
      say("DONE");
    }
    return hear_move(wait);
  }

  static int of_match(const EngineTime& time) {
    return time.left > 0 ? milliseconds(time.left) : 0;
  }

  static std::string text_of(Cell cell) { return fmt::format("{},{}", cell.x, cell.y); }

  Result<Move> hear_move(const Wait& wait) {
    while (true) {
      const Result<std::string> line = listen(wait, "a move");
      if (!line) return tl::unexpected<Error>(line.error());
      const std::string_view text = trimmed_line(*line);
      const std::string word = first_word_of(text);
      if (word == "message" || (word == "debug" && said_.empty())) {
        said_ = printable(trimmed_line(text.substr(word.size())));
      } else if (word == "error") {
        return fault(fmt::format("refuses: {}", quoted(text, 80)));
      } else if (!text.empty() && word != "debug" && word != "suggest" && word != "unknown") {
        return move_of(text);
      }
    }
  }

  Result<Move> move_of(std::string_view text) const {
    Cell cell;
    const auto x = std::from_chars(text.data(), text.data() + text.size(), cell.x);
    const char* const end = text.data() + text.size();
    if (x.ec == std::errc() && x.ptr != end && *x.ptr == ',') {
      const auto y = std::from_chars(x.ptr + 1, end, cell.y);
      if (y.ec == std::errc() && y.ptr == end) return Move{cell};
    }
    return fault(fmt::format("answers {} instead of a move", quoted(text, 80)));
  }
};

}  // namespace

std::unique_ptr<Dialogue> make_gomocup_dialogue(const ExternalEngine& engine, const GameSpec& spec,
                                                EngineProcess& process) {
  return std::make_unique<GomocupDialogue>(engine, spec, process);
}

}  // namespace inarow
