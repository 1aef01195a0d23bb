#pragma once

// A NATS server of a test's own, on a port that was free, with a folder that goes with it.

#include <memory>
#include <optional>
#include <string>

#include "base/child_process.hpp"
#include "base/output_file.hpp"
#include "grid/broker_under_test.hpp"
#include "grid/nats_broker.hpp"

namespace inarow::grid {

class NatsServerUnderTest {
 public:
  // Whether the program nats-server is on this machine.
  static bool is_there();

  // `configuration`: more lines for its file.
  explicit NatsServerUnderTest(std::string configuration = "", bool jetstream = true);

  void kill();   // -9
  void start();  // again, with what it had kept
  std::string url() const;
  NatsOptions options(const std::string& user = "") const;

 private:
  ScratchFolder folder_;
  std::string configuration_;
  bool jetstream_;
  int port_ = 0;
  std::optional<ChildProcess> process_;
};

// Null if there is no nats-server.
std::unique_ptr<BrokerUnderTest> make_nats_under_test(const LeaseRules& rules);

}  // namespace inarow::grid
