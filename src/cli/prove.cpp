// inarow prove KIND GAME [--moves M] [--for first|second] -o FILE

#include "proof/prove.hpp"

#include <fmt/format.h>

#include <memory>
#include <string>

#include "cli/certificate_answer.hpp"
#include "cli/commands.hpp"
#include "cli/drop_options.hpp"
#include "cli/placement_certificate.hpp"
#include "cli/strategy_answer.hpp"

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
  bool tree = false;
  int order = 3;
};

Exit list_kinds(const Options& options) {
  if (options.json) {
    Json kinds = Json::array();
    for (const ClaimKind& kind : claim_kinds()) {
      kinds.push_back({{"claim", kind.name}, {"meaning", kind.meaning}});
    }
    for (const StrategyKind& kind : strategy_kinds()) {
      kinds.push_back({{"claim", kind.name}, {"meaning", kind.meaning}});
    }
    print_json({{"kinds", kinds}});
    return Exit::done;
  }
  for (const ClaimKind& kind : claim_kinds()) fmt::print("{:<13}{}\n", kind.name, kind.meaning);
  for (const StrategyKind& kind : strategy_kinds()) {
    fmt::print("{:<13}{}\n", kind.name, kind.meaning);
  }
  return Exit::done;
}

std::string kind_names() {
  std::string names;
  for (const ClaimKind& kind : claim_kinds()) {
    if (!names.empty()) names += ", ";
    names += kind.name;
  }
  for (const StrategyKind& kind : strategy_kinds()) names += fmt::format(", {}", kind.name);
  return names;
}

Exit run_placement(const Options& options, const Game& game) {
  PlacementRequest request;
  if (options.kind == "score" || options.score != 1) {
    return bad_input("placement games have no scores; write prove win, not-lose or value");
  }
  if (options.rules) return bad_input("--rules is for drop games; leave it out");
  request.claim = options.kind == "win"        ? PlacementClaim::win
                  : options.kind == "not-lose" ? PlacementClaim::not_lose
                                               : PlacementClaim::value;
  request.player = options.player.empty()      ? game.to_move()
                   : options.player == "first" ? Player::first
                                               : Player::second;
  request.order = options.order;
  request.tree = options.tree;
  if (const auto obstacle = placement_proof_obstacle(game, request)) return bad_input(*obstacle);
  StopToken stop;
  options.start(stop);
  const PlacementCertificate answer = write_placement_certificate(
      options, game, request, options.file, options.plain ? Codec::plain : Codec::zstd, stop);
  if (answer.exit == Exit::environment) return answer.exit;
  if (options.json) {
    print_json(answer.json);
  } else {
    fmt::print("{}", answer.text);
  }
  return answer.exit;
}

Exit run(const Options& options) {
  if (options.list) return list_kinds(options);
  if (options.kind.empty() || options.game.empty() || options.file.empty()) {
    return bad_input(
        "KIND, GAME and -o FILE are required; write for example inarow prove value drop:5x4 -o "
        "draw.cert (inarow prove --help)");
  }
  for (const StrategyKind& kind : strategy_kinds()) {
    if (options.kind != kind.name) continue;
    return kind.prove(options, {options.game, options.moves, options.player, options.file,
                                options.strategy, options.plain ? Codec::plain : Codec::zstd});
  }
  if (options.strategy != "auto") {
    return bad_input("--strategy is for claims of kind cannot-lose");
  }
  Claim claim;
  claim.kind = find_claim_kind(options.kind);
  if (claim.kind == nullptr) {
    return bad_input(fmt::format("no kind of claim \"{}\"; the kinds are {} (inarow prove --list)",
                                 options.kind, kind_names()));
  }
  const std::optional<Game> game = parse_position(options.game, options.moves);
  if (!game) return Exit::bad_input;
  const GameSpec& spec = game->spec();
  if (spec.placement() != nullptr) return run_placement(options, *game);
  if (options.tree) return bad_input("--tree is for placement games; leave it out");
  if (!spec.drop()->height) {
    return bad_input(
        fmt::format("prove works for placement games and for drop games of finite height in this "
                    "version; {} is none, write for example drop:7x6",
                    spec.to_string()));
  }
  if (game->over())
    return bad_input("the game is over after these moves; there is nothing to prove");
  if (options.score != 1 && options.kind != "win") {
    return bad_input("--score N is for claims of kind win; the others find the score themselves");
  }
  if (options.score > (*spec.cells() + 1) / 2) {
    return bad_input(fmt::format("--score {}: the highest score on {} is {}", options.score,
                                 spec.to_string(), (*spec.cells() + 1) / 2));
  }
  claim.player = options.player.empty()      ? game->to_move()
                 : options.player == "first" ? Player::first
                                             : Player::second;
  claim.score = options.score;
  StopToken stop;
  options.start(stop);
  std::unique_ptr<DropEngine> engine;
  if (DropAnalyst::needs_engine(*spec.drop())) {
    engine = make_drop_engine(*spec.drop(),
                              table_bytes_for(options, *spec.cells() - game->stone_count()));
  }
  const CertificateAnswer answer = write_certificate(
      options, *game,
      {claim, options.file, options.plain ? Codec::plain : Codec::zstd, options.rules},
      engine.get(), stop);
  if (answer.exit == Exit::environment) return answer.exit;
  if (options.json) {
    print_json(answer.json);
  } else {
    fmt::print("{}", answer.text);
  }
  return answer.exit;
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
      "  inarow prove win \"Connect(6,2,3)\" --moves \"0,0 -1,1 1,1\" --for first -o v.cert",
      *options, [options] { return run(*options); });
  command->add_option("KIND", options->kind, "what is claimed: " + kind_names());
  command->add_option("GAME", options->game, "the game, such as connect4");
  command->add_option("--moves", options->moves, "moves that lead to the position");
  command
      ->add_option("--for", options->player,
                   "for whom: first or second (default: the player to move)")
      ->check(CLI::IsMember({"first", "second"}));
  command->add_option("--score", options->score, "of a win: with a score of at least N")
      ->check(CLI::PositiveNumber);
  command->add_option("-o,--output", options->file, "the file to write");
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
  command
      ->add_option("--order", options->order,
                   "highest order of the threats (wins in placement games)")
      ->check(CLI::Range(1, 4));
  command->add_flag("--tree", options->tree,
                    "placement games: a proof with all moves, without threats and zones");
  command->add_flag("--plain", options->plain, "do not compress the proof");
  command->add_flag("--list", options->list, "the kinds of claims");
}

}  // namespace inarow::cli
