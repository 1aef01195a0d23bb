#include "service/access.hpp"

#include <arpa/inet.h>
#include <fmt/format.h>

#include <algorithm>
#include <random>
#include <string_view>

namespace inarow::service {
namespace {

bool is_address(const std::string& host) {
  in_addr v4{};
  in6_addr v6{};
  return inet_pton(AF_INET, host.c_str(), &v4) == 1 || inet_pton(AF_INET6, host.c_str(), &v6) == 1;
}

// Takes the same time wherever the texts differ, so that a token cannot be guessed byte by byte.
bool same_secret(std::string_view a, std::string_view b) {
  if (a.size() != b.size()) return false;
  unsigned difference = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    difference |= static_cast<unsigned>(static_cast<unsigned char>(a[i] ^ b[i]));
  }
  return difference == 0;
}

}  // namespace

bool is_loopback(const std::string& host) {
  return host == "localhost" || host == "::1" || (host.rfind("127.", 0) == 0 && is_address(host));
}

std::string host_without_port(const std::string& host) {
  if (!host.empty() && host[0] == '[') {
    const std::size_t end = host.find(']');
    return end == std::string::npos ? "" : host.substr(1, end - 1);
  }
  return host.substr(0, host.find(':'));
}

std::optional<Refusal> refuse_origin(const AccessRules& rules, const RequestHead& head) {
  const std::string name = host_without_port(head.host);
  const bool ours = is_loopback(rules.host)
                        ? is_loopback(name)
                        : is_address(name) || name == rules.host || is_loopback(name);
  if (!ours) {
    return Refusal{421, fmt::format("this server is not {}; use the address that inarow serve "
                                    "printed",
                                    name.empty() ? "named" : "the host of that name")};
  }
  if (!head.origin.empty() && head.origin != "http://" + head.host) {
    return Refusal{403, "requests from pages of other origins are refused"};
  }
  return std::nullopt;
}

std::optional<Refusal> refuse_request(const AccessRules& rules, const RequestHead& head) {
  if (const auto refusal = refuse_origin(rules, head)) return refusal;
  if (!rules.token.empty() && !same_secret(head.authorization, "Bearer " + rules.token)) {
    return Refusal{401, "the token is missing or wrong; send Authorization: Bearer TOKEN"};
  }
  return std::nullopt;
}

std::string random_token() {
  std::random_device device;
  std::string token;
  for (int i = 0; i < 4; ++i) token += fmt::format("{:08x}", device());
  return token;
}

bool accepts_brotli(std::string_view encodings) {
  while (!encodings.empty()) {
    const std::size_t end = std::min(encodings.find(','), encodings.size());
    std::string word;
    for (const char c : encodings.substr(0, end)) {
      if (c != ' ' && c != '\t') word += static_cast<char>(c >= 'A' && c <= 'Z' ? c + 32 : c);
    }
    encodings.remove_prefix(std::min(end + 1, encodings.size()));
    if (word == "br") return true;
    // A weight is a number from 0 to 1.
    if (word.starts_with("br;q=")) return word.find_first_of("123456789") != std::string::npos;
  }
  return false;
}

}  // namespace inarow::service
