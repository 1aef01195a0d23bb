#include "grid/nats_connection.hpp"

#include <fmt/format.h>
#include <nats/nats.h>

#include <algorithm>
#include <charconv>
#include <thread>

#include "base/quote.hpp"
#include "base/ticker.hpp"

namespace inarow::grid {
namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

constexpr std::int64_t request_ms = 2000;
constexpr std::int64_t reconnect_ms = 250;  // well below the half second after which a server that
                                            // was restarted looks for leases that ran out
constexpr std::int64_t jitter_ms = 100;
constexpr std::int64_t ping_ms = 10'000;
constexpr auto between_tries = 100ms;
constexpr double no_jetstream_seconds = 5;  // a server that has just started needs some

struct DestroyOptions {
  void operator()(natsOptions* options) const { natsOptions_Destroy(options); }
};
using Options = std::unique_ptr<natsOptions, DestroyOptions>;

}  // namespace

void NatsMessage::Destroy::operator()(__natsMsg* message) const { natsMsg_Destroy(message); }
std::string NatsMessage::subject() const { return natsMsg_GetSubject(message_.get()); }
std::string NatsMessage::reply() const {
  const char* const reply = natsMsg_GetReply(message_.get());
  return reply == nullptr ? "" : reply;
}
std::string_view NatsMessage::data() const {
  const int size = natsMsg_GetDataLength(message_.get());
  return {natsMsg_GetData(message_.get()), static_cast<std::size_t>(size)};
}
std::string NatsMessage::header(const char* name) const {
  const char* value = nullptr;
  if (natsMsgHeader_Get(message_.get(), name, &value) != NATS_OK || value == nullptr) return "";
  return value;
}
int NatsMessage::status() const {
  const std::string text = natsMsg_GetDataLength(message_.get()) > 0 ? "" : header("Status");
  int number = 0;
  std::from_chars(text.data(), text.data() + text.size(), number);
  return number;
}

// What libnats calls.
struct NatsCallbacks {
  static void on_error(natsConnection* nc, natsSubscription*, natsStatus status, void* closure) {
    auto& self = *static_cast<NatsConnection*>(closure);
    const char* text = nullptr;
    natsConnection_GetLastError(nc, &text);
    const std::lock_guard lock(self.mutex_);
    self.last_error_ = text == nullptr ? natsStatus_GetText(status) : text;
    if (status == NATS_NOT_PERMITTED || self.last_error_.find("ermissions") != std::string::npos) {
      self.violation_ = self.last_error_;
    }
  }
  static void on_disconnected(natsConnection*, void* closure) {
    auto& self = *static_cast<NatsConnection*>(closure);
    if (self.leaving_ || !self.options_.tell) return;
    self.options_.tell(fmt::format("the broker at {} went away; waiting for it", self.where()));
  }
  static void on_reconnected(natsConnection*, void* closure) {
    auto& self = *static_cast<NatsConnection*>(closure);
    ++self.reconnections_;
    std::vector<std::weak_ptr<NatsListener>> listeners;
    {
      const std::lock_guard lock(self.mutex_);
      listeners = self.listeners_;
    }
    for (const auto& listener : listeners) {
      if (const auto alive = listener.lock()) alive->on_reconnected();
    }
    if (self.options_.tell) {
      self.options_.tell(fmt::format("the broker at {} is back", self.where()));
    }
  }
  static void on_closed(natsConnection* nc, void* closure) {
    auto& self = *static_cast<NatsConnection*>(closure);
    const char* text = nullptr;
    natsConnection_GetLastError(nc, &text);
    {
      const std::lock_guard lock(self.mutex_);
      if (text != nullptr && *text != '\0') self.last_error_ = text;
    }
    self.closed_ = true;
  }
  static void on_message(natsConnection*, natsSubscription*, natsMsg* message, void* closure) {
    static_cast<NatsConnection::Subscription*>(closure)->take_(NatsMessage(message));
  }
  static void on_complete(void* closure) {
    static_cast<NatsConnection::Subscription*>(closure)->complete_ = true;
  }
};

