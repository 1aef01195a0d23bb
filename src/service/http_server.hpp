#pragma once

// The HTTP server of the workbench, as docs/formats/http.md describes it.
//
//   HttpServer server(options);
//   Result<int> port = server.bind();
//   server.run(stop);               // until the token stops; then says goodbye to every stream
//
// Connections are the Listener's; whatever takes time is a task of the TaskQueue. A request whose
// answer is known word for word, and files of the page, do not go through the queue.

#include <memory>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "base/stop.hpp"
#include "book/position_book.hpp"
#include "grid/broker_address.hpp"
#include "match/external/external_engine.hpp"
#include "service/access.hpp"
#include "service/book_requests.hpp"
#include "service/listener.hpp"
#include "service/request.hpp"
#include "service/task_queue.hpp"

namespace inarow::service {

struct ServerOptions {
  AccessRules access{"127.0.0.1", ""};
  int port = 7878;          // 0: any
  std::string page_folder;  // of the built page
  QueueLimits queue;
  ListenerLimits listener;
  RequestLimits requests;
  bool behind_proxy = false;  // which tells in X-Forwarded-For whose request it is
  int streams = 256;          // of events, open at a time
  std::size_t request_bytes = std::size_t{64} << 10;     // of a body
  std::size_t certificate_bytes = std::size_t{8} << 20;  // of a body that is a certificate
  // For all tables: of the solvers, of questions' own, of kept strategies.
  std::size_t work_bytes = std::size_t{1} << 30;
  std::shared_ptr<const Books> books = {};   // to be asked first; may be null
  std::vector<std::string> book_files = {};  // the same books, for who wants one as a file
  GrowingBooks growing = {};                 // books that requests may add to
  grid::AddressOptions broker = {};          // of workers that do jobs; without a URL: none
  std::vector<ExternalEngine> engines = {};  // programs of other authors that may play
};

class HttpServer {
 public:
  explicit HttpServer(const ServerOptions& options);
  ~HttpServer();
  HttpServer(const HttpServer&) = delete;
  HttpServer& operator=(const HttpServer&) = delete;

  // The port it listens on from now.
  Result<int> bind();
  // Answers until `stop` stops. Call bind() before.
  void run(const StopToken& stop);
  bool has_page() const;

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace inarow::service
