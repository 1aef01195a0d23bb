#pragma once

// The certificates that clients work with: those that come with the program, by name, and those
// that were proved or sent lately, by the SHA-256 of their bytes. Sent bytes are kept as they came,
// right or wrong; only inarow-check says which.

#include <list>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>
#include <vector>

#include "proof/proof_walk.hpp"

namespace inarow::service {

// Things that were used lately, by their ids, as many as there is room for. Not for several threads
// at once.
template <class T>
class RecentThings {
 public:
  explicit RecentThings(std::size_t max_bytes) : max_bytes_(max_bytes) {}

  // Null if there is none; makes it the one that was used last.
  std::shared_ptr<const T> take(const std::string& id) {
    const auto found = places_.find(id);
    if (found == places_.end()) return nullptr;
    entries_.splice(entries_.begin(), entries_, found->second);
    return entries_.front().item;
  }

  // The ones unused longest go when there is no room; the new one stays in any case.
  void put(const std::string& id, std::shared_ptr<const T> item, std::size_t bytes) {
    if (take(id)) return;
    entries_.push_front({id, std::move(item), bytes});
    places_.emplace(id, entries_.begin());
    bytes_ += bytes;
    while (bytes_ > max_bytes_ && entries_.size() > 1) {
      bytes_ -= entries_.back().bytes;
      places_.erase(entries_.back().id);
      entries_.pop_back();
    }
  }

 private:
  struct Entry {
    std::string id;
    std::shared_ptr<const T> item;
    std::size_t bytes = 0;
  };

  std::size_t max_bytes_;
  std::size_t bytes_ = 0;
  std::list<Entry> entries_;  // the last used one first
  std::unordered_map<std::string, typename std::list<Entry>::iterator> places_;
};

class CertificateShelf {
 public:
  // `folder`: of the program's data, may be empty. Keeps at most so many bytes of certificates.
  CertificateShelf(std::string folder, std::size_t max_bytes);

  using Bytes = std::shared_ptr<const std::string>;

  // Puts it there and gives its id. The one unused longest goes when there is no room.
  std::string store(std::string bytes);
  // Null if there is none, or no more.
  Bytes find(const std::string& id);

  struct Shipped {
    std::string id;
    CertificateHeader header;
    std::size_t bytes = 0;
  };
  // Those that come with the program, read at the first call.
  const std::vector<Shipped>& shipped();

  // The proof of a certificate that was opened lately, to walk through.
  std::shared_ptr<const ProofWalk> find_walk(const std::string& id);
  void store_walk(const std::string& id, std::shared_ptr<const ProofWalk> walk);

 private:
  void read_shipped();

  std::string folder_;
  std::once_flag shipped_read_;  // then these two stay as they are
  std::vector<Shipped> shipped_;
  std::unordered_map<std::string, std::string> shipped_paths_;  // by id

  std::mutex mutex_;
  RecentThings<std::string> recent_;
  RecentThings<ProofWalk> walks_;
};

}  // namespace inarow::service
