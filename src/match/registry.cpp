#include "match/registry.hpp"

#include <fmt/format.h>

#include <charconv>
#include <random>

#include "base/quote.hpp"
#include "book/installed.hpp"
#include "match/alphabeta_player.hpp"
#include "match/book_player.hpp"
#include "match/breaker_player.hpp"
#include "match/external/external_player.hpp"
#include "match/human_player.hpp"
#include "match/line_player.hpp"
#include "match/looking_player.hpp"
#include "match/placement_player.hpp"
#include "match/rule_player.hpp"
#include "match/strategy_player.hpp"

namespace inarow {
namespace {

// A player that is to be made; obstacle() of its kind has found nothing.
struct Order {
  int number;  // the N of its name
  const GameSpec& spec;
  Player side;
  const PlayerTools& tools;
};

// Which N a kind like looks:N takes.
struct Numbers {
  int from = 0;
  int to = -1;  // below: the name has no number
  const char* of = "";
};

struct Row {
  PlayerKind kind;
  Numbers numbers{};
  // Why it does not play this side of this game: a sentence.
  std::optional<std::string> (*obstacle)(const Row&, const GameSpec&, Player);
  MadePlayer (*make)(const Order&);  // null: auto, which is another one
};

bool finite_drop(const GameSpec& spec) { return spec.drop() != nullptr && spec.drop()->height; }

bool has_strategy(const GameSpec& spec, Player side) {
  return spec.drop() != nullptr ? has_strategy(*spec.drop(), side) : has_breaker(*spec.placement());
}

// --- which games

std::optional<std::string> only(const Row& row) {
  return fmt::format("{} plays {} only", row.kind.name, row.kind.plays);
}

std::optional<std::string> not_finite_drop(const Row& row, const GameSpec& spec, Player /*side*/) {
  return finite_drop(spec) ? std::nullopt : only(row);
}

std::optional<std::string> not_placement(const Row& row, const GameSpec& spec, Player /*side*/) {
  return spec.placement() != nullptr ? std::nullopt : only(row);
}

std::optional<std::string> not_victors(const Row& row, const GameSpec& spec, Player side) {
  if (!finite_drop(spec)) {
    return fmt::format("{} plays drop games of finite height only", row.kind.name);
  }
  if (!lines_file(*spec.drop())) {
    return fmt::format("VICTOR has no lines for {}; he plays drop:7x6 as White", spec.to_string());
  }
  if (side != Player::first) {
    return "VICTOR's lines are those of the first player, so play the second against him";
  }
  return std::nullopt;
}

std::optional<std::string> not_proved(const Row& row, const GameSpec& spec, Player side) {
  if (has_strategy(spec, side)) return std::nullopt;
  return fmt::format("there is no proved strategy of the {} side of {}; there are those of {}",
                     name_of(side), spec.to_string(), row.kind.plays);
}

std::optional<std::string> nobody(const Row& /*row*/, const GameSpec& spec, Player side) {
  if (finite_drop(spec) || spec.placement() != nullptr || has_strategy(spec, side)) {
    return std::nullopt;
  }
  return fmt::format("there is no player of the {} side of {}", name_of(side), spec.to_string());
}

// --- how they are made

MadePlayer make_perfect(const Order& order) {
  const DropSpec& drop = *order.spec.drop();
  if (order.tools.drop_tools) {
    return make_perfect_player(order.spec, order.side, order.tools.drop_tools(drop));
  }
  DropTools own;
  if (DropAnalyst::needs_engine(drop)) own.engine = make_drop_engine(drop, order.tools.table_bytes);
  Result<std::unique_ptr<DropBook>> book = installed_book(drop);
  if (book) own.known = std::move(*book);
  auto player = make_perfect_player(order.spec, order.side, std::move(own));
  if (!book) player->set_note("going on without the book: " + book.error().message);
  return player;
}

MadePlayer make_victor(const Order& order) { return make_line_player(order.spec); }

MadePlayer make_strategy(const Order& order) {
  if (!order.tools.strategy_file.empty()) {
    return read_strategy_player(order.spec, order.side, order.tools.strategy_file,
                                order.tools.stop);
  }
  const StopToken never;
  Observer unseen;
  const StopToken& stop = order.tools.stop != nullptr ? *order.tools.stop : never;
  Observer& observer = order.tools.observer != nullptr ? *order.tools.observer : unseen;
  if (const DropSpec* drop = order.spec.drop()) {
    return find_strategy_player(*drop, order.side, order.tools.memory_bytes, stop, observer);
  }
  return make_breaker_player(*order.spec.placement(), order.side, stop);
}

Word64 seed_of(const Order& order) {
  if (order.tools.seed) return *order.tools.seed;
  std::random_device device;
  return (Word64{device()} << 32) | device();
}

MadePlayer make_alphabeta(const Order& order) {
  return make_alphabeta_player(order.spec, order.side, order.number, seed_of(order));
}

MadePlayer make_human(const Order& order) {
  return make_human_player(order.spec, order.side, order.number, seed_of(order));
}

MadePlayer make_looking(const Order& order) {
  return make_looking_player(order.spec, order.side, order.number, seed_of(order));
}

MadePlayer make_rules(const Order& order) {
  return make_rule_player(order.spec, order.side, seed_of(order));
}

MadePlayer make_random(const Order& order) {
  return make_looking_player(order.spec, order.side, 0, seed_of(order));
}

MadePlayer make_strong(const Order& order) {
  auto player = make_placement_player(order.spec, order.side, PlacementLevel::strong);
  if (order.tools.books == nullptr || !order.tools.books->has(order.spec)) return player;
  return make_book_player(std::move(player), order.tools.books, seed_of(order));
}

MadePlayer make_threats(const Order& order) {
  return make_placement_player(order.spec, order.side, PlacementLevel::threats);
}

MadePlayer make_plain(const Order& order) {
  return make_plain_player(order.spec, order.side, order.number);
}

MadePlayer make_easy(const Order& order) {
  return make_placement_player(order.spec, order.side, PlacementLevel::easy);
}

// --- the table

const std::vector<Row>& rows() {
  static const std::vector<Row> table{
      {.kind = {.name = "perfect",
                .meaning = "plays by exact search: wins as soon and loses as late as possible, "
                           "and sets traps where it cannot win",
                .plays = "drop games of finite height"},
       .obstacle = not_finite_drop,
       .make = make_perfect},
      {.kind = {.name = "victor",
                .meaning = "wins every game by Allis's rules and the lines of a proof",
                .plays = "drop:7x6 as the first player",
                .costly = true},
       .obstacle = not_victors,
       .make = make_victor},
      {.kind = {.name = "strategy",
                .meaning = "plays by a strategy that is proved not to lose",
                .plays = "cylinder:W and drop:Wxinf (both sides), drop:WxH with W <= 7 and H even "
                         "(second), and Connect(k,p,q) on the infinite board with k >= 8, 11 and "
                         "17 for p = 1, 2 and 3 and so on (inarow kdraw), q <= p",
                .costly = true},
       .obstacle = not_proved,
       .make = make_strategy},
      {.kind = {.name = "human:N",
                .meaning = "loses as people lose: overlooks lines, diagonals most and columns "
                           "least; from 1, a beginner, to 6, an expert",
                .plays = "drop games of finite height"},
       .numbers = {1, human_levels, ""},
       .obstacle = not_finite_drop,
       .make = make_human},
      {.kind = {.name = "alphabeta:N",
                .meaning = "looks N stones ahead, 1 to 10, and then counts open lines",
                .plays = "drop games of finite height"},
       .numbers = {1, max_alphabeta_stones, " stones"},
       .obstacle = not_finite_drop,
       .make = make_alphabeta},
      {.kind = {.name = "looks:N",
                .meaning = "is easier: looks N stones ahead, 0 to 8, and otherwise draws lots",
                .plays = "drop games of finite height"},
       .numbers = {0, max_stones_ahead, " stones"},
       .obstacle = not_finite_drop,
       .make = make_looking},
      {.kind = {.name = "rules",
                .meaning = "follows the simple rules of the MIT lecture: win, block, do not play "
                           "below a threat, make one, take the middle",
                .plays = "drop games of finite height"},
       .obstacle = not_finite_drop,
       .make = make_rules},
      {.kind = {.name = "random", .meaning = "draws lots", .plays = "drop games of finite height"},
       .obstacle = not_finite_drop,
       .make = make_random},
      {.kind = {.name = "strong",
                .meaning = "plays every win by threats that it finds, defends against those of the "
                           "other player, and otherwise searches whole moves ahead",
                .plays = "placement games"},
       .obstacle = not_placement,
       .make = make_strong},
      {.kind = {.name = "threats",
                .meaning = "plays every win by threats that it finds and defends against those of "
                           "the other player, but has no plan before",
                .plays = "placement games"},
       .obstacle = not_placement,
       .make = make_threats},
      {.kind = {.name = "plain:N",
                .meaning =
                    "looks N moves ahead, 1 to 6, by what lines are worth, and for no forced "
                    "wins",
                .plays = "placement games"},
       .numbers = {1, max_plain_moves, " moves"},
       .obstacle = not_placement,
       .make = make_plain},
      {.kind = {.name = "easy",
                .meaning = "is easier: completes its lines and stops those that could be completed "
                           "next",
                .plays = "placement games"},
       .obstacle = not_placement,
       .make = make_easy},
      {.kind = {.name = "auto",
                .meaning = "is perfect where that plays, else strategy, else strong",
                .plays = "every game that one of the others plays"},
       .obstacle = nobody,
       .make = nullptr},
  };
  return table;
}

// "perfect, victor or looks:N" of the kinds; auto is not named.
std::string either(const std::vector<PlayerKind>& kinds) {
  std::vector<std::string> names;
  for (const PlayerKind& kind : kinds) {
    if (kind.name != "auto") names.push_back(kind.name);
  }
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (i > 0) text += i + 1 == names.size() ? " or " : ", ";
    text += names[i];
  }
  return text;
}

// The number after the colon of "looks:2"; nothing if it is written in another way.
std::optional<int> number_in(std::string_view name) {
  const std::string_view digits = name.substr(name.find(':') + 1);
  int number = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  const bool whole = error == std::errc() && end == digits.data() + digits.size();
  if (!whole || std::to_string(number) != digits) return std::nullopt;
  return number;
}

PlayerKind kind_of_engine(const ExternalEngine& engine) {
  return {.name = engine.name,
          .meaning = "is a program of another author; nothing is proved of it",
          .plays = "the games of its protocol",
          .costly = true,
          .external = true};
}

Result<const Row*> find_row(std::string_view name, const PlayerTools& tools) {
  const std::size_t colon = name.find(':');
  for (const Row& row : rows()) {
    const std::string& kind = row.kind.name;
    const Numbers& numbers = row.numbers;
    if (numbers.to < numbers.from) {
      if (kind == name) return &row;
    } else if (colon != std::string_view::npos &&
               kind.substr(0, kind.size() - 1) == name.substr(0, colon + 1)) {
      const std::optional<int> number = number_in(name);
      if (number && *number >= numbers.from && *number <= numbers.to) return &row;
      return failure(fmt::format("write {} with N from {} to {}{}", kind, numbers.from, numbers.to,
                                 numbers.of));
    }
  }
  std::vector<PlayerKind> kinds = player_kinds();
  for (const ExternalEngine& engine : tools.engines) kinds.push_back(kind_of_engine(engine));
  return failure(fmt::format("there is no player {}; the opponent must be auto, {}",
                             printable(name.substr(0, 40)), either(kinds)));
}

// A sentence, and who could play instead.
tl::unexpected<Error> refuse(const std::string& obstacle, const GameSpec& spec, Player side,
                             const PlayerTools& tools) {
  const std::string others = either(players_of(spec, side, tools));
  if (others.empty()) return failure(obstacle);
  return failure(fmt::format("{}; for the {} player of {} choose {}", obstacle, name_of(side),
                             spec.to_string(), others));
}

Result<const Row*> find_row(std::string_view name, const GameSpec& spec, Player side,
                            const PlayerTools& tools) {
  Result<const Row*> row = find_row(name, tools);
  if (!row) return row;
  const std::optional<std::string> obstacle = (*row)->obstacle(**row, spec, side);
  if (!obstacle) return row;
  return refuse(*obstacle, spec, side, tools);
}

}  // namespace

