#include "grid/nats_under_test.hpp"

#include <fmt/format.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <stdexcept>
#include <thread>

#include "base/files.hpp"

namespace inarow::grid {
namespace {

constexpr const char* program = "/usr/sbin/nats-server";

int free_port() {
  const int fd = socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  auto* const any = reinterpret_cast<sockaddr*>(&address);
  const bool is_bound = bind(fd, any, size) == 0 && getsockname(fd, any, &size) == 0;
  close(fd);
  if (!is_bound) throw std::runtime_error("no free port");
  return ntohs(address.sin_port);
}

class NatsUnderTest : public BrokerUnderTest {
 public:
  explicit NatsUnderTest(const LeaseRules& rules)
      : rules_(rules), broker_(server_.options(), rules) {
    broker_.set_up();
    view_ = NatsBroker(server_.options()).view();
  }
  std::unique_ptr<JobBroker> client(const std::string& name) override {
    return NatsBroker(server_.options(), rules_).client(name);
  }
  std::unique_ptr<JobSource> source(const std::string& worker) override {
    return broker_.source(worker);
  }
  BrokerView& view() override { return *view_; }

 private:
  NatsServerUnderTest server_;
  LeaseRules rules_;
  NatsBroker broker_;
  std::unique_ptr<BrokerView> view_;
};

}  // namespace

bool NatsServerUnderTest::is_there() { return access(program, X_OK) == 0; }

NatsServerUnderTest::NatsServerUnderTest(std::string configuration, bool jetstream)
    : configuration_(std::move(configuration)), jetstream_(jetstream), port_(free_port()) {
  start();
}

std::string NatsServerUnderTest::url() const { return fmt::format("nats://127.0.0.1:{}", port_); }

NatsOptions NatsServerUnderTest::options(const std::string& user) const {
  AddressOptions address{.url = url()};
  if (!user.empty()) address.url = fmt::format("nats://{}@127.0.0.1:{}", user, port_);
  return {.address = *read_address(address), .connect_seconds = 10};
}

void NatsServerUnderTest::start() {
  const std::string file = folder_.file("nats.conf");
  const std::string store =
      fmt::format("jetstream {{ store_dir: \"{}\" }}\n", folder_.file("store"));
  const Result<void> written = write_whole_file(
      file, fmt::format("listen: \"127.0.0.1:{}\"\nlog_file: \"{}\"\n{}{}\n", port_,
                        folder_.file("log"), jetstream_ ? store : "", configuration_));
  if (!written) throw std::runtime_error(written.error().message);
  Result<ChildProcess> child = ChildProcess::start({.arguments = {program, "-c", file}});
  if (!child) throw std::runtime_error(child.error().message);
  process_.emplace(std::move(*child));
}

void NatsServerUnderTest::kill() {
  process_->end();
  process_.reset();
}

std::unique_ptr<BrokerUnderTest> make_nats_under_test(const LeaseRules& rules) {
  if (!NatsServerUnderTest::is_there()) return nullptr;
  return std::make_unique<NatsUnderTest>(rules);
}

}  // namespace inarow::grid
