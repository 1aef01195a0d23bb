#include "answer/position_answer.hpp"

#include "rules/notation.hpp"
#include "rules/picture.hpp"

namespace inarow {
namespace {

using Json = nlohmann::ordered_json;

const char* machine_name(Outcome outcome) {
  switch (outcome) {
    case Outcome::first_wins:
      return "first";
    case Outcome::second_wins:
      return "second";
    case Outcome::draw:
      return "draw";
    case Outcome::undecided:
      break;
  }
  return "undecided";
}

}  // namespace

Json position_json(const Game& game) {
  Json stones{{"first", Json::array()}, {"second", Json::array()}};
  for (const Stone& stone : game.stones()) {
    stones[name_of(stone.player)].push_back(cell_name(game.spec(), stone.cell));
  }
  return Json{{"game", game.spec().to_string()},
              {"moves", format_moves(game.spec(), game.moves())},
              {"to_move", name_of(game.to_move())},
              {"outcome", machine_name(game.outcome())},
              {"stones", stones},
              {"picture", draw(game)}};
}

}  // namespace inarow
