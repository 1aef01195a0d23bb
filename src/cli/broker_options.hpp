#pragma once

// --broker URL and what belongs to it, for all commands that use one.

#include "cli/command.hpp"
#include "grid/broker_address.hpp"
#include "grid/nats_broker.hpp"
#include "grid/worker.hpp"

namespace inarow::cli {

// Adds --broker, --credentials, --tls-ca, --tls-cert and --tls-key.
void add_broker(CLI::App& command, grid::AddressOptions& options);

// This machine's name with nothing in it that a name at a broker may not have.
std::string machine_name();

// Lines for a log on stderr, with the time before each, or as JSON objects on stdout.
class LogLines {
 public:
  LogLines(bool json, bool quiet) : json_(json), quiet_(quiet) {}
  void news(const grid::WorkerNews& news) const;
  void say(const std::string& text) const;

 private:
  bool json_;
  bool quiet_;
};

}  // namespace inarow::cli
