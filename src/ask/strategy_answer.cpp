#include "ask/strategy_answer.hpp"

#include <optional>
#include <utility>
#include <vector>

#include "ask/player_tools.hpp"
#include "match/registry.hpp"

namespace inarow {
namespace {

constexpr const char* strategy = "strategy";

// The same game on a turned or mirrored board, and how its columns come back. Strategies know one
// first move; the board may be turned until it was that one.
struct Image {
  Game game;
  int turn = 0;
  bool mirrored = false;

  Move original(const Move& move) const {
    if (game.spec().drop() == nullptr) return move;
    const int width = game.spec().drop()->width;
    int x = (move[0].x - turn + width) % width;
    if (mirrored) x = width - 1 - x;
    return {Cell{x, move[0].y}};
  }
};

std::vector<Image> images_of(const Game& game) {
  const DropSpec* drop = game.spec().drop();
  if (drop == nullptr) return {Image{game}};
  std::vector<Image> images;
  for (const bool mirrored : {false, true}) {
    for (int turn = 0; turn < (drop->cylinder ? drop->width : 1); ++turn) {
      Image image{Game(game.spec()), turn, mirrored};
      for (const Move& move : game.moves()) {
        const int x = mirrored ? drop->width - 1 - move[0].x : move[0].x;
        (void)image.game.play({Cell{(x + turn) % drop->width, move[0].y}});
      }
      images.push_back(std::move(image));
    }
  }
  return images;
}

// A player who never loses from here on, with the image of the game that has followed his strategy.
struct SafePlayer {
  SharedPlayer player;  // null: there is none
  std::optional<Image> image;
};

// Strategies for one question, and whether a limit kept one from being found.
class Strategies {
 public:
  Strategies(const Work& work, Tables& tables) : work_(work), tables_(tables) {}

  SafePlayer safe_player(const Game& game, Player side) {
    const PlayerTools tools = player_tools(work_, tables_);
    if (!resolve_player(strategy, game.spec(), side, tools)) return {};
    if (stopped(work_.stop)) {
      cut_short_ = true;
      return {};
    }
    const Result<SharedPlayer> player = tables_.players().get(strategy, game.spec(), side, tools);
    if (!player) {
      cut_short_ = true;  // by time or memory: nothing else keeps such a search from its end
      return {};
    }
    for (const Image& image : images_of(game)) {
      const bool follows = game.to_move() == side
                               ? (*player)->choose(image.game, {.stop = work_.stop}).has_value()
                               : (*player)->commitment(image.game).has_value();
      if (follows) return {*player, image};
    }
    return {};
  }

  Bounds bounds_of(const Game& game) {
    if (game.over()) {
      return game.outcome() == Outcome::draw ? Bounds{0, 0} : Bounds{-1, -1};
    }
    Bounds bounds{-1, 1};
    if (safe_player(game, game.to_move()).player) bounds.lower = 0;
    if (safe_player(game, opponent(game.to_move())).player) bounds.upper = 0;
    return bounds;
  }

  bool cut_short() const { return cut_short_; }

 private:
  const Work& work_;
  Tables& tables_;
  bool cut_short_ = false;
};

}  // namespace

bool strategies_fit(const GameSpec& spec) {
  if (spec.finite_board()) return false;
  return resolve_player(strategy, spec, Player::first, {}).has_value() ||
         resolve_player(strategy, spec, Player::second, {}).has_value();
}

Answer answer_by_strategies(const Question& question, const Work& work, Tables& tables) {
  const Game& game = question.game;
  Answer answer;
  answer.source = Source::strategy;
  Strategies strategies(work, tables);
  const Bounds bounds = strategies.bounds_of(game);
  answer.value = value_of(bounds);
  if (!answer.value) answer.bounds = bounds;
  if (question.wanted.best) {
    answer.best.emplace();
    if (answer.value && !game.over()) {
      const SafePlayer safe = strategies.safe_player(game, game.to_move());
      if (safe.player == nullptr) return answer;  // stopped in between
      if (const Result<Choice> choice =
              safe.player->choose(safe.image->game, {.stop = work.stop})) {
        answer.best->push_back(safe.image->original(choice->move));
      }
    }
  }
  if (question.wanted.line) answer.line.emplace();  // best play has no end
  if (question.wanted.all_moves) {
    answer.moves.emplace();
    if (const DropSpec* drop = game.spec().drop(); drop != nullptr && !game.over()) {
      for (int x = 0; x < drop->width; ++x) {
        const Move move{*game.landing_cell(Column{x})};
        Game next = game;
        (void)next.play(move);
        const Bounds after = strategies.bounds_of(next);
        answer.moves->moves.push_back(
            {move, value_of({-after.upper, -after.lower}), std::nullopt, std::nullopt});
      }
    }
  }
  answer.complete = !strategies.cut_short();
  return answer;
}

}  // namespace inarow
