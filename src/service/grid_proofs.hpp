#pragma once

// Proofs by jobs that live beside the requests (docs/formats/http.md): begun from the board,
// watched part by part, paused and resumed; the certificate of one that is decided goes to the
// shelf.
//
// Each runs as a task of the queue, in its client's share. Bounded: so many are kept, a few of one
// client; a tree has so many positions as its part of the memory holds; a run has its seconds, and
// ends when nobody has looked for a while. Jobs are done by the task itself and by helpers, which
// are tasks of the same client, one for each further core; or by the workers of the broker that
// the server was started with.

#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "base/memory_pool.hpp"
#include "grid/inline_broker.hpp"
#include "grid/nats_broker.hpp"
#include "grid/watched_search.hpp"
#include "service/answer_task.hpp"
#include "service/certificate_shelf.hpp"
#include "service/request.hpp"

namespace inarow {
class Tables;
}

namespace inarow::service {

struct GridLimits {
  std::size_t proofs = 16;                          // that are kept
  std::size_t of_a_client = 4;                      // of these
  std::size_t memory_bytes = std::size_t{4} << 30;  // of one, at most; see MemoryPool
  std::size_t node_bytes = 3072;                    // that a position takes, about
  std::size_t most_nodes = 1'000'000;
  double unwatched_seconds = 300;
};

class GridProofs {
 public:
  struct Tools {
    Tables& tables;
    MemoryPool& memory;
    CertificateShelf& shelf;
    TaskQueue& queue;
    RequestLimits limits;
    std::size_t certificate_bytes;
    grid::AddressOptions broker;  // without a URL: the tasks do the jobs themselves
    int threads = 1;              // that do the jobs of one proof then
  };
  explicit GridProofs(const Tools& tools, const GridLimits& limits = {});
  ~GridProofs();
  GridProofs(const GridProofs&) = delete;
  GridProofs& operator=(const GridProofs&) = delete;

  // Of /api/grid/start: game, moves, for, order, job_seconds, priority, seconds.
  Answerable<std::string> start(const std::string& body, const std::string& client);
  // Of /api/grid/status: id.
  Answerable<std::string> status(const std::string& body);
  // Of /api/grid/node: id, node, from.
  Answerable<std::string> node(const std::string& body);
  // Of /api/grid/pause and /api/grid/forget: id.
  Answerable<std::string> pause(const std::string& body);
  Answerable<std::string> forget(const std::string& body);
  // Of /api/grid/resume: id, seconds.
  Answerable<std::string> resume(const std::string& body, const std::string& client);
  // Of GET /api/grid.
  Answerable<std::string> list();

 private:
  class Proof;
  class RunTask;
  class HelpTask;
  using ProofPointer = std::shared_ptr<Proof>;

  Answerable<ProofPointer> find(const std::string& body, std::initializer_list<const char*> fields,
                                nlohmann::json* read = nullptr);
  // A place for one more of this client: one of his that does not run gives way.
  bool make_room(const std::string& client);
  Answerable<std::string> run(const ProofPointer& proof, const std::string& client, double seconds);

  const Tools tools_;
  const GridLimits limits_;
  std::mutex nats_mutex_;
  std::unique_ptr<grid::NatsBroker> nats_;  // made when it is wanted first
  std::mutex mutex_;
  std::map<std::string, ProofPointer> proofs_;
  std::uint64_t clock_ = 0;  // counts what was begun, so that the oldest is known
};

}  // namespace inarow::service
