#pragma once

// The kinds of computer players: their names, what they do and which games they play, in one table.
// Everybody who offers players (the command line, the server, engines, Python) asks here, and
// sentences for people are written here once.
//
//   for (const PlayerKind& kind : player_kinds()) fmt::print("{}: {}\n", kind.name, kind.meaning);
//
//   PlayerTools tools;
//   tools.seed = 7;                                                    // to repeat a game
//   MadePlayer player = make_player("looks:2", spec, Player::second, tools);
//   if (!player) return bad_input(player.error().message);
//
//   make_player("perfect", *GameSpec::parse("gomoku"), Player::first, {}).error().message
//       "perfect plays drop games of finite height only; for the first player of
//        Connect(15,15,5,1,1) choose strong, threats, plain:N or easy"

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "book/position_book.hpp"
#include "match/external/external_engine.hpp"
#include "match/perfect_player.hpp"
#include "match/player.hpp"

namespace inarow {

struct PlayerKind {
  std::string name;       // "perfect"; "looks:N" stands for looks:0 to looks:8 and so on
  std::string meaning;    // for people, continues the name: "wins every game by ..."
  std::string plays;      // which games and sides, for people: "drop games of finite height"
  bool costly = false;    // to make, so that it is worth keeping (match/kept_players.hpp)
  bool external = false;  // a program of another author, which is named by PlayerTools::engines
};

// All of them, in the order in which to show them.
const std::vector<PlayerKind>& player_kinds();

// The kind of a name, such as looks:N of "looks:2"; null if there is none.
const PlayerKind* kind_of_player(std::string_view name);

// What players share and what making one takes. Every field may be left as it is.
struct PlayerTools {
  // The engine and the known scores for perfect play. If unset, a player gets an engine of its own
  // with a table of `table_bytes`, and the book that comes with the program.
  std::function<DropTools(const DropSpec&)> drop_tools;
  std::size_t table_bytes = std::size_t{64} << 20;

  // What the engine opens by, with variety and never against what is proved; may be null.
  std::shared_ptr<const Books> books;

  // The certificate of a cannot-lose strategy: who plays `strategy` (or `auto`) plays this one.
  std::string strategy_file;

  // Programs of other authors, each a player by its name (match/external/external_player.hpp).
  std::vector<ExternalEngine> engines;

  // Of players that draw lots. If unset, every player draws others.
  std::optional<Word64> seed;

  // Of the search for a strategy, not of the moves; both may be null, and 0 bytes are as many as
  // it likes. The player needs none of them any more when it is made.
  std::size_t memory_bytes = 0;
  const StopToken* stop = nullptr;
  Observer* observer = nullptr;
};

// Those that play this side of this game; auto among them if there is any, and the engines of the
// tools at the end.
std::vector<PlayerKind> players_of(const GameSpec& spec, Player side,
                                   const PlayerTools& tools = {});

// The engine of this name; null if there is none.
const ExternalEngine* engine_named(std::string_view name,
                                   const std::vector<ExternalEngine>& engines);

// What is wrong with the names of these engines, as a sentence: one that is another player's, or
// one that two of them have.
std::optional<std::string> fault_of_engines(const std::vector<ExternalEngine>& engines);

// The player of this name. Refused with one sentence if there is no such name, if it does not play
// this side of this game, if the search for its strategy fails or a file is damaged.
MadePlayer make_player(std::string_view name, const GameSpec& spec, Player side,
                       const PlayerTools& tools);

// Who would play: the name itself, or what auto stands for. Refused like make_player, but nothing
// is made or searched for, so this is quick.
//
//   auto    perfect in drop games of finite height, else a proved strategy where there is one, else
//           strong
Result<std::string> resolve_player(std::string_view name, const GameSpec& spec, Player side,
                                   const PlayerTools& tools);

}  // namespace inarow