const std::vector<PlayerKind>& player_kinds() {
  static const std::vector<PlayerKind> kinds = [] {
    std::vector<PlayerKind> list;
    for (const Row& row : rows()) list.push_back(row.kind);
    return list;
  }();
  return kinds;
}

const PlayerKind* kind_of_player(std::string_view name) {
  const Result<const Row*> row = find_row(name, {});
  return row ? &(*row)->kind : nullptr;
}

std::vector<PlayerKind> players_of(const GameSpec& spec, Player side, const PlayerTools& tools) {
  std::vector<PlayerKind> list;
  for (const Row& row : rows()) {
    if (!row.obstacle(row, spec, side)) list.push_back(row.kind);
  }
  for (const ExternalEngine& engine : tools.engines) {
    if (!obstacle_of_engine(engine, spec)) list.push_back(kind_of_engine(engine));
  }
  return list;
}

const ExternalEngine* engine_named(std::string_view name,
                                   const std::vector<ExternalEngine>& engines) {
  for (const ExternalEngine& engine : engines) {
    if (engine.name == name) return &engine;
  }
  return nullptr;
}

std::optional<std::string> fault_of_engines(const std::vector<ExternalEngine>& engines) {
  for (std::size_t i = 0; i < engines.size(); ++i) {
    const std::string& name = engines[i].name;
    if (const auto fault = fault_of_engine_name(name)) return fault;
    if (kind_of_player(name) != nullptr) {
      return fmt::format("there is a player {} already; give the engine another name", name);
    }
    for (std::size_t j = 0; j < i; ++j) {
      if (engines[j].name == name) return fmt::format("two engines have the name {}", name);
    }
  }
  return std::nullopt;
}

