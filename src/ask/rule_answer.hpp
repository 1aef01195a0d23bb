#pragma once

// Methods victor and proof-number for the asker: does White win, or does Black at least draw? Both
// need a drop game of even height that is not over.
//
// Wins and not-losing, given the rules (docs/victor.md).

#include <memory>

#include "ask/answer.hpp"
#include "ask/work.hpp"
#include "proof/bound_proof.hpp"

namespace inarow {

// A finished search, which can also guide the certificate of what it found.
class RuleSearch {
 public:
  RuleSearch(const RuleSearch&) = delete;
  RuleSearch& operator=(const RuleSearch&) = delete;
  virtual ~RuleSearch() = default;

  virtual Answer answer() = 0;
  // The moves of the proof's lines, after an answer with a claim.
  virtual MoveGuide& guide() = 0;
  // Writes the lines of White's win to a file, after an answer that claims it.
  virtual Result<void> write_lines(const std::string& path) = 0;

 protected:
  RuleSearch() = default;
};

std::unique_ptr<RuleSearch> make_rule_search(const Question& question, const Work& work);

}  // namespace inarow
