#include "base/files.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <iterator>

#include "base/output_file.hpp"
#include "base/quote.hpp"

namespace inarow {
namespace {

tl::unexpected<Error> cannot_read(const std::string& path) {
  return failure(fmt::format("cannot read {}: {}", printable(path), std::strerror(errno)));
}

}  // namespace

Result<std::string> read_whole_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) return cannot_read(path);
  std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  if (file.bad()) return cannot_read(path);
  return text;
}

Result<void> write_whole_file(const std::string& path, std::string_view contents) {
  Result<OutputFile> file = OutputFile::create(path);
  if (!file) return tl::unexpected<Error>(file.error());
  file->write(contents);
  const Result<std::uint64_t> written = file->finish();
  if (!written) return tl::unexpected<Error>(written.error());
  return {};
}

}  // namespace inarow
