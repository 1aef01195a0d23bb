#include "service/certificate_tasks.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "answer/proof_answer.hpp"
#include "rules/notation.hpp"
#include "service/checker_process.hpp"
#include "service/fields.hpp"

namespace inarow::service {
namespace {

using Json = nlohmann::ordered_json;

// Of a decompressed body that is shown move by move; its index takes about 30 times as much.
constexpr std::size_t max_walk_body = std::size_t{4} << 20;
constexpr double walk_seconds = 60;

Answerable<CertificateShelf::Bytes> find_certificate(const std::string& id,
                                                     CertificateShelf& shelf) {
  if (id.empty()) {
    return bad_request(
        R"(id is missing: which certificate? write for example "id":"connect4-victor")");
  }
  CertificateShelf::Bytes bytes = shelf.find(id);
  if (bytes) return bytes;
  return tl::unexpected<Refusal>(
      Refusal{404, "there is no such certificate here, or no more; send it again"});
}

struct CheckOptions {
  bool no_axioms = false;
};

class CheckTask final : public AnswerTask {
 public:
  CheckTask(CertificateShelf::Bytes bytes, CheckOptions options, double seconds)
      : AnswerTask(seconds), bytes_(std::move(bytes)), options_(options) {}

 private:
  void answer_or_throw() override {
    const std::string program = checker_program();
    if (program.empty()) {
      return set_error(500,
                       "inarow-check does not stand beside inarow; build it, or say where it "
                       "is by INAROW_CHECK");
    }
    std::vector<std::string> options;
    if (options_.no_axioms) options.emplace_back("--no-axioms");
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
  CheckOptions options_;
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
    if (!game) return bad_request(game.error());
    const MoveList& played = game->moves();
    for (const Move& move : played) moves.push_back(Column{move[0].x});
    if (moves.size() < h.moves.size() ||
        !std::equal(h.moves.begin(), h.moves.end(), moves.begin())) {
      return bad_request("the moves do not begin with those of the certificate");
    }
    moves.erase(moves.begin(), moves.begin() + static_cast<std::ptrdiff_t>(h.moves.size()));
  }
  const Result<ProofNode> node = walk.node(request.bound, moves);
  if (!node) return bad_request(node.error());
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
      Result<ProofWalk> opened = ProofWalk::open(std::move(*file), stop());
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

Answerable<Reply> check_reply(const std::string& body, const RequestLimits& limits,
                              CertificateShelf& shelf) {
  const Result<nlohmann::json> json = read_object(body, {"id", "no_axioms", "seconds"});
  if (!json) return bad_request(json.error());
  const Result<std::string> id = text_of(*json, "id", "\"connect4-victor\"");
  if (!id) return bad_request(id.error());
  const Result<bool> no_axioms = flag_of(*json, "no_axioms");
  if (!no_axioms) return bad_request(no_axioms.error());
  const Result<double> seconds = seconds_of(*json, limits);
  if (!seconds) return bad_request(seconds.error());
  Answerable<CertificateShelf::Bytes> bytes = find_certificate(*id, shelf);
  if (!bytes) return tl::unexpected<Refusal>(bytes.error());
  return Reply{"", std::make_shared<CheckTask>(std::move(*bytes),
                                               CheckOptions{.no_axioms = *no_axioms}, *seconds)};
}

Answerable<Reply> node_reply(const std::string& body, CertificateShelf& shelf) {
  const Result<nlohmann::json> json = read_object(body, {"id", "bound", "moves"});
  if (!json) return bad_request(json.error());
  const Result<std::string> id = text_of(*json, "id", "\"connect4-victor\"");
  if (!id) return bad_request(id.error());
  NodeRequest request{*id, 0, std::nullopt};
  if (json->contains("bound")) {
    const nlohmann::json& bound = (*json)["bound"];
    if (!bound.is_number_integer() || bound < 0 || bound > 1)
      return bad_request("bound must be 0 or 1");
    request.bound = bound.get<std::size_t>();
  }
  if (json->contains("moves")) {
    const Result<std::string> moves = text_of(*json, "moves", "\"4453\"");
    if (!moves) return bad_request(moves.error());
    request.moves = *moves;
  }
  if (const auto walk = shelf.find_walk(request.id)) {
    Answerable<std::string> text = node_text(*walk, request);
    if (!text) return tl::unexpected<Refusal>(text.error());
    return Reply{std::move(*text), nullptr};
  }
  Answerable<CertificateShelf::Bytes> bytes = find_certificate(request.id, shelf);
  if (!bytes) return tl::unexpected<Refusal>(bytes.error());
  return Reply{"", std::make_shared<NodeTask>(std::move(request), std::move(*bytes), shelf)};
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
