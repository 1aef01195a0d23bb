#include "cli/certificate_answer.hpp"

#include <fmt/format.h>

#include <chrono>

#include "answer/proof_answer.hpp"
#include "cli/drop_options.hpp"
#include "proof/victor_leaves.hpp"
#include "rules/notation.hpp"

namespace inarow::cli {
namespace {

// "on drop:7x6 after d1 d2"
std::string position_text(const Game& game) {
  std::string text = "on " + game.spec().to_string();
  for (std::size_t i = 0; i < game.moves().size(); ++i) {
    text += (i == 0 ? " after " : " ") + format_move(game.spec(), game.moves()[i]);
  }
  return text;
}

std::string claim_text(const CertificateHeader& h) {
  const std::string player = fmt::format("the {} player", name_of(h.player));
  if (h.claim == "not-lose") return player + " does not lose";
  if (h.claim == "score") return fmt::format("the score of {} is {}", player, h.score);
  if (h.claim == "value" && h.score == 0) return "the game is a draw";
  if (h.claim == "value" && h.score < 0) {
    return fmt::format("the {} player wins", name_of(opponent(h.player)));
  }
  return player + " wins" +
         (h.score > 1 ? fmt::format(" with a score of at least {}", h.score) : "");
}

// What holds instead of a false claim.
std::string truth_text(const Game& game, const ScoreRange& truth) {
  if (truth.lower == 0) return "the game is a draw";
  const Player winner = truth.lower > 0 ? game.to_move() : opponent(game.to_move());
  return fmt::format("the {} player wins with a score of {}", name_of(winner),
                     std::abs(truth.lower));
}

std::string progress_text(const ProofMonitor& monitor) {
  return fmt::format("bound {}: {:.1f} % proved, {} positions, {} rule leaves",
                     monitor.bounds.load(), 100 * monitor.done.load(), monitor.positions.load(),
                     monitor.rule_leaves.load());
}

}  // namespace

CertificateAnswer write_certificate(const CommonOptions& options, const Game& game,
                                    const CertificateRequest& request, DropEngine* engine,
                                    const StopToken& stop) {
  ProofMonitor monitor;
  ProofTools tools;
  tools.engine = engine;
  tools.threads = options.thread_count();
  tools.stop = &stop.flag();
  tools.monitor = &monitor;
  const std::unique_ptr<LeafProver> rules =
      request.rules ? make_victor_leaves(*game.spec().drop()) : nullptr;
  tools.leaves = rules.get();
  tools.guide = request.guide;
  const auto start = std::chrono::steady_clock::now();
  Result<ProofResult> result = ProofResult();
  {
    ProgressLine progress(options.quiet);
    const Watch watch(stop, progress, [&] { return progress_text(monitor); });
    result = prove_drop(game, request.claim, tools, request.path, request.codec);
  }
  const double seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  CertificateAnswer answer;
  if (!result) {
    answer.exit = environment_failed(result.error().message);
    return answer;
  }
  const CertificateHeader& h = result->header;
  const ProofCounts& c = h.counts;
  answer.json = proof_json(game, *result, request.path);
  switch (result->end) {
    case ProofEnd::complete:
      answer.text = fmt::format(
          "proved: {} {}\n{}: {} bytes; {} positions; leaves: {} wins, {} held, {} dead, {} by "
          "rules; {} repeats; {:.3f} s\n",
          position_text(game), claim_text(h), request.path, result->size.file_bytes, c.positions,
          c.wins, c.held, c.dead, c.rule_leaves, c.repeats, seconds);
      break;
    case ProofEnd::false_claim:
      answer.exit = Exit::no;
      answer.text = fmt::format("false: {} it is not so that {}; {}\n", position_text(game),
                                claim_text(h), truth_text(game, result->truth));
      break;
    case ProofEnd::stopped:
      answer.exit = Exit::stopped;
      answer.text =
          fmt::format("stopped: {} nothing is proved; no file was written\n", position_text(game));
      break;
  }
  answer.json["seconds"] = seconds;
  return answer;
}

}  // namespace inarow::cli
