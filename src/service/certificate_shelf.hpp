#pragma once

// The certificates that clients work with: those that come with the program, by name, and those
// that were proved or sent lately, by the SHA-256 of their bytes. Sent bytes are kept as they came,
// right or wrong; only inarow-check says which.

#include <list>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "proof/proof_walk.hpp"

namespace inarow::service {

class CertificateShelf {
 public:
  // `folder`: of the program's data, may be empty. Keeps at most so many bytes of certificates.
  CertificateShelf(std::string folder, std::size_t max_bytes)
      : folder_(std::move(folder)), max_bytes_(max_bytes) {}

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
  // Those that come with the program.
  std::vector<Shipped> shipped();

  // The proof of a certificate that was opened lately, to walk through.
  std::shared_ptr<const ProofWalk> find_walk(const std::string& id);
  void store_walk(const std::string& id, std::shared_ptr<const ProofWalk> walk);

 private:
  template <class T>
  struct Entry {
    std::string id;
    std::shared_ptr<const T> item;
  };
  template <class T>
  static std::shared_ptr<const T> take(std::list<Entry<T>>& recent, const std::string& id);

  std::string folder_;
  std::size_t max_bytes_;
  std::mutex mutex_;
  std::list<Entry<std::string>> recent_;  // the last used one first
  std::list<Entry<ProofWalk>> walks_;     // likewise
  std::optional<std::vector<Shipped>> shipped_;
};

}  // namespace inarow::service
