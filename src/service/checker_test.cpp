// The shelf of certificates and the process that checks them.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <thread>

#include "base/output_file.hpp"
#include "service/certificate_shelf.hpp"
#include "service/checker_process.hpp"

namespace inarow::service {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

TEST(CertificateShelf, KeepsWhatWasUsedLately) {
  CertificateShelf shelf("", 100);
  const std::string a = shelf.store(std::string(40, 'a'));
  const std::string b = shelf.store(std::string(40, 'b'));
  EXPECT_EQ(shelf.store(std::string(40, 'a')), a);  // counted once
  ASSERT_TRUE(shelf.find(a));
  const std::string c = shelf.store(std::string(40, 'c'));
  EXPECT_FALSE(shelf.find(b));
  EXPECT_EQ(*shelf.find(a), std::string(40, 'a'));
  const std::string large = shelf.store(std::string(1000, 'd'));
  EXPECT_TRUE(shelf.find(large));
  EXPECT_FALSE(shelf.find(a));
  EXPECT_FALSE(shelf.find("../../etc/passwd"));
}

TEST(CertificateShelf, FindsThoseOfTheFolderByName) {
  CertificateShelf shelf(INAROW_TEST_DATA "/../../data", 1 << 20);
  ASSERT_FALSE(shelf.shipped().empty());
  for (const CertificateShelf::Shipped& one : shelf.shipped()) {
    const CertificateShelf::Bytes bytes = shelf.find(one.id);
    ASSERT_TRUE(bytes) << one.id;
    EXPECT_EQ(bytes->size(), one.bytes);
  }
  EXPECT_FALSE(shelf.find("../README"));
}

// A program that stands for the checker.
class FakeChecker {
 public:
  explicit FakeChecker(const std::string& script) : path_(folder_.file("check")) {
    std::ofstream(path_) << "#!/bin/sh\n" << script;
    fs::permissions(path_, fs::perms::owner_all);
  }
  const std::string& path() const { return path_; }

 private:
  ScratchFolder folder_;
  std::string path_;
};

bool is_running(pid_t process) {
  for (int i = 0; i < 200; ++i) {  // the kernel takes a moment, and a zombie is no process
    std::ifstream stat(fmt::format("/proc/{}/stat", process));
    std::string number, name, state;
    if (!(stat >> number >> name >> state) || state == "Z") return false;
    std::this_thread::sleep_for(10ms);
  }
  return true;
}

TEST(CheckerProcess, AChildThatHoldsThePipeIsEndedWithTheChecker) {
  const FakeChecker checker("sleep 1000 & echo $!; echo VERIFIED; exit 0\n");
  StopToken stop;
  const Result<CheckerRun> run = run_checker(checker.path(), {}, "", {}, stop);
  ASSERT_TRUE(run) << run.error().message;
  EXPECT_EQ(run->exit_code, 0);
  EXPECT_LT(run->seconds, 10);
  EXPECT_NE(run->output.find("\nVERIFIED\n"), std::string::npos);
  EXPECT_FALSE(is_running(std::stoi(run->output)));
}

TEST(CheckerProcess, IsStoppedWithAllItHasStarted) {
  const FakeChecker checker("sleep 1000 & echo $!; sleep 1000\n");
  StopToken stop;
  stop.limit_time(0.3);
  const Result<CheckerRun> run = run_checker(checker.path(), {}, "", {}, stop);
  ASSERT_TRUE(run) << run.error().message;
  EXPECT_EQ(run->exit_code, -1);
  EXPECT_LT(run->seconds, 10);
  EXPECT_FALSE(is_running(std::stoi(run->output)));
}

TEST(CheckerProcess, AllOfALongOutputIsReadUpToTheLimit) {
  const FakeChecker checker(
      "head -c 100000 /dev/zero | tr '\\0' x; exec >&- 2>&-; sleep 0.1; exit 1\n");
  StopToken stop;
  const Result<CheckerRun> run = run_checker(checker.path(), {}, "", {}, stop);
  ASSERT_TRUE(run) << run.error().message;
  EXPECT_EQ(run->exit_code, 1);
  EXPECT_GE(run->output.size(), CheckerLimits{}.output_bytes);
}

}  // namespace
}  // namespace inarow::service
