#include "service/certificate_tasks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "answer/proof_answer.hpp"
#include "base/files.hpp"
#include "proof/victor_leaves.hpp"
#include "rules/notation.hpp"
#include "service/checker_process.hpp"
#include "service/fields.hpp"
#include "service/placement_proof_task.hpp"
#include "service/scratch_file.hpp"

namespace inarow::service {
namespace {

using Json = nlohmann::ordered_json;
using Clock = std::chrono::steady_clock;

// Of a decompressed body that is shown move by move; its index takes about 30 times as much.
constexpr std::size_t max_walk_body = std::size_t{4} << 20;
constexpr double walk_seconds = 60;

tl::unexpected<Refusal> bad(std::string message) {
  return tl::unexpected<Refusal>(Refusal{400, std::move(message)});
}

Answerable<CertificateShelf::Bytes> find_certificate(const std::string& id,
                                                     CertificateShelf& shelf) {
  if (id.empty()) {
    return bad(R"(id is missing: which certificate? write for example "id":"connect4-victor")");
  }
  CertificateShelf::Bytes bytes = shelf.find(id);
  if (bytes) return bytes;
  return tl::unexpected<Refusal>(
      Refusal{404, "there is no such certificate here, or no more; send it again"});
}

struct ProveRequest {
  Request position;
  Claim claim;
  bool rules = false;
  std::optional<PlacementRequest>
      placement;  // of games of this family; `claim` and `rules` say nothing
};

Answerable<ProveRequest> read_prove_request(const std::string& body, const RequestLimits& limits) {
  const Result<nlohmann::json> json =
      read_object(body, {"game", "moves", "claim", "for", "score", "rules", "order", "seconds"});
  if (!json) return bad(json.error().message);
  Result<Request> position = position_of(*json);
  if (!position) return bad(position.error().message);
  const GameSpec& spec = position->game.spec();
  const bool placement = spec.placement() != nullptr;
  if (!placement && !spec.drop()->height) {
    return bad(
        fmt::format("prove works for placement games and for drop games of finite height in this "
                    "version; {} is none, write for example drop:7x6",
                    spec.to_string()));
  }
  if (position->game.over()) {
    return bad("the game is over after these moves; there is nothing to prove");
  }
  const Result<std::string> kind = text_of(*json, "claim", "\"value\"");
  const Result<std::string> player = text_of(*json, "for", "\"first\"");
  const Result<bool> rules = flag_of(*json, "rules");
  const Result<double> seconds = seconds_of(*json, limits);
  if (!kind) return bad(kind.error().message);
  if (!player) return bad(player.error().message);
  if (!rules) return bad(rules.error().message);
  if (!seconds) return bad(seconds.error().message);
  const Result<int> order = order_of(*json, placement);
  if (!order) return bad(order.error().message);
  position->seconds = *seconds;
  Claim claim;
  claim.kind = find_claim_kind(kind->empty() ? "value" : *kind);
  if (claim.kind == nullptr) return bad("claim must be value, win, not-lose or score");
  if (!player->empty() && *player != "first" && *player != "second") {
    return bad("for must be \"first\" or \"second\"");
  }
  claim.player = player->empty()      ? position->game.to_move()
                 : *player == "first" ? Player::first
                                      : Player::second;
  if (placement) {
    if (*kind == "score" || json->contains("score") || *rules) {
      return bad(
          "placement games have no scores and no rules; claim must be value, win or not-lose");
    }
    PlacementRequest asked;
    asked.claim = *kind == "win"        ? PlacementClaim::win
                  : *kind == "not-lose" ? PlacementClaim::not_lose
                                        : PlacementClaim::value;
    asked.player = claim.player;
    asked.order = *order;
    if (const auto obstacle = placement_proof_obstacle(position->game, asked))
      return bad(*obstacle);
    return ProveRequest{std::move(*position), claim, false, asked};
  }
  if (json->contains("score")) {
    const nlohmann::json& score = (*json)["score"];
    const int highest = (*spec.cells() + 1) / 2;
    if (std::string_view(claim.kind->name) != "win") {
      return bad("score is for claims of kind win; the others find the score themselves");
    }
    if (!score.is_number_integer() || score < 1 || score > highest) {
      return bad(fmt::format("score must be a number from 1 to {}", highest));
    }
    claim.score = score.get<int>();
  }
  return ProveRequest{std::move(*position), claim, *rules, std::nullopt};
}

class ProveTask final : public WatchedTask {
 public:
  ProveTask(ProveRequest request, std::size_t max_bytes, Engines& engines, CertificateShelf& shelf)
      : WatchedTask(request.position.seconds),
        request_(std::move(request)),
        max_bytes_(max_bytes),
        engines_(engines),
        shelf_(shelf) {}

