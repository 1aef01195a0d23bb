#include "match/kept_players.hpp"

#include <algorithm>

namespace inarow {

SharedPlayer KeptPlayers::find(std::string_view name, const GameSpec& spec, Player side) {
  const Result<std::string> who = resolve_player(name, spec, side, {});
  if (!who) return nullptr;
  const std::lock_guard lock(mutex_);
  return find_kept(*who, spec, side);
}

Result<SharedPlayer> KeptPlayers::get(std::string_view name, const GameSpec& spec, Player side,
                                      const PlayerTools& tools) {
  const Result<std::string> who = resolve_player(name, spec, side, tools);
  if (!who) return tl::unexpected<Error>(who.error());
  const bool external = engine_named(*who, tools.engines) != nullptr;
  // A file may have been written anew since.
  const bool keep = external || (kind_of_player(*who)->costly && tools.strategy_file.empty());
  if (keep) {
    const std::lock_guard lock(mutex_);
    SharedPlayer kept = find_kept(*who, spec, side);
    // The list and `kept` have it: nobody asks it at the moment.
    constexpr long unused = 2;
    if (kept && (!external || kept.use_count() == unused)) return kept;
  }
  MadePlayer made = make_player(*who, spec, side, tools);
  if (!made) return tl::unexpected<Error>(made.error());
  SharedPlayer player = std::move(*made);
  if (!keep) return player;
  const std::lock_guard lock(mutex_);
  if (external) {
    recent_.remove_if([&](const Entry& entry) { return entry.name == *who; });
  } else if (SharedPlayer other = find_kept(*who, spec, side)) {
    return other;
  }
  recent_.push_front({*who, player});
  forget_some();
  return player;
}

void KeptPlayers::forget_some() {
  std::size_t bytes = 0;
  std::size_t count = 0;
  for (auto entry = recent_.begin(); entry != recent_.end(); ++entry) {
    bytes += entry->player->bytes();
    if (++count > most_ || (most_bytes_ > 0 && bytes > most_bytes_)) {
      recent_.erase(entry, recent_.end());
      return;
    }
  }
}

SharedPlayer KeptPlayers::find_kept(const std::string& name, const GameSpec& spec, Player side) {
  const auto found = std::find_if(recent_.begin(), recent_.end(), [&](const Entry& entry) {
    return entry.name == name && entry.player->spec() == spec && entry.player->side() == side;
  });
  if (found == recent_.end()) return nullptr;
  recent_.splice(recent_.begin(), recent_, found);
  return found->player;
}

}  // namespace inarow
