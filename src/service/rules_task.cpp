#include "service/rules_task.hpp"

#include <utility>

#include "answer/explain_answer.hpp"

namespace inarow::service {

// As for ExplainTask: the rules do not look at the clock.
RulesTask::RulesTask(Request request) : AnswerTask(60), request_(std::move(request)) {}

void RulesTask::answer_or_throw() {
  const Game& game = request_.game;
  set_answer(request_.chosen
                 ? choice_json(game, victor::check_choice(game, *request_.chosen)).dump()
                 : rule_list_json(game, victor::list_rules(game)).dump());
}

}  // namespace inarow::service
