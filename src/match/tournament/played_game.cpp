#include "match/tournament/played_game.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "base/quote.hpp"
#include "base/random.hpp"
#include "match/registry.hpp"
#include "match/tournament/judge.hpp"
#include "rules/game_tree.hpp"
#include "rules/notation.hpp"

namespace inarow::tournament {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;
using Clock = std::chrono::steady_clock;

constexpr std::array all_endings{Ending::line,  Ending::full_board, Ending::most_moves,
                                 Ending::proof, Ending::late,       Ending::fault};

const char* result_name(Outcome outcome) {
  return outcome == Outcome::first_wins    ? "first"
         : outcome == Outcome::second_wins ? "second"
                                           : "draw";
}

std::size_t index(Player player) { return static_cast<std::size_t>(index_of(player)); }

PlayerTools tools_for(const Plan& plan, const Entrant& entrant,
                      const std::vector<ExternalEngine>& engines) {
  PlayerTools tools;
  tools.table_bytes = entrant.memory_bytes;
  tools.memory_bytes = entrant.memory_bytes;
  tools.engines = engines;
  if (entrant.engine) tools.engines.push_back(*entrant.engine);
  for (ExternalEngine& engine : tools.engines) engine.grace_seconds = plan.margin;
  return tools;
}

const std::string& registry_name(const Entrant& entrant) {
  return entrant.player.empty() ? entrant.name : entrant.player;
}

// One game in progress.
class Table {
 public:
  Table(const Hall& hall, const Pairing& pairing)
      : hall_(hall),
        plan_(hall.plan),
        game_(hall.openings[pairing.opening]),
        clock_(plan_.clock ? *plan_.clock : ClockSpec{}),
        judge_(plan_.game, plan_.adjudicate) {
    played_.pairing = pairing;
    played_.comments.resize(game_.moves().size());
  }

  std::optional<PlayedGame> play() {
    for (const Player side : {Player::first, Player::second}) {
      if (!seat(side)) break;
    }
    while (played_.outcome == Outcome::undecided && !hall_.stop.stop_requested()) {
      if (!move()) break;
      look_at_end();
    }
    players_ = {};
    remove_empty_files();
    if (played_.outcome == Outcome::undecided) return std::nullopt;
    played_.moves = format_moves(plan_.game, game_.moves());
    return std::move(played_);
  }

 private:
  const Entrant& entrant(Player side) const {
    const Pairing& p = played_.pairing;
    return plan_.players[side == Player::first ? p.first : p.second];
  }

  std::string error_file(Player side) const {
    if (hall_.folder.empty()) return "";
    return fmt::format("{}/{:05}-{}.stderr", hall_.folder, played_.pairing.number, name_of(side));
  }

  void remove_empty_files() const {
    std::error_code ignored;
    for (const Player side : {Player::first, Player::second}) {
      const std::string path = error_file(side);
      if (!path.empty() && fs::exists(path, ignored) && fs::file_size(path, ignored) == 0) {
        fs::remove(path, ignored);
      }
    }
  }

  bool seat(Player side) {
    const Entrant& who = entrant(side);
    PlayerTools tools = tools_for(plan_, who, hall_.engines);
    const std::string file = error_file(side);
    std::error_code ignored;
    fs::remove(file, ignored);  // of a game that was not finished
    for (ExternalEngine& engine : tools.engines) engine.error_file = file;
    // Another one in each game, the same in a game that is played again.
    Random random(plan_.seed);
    const auto number =
        2 * static_cast<Word64>(played_.pairing.number) + static_cast<Word64>(index_of(side));
    tools.seed = random.next() + number * 0x9e3779b97f4a7c15ULL;
    tools.stop = &hall_.stop;
    const std::string& name = registry_name(who);
    const PlayerKind* kind = kind_of_player(name);
    Result<SharedPlayer> player = failure("");
    if (kind != nullptr && kind->costly) {
      player = hall_.kept.get(name, plan_.game, side, tools);
    } else {
      MadePlayer made = make_player(name, plan_.game, side, tools);
      player = made ? Result<SharedPlayer>(std::move(*made)) : tl::unexpected<Error>(made.error());
    }
    if (!player) return lose(side, Ending::fault, player.error().message);
    players_[index(side)] = std::move(*player);
    const Result<void> prepared = players_[index(side)]->prepare(&hall_.stop);
    if (!prepared) return lose(side, Ending::fault, prepared.error().message);
    return true;
  }

