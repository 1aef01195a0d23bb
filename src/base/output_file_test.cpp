#include "base/output_file.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <thread>

#include "base/files.hpp"

namespace inarow {
namespace {

namespace fs = std::filesystem;

class OutputFileTest : public testing::Test {
 protected:
  OutputFileTest() { fs::create_directory(folder_); }

  std::string path(const std::string& name) const { return folder_ + '/' + name; }

  // What is in the folder, and nothing of ours besides.
  std::size_t entries() const {
    return static_cast<std::size_t>(
        std::distance(fs::directory_iterator(folder_), fs::directory_iterator()));
  }

  static unsigned mode_of(const std::string& file) {
    struct stat status{};
    EXPECT_EQ(::lstat(file.c_str(), &status), 0) << file;
    return status.st_mode;
  }

  ScratchFolder scratch_;
  std::string folder_ = scratch_.file("d");
};

TEST_F(OutputFileTest, ReplacesARegularFileAtOnceAndKeepsItsMode) {
  ASSERT_TRUE(write_whole_file(path("a"), "old"));
  EXPECT_EQ(mode_of(path("a")) & 0111, 0U);
  ASSERT_EQ(::chmod(path("a").c_str(), 0640), 0);
  Result<OutputFile> out = OutputFile::create(path("a"));
  ASSERT_TRUE(out) << out.error().message;
  EXPECT_EQ(entries(), 1U);  // nothing beside before the first byte
  out->write("new");
  EXPECT_EQ(read_whole_file(path("a")), "old");
  EXPECT_EQ(entries(), 2U);
  EXPECT_EQ(out->finish(), 3U);
  EXPECT_EQ(read_whole_file(path("a")), "new");
  EXPECT_EQ(mode_of(path("a")) & 0777, 0640U);
  EXPECT_EQ(entries(), 1U);
}

TEST_F(OutputFileTest, LeavesNothingBehindWhenItIsGivenUp) {
  ASSERT_TRUE(write_whole_file(path("a"), "old"));
  {
    Result<OutputFile> out = OutputFile::create(path("a"));
    out->write("half");
    OutputFile moved = std::move(*out);
    moved.write(" of it");
  }
  EXPECT_EQ(read_whole_file(path("a")), "old");
  EXPECT_EQ(entries(), 1U);
}

TEST_F(OutputFileTest, AnEmptyFileIsAFile) {
  ASSERT_TRUE(write_whole_file(path("a"), ""));
  EXPECT_EQ(read_whole_file(path("a")), "");
}

TEST_F(OutputFileTest, DoesNotTakeANameThatSomebodyHasLaidOut) {
  // The names that were used once: a link there led the bytes to another file.
  ASSERT_TRUE(write_whole_file(path("victim"), "precious"));
  fs::create_symlink(path("victim"), path("a.tmp"));
  fs::create_symlink(path("victim"), path("a." + std::to_string(::getpid()) + ".tmp"));
  ASSERT_TRUE(write_whole_file(path("a"), "new"));
  EXPECT_EQ(read_whole_file(path("victim")), "precious");
}

TEST_F(OutputFileTest, WritesTheTargetOfALinkAndLeavesTheLink) {
  fs::create_directory(path("elsewhere"));
  ASSERT_TRUE(write_whole_file(path("elsewhere/b"), "old"));
  fs::create_symlink("elsewhere/b", path("one"));
  fs::create_symlink("one", path("two"));
  ASSERT_TRUE(write_whole_file(path("two"), "new"));
  EXPECT_TRUE(S_ISLNK(mode_of(path("one"))) && S_ISLNK(mode_of(path("two"))));
  EXPECT_EQ(read_whole_file(path("elsewhere/b")), "new");

  fs::create_symlink("elsewhere/not yet", path("dangling"));
  ASSERT_TRUE(write_whole_file(path("dangling"), "made"));
  EXPECT_TRUE(S_ISLNK(mode_of(path("dangling"))));
  EXPECT_EQ(read_whole_file(path("elsewhere/not yet")), "made");

  fs::create_symlink("loop", path("loop"));
  const Result<void> loop = write_whole_file(path("loop"), "x");
  ASSERT_FALSE(loop);
  EXPECT_NE(loop.error().message.find("symbolic links"), std::string::npos);
  EXPECT_TRUE(S_ISLNK(mode_of(path("loop"))));
}

TEST_F(OutputFileTest, RefusesFoldersBeforeTheWorkBegins) {
  for (const std::string& name :
       {folder_, folder_ + "/", path("new/"), path("no/such/file"), std::string()}) {
    const Result<OutputFile> out = OutputFile::create(name);
    ASSERT_FALSE(out) << name;
    EXPECT_EQ(out.error().message.substr(0, 13), "cannot write ");
  }
  EXPECT_EQ(entries(), 0U);
}

TEST_F(OutputFileTest, WritesToDevicesAndReportsWhatTheySay) {
  Result<OutputFile> full = OutputFile::create("/dev/full");
  ASSERT_TRUE(full);
  full->write("x");
  const Result<std::uint64_t> written = full->finish();
  ASSERT_FALSE(written);
  EXPECT_EQ(written.error().message, "cannot write /dev/full: No space left on device");
  EXPECT_TRUE(S_ISCHR(mode_of("/dev/full")));
  fs::create_symlink("/dev/null", path("link"));
  EXPECT_TRUE(write_whole_file(path("link"), "x"));
  EXPECT_TRUE(S_ISCHR(mode_of("/dev/null")));
}

TEST_F(OutputFileTest, WritesToAPipeAndNeverReplacesIt) {
  ASSERT_EQ(::mkfifo(path("pipe").c_str(), 0600), 0);
  std::string read;
  std::thread reader([&] { read = read_whole_file(path("pipe")).value_or("nothing"); });
  EXPECT_TRUE(write_whole_file(path("pipe"), "through"));
  reader.join();
  EXPECT_EQ(read, "through");
  EXPECT_TRUE(S_ISFIFO(mode_of(path("pipe"))));
  EXPECT_EQ(entries(), 1U);
}

// Runs in a process of its own; the exit code tells.
int in_child(const std::function<bool()>& holds) {
  const pid_t child = fork();
  if (child == 0) _exit(holds() ? 0 : 1);
  int status = -1;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

TEST_F(OutputFileTest, StandardOutputIsWrittenToWhereverItGoes) {
  ASSERT_TRUE(write_whole_file(path("out"), "before\n"));
  for (const char* name : {"-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"}) {
    EXPECT_EQ(in_child([&] {
                const int fd = ::open(path("out").c_str(), O_WRONLY | O_APPEND);
                ::dup2(fd, STDOUT_FILENO);
                return is_standard_output(name) && write_whole_file(name, "more\n").has_value();
              }),
              0)
        << name;
  }
  EXPECT_EQ(read_whole_file(path("out")), "before\nmore\nmore\nmore\nmore\n");
  EXPECT_FALSE(is_standard_output(path("out")));
  fs::create_symlink("/dev/stdout", path("link"));
  EXPECT_TRUE(is_standard_output(path("link")));
  EXPECT_FALSE(OutputFile::create("/dev/fd/999").has_value());
}

TEST_F(OutputFileTest, WritesInPlaceWhereThereIsNoRoomBesideAndRespectsPermissions) {
  ASSERT_TRUE(write_whole_file(path("ours"), "a long old text"));
  ASSERT_TRUE(write_whole_file(path("not ours"), "old"));
  ::chmod(path("ours").c_str(), 0666);
  ::chmod(path("not ours").c_str(), 0644);
  ::chmod(folder_.c_str(), 0755);
  ::chmod(fs::path(folder_).parent_path().c_str(), 0755);
  const bool root = ::geteuid() == 0;
  if (!root) ::chmod(folder_.c_str(), 0555);
  if (!root) ::chmod(path("not ours").c_str(), 0444);
  EXPECT_EQ(in_child([&] {
              constexpr unsigned nobody = 65534;
              if (root && (::setegid(nobody) != 0 || ::seteuid(nobody) != 0)) return false;
              return write_whole_file(path("ours"), "new") &&
                     !write_whole_file(path("not ours"), "new") &&
                     !write_whole_file(path("another"), "new");
            }),
            0);
  EXPECT_EQ(read_whole_file(path("ours")), "new");
  EXPECT_EQ(read_whole_file(path("not ours")), "old");
  ::chmod(folder_.c_str(), 0755);
}

TEST(ScratchFolder, IsPrivateAndGoesAwayWithAllItHolds) {
  std::string file;
  {
    const ScratchFolder scratch;
    const ScratchFolder another;
    file = scratch.file("x");
    EXPECT_NE(file, another.file("x"));
    ASSERT_TRUE(write_whole_file(file, "x"));
    struct stat status{};
    ASSERT_EQ(::stat(fs::path(file).parent_path().c_str(), &status), 0);
    EXPECT_EQ(status.st_mode & 0777, 0700U);
  }
  EXPECT_FALSE(fs::exists(fs::path(file).parent_path()));
}

}  // namespace
}  // namespace inarow
