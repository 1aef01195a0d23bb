#include "grid/broker_address.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>

#include "base/files.hpp"
#include "base/quote.hpp"

namespace inarow::grid {
namespace {

constexpr const char* how = "write nats://HOST:PORT or tls://HOST:PORT";

// USER:PASSWORD or a token.
void read_secret(std::string_view text, BrokerAddress& address) {
  const std::size_t colon = text.find(':');
  if (colon == std::string_view::npos) {
    address.token = text;
  } else {
    address.user = text.substr(0, colon);
    address.password = text.substr(colon + 1);
  }
}

// HOST[:PORT] with the port that is usual if none is given.
Result<std::string> read_host(std::string_view text, const std::string& url) {
  const std::size_t bracket = text.rfind(']');
  const std::size_t colon = text.rfind(':');
  const bool has_port =
      colon != std::string_view::npos && (bracket == std::string_view::npos || colon > bracket);
  const std::string_view host = has_port ? text.substr(0, colon) : text;
  const std::string_view port = has_port ? text.substr(colon + 1) : "4222";
  unsigned number = 0;
  const auto [end, error] = std::from_chars(port.data(), port.data() + port.size(), number);
  const bool is_port =
      error == std::errc() && end == port.data() + port.size() && number > 0 && number < 65536;
  const auto is_odd = [](char c) { return c <= ' ' || c >= 127 || c == '/' || c == '@'; };
  if (!is_port || host.empty() || std::any_of(host.begin(), host.end(), is_odd)) {
    return failure(fmt::format("the address {} of a broker cannot be read; {}", quoted(url), how));
  }
  return fmt::format("{}:{}", host, number);
}

Result<void> read_server(const std::string& url, BrokerAddress& address) {
  const std::size_t scheme = url.find("://");
  const std::string_view name = std::string_view(url).substr(0, scheme);
  if (scheme == std::string::npos || (name != "nats" && name != "tls")) {
    return failure(fmt::format("the address {} of a broker is none; {}", quoted(url), how));
  }
  if (name == "tls") address.tls = true;
  std::string_view rest = std::string_view(url).substr(scheme + 3);
  if (rest.ends_with('/')) rest.remove_suffix(1);
  const std::size_t at = rest.rfind('@');
  // Whatever is wrong behind it: what is before the @ is told to nobody.
  const std::string shown =
      fmt::format("{}://{}{}", name, at == std::string_view::npos ? "" : "...@",
                  at == std::string_view::npos ? rest : rest.substr(at + 1));
  if (at != std::string_view::npos) {
    read_secret(rest.substr(0, at), address);
    rest.remove_prefix(at + 1);
  }
  const Result<std::string> host = read_host(rest, shown);
  if (!host) return tl::unexpected<Error>(host.error());
  address.servers.push_back(fmt::format("{}://{}", name, *host));
  return {};
}

Result<void> read_credentials(const std::string& file, BrokerAddress& address) {
  Result<std::string> text = read_whole_file(file);
  if (!text) return tl::unexpected<Error>(text.error());
  if (text->find("BEGIN NATS USER JWT") != std::string::npos) {
    address.creds_file = file;
    return {};
  }
  while (!text->empty() && (text->back() == '\n' || text->back() == '\r')) text->pop_back();
  if (text->empty() || text->find('\n') != std::string::npos) {
    return failure(
        fmt::format("{}: credentials are one line, USER:PASSWORD or a token, or a file "
                    "of NATS with a JWT",
                    quoted(file)));
  }
  address.user.clear();
  address.password.clear();
  address.token.clear();
  read_secret(*text, address);
  return {};
}

}  // namespace

std::string BrokerAddress::in_words() const { return fmt::format("{}", fmt::join(servers, ",")); }

Result<BrokerAddress> read_address(const AddressOptions& options) {
  std::string url = options.url;
  if (url.empty()) {
    const char* const environment = std::getenv("INAROW_BROKER");
    url = environment != nullptr && *environment != '\0' ? environment : default_broker_url;
  }
  BrokerAddress address;
  for (std::size_t begin = 0; begin <= url.size();) {
    const std::size_t end = std::min(url.find(',', begin), url.size());
    const Result<void> server = read_server(url.substr(begin, end - begin), address);
    if (!server) return tl::unexpected<Error>(server.error());
    begin = end + 1;
  }
  if (!options.credentials.empty()) {
    const Result<void> credentials = read_credentials(options.credentials, address);
    if (!credentials) return tl::unexpected<Error>(credentials.error());
  }
  if (options.tls_cert.empty() != options.tls_key.empty()) {
    return failure("a certificate for TLS comes with its key: --tls-cert and --tls-key");
  }
  address.tls_ca = options.tls_ca;
  address.tls_cert = options.tls_cert;
  address.tls_key = options.tls_key;
  if (!address.tls_ca.empty() || !address.tls_cert.empty()) address.tls = true;
  return address;
}

}  // namespace inarow::grid
