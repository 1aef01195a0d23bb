#include "service/book_requests.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "answer/book_answer.hpp"
#include "answer/codec.hpp"
#include "ask/tables.hpp"
#include "base/files.hpp"
#include "base/output_file.hpp"
#include "book/book_export.hpp"
#include "book/book_import.hpp"
#include "book/installed.hpp"
#include "generate/book_extend.hpp"
#include "generate/book_growth.hpp"
#include "grid/inline_broker.hpp"
#include "rules/game_tree.hpp"
#include "rules/notation.hpp"
#include "service/fields.hpp"

namespace inarow::service {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::uint64_t most_jobs = 500;
constexpr std::uint64_t default_jobs = 20;
constexpr double job_seconds = 0.5;
constexpr int most_defenses = 50;
constexpr std::size_t job_bytes = 64 * megabyte;  // of a question of its own

std::string text_of_json(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

GrowingBook* growing_of(const GameSpec& spec, const BookTools& tools) {
  for (const std::shared_ptr<GrowingBook>& book : tools.growing) {
    if (book->spec() == spec) return book.get();
  }
  return nullptr;
}

Answerable<GrowingBook::Turn> turn_at(const GameSpec& spec, const BookTools& tools) {
  GrowingBook* book = growing_of(spec, tools);
  if (book == nullptr) {
    return refused(400, fmt::format("no book of {0} may be changed here; start the server with "
                                    "--grow \"{0}=mine.db\"",
                                    spec.to_string()));
  }
  if (std::optional<GrowingBook::Turn> turn = book->turn()) return std::move(*turn);
  return refused(503, "somebody works on this book; ask again later");
}

Answerable<int> count_of(const nlohmann::json& json, const char* name, int otherwise, int most) {
  if (!json.contains(name)) return otherwise;
  const nlohmann::json& value = json[name];
  if (value.is_number_integer() && value >= 1 && value <= most) return value.get<int>();
  return bad_request(fmt::format("{} must be a whole number from 1 to {}", name, most));
}

// The program's own file of exact scores has no moves of its own, but scores of all of them.
std::shared_ptr<const Books> books_for(const GameSpec& spec, Tables& tables) {
  if (std::shared_ptr<const Books> books = tables.books_of(spec)) return books;
  const DropSpec* drop = spec.drop();
  if (drop == nullptr) return nullptr;
  const std::shared_ptr<const DropBook> scores = tables.book(*drop);
  if (scores == nullptr) return nullptr;
  return std::make_shared<const Books>(
      std::vector<std::shared_ptr<const PositionBook>>{book_of_scores(*scores)});
}

// A store of this game to be written to a file: one that the server was started with, or the
// program's own.
Result<BookStore> store_to_read(const GameSpec& spec, const BookTools& tools) {
  std::vector<std::string> files = tools.files;
  files.push_back(installed_book_file(spec));
  for (const std::string& file : files) {
    if (file.empty() || is_score_book(file)) continue;
    const Result<GameSpec> game = BookStore::game_of(file);
    if (game && *game == spec) return BookStore::open(file, spec, BookAccess::read);
  }
  return failure(fmt::format("there is no book of {} with moves to be written", spec.to_string()));
}

// Whose book a file goes to: that of the game which it says, or the only one there is.
Answerable<GameSpec> game_of_file(const std::string& bytes, const std::string& ending,
                                  const BookTools& tools) {
  if (tools.growing.empty()) {
    return bad_request("no book may be changed here; start the server with --grow GAME=FILE");
  }
  if (ending == "lib") return *GameSpec::parse("gomoku");
  if (const Result<GameTree> tree = read_game_tree(bytes)) return tree->spec;
  if (tools.growing.size() == 1) return tools.growing.front()->spec();
  return bad_request("the file does not say which game it is of");
}

}  // namespace

Answerable<std::string> book_reply(const std::string& body, const BookTools& tools) {
  const Result<nlohmann::json> json = read_object(body, {"game", "moves"});
  if (!json) return bad_request(json.error());
  const Result<Game> game = position_of(*json);
  if (!game) return bad_request(game.error());
  const std::shared_ptr<const Books> books = books_for(game->spec(), tools.tables);
  Json answer = books && !game->over() ? book_json(*game, books->find(*game), books->moves(*game))
                                       : book_json(*game, std::nullopt, {});
  answer["known"] = books != nullptr && answer.contains("visits");
  answer["book"] = books != nullptr;
  answer["grows"] = growing_of(game->spec(), tools) != nullptr;
  return text_of_json(answer);
}

Answerable<std::string> extend_reply(const std::string& body, const BookTools& tools,
                                     const RequestLimits& limits, const StopToken& stop) {
  const Result<nlohmann::json> json =
      read_object(body, {"game", "moves", "move", "order", "seconds", "defenses"});
  if (!json) return bad_request(json.error());
  const Result<Game> game = position_of(*json);
  if (!game) return bad_request(game.error());
  const Result<std::string> text = text_of(*json, "move", "\"j9k9\"");
  if (!text) return bad_request(text.error());
  const Result<Move> move = read_move(*game, *text);
  if (!move) return bad_request(move.error());
  if (const Result<Game> after = position_to_extend(*game, *move); !after) {
    return bad_request(after.error());
  }
  const Answerable<int> order = count_of(*json, "order", 2, 4);
  if (!order) return tl::unexpected<Refusal>(order.error());
  const Answerable<int> most = count_of(*json, "defenses", 12, most_defenses);
  if (!most) return tl::unexpected<Refusal>(most.error());
  const Result<double> seconds = seconds_of(*json, limits);
  if (!seconds) return bad_request(seconds.error());
  Answerable<GrowingBook::Turn> turn = turn_at(game->spec(), tools);
  if (!turn) return tl::unexpected<Refusal>(turn.error());
  const MemoryPool::Lease memory = tools.memory.take(job_bytes, 3);
  StopToken in_time(&stop);
  in_time.limit_time(*seconds);
  // So many positions share the time.
  const ExtendOptions options{
      .order = *order, .seconds = *seconds / (*most + 1), .most = static_cast<std::size_t>(*most)};
  const Result<ExtendReport> report =
      extend_book(turn->store(), *game, *move, options,
                  {.tables = &tools.tables,
                   .stop = &in_time,
                   .memory_bytes = program_bytes + thread_bytes + memory.bytes()});
  if (!report) return refused(in_time.stop_requested() ? 503 : 400, report.error().message);
  return text_of_json(extend_json(*report));
}

Answerable<std::string> import_reply(const std::string& bytes, const std::string& ending,
                                     const BookTools& tools, const StopToken& stop) {
  const Answerable<GameSpec> spec = game_of_file(bytes, ending, tools);
  if (!spec) return tl::unexpected<Refusal>(spec.error());
  Answerable<GrowingBook::Turn> turn = turn_at(*spec, tools);
  if (!turn) return tl::unexpected<Refusal>(turn.error());
  const ScratchFolder folder;
  const std::string file = folder.file("file." + ending);
  if (const Result<void> written = write_whole_file(file, bytes); !written) {
    return refused(500, written.error().message);
  }
  // What it says is claimed, and nothing of it proved.
  const Result<ImportReport> report = import_file(turn->store(), file, {}, &stop, nullptr);
  if (!report) {
    // The name of our own file tells nobody anything.
    std::string message = report.error().message;
    if (const std::size_t at = message.find(file); at != std::string::npos) {
      message.replace(at, file.size(), "the file");
    }
    return bad_request(message);
  }
  if (report->stopped) return refused(503, "the time was too short; nothing of the file was put");
  return text_of_json({{"game", spec->to_string()},
                       {"positions", report->positions},
                       {"new_positions", report->new_positions},
                       {"moves", report->moves},
                       {"contradictions", report->contradictions},
                       {"skipped", report->skipped}});
}

Answerable<std::string> export_reply(const std::string& body, const BookTools& tools,
                                     const StopToken& stop) {
  const Result<nlohmann::json> json = read_object(body, {"game", "as"});
  if (!json) return bad_request(json.error());
  const Result<std::string> name = text_of(*json, "game", "\"connect6\"");
  if (!name) return bad_request(name.error());
  const Result<GameSpec> spec = GameSpec::parse(*name);
  if (!spec) return bad_request(spec.error());
  const Result<std::string> as = text_of(*json, "as", "\"sgf\"");
  if (!as) return bad_request(as.error());
  if (*as != "sgf" && *as != "lib") return bad_request("as must be \"sgf\" or \"lib\"");
  const Result<BookStore> store = store_to_read(*spec, tools);
  if (!store) return bad_request(store.error());
  const ScratchFolder folder;
  const std::string file = folder.file("book." + *as);
  const Result<ExportReport> report = export_file(*store, file, &stop, nullptr);
  if (!report) return bad_request(report.error());
  if (report->stopped) return refused(503, "the time was too short");
  if (report->bytes > tools.file_bytes) {
    return refused(400, fmt::format("the file has {} bytes, more than the {} that are handed out "
                                    "here; inarow book export writes it",
                                    report->bytes, tools.file_bytes));
  }
  Result<std::string> bytes = read_whole_file(file);
  if (!bytes) return refused(500, bytes.error().message);
  std::string title = spec->to_string();
  for (char& c : title) {
    if (std::string_view(":,()").find(c) != std::string_view::npos) c = '-';
  }
  return text_of_json({{"file", fmt::format("{}.{}", title, *as)},
                       {"positions", report->positions},
                       {"bytes", bytes->size()},
                       {"id", tools.shelf.store(std::move(*bytes))}});
}

GrowthTask::GrowthTask(std::string body, const RequestLimits& limits, const BookTools& tools)
    : WatchedTask(limits.max_seconds), body_(std::move(body)), limits_(limits), tools_(tools) {}

std::string GrowthTask::progress() {
  const double seconds = seconds_worked();
  return text_of_json({{"state", running() ? "running" : "waiting"},
                       {"seconds", seconds},
                       {"stage", observer_.status().stage}});
}

Answerable<std::string> GrowthTask::find_answer() {
  const Result<nlohmann::json> json =
      read_object(body_, {"game", "moves", "for", "jobs", "seconds"});
  if (!json) return bad_request(json.error());
  const Result<Game> game = position_of(*json);
  if (!game) return bad_request(game.error());
  const Answerable<int> jobs = count_of(*json, "jobs", default_jobs, most_jobs);
  if (!jobs) return tl::unexpected<Refusal>(jobs.error());
  const Result<std::string> side = text_of(*json, "for", "\"first\"");
  if (!side) return bad_request(side.error());
  if (!side->empty() && *side != "first" && *side != "second") {
    return bad_request("for must be \"first\" or \"second\": whose book it is");
  }
  const Result<double> seconds = seconds_of(*json, limits_);
  if (!seconds) return bad_request(seconds.error());
  Answerable<GrowingBook::Turn> turn = turn_at(game->spec(), tools_);
  if (!turn) return tl::unexpected<Refusal>(turn.error());
  GrowthOptions options;
  options.job = {.seconds = job_seconds, .order = 2, .moves = 4};
  options.parallel = 1;
  options.jobs = static_cast<std::uint64_t>(*jobs);
  if (!side->empty()) options.side = *side == "first" ? Player::first : Player::second;
  const Result<std::unique_ptr<BookGrowth>> growth =
      BookGrowth::open(turn->store(), *game, options);
  if (!growth) return bad_request(growth.error());
  understood_ = true;
  notify();
  limit_work(*seconds);
  const MemoryPool::Lease memory = tools_.memory.take(job_bytes, 3);
  grid::InlineBroker broker({.tables = &tools_.tables,
                             .stop = &stop(),
                             .memory_bytes = program_bytes + thread_bytes + memory.bytes()});
  (*growth)->run(broker, &stop(), &observer_);
  return text_of_json(growth_json(*game, (*growth)->status()));
}

}  // namespace inarow::service
