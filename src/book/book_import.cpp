#include "book/book_import.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <sstream>

#include "base/input_file.hpp"
#include "base/quote.hpp"
#include "book/book_records.hpp"
#include "book/drop_book.hpp"
#include "book/file_ending.hpp"
#include "book/records_ahead.hpp"
#include "book/renlib.hpp"
#include "book/tree_facts.hpp"
#include "rules/notation.hpp"

namespace inarow {
namespace {

constexpr std::size_t most_complaints = 10;
constexpr std::size_t most_starts = 100;

// The games of an SGF collection, one after the other; the text itself if there is none.
std::vector<std::string_view> games_of_collection(std::string_view text) {
  std::vector<std::string_view> games;
  std::size_t begin = 0;
  std::size_t depth = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (depth > 0 && text[i] == '[') {
      for (++i; i < text.size() && text[i] != ']'; ++i) {
        if (text[i] == '\\') ++i;
      }
    } else if (text[i] == '(') {
      // As the reader has it, which skips what stands before a game.
      const std::size_t next = text.find_first_not_of(" \t\r\n\v\f", i + 1);
      if (depth > 0 || (next != std::string_view::npos && text[next] == ';')) ++depth;
    } else if (text[i] == ')' && depth > 0) {
      --depth;
      if (depth > 0) continue;
      games.push_back(text.substr(begin, i + 1 - begin));
      begin = i + 1;
    }
  }
  if (depth > 0 || games.empty()) games.push_back(text.substr(begin));
  return games;
}

std::string whole_text(ByteSource& source) {
  std::string text;
  std::vector<char> piece(std::size_t{1} << 16);
  while (const std::size_t count = source.read(piece.data(), piece.size())) {
    text.append(piece.data(), count);
  }
  return text;
}

class Import {
 public:
  Import(BookStore& store, InputFile file, std::string name, const ImportOptions& options,
         const StopToken* stop, Observer* observer)
      : store_(store),
        file_(std::move(file)),
        name_(std::move(name)),
        options_(options),
        stop_(stop),
        observer_(observer) {}

  ImportReport& report() { return report_; }

  Result<void> read_sgf() {
    const std::string text = whole_text(file_);
    const std::vector<std::string_view> games = games_of_collection(text);
    for (std::size_t i = 0; i < games.size() && !stopped(stop_); ++i) {
      const Result<GameTree> tree = read_game_tree(games[i], &store_.spec());
      Result<void> put;
      if (!tree) {
        put = tl::unexpected<Error>(tree.error());
      } else {
        put = put_tree(*tree);
      }
      if (put) continue;
      if (games.size() == 1) return put;
      return failure(fmt::format("game {} of the file: {}", i + 1, put.error().message));
    }
    return {};
  }

  Result<void> read_renlib() {
    if (Result<void> fits = expect_renlib_game(store_.spec()); !fits) return fits;
    RenLibReader reader(file_);
    Game game(store_.spec());
    std::vector<BookPlace> places;          // of the positions after 0, 1, ... moves of the game
    std::optional<std::size_t> skip_below;  // nodes that are deeper
    std::vector<std::string> starts;
    while (!stopped(stop_)) {
      const Result<std::optional<RenLibNode>> next = reader.next();
      if (!next) return tl::unexpected<Error>(next.error());
      if (!*next) break;
      const RenLibNode& node = **next;
      if (skip_below && node.depth > *skip_below) {
        ++report_.skipped;
        continue;
      }
      skip_below.reset();
      while (game.moves().size() > node.depth) game.undo();
      places.resize(std::min(places.size(), node.depth + 1));
      if (places.empty() && !node.root) places.push_back(put(game, {}));
      if (!node.root && node.no_move) {
        put_renlib_text(game, node);
        skip_below = node.depth;
        continue;
      }
      if (!node.root && (!node.cell || game.over())) {  // a pass; Renju goes on after an overline
        ++report_.skipped;
        skip_below = node.depth;
        continue;
      }
      if (!node.root) {
        if (!node.board_text.empty()) unite(game, mark_at(*node.cell, node.board_text));
        if (const Result<void> played = game.play({*node.cell}); !played) {
          return refuse(node, played.error().message);
        }
      }
      Result<PositionFacts> facts = renlib_facts(game, node.comment);
      if (!facts) return refuse(node, facts.error().message);
      if (node.mark && node.cell) facts->marks.push_back({*node.cell, {}});
      places.push_back(put(game, std::move(*facts)));
      if (!node.root) link(places[places.size() - 2], {*node.cell}, places.back());
      if (node.start && starts.size() < most_starts) {
        starts.push_back(format_moves(game.spec(), game.moves()));
      }
    }
    if (!starts.empty()) store_.set_note("renlib start", fmt::format("{}", fmt::join(starts, ";")));
    return {};
  }