  // False, with the game lost for this side, unless the tournament has been stopped.
  bool lose(Player side, Ending ending, std::string note) {
    if (!hall_.stop.stop_requested()) end(win_of(opponent(side)), ending, std::move(note));
    return false;
  }

  void end(Outcome outcome, Ending ending, std::string note = {}) {
    played_.outcome = outcome;
    played_.ending = ending;
    played_.note = std::move(note);
  }

  bool move() {
    const Player side = game_.to_move();
    const Entrant& who = entrant(side);
    MoveLimits limits{.seconds = who.seconds.value_or(plan_.seconds),
                      .threads = who.threads,
                      .memory_bytes = who.memory_bytes,
                      .stop = &hall_.stop};
    double most = limits.seconds;
    if (plan_.clock) {
      limits.left = most = clock_.left(side);
      limits.seconds = clock_.share(side);
    }
    const Clock::time_point start = Clock::now();
    Result<Choice> choice = players_[index(side)]->choose(game_, limits);
    const double took = std::chrono::duration<double>(Clock::now() - start).count();
    played_.seconds[index(side)] += took;
    played_.slowest[index(side)] = std::max(played_.slowest[index(side)], took);
    const bool late = took > most + plan_.margin;
    if (!choice) return lose(side, late ? Ending::late : Ending::fault, choice.error().message);
    if (late) {
      return lose(side, Ending::late,
                  fmt::format("{} took {:.3f} s of {:.3f} s", who.name, took, most));
    }
    if (plan_.clock) (void)clock_.spend(side, std::min(took, 0.999 * most));
    if (const Result<void> legal = game_.play(choice->move); !legal) {
      return lose(side, Ending::fault,
                  fmt::format("{} plays an illegal move: {}", who.name, legal.error().message));
    }
    const std::string words = words_of(plan_.game, *choice);
    played_.comments.push_back(fmt::format("{:.3f} s{}{}", took, words.empty() ? "" : "; ", words));
    return true;
  }

  void look_at_end() {
    const int moves = static_cast<int>(game_.moves().size());
    if (game_.outcome() == Outcome::draw) return end(Outcome::draw, Ending::full_board);
    if (game_.over()) return end(game_.outcome(), Ending::line);
    if (plan_.most_moves > 0 && moves >= plan_.most_moves) {
      return end(Outcome::draw, Ending::most_moves);
    }
    if (plan_.adjudicate <= 0 || moves < plan_.adjudicate_after) return;
    if (const std::optional<Outcome> proved = judge_.verdict(game_, &hall_.stop)) {
      end(*proved, Ending::proof,
          *proved == Outcome::draw
              ? std::string("the rest is proved to be a draw")
              : fmt::format(
                    "a win of {} is proved",
                    entrant(*proved == Outcome::first_wins ? Player::first : Player::second).name));
    }
  }

  const Hall& hall_;
  const Plan& plan_;
  Game game_;
  GameClock clock_;
  Judge judge_;
  PlayedGame played_;
  std::array<SharedPlayer, 2> players_;
};

}  // namespace

const char* name_of(Ending ending) {
  switch (ending) {
    case Ending::line:
      return "line";
    case Ending::full_board:
      return "full board";
    case Ending::most_moves:
      return "most moves";
    case Ending::proof:
      return "proof";
    case Ending::late:
      return "late";
    case Ending::fault:
      return "fault";
  }
  return "";
}

double points_of_first(Outcome outcome) {
  return outcome == Outcome::first_wins ? 1 : outcome == Outcome::draw ? 0.5 : 0;
}

std::optional<PlayedGame> play_game(const Hall& hall, const Pairing& pairing) {
  return Table(hall, pairing).play();
}

