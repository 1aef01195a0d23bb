#include "book/installed.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <filesystem>
#include <initializer_list>

namespace inarow {
namespace {

namespace fs = std::filesystem;

std::string& chosen_data_folder() {
  static std::string folder;
  return folder;
}

std::string folder_by(const char* variable, const std::string& chosen,
                      std::initializer_list<const char*> ways) {
  if (const char* folder = std::getenv(variable)) return folder;
  if (!chosen.empty()) return chosen;
  std::error_code error;
  const fs::path program = fs::read_symlink("/proc/self/exe", error);
  if (error) return "";
  for (const char* way : ways) {
    const fs::path folder = program.parent_path() / way;
    if (fs::is_directory(folder, error)) return fs::weakly_canonical(folder, error).string();
  }
  return "";
}

std::string file_name(const DropSpec& spec, const char* ending) {
  std::string name = GameSpec(spec).to_string();
  std::replace(name.begin(), name.end(), ':', '-');
  return name + ending;
}

}  // namespace

// build/PRESET/bin/inarow of a source tree, or PREFIX/bin/inarow with PREFIX/share/inarow.
std::string data_folder() {
  return folder_by("INAROW_DATA", chosen_data_folder(), {"../../../data", "../share/inarow"});
}

void set_data_folder(const std::string& folder) { chosen_data_folder() = folder; }

std::string page_folder() {
  return folder_by("INAROW_PAGE", "", {"../../../web/dist", "../share/inarow/page"});
}

std::string book_file_name(const DropSpec& spec) { return file_name(spec, ".book"); }
std::string lines_file_name(const DropSpec& spec) { return file_name(spec, ".lines"); }

std::string installed_book_file(const GameSpec& spec) {
  const std::string folder = data_folder();
  if (folder.empty()) return "";
  std::string name = spec.to_string();
  for (char& c : name) {
    if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '-';
  }
  while (name.ends_with('-')) name.pop_back();
  std::vector<std::string> names = {name + ".db"};
  if (spec.drop() != nullptr) names.insert(names.begin(), book_file_name(*spec.drop()));
  for (const std::string& file : names) {
    const std::string path = fmt::format("{}/{}", folder, file);
    std::error_code error;
    if (fs::exists(path, error)) return path;
  }
  return "";
}

Result<std::unique_ptr<DropBook>> installed_book(const DropSpec& spec) {
  const std::string folder = data_folder();
  if (folder.empty() || !spec.height) return nullptr;
  const std::string path = fmt::format("{}/{}", folder, book_file_name(spec));
  std::error_code error;
  if (!fs::exists(path, error)) return nullptr;
  Result<DropBook> book = DropBook::load(path);
  if (!book) return tl::unexpected<Error>(book.error());
  if (book->spec() != spec) return failure(fmt::format("{} is of another game", path));
  return std::make_unique<DropBook>(std::move(*book));
}

}  // namespace inarow