  std::vector<std::string> new_moves(std::size_t& /*from*/) override { return {}; }
  std::string progress() override {
    return Json{{"state", started() ? "running" : "waiting"},
                {"bound", monitor_.bounds.load()},
                {"done", std::clamp(monitor_.done.load(), 0.0, 1.0)},
                {"positions", monitor_.positions.load()},
                {"rule_leaves", monitor_.rule_leaves.load()},
                {"seconds", elapsed()}}
        .dump();
  }

 private:
  double elapsed() const {
    const Clock::rep start = start_;
    if (start == 0) return 0;
    return std::chrono::duration<double>(Clock::now().time_since_epoch() - Clock::duration(start))
        .count();
  }

  void answer_or_throw() override {
    start_ = Clock::now().time_since_epoch().count();
    const Game& game = request_.position.game;
    const DropSpec& spec = *game.spec().drop();
    const auto engine = engines_.of(spec);
    const std::unique_ptr<LeafProver> rules = request_.rules ? make_victor_leaves(spec) : nullptr;
    ProofTools tools;
    tools.engine = engine->engine.get();
    tools.leaves = rules.get();
    tools.stop = &stop().flag();
    tools.monitor = &monitor_;
    const ScratchFile file;
    const Result<ProofResult> result =
        prove_drop(game, request_.claim, tools, file.path(), Codec::zstd);
    if (!result) return set_error(500, result.error().message);
    Json json = proof_json(game, *result, certificate_name(game, result->header.claim));
    json["seconds"] = elapsed();
    if (result->end == ProofEnd::complete) {
      Result<std::string> id = keep_certificate(file, result->size.file_bytes, max_bytes_, shelf_);
      if (!id) return set_error(500, id.error().message);
      json["id"] = std::move(*id);
    }
    set_answer(json.dump());
  }

  ProveRequest request_;
  std::size_t max_bytes_;
  Engines& engines_;
  CertificateShelf& shelf_;
  ProofMonitor monitor_;
  std::atomic<Clock::rep> start_{0};
};

class CheckTask final : public AnswerTask {
 public:
  CheckTask(CertificateShelf::Bytes bytes, bool no_axioms, double seconds)
      : AnswerTask(seconds), bytes_(std::move(bytes)), no_axioms_(no_axioms) {}

 private:
  void answer_or_throw() override {
    const std::string program = checker_program();
    if (program.empty()) {
      return set_error(500,
                       "inarow-check does not stand beside inarow; build it, or say where it "
                       "is by INAROW_CHECK");
    }
    std::vector<std::string> options;
    if (no_axioms_) options.emplace_back("--no-axioms");
    const Result<CheckerRun> run = run_checker(program, options, *bytes_, {}, stop());
    if (!run) return set_error(500, run.error().message);
    const char* verdict = run->exit_code == 0   ? "verified"
                          : run->exit_code == 1 ? "refuted"
                          : run->exit_code == 2 ? "unreadable"
                                                : "stopped";
    set_answer(Json{{"verdict", verdict},
                    {"exit", run->exit_code < 0 ? Json() : Json(run->exit_code)},
                    {"output", run->output},
                    {"seconds", run->seconds}}
                   .dump(-1, ' ', false, Json::error_handler_t::replace));
  }

  CertificateShelf::Bytes bytes_;
  bool no_axioms_;
};

struct NodeRequest {
  std::string id;
  std::size_t bound = 0;
  std::optional<std::string> moves;  // from the empty board; none: the certificate's
};

Answerable<std::string> node_text(const ProofWalk& walk, const NodeRequest& request) {
  const CertificateHeader& h = walk.header();
  std::vector<Column> moves;
  if (request.moves) {
    const Result<Game> game = read_game(*GameSpec::parse(h.game), *request.moves);
    if (!game) return bad(game.error().message);
    const MoveList& played = game->moves();
    for (const Move& move : played) moves.push_back(Column{move[0].x});
    if (moves.size() < h.moves.size() ||
        !std::equal(h.moves.begin(), h.moves.end(), moves.begin())) {
      return bad("the moves do not begin with those of the certificate");
    }
    moves.erase(moves.begin(), moves.begin() + static_cast<std::ptrdiff_t>(h.moves.size()));
  }
  const Result<ProofNode> node = walk.node(request.bound, moves);
  if (!node) return bad(node.error().message);
  Json json = walk_json(walk);
  json.update(node_json(*node));
  return json.dump();
}

// Opens the proof, which may take a second, and answers.
class NodeTask final : public AnswerTask {
 public:
  NodeTask(NodeRequest request, CertificateShelf::Bytes bytes, CertificateShelf& shelf)
      : AnswerTask(walk_seconds),
        request_(std::move(request)),
        bytes_(std::move(bytes)),
        shelf_(shelf) {}

