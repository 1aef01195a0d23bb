#pragma once

// HTTP/1.1 over sockets, with a bound to everything that a client may take: bytes of a request's
// head and body, headers, time for a request to arrive and for an answer to be taken, connections
// in all and of one address, large bodies at a time. No open answer holds a thread.
//
//   Listener listener(handler, {});
//   Result<int> port = listener.bind("127.0.0.1", 7878);
//   listener.run();                       // until stop(), which any thread may call
//
// The only place that knows the library underneath (Boost.Beast).

#include <chrono>
#include <memory>
#include <string>

#include "base/result.hpp"
#include "service/http_message.hpp"

namespace inarow::service {

struct ListenerLimits {
  std::size_t connections = 2048;
  std::size_t connections_per_address = 1024;
  std::size_t head_bytes = std::size_t{16} << 10;
  std::size_t headers = 100;
  std::chrono::milliseconds request_time{10'000};  // in which a whole request has to arrive
  std::chrono::milliseconds idle_time{30'000};     // before a request, and between two
  std::chrono::milliseconds write_time{10'000};    // for each piece of an answer
  std::size_t large = std::size_t{128} << 10;      // bodies and answers from this size on are large
  std::size_t large_bytes = std::size_t{64} << 20;  // of all that are on their way at a time
  int threads = 2;
};

class Listener {
 public:
  // The handler outlives it.
  Listener(RequestHandler& handler, const ListenerLimits& limits);
  ~Listener();
  Listener(const Listener&) = delete;
  Listener& operator=(const Listener&) = delete;

  // The port it listens on from now; 0: any.
  Result<int> bind(const std::string& host, int port);
  void run();
  // Takes no more connections and closes those that are idle.
  void close_doors();
  void stop();

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace inarow::service
