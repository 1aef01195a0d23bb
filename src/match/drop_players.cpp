#include "match/drop_players.hpp"

#include <fmt/format.h>

#include "rules/notation.hpp"
#include "search/victor/line_player.hpp"

namespace inarow {
namespace {

template <class B>
class LineOpponent final : public Opponent {
 public:
  LineOpponent(const DropSpec& spec, victor::LineBook book)
      : book_(std::move(book)), board_(spec), player_(board_, book_) {}

  std::string promise() const override {
    return fmt::format("wins every game ({} positions of a proof, and Allis's rules)",
                       book_.size());
  }

  Result<Move> move(const Game& game) override {
    const auto choice = player_.choose(victor::position_of(board_, game));
    if (choice.why == victor::LinePlayer<B>::Why::none) {
      return failure("the game so far does not follow the lines, so nothing is proved of it");
    }
    return Move{board_.cell(choice.square)};
  }

 private:
  victor::LineBook book_;
  B board_;
  victor::LinePlayer<B> player_;
};

class PerfectPlayer final : public Opponent {
 public:
  PerfectPlayer(const GameSpec& spec, std::size_t table_bytes, int threads,
                const KnownScores* known, const StopToken& stop) {
    if (DropAnalyst::needs_engine(*spec.drop())) {
      engine_ = make_drop_engine(*spec.drop(), table_bytes);
    }
    analyst_.emplace(*spec.drop(), engine_.get(), threads, known, &stop.flag(), nullptr);
  }

  std::string promise() const override { return "plays perfectly, by exact search"; }

  Result<Move> move(const Game& game) override {
    const DropAnalysis analysis = analyst_->analyse(game, {.score = true});
    if (analysis.best.empty()) {
      return failure("the search for the best move was stopped; give it more time");
    }
    return Move{*game.landing_cell(analysis.best.front())};
  }

 private:
  std::unique_ptr<DropEngine> engine_;
  std::optional<DropAnalyst> analyst_;
};

}  // namespace

Result<std::unique_ptr<Opponent>> make_line_player(const GameSpec& spec, Player side,
                                                   victor::LineBook book) {
  if (side != Player::first) {
    return failure("VICTOR's lines are those of the first player; play the second: --side second");
  }
  if (*spec.drop() != book.spec() || !book.moves().empty()) {
    return failure(fmt::format("the lines are not those of {}", spec.to_string()));
  }
  if (victor::SmallBoard::fits(*spec.drop())) {
    return std::make_unique<LineOpponent<victor::SmallBoard>>(*spec.drop(), std::move(book));
  }
  return std::make_unique<LineOpponent<victor::LargeBoard>>(*spec.drop(), std::move(book));
}

std::unique_ptr<Opponent> make_perfect_player(const GameSpec& spec, std::size_t table_bytes,
                                              int threads, const KnownScores* known,
                                              const StopToken& stop) {
  return std::make_unique<PerfectPlayer>(spec, table_bytes, threads, known, stop);
}

}  // namespace inarow