 private:
  void answer_or_throw() override {
    std::shared_ptr<const ProofWalk> walk = shelf_.find_walk(request_.id);
    if (!walk) {
      Result<CertificateFile> file = parse_certificate(*bytes_, max_walk_body);
      if (!file) return set_error(400, file.error().message);
      Result<ProofWalk> opened = ProofWalk::open(std::move(*file), stop().flag());
      if (!opened) return set_error(400, opened.error().message);
      walk = std::make_shared<const ProofWalk>(std::move(*opened));
      shelf_.store_walk(request_.id, walk);
    }
    Answerable<std::string> text = node_text(*walk, request_);
    if (!text) return set_error(text.error().status, text.error().message);
    set_answer(std::move(*text));
  }

  NodeRequest request_;
  CertificateShelf::Bytes bytes_;
  CertificateShelf& shelf_;
};

}  // namespace

Answerable<std::shared_ptr<WatchedTask>> make_prove_task(const std::string& body,
                                                         const RequestLimits& limits,
                                                         std::size_t max_bytes, Engines& engines,
                                                         CertificateShelf& shelf) {
  Answerable<ProveRequest> request = read_prove_request(body, limits);
  if (!request) return tl::unexpected<Refusal>(request.error());
  if (request->placement) {
    return std::make_shared<PlacementProofTask>(std::move(request->position), *request->placement,
                                                max_bytes, shelf);
  }
  return std::make_shared<ProveTask>(std::move(*request), max_bytes, engines, shelf);
}

Answerable<std::shared_ptr<AnswerTask>> make_check_task(const std::string& body,
                                                        const RequestLimits& limits,
                                                        CertificateShelf& shelf) {
  const Result<nlohmann::json> json = read_object(body, {"id", "no_axioms", "seconds"});
  if (!json) return bad(json.error().message);
  const Result<std::string> id = text_of(*json, "id", "\"connect4-victor\"");
  if (!id) return bad(id.error().message);
  const Result<bool> no_axioms = flag_of(*json, "no_axioms");
  if (!no_axioms) return bad(no_axioms.error().message);
  const Result<double> seconds = seconds_of(*json, limits);
  if (!seconds) return bad(seconds.error().message);
  Answerable<CertificateShelf::Bytes> bytes = find_certificate(*id, shelf);
  if (!bytes) return tl::unexpected<Refusal>(bytes.error());
  return std::make_shared<CheckTask>(std::move(*bytes), *no_axioms, *seconds);
}

Answerable<NodeAnswer> make_node_answer(const std::string& body, CertificateShelf& shelf) {
  const Result<nlohmann::json> json = read_object(body, {"id", "bound", "moves"});
  if (!json) return bad(json.error().message);
  const Result<std::string> id = text_of(*json, "id", "\"connect4-victor\"");
  if (!id) return bad(id.error().message);
  NodeRequest request{*id, 0, std::nullopt};
  if (json->contains("bound")) {
    const nlohmann::json& bound = (*json)["bound"];
    if (!bound.is_number_integer() || bound < 0 || bound > 1) return bad("bound must be 0 or 1");
    request.bound = bound.get<std::size_t>();
  }
  if (json->contains("moves")) {
    const Result<std::string> moves = text_of(*json, "moves", "\"4453\"");
    if (!moves) return bad(moves.error().message);
    request.moves = *moves;
  }
  if (const auto walk = shelf.find_walk(request.id)) {
    Answerable<std::string> text = node_text(*walk, request);
    if (!text) return tl::unexpected<Refusal>(text.error());
    return NodeAnswer{std::move(*text), nullptr};
  }
  Answerable<CertificateShelf::Bytes> bytes = find_certificate(request.id, shelf);
  if (!bytes) return tl::unexpected<Refusal>(bytes.error());
  return NodeAnswer{"", std::make_shared<NodeTask>(std::move(request), std::move(*bytes), shelf)};
}

std::string opened_json(std::string bytes, CertificateShelf& shelf) {
  const std::size_t size = bytes.size();
  const Result<CertificateHeader> header = parse_certificate_header(bytes);
  Json json{{"id", shelf.store(std::move(bytes))}, {"bytes", size}};
  json["header"] = header ? header_json(*header) : Json();
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::string shipped_json(CertificateShelf& shelf) {
  Json list = Json::array();
  for (const CertificateShelf::Shipped& one : shelf.shipped()) {
    list.push_back({{"id", one.id}, {"bytes", one.bytes}, {"header", header_json(one.header)}});
  }
  return Json{{"certificates", std::move(list)}}.dump();
}

}  // namespace inarow::service
