#pragma once

// /api/prove for placement games (docs/formats/http.md). Exact: what is called proved is proved and
// in the certificate.

#include <atomic>
#include <string>

#include "proof/placement_proof.hpp"
#include "service/analysis_task.hpp"
#include "service/certificate_shelf.hpp"
#include "service/scratch_file.hpp"

namespace inarow::service {

class PlacementProofTask final : public WatchedTask {
 public:
  // There is no obstacle (placement_proof_obstacle). The table of exact search gets its size here.
  PlacementProofTask(Request position, PlacementRequest request, std::size_t max_bytes,
                     CertificateShelf& shelf);

  std::vector<std::string> new_moves(std::size_t& /*from*/) override { return {}; }
  std::string progress() override;

 private:
  double elapsed() const;
  void answer_or_throw() override;

  Request position_;
  PlacementRequest request_;
  std::size_t max_bytes_;
  CertificateShelf& shelf_;
  std::atomic<std::chrono::steady_clock::rep> start_{0};
};

// A name for the file of a certificate about this position.
std::string certificate_name(const Game& game, const std::string& claim);

// Puts the certificate in the file on the shelf; its id there. Fails if it is too large.
Result<std::string> keep_certificate(const ScratchFile& file, std::uint64_t bytes,
                                     std::size_t max_bytes, CertificateShelf& shelf);

}  // namespace inarow::service
