// ask GAME [MOVES]: what is known of a position, in words and as JSON.

#include <iostream>

#include "answer/codec.hpp"
#include "answer/words.hpp"
#include "ask/asker.hpp"
#include "ask/tables.hpp"
#include "book/installed.hpp"
#include "rules/notation.hpp"

int main(int argc, char** argv) {
  using namespace inarow;
  set_data_folder(INAROW_DATA_FOLDER);  // where the books are; find_package has found it
  const Result<GameSpec> spec = GameSpec::parse(argc > 1 ? argv[1] : "connect4");
  const Result<Game> game =
      spec ? read_game(*spec, argc > 2 ? argv[2] : "") : tl::unexpected<Error>(spec.error());
  if (!game) return std::cerr << game.error().message << '\n', 2;

  Question question{*game};
  question.wanted.all_moves = true;
  Tables tables;   // keeps what the next question can use
  StopToken stop;  // stop.limit_time(10) would limit the time
  const Result<Answer> answer = ask(question, {.tables = &tables, .stop = &stop, .threads = 2});
  if (!answer) return std::cerr << answer.error().message << '\n', 2;
  std::cout << in_words(*game, *answer) << answer_json(*game, *answer) << '\n';
}
