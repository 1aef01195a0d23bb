#pragma once

// Who may use the server. A page of another origin must not reach it through the user's browser,
// neither directly (Origin) nor by a name that the attacker lets point to this machine (Host, "DNS
// rebinding"); and whoever listens on more than the loopback asks for a token.

#include <optional>
#include <string>
#include <string_view>

#include "service/http_message.hpp"

namespace inarow::service {

struct AccessRules {
  std::string host;   // the address the server listens on
  std::string token;  // empty: none is asked for
};

struct Refusal {
  int status;
  std::string message;
};

// 127.0.0.0/8, ::1 and localhost.
bool is_loopback(const std::string& host);

// "example" of "example:7878"; "::1" of "[::1]:7878".
std::string host_without_port(const std::string& host);

// Why a request is refused: 421 for a Host that is not ours, 403 for another Origin. An address in
// numbers cannot be rebound; a name must be the one that the server was told to listen on.
std::optional<Refusal> refuse_origin(const AccessRules& rules, const RequestHead& head);

// The same, and 401 without the token; for everything but the page's own files.
std::optional<Refusal> refuse_request(const AccessRules& rules, const RequestHead& head);

// 32 hexadecimal digits from the system's source of randomness.
std::string random_token();

// Of the header Accept-Encoding: br is listed, and not with the weight 0.
bool accepts_brotli(std::string_view encodings);

}  // namespace inarow::service
