#include "service/certificate_shelf.hpp"

#include <algorithm>
#include <filesystem>
#include <iterator>

#include "base/files.hpp"
#include "base/sha256.hpp"

namespace inarow::service {
namespace {

namespace fs = std::filesystem;

// An opened proof of 7x6 takes about 80 MB.
constexpr std::size_t max_walk_bytes = std::size_t{256} << 20;
constexpr const char* ending = ".cert";

}  // namespace

template <class T>
std::shared_ptr<const T> CertificateShelf::take(std::list<Entry<T>>& recent,
                                                const std::string& id) {
  const auto found =
      std::find_if(recent.begin(), recent.end(), [&](const Entry<T>& e) { return e.id == id; });
  if (found == recent.end()) return nullptr;
  recent.splice(recent.begin(), recent, found);
  return recent.front().item;
}

std::string CertificateShelf::store(std::string bytes) {
  const std::string id = to_hex(sha256(bytes));
  const std::lock_guard lock(mutex_);
  if (take(recent_, id)) return id;
  recent_.push_front({id, std::make_shared<const std::string>(std::move(bytes))});
  std::size_t sum = 0;
  for (auto entry = recent_.begin(); entry != recent_.end();) {
    sum += entry->item->size();
    // The new one stays in any case.
    const bool keep = entry == recent_.begin() || sum <= max_bytes_;
    entry = keep ? std::next(entry) : recent_.erase(entry);
  }
  return id;
}

CertificateShelf::Bytes CertificateShelf::find(const std::string& id) {
  {
    const std::lock_guard lock(mutex_);
    if (Bytes bytes = take(recent_, id)) return bytes;
  }
  // Only names that shipped() has found: an id never becomes a path by itself.
  for (const Shipped& one : shipped()) {
    if (one.id != id) continue;
    const std::lock_guard lock(mutex_);
    for (const char* way : {"", "certificates"}) {
      const fs::path path = fs::path(folder_) / way / (id + ending);
      Result<std::string> bytes = read_whole_file(path.string());
      if (!bytes) continue;
      recent_.push_front({id, std::make_shared<const std::string>(std::move(*bytes))});
      return recent_.front().item;
    }
  }
  return nullptr;
}

std::vector<CertificateShelf::Shipped> CertificateShelf::shipped() {
  const std::lock_guard lock(mutex_);
  if (shipped_) return *shipped_;
  shipped_.emplace();
  if (folder_.empty()) return *shipped_;
  for (const char* way : {"", "certificates"}) {
    std::error_code error;
    std::vector<fs::path> paths;
    for (const auto& entry : fs::directory_iterator(fs::path(folder_) / way, error)) {
      if (entry.path().extension() == ending) paths.push_back(entry.path());
    }
    std::sort(paths.begin(), paths.end());
    for (const fs::path& path : paths) {
      const Result<std::string> bytes = read_whole_file(path.string());
      if (!bytes) continue;
      const Result<CertificateHeader> header = parse_certificate_header(*bytes);
      if (header) shipped_->push_back({path.stem().string(), *header, bytes->size()});
    }
  }
  return *shipped_;
}

std::shared_ptr<const ProofWalk> CertificateShelf::find_walk(const std::string& id) {
  const std::lock_guard lock(mutex_);
  return take(walks_, id);
}

void CertificateShelf::store_walk(const std::string& id, std::shared_ptr<const ProofWalk> walk) {
  const std::lock_guard lock(mutex_);
  if (take(walks_, id)) return;
  walks_.push_front({id, std::move(walk)});
  std::size_t sum = 0;
  for (auto entry = walks_.begin(); entry != walks_.end();) {
    sum += entry->item->bytes();
    const bool keep = entry == walks_.begin() || sum <= max_walk_bytes;
    entry = keep ? std::next(entry) : walks_.erase(entry);
  }
}

}  // namespace inarow::service
