#include "book/book_merge.hpp"

#include <fmt/format.h>

#include "rules/notation.hpp"

namespace inarow {
namespace {

constexpr std::size_t most_told = 10;

PositionFacts doubted(PositionFacts facts) {
  if (facts.proved && !facts.claimed) facts.claimed = facts.proved;
  facts.proved.reset();
  facts.source = {};
  return facts;
}

}  // namespace

ImportReport merge_books(BookStore& into, const BookStore& from, bool doubt, const StopToken* stop,
                         Observer* observer) {
  ImportReport report;
  const std::uint64_t before = into.size();
  BookStore::Batch batch(into);
  const auto put = [&](const Game& game, const PositionFacts& facts) {
    Result<BookPlace> place = into.put(game, doubt ? doubted(facts) : facts);
    if (place) return *place;
    ++report.contradictions;
    if (report.contradicting.size() < most_told) {
      report.contradicting.push_back(place.error().message);
    }
    // Its moves and words are welcome all the same.
    PositionFacts rest = facts;
    rest.proved.reset();
    rest.source = {};
    return *into.put(game, rest);
  };
  // Positions first, then the moves between them, which ask the other book once more.
  std::vector<std::string> ways;
  from.for_each([&](const Game& game, const PositionFacts& facts) {
    if (stopped(stop)) {
      report.stopped = true;
      return false;
    }
    put(game, facts);
    ++report.positions;
    ways.push_back(format_moves(game.spec(), game.moves()));
    if (observer != nullptr && observer->looked_at()) {
      observer->set_stage(fmt::format("{} positions", report.positions));
    }
    return true;
  });
  for (const std::string& way : ways) {
    if (report.stopped || stopped(stop)) {
      report.stopped = true;
      break;
    }
    const Game game = *read_game(from.spec(), way);
    const std::vector<BookMove> moves = from.moves(game);
    if (moves.empty()) continue;
    const BookPlace here = *into.put(game, {});
    for (const BookMove& move : moves) {
      Game after = game;
      if (!after.play(move.move)) continue;
      into.link(here, move.move, *into.put(after, {}));
      ++report.moves;
    }
  }
  if (report.stopped) return report;
  batch.commit();
  report.new_positions = into.size() - before;
  return report;
}

}  // namespace inarow
