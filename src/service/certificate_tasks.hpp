#pragma once

// The requests about certificates: to prove a claim, to have inarow-check verify a certificate, to
// walk through one (docs/formats/http.md). Exact: what is called proved is proved and in the
// certificate; a verdict is the checker's own.

#include <memory>
#include <string>

#include "service/access.hpp"
#include "service/analysis_task.hpp"
#include "service/certificate_shelf.hpp"

namespace inarow::service {

template <class T>
using Answerable = tl::expected<T, Refusal>;

// Of /api/prove: game, moves, claim, for, score, rules, seconds. The certificate goes to the shelf.
Answerable<std::shared_ptr<WatchedTask>> make_prove_task(const std::string& body,
                                                         const RequestLimits& limits,
                                                         std::size_t max_bytes, Engines& engines,
                                                         CertificateShelf& shelf);

// Of /api/check: id, no_axioms, seconds.
Answerable<std::shared_ptr<AnswerTask>> make_check_task(const std::string& body,
                                                        const RequestLimits& limits,
                                                        CertificateShelf& shelf);

// Of /api/certificate/node: id, bound, moves. The answer itself if the proof is open already.
struct NodeAnswer {
  std::string now;
  std::shared_ptr<AnswerTask> later;
};
Answerable<NodeAnswer> make_node_answer(const std::string& body, CertificateShelf& shelf);

// Of /api/certificate: keeps the bytes and tells what stands in the header.
std::string opened_json(std::string bytes, CertificateShelf& shelf);
// Of /api/certificates.
std::string shipped_json(CertificateShelf& shelf);

}  // namespace inarow::service
