//===- RecordFixture.cpp - Programs to record -----------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RecordFixture.h"
#include "rafter/Recorder/Recording.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"

using namespace rafter;
using namespace llvm;

/// Leaves the program with the result of run, by a system call.
static constexpr StringRef ForeignStart = R"(
long run(void);
#if defined(__aarch64__)
void _start(void) {
  register long Result __asm__("x0") = run();
  register long Number __asm__("x8") = 94;
  __asm__ volatile("svc 0" ::"r"(Result), "r"(Number));
}
#else
void _start(void) {
  register long Result __asm__("a0") = run();
  register long Number __asm__("a7") = 94;
  __asm__ volatile("ecall" ::"r"(Result), "r"(Number));
}
#endif
)";

RecordOptions RecordFixture::options(std::vector<std::string> Command,
                                     StringRef Function) {
  RecordOptions Options;
  Options.Command = std::move(Command);
  Options.Function = Function.str();
  Options.DiscardOutput = true;
  Options.EmptyInput = true;
  return Options;
}

void RecordFixture::SetUp() {
  if (!sys::findProgramByName("qemu-x86_64"))
    GTEST_SKIP() << "qemu-user is not installed";
  SmallString<128> Created;
  ASSERT_FALSE(sys::fs::createUniqueDirectory("rafter-record", Created));
  Directory = std::string(Created);
}

void RecordFixture::TearDown() {
  if (!Directory.empty())
    sys::fs::remove_directories(Directory);
}

std::string RecordFixture::path(StringRef Name) const {
  return (Directory + "/" + Name).str();
}

std::string RecordFixture::compile(StringRef Source,
                                   std::vector<std::string> Options) {
  std::string Base = path("p" + std::to_string(NumPrograms++));
  std::error_code EC;
  raw_fd_ostream(Base + ".c", EC) << Source;
  std::vector<std::string> Words = {RAFTER_CLANG};
  Words.insert(Words.end(), Options.begin(), Options.end());
  Words.insert(Words.end(), {Base + ".c", "-o", Base});
  std::vector<StringRef> Arguments(Words.begin(), Words.end());
  EXPECT_EQ(sys::ExecuteAndWait(RAFTER_CLANG, Arguments), 0);
  return Base;
}

std::string RecordFixture::compileForeign(StringRef Target, StringRef Source,
                                          std::vector<std::string> Options) {
  std::vector<std::string> All = {("--target=" + Target).str(),
                                  "-ffreestanding",
                                  "-nostdlib",
                                  "-static",
                                  "-fuse-ld=lld",
                                  "-Wno-everything"};
  All.insert(All.end(), Options.begin(), Options.end());
  return compile((ForeignStart + Source).str(), All);
}

RecordResult RecordFixture::record(const std::string &Program,
                                   RecordOptions Options) {
  Options.Command.insert(Options.Command.begin(), Program);
  Sink = CollectingSink();
  Expected<std::unique_ptr<Executable>> File = openProgram(Program);
  if (!File) {
    ADD_FAILURE() << toString(File.takeError());
    return {};
  }
  Expected<RecordResult> Result = rafter::record(Options, **File, Sink);
  if (!Result) {
    ADD_FAILURE() << toString(Result.takeError());
    return {};
  }
  return std::move(*Result);
}

uint64_t RecordFixture::instructionsIn(StringRef Function) const {
  uint64_t Sum = 0;
  for (const std::vector<Executed> &Thread : Sink.Threads)
    for (const Executed &E : Thread)
      if (E.Kind == Executed::Block && Sink.blockOf(E).Function == Function)
        Sum += Sink.Variants[E.Variant].Instructions;
  return Sum;
}
