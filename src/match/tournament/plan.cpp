#include "match/tournament/plan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <set>

#include "base/quote.hpp"
#include "match/tournament/toml.hpp"

namespace inarow::tournament {
namespace {

constexpr std::size_t most_text_bytes = std::size_t{4} << 20;
constexpr std::size_t most_players = 200;
constexpr std::size_t most_name_bytes = 40;
constexpr double most_seconds = 1e6;
constexpr double megabyte = 1 << 20;

// The keys of one table. The first mistake is kept, with its line; what is read after it is
// whatever was there before.
class Fields {
 public:
  Fields(const TomlTable& table, const char* what, std::string& error)
      : table_(table), what_(what), error_(error) {}

  const TomlValue* find(const char* key) {
    known_.insert(key);
    return table_.find(key);
  }
  bool has(const char* key) { return find(key) != nullptr; }

  void text(const char* key, const char* example, std::string& value) {
    const TomlValue* found = find(key);
    if (found == nullptr) return;
    if (found->type != TomlValue::Type::text || found->text.empty()) {
      return complain(found->line, fmt::format("{} must be a text, such as {}", key, example));
    }
    value = found->text;
  }

  template <class Number>
  void number(const char* key, double from, double to, Number& value, double unit = 1) {
    constexpr bool decimal = std::is_same_v<Number, double>;
    const TomlValue* found = find(key);
    if (found == nullptr) return;
    const bool fits = found->type == TomlValue::Type::whole ||
                      (decimal && found->type == TomlValue::Type::decimal);
    if (!fits || !(found->number >= from && found->number <= to)) {
      return complain(found->line, fmt::format("{} must be a {} from {} to {}", key,
                                               decimal ? "number" : "whole number", from, to));
    }
    value = static_cast<Number>(found->number * unit);
  }

  void texts(const char* key, const char* example, std::vector<std::string>& values) {
    const TomlValue* found = find(key);
    if (found == nullptr) return;
    bool good = found->type == TomlValue::Type::list && !found->list.empty();
    for (const TomlValue& one : found->list) {
      good = good && one.type == TomlValue::Type::text;
      values.push_back(one.text);
    }
    if (good) return;
    complain(found->line, fmt::format("{} must be a list of texts, such as {}", key, example));
  }

  // Keys that nobody has asked for.
  void refuse_others() {
    for (const auto& [key, value] : table_.values) {
      if (known_.count(key) > 0) continue;
      std::string known;
      for (const std::string& name : known_) known += (known.empty() ? "" : ", ") + name;
      complain(value.line, fmt::format("{} has no key {}; it has {}", what_, quoted(key), known));
    }
  }

  void complain(int line, const std::string& message) {
    if (error_.empty()) error_ = fmt::format("line {}: {}", line, message);
  }
  // About a key that is there, or the table itself.
  void complain(const char* key, const std::string& message) {
    const TomlValue* found = find(key);
    complain(found != nullptr ? found->line : table_.line, message);
  }
  void complain(const std::string& message) { complain(table_.line, message); }

