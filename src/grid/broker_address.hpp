#pragma once

// Where a broker is, and who one is there.
//
//   nats://HOST[:PORT]                 tls:// instead: encrypted, as with a given CA file
//   nats://USER:PASSWORD@HOST          better kept in a file (`credentials`): others see arguments
//   nats://TOKEN@HOST
//   nats://A:4222,nats://B:4222        several servers of one cluster

#include <string>
#include <vector>

#include "base/result.hpp"

namespace inarow::grid {

inline constexpr const char* default_broker_url = "nats://127.0.0.1:4222";

struct BrokerAddress {
  std::vector<std::string> servers{};  // nats://HOST:PORT, without user and password
  std::string user{};
  std::string password{};
  std::string token{};
  std::string creds_file{};  // of NATS: a signed user and his key
  bool tls = false;
  std::string tls_ca{};    // file; empty: the system's
  std::string tls_cert{};  // of this side, where the server wants one
  std::string tls_key{};

  // For messages: no secrets in it.
  std::string in_words() const;
};

struct AddressOptions {
  std::string url{};          // empty: the environment's INAROW_BROKER, or this machine
  std::string credentials{};  // a file: USER:PASSWORD, a TOKEN, or NATS's own kind
  std::string tls_ca{};
  std::string tls_cert{};
  std::string tls_key{};
};
Result<BrokerAddress> read_address(const AddressOptions& options);

}  // namespace inarow::grid
