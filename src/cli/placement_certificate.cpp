#include "cli/placement_certificate.hpp"

#include <fmt/format.h>

#include <chrono>

#include "answer/proof_answer.hpp"
#include "cli/drop_options.hpp"
#include "rules/notation.hpp"

namespace inarow::cli {
namespace {

std::string position_text(const Game& game) {
  std::string text = "on " + game.spec().to_string();
  for (std::size_t i = 0; i < game.moves().size(); ++i) {
    text += (i == 0 ? " after " : " ") + format_move(game.spec(), game.moves()[i]);
  }
  return text;
}

std::string value_text(const Game& game, GameValue value) {
  if (value == GameValue::draw) return "the game is a draw";
  const Player winner = value == GameValue::win ? game.to_move() : opponent(game.to_move());
  return fmt::format("the {} player wins", name_of(winner));
}

std::string claim_text(const Game& game, const PlacementRequest& request,
                       const std::optional<GameValue>& value) {
  switch (request.claim) {
    case PlacementClaim::win:
      return fmt::format("the {} player wins", name_of(request.player));
    case PlacementClaim::not_lose:
      return fmt::format("the {} player does not lose", name_of(request.player));
    case PlacementClaim::value:
      break;
  }
  return value ? value_text(game, *value) : "somebody wins";
}

}  // namespace

PlacementCertificate write_placement_certificate(const CommonOptions& options, const Game& game,
                                                 PlacementRequest request, const std::string& path,
                                                 Codec codec, const StopToken& stop) {
  if (const std::optional<int> cells = game.spec().cells()) {
    request.table_bytes = table_bytes_for(options, *cells - game.stone_count());
  }
  return write_placement_certificate(options, game, request, path, stop, [&] {
    return prove_placement(game, request, path, codec, &stop.flag());
  });
}

PlacementCertificate write_placement_certificate(
    const CommonOptions& options, const Game& game, const PlacementRequest& request,
    const std::string& path, const StopToken& stop,
    const std::function<Result<PlacementResult>()>& write) {
  const auto start = std::chrono::steady_clock::now();
  Result<PlacementResult> result = PlacementResult();
  {
    ProgressLine progress(options.quiet);
    const Watch watch(stop, progress, [] { return std::string("searching for a proof"); });
    result = write();
  }
  const double seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  PlacementCertificate answer;
  if (!result) {
    answer.exit = environment_failed(result.error().message);
    return answer;
  }
  const ProofCounts& c = result->header.counts;
  answer.json = placement_proof_json(game, request, *result, path);
  const std::string where = position_text(game);
  switch (result->end) {
    case PlacementEnd::complete:
      answer.text =
          fmt::format("proved: {} {}, {}\n{}: {} bytes; {} positions; {} leaves; {:.3f} s\n", where,
                      claim_text(game, request, result->value),
                      result->zones ? "by threats with relevance zones" : "by all moves", path,
                      result->size.file_bytes, c.positions, c.wins + c.held + c.dead, seconds);
      break;
    case PlacementEnd::false_claim:
      answer.exit = Exit::no;
      answer.text =
          fmt::format("false: {} it is not so that {}; {}\n", where,
                      claim_text(game, request, std::nullopt), value_text(game, *result->value));
      break;
    case PlacementEnd::not_found:
      answer.exit = Exit::no;
      answer.text = fmt::format(
          "not found: {} no proof that {} by threats of order {} or less; no file was written\n",
          where, claim_text(game, request, std::nullopt), request.order);
      break;
    case PlacementEnd::stopped:
      answer.exit = Exit::stopped;
      answer.text = fmt::format("stopped: {} nothing is proved; no file was written\n", where);
      break;
  }
  answer.json["seconds"] = seconds;
  return answer;
}

}  // namespace inarow::cli
