#include "service/page_files.hpp"

#include <filesystem>

#include "base/files.hpp"

namespace inarow::service {
namespace {

namespace fs = std::filesystem;

const char* type_of(const fs::path& file) {
  static const std::map<std::string, const char*> types{{".html", "text/html; charset=utf-8"},
                                                        {".js", "text/javascript; charset=utf-8"},
                                                        {".css", "text/css; charset=utf-8"},
                                                        {".svg", "image/svg+xml"},
                                                        {".json", "application/json"},
                                                        {".png", "image/png"},
                                                        {".woff2", "font/woff2"},
                                                        {".txt", "text/plain; charset=utf-8"}};
  const auto type = types.find(file.extension().string());
  return type == types.end() ? "application/octet-stream" : type->second;
}

constexpr const char* not_built =
    "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Inarow</title>"
    "<h1>The page is not built</h1><p>The program answers requests (docs/formats/http.md), but "
    "the page is missing. <code>./inarow serve</code> builds it when Node.js and npm are there; by "
    "hand: <code>cd web &amp;&amp; npm ci &amp;&amp; npm run build</code>.</p></html>\n";

}  // namespace

PageFiles::PageFiles(const std::string& folder) {
  std::error_code error;
  if (!folder.empty() && fs::is_regular_file(fs::path(folder) / "index.html", error)) {
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder, error)) {
      if (!entry.is_regular_file(error)) continue;
      const Result<std::string> contents = read_whole_file(entry.path().string());
      if (!contents) continue;
      std::string name = "/";
      name += fs::relative(entry.path(), folder, error).generic_string();
      files_[name] = {bytes_of(*contents), nullptr, type_of(entry.path()),
                      name.rfind("/assets/", 0) == 0};
    }
    // FILE.br is no file of its own.
    for (auto packed = files_.begin(); packed != files_.end();) {
      if (!packed->first.ends_with(".br")) {
        ++packed;
        continue;
      }
      const auto plain = files_.find(packed->first.substr(0, packed->first.size() - 3));
      if (plain != files_.end()) plain->second.packed = std::move(packed->second.contents);
      packed = files_.erase(packed);
    }
  }
  built_ = files_.contains("/index.html");
  if (!built_)
    files_["/index.html"] = {bytes_of(not_built), nullptr, "text/html; charset=utf-8", false};
}

const PageFile* PageFiles::find(const std::string& path) const {
  const auto file = files_.find(path == "/" ? "/index.html" : path);
  return file == files_.end() ? nullptr : &file->second;
}

}  // namespace inarow::service
