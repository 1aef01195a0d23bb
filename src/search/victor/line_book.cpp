#include "search/victor/line_book.hpp"

#include <fmt/format.h>

#include "base/files.hpp"
#include "base/sha256.hpp"
#include "rules/notation.hpp"

namespace inarow::victor {
namespace {

constexpr std::string_view magic = "inarow-lines 1";

std::string hex(Word128 word) {
  const auto high = static_cast<Word64>(word >> 64);
  const auto low = static_cast<Word64>(word);
  return high != 0 ? fmt::format("{:x}{:016x}", high, low) : fmt::format("{:x}", low);
}

// A hexadecimal number without superfluous zeros; false if it is none.
bool read_hex(std::string_view text, Word128& word) {
  if (text.empty() || text.size() > 32 || (text.size() > 1 && text[0] == '0')) return false;
  word = 0;
  for (const char c : text) {
    const int digit = c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
    if (digit < 0) return false;
    word = word << 4 | static_cast<Word128>(digit);
  }
  return true;
}

tl::unexpected<Error> refuse(std::size_t line, std::string_view what) {
  return failure(fmt::format("not a good file of lines, line {}: {}", line, what));
}

// Hands out lines and counts them.
class Lines {
 public:
  explicit Lines(std::string_view text) : text_(text) {}
  bool next(std::string_view& line) {
    const std::size_t end = text_.find('\n');
    if (end == std::string_view::npos) return false;
    line = text_.substr(0, end);
    text_.remove_prefix(end + 1);
    ++number_;
    return true;
  }
  std::string_view rest() const { return text_; }
  std::size_t number() const { return number_; }

 private:
  std::string_view text_;
  std::size_t number_ = 0;
};

}  // namespace

LineBook::LineBook(DropSpec spec, std::string moves, std::vector<Code> codes)
    : spec_(spec), moves_(std::move(moves)), codes_(std::move(codes)) {
  std::sort(codes_.begin(), codes_.end());
  codes_.erase(std::unique(codes_.begin(), codes_.end()), codes_.end());
}

std::string LineBook::serialise() const {
  std::string body;
  for (const auto& [first, second] : codes_) body += hex(first) + " " + hex(second) + "\n";
  return fmt::format("{}\ngame {}\nmoves {}\nclaim first-wins\npositions {}\nsha256 {}\n{}", magic,
                     GameSpec(spec_).to_string(), moves_.empty() ? "-" : moves_, codes_.size(),
                     to_hex(sha256(body)), body);
}

Result<LineBook> LineBook::parse(std::string_view text) {
  Lines lines(text);
  std::string_view line;
  if (!lines.next(line) || line != magic) return refuse(1, fmt::format("it must be {}", magic));
  std::string_view values[5];
  constexpr std::string_view names[5] = {"game ", "moves ", "claim ", "positions ", "sha256 "};
  for (std::size_t i = 0; i < 5; ++i) {
    if (!lines.next(line) || !line.starts_with(names[i])) {
      return refuse(i + 2, fmt::format("it must begin with \"{}\"", names[i]));
    }
    values[i] = line.substr(names[i].size());
  }
  const Result<GameSpec> spec = GameSpec::parse(values[0]);
  if (!spec) return refuse(2, spec.error().message);
  if (spec->drop() == nullptr || !spec->drop()->height || *spec->drop()->height % 2 != 0) {
    return refuse(2, "a drop game with an even number of rows is expected");
  }
  const std::string moves(values[1] == "-" ? "" : values[1]);
  if (const Result<Game> game = read_game(*spec, moves); !game) {
    return refuse(3, game.error().message);
  }
  if (values[2] != "first-wins") return refuse(4, "the claim must be first-wins");
  if (to_hex(sha256(lines.rest())) != values[4]) {
    return refuse(6, "the positions do not have this checksum; the file is damaged");
  }
  std::vector<Code> codes;
  while (lines.next(line)) {
    const std::size_t space = line.find(' ');
    Code code;
    if (space == std::string_view::npos || !read_hex(line.substr(0, space), code.first) ||
        !read_hex(line.substr(space + 1), code.second)) {
      return refuse(lines.number(), "two hexadecimal numbers are expected");
    }
    if (!codes.empty() && code <= codes.back()) {
      return refuse(lines.number(), "the positions must be sorted");
    }
    codes.push_back(code);
  }
  if (!lines.rest().empty()) return refuse(lines.number() + 1, "the line does not end");
  if (std::to_string(codes.size()) != values[3]) {
    return refuse(5, fmt::format("there are {} positions", codes.size()));
  }
  return LineBook(*spec->drop(), moves, std::move(codes));
}

Result<LineBook> LineBook::read(const std::string& path) {
  const Result<std::string> text = read_whole_file(path);
  if (!text) return tl::unexpected<Error>(text.error());
  return parse(*text);
}

Result<void> LineBook::write(const std::string& path) const {
  return write_whole_file(path, serialise());
}

}  // namespace inarow::victor
