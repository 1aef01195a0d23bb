#pragma once

// What the contract test (broker_contract_test.cpp) needs of a broker of either kind.

#include <functional>
#include <memory>
#include <ostream>
#include <string>

#include "grid/broker.hpp"

namespace inarow::grid {

class BrokerUnderTest {
 public:
  virtual ~BrokerUnderTest() = default;
  virtual std::unique_ptr<JobBroker> client(const std::string& name) = 0;
  virtual std::unique_ptr<JobSource> source(const std::string& worker) = 0;
  virtual BrokerView& view() = 0;
};

struct BrokerKind {
  std::string name;
  // Null if there is none on this machine.
  std::function<std::unique_ptr<BrokerUnderTest>(const LeaseRules& rules)> make;

  // For messages of tests.
  friend std::ostream& operator<<(std::ostream& out, const BrokerKind& kind) {
    return out << kind.name;
  }
};

}  // namespace inarow::grid
