#include "proof/strategy_proof.hpp"

#include <fmt/format.h>

#include <set>

#include "base/bits.hpp"
#include "base/expects.hpp"
#include "search/cannot_lose/format.hpp"
#include "search/maker_breaker/solver.hpp"

namespace inarow {
namespace {

using maker_breaker::CellSet;

constexpr std::uint8_t no_stone = 255;

std::string method() { return fmt::format("inarow {}, strategy", INAROW_VERSION); }

// Writes Breaker's answer to every move of Maker in every position that can arise: the walk of
// docs/formats/drawn.md.
class BlockWalk {
 public:
  BlockWalk(const maker_breaker::LineBoard& board, int p, BodySink& out, const StopToken& stop)
      : board_(board),
        p_(p),
        out_(out),
        stop_(stop),
        solver_(board, maker_breaker::definition_1(p), stop) {}

  // False if the block is not drawn or the walk was stopped.
  bool run() {
    if (solver_.solve(solver_.start()) != maker_breaker::MakerBreakerValue::drawn) return false;
    walk(solver_.start());
    return !stopped_;
  }

  std::uint64_t positions() const { return seen_.size(); }
  std::uint64_t repeats() const { return repeats_; }

 private:
  void walk(maker_breaker::Position position) {
    CellSet alive = 0;
    for (std::uint64_t i = position.active; i != 0; i &= i - 1) {
      alive |= solver_.line(lowest_index(i));
    }
    if (position.active == 0 || stopped_) return;
    position.maker &= alive;
    if (!seen_.insert(position).second) {
      ++repeats_;
      return;
    }
    stopped_ = stopped_ || stop_.stopped();
    for (int count = 1; count <= p_; ++count) moves(position, alive & ~position.maker, 0, count);
  }

  void moves(const maker_breaker::Position& position, CellSet empty, CellSet move, int left) {
    if (left > 0) {
      for (CellSet rest = empty; rest != 0 && !stopped_; rest &= rest - 1) {
        const CellSet cell = lowest_bit(rest);
        moves(position, rest & ~cell, move | cell, left - 1);
      }
      return;
    }
    const std::optional<maker_breaker::BreakerMove> answer = solver_.answer(position, move);
    if (!answer) {
      EXPECTS(stop_.stopped());  // every position of the walk is drawn
      stopped_ = true;
      return;
    }
    int written = 0;
    for (CellSet rest = answer->cells; rest != 0; rest &= rest - 1, ++written) {
      out_.put(static_cast<std::uint8_t>(lowest_index(rest)));
    }
    for (; written < popcount(move); ++written) out_.put(no_stone);
    walk(solver_.after(position, move, *answer));
  }

  maker_breaker::LineBoard board_;
  int p_;
  BodySink& out_;
  const StopToken& stop_;
  maker_breaker::MakerBreakerSolver solver_;
  std::set<maker_breaker::Position> seen_;
  std::uint64_t repeats_ = 0;
  bool stopped_ = false;
};

}  // namespace

Result<StrategyCertificate> write_cannot_lose(const cannot_lose::Strategy& strategy,
                                              const std::string& path, Codec codec,
                                              const std::string& source) {
  Result<CertificateWriter> out = CertificateWriter::create(path, codec);
  if (!out) return tl::unexpected<Error>(out.error());
  StrategyCertificate certificate;
  CertificateHeader& header = certificate.header;
  header.game = cannot_lose::game_text(strategy.ground());
  header.claim = "cannot-lose";
  header.player = strategy.defender();
  header.method = method();
  if (!source.empty()) header.method += " of " + source;
  header.counts.positions = strategy.entries().size();
  out->put(cannot_lose::format_strategy(strategy));
  const Result<CertificateSize> size = out->finish(header);
  if (!size) return tl::unexpected<Error>(size.error());
  certificate.size = *size;
  return certificate;
}

Result<StrategyCertificate> write_column_rules(const cannot_lose::ColumnRules& rules,
                                               const std::string& path, Codec codec) {
  Result<CertificateWriter> out = CertificateWriter::create(path, codec);
  if (!out) return tl::unexpected<Error>(out.error());
  StrategyCertificate certificate;
  CertificateHeader& header = certificate.header;
  header.game = cannot_lose::rules_game_text(rules);
  for (const auto& [first, answer] : rules.begun) header.moves.push_back(Column{first});
  header.claim = "cannot-lose";
  header.player = Player::second;
  header.method = fmt::format("inarow {}, column rules", INAROW_VERSION);
  header.counts.positions = rules.singles.size() + rules.pairs.size() + rules.begun.size();
  out->put(cannot_lose::format_column_rules(rules));
  const Result<CertificateSize> size = out->finish(header);
  if (!size) return tl::unexpected<Error>(size.error());
  certificate.size = *size;
  return certificate;
}

DrawnProof best_drawn_proof(int p) {
  // Blocks of (2p + 2) x (p + 2) cells would give k = 3p + 5; they are drawn for p = 1 and 2, and
  // lost for p = 3 (docs/results/drawn-games.md).
  if (p == 1) return {8, "Zetters 1980", maker_breaker::StripTiling(4, 3, 4), {}};
  if (p == 2)
    return {11, "Chiang, Wu and Lin 2011, Theorem 1", maker_breaker::StripTiling(6, 4, 6), {}};
  DrawnProof proof{0, "Chiang, Wu and Lin 2011, Theorem 2", std::nullopt, maker_breaker::derive(p)};
  proof.k = 3 * proof.steps.back().length - 1;
  return proof;
}

Result<std::optional<StrategyCertificate>> write_drawn(const DrawnProof& proof, int k, int p,
                                                       const std::string& path, Codec codec,
                                                       const StopToken& stop) {
  EXPECTS(k >= proof.k);
  Result<CertificateWriter> out = CertificateWriter::create(path, codec);
  if (!out) return tl::unexpected<Error>(out.error());
  StrategyCertificate certificate;
  CertificateHeader& header = certificate.header;
  header.game = fmt::format("Connect({},{})", k, p);
  header.claim = "drawn";
  header.method = method();
  out->put("inarow drawn 1\n");
  if (proof.tiling) {
    out->put(fmt::format("blocks {} {} {}\n", proof.tiling->columns(), proof.tiling->rows(),
                         proof.tiling->row_line()));
    EXPECTS(proof.tiling->covers(proof.k));
    BlockWalk walk(proof.tiling->board(), p, *out, stop);
    if (!walk.run()) return std::optional<StrategyCertificate>();
    header.counts.positions = walk.positions();
    header.counts.repeats = walk.repeats();
  } else {
    const Result<int> checked = maker_breaker::check_derivation(proof.steps, p, &stop);
    if (!checked && stop.stopped()) return std::optional<StrategyCertificate>();
    EXPECTS(checked.has_value() && *checked <= k);
    out->put("derivation\n");
    for (const maker_breaker::BandStep& step : proof.steps) {
      out->put(fmt::format("{} {} {} {}\n", step.exclusive ? "NX" : "N", step.length, step.number,
                           maker_breaker::rule_name(step.rule)));
    }
    out->put("end\n");
    header.counts.positions = proof.steps.size();
  }
  const Result<CertificateSize> size = out->finish(header);
  if (!size) return tl::unexpected<Error>(size.error());
  certificate.size = *size;
  return std::optional<StrategyCertificate>(certificate);
}

}  // namespace inarow
