// How fast books are: bulk import, look-up, and building in bulk against solving one by one.
// docs/results/books.md has what was measured.
//
//   book_speed --positions 1000000        a store of so many positions of 7x6, imported from CSV
//   book_speed --build 300                positions of 9 plies, solved both ways

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "base/output_file.hpp"
#include "base/random.hpp"
#include "base/ticker.hpp"
#include "book/book_import.hpp"
#include "book/installed.hpp"
#include "rules/notation.hpp"
#include "rules/random_games.hpp"

namespace {

using namespace inarow;

void measure_store(int positions, const std::string& folder) {
  const GameSpec spec = *GameSpec::parse("connect4");
  const ScratchFolder scratch;
  const std::string csv =
      folder.empty() ? scratch.file("positions.csv") : folder + "/positions.csv";
  const std::string path = folder.empty() ? scratch.file("book.db") : folder + "/book.db";
  Random random(7);
  {
    Result<OutputFile> out = OutputFile::create(csv);
    out->write("moves,lower,upper\n");
    std::set<std::vector<Stone>> seen;
    while (static_cast<int>(seen.size()) < positions) {
      Game game(spec);
      if (!play_at_random(game, 8 + random.below(8), random)) continue;
      if (!seen.insert(canonical_stones(spec, game.stones())).second) continue;
      const int score = random.below(7) - 3;
      out->write(fmt::format("{},{},{}\n", format_moves(spec, game.moves()), score, score));
    }
    if (!out->finish()) return;
  }
  Result<BookStore> book = BookStore::open(path, spec, BookAccess::write);
  auto start = Ticker::Clock::now();
  const Result<ImportReport> report = import_file(*book, csv, {.trust = true}, nullptr, nullptr);
  if (!report) {
    fmt::print("{}\n", report.error().message);
    return;
  }
  const double seconds = seconds_since(start);
  fmt::print("imported {} positions ({} new) in {:.2f} s: {:.0f} a second\n", report->positions,
             report->new_positions, seconds, static_cast<double>(report->positions) / seconds);
  // Those that are there and those that are not.
  for (const bool there : {true, false}) {
    std::vector<Game> games;
    Random again(there ? 7 : 8);
    while (games.size() < 100'000) {
      Game game(spec);
      if (!play_at_random(game, there ? 8 + again.below(8) : 20, again)) continue;
      games.push_back(std::move(game));
      (void)again.below(7);
    }
    std::size_t found = 0;
    start = Ticker::Clock::now();
    for (const Game& game : games) found += book->find(game).has_value() ? 1 : 0;
    fmt::print("{} look-ups, {} found: {:.2f} us each\n", games.size(), found,
               1e6 * seconds_since(start) / static_cast<double>(games.size()));
  }
}

struct Solving {
  double seconds = 0;
  std::size_t positions = 0;
  double each() const { return seconds / static_cast<double>(positions); }
};

// With one table for all, or a table of its own for each.
Solving solve_all(const DropSpec& spec, const std::vector<Game>& games, bool shared) {
  const std::size_t bytes = std::size_t{64} << 20;
  const auto start = Ticker::Clock::now();
  auto engine = make_drop_engine(spec, bytes);
  for (const Game& game : games) {
    if (!shared) engine = make_drop_engine(spec, bytes);
    (void)engine->make_worker(nullptr, nullptr)->solve(stones_of(game), ScoreWindow::score(spec));
  }
  return {seconds_since(start), games.size()};
}

Game game_of(const GameSpec& spec, int ply, const BookEntry& entry) {
  Game game(spec);
  for (const Move& move : moves_to(*spec.drop(), ply, entry)) (void)game.play(move);
  return game;
}

std::vector<Game> children_of(const Game& parent) {
  std::vector<Game> children;
  for (int x = 0; x < parent.spec().drop()->width; ++x) {
    const std::optional<Cell> cell = parent.landing_cell(Column{x});
    Game child = parent;
    if (cell && child.play({*cell}) && !child.over()) children.push_back(child);
  }
  return children;
}

// A book of 9 plies solves its last ply in the order of its keys and takes all other scores from
// it; against that, every position of every ply solved by itself. Both by samples: of the last ply,
// runs of neighbours in several places.
void measure_building(int count) {
  const GameSpec spec = *GameSpec::parse("connect4");
  const auto book = installed_book(*spec.drop());
  if (!book || *book == nullptr) return;
  const int last = (*book)->plies();
  const auto& entries = (*book)->by_ply().back();
  std::set<std::vector<Stone>> all;
  for (const BookEntry& entry : entries) {
    for (const Game& child : children_of(game_of(spec, last, entry))) {
      all.insert(canonical_stones(spec, child.stones()));
    }
  }
  constexpr std::size_t places = 4;
  std::vector<Game> neighbours;
  std::set<std::vector<Stone>> seen;
  for (std::size_t place = 0; place < places; ++place) {
    const std::size_t enough = static_cast<std::size_t>(count) * (place + 1) / places;
    for (std::size_t i = entries.size() * (2 * place + 1) / (2 * places);
         neighbours.size() < enough; ++i) {
      for (const Game& child : children_of(game_of(spec, last, entries[i]))) {
        if (seen.insert(canonical_stones(spec, child.stones())).second) neighbours.push_back(child);
      }
    }
  }
  const double bulk = solve_all(*spec.drop(), neighbours, true).each();
  double alone =
      static_cast<double>(all.size()) * solve_all(*spec.drop(), neighbours, false).each();
  const double last_alone = alone;
  Random random(3);
  for (int ply = last; ply >= last - 2; --ply) {
    const auto& layer = (*book)->by_ply()[static_cast<std::size_t>(ply)];
    std::vector<Game> sample;
    sample.reserve(static_cast<std::size_t>(count / 3));
    for (int i = 0; i < count / 3; ++i) sample.push_back(game_of(spec, ply, one_of(layer, random)));
    alone += static_cast<double>(layer.size()) * solve_all(*spec.drop(), sample, false).each();
  }
  const double whole = static_cast<double>(all.size()) * bulk;
  fmt::print(
      "{} positions of 9 plies, {} solved in bulk: {:.1f} a second, the whole ply {:.0f} s\n"
      "one by one: that ply {:.0f} s, with the three before it {:.0f} s: {:.2f} times as long\n",
      all.size(), neighbours.size(), 1 / bulk, whole, last_alone, alone, alone / whole);
}

}  // namespace

int main(int argc, char** argv) {
  try {
    int positions = 0;
    int build = 0;
    std::string folder;
    CLI::App app{"how fast books are"};
    app.add_option("--positions", positions, "of a store to import and to look up");
    app.add_option("--build", build, "positions of 9 plies to solve in bulk and one by one");
    app.add_option("--folder", folder, "where the files are left");
    CLI11_PARSE(app, argc, argv);
    if (positions > 0) measure_store(positions, folder);
    if (build > 0) measure_building(build);
  } catch (const std::exception& error) {
    fmt::print(stderr, "{}\n", error.what());
    return 4;
  }
  return 0;
}
