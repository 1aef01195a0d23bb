#pragma once

// The HTTP server of the workbench, as docs/formats/http.md describes it.
//
//   HttpServer server(options);
//   Result<int> port = server.bind();
//   server.run(stop);               // until the token stops; then says goodbye to every stream
//
// A stream or a running answer holds a thread of the server, which sleeps; the work is done by the
// few threads of a TaskQueue. Requests whose answers are known do not go through the queue.

#include <memory>
#include <string>

#include "base/result.hpp"
#include "base/stop.hpp"
#include "service/access.hpp"
#include "service/request.hpp"
#include "service/task_queue.hpp"

namespace inarow::service {

struct ServerOptions {
  AccessRules access{"127.0.0.1", ""};
  int port = 7878;          // 0: any
  std::string page_folder;  // of the built page
  QueueLimits queue;
  RequestLimits requests;
  int streams = 256;                                 // open event streams and answers in the making
  std::size_t request_bytes = 64 * 1024;             // of a body
  std::size_t certificate_bytes = 8 * 1024 * 1024;   // of a body that is a certificate
  std::size_t table_bytes = std::size_t{128} << 20;  // of each game's engine
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
