#include "ask/certificate_answer.hpp"

#include <fmt/format.h>

#include "ask/asker.hpp"
#include "ask/placement_why.hpp"
#include "base/quote.hpp"
#include "proof/placement_proof.hpp"
#include "proof/victor_leaves.hpp"

namespace inarow {
namespace {

constexpr int default_order = 3;

// The kind of claim: what was asked for, or what the question is about.
std::string kind_of(const Question& question) {
  const CertificateWish& wish = *question.certificate;
  if (!wish.claim.empty()) return wish.claim;
  return question.wanted.score ? "score" : "value";
}

Player player_of(const Question& question) {
  return question.certificate->player.value_or(question.game.to_move());
}

// A proof shares the memory with the search that finds it.
Codec codec_of(const CertificateWish& wish, const Work& work) {
  if (wish.plain) return Codec::plain;
  return memory_for(work) / 4 < zstd_bytes ? Codec::small_zstd : Codec::zstd;
}

PlacementRequest request_of(const Question& question) {
  const std::string kind = kind_of(question);
  PlacementRequest request;
  request.claim = kind == "win"        ? PlacementClaim::win
                  : kind == "not-lose" ? PlacementClaim::not_lose
                                       : PlacementClaim::value;
  request.player = player_of(question);
  request.order = question.limits.order.value_or(default_order);
  request.tree = question.certificate->tree || question.method == Method::alphabeta;
  return request;
}

std::optional<std::string> drop_obstacle(const Question& question) {
  const CertificateWish& wish = *question.certificate;
  const GameSpec& spec = question.game.spec();
  const std::string kind = kind_of(question);
  if (!spec.drop()->height) {
    return fmt::format(
        "prove works for placement games and for drop games of finite height; {} is none: what can "
        "be proved of it is cannot-lose, for either side",
        spec.to_string());
  }
  if (wish.tree) return "all moves instead of zones is for placement games; leave out tree";
  if (wish.score != 1 && kind != "win") {
    return "score N is for claims of kind win; the others find the score themselves";
  }
  const int highest = (*spec.cells() + 1) / 2;
  if (wish.score < 1 || wish.score > highest) {
    return fmt::format("score {}: the scores of wins on {} go from 1 to {}", wish.score,
                       spec.to_string(), highest);
  }
  return std::nullopt;
}

std::optional<std::string> placement_obstacle(const Question& question) {
  const CertificateWish& wish = *question.certificate;
  if (wish.claim == "score" || wish.score != 1) {
    return "placement games have no scores; the claims are win, not-lose and value";
  }
  if (wish.rules) return "placement games have no rules; leave them out";
  return placement_proof_obstacle(question.game, request_of(question));
}

// From what the search found, where it was asked for the value; else the claim is searched for.
Result<PlacementResult> write_proof(const Question& question, const PlacementRequest& request,
                                    const Work& work, PlacementSeat& seat) {
  const CertificateWish& wish = *question.certificate;
  const bool of_value =
      (question.wanted.value || question.wanted.defenses) && request.claim == PlacementClaim::value;
  if (of_value && seat.win() && !request.tree) {
    return write_win_certificate(question.game, request, *seat.win(), wish.path,
                                 codec_of(wish, work));
  }
  if (of_value && !seat.win() && PlacementSeat::exact_fits(question.game)) {
    return write_exact_certificate(question.game, request, seat.exact(question.game), wish.path,
                                   codec_of(wish, work), work.stop);
  }
  return prove_placement(question.game, request, wish.path, codec_of(wish, work), work.stop);
}

}  // namespace

void add_counts(const ProofCounts& counts, const CertificateSize& size, ProofReport& report) {
  report.bytes = size.file_bytes;
  report.body_bytes = size.body_bytes;
  report.positions = counts.positions;
  report.wins = counts.wins;
  report.held = counts.held;
  report.dead = counts.dead;
  report.rule_leaves = counts.rule_leaves;
  report.repeats = counts.repeats;
}

std::optional<std::string> certificate_obstacle(const Question& question) {
  if (question.game.over()) {
    return "the game is over after these moves; there is nothing to prove";
  }
  const std::string& claim = question.certificate->claim;
  if (!claim.empty() && find_claim_kind(claim) == nullptr) {
    return fmt::format("no kind of claim {}; the kinds are win, not-lose, value and score",
                       quoted(claim));
  }
  return question.game.spec().drop() != nullptr ? drop_obstacle(question)
                                                : placement_obstacle(question);
}

ProofReport prove_drop_claim(const Question& question, const Work& work, DropEngine* engine,
                             MoveGuide* guide) {
  const CertificateWish& wish = *question.certificate;
  const auto start = Ticker::Clock::now();
  const std::unique_ptr<LeafProver> rules =
      wish.rules || guide != nullptr ? make_victor_leaves(*question.game.spec().drop(), work.stop)
                                     : nullptr;
  const ProofTools tools{.engine = engine,
                         .threads = work.threads,
                         .leaves = rules.get(),
                         .guide = guide,
                         .memory_bytes = memory_for(work) / 4,
                         .stop = work.stop,
                         .observer = work.observer};
  const DropClaim claim{find_claim_kind(kind_of(question)), player_of(question), wish.score};
  const Result<ProofResult> result =
      prove_drop(question.game, claim, tools, wish.path, codec_of(wish, work));
  if (!result) throw EnvironmentError(result.error().message);
  ProofReport report;
  report.claim = result->header.claim;
  report.player = result->header.player;
  report.file = wish.path;
  switch (result->end) {
    case ProofEnd::complete:
      report.ending = ProofEnding::written;
      report.score = result->header.score;
      add_counts(result->header.counts, result->size, report);
      if (report.rule_leaves > 0) report.axioms = {allis_axiom};
      break;
    case ProofEnd::false_claim:
      report.ending = ProofEnding::false_claim;
      report.score = result->header.score;
      report.value = value_of({result->truth.lower, result->truth.upper});
      report.true_score = result->truth.lower;
      break;
    case ProofEnd::stopped:
      report.ending = ProofEnding::stopped;
      break;
  }
  report.seconds = seconds_since(start);
  return report;
}

ProofReport prove_placement_claim(const Question& question, const Work& work, PlacementSeat& seat) {
  const CertificateWish& wish = *question.certificate;
  const auto start = Ticker::Clock::now();
  PlacementRequest request = request_of(question);
  if (const std::optional<int> cells = question.game.spec().cells()) {
    request.table_bytes = table_bytes_for(work, *cells - question.game.stone_count(), 2);
  }
  request.memory_bytes = memory_for(work) / 4;
  request.threat_entries = threat_entries_for(work);
  const Result<PlacementResult> result = write_proof(question, request, work, seat);
  if (!result) throw EnvironmentError(result.error().message);
  ProofReport report;
  report.claim = kind_of(question);
  report.player = request.player;
  report.file = wish.path;
  switch (result->end) {
    case PlacementEnd::complete:
      report.ending = ProofEnding::written;
      report.score = result->header.score;
      report.form = result->zones ? "zones" : "tree";
      add_counts(result->header.counts, result->size, report);
      break;
    case PlacementEnd::false_claim:
      report.ending = ProofEnding::false_claim;
      report.value = result->value;
      break;
    case PlacementEnd::not_found:
      report.ending = ProofEnding::not_found;
      report.order = request.order;
      break;
    case PlacementEnd::stopped:
      report.ending = ProofEnding::stopped;
      break;
  }
  report.seconds = seconds_since(start);
  return report;
}

}  // namespace inarow
