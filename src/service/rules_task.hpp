#pragma once

// The task behind /api/rules: every rule that Black could apply, or what a chosen set of them
// proves (rule_list.hpp).

#include "service/analysis_task.hpp"

namespace inarow::service {

class RulesTask final : public AnswerTask {
 public:
  explicit RulesTask(Request request);

 private:
  void answer_or_throw() override;

  Request request_;
};

}  // namespace inarow::service
