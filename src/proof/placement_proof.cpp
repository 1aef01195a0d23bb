#include "proof/placement_proof.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "search/threat_space/threat_prover.hpp"

namespace inarow {
namespace {

// Where exact search can answer as well, it gets its turn after so many nodes of threat search, and
// at once if so few cells are empty that it is the faster one to say that nobody wins.
constexpr std::uint64_t nodes_before_exact = 300'000;
constexpr int exact_at_once = 25;
constexpr std::uint64_t nodes_without_exact = 100'000'000;

bool has_null_stones(const Game& game) {
  const MoveList& moves = game.moves();
  return std::any_of(moves.begin(), moves.end(), [](const Move& move) {
    return std::find(move.begin(), move.end(), null_stone) != move.end();
  });
}

struct Bound {
  Player prover;
  int threshold;
};

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
std::vector<Bound> bounds_of(const Game& game, const PlacementRequest& request, GameValue value) {
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

class Prover {
 public:
  Prover(const Game& game, const PlacementRequest& request, const std::atomic<bool>* stop)
      : game_(game), request_(request), stop_(stop) {}

  PlacementResult result;
  std::string body;

  void run() {
    const bool exact = !ExactSolver::obstacle(game_.spec());
    const bool at_once = request_.claim == PlacementClaim::value && exact &&
                         *game_.spec().cells() - game_.stone_count() <= exact_at_once;
    const bool threats = !request_.tree && request_.claim != PlacementClaim::not_lose && !at_once &&
                         !threats::ThreatSearch::obstacle(game_);
    if (threats && by_zones(exact ? nodes_before_exact : nodes_without_exact)) return;
    if (stopped()) return;
    if (!exact) {
      result.end = PlacementEnd::not_found;
      return;
    }
    by_tree();
  }

 private:
  bool stopped() const { return stop_ != nullptr && stop_->load(); }

  bool by_zones(std::uint64_t nodes) {
    threats::ThreatLimits limits;
    limits.order = request_.order;
    limits.nodes = nodes;
    threats::ThreatProver prover(*game_.spec().placement(), game_.stones(), game_.to_move(), limits,
                                 stop_);
    const std::optional<threats::ThreatWin> win =
        request_.claim == PlacementClaim::win ? prover.find_win(request_.player, request_.order)
                                              : prover.find_winner(request_.order);
    if (!win) return false;
    const std::optional<PlacementProof> proof =
        prove_by_zones(game_, win->winner, win->order, stop_, nodes);
    if (!proof) return false;
    result.zones = true;
    result.value = win->winner == game_.to_move() ? GameValue::win : GameValue::loss;
    finish({*proof});
    return true;
  }

  void by_tree() {
    ExactSolver solver(*game_.spec().placement(), request_.table_bytes);
    result.value = solver.value(game_, stop_).value;
    if (!result.value) return;
    const std::vector<Bound> bounds = bounds_of(game_, request_, *result.value);
    if (bounds.empty()) {
      result.end = PlacementEnd::false_claim;
      return;
    }
    std::vector<PlacementProof> proofs;
    for (const Bound& bound : bounds) {
      std::optional<PlacementProof> proof =
          prove_by_tree(game_, bound.prover, bound.threshold, solver, stop_);
      if (!proof) return;
      proofs.push_back(std::move(*proof));
    }
    finish(proofs);
  }

  void finish(const std::vector<PlacementProof>& proofs) {
    CertificateHeader& header = result.header;
    header.game = game_.spec().to_string();
    for (const Move& move : game_.moves()) {
      header.stones.insert(header.stones.end(), move.begin(), move.end());
    }
    header.claim = name_of_claim(request_.claim);
    header.player = request_.player;
    header.score = score_of(game_, request_, *result.value);
    header.method = fmt::format("inarow {}, {}", INAROW_VERSION,
                                result.zones ? "threats with relevance zones" : "exact search");
    for (const PlacementProof& proof : proofs) {
      add(header.counts, proof.counts);
      body += proof.body;
    }
    result.end = PlacementEnd::complete;
  }

  const Game& game_;
  const PlacementRequest& request_;
  const std::atomic<bool>* stop_;
};

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

Result<PlacementResult> prove_placement(const Game& game, const PlacementRequest& request,
                                        const std::string& path, Codec codec,
                                        const std::atomic<bool>* stop) {
  Prover prover(game, request, stop);
  prover.run();
  if (prover.result.end != PlacementEnd::complete) return prover.result;
  Result<CertificateWriter> out = CertificateWriter::create(path, codec);
  if (!out) return tl::unexpected<Error>(out.error());
  out->put(prover.body);
  const Result<CertificateSize> size = out->finish(prover.result.header);
  if (!size) return tl::unexpected<Error>(size.error());
  prover.result.size = *size;
  return prover.result;
}

}  // namespace inarow
