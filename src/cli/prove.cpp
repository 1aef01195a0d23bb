// inarow prove KIND GAME [--moves M] [--for first|second] -o FILE

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <string>

#include "answer/codec.hpp"
#include "answer/words.hpp"
#include "ask/asker.hpp"
#include "ask/strategy_claims.hpp"
#include "base/quote.hpp"
#include "cli/commands.hpp"
#include "cli/progress_line.hpp"
#include "cli/prove_jobs.hpp"

namespace inarow::cli {
namespace {

struct Options : CommonOptions {
  std::string kind;
  std::string game;
  std::string moves;
  std::string player;
  std::string file;
  std::string strategy = "auto";
  int score = 1;
  bool plain = false;
  bool rules = false;
  bool list = false;
  CLI::Option* tree_option = nullptr;  // --tree: with a file of the jobs, or without
  int order = 3;
  std::string method = "auto";
  JobProofOptions jobs;
};

Exit list_kinds(const Options& options) {
  Json kinds = Json::array();
  for (const ClaimMeaning& kind : claim_meanings()) {
    if (!options.json) fmt::print("{:<13}{}\n", kind.name, kind.meaning);
    kinds.push_back({{"claim", kind.name}, {"meaning", kind.meaning}});
  }
  if (options.json) print_json({{"kinds", kinds}});
  return Exit::done;
}

std::string kind_names() {
  std::string names;
  for (const ClaimMeaning& kind : claim_meanings()) {
    names += (names.empty() ? "" : ", ") + kind.name;
  }
  return names;
}

Exit exit_of(ProofEnding ending) {
  if (ending == ProofEnding::written) return Exit::done;
  return ending == ProofEnding::stopped ? Exit::stopped : Exit::no;
}

Exit prove_strategy(const Options& options) {
  StopToken stop;
  Observer observer;
  const Work work = options.work(stop, &observer);
  Result<StrategyProof> proof = failure("");
  {
    const ProgressLine line(options.quiet, observer);
    proof = prove_by_strategy({.claim = options.kind,
                               .game = options.game,
                               .moves = options.moves,
                               .player = player_named(options.player),
                               .strategy = options.strategy,
                               .path = options.file,
                               .plain = options.plain},
                              work);
  }
  if (!proof) return bad_input(proof.error().message);
  std::FILE* out = stream_beside(options.file);
  if (options.json) {
    fmt::print(out, "{}\n", strategy_proof_json(*proof));
  } else {
    fmt::print(out, "{}", in_words(*proof));
  }
  return exit_of(proof->ending);
}

Exit prove_position(const Options& options) {
  const std::optional<Game> game = parse_position(options.game, options.moves);
  if (!game) return Exit::bad_input;
  Question question{*game};
  question.wanted = {.value = false, .best = false};
  question.limits.order = options.order;
  question.certificate = CertificateWish{.path = options.file,
                                         .claim = options.kind,
                                         .player = player_named(options.player),
                                         .score = options.score,
                                         .rules = options.rules,
                                         .tree = options.tree_option->count() > 0,
                                         .plain = options.plain};
  StopToken stop;
  Observer observer;
  const Work work = options.work(stop, &observer);
  Result<Answer> answer = failure("");
  {
    const ProgressLine line(options.quiet, observer, [&](const WorkStatus& s, double seconds) {
      return in_words(*game, s, seconds);
    });
    answer = ask(question, work);
  }
  if (!answer) return bad_input(answer.error().message);
  std::FILE* out = stream_beside(options.file);
  if (options.json) {
    fmt::print(out, "{}\n", proof_json(*game, *answer->proof));
  } else {
    fmt::print(out, "{}", in_words(*game, *answer->proof));
  }
  return exit_of(answer->proof->ending);
}

Exit prove_as_jobs(const Options& options) {
  if (options.kind != "win") {
    return bad_input("--method job-level proves wins; write inarow prove win GAME ...");
  }
  JobProofOptions jobs = options.jobs;
  jobs.game = options.game;
  jobs.moves = options.moves;
  jobs.player = options.player;
  jobs.file = options.file;
  return prove_by_jobs(options, jobs, options.order);
}

Exit run(const Options& options) {
  if (options.list) return list_kinds(options);
  if (options.kind.empty() || options.game.empty() || options.file.empty()) {
    return bad_input(
        "KIND, GAME and -o FILE are required; write for example inarow prove value drop:5x4 -o "
        "draw.cert (inarow prove --help)");
  }
  if (is_strategy_claim(options.kind)) return prove_strategy(options);
  if (options.strategy != "auto") {
    return bad_input("--strategy is for claims of kind cannot-lose");
  }
  const auto& kinds = claim_meanings();
  if (std::none_of(kinds.begin(), kinds.end(),
                   [&](const ClaimMeaning& kind) { return kind.name == options.kind; })) {
    return bad_input(fmt::format("no kind of claim {}; the kinds are {} (inarow prove --list)",
                                 quoted(options.kind), kind_names()));
  }
  if (options.method == "job-level") return prove_as_jobs(options);
  if (options.jobs.has_broker() || !options.jobs.tree.empty()) {
    return bad_input("--broker and --tree need --method job-level");
  }
  return prove_position(options);
}

}  // namespace

void add_prove(Program& program) {
  auto options = std::make_shared<Options>();
  CLI::App* command = add_command(
      program, "prove", "writes a proof to a file that inarow-check verifies",
      "A claim that is false is refused with exit code 1. The format is in\n"
      "docs/formats/certificate.md; inarow-check FILE verifies a certificate.\n"
      "Examples:\n"
      "  inarow prove --list\n"
      "  inarow prove value drop:5x5 -o draw.cert\n"
      "  inarow prove win connect4 --moves 44444 --for first -o d5.cert\n"
      "  inarow prove not-lose connect4 --moves 1 --rules -o a1.cert\n"
      "  inarow prove score drop:6x5 --plain -o score.cert\n"
      "  inarow prove cannot-lose cylinder:6 --for second -o six.cert\n"
      "  inarow prove cannot-lose cylinder:6 --for first --strategy paper -o paper.cert\n"
      "  inarow prove cannot-lose drop:6x2n --for second -o six-columns.cert\n"
      "  inarow prove cannot-lose drop:7x20 --moves 1 --for second -o allis.cert\n"
      "  inarow prove drawn \"Connect(11,2)\" -o drawn.cert\n"
      "  inarow prove value \"Connect(5,5,4,1,1)\" -o draw.cert\n"
      "  inarow prove win \"Connect(6,2,3)\" --moves \"0,0 -1,1 1,1\" --for first -o v.cert\n"
      "  inarow prove win connect6 --moves \"j10 k10k11 i10h11\" --for first --method job-level\n"
      "      --tree opening.tree -o opening.cert",
      *options, [options] { return run(*options); });
  command->add_option("KIND", options->kind, "what is claimed: " + kind_names());
  command->add_option("GAME", options->game, "the game, such as connect4");
  command->add_option("--moves", options->moves, "moves that lead to the position");
  command
      ->add_option("--for", options->player,
                   "for whom: first or second (default: the player to move)")
      ->check(CLI::IsMember({"first", "second"}));
  add_number(*command, "--score", options->score, 1, 1000, "of a win: with a score of at least N");
  command->add_option("-o,--output", options->file, "the file to write, - for standard output");
  command
      ->add_option("--strategy", options->strategy,
                   "of cannot-lose: search; rules (a rule for each column, as Allis; drop:Wx2n is "
                   "for all even heights); paper (Yamaguchi and Neller 2015, cylinder:2 and 6, "
                   "first); auto: rules if they do, else search")
      ->check(CLI::IsMember({"auto", "search", "rules", "paper"}));
  command->add_flag(
      "--rules", options->rules,
      "let sets of Allis's rules be leaves: smaller and sooner found, but the checker "
      "takes his theorem as an axiom");
  add_number(*command, "--order", options->order, 1, max_threat_order,
             "highest order of the threats (wins in placement games)");
  options->tree_option =
      command
          ->add_option("--tree", options->jobs.tree,
                       "job-level: keep the tree in this file, and go on with it if it is there. "
                       "Without a file, placement games: a proof with all moves, without threats "
                       "and zones")
          ->expected(0, 1);
  command->add_flag("--plain", options->plain, "do not compress the proof");
  command
      ->add_option("--method", options->method,
                   "auto: one search; job-level: many small ones in a tree (wins)")
      ->check(CLI::IsMember({"auto", "job-level"}));
  add_job_options(*command, options->jobs);
  command->add_flag("--list", options->list, "the kinds of claims");
}

}  // namespace inarow::cli