std::string sgf_of(const Plan& plan, const PlayedGame& game) {
  const bool first_is_black = plan.game.colour(Player::first)[0] == 'B';
  const std::string& first = plan.players[game.pairing.first].name;
  const std::string& second = plan.players[game.pairing.second].name;
  std::string result = "0";
  if (game.outcome != Outcome::draw) {
    const bool black = (game.outcome == Outcome::first_wins) == first_is_black;
    result = fmt::format("{}+{}", black ? "B" : "W",
                         game.ending == Ending::late    ? "T"
                         : game.ending == Ending::fault ? "F"
                                                        : "");
  }
  GameTree tree(plan.game);
  const Result<Game> played = read_game(plan.game, game.moves);
  std::size_t node = 0;
  for (std::size_t i = 0; i < played->moves().size(); ++i) {
    const std::string comment = i < game.comments.size() ? plain_text(game.comments[i]) : "";
    node = tree.add(node, played->moves()[i], comment);
  }
  std::vector<SgfProperty>& root = tree.nodes[0].other;
  root.push_back({"PB", {first_is_black ? first : second}});
  root.push_back({"PW", {first_is_black ? second : first}});
  root.push_back({"RO", {std::to_string(game.pairing.number)}});
  root.push_back({"RE", {result}});
  tree.nodes[0].comment = plain_text(
      fmt::format("{}{}{}", name_of(game.ending), game.note.empty() ? "" : ": ", game.note));
  return write_game_tree(tree);
}

std::string log_line(const PlayedGame& game) {
  const Json line{{"number", game.pairing.number},
                  {"first", game.pairing.first},
                  {"second", game.pairing.second},
                  {"opening", game.pairing.opening},
                  {"result", result_name(game.outcome)},
                  {"ending", name_of(game.ending)},
                  {"note", game.note},
                  {"moves", game.moves},
                  {"seconds", game.seconds},
                  {"slowest", game.slowest}};
  return line.dump(-1, ' ', true, Json::error_handler_t::replace) + '\n';
}

Result<PlayedGame> read_log_line(std::string_view line, const std::vector<Pairing>& schedule) {
  const auto refuse = [] { return failure("it is no game of this tournament"); };
  const Json json = Json::parse(line, nullptr, false);
  try {
    PlayedGame game;
    game.pairing = {json.at("number").get<int>(), json.at("first").get<std::size_t>(),
                    json.at("second").get<std::size_t>(), json.at("opening").get<std::size_t>()};
    const std::string result = json.at("result").get<std::string>();
    for (const Outcome outcome : {Outcome::first_wins, Outcome::second_wins, Outcome::draw}) {
      if (result == result_name(outcome)) game.outcome = outcome;
    }
    const std::string ending = json.at("ending").get<std::string>();
    const auto* const found = std::find_if(all_endings.begin(), all_endings.end(),
                                           [&](Ending one) { return ending == name_of(one); });
    game.note = json.at("note").get<std::string>();
    game.moves = json.at("moves").get<std::string>();
    game.seconds = json.at("seconds").get<std::array<double, 2>>();
    game.slowest = json.at("slowest").get<std::array<double, 2>>();
    const auto number = static_cast<std::size_t>(game.pairing.number) - 1;
    if (game.outcome == Outcome::undecided || found == all_endings.end() ||
        number >= schedule.size() || schedule[number] != game.pairing) {
      return refuse();
    }
    game.ending = *found;
    return game;
  } catch (const Json::exception&) {
    return refuse();
  }
}

std::optional<std::string> obstacle_of(const Plan& plan,
                                       const std::vector<ExternalEngine>& engines) {
  for (const Entrant& entrant : plan.players) {
    if (entrant.engine) {
      const bool taken = kind_of_player(entrant.name) != nullptr ||
                         std::any_of(engines.begin(), engines.end(), [&](const ExternalEngine& e) {
                           return e.name == entrant.name;
                         });
      if (taken) {
        return fmt::format("there is a player {} already; give the program another name",
                           entrant.name);
      }
    }
    const PlayerTools tools = tools_for(plan, entrant, engines);
    for (const Player side : {Player::first, Player::second}) {
      const Result<std::string> who =
          resolve_player(registry_name(entrant), plan.game, side, tools);
      if (!who) return fmt::format("{}: {}", entrant.name, who.error().message);
    }
  }
  return std::nullopt;
}

}  // namespace inarow::tournament