NatsConnection::NatsConnection(const NatsOptions& options) : options_(options) {
  // An inbox of its own for each user: the server permits nobody to listen at another's.
  std::string user = options.address.user;
  if (!is_name(user)) user.clear();
  inbox_prefix_ = user.empty() ? "_INBOX" : "_INBOX_" + user;
  connect();
}

void NatsConnection::connect() {
  const BrokerAddress& address = options_.address;
  natsOptions* made = nullptr;
  natsStatus status = natsOptions_Create(&made);
  const Options options(made);
  const auto set = [&](natsStatus done) {
    if (status == NATS_OK) status = done;
  };
  std::vector<const char*> servers;
  servers.reserve(address.servers.size());
  for (const std::string& server : address.servers) servers.push_back(server.c_str());
  set(natsOptions_SetServers(made, servers.data(), static_cast<int>(servers.size())));
  if (!address.creds_file.empty()) {
    set(natsOptions_SetUserCredentialsFromFiles(made, address.creds_file.c_str(), nullptr));
  } else if (!address.token.empty()) {
    set(natsOptions_SetToken(made, address.token.c_str()));
  } else if (!address.user.empty()) {
    set(natsOptions_SetUserInfo(made, address.user.c_str(), address.password.c_str()));
  }
  if (address.tls) set(natsOptions_SetSecure(made, true));
  if (!address.tls_ca.empty()) {
    set(natsOptions_LoadCATrustedCertificates(made, address.tls_ca.c_str()));
  }
  if (!address.tls_cert.empty()) {
    set(natsOptions_LoadCertificatesChain(made, address.tls_cert.c_str(), address.tls_key.c_str()));
  }
  set(natsOptions_SetName(made, options_.name.c_str()));
  set(natsOptions_SetCustomInboxPrefix(made, inbox_prefix_.c_str()));
  set(natsOptions_SetTimeout(made, request_ms));
  set(natsOptions_SetAllowReconnect(made, true));
  set(natsOptions_SetMaxReconnect(made, -1));
  set(natsOptions_SetReconnectWait(made, reconnect_ms));
  set(natsOptions_SetReconnectJitter(made, jitter_ms, jitter_ms));
  set(natsOptions_SetPingInterval(made, ping_ms));
  set(natsOptions_SetFailRequestsOnDisconnect(made, true));
  set(natsOptions_SetSendAsap(made, options_.send_at_once));
  set(natsOptions_SetErrorHandler(made, NatsCallbacks::on_error, this));
  set(natsOptions_SetDisconnectedCB(made, NatsCallbacks::on_disconnected, this));
  set(natsOptions_SetReconnectedCB(made, NatsCallbacks::on_reconnected, this));
  set(natsOptions_SetClosedCB(made, NatsCallbacks::on_closed, this));
  const auto what_happened = [&] {
    const char* const text = nats_GetLastError(nullptr);
    std::string words = text == nullptr || *text == '\0' ? natsStatus_GetText(status) : text;
    // The library begins with the place in its own source: "(conn.c:2088): ".
    const std::size_t place = words.find("): ");
    if (words.starts_with('(') && place != std::string::npos) words.erase(0, place + 3);
    return printable(words);
  };
  if (status != NATS_OK) {
    throw BrokerError(
        fmt::format("cannot connect to the broker at {}: {}", where(), what_happened()));
  }
  const Clock::time_point start = Clock::now();
  while (true) {
    status = natsConnection_Connect(&connection_, made);
    if (status == NATS_OK) return;
    if (status == NATS_CONNECTION_AUTH_FAILED) {
      throw BrokerError(
          fmt::format("the broker at {} refuses these credentials (--credentials FILE, or "
                      "USER:PASSWORD@ in the address)",
                      where()));
    }
    const bool tls = status == NATS_SSL_ERROR || status == NATS_SECURE_CONNECTION_WANTED ||
                     status == NATS_SECURE_CONNECTION_REQUIRED;
    if (tls) {
      throw BrokerError(
          fmt::format("no TLS connection with the broker at {}: {}", where(), what_happened()));
    }
    const bool enough = seconds_since(start) >= options_.connect_seconds;
    if (enough || stopped(options_.stop)) {
      throw BrokerUnreachable(
          fmt::format("no broker answers at {}: {} (inarow grid up starts one here)", where(),
                      what_happened()));
    }
    std::this_thread::sleep_for(between_tries);
  }
}

