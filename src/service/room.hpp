#pragma once

// The room for connections, in all and for each address. Who comes when it is full takes the place
// of the connection that has been idle longest: one that waits for a request or for the rest of
// one. Connections that are being answered keep their places. So whoever opens thousands of
// connections and says nothing drives out only the like.
//
//   Room<Connection> room(2048, 1024);
//   if (!room.enter(connection, address)) ...       // full of busy ones
//   room.set_idle(connection, false);
//   room.leave(connection);
//
// Thread-safe. `Guest` has evict(), which is called under the room's lock and must not come back.

#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>
#include <vector>

namespace inarow::service {

template <class Guest>
class Room {
 public:
  Room(std::size_t places, std::size_t per_address) : places_(places), per_address_(per_address) {}

  // An idle one, with a place of its own; false if there is none.
  bool enter(const std::shared_ptr<Guest>& guest, const std::string& address) {
    Guests gone;
    const std::lock_guard lock(mutex_);
    const auto known = by_address_.find(address);
    if (known != by_address_.end() && known->second >= per_address_ && !drive_out(&address, gone)) {
      return false;
    }
    if (entries_.size() >= places_ && !drive_out(nullptr, gone)) return false;
    ++by_address_[address];
    Entry& entry = entries_[guest.get()];
    entry = {guest, address, true, idle_.insert(idle_.end(), guest.get())};
    return true;
  }

  void set_idle(Guest* guest, bool idle) {
    const std::lock_guard lock(mutex_);
    const auto entry = entries_.find(guest);
    if (entry == entries_.end() || entry->second.idle == idle) return;
    entry->second.idle = idle;
    if (idle) {
      entry->second.place = idle_.insert(idle_.end(), guest);
    } else {
      idle_.erase(entry->second.place);
    }
  }

  void leave(Guest* guest) {
    const std::lock_guard lock(mutex_);
    remove(guest);
  }

  std::size_t size() {
    const std::lock_guard lock(mutex_);
    return entries_.size();
  }

  // Of everybody that is idle.
  void drive_out_idle() {
    Guests gone;
    const std::lock_guard lock(mutex_);
    while (drive_out(nullptr, gone)) {
    }
  }

 private:
  struct Entry {
    std::weak_ptr<Guest> guest;
    std::string address;
    bool idle = false;
    typename std::list<Guest*>::iterator place;
  };

  // To be let go after the lock: a guest that goes away leaves the room.
  using Guests = std::vector<std::shared_ptr<Guest>>;

  // The one that has been idle longest, of this address if one is given.
  bool drive_out(const std::string* address, Guests& gone) {
    for (Guest* guest : idle_) {
      const Entry& entry = entries_.at(guest);
      if (address != nullptr && entry.address != *address) continue;
      gone.push_back(entry.guest.lock());
      if (gone.back()) gone.back()->evict();
      remove(guest);
      return true;
    }
    return false;
  }

  void remove(Guest* guest) {
    const auto entry = entries_.find(guest);
    if (entry == entries_.end()) return;
    if (entry->second.idle) idle_.erase(entry->second.place);
    const auto count = by_address_.find(entry->second.address);
    if (--count->second == 0) by_address_.erase(count);
    entries_.erase(entry);
  }

  const std::size_t places_;
  const std::size_t per_address_;
  std::mutex mutex_;
  std::unordered_map<Guest*, Entry> entries_;
  std::map<std::string, std::size_t> by_address_;
  std::list<Guest*> idle_;  // the one that has been idle longest first
};

}  // namespace inarow::service
