#include "cli/strategy_answer.hpp"

#include <fmt/format.h>

#include <charconv>
#include <chrono>

#include "proof/strategy_proof.hpp"
#include "search/cannot_lose/column_rules.hpp"
#include "search/cannot_lose/literature.hpp"
#include "search/cannot_lose/search.hpp"
#include "search/cannot_lose/verify.hpp"

namespace inarow::cli {
namespace {

constexpr int max_budget = 20;
constexpr double bytes_a_state = 100;  // of the table, at its least filled

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

void print_certificate(const CommonOptions& options, const StrategyCertificate& certificate,
                       const std::string& claim, const std::string& file, double seconds) {
  const CertificateHeader& h = certificate.header;
  if (options.json) {
    print_json({{"game", h.game},
                {"claim", h.claim},
                {"for", h.claim == "drawn" ? Json(nullptr) : Json(name_of(h.player))},
                {"proved", true},
                {"file", file},
                {"bytes", certificate.size.file_bytes},
                {"body_bytes", certificate.size.body_bytes},
                {"positions", h.counts.positions},
                {"seconds", seconds}});
  } else {
    fmt::print("proved: {}\n{}: {} bytes; {} positions; {:.3f} s\n", claim, file,
               certificate.size.file_bytes, h.counts.positions, seconds);
  }
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
  const auto second = std::from_chars(rows.data(), end, height);
  if (second.ec != std::errc() || second.ptr != end || height < 2 || height % 2 != 0) {
    return std::nullopt;
  }
  return std::pair(width, height);
}

// Rules for columns; nothing if there are none and search may find something.
std::optional<Exit> prove_by_rules(const CommonOptions& options, const StrategyRequest& request) {
  constexpr int max_width = 7;
  const auto board = parse_even_board(request.game);
  const bool only_rules = request.strategy == "rules" || request.game.ends_with("x2n");
  if (!board || board->first > max_width || board->second > cannot_lose::max_rules_height ||
      request.player != "second") {
    if (!only_rules) return std::nullopt;
    return bad_input(fmt::format(
        "rules for columns are those of the second player on drop:WxH with W up to {}, H even and "
        "up to {}, or on drop:Wx2n, which is every even height; write for example inarow prove "
        "cannot-lose drop:6x2n --for second",
        max_width, cannot_lose::max_rules_height));
  }
  std::optional<int> opening;
  if (!request.moves.empty()) {
    const char move = request.moves[0];
    if (move >= '1' && move <= '9') opening = move - '1';
    if (move >= 'a' && move <= 'z') opening = move - 'a';
    if (request.moves.size() != 1 || !opening || *opening >= board->first) {
      return bad_input(fmt::format(
          "--moves {}: rules for columns may begin after the first player's first move, as in "
          "--moves 1",
          request.moves));
    }
  }
  const auto start = std::chrono::steady_clock::now();
  const std::optional<cannot_lose::ColumnRules> rules =
      cannot_lose::find_column_rules(board->first, board->second, opening);
  if (!rules || !cannot_lose::check_column_rules(*rules)) {
    if (!only_rules && request.moves.empty()) return std::nullopt;
    const char* hint = board->first == 7 && !opening
                           ? "; on 7 columns give the first player's first move, as in --moves 1"
                           : "";
    if (options.json) {
      print_json({{"game", request.game},
                  {"claim", "cannot-lose"},
                  {"for", request.player},
                  {"proved", false},
                  {"seconds", seconds_since(start)}});
    } else {
      fmt::print("not found: no rules for single columns and pairs of columns do{}\n", hint);
    }
    return Exit::no;
  }
  const Result<StrategyCertificate> certificate =
      write_column_rules(*rules, request.file, request.codec);
  if (!certificate) return environment_failed(certificate.error().message);
  print_certificate(options, *certificate,
                    fmt::format("on {}{}{} the second player cannot lose", request.game,
                                board->second == 0 ? " (every even height)" : "",
                                opening ? fmt::format(" after {}", request.moves) : ""),
                    request.file, seconds_since(start));
  return Exit::done;
}

Exit prove_cannot_lose(const CommonOptions& options, const StrategyRequest& request) {
  if (request.player.empty()) {
    return bad_input("who cannot lose? write --for first or --for second");
  }
  if (request.strategy == "auto" || request.strategy == "rules") {
    if (const std::optional<Exit> done = prove_by_rules(options, request)) return *done;
  }
  const std::optional<GameSpec> spec = parse_game(request.game);
  if (!spec) return Exit::bad_input;
  const Result<cannot_lose::Ground> ground = ground_of(*spec);
  if (!ground) return bad_input(ground.error().message);
  if (!request.moves.empty()) {
    return bad_input("cannot-lose claims are about the start of the game; leave out --moves");
  }
  const Player player = request.player == "first" ? Player::first : Player::second;
  if (ground->height != 0 && player == Player::first) {
    return bad_input(
        "on boards of even height follow-up is the second player's; write --for second");
  }
  cannot_lose::Prescription prescription;
  const bool paper = request.strategy == "paper";
  if (paper) {
    if (!ground->cylinder || ground->height != 0 || player != Player::first ||
        (ground->width != 2 && ground->width != 6)) {
      return bad_input(
          "the strategies of Yamaguchi and Neller (2015) are the first player's on cylinder:2 and "
          "cylinder:6");
    }
    prescription = ground->width == 2 ? cannot_lose::yamaguchi_neller_width_2()
                                      : cannot_lose::yamaguchi_neller_width_6();
  }
  StopToken stop;
  options.start(stop);
  const auto start = std::chrono::steady_clock::now();
  cannot_lose::SearchLimits limits;
  limits.max_budget = max_budget;
  limits.max_states =
      static_cast<std::uint64_t>(static_cast<double>(options.memory_bytes()) / bytes_a_state);
  cannot_lose::SearchResult result;
  {
    ProgressLine progress(options.quiet);
    result = cannot_lose::find_strategy(*ground, player, limits, stop, progress, prescription);
  }
  if (!result.strategy) {
    if (options.json) {
      print_json({{"game", spec->to_string()},
                  {"claim", "cannot-lose"},
                  {"for", request.player},
                  {"proved", false},
                  {"states", result.states},
                  {"seconds", seconds_since(start)}});
    } else {
      fmt::print("not found: no strategy with up to {} free replies; {} states searched\n",
                 result.complete ? result.budget : result.budget - 1, result.states);
    }
    return result.complete ? Exit::no : Exit::stopped;
  }
  const Result<cannot_lose::Verified> verified = cannot_lose::verify(*result.strategy);
  if (!verified) return environment_failed("a fault in the search: " + verified.error().message);
  const Result<StrategyCertificate> certificate = write_cannot_lose(
      *result.strategy, request.file, request.codec, paper ? "Yamaguchi and Neller 2015" : "");
  if (!certificate) return environment_failed(certificate.error().message);
  print_certificate(
      options, *certificate,
      fmt::format("on {} the {} player cannot lose", spec->to_string(), request.player),
      request.file, seconds_since(start));
  return Exit::done;
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

Exit prove_drawn(const CommonOptions& options, const StrategyRequest& request) {
  const auto collection = parse_collection(request.game);
  if (!collection) {
    return bad_input(
        fmt::format("\"{}\": drawn claims are about Connect(k,p), for all boards and q, "
                    "k up to 4000 and p up to 1000; write for example Connect(11,2)",
                    request.game));
  }
  if (!request.moves.empty() || !request.player.empty() || request.strategy != "auto") {
    return bad_input("drawn claims are about whole games; leave out --moves, --for and --strategy");
  }
  const auto [k, p] = *collection;
  StopToken stop;
  options.start(stop);
  const auto start = std::chrono::steady_clock::now();
  const DrawnProof proof = best_drawn_proof(p);
  if (k < proof.k) {
    if (options.json) {
      print_json(
          {{"game", request.game}, {"claim", "drawn"}, {"proved", false}, {"known_k", proof.k}});
    } else {
      fmt::print("not proved: with p = {} the least k known to be drawn is {} ({})\n", p, proof.k,
                 proof.source);
    }
    return Exit::no;
  }
  const Result<std::optional<StrategyCertificate>> certificate =
      write_drawn(proof, k, p, request.file, request.codec, stop);
  if (!certificate) return environment_failed(certificate.error().message);
  if (!*certificate) {
    fmt::print("stopped: nothing is proved; no file was written\n");
    return Exit::stopped;
  }
  print_certificate(options, **certificate,
                    fmt::format("{} is drawn on all boards ({})", request.game, proof.source),
                    request.file, seconds_since(start));
  return Exit::done;
}

}  // namespace

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

const std::vector<StrategyKind>& strategy_kinds() {
  static const std::vector<StrategyKind> kinds{
      {"cannot-lose",
       "a player never loses a drop game of infinite or even height, by a strategy that is written",
       prove_cannot_lose},
      {"drawn", "Connect(k,p) is drawn on all boards and for all q, by tiling or by Theorem 2",
       prove_drawn}};
  return kinds;
}

}  // namespace inarow::cli