NatsConnection::~NatsConnection() {
  leaving_ = true;
  if (connection_ == nullptr) return;
  natsConnection_FlushTimeout(connection_, request_ms);
  natsConnection_Close(connection_);
  // The last callback may still be on its way.
  for (int i = 0; i < 200 && !closed_; ++i) std::this_thread::sleep_for(5ms);
  natsConnection_Destroy(connection_);
}

bool NatsConnection::is_connected() const {
  return natsConnection_Status(connection_) == NATS_CONN_STATUS_CONNECTED;
}

std::size_t NatsConnection::most_bytes() const {
  return static_cast<std::size_t>(
      std::max<std::int64_t>(0, natsConnection_GetMaxPayload(connection_)));
}

void NatsConnection::add_listener(const std::weak_ptr<NatsListener>& listener) {
  const std::lock_guard lock(mutex_);
  std::erase_if(listeners_, [](const auto& old) { return old.expired(); });
  listeners_.push_back(listener);
}

std::string NatsConnection::new_inbox() { return inbox_prefix_ + "." + random_name(); }

bool NatsConnection::publish(const std::string& subject, std::string_view data,
                             const std::string& reply) {
  const auto size = static_cast<int>(data.size());
  return is_connected() &&
         (reply.empty() ? natsConnection_Publish(connection_, subject.c_str(), data.data(), size)
                        : natsConnection_PublishRequest(connection_, subject.c_str(), reply.c_str(),
                                                        data.data(), size)) == NATS_OK;
}

void NatsConnection::complain_of_violation(const std::string& subject) {
  const std::lock_guard lock(mutex_);
  if (violation_.find(subject) == std::string::npos) return;
  throw BrokerError(fmt::format("the broker at {} does not permit this user to do that: {}",
                                where(), printable(violation_)));
}

void NatsConnection::wait_a_little(Clock::time_point start, double patience,
                                   const std::string& trouble) {
  if (closed_) {
    const std::lock_guard lock(mutex_);
    throw BrokerError(fmt::format("the broker at {} has ended the connection: {}", where(),
                                  printable(last_error_)));
  }
  if (stopped(options_.stop)) {
    throw BrokerError(fmt::format("stopped while waiting for the broker at {}", where()));
  }
  if (patience > 0 && seconds_since(start) > patience) {
    throw BrokerUnreachable(fmt::format("the broker at {} does not answer: {}", where(), trouble));
  }
  std::this_thread::sleep_for(between_tries);
}

NatsMessage NatsConnection::ask(const Request& request) {
  const Clock::time_point start = Clock::now();
  Clock::time_point somebody = start;  // there was a JetStream, or no server
  while (true) {
    natsMsg* made = nullptr;
    natsMsg_Create(&made, request.subject.c_str(), nullptr, request.data.data(),
                   static_cast<int>(request.data.size()));
    const NatsMessage message(made);
    for (const auto& [name, value] : request.headers) {
      natsMsgHeader_Set(made, name.c_str(), value.c_str());
    }
    natsMsg* reply = nullptr;
    const natsStatus status = natsConnection_RequestMsg(&reply, connection_, made, request_ms);
    if (status == NATS_OK) return NatsMessage(reply);
    if (status == NATS_MAX_PAYLOAD) {
      throw BrokerError(
          fmt::format("{} bytes are more than the broker at {} takes in a message "
                      "({}; max_payload in its configuration)",
                      request.data.size(), where(), most_bytes()));
    }
    if (status == NATS_TIMEOUT) complain_of_violation(request.subject);
    if (status == NATS_NO_RESPONDERS) {
      if (seconds_since(somebody) > no_jetstream_seconds) {
        throw BrokerError(
            fmt::format("the broker at {} has no JetStream, or it ended for want of space; start "
                        "it with nats-server -js, or see its log",
                        where()));
      }
    } else {
      somebody = Clock::now();
    }
    wait_a_little(start, request.patience.value_or(options_.patience), natsStatus_GetText(status));
  }
}

