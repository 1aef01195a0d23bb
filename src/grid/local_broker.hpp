#pragma once

// LocalBroker: the broker of one process (broker.hpp has the promises). It needs nothing and is the
// default; what it holds goes away with it.
//
//   LocalBroker broker;
//   std::unique_ptr<JobBroker> client = broker.client("me");
//   std::unique_ptr<JobSource> source = broker.source("worker-1");     // in another thread
//
// Clients, sources and leases may outlive it: who holds one of them holds the jobs.

#include <memory>
#include <string>
#include <vector>

#include "grid/broker.hpp"

namespace inarow::grid {

class LocalBroker : public BrokerView {
 public:
  explicit LocalBroker(const LeaseRules& rules = {});
  ~LocalBroker() override;
  LocalBroker(const LocalBroker&) = delete;
  LocalBroker& operator=(const LocalBroker&) = delete;

  std::unique_ptr<JobBroker> client(const std::string& name);
  std::unique_ptr<JobSource> source(const std::string& worker);

  BrokerStatus status() override;
  std::vector<JobLine> jobs(std::size_t most) override;
  int cancel(const std::string& key) override;
  int retry(const std::string& key) override;

 private:
  class Queue;
  class Client;
  class Source;
  class LocalLease;
  std::shared_ptr<Queue> queue_;
};

}  // namespace inarow::grid
