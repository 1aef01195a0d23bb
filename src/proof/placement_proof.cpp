#include "proof/placement_proof.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/expects.hpp"
#include "proof/proof_board.hpp"

namespace inarow {
namespace {

constexpr std::uint64_t nodes_without_exact = 100'000'000;

void add(ProofCounts& sum, const ProofCounts& counts) {
  sum.positions += counts.positions;
  sum.wins += counts.wins;
  sum.held += counts.held;
  sum.dead += counts.dead;
  sum.repeats += counts.repeats;
}

const char* name_of_claim(PlacementClaim claim) {
  return claim == PlacementClaim::win        ? "win"
         : claim == PlacementClaim::not_lose ? "not-lose"
                                             : "value";
}

// The bounds that prove the claim in a position of this value; nothing if it is false.
std::vector<ProofBound> bounds_of(const Game& game, const PlacementRequest& request,
                                  GameValue value) {
  const Player winner =
      value == GameValue::win ? game.to_move() : opponent(game.to_move());  // if it is no draw
  switch (request.claim) {
    case PlacementClaim::win:
      if (value == GameValue::draw || winner != request.player) return {};
      return {{request.player, 1}};
    case PlacementClaim::not_lose:
      if (value != GameValue::draw && winner != request.player) return {};
      return {{request.player, 0}};
    case PlacementClaim::value:
      if (value != GameValue::draw) return {{winner, 1}};
      return {{Player::first, 0}, {Player::second, 0}};
  }
  return {};
}

int score_of(const Game& game, const PlacementRequest& request, GameValue value) {
  if (request.claim == PlacementClaim::win) return 1;
  if (request.claim == PlacementClaim::not_lose) return 0;
  const int score = static_cast<int>(value);
  return request.player == game.to_move() ? score : -score;
}

// A claim with the bytes that prove it.
struct Proved {
  PlacementResult result;
  std::string body;
};

void finish(const Game& game, const PlacementRequest& request,
            const std::vector<PlacementProof>& proofs, Proved& proved) {
  CertificateHeader& header = proved.result.header;
  header.game = game.spec().to_string();
  for (const Move& move : game.moves()) {
    header.stones.insert(header.stones.end(), move.begin(), move.end());
  }
  header.claim = name_of_claim(request.claim);
  header.player = request.player;
  header.score = score_of(game, request, *proved.result.value);
  header.method =
      fmt::format("inarow {}, {}", INAROW_VERSION,
                  proved.result.zones ? "threats with relevance zones" : "exact search");
  for (const PlacementProof& proof : proofs) {
    add(header.counts, proof.counts);
    proved.body += proof.body;
  }
  proved.result.end = PlacementEnd::complete;
}

Result<Proved> from_win(const Game& game, const PlacementRequest& request,
                        const threats::ThreatWin& win) {
  const std::optional<PlacementProof> proof = proof_of_win(game, win);
  if (!proof) return failure("the record of a win by threats does not prove it");
  Proved proved;
  proved.result.zones = true;
  proved.result.value = win.winner == game.to_move() ? GameValue::win : GameValue::loss;
  finish(game, request, {*proof}, proved);
  return proved;
}

Proved by_tree(const Game& game, const PlacementRequest& request, ExactSolver& solver,
               const StopToken* stop) {
  Proved proved;
  proved.result.value = solver.value(game, stop).value;
  if (!proved.result.value) return proved;
  const std::vector<ProofBound> bounds = bounds_of(game, request, *proved.result.value);
  if (bounds.empty()) {
    proved.result.end = PlacementEnd::false_claim;
    return proved;
  }
  std::vector<PlacementProof> proofs;
  for (const ProofBound& bound : bounds) {
    std::optional<PlacementProof> proof = prove_by_tree(game, bound.prover, bound.threshold, solver,
                                                        stop, request.memory_bytes / bounds.size());
    if (!proof) return proved;
    proofs.push_back(std::move(*proof));
  }
  finish(game, request, proofs, proved);
  return proved;
}

std::optional<threats::ThreatWin> find_win(const Game& game, const PlacementRequest& request,
                                           std::uint64_t nodes, const StopToken* stop) {
  threats::ThreatLimits limits;
  limits.nodes = nodes;
  limits.table = request.threat_entries;
  threats::ThreatProver prover(*game.spec().placement(), game.stones(), game.to_move(), limits,
                               stop);
  prover.record_wins();
  return request.claim == PlacementClaim::win ? prover.find_win(request.player, request.order)
                                              : prover.find_winner(request.order);
}

Result<Proved> search(const Game& game, const PlacementRequest& request, const StopToken* stop) {
  const bool exact = !ExactSolver::obstacle(game.spec());
  const bool at_once = request.claim == PlacementClaim::value && exact &&
                       *game.spec().cells() - game.stone_count() <= exact_at_once;
  const bool threats = !request.tree && request.claim != PlacementClaim::not_lose && !at_once &&
                       !threats::ThreatSearch::obstacle(game);
  if (threats) {
    const std::uint64_t nodes = exact ? nodes_before_exact : nodes_without_exact;
    if (const auto win = find_win(game, request, nodes, stop)) return from_win(game, request, *win);
  }
  Proved proved;
  if (stopped(stop)) return proved;
  if (!exact) {
    proved.result.end = PlacementEnd::not_found;
    return proved;
  }
  ExactSolver solver(*game.spec().placement(), request.table_bytes);
  return by_tree(game, request, solver, stop);
}

Result<PlacementResult> write(Result<Proved> proved, const std::string& path, Codec codec) {
  if (!proved) return tl::unexpected<Error>(proved.error());
  PlacementResult& result = proved->result;
  if (result.end != PlacementEnd::complete) return result;
  Result<CertificateWriter> out = CertificateWriter::create(path, codec);
  if (!out) return tl::unexpected<Error>(out.error());
  out->put(proved->body);
  const Result<CertificateSize> size = out->finish(result.header);
  if (!size) return tl::unexpected<Error>(size.error());
  result.size = *size;
  return result;
}

}  // namespace

std::optional<std::string> placement_proof_obstacle(const Game& game,
                                                    const PlacementRequest& request) {
  if (game.over()) return "the game is over after these moves; there is nothing to prove";
  if (has_null_stones(game)) return "certificates take no null stones (--)";
  const std::optional<std::string> no_tree = ExactSolver::obstacle(game.spec());
  if (!no_tree) return std::nullopt;
  if (request.tree || request.claim == PlacementClaim::not_lose) return no_tree;
  return threats::ThreatSearch::obstacle(game);
}

Result<PlacementResult> write_win_certificate(const Game& game, const PlacementRequest& request,
                                              const threats::ThreatWin& win,
                                              const std::string& path, Codec codec) {
  EXPECTS(request.claim == PlacementClaim::value ||
          (request.claim == PlacementClaim::win && request.player == win.winner));
  return write(from_win(game, request, win), path, codec);
}

Result<PlacementResult> write_exact_certificate(const Game& game, const PlacementRequest& request,
                                                ExactSolver& solver, const std::string& path,
                                                Codec codec, const StopToken* stop) {
  return write(by_tree(game, request, solver, stop), path, codec);
}

Result<PlacementResult> prove_placement(const Game& game, const PlacementRequest& request,
                                        const std::string& path, Codec codec,
                                        const StopToken* stop) {
  return write(search(game, request, stop), path, codec);
}

}  // namespace inarow