NatsConnection::Json NatsConnection::api(const std::string& request, const Json& body) {
  const std::string text = body.is_null() ? "" : body.dump();
  const NatsMessage reply = ask({.subject = "$JS.API." + request, .data = text});
  Json json = Json::parse(reply.data(), nullptr, false);
  if (!json.is_object()) {
    throw BrokerError(
        fmt::format("the broker at {} answers {} with what is no JSON", where(), request));
  }
  return json;
}

NatsMessage NatsConnection::last_of(const std::string& stream, const std::string& subject,
                                    std::optional<double> patience) {
  NatsMessage message = ask(
      {.subject = fmt::format("$JS.API.DIRECT.GET.{}.{}", stream, subject), .patience = patience});
  if (message.status() != 0) return NatsMessage();
  return message;
}

NatsMessage NatsConnection::next_of(const std::string& stream, const std::string& subject,
                                    std::uint64_t& number) {
  const std::string body = Json{{"seq", number}, {"next_by_subj", subject}}.dump();
  NatsMessage message = ask({.subject = "$JS.API.DIRECT.GET." + stream, .data = body});
  if (message.status() != 0) return NatsMessage();
  const std::string text = message.header("Nats-Sequence");
  std::from_chars(text.data(), text.data() + text.size(), number);
  return message;
}

std::uint64_t NatsConnection::store(const std::string& subject, std::string_view data,
                                    const NatsHeaders& headers, bool only_first) {
  constexpr int wrong_last_sequence = 10071;
  Request request{.subject = subject, .data = data, .headers = headers};
  if (only_first) request.headers["Nats-Expected-Last-Subject-Sequence"] = "0";
  const NatsMessage reply = ask(request);
  const Json json = Json::parse(reply.data(), nullptr, false);
  if (json.is_object() && !json.contains("error") && json.contains("seq")) {
    return json["seq"].get<std::uint64_t>();
  }
  const Json error = json.is_object() ? json.value("error", Json::object()) : Json::object();
  if (only_first && error.value("err_code", 0) == wrong_last_sequence) return 0;
  throw BrokerError(fmt::format("the broker at {} does not keep a message of {}: {}", where(),
                                subject,
                                printable(error.value("description", std::string("no reason")))));
}

NatsConnection::Subscription::Subscription(NatsConnection& connection, const std::string& subject,
                                           Take take)
    : take_(std::move(take)) {
  const natsStatus status =
      take_ ? natsConnection_Subscribe(&subscription_, connection.connection_, subject.c_str(),
                                       NatsCallbacks::on_message, this)
            : natsConnection_SubscribeSync(&subscription_, connection.connection_, subject.c_str());
  if (status != NATS_OK) {
    throw BrokerError(fmt::format("cannot listen to {} at the broker {}: {}", subject,
                                  connection.where(), natsStatus_GetText(status)));
  }
  natsSubscription_SetPendingLimits(subscription_, -1, -1);
  complete_ = !take_;
  if (take_) natsSubscription_SetOnCompleteCB(subscription_, NatsCallbacks::on_complete, this);
}

NatsConnection::Subscription::~Subscription() {
  natsSubscription_Unsubscribe(subscription_);
  // Its function may be running, with what goes away now.
  while (!complete_) std::this_thread::sleep_for(1ms);
  natsSubscription_Destroy(subscription_);
}

NatsMessage NatsConnection::Subscription::next(std::chrono::milliseconds time) {
  natsMsg* message = nullptr;
  const natsStatus status =
      natsSubscription_NextMsg(&message, subscription_, std::max<std::int64_t>(1, time.count()));
  return NatsMessage(status == NATS_OK ? message : nullptr);
}

}  // namespace inarow::grid
