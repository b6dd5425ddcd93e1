//===- RecordEndTest.cpp - However the program ends -----------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RecordFixture.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"
#include "gmock/gmock.h"

using namespace rafter;
using namespace llvm;
using testing::Contains;
using testing::HasSubstr;

namespace {

class RecordEndTest : public RecordFixture {
protected:
  /// The error of recording.
  std::string failure(RecordOptions Options) {
    Expected<RecordResult> Result = recordTrace(Options, path("t.trace"));
    EXPECT_FALSE(static_cast<bool>(Result));
    EXPECT_FALSE(sys::fs::exists(path("t.trace")));
    return Result ? "" : toString(Result.takeError());
  }
};

} // namespace

TEST_F(RecordEndTest, TheExitStatusIsReported) {
  RecordResult Result = record(compile("int main() { return 7; }"));
  EXPECT_EQ(Result.Outcome.Description, "exit status 7");
  EXPECT_EQ(Result.Outcome.ExitStatus, 7);
  EXPECT_TRUE(Result.Outcome.Finished);
}

TEST_F(RecordEndTest, ArgumentsArePassedOn) {
  std::string Program = compile(R"(
    #include <string.h>
    int main(int c, char **v) {
      return c == 3 && !strcmp(v[1], "a b") && !strcmp(v[2], "--") ? 0 : 1;
    })");
  RecordResult Result = record(Program, options({"a b", "--"}));
  EXPECT_EQ(Result.Outcome.ExitStatus, 0);
}

TEST_F(RecordEndTest, ACrashKeepsWhatWasExecuted) {
  std::string Program = compile(R"(
    __attribute__((noinline)) void spin(void) {
      for (int i = 0; i < 1000; i++) __asm__ volatile("");
    }
    int main() { spin(); *(volatile int *)0 = 1; return 0; })");
  RecordResult Result = record(Program);
  EXPECT_EQ(Result.Outcome.Description, "killed by SIGSEGV");
  EXPECT_FALSE(Result.Outcome.Finished);
  EXPECT_GT(instructionsIn("spin"), 2000u);
}

TEST_F(RecordEndTest, AnEndlessProgramIsStopped) {
  std::string Program =
      compile("int main() { for (;;) __asm__ volatile(\"\"); }");
  RecordOptions Options = options({});
  // A busy machine may take longer to get to main.
  for (const char *Limit : {"0.5", "5", "50"}) {
    Options.TimeLimit = std::stod(Limit);
    RecordResult Result = record(Program, Options);
    EXPECT_EQ(Result.Outcome.Description,
              std::string("stopped after the time limit of ") + Limit + " s");
    if (instructionsIn("main") != 0)
      break;
  }
  EXPECT_GT(instructionsIn("main"), 1000u);
}

TEST_F(RecordEndTest, AVX512IsNamed) {
  std::string Program = compile(R"(
    #include <immintrin.h>
    int main() {
      volatile double x = 1;
      __m512d a = _mm512_set1_pd(x);
      return (int)_mm512_reduce_add_pd(_mm512_add_pd(a, a));
    })",
                                {"-O0", "-mavx512f"});
  RecordResult Result = record(Program);
  EXPECT_EQ(Result.Outcome.Description, "killed by SIGILL");
  EXPECT_THAT(Result.Remarks, Contains(HasSubstr("AVX-512")));
}

TEST_F(RecordEndTest, OtherIllegalInstructionsAreNotAVX512) {
  RecordResult Result =
      record(compile("int main() { __asm__ volatile(\"ud2\"); }"));
  EXPECT_EQ(Result.Outcome.Description, "killed by SIGILL");
  EXPECT_THAT(Result.Remarks, Contains(HasSubstr("cannot execute an "
                                                 "instruction")));
}

TEST_F(RecordEndTest, AForkedChildIsNotRecorded) {
  std::string Program = compile(R"(
    #include <sys/wait.h>
    #include <unistd.h>
    __attribute__((noinline)) void child(void) {
      for (int i = 0; i < 100000; i++) __asm__ volatile("");
    }
    int main() {
      pid_t p = fork();
      if (p == 0) { child(); _exit(3); }
      int s;
      waitpid(p, &s, 0);
      return WEXITSTATUS(s);
    })");
  RecordResult Result = record(Program);
  EXPECT_EQ(Result.Outcome.Description, "exit status 3");
  EXPECT_EQ(instructionsIn("child"), 0u);
  EXPECT_GT(instructionsIn("main"), 0u);
}