  template <class Records>
  Result<void> read_records() {
    Records records(file_, store_.spec());
    {
      RecordsAhead ahead(records, store_.spec());
      while (!stopped(stop_)) {
        Result<std::vector<BookRecord>> some = ahead.next();
        if (!some) return tl::unexpected<Error>(some.error());
        if (some->empty()) break;
        for (BookRecord& record : *some) put_record(record);
      }
    }
    report_.skipped += records.skipped();
    return {};
  }

  // Scores that this program has worked out, whose checksum was looked at.
  Result<void> read_drop_book() {
    const Result<DropBook> book = DropBook::parse(whole_text(file_));
    if (!book) return tl::unexpected<Error>(book.error());
    const GameSpec spec(book->spec());
    if (spec != store_.spec()) {
      return failure(
          fmt::format("the file is of {}, not of {}", spec.to_string(), store_.spec().to_string()));
    }
    PositionFacts facts;
    facts.source = {"alphabeta", "exact", {}, {}};
    std::istringstream recipe(book->recipe());  // "inarow 0.1.0 book build ..."
    std::string program;
    recipe >> program >> facts.source.version;
    for (std::size_t ply = 0; ply < book->by_ply().size(); ++ply) {
      for (const BookEntry& entry : book->by_ply()[ply]) {
        if (stopped(stop_)) return {};
        const Result<Game> game = position_of(book->spec(), ply, entry);
        if (!game) return tl::unexpected<Error>(game.error());
        facts.proved = Bounds{entry.score, entry.score};
        count_position();
        (void)unite(*game, facts);
      }
    }
    return {};
  }

 private:
  tl::unexpected<Error> refuse(const RenLibNode& node, const std::string& what) const {
    return failure(fmt::format("not a good RenLib file: byte {}: {}", node.offset, what),
                   static_cast<std::size_t>(node.offset));
  }

  static PositionFacts mark_at(Cell cell, const std::string& text) {
    PositionFacts facts;
    facts.marks.push_back({cell, plain_text(text)});
    return facts;
  }

  static Result<Game> position_of(const DropSpec& spec, std::size_t ply, const BookEntry& entry) {
    Game game{GameSpec(spec)};
    const MoveList moves = moves_to(spec, static_cast<int>(ply), entry);
    if (moves.size() != ply) return failure("it has a position that cannot arise in play");
    for (const Move& move : moves) {
      const std::optional<Cell> cell = game.landing_cell(Column{move[0].x});
      if (!cell || !game.play({*cell})) {
        return failure("it has a position that cannot arise in play");
      }
    }
    return game;
  }

  // The text of a node that is no move stands on the board before it; a comment of it goes to the
  // comment there.
  void put_renlib_text(const Game& game, const RenLibNode& node) {
    PositionFacts facts;
    if (node.cell && (node.mark || !node.board_text.empty())) {
      const bool plain =
          node.board_text.empty() || (node.mark && node.board_text == renlib_plain_mark);
      facts = mark_at(*node.cell, plain ? std::string() : node.board_text);
    }
    if (!node.comment.empty()) {
      facts.comment = node.cell ? fmt::format("{}: {}", cell_name(game.spec(), *node.cell),
                                              plain_text(node.comment))
                                : plain_text(node.comment);
    }
    unite(game, std::move(facts));
  }

  Result<void> put_tree(const GameTree& tree) {
    struct Step {
      std::size_t node;
      std::size_t depth;  // moves before its own
    };
    Game game(tree.spec);
    std::vector<BookPlace> places;
    std::vector<Step> todo{{0, 0}};
    while (!todo.empty() && !stopped(stop_)) {
      const Step step = todo.back();
      todo.pop_back();
      while (game.moves().size() > step.depth) game.undo();
      places.resize(std::min(places.size(), step.depth + 1));
      const GameTreeNode& node = tree.nodes[step.node];
      if (step.node != 0) {
        if (std::find(node.move.begin(), node.move.end(), null_stone) != node.move.end()) {
          ++report_.skipped;
          continue;
        }
        if (const Result<void> played = game.play(node.move); !played) {
          return tl::unexpected<Error>(played.error());
        }
      }
      Result<PositionFacts> facts = sgf_facts(node, game);
      if (!facts) {
        return failure(fmt::format("SGF, after {}: {}", format_moves(tree.spec, game.moves()),
                                   facts.error().message));
      }
      places.push_back(put(game, std::move(*facts)));
      if (step.node != 0) link(places[places.size() - 2], node.move, places.back());
      for (std::size_t i = node.children.size(); i-- > 0;) {
        todo.push_back({node.children[i], game.moves().size()});
      }
    }
    return {};
  }

