#include "service/certificate_shelf.hpp"

#include <algorithm>
#include <filesystem>
#include <utility>

#include "base/files.hpp"
#include "base/sha256.hpp"

namespace inarow::service {
namespace {

namespace fs = std::filesystem;

// An opened proof of 7x6 takes about 80 MB.
constexpr std::size_t max_walk_bytes = std::size_t{128} << 20;
constexpr const char* ending = ".cert";

}  // namespace

CertificateShelf::CertificateShelf(std::string folder, std::size_t max_bytes)
    : folder_(std::move(folder)), recent_(max_bytes), walks_(max_walk_bytes) {}

std::string CertificateShelf::store(std::string bytes) {
  const std::string id = to_hex(sha256(bytes));
  const std::size_t size = bytes.size();
  auto item = std::make_shared<const std::string>(std::move(bytes));
  const std::lock_guard lock(mutex_);
  recent_.put(id, std::move(item), size);
  return id;
}

CertificateShelf::Bytes CertificateShelf::find(const std::string& id) {
  {
    const std::lock_guard lock(mutex_);
    if (Bytes bytes = recent_.take(id)) return bytes;
  }
  // Only names that were found in the folder: an id never becomes a path by itself.
  shipped();
  const auto path = shipped_paths_.find(id);
  if (path == shipped_paths_.end()) return nullptr;
  Result<std::string> bytes = read_whole_file(path->second);
  if (!bytes) return nullptr;
  const std::size_t size = bytes->size();
  auto item = std::make_shared<const std::string>(std::move(*bytes));
  const std::lock_guard lock(mutex_);
  recent_.put(id, item, size);
  return item;
}

const std::vector<CertificateShelf::Shipped>& CertificateShelf::shipped() {
  std::call_once(shipped_read_, [this] { read_shipped(); });
  return shipped_;
}

void CertificateShelf::read_shipped() {
  if (folder_.empty()) return;
  for (const char* way : {"", "certificates"}) {
    std::error_code error;
    std::vector<fs::path> paths;
    for (const auto& entry : fs::directory_iterator(fs::path(folder_) / way, error)) {
      if (entry.path().extension() == ending) paths.push_back(entry.path());
    }
    std::sort(paths.begin(), paths.end());
    for (const fs::path& path : paths) {
      const std::string id = path.stem().string();
      const Result<std::string> bytes = read_whole_file(path.string());
      if (!bytes) continue;
      const Result<CertificateHeader> header = parse_certificate_header(*bytes);
      if (!header || !shipped_paths_.emplace(id, path.string()).second) continue;
      shipped_.push_back({id, *header, bytes->size()});
    }
  }
}

std::shared_ptr<const ProofWalk> CertificateShelf::find_walk(const std::string& id) {
  const std::lock_guard lock(mutex_);
  return walks_.take(id);
}

void CertificateShelf::store_walk(const std::string& id, std::shared_ptr<const ProofWalk> walk) {
  const std::size_t bytes = walk->bytes();
  const std::lock_guard lock(mutex_);
  walks_.put(id, std::move(walk), bytes);
}

}  // namespace inarow::service