TEST_F(RecordEndTest, AProgramThatReplacesItselfIsRecordedUntilThen) {
  std::string Program = compile(R"(
    #include <unistd.h>
    int main() { execl("/bin/sh", "sh", "-c", "exit 9", (char *)0); })");
  RecordResult Result = record(Program);
  EXPECT_EQ(Result.Outcome.Description,
            "exit status 9 (of the program that replaced it)");
  EXPECT_GT(instructionsIn("main"), 0u);
  EXPECT_THAT(Result.Remarks, Contains(HasSubstr("replaced itself")));
}

TEST_F(RecordEndTest, AStrippedProgramIsRecordedBySections) {
  std::string Program = compile("int main() { return 0; }", {"-O1", "-s"});
  RecordResult Result = record(Program);
  EXPECT_GT(instructionsIn(".text"), 0u);
  EXPECT_THAT(failure(options({Program}, "main")),
              HasSubstr("no function 'main'; the file is stripped"));
}

TEST_F(RecordEndTest, AnUnknownFunctionIsAnError) {
  std::string Program = compile("int main() { return 0; }");
  EXPECT_EQ(failure(options({Program}, "g")),
            Program + ": no function 'g', or it was inlined and removed");
}

TEST_F(RecordEndTest, WhatIsNoExecutableIsAnError) {
  EXPECT_EQ(failure(options({"/nowhere/p"})),
            "cannot read '/nowhere/p': No such file or directory");
  EXPECT_THAT(failure(options({"no-such-program"})),
              HasSubstr("no-such-program: no such program in PATH"));
  EXPECT_EQ(failure(options({"/tmp"})), "/tmp: is a directory");
  std::error_code EC;
  raw_fd_ostream(path("script"), EC) << "#!/bin/sh\n";
  EXPECT_EQ(failure(options({path("script")})),
            path("script") + ": not an ELF executable");
  std::string Object = compile("int f;", {"-c"});
  EXPECT_EQ(failure(options({Object})),
            Object + ": an ELF file, but no executable");
}

TEST_F(RecordEndTest, AnArchitectureThatIsNotSupportedIsNamed) {
  std::string Program =
      compile("void _start(void) {}", {"--target=powerpc64le-linux-gnu",
                                       "-nostdlib", "-static", "-fuse-ld=lld"});
  EXPECT_THAT(failure(options({Program})),
              HasSubstr("recording works for x86-64, AArch64 and RISC-V (64 "
                        "bits), not for powerpc64le"));
}

TEST_F(RecordEndTest, AForeignDynamicProgramNeedsItsSystem) {
  std::string Program =
      compile("void _start(void) {}",
              {"--target=aarch64-linux-gnu", "-nostdlib", "-fuse-ld=lld",
               "-pie", "-Wl,--dynamic-linker=/lib/ld-linux-aarch64.so.1"});
  EXPECT_EQ(failure(options({Program})),
            Program + ": needs /lib/ld-linux-aarch64.so.1 of its own system: "
                      "give its root with -rafter-sysroot=DIRECTORY, or link "
                      "the program statically");
  RecordOptions Options = options({Program});
  Options.Sysroot = path("root");
  EXPECT_EQ(failure(Options), Program +
                                  ": needs /lib/ld-linux-aarch64.so.1, "
                                  "which is not in " +
                                  path("root"));
}

TEST_F(RecordEndTest, MissingQemuNamesThePackage) {
  std::string Program = compile("int main() { return 0; }");
  std::string Path = getenv("PATH");
  setenv("PATH", "/nowhere", 1);
  std::string Message = failure(options({Program}));
  setenv("PATH", Path.c_str(), 1);
  EXPECT_EQ(Message, "qemu-x86_64 is not found: recording needs it (Debian "
                     "package qemu-user)");
}
