#pragma once

// A file that somebody has asked for by its name (-o FILE), written by everything here that writes
// files: certificates, books, and whatever write_whole_file() gets.
//
//   Result<OutputFile> out = OutputFile::create("draw.cert");      // refuses before the work
//   begins out->write(bytes); ... Result<std::uint64_t> size = out->finish();                    //
//   or an error met on the way
//
//   -, /dev/stdout, /dev/fd/N   the open descriptor itself, whatever it is
//   device, FIFO                opened and written to, never replaced
//   symbolic link               what it leads to, whether that exists or not; the link stays
//   regular file, new name      written beside under a random name from the first byte on; that
//                               becomes the final name in finish(), with the mode of the file that
//                               it replaces; until then the old contents are there, and nothing is
//                               left behind on errors
//   regular file in a folder    written in place: there is no room beside it
//   that is not ours
//   folder, socket, a file      refused
//   that is not ours

#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.hpp"

namespace inarow {

class OutputFile {
 public:
  static Result<OutputFile> create(const std::string& path);
  OutputFile(OutputFile&& other) noexcept;
  OutputFile& operator=(OutputFile&& other) noexcept;
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;
  ~OutputFile();

  // After an error nothing more is written; finish() reports it.
  void write(std::string_view bytes);
  Result<std::uint64_t> finish();  // bytes written

 private:
  OutputFile() = default;
  int open_target();
  int begin();
  void discard();

  std::string name_;       // as it was given, for messages
  std::string target_;     // at the end of all links
  bool replaces_ = false;  // written beside and renamed
  std::string beside_;     // the file for that, made with the first byte
  int fd_ = -1;
  int mode_ = -1;  // of the file that is replaced
  int error_ = 0;
  bool begun_ = false;
  std::uint64_t size_ = 0;
};

// Whether output to this name mixes with what the program prints.
bool is_standard_output(std::string_view path);

// A file for reading and writing that has no name and goes away with its descriptor, even if the
// program is killed: in the folder of `beside` if files can be made there, else in the folder for
// temporary files. -1 if neither can be written to, with errno.
int open_nameless_file(const std::string& beside);

// A new folder for temporary files that nobody else can look into; it goes away with all it holds.
// Throws std::system_error if there is no room for it.
class ScratchFolder {
 public:
  ScratchFolder();
  ~ScratchFolder();
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;
  std::string file(const std::string& name) const { return path_ + '/' + name; }

 private:
  std::string path_;
};

}  // namespace inarow
