#include "search/alphabeta/checkpoint.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "base/sha256.hpp"
#include "rules/drop_geometry.hpp"
#include "search/alphabeta/table.hpp"

namespace inarow {
namespace {

// The number is that of the format and of the meaning of the codes: if node.hpp makes other ones,
// it must change.
constexpr std::string_view magic = "INAROW CHECKPOINT 1\n";
constexpr std::string_view magic_of_any_version = "INAROW CHECKPOINT ";
constexpr int score_bias = 128;
constexpr int payload_bytes = 4;
constexpr int max_work = 31;

std::size_t code_bytes(const DropSpec& spec) {
  return static_cast<std::size_t>(spec.bits() + 7) / 8;
}

tl::unexpected<Error> refuse(std::string_view what) {
  return failure(fmt::format("not a good checkpoint: {}", what));
}

void put(std::string& bytes, std::size_t code_size, const ProvedBounds& fact) {
  for (std::size_t i = 0; i < code_size; ++i) {
    bytes += static_cast<char>(static_cast<std::uint8_t>(fact.code >> (8 * i)));
  }
  bytes += static_cast<char>(fact.lower + score_bias);
  bytes += static_cast<char>(fact.upper + score_bias);
  bytes += static_cast<char>(fact.move);
  bytes += static_cast<char>(fact.work);
}

ProvedBounds take(std::string_view bytes, std::size_t code_size) {
  const auto byte = [&](std::size_t i) { return static_cast<std::uint8_t>(bytes[i]); };
  ProvedBounds fact;
  for (std::size_t i = 0; i < code_size; ++i) fact.code |= static_cast<Word128>(byte(i)) << (8 * i);
  fact.lower = static_cast<std::int8_t>(byte(code_size) - score_bias);
  fact.upper = static_cast<std::int8_t>(byte(code_size + 1) - score_bias);
  fact.move = byte(code_size + 2);
  fact.work = byte(code_size + 3);
  return fact;
}

// In each column the highest set bit of a code is that of the lowest empty square, or of the spare
// row above the board.
bool is_code(const DropGeometry<Word128>& g, Word128 code) {
  if ((code & ~low_bits<Word128>(g.bits())) != 0) return false;
  const Word128 column = low_bits<Word128>(g.height() + 1);
  for (int x = 0; x < g.width(); ++x) {
    if ((code >> (x * (g.height() + 1)) & column) == 0) return false;
  }
  return true;
}

}  // namespace

std::size_t Checkpoint::fact_bytes(const DropSpec& spec) {
  return code_bytes(spec) + payload_bytes;
}

std::string Checkpoint::serialise() const {
  const nlohmann::ordered_json header{
      {"game", GameSpec(spec).to_string()}, {"rules", rules}, {"facts", facts.size()}};
  std::string bytes(magic);
  bytes += header.dump();
  bytes += '\n';
  bytes.reserve(bytes.size() + facts.size() * fact_bytes(spec) + sizeof(Sha256));
  for (const ProvedBounds& fact : facts) put(bytes, code_bytes(spec), fact);
  const Sha256 hash = sha256(bytes);
  bytes.append(reinterpret_cast<const char*>(hash.data()), hash.size());
  return bytes;
}

Result<Checkpoint> Checkpoint::parse(std::string_view bytes) {
  if (!bytes.starts_with(magic)) {
    return refuse(bytes.starts_with(magic_of_any_version)
                      ? "it is of another version of the program"
                      : "it does not begin with \"INAROW CHECKPOINT 1\"");
  }
  if (bytes.size() < magic.size() + sizeof(Sha256)) return refuse("it is cut off");
  const std::string_view stored = bytes.substr(bytes.size() - sizeof(Sha256));
  bytes.remove_suffix(sizeof(Sha256));
  const Sha256 hash = sha256(bytes);
  if (stored != std::string_view(reinterpret_cast<const char*>(hash.data()), hash.size())) {
    return refuse("its checksum is wrong, so it is damaged or cut off");
  }
  bytes.remove_prefix(magic.size());
  const std::size_t line_end = bytes.find('\n');
  if (line_end == std::string_view::npos) return refuse("its header does not end");
  const auto header = nlohmann::json::parse(bytes.substr(0, line_end), nullptr, false);
  bytes.remove_prefix(line_end + 1);
  if (!header.is_object() || !header.contains("game") || !header["game"].is_string() ||
      !header.contains("rules") || !header["rules"].is_boolean() || !header.contains("facts") ||
      !header["facts"].is_number_unsigned()) {
    return refuse("its header lacks a field");
  }
  const Result<GameSpec> spec = GameSpec::parse(header["game"].get<std::string>());
  if (!spec) return refuse(spec.error().message);
  if (spec->drop() == nullptr || !spec->drop()->height || spec->drop()->bits() > max_drop_bits) {
    return refuse("its game is not a drop game that the solver can search");
  }
  Checkpoint checkpoint{*spec->drop(), header["rules"].get<bool>()};
  const std::size_t size = fact_bytes(checkpoint.spec);
  const auto count = header["facts"].get<std::uint64_t>();
  if (bytes.size() % size != 0 || bytes.size() / size != count) {
    return refuse("its number of facts is wrong");
  }
  const DropGeometry<Word128> geometry(checkpoint.spec);
  const int most = (geometry.cells() + 1) / 2;
  checkpoint.facts.reserve(count);
  for (; !bytes.empty(); bytes.remove_prefix(size)) {
    const ProvedBounds fact = take(bytes, code_bytes(checkpoint.spec));
    const bool good_move = fact.move < geometry.width() || fact.move == TableBounds::no_move;
    if (!is_code(geometry, fact.code) || fact.lower < -most || fact.upper > most ||
        fact.lower > fact.upper || !good_move || fact.work > max_work) {
      return refuse(fmt::format("fact {} cannot be", checkpoint.facts.size() + 1));
    }
    checkpoint.facts.push_back(fact);
  }
  return checkpoint;
}

}  // namespace inarow
