#include "service/placement_proof_task.hpp"

#include <algorithm>
#include <chrono>
#include <nlohmann/json.hpp>

#include "answer/proof_answer.hpp"
#include "base/files.hpp"
#include "rules/notation.hpp"

namespace inarow::service {
namespace {

using Json = nlohmann::ordered_json;
using Clock = std::chrono::steady_clock;

// Small boards are done in a table of a few megabytes; touching more would only cost time.
constexpr int few_cells = 25;
constexpr std::size_t small_table = std::size_t{8} << 20;
constexpr std::size_t large_table = std::size_t{128} << 20;
constexpr std::size_t max_name = 80;

}  // namespace

PlacementProofTask::PlacementProofTask(Request position, PlacementRequest request,
                                       std::size_t max_bytes, CertificateShelf& shelf)
    : WatchedTask(position.seconds),
      position_(std::move(position)),
      request_(request),
      max_bytes_(max_bytes),
      shelf_(shelf) {
  const Game& game = position_.game;
  const int empty = game.spec().cells().value_or(0) - game.stone_count();
  request_.table_bytes = empty <= few_cells ? small_table : large_table;
}

std::string PlacementProofTask::progress() {
  return Json{{"state", started() ? "running" : "waiting"}, {"seconds", elapsed()}}.dump();
}

double PlacementProofTask::elapsed() const {
  const Clock::rep start = start_;
  if (start == 0) return 0;
  return std::chrono::duration<double>(Clock::now().time_since_epoch() - Clock::duration(start))
      .count();
}

void PlacementProofTask::answer_or_throw() {
  start_ = Clock::now().time_since_epoch().count();
  const Game& game = position_.game;
  const ScratchFile file;
  const Result<PlacementResult> result =
      prove_placement(game, request_, file.path(), Codec::zstd, &stop().flag());
  if (!result) return set_error(500, result.error().message);
  Json json = placement_proof_json(game, request_, *result, "");
  if (result->end == PlacementEnd::complete) {
    json["file"] = certificate_name(game, result->header.claim);
    Result<std::string> id = keep_certificate(file, result->size.file_bytes, max_bytes_, shelf_);
    if (!id) return set_error(500, id.error().message);
    json["id"] = std::move(*id);
  }
  // Nothing was found, which is not the same as that the time was up.
  if (result->end == PlacementEnd::not_found) json["order"] = request_.order;
  json["seconds"] = elapsed();
  set_answer(json.dump());
}

std::string certificate_name(const Game& game, const std::string& claim) {
  std::string name = game.spec().to_string();
  const std::string moves = format_moves(game.spec(), game.moves());
  // A long game would give a name that no file system takes.
  if (!moves.empty()) {
    name += moves.size() <= max_name ? "-" + moves : fmt::format("-{}-moves", game.moves().size());
  }
  for (char& c : name) {
    if (std::string_view(": ,()").find(c) != std::string_view::npos) c = '-';
  }
  return fmt::format("{}-{}.cert", name, claim);
}

Result<std::string> keep_certificate(const ScratchFile& file, std::uint64_t bytes,
                                     std::size_t max_bytes, CertificateShelf& shelf) {
  if (bytes > max_bytes) {
    return failure(
        fmt::format("the proof has {} bytes, more than the {} that are handed out here; "
                    "inarow prove writes it to a file",
                    bytes, max_bytes));
  }
  Result<std::string> contents = read_whole_file(file.path());
  if (!contents) return tl::unexpected<Error>(contents.error());
  return shelf.store(std::move(*contents));
}

}  // namespace inarow::service
