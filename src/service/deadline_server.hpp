#pragma once

// The library's server, with a limit to the time in which a request has to arrive. The library only
// limits the time between two bytes: a client that sends one every few seconds would hold a thread
// for hours. Who is too slow gets status 408 and is sent away.

#include <httplib.h>

#include <chrono>

namespace inarow::service {

class DeadlineServer final : public httplib::Server {
 public:
  explicit DeadlineServer(std::chrono::milliseconds patience) : patience_(patience) {}

 private:
  // Replaces the library's loop over the requests of a connection.
  bool process_and_close_socket(socket_t socket) override;

  std::chrono::milliseconds patience_;
};

}  // namespace inarow::service
