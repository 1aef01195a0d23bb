#include "grid/nats_broker.hpp"

#include <fmt/format.h>

#include "base/quote.hpp"
#include "grid/nats_schema.hpp"
#include "grid/worker.hpp"

namespace inarow::grid {

NatsBroker::NatsBroker(const NatsOptions& options, const LeaseRules& rules)
    : connection_(std::make_shared<NatsConnection>(options)), rules_(rules) {}

std::unique_ptr<JobBroker> NatsBroker::client(const std::string& name) {
  return make_nats_client(connection_, name, rules_);
}
std::unique_ptr<JobSource> NatsBroker::source(const std::string& worker,
                                              const std::string& version) {
  return make_nats_source(connection_, worker, version.empty() ? program_version() : version);
}
std::unique_ptr<BrokerView> NatsBroker::view() { return make_nats_view(connection_); }

bool NatsBroker::is_set_up() { return nats::check_streams(*connection_); }
bool NatsBroker::is_closed() const { return connection_->is_closed(); }
void NatsBroker::set_up() {
  nats::ensure_streams(*connection_);
  nats::ensure_level(*connection_, 0, rules_);
}

Result<std::unique_ptr<JobBroker>> connect_broker(const ConnectOptions& options,
                                                  const std::string& client_name) {
  const Result<BrokerAddress> address = read_address(options.address);
  if (!address) return tl::unexpected<Error>(address.error());
  if (!is_name(client_name)) {
    return failure(
        fmt::format("{} is no name for a client of a broker; up to 100 letters, digits, "
                    "- and _ are",
                    quoted(client_name)));
  }
  NatsBroker broker(
      {.address = *address, .name = client_name, .stop = options.stop, .tell = options.tell},
      options.rules);
  return broker.client(client_name);
}

Result<std::unique_ptr<JobBroker>> connect_broker(const std::string& url,
                                                  const std::string& client_name) {
  return connect_broker(ConnectOptions{.address = {.url = url}}, client_name);
}

}  // namespace inarow::grid
