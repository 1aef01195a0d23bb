#pragma once

// Players that are kept between questions, for programs that answer many of them: a strategy is
// searched for and verified once, the lines of a proof are read once. Any thread may ask.
//
//   KeptPlayers players(16);
//   Result<SharedPlayer> player = players.get("strategy", spec, Player::second, tools);
//   (*player)->choose(game, {.seconds = 5});
//   players.find("strategy", spec, Player::second);      // at once; null if it is not kept
//
// Only what is costly to make is kept: strategies, VICTOR and programs of other authors. The others
// are made afresh, so that nobody gets another's lots and a forgotten engine's memory is free. Of
// each program of another author one process is kept, that of the game it was asked about last; who
// asks while it thinks for somebody else gets a process of his own.

#include <list>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>

#include "match/registry.hpp"

namespace inarow {

using SharedPlayer = std::shared_ptr<const ComputerPlayer>;

class KeptPlayers {
 public:
  // Keeps so many, and so many bytes of them (0: any number); the one that was unused longest goes
  // first. Who still asks it keeps it alive.
  explicit KeptPlayers(std::size_t most, std::size_t most_bytes = 0)
      : most_(most), most_bytes_(most_bytes) {}

  // Null if it is not kept.
  SharedPlayer find(std::string_view name, const GameSpec& spec, Player side);

  // The kept one, or else one that is made now (match/registry.hpp): refused like make_player. Two
  // who ask at once for the same both make it, so that neither waits for the other's limits.
  Result<SharedPlayer> get(std::string_view name, const GameSpec& spec, Player side,
                           const PlayerTools& tools);

 private:
  struct Entry {
    std::string name;
    SharedPlayer player;
  };

  SharedPlayer find_kept(const std::string& name, const GameSpec& spec, Player side);

  void forget_some();

  std::size_t most_;
  std::size_t most_bytes_;
  std::mutex mutex_;
  std::list<Entry> recent_;  // the last used one first
};

}  // namespace inarow
