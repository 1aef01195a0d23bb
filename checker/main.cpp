// inarow-check FILE: verifies a certificate of Inarow (docs/formats/certificate.md).
//
// It shares no code with the programs that write certificates, so that neither their faults nor
// their tables need be trusted; it needs the standard library and zstd. To compile it alone:
//
//   g++ -std=c++20 -O2 checker/*.cpp -lzstd -o inarow-check
//
// Exit codes: 0 verified, 1 refuted (the file does not prove its claim), 2 unreadable.

#include <cstdio>
#include <fstream>
#include <iostream>
#include <string>

#include "proof.hpp"
#include "quote.hpp"
#include "refusal.hpp"

namespace {

constexpr const char* usage =
    "inarow-check FILE [--no-axioms] [--json]\n"
    "Verifies a certificate of Inarow; - reads standard input.\n"
    "  --no-axioms   verify rule leaves by exhaustive search, not by the theorem of Allis (1988);\n"
    "                slow if many squares are empty\n"
    "  --json        one JSON object\n"
    "Exit codes: 0 verified, 1 refuted, 2 unreadable.\n"
    "Example:\n"
    "  inarow prove value drop:5x4 -o draw.cert && inarow-check draw.cert\n";

std::string json_string(const std::string& text) {
  std::string result = "\"";
  for (const char c : check::printable(text)) {
    if (c == '"' || c == '\\') result += '\\';
    result += c;
  }
  return result + "\"";
}

int report(bool json, const char* verdict, const std::string& text, int code) {
  const std::string reason = check::printable(text);
  if (json) {
    std::printf("{\"verdict\":\"%s\",\"reason\":%s}\n", verdict, json_string(text).c_str());
  } else if (code == 1) {
    std::printf("REFUTED: %s\n", reason.c_str());
  } else {
    std::fprintf(stderr, "inarow-check: %s\n", reason.c_str());
  }
  return code;
}

int run(const std::string& path, bool json, const check::Options& options) {
  std::ifstream file;
  if (path != "-") {
    file.open(path, std::ios::binary);
    if (!file) return report(json, "unreadable", "cannot open " + path, 2);
  }
  try {
    const check::Verdict verdict = check::verify(path == "-" ? std::cin : file, options);
    if (json) {
      const check::Header& h = verdict.header;
      std::printf("{\"verdict\":\"verified\",\"claim\":%s,\"game\":%s,\"kind\":%s,\"for\":\"%s\"",
                  json_string(verdict.claim).c_str(), json_string(h.game).c_str(),
                  json_string(h.claim).c_str(), h.player == 0 ? "first" : "second");
      for (std::size_t i = 0; i < h.counts.size(); ++i) {
        std::printf(",\"%s\":%llu", check::count_names[i],
                    static_cast<unsigned long long>(h.counts[i]));
      }
      std::printf(",\"score\":%d,\"axioms\":%s}\n", h.score, json_string(verdict.axioms).c_str());
    } else {
      std::printf("VERIFIED: %s; %s, axioms: %s\n", check::printable(verdict.claim).c_str(),
                  verdict.counts.c_str(), verdict.axioms.c_str());
    }
    return std::fflush(stdout) == 0 ? 0 : 2;
  } catch (const check::Refuted& fault) {
    return report(json, "refuted", fault.what(), 1);
  } catch (const std::exception& fault) {  // Unreadable, or out of memory
    return report(json, "unreadable", path + ": " + fault.what(), 2);
  }
}

}  // namespace

int main(int argc, char** argv) {
  check::Options options;
  bool json = false;
  std::string path;
  for (int i = 1; i < argc; ++i) {
    const std::string argument = argv[i];
    if (argument == "--no-axioms") {
      options.no_axioms = true;
    } else if (argument == "--json") {
      json = true;
    } else if (argument == "--help" || argument == "-h") {
      std::fputs(usage, stdout);
      return 0;
    } else if (argument.size() > 1 && argument[0] == '-') {
      std::fprintf(stderr, "inarow-check: no option %s (inarow-check --help)\n",
                   check::quoted(argument).c_str());
      return 2;
    } else if (path.empty()) {
      path = argument;
    } else {
      std::fputs("inarow-check: one file at a time (inarow-check --help)\n", stderr);
      return 2;
    }
  }
  if (path.empty()) {
    std::fputs("inarow-check: which file? (inarow-check --help)\n", stderr);
    return 2;
  }
  return run(path, json, options);
}
