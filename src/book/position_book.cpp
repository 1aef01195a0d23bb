#include "book/position_book.hpp"

#include <algorithm>

#include "base/files.hpp"
#include "book/book_store.hpp"

namespace inarow {
namespace {

class ScoreBook final : public PositionBook {
 public:
  explicit ScoreBook(DropBook scores) : scores_(std::move(scores)), spec_(scores_.spec()) {}

  const GameSpec& spec() const override { return spec_; }

  std::optional<PositionFacts> find(const Game& game) const override {
    if (game.over()) return std::nullopt;
    const std::optional<int> score = scores_.score(game);
    if (!score) return std::nullopt;
    PositionFacts facts;
    facts.proved = Bounds{*score, *score};
    facts.source = {.method = "alphabeta", .budget = "exact", .version = scores_.recipe()};
    return facts;
  }

  std::vector<BookMove> moves(const Game& game) const override {
    std::vector<BookMove> moves;
    if (game.over()) return moves;
    for (int x = 0; x < spec_.drop()->width; ++x) {
      const std::optional<Cell> cell = game.landing_cell(Column{x});
      if (!cell) continue;
      Game after = game;
      (void)after.play({*cell});
      if (std::optional<PositionFacts> facts = find(after)) moves.push_back({{*cell}, *facts});
    }
    return moves;
  }

 private:
  DropBook scores_;
  GameSpec spec_;
};

}  // namespace

std::unique_ptr<PositionBook> book_of_scores(DropBook scores) {
  return std::make_unique<ScoreBook>(std::move(scores));
}

Result<Books> Books::open(const std::vector<std::string>& files) {
  std::vector<std::shared_ptr<const PositionBook>> books;
  for (const std::string& file : files) {
    if (is_score_book(file)) {
      Result<DropBook> scores = DropBook::load(file);
      if (!scores) return tl::unexpected<Error>(scores.error());
      books.push_back(book_of_scores(std::move(*scores)));
      continue;
    }
    const Result<GameSpec> spec = BookStore::game_of(file);
    if (!spec) return tl::unexpected<Error>(spec.error());
    Result<BookStore> store = BookStore::open(file, *spec, BookAccess::read);
    if (!store) return tl::unexpected<Error>(store.error());
    books.push_back(std::make_shared<BookStore>(std::move(*store)));
  }
  return Books(std::move(books));
}

bool Books::has(const GameSpec& spec) const {
  return std::any_of(books_.begin(), books_.end(),
                     [&](const auto& book) { return book->spec() == spec; });
}

std::optional<PositionFacts> Books::find(const Game& game) const {
  std::optional<PositionFacts> all;
  for (const auto& book : books_) {
    if (!(book->spec() == game.spec())) continue;
    const std::optional<PositionFacts> facts = book->find(game);
    if (!facts) continue;
    if (!all) {
      all = facts;
    } else if (const Result<PositionFacts> both = united(*all, *facts)) {
      all = *both;
    }
  }
  return all;
}

std::vector<BookMove> Books::moves(const Game& game) const {
  std::vector<BookMove> all;
  for (const auto& book : books_) {
    if (!(book->spec() == game.spec())) continue;
    for (BookMove& move : book->moves(game)) {
      const auto known = std::find_if(all.begin(), all.end(), [&](const BookMove& other) {
        return same_stones(other.move, move.move);
      });
      if (known == all.end()) {
        all.push_back(std::move(move));
      } else if (Result<PositionFacts> both = united(known->facts, move.facts)) {
        known->facts = std::move(*both);
      }
    }
  }
  return all;
}

std::optional<int> BookScores::score(const Game& game) const {
  if (books_ != nullptr) {
    const std::optional<PositionFacts> facts = books_->find(game);
    if (facts && facts->proved && facts->proved->exact()) return facts->proved->lower;
  }
  return own_ != nullptr ? own_->score(game) : std::nullopt;
}

}  // namespace inarow
