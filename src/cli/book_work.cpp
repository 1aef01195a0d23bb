// inarow book grow|extend|import|merge|verify: what changes books or works them out again.

#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include "base/files.hpp"
#include "base/quote.hpp"
#include "base/random.hpp"
#include "book/book_import.hpp"
#include "book/book_merge.hpp"
#include "book/installed.hpp"
#include "cli/book_options.hpp"
#include "cli/job_runner.hpp"
#include "cli/progress_line.hpp"
#include "generate/book_check.hpp"
#include "generate/book_extend.hpp"
#include "generate/book_growth.hpp"
#include "proof/certificate_parser.hpp"
#include "proof/zone_walk.hpp"
#include "rules/notation.hpp"
#include "service/checker_process.hpp"

namespace inarow::cli {
namespace {

const char* value_word(GameValue value) {
  return value == GameValue::win ? "won" : value == GameValue::loss ? "lost" : "drawn";
}

void print_contradictions(const std::vector<std::string>& some, std::uint64_t all, std::FILE* out) {
  for (const std::string& text : some) fmt::print(out, "left out, {}\n", printable(text));
  if (all > some.size()) fmt::print(out, "and {} more\n", all - some.size());
}

// What the claim says of the score of the player to move; nothing if it says nothing of it, or
// takes something on trust.
std::optional<Bounds> claimed_bounds(const CertificateHeader& header, const Game& game) {
  const Bounds all = any_score(game.spec());
  if (header.counts.rule_leaves > 0) return std::nullopt;
  Bounds bounds = all;  // of the player of the claim
  if (header.claim == "win") {
    bounds.lower = std::max(1, header.score);
  } else if (header.claim == "not-lose") {
    bounds.lower = 0;
  } else {
    return std::nullopt;
  }
  if (header.player == game.to_move()) return bounds;
  return Bounds{-bounds.upper, -bounds.lower};
}

// A certificate, verified by the checker: its claim is proved.
Result<ImportReport> import_certificate(BookStore& store, const std::string& path,
                                        const StopToken& stop) {
  const auto refuse = [&](const std::string& reason) {
    return failure(fmt::format("{}: {}", quoted(path, 200), reason));
  };
  const Result<std::string> bytes = read_whole_file(path);
  if (!bytes) return tl::unexpected<Error>(bytes.error());
  const Result<CertificateHeader> header = parse_certificate_header(*bytes);
  if (!header) return refuse(header.error().message);
  constexpr std::size_t largest_body = std::size_t{1} << 30;
  const Result<CertificateFile> file = parse_certificate(*bytes, largest_body);
  if (!file) return refuse(file.error().message);
  const Result<GameSpec> spec = GameSpec::parse(header->game);
  if (!spec || !(*spec == store.spec())) {
    return refuse(fmt::format("is about {}, the book about {}", printable(header->game),
                              store.spec().to_string()));
  }
  const Result<Game> game = position_of(*header);
  if (!game) return refuse(game.error().message);
  const std::optional<Bounds> bounds = claimed_bounds(*header, *game);
  if (!bounds)
    return refuse("a book takes claims that somebody wins or does not lose, without axioms");
  const std::string program = service::checker_program();
  if (program.empty()) return refuse("inarow-check is not there to verify it");
  const Result<service::CheckerRun> run = service::run_checker(program, {}, *bytes, {}, stop);
  if (!run) return tl::unexpected<Error>(run.error());
  if (run->exit_code != 0) {
    return refuse("is not verified: " + printable(run->output.substr(0, run->output.find('\n'))));
  }
  PositionFacts facts;
  facts.proved = bounds;
  facts.source = {"certificate", header->method, INAROW_VERSION, file->sha256};
  const std::uint64_t before = store.size();
  BookStore::Batch batch(store);
  ImportReport report;
  report.positions = 1;
  // The moves on the way to it, so that it is found from the start.
  Game way(*spec);
  std::optional<BookPlace> from = *store.put(way, {});
  for (const Move& move : game->moves()) {
    (void)way.play(move);
    const bool is_last = way.moves().size() == game->moves().size();
    const Result<BookPlace> place = store.put(way, is_last ? facts : PositionFacts{});
    if (!place) {
      report.contradictions = 1;
      report.contradicting.push_back(place.error().message);
      return report;
    }
    store.link(*from, move, *place);
    ++report.moves;
    from = *place;
  }
  batch.commit();
  report.new_positions = store.size() - before;
  return report;
}

// Puts one file after the other into the book and tells of each.
using PutFile = std::function<Result<ImportReport>(BookStore&, const std::string&, const StopToken&,
                                                   Observer&)>;
Exit put_files(const BookOptions& options, const PutFile& put) {
  std::optional<BookStore> store = open_store(options, BookAccess::write);
  if (!store) return Exit::bad_input;
  StopToken stop;
  Observer observer;
  options.listen(stop);
  for (const std::string& file : options.from) {
    Result<ImportReport> report = ImportReport{};
    {
      const ProgressLine line(options.quiet, observer);
      report = put(*store, file, stop, observer);
    }
    if (!report) return bad_input(report.error().message);
    if (report->stopped) {
      fmt::print("stopped; nothing of {} was put\n", printable(file));
      return Exit::stopped;
    }
    if (options.json) {
      print_json(Json{{"file", file},
                      {"positions", report->positions},
                      {"new_positions", report->new_positions},
                      {"moves", report->moves},
                      {"contradictions", report->contradictions},
                      {"skipped", report->skipped}});
    } else {
      fmt::print("{}: {} positions, {} of them new, {} moves\n", printable(file), report->positions,
                 report->new_positions, report->moves);
      print_contradictions(report->contradicting, report->contradictions, stdout);
    }
  }
  return Exit::done;
}

}  // namespace

std::optional<BookStore> open_store(const BookOptions& options, BookAccess access) {
  const std::optional<GameSpec> spec = parse_game(options.game);
  if (!spec) return std::nullopt;
  if (is_score_book(options.file)) {
    bad_input(fmt::format("{} is a file of exact scores, which nothing is added to; name a store",
                          printable(options.file)));
    return std::nullopt;
  }
  Result<BookStore> store = BookStore::open(options.file, *spec, access);
  if (!store) {
    bad_input(store.error().message);
    return std::nullopt;
  }
  return std::move(*store);
}

Result<ReadBook> read_book(const std::string& file, const GameSpec& spec) {
  ReadBook book;
  const bool other = is_score_book(file) || file.ends_with(".lib");
  if (other) book.folder = std::make_unique<ScratchFolder>();
  const std::string path = other ? book.folder->file("book.db") : file;
  Result<BookStore> store =
      BookStore::open(path, spec, other ? BookAccess::write : BookAccess::read);
  if (!store) return tl::unexpected<Error>(store.error());
  if (other) {
    const Result<ImportReport> read = import_file(*store, file, {}, nullptr, nullptr);
    if (!read) return tl::unexpected<Error>(read.error());
  }
  book.store = std::make_unique<BookStore>(std::move(*store));
  return book;
}

std::string words_of(const GameSpec& spec, const PositionFacts& facts) {
  std::string text;
  const auto bounds_words = [&](const Bounds& bounds) {
    const std::optional<GameValue> value = value_of(bounds);
    const bool scored = spec.drop() != nullptr && spec.drop()->height;
    if (value && (!scored || !bounds.exact())) return std::string(value_word(*value));
    if (bounds.exact()) return fmt::format("score {}", bounds.lower);
    return fmt::format("score {} to {}", bounds.lower, bounds.upper);
  };
  if (facts.proved) {
    text = bounds_words(*facts.proved);
  } else if (facts.claimed) {
    text = "said to be " + bounds_words(*facts.claimed);
  } else {
    text = "open";
  }
  if (!facts.proved && facts.estimate)
    text += fmt::format(", about {:.0f} %", 100 * *facts.estimate);
  if (facts.visits > 0) text += fmt::format(", looked at {} times", facts.visits);
  return text;
}

Exit book_grow(const BookOptions& options) {
  const std::optional<Game> game = parse_position(options.game, options.moves);
  if (!game) return Exit::bad_input;
  std::optional<BookStore> store = open_store(options, BookAccess::write);
  if (!store) return Exit::bad_input;
  GrowthOptions growing;
  growing.job = {.seconds = options.job_seconds, .order = 2, .moves = options.job_moves};
  growing.parallel = jobs_at_a_time(options.parallel, options, options.broker);
  growing.priority = options.priority;
  growing.jobs = static_cast<std::uint64_t>(options.jobs);
  growing.side = player_named(options.player);
  const Result<std::unique_ptr<BookGrowth>> growth = BookGrowth::open(*store, *game, growing);
  if (!growth) return bad_input(growth.error().message);
  StopToken stop;
  Observer observer;
  options.listen(stop);
  {
    const ProgressLine line(options.quiet, observer);
    const Result<void> ran =
        run_jobs(options, options.broker, (*growth)->name(), stop,
                 [&](grid::JobBroker& broker) { (*growth)->run(broker, &stop, &observer); });
    if (!ran) return bad_input(ran.error().message);
  }
  const GrowthStatus status = (*growth)->status();
  std::string line;
  for (const Move& move : status.line) {
    line += line.empty() ? "" : " ";
    line += format_move(game->spec(), move);
  }
  if (options.json) {
    Json json = growth_json(*game, status);
    json["file"] = options.file;
    print_json(json);
  } else {
    fmt::print("{} positions below {}, {} of them decided; {} jobs, {:.1f} s of work\n",
               status.positions, options.moves.empty() ? "the start" : options.moves, status.proved,
               status.jobs, status.job_seconds);
    if (status.value) {
      fmt::print("{} for the player to move, proved\n", value_word(*status.value));
    } else {
      fmt::print("about {:.0f} % for the player to move{}{}\n", 100 * status.chance,
                 line.empty() ? "" : "; most looked at: ", line);
    }
    if (!status.trouble.empty()) fmt::print("the last trouble: {}\n", printable(status.trouble));
  }
  return stop.stop_requested() && stop.reason() != StopReason::time ? Exit::stopped : Exit::done;
}

Exit book_extend(const BookOptions& options) {
  const std::optional<Game> game = parse_position(options.game, options.moves);
  if (!game) return Exit::bad_input;
  const Result<Move> move = read_move(*game, options.move);
  if (!move) return bad_input(move.error().message);
  if (const Result<Game> after = position_to_extend(*game, *move); !after) {
    return bad_input(after.error().message);
  }
  std::optional<BookStore> store = open_store(options, BookAccess::write);
  if (!store) return Exit::bad_input;
  StopToken stop;
  Observer observer;
  const Work work = options.work(stop, &observer);
  Result<ExtendReport> report = failure("");
  {
    const ProgressLine line(options.quiet, observer);
    report = extend_book(*store, *game, *move,
                         {.order = options.order,
                          .seconds = options.position_seconds,
                          .most = static_cast<std::size_t>(options.defenses)},
                         work);
  }
  if (!report) return bad_input(report.error().message);
  if (options.json) {
    print_json(extend_json(*report));
  } else if (report->won) {
    fmt::print("{} wins: no defense is left; that is in the book now\n", options.move);
  } else {
    fmt::print("after {} {} defenses are open\n", options.move, report->open_defenses);
    for (const TriedDefense& tried : report->tried) {
      fmt::print("  {:<10} {}\n", format_move(report->after.spec(), tried.stones),
                 words_of(report->after.spec(), tried));
    }
    if (report->open_defenses > report->tried.size()) {
      fmt::print("  and {} more (--defenses)\n", report->open_defenses - report->tried.size());
    }
  }
  if (stop.stop_requested() && stop.reason() != StopReason::time) return Exit::stopped;
  return report->settled() ? Exit::done : Exit::no;
}

Exit book_import(const BookOptions& options) {
  return put_files(options, [&](BookStore& store, const std::string& file, const StopToken& stop,
                                Observer& observer) {
    return file.ends_with(".cert")
               ? import_certificate(store, file, stop)
               : import_file(store, file, {.trust = options.trust}, &stop, &observer);
  });
}

Exit book_merge(const BookOptions& options) {
  return put_files(options,
                   [&](BookStore& store, const std::string& file, const StopToken& stop,
                       Observer& observer) -> Result<ImportReport> {
                     const Result<ReadBook> other = read_book(file, store.spec());
                     if (!other) return tl::unexpected<Error>(other.error());
                     if (const std::optional<std::string> damage = other->store->damage())
                       return failure(*damage);
                     return merge_books(store, *other->store, options.doubt, &stop, &observer);
                   });
}

Exit book_verify(const BookOptions& options) {
  const std::optional<GameSpec> spec = parse_game(options.game);
  if (!spec) return Exit::bad_input;
  const std::string file = options.file.empty() ? installed_book_file(*spec) : options.file;
  if (file.empty()) {
    return bad_input(fmt::format("there is no book of {}; name one by --book", spec->to_string()));
  }
  std::vector<BookEntryToCheck> entries;
  std::uint64_t seen = 0;
  Random random(1);
  // A fair sample of unknown length: the n-th position takes a place with the chance it is due.
  const auto consider = [&](const Game& game, const PositionFacts& facts) {
    if ((!facts.proved && !facts.claimed) || game.over()) return true;
    ++seen;
    const auto most = static_cast<std::size_t>(options.sample);
    if (options.all || entries.size() < most) {
      entries.push_back({game, facts});
    } else if (const auto place =
                   static_cast<std::size_t>(random.unit() * static_cast<double>(seen));
               place < most) {
      entries[place] = {game, facts};
    }
    return true;
  };
  {
    const Result<ReadBook> book = read_book(file, *spec);
    if (!book) return bad_input(book.error().message);
    if (const std::optional<std::string> damage = book->store->damage()) return bad_input(*damage);
    book->store->for_each(consider);
  }
  StopToken stop;
  Observer observer;
  const Work work = options.work(stop, &observer);
  CheckReport report;
  {
    const ProgressLine line(options.quiet, observer);
    report =
        check_entries(entries, {.seconds = options.position_seconds, .order = options.order}, work);
  }
  if (options.json) {
    print_json(Json{{"file", file},
                    {"positions", seen},
                    {"checked", entries.size()},
                    {"confirmed", report.confirmed},
                    {"open", report.open},
                    {"wrong", report.wrong},
                    {"wrong_claims", report.unconfirmed},
                    {"stopped", report.stopped}});
  } else {
    fmt::print(
        "no damage; {} of {} positions that say something worked out again: {} confirmed, "
        "{} not decided within the limits, {} wrong\n",
        entries.size(), seen, report.confirmed, report.open, report.wrong.size());
    for (const std::string& text : report.wrong) fmt::print("wrong: {}\n", text);
    for (const std::string& text : report.unconfirmed) fmt::print("wrong claim: {}\n", text);
  }
  if (!report.wrong.empty()) return Exit::no;
  return report.stopped ? Exit::stopped : Exit::done;
}

}  // namespace inarow::cli
