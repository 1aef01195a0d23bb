#include "proof/prove.hpp"

#include <algorithm>
#include <cstdlib>

#include "base/expects.hpp"

namespace inarow {
// The bounds that prove an exact score of `player`: the winner's first, in a draw the first
// player's. Of a value the winner's suffices: nothing is better than a win.
std::vector<ProofBound> bounds_of(std::string_view kind, Player player, int score) {
  if (kind == "win" || kind == "not-lose") return {{player, score}};
  const Player winner = score == 0 ? Player::first : score > 0 ? player : opponent(player);
  std::vector<ProofBound> bounds{{winner, std::abs(score)}};
  if (kind == "score" || score == 0) bounds.push_back({opponent(winner), -std::abs(score)});
  return bounds;
}

const std::vector<ClaimKind>& claim_kinds() {
  static const std::vector<ClaimKind> kinds{
      {"win", "the player wins, if asked with a score of at least N", false},
      {"not-lose", "the player draws or wins", false},
      {"value", "the game is a win, a draw or a loss of the player, as it may be", true},
      {"score", "the exact score of the player, and so the length of the game", true},
  };
  return kinds;
}

const ClaimKind* find_claim_kind(std::string_view name) {
  const auto& kinds = claim_kinds();
  const auto found =
      std::find_if(kinds.begin(), kinds.end(), [&](const ClaimKind& k) { return name == k.name; });
  return found == kinds.end() ? nullptr : &*found;
}

Result<ProofResult> prove_drop(const Game& game, const DropClaim& claim, const ProofTools& tools,
                               const std::string& path, Codec codec) {
  EXPECTS(claim.kind != nullptr && !game.over());
  const std::string_view kind = claim.kind->name;
  ProofResult result;
  CertificateHeader& header = result.header;
  header.game = game.spec().to_string();
  for (const Move& move : game.moves()) header.moves.push_back(Column{move[0].x});
  header.claim = kind;
  header.player = claim.player;
  header.score = kind == "not-lose" ? 0 : claim.score;
  header.method = "inarow " INAROW_VERSION ", alpha-beta";

  // Opened before the work, so that a path that cannot be written is not found out after it.
  Result<CertificateWriter> writer = CertificateWriter::create(path, codec);
  if (!writer) return tl::unexpected<Error>(writer.error());

  DropAnalyst analyst(*game.spec().drop(), tools.engine, tools.threads, nullptr, tools.stop,
                      nullptr);
  const auto find_truth = [&](bool score) {
    result.truth = analyst.analyse(game, {score, false, false, false}).range;
    return result.truth.complete;
  };
  if (claim.kind->exact) {
    if (!find_truth(kind == "score")) return result;
    const int score = result.truth.lower > 0   ? result.truth.lower
                      : result.truth.upper < 0 ? result.truth.upper
                                               : 0;
    header.score = claim.player == game.to_move() ? score : -score;
    if (kind == "value") header.score = std::clamp(header.score, -1, 1);
  }
  for (const ProofBound& bound : bounds_of(kind, claim.player, header.score)) {
    if (tools.observer != nullptr) tools.observer->begin_bound();
    BoundProof proof(*game.spec().drop(), bound, tools, *writer, header.counts);
    result.end = proof.write(game);
    if (result.end == ProofEnd::false_claim && !find_truth(true)) result.end = ProofEnd::stopped;
    if (result.end != ProofEnd::complete) return result;
  }
  if (header.counts.rule_leaves > 0) header.method += " and rules";
  const Result<CertificateSize> size = writer->finish(header);
  if (!size) return tl::unexpected<Error>(size.error());
  result.size = *size;
  return result;
}

}  // namespace inarow