  // A record that does not say which moves of the book go on from it comes from elsewhere. In a
  // placement game its way is made of moves of the book then; in a drop game that would be work for
  // nothing, as all moves of a position can be looked up.
  void put_record(BookRecord& record) {
    const bool with_way = !record.next && record.game.spec().placement() != nullptr;
    const BookPlace place = with_way ? put_way(record) : put(record.game, std::move(record.facts));
    if (!record.next) return;
    for (const Move& move : *record.next) {
      Game after = record.game;
      if (after.play(move)) link(place, move, unite(after, {}));
    }
  }

  // Records often come in an order in which their ways begin alike.
  BookPlace put_way(BookRecord& record) {
    const MoveList& moves = record.game.moves();
    Game game(record.game.spec());
    std::size_t known = 0;
    while (known + 1 < way_.size() && known < moves.size() && way_moves_[known] == moves[known]) {
      ++known;
    }
    way_.resize(std::min(way_.size(), known + 1));
    way_moves_.resize(known);
    for (std::size_t i = 0; i < known; ++i) (void)game.play(moves[i]);
    if (way_.empty()) way_.push_back(unite(game, {}));
    for (std::size_t i = known; i < moves.size(); ++i) {
      (void)game.play(moves[i]);
      const BookPlace place = unite(game, {});
      link(way_.back(), moves[i], place);
      way_.push_back(place);
      way_moves_.push_back(moves[i]);
    }
    return put(record.game, std::move(record.facts));
  }

  // A position of the file.
  BookPlace put(const Game& game, PositionFacts facts) {
    count_position();
    if (!options_.trust) {
      if (facts.proved) facts.claimed = facts.proved;
      facts.proved.reset();
      facts.source = {};
    } else if (facts.proved && facts.source.method.empty()) {
      facts.source.method = "imported";
      facts.source.budget = name_;
    }
    return unite(game, std::move(facts));
  }

  // Where the book knows the contrary, only the rest of the facts is put.
  BookPlace unite(const Game& game, PositionFacts facts) {
    Result<BookPlace> place = store_.put(game, facts);
    if (!place) {
      ++report_.contradictions;
      if (report_.contradicting.size() < most_complaints) {
        report_.contradicting.push_back(place.error().message);
      }
      facts.proved.reset();
      facts.source = {};
      place = store_.put(game, facts);
    }
    if (!place) throw BookError(place.error().message);
    return *place;
  }

  void link(const BookPlace& from, const Move& move, const BookPlace& to) {
    store_.link(from, move, to);
    ++report_.moves;
  }

  void count_position() {
    ++report_.positions;
    if (observer_ != nullptr) observer_->add_nodes(1);
  }

  BookStore& store_;
  InputFile file_;
  std::string name_;  // of the file, without folders
  ImportOptions options_;
  const StopToken* stop_;
  Observer* observer_;
  ImportReport report_{};
  std::vector<BookPlace> way_{};  // of the last record that was put with its way
  MoveList way_moves_{};
};

}  // namespace

Result<ImportReport> import_file(BookStore& store, const std::string& path,
                                 const ImportOptions& options, const StopToken* stop,
                                 Observer* observer) {
  struct Format {
    const char* ending;
    Result<void> (Import::*read)();
  };
  static constexpr Format formats[] = {
      {".sgf", &Import::read_sgf},
      {".lib", &Import::read_renlib},
      {".csv", &Import::read_records<CsvRecords>},
      {".jsonl", &Import::read_records<JsonRecords>},
      {".txt", &Import::read_records<ScoreRecords>},
      {".book", &Import::read_drop_book},
  };
  const std::string ending = file_ending(path);
  const auto* const format =
      std::find_if(std::begin(formats), std::end(formats),
                   [&](const Format& candidate) { return candidate.ending == ending; });
  if (format == std::end(formats)) {
    return failure(fmt::format("{}: the name of a file for a book must end with {}",
                               quoted(path, 200), import_endings));
  }
  Result<InputFile> file = InputFile::open(path);
  if (!file) return tl::unexpected<Error>(file.error());
  Import work(store, std::move(*file), std::filesystem::path(path).filename().string(), options,
              stop, observer);
  const std::uint64_t before = store.size();
  BookStore::Batch batch(store);
  if (const Result<void> read = (work.*format->read)(); !read) {
    return failure(fmt::format("{}: {}", printable(path), read.error().message),
                   read.error().place);
  }
  ImportReport& report = work.report();
  if (stopped(stop)) {
    report.stopped = true;
    return report;
  }
  report.new_positions = store.size() - before;
  batch.commit();
  return report;
}

}  // namespace inarow
