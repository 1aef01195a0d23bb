// Programs of other authors: whatever they do, this one goes on, and nothing is left of them.

#include "match/external/engine_process.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "base/output_file.hpp"

namespace inarow {
namespace {

using namespace std::chrono_literals;
using Clock = EngineProcess::Clock;
using What = EngineProcess::What;

std::unique_ptr<EngineProcess> start(EngineCommand command) {
  Result<std::unique_ptr<EngineProcess>> engine = EngineProcess::start(std::move(command));
  EXPECT_TRUE(engine) << engine.error().message;
  return engine ? std::move(*engine) : nullptr;
}

EngineProcess::Heard hear(EngineProcess& engine, Clock::duration patience = 10s) {
  return engine.read_line(Clock::now() + patience, nullptr);
}

bool is_running(int process) {
  for (int i = 0; i < 200; ++i) {  // the kernel takes a moment, and a zombie is no process
    std::ifstream stat(fmt::format("/proc/{}/stat", process));
    std::string number, name, state;
    if (!(stat >> number >> name >> state) || state == "Z") return false;
    std::this_thread::sleep_for(10ms);
  }
  return true;
}

TEST(EngineProcess, TalksInLines) {
  const auto engine = start({.command = "while read a; do echo \"got $a\"; done"});
  for (const char* line : {"one", "two words", ""}) {
    engine->write_line(line);
    const EngineProcess::Heard heard = hear(*engine);
    EXPECT_EQ(heard.what, What::line);
    EXPECT_EQ(heard.text, std::string("got ") + line);
  }
  EXPECT_EQ(hear(*engine, 50ms).what, What::silence);
  EXPECT_EQ(engine->how_it_ended(), "runs");
}

TEST(EngineProcess, WhatItWroteComesBeforeItsEnd) {
  const auto engine = start({.command = "printf 'one\\r\\ntwo\\n'; echo trouble >&2; exit 5"});
  EXPECT_EQ(hear(*engine).text, "one");
  EXPECT_EQ(hear(*engine).text, "two");
  EXPECT_EQ(hear(*engine).what, What::end);
  EXPECT_EQ(engine->how_it_ended(), "ended with exit code 5");
  EXPECT_EQ(engine->last_errors(), "trouble");
  engine->write_line("is anybody there?");
}

TEST(EngineProcess, SaysBySignalHowItDied) {
  const auto engine = start({.command = "kill -SEGV $$"});
  EXPECT_EQ(hear(*engine).what, What::end);
  EXPECT_NE(engine->how_it_ended().find("was killed by signal 11"), std::string::npos);
}

TEST(EngineProcess, ACommandThatIsNoneSaysSo) {
  const auto engine = start({.command = "/no/such/program"});
  EXPECT_EQ(hear(*engine).what, What::end);
  EXPECT_EQ(engine->how_it_ended(), "ended with exit code 127");
  EXPECT_NE(engine->last_errors().find("not found"), std::string::npos);
}

TEST(EngineProcess, OneThatClosesItsInputIsWrittenToWithoutHarm) {
  const auto engine = start({.command = "exec <&-; sleep 0.2; echo done; sleep 1000"});
  for (int i = 0; i < 1000; ++i) engine->write_line(std::string(1000, 'x'));
  EXPECT_EQ(hear(*engine).text, "done");
}

TEST(EngineProcess, OneThatNeverReadsTakesNoMemory) {
  const auto engine = start({.command = "sleep 1000"});
  for (int i = 0; i < 10000; ++i) engine->write_line(std::string(10000, 'x'));
  EXPECT_EQ(hear(*engine, 50ms).what, What::silence);
}

TEST(EngineProcess, AFloodIsEnded) {
  for (const char* command : {"yes", "head -c 100000000 /dev/zero | tr '\\0' x", "yes ''"}) {
    const auto engine = start({.command = command});
    std::this_thread::sleep_for(100ms);
    EngineProcess::Heard heard;
    do heard = hear(*engine);
    while (heard.what == What::line);
    EXPECT_EQ(heard.what, What::flood) << command;
  }
}

TEST(EngineProcess, ItsErrorsAreKeptAndNeverHoldItUp) {
  const ScratchFolder folder;
  const std::string file = folder.file("errors");
  const auto engine = start({.command = "head -c 300000 /dev/zero | tr '\\0' e >&2; echo >&2; echo "
                                        "'the \033[2J end' >&2; echo done; sleep 1000",
                             .error_file = file});
  EXPECT_EQ(hear(*engine).text, "done");
  EXPECT_EQ(hear(*engine, 100ms).what, What::silence);
  const std::string errors = engine->last_errors();
  EXPECT_LT(errors.size(), 500U);
  EXPECT_NE(errors.find("e | the \\u{1b}[2J end"), std::string::npos) << errors;
  std::ifstream kept(file);
  std::stringstream all;
  all << kept.rdbuf();
  EXPECT_GT(all.str().size(), 300000U);
}

TEST(EngineProcess, IsEndedWithAllThatItHasStarted) {
  auto engine = start({.command = "sleep 1000 & echo $!; echo $$; wait"});
  const int child = std::stoi(hear(*engine).text);
  const int shell = std::stoi(hear(*engine).text);
  engine.reset();
  EXPECT_FALSE(is_running(child));
  EXPECT_FALSE(is_running(shell));
}

TEST(EngineProcess, EndsWithItsProcessThoughAnotherHoldsItsOutput) {
  const auto engine = start({.command = "sleep 1000 & echo $!; exit 0"});
  const int child = std::stoi(hear(*engine).text);
  EXPECT_EQ(hear(*engine).what, What::end);
  EXPECT_FALSE(is_running(child));
}

TEST(EngineProcess, ItsMemoryIsLimited) {
  const auto engine = start({.command = "python3 -c 'print(len(bytearray(1 << 30)))'",
                             .memory_bytes = std::size_t{200} << 20});
  EXPECT_EQ(hear(*engine).what, What::end);
  EXPECT_NE(engine->last_errors().find("MemoryError"), std::string::npos) << engine->last_errors();
}

TEST(EngineProcess, AStopEndsTheWait) {
  const auto engine = start({.command = "sleep 1000"});
  StopToken stop;
  stop.limit_time(0.1);
  const Clock::time_point start = Clock::now();
  EXPECT_EQ(engine->read_line(start + 60s, &stop).what, What::stopped);
  EXPECT_LT(Clock::now() - start, 10s);
}

TEST(EngineProcess, AnInterruptOfThisProgramIsNotTheEngines) {
  // It is in a group of its own, and its signals are not held back as those of its thread are.
  const auto engine =
      start({.command = "cut -d' ' -f5 /proc/$$/stat; echo $$; kill -TERM $$; sleep 1000"});
  const int group = std::stoi(hear(*engine).text);
  EXPECT_EQ(group, std::stoi(hear(*engine).text));
  EXPECT_EQ(hear(*engine).what, What::end);
  EXPECT_NE(engine->how_it_ended().find("signal 15"), std::string::npos);
}

}  // namespace
}  // namespace inarow
