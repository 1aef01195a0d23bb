#include "service/certificate_requests.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <thread>

#include "answer/proof_answer.hpp"
#include "rules/notation.hpp"
#include "service/checker_process.hpp"
#include "service/fields.hpp"

namespace inarow::service {
namespace {

using Json = nlohmann::ordered_json;

// Of a decompressed body that is shown move by move; its index takes about 30 times as much, that
// of a win by threats about 20 times.
constexpr std::size_t max_walk_body = std::size_t{4} << 20;
constexpr std::size_t max_zone_body = std::size_t{1} << 20;

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

bool is_placement_game(const std::string& text) {
  const Result<GameSpec> spec = GameSpec::parse(text);
  return spec && spec->placement() != nullptr;
}

struct NodeRequest {
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

// One proof is opened at a time, for the memory. Who opens one may be held, so nobody waits in a
// lock. Nothing if the stop came first.
std::shared_ptr<void> turn_to_open(const StopToken& stop) {
  static std::atomic<bool> opening{false};
  while (opening.exchange(true)) {
    if (stop.stopped()) return nullptr;
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  return {&opening, [](void*) { opening = false; }};
}

// A place of a win by threats in a placement game, named by the numbers of the replies to it. The
// proof is read anew for each, which takes milliseconds.
Answerable<std::string> zone_node_text(const std::string& bytes, const nlohmann::json& path,
                                       const StopToken& stop) {
  const auto wrong = [] {
    return bad_request("path must be the numbers of the replies, such as [0,2]");
  };
  std::vector<std::size_t> numbers;
  if (!path.is_null() && !path.is_array()) return wrong();
  for (const nlohmann::json& number : path) {
    if (!number.is_number_unsigned()) return wrong();
    numbers.push_back(number.get<std::size_t>());
  }
  const std::shared_ptr<void> turn = turn_to_open(stop);
  if (!turn) return refused(503, "other proofs are being opened");
  Result<CertificateFile> file = parse_certificate(bytes, max_zone_body);
  if (!file) return bad_request(file.error());
  const Result<ZoneWalk> walk = ZoneWalk::open(std::move(*file));
  if (!walk) return bad_request(walk.error());
  const Result<ZoneNode> node = walk->node(numbers);
  if (!node) return bad_request(node.error());
  Json json{{"path", numbers}};
  json.update(zone_node_json(*walk, *node));
  return json.dump();
}

// The proof of a certificate, opened now if it was not lately, which may take a second.
Answerable<std::shared_ptr<const ProofWalk>> open_walk(const std::string& id,
                                                       CertificateShelf& shelf,
                                                       const StopToken& stop) {
  if (std::shared_ptr<const ProofWalk> walk = shelf.find_walk(id)) return walk;
  const Answerable<CertificateShelf::Bytes> bytes = find_certificate(id, shelf);
  if (!bytes) return tl::unexpected<Refusal>(bytes.error());
  const std::shared_ptr<void> turn = turn_to_open(stop);
  if (!turn) return refused(503, "other proofs are being opened");
  if (std::shared_ptr<const ProofWalk> walk = shelf.find_walk(id)) return walk;
  Result<CertificateFile> file = parse_certificate(**bytes, max_walk_body);
  if (!file) return bad_request(file.error());
  Result<ProofWalk> opened = ProofWalk::open(std::move(*file), stop);
  if (!opened) return bad_request(opened.error());
  auto walk = std::make_shared<const ProofWalk>(std::move(*opened));
  shelf.store_walk(id, walk);
  return walk;
}

}  // namespace

Answerable<std::string> check_reply(const std::string& body, const RequestLimits& limits,
                                    CertificateShelf& shelf, const StopToken& stop) {
  const Result<nlohmann::json> json = read_object(body, {"id", "no_axioms", "seconds"});
  if (!json) return bad_request(json.error());
  const Result<std::string> id = text_of(*json, "id", "\"connect4-victor\"");
  if (!id) return bad_request(id.error());
  const Result<bool> no_axioms = flag_of(*json, "no_axioms");
  if (!no_axioms) return bad_request(no_axioms.error());
  const Result<double> seconds = seconds_of(*json, limits);
  if (!seconds) return bad_request(seconds.error());
  const Answerable<CertificateShelf::Bytes> bytes = find_certificate(*id, shelf);
  if (!bytes) return tl::unexpected<Refusal>(bytes.error());
  const std::string program = checker_program();
  if (program.empty()) {
    return refused(500,
                   "inarow-check does not stand beside inarow; build it, or say where it is by "
                   "INAROW_CHECK");
  }
  std::vector<std::string> options;
  if (*no_axioms) options.emplace_back("--no-axioms");
  StopToken in_time(&stop);
  in_time.limit_time(*seconds);
  const Result<CheckerRun> run = run_checker(program, options, **bytes, {}, in_time);
  if (!run) return refused(500, run.error().message);
  const char* verdict = run->exit_code == 0   ? "verified"
                        : run->exit_code == 1 ? "refuted"
                        : run->exit_code == 2 ? "unreadable"
                                              : "stopped";
  return Json{{"verdict", verdict},
              {"exit", run->exit_code < 0 ? Json() : Json(run->exit_code)},
              {"output", run->output},
              {"seconds", run->seconds}}
      .dump(-1, ' ', false, Json::error_handler_t::replace);
}

Answerable<std::string> node_reply(const std::string& body, CertificateShelf& shelf,
                                   const StopToken& stop) {
  const Result<nlohmann::json> json = read_object(body, {"id", "bound", "moves", "path"});
  if (!json) return bad_request(json.error());
  const Result<std::string> id = text_of(*json, "id", "\"connect4-victor\"");
  if (!id) return bad_request(id.error());
  const Answerable<CertificateShelf::Bytes> bytes = find_certificate(*id, shelf);
  if (!bytes) return tl::unexpected<Refusal>(bytes.error());
  const Result<CertificateHeader> header = parse_certificate_header(**bytes);
  if (header && is_placement_game(header->game)) {
    return zone_node_text(**bytes, json->value("path", nlohmann::json()), stop);
  }
  NodeRequest request;
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
  const Answerable<std::shared_ptr<const ProofWalk>> walk = open_walk(*id, shelf, stop);
  if (!walk) return tl::unexpected<Refusal>(walk.error());
  return node_text(**walk, request);
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
