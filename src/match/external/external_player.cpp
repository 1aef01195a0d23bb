#include "match/external/external_player.hpp"

#include <fmt/format.h>

#include <mutex>

#include "base/expects.hpp"
#include "base/quote.hpp"
#include "match/external/dialogue.hpp"

namespace inarow {
namespace {

class ExternalPlayer : public ComputerPlayer {
 public:
  ExternalPlayer(const GameSpec& spec, Player side, ExternalEngine engine)
      : ComputerPlayer(spec, side), engine_(std::move(engine)) {
    EXPECTS(!obstacle_of_engine(engine_, spec));
  }

  std::string promise() const override {
    return fmt::format("is the program {} of another author; nothing is proved of it",
                       engine_.name);
  }

  Result<void> prepare(const StopToken* stop) const override {
    const std::lock_guard lock(mutex_);
    return dialogue_ ? Result<void>() : begin(stop);
  }

 private:
  Result<Choice> think(const Game& game, const Thinking& thinking) const override {
    if (has_null_stones(game)) {
      return failure(fmt::format("{} cannot be asked in a game with null stones", engine_.name));
    }
    const std::lock_guard lock(mutex_);
    if (dialogue_ && !dialogue_->can_go_on(game)) end();
    if (!dialogue_) {
      if (const Result<void> begun = begin(thinking.given_up); !begun) {
        return tl::unexpected<Error>(begun.error());
      }
    }
    double seconds = thinking.seconds;
    if (thinking.left == 0 && engine_.move_seconds > 0 &&
        (seconds == 0 || seconds > engine_.move_seconds)) {
      seconds = engine_.move_seconds;
    }
    Result<Move> move = dialogue_->ask(
        game, {.seconds = seconds, .left = thinking.left, .stop = thinking.given_up});
    if (move) {
      Game after = game;
      if (const Result<void> played = after.play(*move); !played) {
        move = dialogue_->fault("plays an illegal move: " + played.error().message);
      }
    }
    if (!move) {
      end();
      return tl::unexpected<Error>(move.error());
    }
    return Choice{.move = std::move(*move), .says = dialogue_->said()};
  }

  Result<void> begin(const StopToken* stop) const {
    Result<std::unique_ptr<EngineProcess>> process =
        EngineProcess::start({.command = engine_.command,
                              .memory_bytes = engine_.memory_bytes,
                              .error_file = engine_.error_file});
    if (!process) {
      return failure(
          fmt::format("{} cannot be started: {}", engine_.name, process.error().message));
    }
    process_ = std::move(*process);
    dialogue_ = make_dialogue(engine_, spec(), *process_);
    Result<void> greeted = dialogue_->greet(stop);
    if (!greeted) end();
    return greeted;
  }

  void end() const {
    dialogue_.reset();
    process_.reset();
  }

  ExternalEngine engine_;
  mutable std::mutex mutex_;
  mutable std::unique_ptr<EngineProcess> process_;
  mutable std::unique_ptr<Dialogue> dialogue_;
};

}  // namespace

std::unique_ptr<ComputerPlayer> make_external_player(const GameSpec& spec, Player side,
                                                     ExternalEngine engine) {
  return std::make_unique<ExternalPlayer>(spec, side, std::move(engine));
}

}  // namespace inarow
