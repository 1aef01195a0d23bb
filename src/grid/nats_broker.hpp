#pragma once

// NatsBroker: the broker of any number of machines, on a NATS server with JetStream
// (docs/grid.md says how to set one up). broker.hpp has the promises, nats_schema.hpp what lies
// where on the server.
//
//   const Result<BrokerAddress> address = read_address({.url = "nats://grid.example"});
//   NatsBroker broker({.address = *address});                 // throws BrokerError
//   std::unique_ptr<JobBroker> client = broker.client("me");
//
// The server may go away and come back at any time: requests wait for it, work goes on, nothing is
// lost. Clients, sources and views may outlive the broker. The lease's rules are those of who has
// used a priority first on this server.

#include <memory>
#include <string>

#include "grid/broker.hpp"
#include "grid/nats_connection.hpp"

namespace inarow::grid {

class NatsBroker {
 public:
  // Throws BrokerUnreachable if nobody answers, BrokerError if the credentials are refused.
  explicit NatsBroker(const NatsOptions& options, const LeaseRules& rules = {});

  // Throws BrokerError if the server's streams are of another version, if this user may not submit,
  // or if somebody works under this name at the moment.
  std::unique_ptr<JobBroker> client(const std::string& name);
  // Needs nothing on the server before its first job. `version`: empty for this program's.
  std::unique_ptr<JobSource> source(const std::string& worker, const std::string& version = "");
  std::unique_ptr<BrokerView> view();

  // Whether somebody has made the grid's streams already. Throws if they are of another version.
  bool is_set_up();
  void set_up();
  // The server has ended the connection for good: it does not know this user any more.
  bool is_closed() const;

 private:
  std::shared_ptr<NatsConnection> connection_;
  LeaseRules rules_;
};

// For clients of a broker that is given by a URL, as in `--broker URL`. What cannot be read is an
// error; a broker that cannot be reached or used throws BrokerError.
struct ConnectOptions {
  AddressOptions address{};
  const StopToken* stop = nullptr;
  LeaseRules rules{};
  std::function<void(const std::string&)> tell{};
};
Result<std::unique_ptr<JobBroker>> connect_broker(const ConnectOptions& options,
                                                  const std::string& client_name);
Result<std::unique_ptr<JobBroker>> connect_broker(const std::string& url,
                                                  const std::string& client_name);

// The parts of a broker, each in a file of its own.
std::unique_ptr<JobBroker> make_nats_client(std::shared_ptr<NatsConnection> connection,
                                            const std::string& name, const LeaseRules& rules);
std::unique_ptr<JobSource> make_nats_source(std::shared_ptr<NatsConnection> connection,
                                            const std::string& worker, const std::string& version);
std::unique_ptr<BrokerView> make_nats_view(std::shared_ptr<NatsConnection> connection);

}  // namespace inarow::grid
