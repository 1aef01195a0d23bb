#include "match/book_player.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>

#include "base/random.hpp"

namespace inarow {
namespace {

// A move is good enough to be drawn if it wins at most so much more rarely than the best one.
constexpr double as_good = 0.04;

std::optional<GameValue> value_after(const PositionFacts& facts) {
  if (!facts.proved) return std::nullopt;
  const std::optional<GameValue> value = value_of(*facts.proved);
  if (!value) return std::nullopt;
  return seen_by_opponent(*value);
}

class BookPlayer final : public ComputerPlayer {
 public:
  BookPlayer(std::unique_ptr<ComputerPlayer> engine, std::shared_ptr<const Books> books,
             Word64 seed)
      : ComputerPlayer(engine->spec(), engine->side()),
        engine_(std::move(engine)),
        books_(std::move(books)),
        seed_(seed) {}

  std::string promise() const override { return engine_->promise(); }
  std::size_t bytes() const override { return engine_->bytes(); }
  Result<void> prepare(const StopToken* stop) const override { return engine_->prepare(stop); }
  Result<Commitment> commitment(const Game& game) const override {
    return engine_->commitment(game);
  }

 private:
  Result<Choice> think(const Game& game, const Thinking& thinking) const override {
    const std::vector<BookMove> moves = books_->moves(game);
    for (const BookMove& move : moves) {
      if (value_after(move.facts) == GameValue::win) {
        return Choice{.move = move.move, .says = "book: proved to win"};
      }
    }
    if (std::optional<Choice> choice = drawn(moves)) return *choice;
    Result<Choice> choice = engine_->choose(game,
                                            {.seconds = thinking.seconds,
                                             .left = thinking.left,
                                             .threads = thinking.threads,
                                             .memory_bytes = thinking.memory_bytes,
                                             .stop = thinking.given_up},
                                            thinking.observer);
    if (!choice || !loses(game, choice->move)) return choice;
    // Its next best ones, then what the book has.
    std::vector<Move> others;
    if (choice->estimate) {
      for (const EstimatedMove& move : choice->estimate->moves) {
        if (!move.line.empty()) others.push_back(move.line.front());
      }
    }
    for (const BookMove& move : moves) others.push_back(move.move);
    for (Move& move : others) {
      if (!loses(game, move)) {
        return Choice{.move = std::move(move), .says = "book: the engine's own move loses"};
      }
    }
    return choice;
  }

  bool loses(const Game& game, const Move& move) const {
    Game after = game;
    if (!after.play(move)) return true;
    if (after.over()) return false;
    const std::optional<PositionFacts> facts = books_->find(after);
    return facts && value_after(*facts) == GameValue::loss;
  }

  // One of the good moves of the book; nothing if it has no opinion.
  std::optional<Choice> drawn(const std::vector<BookMove>& moves) const {
    struct Good {
      const BookMove* move;
      double chance;
      double weight;
    };
    std::vector<Good> good;
    for (const BookMove& move : moves) {
      const std::optional<GameValue> value = value_after(move.facts);
      if (value == GameValue::loss) continue;
      if (value == GameValue::draw) {
        good.push_back({&move, 0.5, 1});
      } else if (move.facts.estimate) {
        good.push_back(
            {&move, 1 - *move.facts.estimate, 1.0 + static_cast<double>(move.facts.visits)});
      }
    }
    if (good.empty()) return std::nullopt;
    const double best =
        std::max_element(good.begin(), good.end(), [](const Good& a, const Good& b) {
          return a.chance < b.chance;
        })->chance;
    std::erase_if(good, [&](const Good& one) { return one.chance < best - as_good; });
    double sum = 0;
    for (const Good& one : good) sum += one.weight;
    double lot = Random(seed_ + drawn_++).unit() * sum;
    const Good* chosen = &good.back();
    for (const Good& one : good) {
      lot -= one.weight;
      if (lot < 0) {
        chosen = &one;
        break;
      }
    }
    Choice choice{.move = chosen->move->move,
                  .says = good.size() == 1 ? std::string("book")
                                           : fmt::format("book: one of {} moves", good.size())};
    return choice;
  }

  std::unique_ptr<ComputerPlayer> engine_;
  std::shared_ptr<const Books> books_;
  Word64 seed_;
  mutable std::atomic<Word64> drawn_ = 0;
};

}  // namespace

std::unique_ptr<ComputerPlayer> make_book_player(std::unique_ptr<ComputerPlayer> engine,
                                                 std::shared_ptr<const Books> books, Word64 seed) {
  return std::make_unique<BookPlayer>(std::move(engine), std::move(books), seed);
}

}  // namespace inarow