 private:
  const TomlTable& table_;
  const char* what_;
  std::string& error_;
  std::set<std::string> known_;
};

bool is_name(std::string_view name) {
  return !name.empty() && name.size() <= most_name_bytes &&
         std::all_of(name.begin(), name.end(), [](unsigned char c) {
           return std::isalnum(c) != 0 || c == '.' || c == '-' || c == '_' || c == ':' || c == '+';
         });
}

Entrant read_player(const TomlTable& table, std::string& error) {
  Fields fields(table, "a [[player]]", error);
  Entrant entrant;
  std::string command;
  std::string protocol;
  std::optional<int> depth;
  const bool has_memory = fields.has("memory");
  fields.text("name", "\"cloudict\"", entrant.name);
  fields.text("player", "\"perfect\"", entrant.player);
  fields.text("command", "\"./cloudict\"", command);
  fields.text("protocol", "\"connect6\", \"gomocup\" or \"json\"", protocol);
  fields.number("threads", 1, 1024, entrant.threads);
  fields.number("memory", 1, 1 << 20, entrant.memory_bytes, megabyte);
  if (fields.has("depth")) fields.number("depth", 1, 100, depth.emplace());
  if (fields.has("time")) fields.number("time", 0.001, most_seconds, entrant.seconds.emplace());
  fields.refuse_others();
  if (entrant.player.empty() == command.empty()) {
    fields.complain("a [[player]] has either a player of ours or the command of a program");
  }
  if (entrant.name.empty()) entrant.name = entrant.player;
  if (!is_name(entrant.name)) {
    fields.complain(
        fmt::format("a [[player]] needs a name of 1 to {} letters, digits and . - _ : +, not {}",
                    most_name_bytes, quoted(entrant.name)));
  }
  if (command.empty()) {
    if (!protocol.empty() || depth) {
      fields.complain("protocol and depth are for programs with a command");
    }
    return entrant;
  }
  if (command.find('\0') != std::string::npos) fields.complain("the command has a null byte");
  ExternalEngine& engine = entrant.engine.emplace();
  engine.name = entrant.name;
  engine.command = command;
  engine.depth = depth;
  engine.memory_bytes = has_memory ? entrant.memory_bytes : 0;
  if (!protocol.empty()) {
    engine.protocol = protocol_named(protocol);
    if (!engine.protocol) {
      fields.complain(fmt::format("there is no protocol {}; there are connect6, gomocup and json",
                                  quoted(protocol)));
    }
  }
  return entrant;
}

void add_player(const TomlTable& table, Plan& plan, std::string& error) {
  Entrant entrant = read_player(table, error);
  const bool taken = std::any_of(plan.players.begin(), plan.players.end(),
                                 [&](const Entrant& e) { return e.name == entrant.name; });
  if (error.empty() && taken) {
    error = fmt::format("line {}: two players have the name {}; give one of them another",
                        table.line, quoted(entrant.name));
  }
  plan.players.push_back(std::move(entrant));
}

void read_openings(const TomlTable& table, Plan& plan, std::string& error) {
  Fields fields(table, "[openings]", error);
  fields.texts("moves", "[\"44\", \"43\"]", plan.openings.moves);
  fields.text("file", "\"openings.txt\"", plan.openings.file);
  fields.number("random", 1, 100'000, plan.openings.random);
  fields.number("plies", 1, 100, plan.openings.plies);
  const int given =
      (fields.has("moves") ? 1 : 0) + (fields.has("file") ? 1 : 0) + (fields.has("random") ? 1 : 0);
  if (given != 1) fields.complain("[openings] has one of moves, file and random");
  if (fields.has("plies") && !fields.has("random")) fields.complain("plies is for random openings");
  fields.refuse_others();
}

void read_sprt(const TomlTable& table, Plan& plan, std::string& error) {
  Fields fields(table, "[sprt]", error);
  if (plan.kind != Kind::sprt) {
    return fields.complain("[sprt] is for tournaments of kind \"sprt\"");
  }
  fields.number("elo0", -2000, 2000, plan.sprt->elo0);
  fields.number("elo1", -2000, 2000, plan.sprt->elo1);
  fields.number("alpha", 1e-6, 0.4, plan.sprt->alpha);
  fields.number("beta", 1e-6, 0.4, plan.sprt->beta);
  if (!(plan.sprt->elo1 > plan.sprt->elo0)) fields.complain("elo1 must be above elo0");
  fields.refuse_others();
}

// What stands before the first table.
void read_head(const TomlTable& table, Plan& plan, std::string& error) {
  Fields fields(table, "a tournament", error);
  std::string game;
  std::string kind = "round-robin";
  std::string clock;
  fields.text("game", "\"connect6\"", game);
  fields.text("kind", "\"round-robin\", \"gauntlet\" or \"sprt\"", kind);
  if (game.empty()) {
    if (error.empty()) error = "the game is missing: write game = \"connect4\" or the like";
    return;
  }
  Result<GameSpec> spec = GameSpec::parse(game);
  if (!spec) return fields.complain("game", spec.error().message);
  plan.game = *spec;
  if (kind == "round-robin") {
    plan.kind = Kind::round_robin;
  } else if (kind == "gauntlet") {
    plan.kind = Kind::gauntlet;
  } else if (kind == "sprt") {
    plan.kind = Kind::sprt;
    plan.sprt.emplace();
    plan.games = 20'000;
  } else {
    fields.complain(
        "kind",
        fmt::format("there is no kind {}; there are round-robin, gauntlet and sprt", quoted(kind)));
  }
  fields.number("games", 2, most_games, plan.games);
  if (plan.games % 2 != 0) {
    fields.complain("games", "games must be even: every opening is played with both colours");
  }
  constexpr double most_seed = 9e15;  // what a double has exactly
  fields.number("seed", 0, most_seed, plan.seed);
  fields.number("time", 0.001, most_seconds, plan.seconds);
  fields.text("clock", "\"5+3\": minutes for the game and seconds more a move", clock);
  if (!clock.empty()) {
    const Result<ClockSpec> read = ClockSpec::parse(clock);
    if (!read) {
      fields.complain("clock", read.error().message);
    } else {
      plan.clock = *read;
    }
    if (fields.has("time")) {
      fields.complain("clock", "time is for a move and clock for a game: choose one");
    }
  }
  fields.number("margin", 0, 60, plan.margin);
  fields.number("concurrency", 1, 1024, plan.concurrency);
  fields.number("most-moves", 1, 100'000, plan.most_moves);
  fields.number("adjudicate", 0, 3600, plan.adjudicate);
  fields.number("adjudicate-after", 0, 100'000, plan.adjudicate_after);
  fields.refuse_others();
}

void read_plan(const std::vector<TomlTable>& tables, Plan& plan, std::string& error) {
  read_head(tables.front(), plan, error);
  for (const TomlTable& table : tables) {
    if (!error.empty()) return;
    if (table.name.empty()) continue;
    if (table.name == "player" && table.is_array) {
      add_player(table, plan, error);
    } else if (table.name == "openings" && !table.is_array) {
      read_openings(table, plan, error);
    } else if (table.name == "sprt" && !table.is_array) {
      read_sprt(table, plan, error);
    } else {
      error = fmt::format(
          "line {}: there is no table {}; there are [openings], [sprt] and a "
          "[[player]] for each player",
          table.line, table.name);
    }
  }
  if (!error.empty()) return;
  if (plan.players.empty()) {
    error = "there are no players: write a [[player]] for each of them";
  } else if (plan.players.size() < 2) {
    error = "a tournament takes two players at least";
  } else if (plan.players.size() > most_players) {
    error = fmt::format("there are more than {} players", most_players);
  } else if (plan.sprt && plan.players.size() != 2) {
    error = "an sprt is a match of two players";
  }
  for (const Entrant& entrant : plan.players) {
    if (plan.clock && entrant.seconds && error.empty()) {
      error = fmt::format("{} has a time a move, but all play by the clock", entrant.name);
    }
  }
}

}  // namespace

const char* name_of(Kind kind) {
  return kind == Kind::round_robin ? "round-robin" : kind == Kind::gauntlet ? "gauntlet" : "sprt";
}

Result<Plan> parse_plan(std::string_view text) {
  if (text.size() > most_text_bytes) return failure("the file has more than 4 MB");
  const Result<std::vector<TomlTable>> tables = parse_toml(text);
  if (!tables) return tl::unexpected<Error>(tables.error());
  Plan plan;
  std::string error;
  read_plan(*tables, plan, error);
  if (!error.empty()) return failure(error);
  return plan;
}

}  // namespace inarow::tournament
