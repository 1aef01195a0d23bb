#include "book/drop_book.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>

#include "base/expects.hpp"
#include "base/files.hpp"
#include "base/sha256.hpp"
#include "rules/drop_board.hpp"

namespace inarow {
namespace {

constexpr std::string_view magic = "INAROW BOOK 1\n";
constexpr int score_bias = 128;

void put_number(std::string& bytes, Word64 number) {
  for (; number > 0x7f; number >>= 7) bytes += static_cast<char>((number & 0x7f) | 0x80);
  bytes += static_cast<char>(number);
}

// Reads a number and takes it off the front; false if the bytes end or it has more than 64 bits.
bool take_number(std::string_view& bytes, Word64& number) {
  number = 0;
  for (int shift = 0; shift < 64 && !bytes.empty(); shift += 7) {
    const auto byte = static_cast<std::uint8_t>(bytes.front());
    bytes.remove_prefix(1);
    const Word64 part = byte & 0x7f;
    if (shift == 63 && part > 1) return false;
    number |= part << shift;
    if ((byte & 0x80) == 0) return true;
  }
  return false;
}

tl::unexpected<Error> refuse(std::string_view what) {
  return failure(fmt::format("not a good book file: {}", what));
}

}  // namespace

DropBook::DropBook(const DropSpec& spec, int plies, std::string recipe)
    : spec_(spec), recipe_(std::move(recipe)), by_ply_(static_cast<std::size_t>(plies) + 1) {}

std::string DropBook::serialise() const {
  nlohmann::ordered_json header{{"game", GameSpec(spec_).to_string()},
                                {"plies", plies()},
                                {"positions", nlohmann::ordered_json::array()},
                                {"recipe", recipe_}};
  std::string body;
  for (const std::vector<BookEntry>& entries : by_ply_) {
    header["positions"].push_back(entries.size());
    Word64 last = 0;
    for (const BookEntry& entry : entries) {
      put_number(body, entry.key - last);
      body += static_cast<char>(entry.score + score_bias);
      last = entry.key;
    }
  }
  std::string bytes(magic);
  bytes += header.dump() + "\n" + body;
  const Sha256 hash = sha256(bytes);
  bytes.append(reinterpret_cast<const char*>(hash.data()), hash.size());
  return bytes;
}

Result<DropBook> DropBook::parse(std::string_view bytes) {
  if (!bytes.starts_with(magic)) {
    return refuse("it does not begin with \"INAROW BOOK 1\"");
  }
  if (bytes.size() < magic.size() + sizeof(Sha256)) return refuse("it is cut off");
  const std::string_view stored = bytes.substr(bytes.size() - sizeof(Sha256));
  bytes.remove_suffix(sizeof(Sha256));
  const Sha256 hash = sha256(bytes);
  if (stored != std::string_view(reinterpret_cast<const char*>(hash.data()), hash.size())) {
    return refuse("its checksum is wrong, so it is damaged");
  }
  bytes.remove_prefix(magic.size());
  const std::size_t line_end = bytes.find('\n');
  if (line_end == std::string_view::npos) return refuse("its header does not end");
  const auto header = nlohmann::json::parse(bytes.substr(0, line_end), nullptr, false);
  bytes.remove_prefix(line_end + 1);
  if (!header.is_object() || !header.contains("game") || !header["game"].is_string() ||
      !header.contains("positions") || !header["positions"].is_array() ||
      header["positions"].empty() || !header.contains("recipe") || !header["recipe"].is_string()) {
    return refuse("its header lacks a field");
  }
  const Result<GameSpec> spec = GameSpec::parse(header["game"].get<std::string>());
  if (!spec) return refuse(spec.error().message);
  if (spec->drop() == nullptr || !spec->drop()->height || spec->drop()->bits() > 64) {
    return refuse("its game is not a drop game of at most 64 bits");
  }
  DropBook book(*spec->drop(), static_cast<int>(header["positions"].size()) - 1,
                header["recipe"].get<std::string>());
  for (std::size_t ply = 0; ply < book.by_ply_.size(); ++ply) {
    const auto& count = header["positions"][ply];
    if (!count.is_number_unsigned() || count.get<std::uint64_t>() > bytes.size()) {
      return refuse("its number of positions is wrong");
    }
    Word64 key = 0;
    book.by_ply_[ply].resize(count.get<std::size_t>());
    for (BookEntry& entry : book.by_ply_[ply]) {
      Word64 difference = 0;
      if (!take_number(bytes, difference) || bytes.empty()) return refuse("it is cut off");
      if (difference == 0 || difference > ~Word64{0} - key)
        return refuse("its keys do not increase");
      key += difference;
      entry.key = key;
      entry.score = static_cast<std::int8_t>(static_cast<std::uint8_t>(bytes.front()) - score_bias);
      bytes.remove_prefix(1);
    }
  }
  if (!bytes.empty()) return refuse("it has more bytes than positions");
  return book;
}

Result<DropBook> DropBook::load(const std::string& path) {
  const Result<std::string> bytes = read_whole_file(path);
  if (!bytes) return tl::unexpected<Error>(bytes.error());
  Result<DropBook> book = parse(*bytes);
  if (!book) return failure(fmt::format("{}: {}", path, book.error().message));
  return book;
}

bool is_score_book(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::string start(magic.size(), '\0');
  file.read(start.data(), static_cast<std::streamsize>(start.size()));
  return file && start == magic;
}

// As stones_of() of the solver has them; whoever only reads books need not link it.
std::optional<int> DropBook::score(const Game& game) const {
  if (game.stone_count() > plies()) return std::nullopt;  // before its stones are collected
  DropStones stones;
  for (const Stone& stone : game.stones()) {
    Word128& mine = stone.player == game.to_move() ? stones.me : stones.opponent;
    mine |= Word128{1} << (stone.cell.x * (*spec_.height + 1) + stone.cell.y);
  }
  return score(stones);
}

std::optional<int> DropBook::score(const DropStones& stones) const {
  const auto me = static_cast<Word64>(stones.me);
  const auto all = static_cast<Word64>(stones.me | stones.opponent);
  const auto ply = static_cast<std::size_t>(popcount(all));
  if (ply >= by_ply_.size()) return std::nullopt;
  const DropGeometry<Word64> geometry(spec_);
  const Word64 key = std::min(me + all + geometry.bottom(),
                              geometry.mirror(me) + geometry.mirror(all) + geometry.bottom());
  const std::vector<BookEntry>& entries = by_ply_[ply];
  const auto found =
      std::lower_bound(entries.begin(), entries.end(), key,
                       [](const BookEntry& entry, Word64 k) { return entry.key < k; });
  if (found == entries.end() || found->key != key) return std::nullopt;
  return found->score;
}

}  // namespace inarow
