#pragma once

// A connection to a NATS server and the few requests of its JetStream that the grid needs. It is
// made again for ever when the server goes away; requests wait until it is back and are then sent
// again, so all of them must bear to be done twice.
//
// The requests to JetStream are written here as JSON, after its protocol, instead of through the
// library's own functions: the pull of libnats 3.4 may return too early, and its answers to several
// pulls at once can be mixed up.

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/stop.hpp"
#include "grid/broker.hpp"
#include "grid/broker_address.hpp"

struct __natsConnection;    // NOLINT(bugprone-reserved-identifier): names of libnats
struct __natsMsg;           // NOLINT(bugprone-reserved-identifier)
struct __natsSubscription;  // NOLINT(bugprone-reserved-identifier)

namespace inarow::grid {

struct NatsOptions {
  BrokerAddress address{};
  std::string name{};          // of the connection, in the server's lists
  double connect_seconds = 5;  // that the first connection may take
  // False: small messages may wait a millisecond for others. For clients; a worker's pull would
  // wait.
  bool send_at_once = true;
  double patience = 0;              // seconds that a lost server is waited for; 0: for ever
  const StopToken* stop = nullptr;  // ends all waiting with a BrokerError
  std::function<void(const std::string&)> tell{};  // the server went away or is back; any thread
};

// The server is not there (yet).
class BrokerUnreachable : public BrokerError {
 public:
  using BrokerError::BrokerError;
};

// A message that came.
class NatsMessage {
 public:
  explicit NatsMessage(__natsMsg* message = nullptr) : message_(message) {}
  explicit operator bool() const { return message_ != nullptr; }
  std::string subject() const;
  std::string reply() const;  // where an acknowledgement goes to
  std::string_view data() const;
  std::string header(const char* name) const;  // empty if there is none
  int status() const;                          // of the server instead of a message; 0: none

 private:
  struct Destroy {
    void operator()(__natsMsg* message) const;
  };
  std::unique_ptr<__natsMsg, Destroy> message_;
};

// Who wants to know that the server is back. Called by a thread of the library; must not wait.
class NatsListener {
 public:
  virtual ~NatsListener() = default;
  virtual void on_reconnected() = 0;
};

using NatsHeaders = std::map<std::string, std::string>;

class NatsConnection {
 public:
  using Json = nlohmann::json;

  explicit NatsConnection(const NatsOptions& options);
  ~NatsConnection();
  NatsConnection(const NatsConnection&) = delete;
  NatsConnection& operator=(const NatsConnection&) = delete;

  // Sends and forgets; false if it could not be sent now.
  bool publish(const std::string& subject, std::string_view data, const std::string& reply = "");

  // A request of JetStream's API ("STREAM.INFO.NAME"). Its refusal comes back as the field "error".
  Json api(const std::string& request, const Json& body);
  // The last message of a subject in a stream; none if there is none. `patience`: as in the
  // options.
  NatsMessage last_of(const std::string& stream, const std::string& subject,
                      std::optional<double> patience = {});
  // The first message of a subject, which may have wildcards, from a number of the stream on;
  // `number` becomes that of the message.
  NatsMessage next_of(const std::string& stream, const std::string& subject, std::uint64_t& number);

  // Puts a message into the stream that has the subject; its number there. `only_first`: not if
  // there is one of the same subject already; 0 then.
  std::uint64_t store(const std::string& subject, std::string_view data, const NatsHeaders& headers,
                      bool only_first);

  // Messages go to the function by a thread of the library, or (without one) to next().
  class Subscription {
   public:
    using Take = std::function<void(const NatsMessage&)>;
    Subscription(NatsConnection& connection, const std::string& subject, Take take = {});
    ~Subscription();
    Subscription(const Subscription&) = delete;
    Subscription& operator=(const Subscription&) = delete;
    NatsMessage next(std::chrono::milliseconds time);

   private:
    friend struct NatsCallbacks;
    Take take_;
    std::atomic<bool> complete_ = false;  // nothing more is taken
    __natsSubscription* subscription_ = nullptr;
  };

  void add_listener(const std::weak_ptr<NatsListener>& listener);

  std::string new_inbox();
  bool is_connected() const;
  bool is_closed() const { return closed_; }  // for good
  // How often the connection was made again.
  std::uint64_t reconnections() const { return reconnections_; }
  std::size_t most_bytes() const;  // of a message
  std::string where() const { return options_.address.in_words(); }
  const NatsOptions& options() const { return options_; }

 private:
  friend struct NatsCallbacks;
  struct Request {
    std::string subject{};
    std::string_view data{};
    NatsHeaders headers{};
    std::optional<double> patience{};
  };
  NatsMessage ask(const Request& request);
  void wait_a_little(std::chrono::steady_clock::time_point start, double patience,
                     const std::string& trouble);
  void connect();
  void complain_of_violation(const std::string& subject);

  NatsOptions options_;
  std::string inbox_prefix_;
  __natsConnection* connection_ = nullptr;
  std::atomic<std::uint64_t> reconnections_ = 0;
  std::atomic<bool> closed_ = false;
  std::atomic<bool> leaving_ = false;
  std::mutex mutex_;
  std::string violation_;  // what the server did not permit last
  std::string last_error_;
  std::vector<std::weak_ptr<NatsListener>> listeners_;
};

}  // namespace inarow::grid
