#include "ask/strategy_claims.hpp"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <limits>

#include "ask/asker.hpp"
#include "base/quote.hpp"
#include "proof/prove.hpp"
#include "proof/strategy_proof.hpp"
#include "search/cannot_lose/column_rules.hpp"
#include "search/cannot_lose/literature.hpp"
#include "search/cannot_lose/search.hpp"
#include "search/cannot_lose/verify.hpp"
#include "search/maker_breaker/solver.hpp"

namespace inarow {
namespace {

constexpr int max_budget = 20;

using Clock = Ticker::Clock;

Codec codec_of(const StrategyQuestion& question, const Work& work) {
  if (question.plain) return Codec::plain;
  return memory_for(work) / 4 < zstd_bytes ? Codec::small_zstd : Codec::zstd;
}

StrategyProof unproved(const StrategyQuestion& question, std::string text) {
  StrategyProof proof;
  proof.ending = ProofEnding::not_found;
  proof.game = question.game;
  proof.claim = question.claim;
  proof.player = question.player;
  proof.text = std::move(text);
  return proof;
}

StrategyProof stopped_proof(const StrategyQuestion& question) {
  StrategyProof proof = unproved(question, "");
  proof.ending = ProofEnding::stopped;
  return proof;
}

StrategyProof written(const StrategyQuestion& question, const StrategyCertificate& certificate,
                      std::string text) {
  StrategyProof proof = unproved(question, std::move(text));
  proof.ending = ProofEnding::written;
  proof.game = certificate.header.game;
  proof.file = question.path;
  proof.bytes = certificate.size.file_bytes;
  proof.body_bytes = certificate.size.body_bytes;
  proof.positions = certificate.header.counts.positions;
  return proof;
}

// "drop:6x20" and "drop:6x2n": boards for which rules for columns are tried. Higher than the boards
// of games, so GameSpec does not know them all.
std::optional<std::pair<int, int>> parse_even_board(std::string_view text) {
  int width = 0;
  int height = 0;
  if (!text.starts_with("drop:")) return std::nullopt;
  const char* end = text.data() + text.size();
  const auto first = std::from_chars(text.data() + 5, end, width);
  if (first.ec != std::errc() || first.ptr == end || *first.ptr != 'x' || width < 1) {
    return std::nullopt;
  }
  const std::string_view rows(first.ptr + 1, static_cast<std::size_t>(end - first.ptr - 1));
  if (rows == "2n") return std::pair(width, 0);
  const auto second = std::from_chars(rows.data(), rows.data() + rows.size(), height);
  if (second.ec != std::errc() || second.ptr != end || height < 2 || height % 2 != 0) {
    return std::nullopt;
  }
  return std::pair(width, height);
}

// The first player's move before which the rules begin; nothing if the text is none.
std::optional<int> opening_of(const std::string& moves, int width) {
  if (moves.size() != 1) return std::nullopt;
  std::optional<int> opening;
  if (moves[0] >= '1' && moves[0] <= '9') opening = moves[0] - '1';
  if (moves[0] >= 'a' && moves[0] <= 'z') opening = moves[0] - 'a';
  return opening && *opening < width ? opening : std::nullopt;
}

// Rules for columns; nothing if there are none and search may find something.
Result<std::optional<StrategyProof>> prove_by_rules(const StrategyQuestion& question,
                                                    const Work& work) {
  constexpr int max_width = 7;
  const auto board = parse_even_board(question.game);
  const bool only_rules = question.strategy == "rules" || question.game.ends_with("x2n");
  if (!board || board->first > max_width || board->second > cannot_lose::max_rules_height ||
      question.player != Player::second) {
    if (!only_rules) return std::optional<StrategyProof>();
    return failure(fmt::format(
        "rules for columns are those of the second player on drop:WxH with W up to {}, H even and "
        "up to {}, or on drop:Wx2n, which is every even height; write for example inarow prove "
        "cannot-lose drop:6x2n --for second",
        max_width, cannot_lose::max_rules_height));
  }
  const std::optional<int> opening = opening_of(question.moves, board->first);
  if (!question.moves.empty() && !opening) {
    return failure(fmt::format(
        "moves {}: rules for columns may begin after the first player's first move, as in 1",
        question.moves));
  }
  const std::optional<cannot_lose::ColumnRules> rules =
      cannot_lose::find_column_rules(board->first, board->second, opening, work.stop);
  if (!rules || !cannot_lose::check_column_rules(*rules, work.stop)) {
    if (stopped(work.stop)) return stopped_proof(question);
    if (!only_rules && question.moves.empty()) return std::optional<StrategyProof>();
    const char* hint = board->first == 7 && !opening
                           ? "; on 7 columns give the first player's first move, as in --moves 1"
                           : "";
    return unproved(
        question,
        fmt::format("not found: no rules for single columns and pairs of columns do{}", hint));
  }
  const Result<StrategyCertificate> certificate =
      write_column_rules(*rules, question.path, codec_of(question, work));
  if (!certificate) throw EnvironmentError(certificate.error().message);
  return written(question, *certificate,
                 fmt::format("on {}{}{} the second player cannot lose", question.game,
                             board->second == 0 ? " (every even height)" : "",
                             opening ? fmt::format(" after {}", question.moves) : ""));
}

// The ground of a drop game for which cannot-lose strategies are searched, or why there is none.
Result<cannot_lose::Ground> ground_of(const GameSpec& spec) {
  const DropSpec* drop = spec.drop();
  if (drop == nullptr || drop->k != 4 || drop->width > cannot_lose::max_width ||
      (drop->height && (*drop->height % 2 != 0 || *drop->height > cannot_lose::max_height))) {
    return failure(fmt::format(
        "cannot-lose strategies are for drop games with k = 4, up to {} columns, and infinite or "
        "even height up to {}; {} is none, write for example cylinder:6",
        cannot_lose::max_width, cannot_lose::max_height, spec.to_string()));
  }
  return cannot_lose::Ground{drop->width, drop->cylinder, drop->height.value_or(0)};
}

// What is searched for: a ground, and the strategy of a paper if it was asked for.
struct Search {
  GameSpec spec;
  cannot_lose::Ground ground;
  Player player = Player::first;
  cannot_lose::Prescription prescription;
};

Result<Search> search_of(const StrategyQuestion& question) {
  const Result<GameSpec> spec = GameSpec::parse(question.game);
  if (!spec) return tl::unexpected<Error>(spec.error());
  const Result<cannot_lose::Ground> ground = ground_of(*spec);
  if (!ground) return tl::unexpected<Error>(ground.error());
  if (!question.moves.empty()) {
    return failure("cannot-lose claims are about the start of the game; leave out the moves");
  }
  Search search{*spec, *ground, *question.player, {}};
  if (ground->height != 0 && search.player == Player::first) {
    return failure("on boards of even height follow-up is the second player's; write --for second");
  }
  if (question.strategy == "paper") {
    if (!ground->cylinder || ground->height != 0 || search.player != Player::first ||
        (ground->width != 2 && ground->width != 6)) {
      return failure(
          "the strategies of Yamaguchi and Neller (2015) are the first player's on cylinder:2 and "
          "cylinder:6");
    }
    search.prescription = ground->width == 2 ? cannot_lose::yamaguchi_neller_width_2()
                                             : cannot_lose::yamaguchi_neller_width_6();
  }
  return search;
}

Result<StrategyProof> prove_cannot_lose(const StrategyQuestion& question, const Work& work) {
  if (!question.player) return failure("who cannot lose? write --for first or --for second");
  if (question.strategy == "auto" || question.strategy == "rules") {
    Result<std::optional<StrategyProof>> by_rules = prove_by_rules(question, work);
    if (!by_rules) return tl::unexpected<Error>(by_rules.error());
    if (*by_rules) return **by_rules;
  }
  const Result<Search> search = search_of(question);
  if (!search) return tl::unexpected<Error>(search.error());
  cannot_lose::SearchLimits limits;
  limits.max_budget = max_budget;
  // The strategy that is found and its certificate take memory beside the table of the search.
  limits.memory_bytes = memory_for(work) / 4 * 3;
  limits.max_states = std::numeric_limits<std::uint64_t>::max();
  const StopToken never;
  Observer nobody;
  const cannot_lose::SearchResult result = cannot_lose::find_strategy(
      search->ground, search->player, limits, work.stop != nullptr ? *work.stop : never,
      work.observer != nullptr ? *work.observer : nobody, search->prescription);
  if (!result.strategy) {
    StrategyProof proof = unproved(
        question,
        fmt::format("not found: no strategy with up to {} free replies; {} states searched",
                    result.complete ? result.budget : result.budget - 1, result.states));
    proof.game = search->spec.to_string();
    proof.states = result.states;
    if (!result.complete) proof.ending = ProofEnding::stopped;
    return proof;
  }
  const Result<cannot_lose::Verified> verified = cannot_lose::verify(*result.strategy, work.stop);
  if (!verified && stopped(work.stop)) return stopped_proof(question);
  if (!verified) throw EnvironmentError("a fault in the search: " + verified.error().message);
  const Result<StrategyCertificate> certificate =
      write_cannot_lose(*result.strategy, question.path, codec_of(question, work),
                        question.strategy == "paper" ? "Yamaguchi and Neller 2015" : "");
  if (!certificate) throw EnvironmentError(certificate.error().message);
  return written(question, *certificate,
                 fmt::format("on {} the {} player cannot lose", search->spec.to_string(),
                             name_of(search->player)));
}

// "Connect(k,p)": the collection of all Connect(m,n,k,p,q) with q <= p.
std::optional<std::pair<int, int>> parse_collection(std::string_view text) {
  int k = 0;
  int p = 0;
  if (!text.starts_with("Connect(") || !text.ends_with(")")) return std::nullopt;
  const char* end = text.data() + text.size() - 1;
  const auto first = std::from_chars(text.data() + 8, end, k);
  if (first.ec != std::errc() || first.ptr == end || *first.ptr != ',') return std::nullopt;
  const auto second = std::from_chars(first.ptr + 1, end, p);
  if (second.ec != std::errc() || second.ptr != end) return std::nullopt;
  if (k < 1 || k > 4000 || p < 1 || p > 1000) return std::nullopt;
  return std::pair(k, p);
}

Result<StrategyProof> prove_drawn(const StrategyQuestion& question, const Work& work) {
  const auto collection = parse_collection(question.game);
  if (!collection) {
    return failure(
        fmt::format("{}: drawn claims are about Connect(k,p), for all boards and q, "
                    "k up to 4000 and p up to 1000; write for example Connect(11,2)",
                    quoted(question.game)));
  }
  if (!question.moves.empty() || question.player || question.strategy != "auto") {
    return failure("drawn claims are about whole games; leave out --moves, --for and --strategy");
  }
  const auto [k, p] = *collection;
  const DrawnProof proof = best_drawn_proof(p);
  if (k < proof.k) {
    StrategyProof known =
        unproved(question, fmt::format("not proved: with p = {} the least k known to be drawn is "
                                       "{} ({})",
                                       p, proof.k, proof.source));
    known.known_k = proof.k;
    return known;
  }
  const StopToken never;
  const Result<std::optional<StrategyCertificate>> certificate =
      write_drawn(proof, k, p, question.path, codec_of(question, work),
                  work.stop != nullptr ? *work.stop : never);
  if (!certificate) throw EnvironmentError(certificate.error().message);
  if (!*certificate) return stopped_proof(question);
  return written(question, **certificate,
                 fmt::format("{} is drawn on all boards ({})", question.game, proof.source));
}

struct StrategyClaim {
  const char* name;
  const char* meaning;
  Result<StrategyProof> (*prove)(const StrategyQuestion&, const Work&);
};
constexpr std::array strategy_claims{
    StrategyClaim{"cannot-lose",
                  "a player never loses a drop game of infinite or even height, by a strategy that "
                  "is written",
                  prove_cannot_lose},
    StrategyClaim{"drawn",
                  "Connect(k,p) is drawn on all boards and for all q, by tiling or by Theorem 2",
                  prove_drawn}};

std::string words_of(const DrawnProof& proof) {
  if (proof.tiling) {
    return fmt::format("blocks of {} x {} cells ({})", proof.tiling->columns(),
                       proof.tiling->rows(), proof.source);
  }
  const maker_breaker::BandStep& last = proof.steps.back();
  return fmt::format("N({},{}) in {} steps ({})", last.length, last.number, proof.steps.size(),
                     proof.source);
}

// The block is solved and the covering checked, or the derivation is.
bool holds(const DrawnProof& proof, int p, const StopToken& stop) {
  if (!proof.tiling) return maker_breaker::check_derivation(proof.steps, p, &stop).has_value();
  maker_breaker::MakerBreakerSolver solver(proof.tiling->board(), maker_breaker::definition_1(p),
                                           stop);
  return proof.tiling->covers(proof.k) &&
         solver.solve(solver.start()) == maker_breaker::MakerBreakerValue::drawn;
}

}  // namespace

Result<StrategyProof> prove_by_strategy(const StrategyQuestion& question, const Work& work) {
  const auto start = Clock::now();
  for (const StrategyClaim& claim : strategy_claims) {
    if (question.claim != claim.name) continue;
    Result<StrategyProof> proof = claim.prove(question, work);
    if (proof) proof->seconds = seconds_since(start);
    return proof;
  }
  return failure(fmt::format("no kind of claim {}", quoted(question.claim)));
}

const std::vector<ClaimMeaning>& claim_meanings() {
  static const std::vector<ClaimMeaning> meanings = [] {
    std::vector<ClaimMeaning> all;
    for (const ClaimKind& kind : claim_kinds()) all.push_back({kind.name, kind.meaning});
    for (const StrategyClaim& claim : strategy_claims) all.push_back({claim.name, claim.meaning});
    return all;
  }();
  return meanings;
}

bool is_strategy_claim(const std::string& name) {
  return std::any_of(strategy_claims.begin(), strategy_claims.end(),
                     [&](const StrategyClaim& claim) { return name == claim.name; });
}

std::optional<DrawnGame> least_drawn_game(int p, const StopToken* stop) {
  const StopToken never;
  const DrawnProof proof = best_drawn_proof(p);
  if (stopped(stop) || !holds(proof, p, stop != nullptr ? *stop : never)) return std::nullopt;
  DrawnGame game{proof.k, maker_breaker::theorem_2_k(p), 4 * p + 7, std::nullopt, words_of(proof)};
  if (p == 1) game.zetters = 8;
  return game;
}

}  // namespace inarow
