#pragma once

// The tasks behind /api/setup (moves that lead to a position set up by hand) and /api/move (the
// move of a computer player).

#include <memory>
#include <string>

#include "service/analysis_task.hpp"

namespace inarow::service {

// Or why the request cannot be read; that no game leads to the position is the task's answer.
Result<std::shared_ptr<AnswerTask>> make_setup_task(const std::string& body);

// Opponents: perfect, victor, looks:N; in placement games strong and easy (match/). `engines` must
// outlive the task.
Result<std::shared_ptr<AnswerTask>> make_move_task(const std::string& body,
                                                   const RequestLimits& limits, Engines& engines);

}  // namespace inarow::service