Result<std::string> resolve_player(std::string_view name, const GameSpec& spec, Player side,
                                   const PlayerTools& tools) {
  if (!tools.strategy_file.empty()) {
    if (name == "auto" || name == "strategy") return "strategy";
    return failure(fmt::format("a file with a strategy is for the player strategy, not {}",
                               printable(name.substr(0, 40))));
  }
  if (const ExternalEngine* engine = engine_named(name, tools.engines)) {
    const std::optional<std::string> obstacle = obstacle_of_engine(*engine, spec);
    if (obstacle) return refuse(*obstacle, spec, side, tools);
    return std::string(name);
  }
  const Result<const Row*> row = find_row(name, spec, side, tools);
  if (!row) return tl::unexpected<Error>(row.error());
  if ((*row)->make != nullptr) return std::string(name);
  return finite_drop(spec) ? "perfect" : has_strategy(spec, side) ? "strategy" : "strong";
}

MadePlayer make_player(std::string_view name, const GameSpec& spec, Player side,
                       const PlayerTools& tools) {
  const Result<std::string> who = resolve_player(name, spec, side, tools);
  if (!who) return tl::unexpected<Error>(who.error());
  if (const ExternalEngine* engine = engine_named(*who, tools.engines)) {
    return make_external_player(spec, side, *engine);
  }
  return (*find_row(*who, tools))->make({number_in(*who).value_or(0), spec, side, tools});
}

}  // namespace inarow
