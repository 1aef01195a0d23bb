#pragma once

// Certificates of placement games: what `prove` and `solve --certificate` share.

#include <functional>
#include <string>

#include "cli/command.hpp"
#include "proof/placement_proof.hpp"

namespace inarow::cli {

struct PlacementCertificate {
  Exit exit = Exit::done;
  Json json;         // the fields of docs/formats/certificate.md
  std::string text;  // one or two lines, ended
};

// There is no obstacle (placement_proof_obstacle). The table of exact search gets its size here.
PlacementCertificate write_placement_certificate(const CommonOptions& options, const Game& game,
                                                 PlacementRequest request, const std::string& path,
                                                 Codec codec, const StopToken& stop);
// The same by `write`, one of the functions of proof/placement_proof.hpp.
PlacementCertificate write_placement_certificate(
    const CommonOptions& options, const Game& game, const PlacementRequest& request,
    const std::string& path, const StopToken& stop,
    const std::function<Result<PlacementResult>()>& write);

}  // namespace inarow::cli
