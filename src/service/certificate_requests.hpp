#pragma once

// The requests about certificates that are there: to have inarow-check verify one, to walk through
// one (docs/formats/http.md). A verdict is the checker's own.

#include <string>

#include "service/answer_task.hpp"
#include "service/certificate_shelf.hpp"
#include "service/request.hpp"

namespace inarow::service {

// Of /api/check: id, no_axioms, seconds.
Answerable<std::string> check_reply(const std::string& body, const RequestLimits& limits,
                                    CertificateShelf& shelf, const StopToken& stop);

// Of /api/certificate/node: id, bound, moves; of placement games: id, path.
Answerable<std::string> node_reply(const std::string& body, CertificateShelf& shelf,
                                   const StopToken& stop);

// Of /api/certificate: keeps the bytes and tells what stands in the header.
std::string opened_json(std::string bytes, CertificateShelf& shelf);
// Of /api/certificates.
std::string shipped_json(CertificateShelf& shelf);

}  // namespace inarow::service
