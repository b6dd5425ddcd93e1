//===- RecordTest.cpp - Programs in QEMU ----------------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What is recorded: how often, where, by whom, and however the program ends.
//
//===----------------------------------------------------------------------===//

#include "RecordFixture.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "gmock/gmock.h"

using namespace rafter;
using namespace llvm;
using testing::Contains;
using testing::HasSubstr;
using testing::IsEmpty;

namespace {

class RecordTest : public RecordFixture {};

RecordOptions inFunction(StringRef Name) {
  return RecordFixture::options({}, Name);
}

constexpr StringRef SumLoop = R"(
  long data[1000];
  __attribute__((noinline)) long sum(long n) {
    long s = 0;
    for (long i = 0; i < n; i++) s += data[i];
    return s;
  }
  int main() { return sum(1000) + sum(500) != 0; })";

} // namespace

TEST_F(RecordTest, EachExecutionAndEachAddressOfALoopIsSeen) {
  std::string Program =
      compile(SumLoop, {"-O1", "-fno-vectorize", "-fno-unroll-loops"});
  RecordResult Result = record(Program, inFunction("sum"));
  EXPECT_EQ(Result.Outcome.Description, "exit status 0");
  ASSERT_EQ(Result.Threads.size(), 1u);
  EXPECT_TRUE(Result.RegionEntered);
  EXPECT_EQ(Result.Threads[0].Entries, 2u);
  // The elements, and two return addresses.
  EXPECT_EQ(Result.Threads[0].Accesses, 1502u);
  EXPECT_GT(Result.OutsideInstructions, 1000u);
  std::vector<uint64_t> Addresses;
  for (const Executed &E : Sink.Threads[0])
    for (size_t A = 0; A != E.Addresses.size(); ++A)
      if (!Sink.Variants[E.Variant].Accesses[A].isStore())
        Addresses.push_back(E.Addresses[A]);
  ASSERT_GE(Addresses.size(), 1000u);
  for (size_t I = 1; I != 1000; ++I)
    EXPECT_EQ(Addresses[I], Addresses[0] + 8 * I);
}

TEST_F(RecordTest, TheWholeProgramIsRecordedWithoutAFunction) {
  std::string Program = compile(SumLoop);
  RecordResult All = record(Program);
  uint64_t InMain = instructionsIn("main"), InSum = instructionsIn("sum");
  EXPECT_EQ(All.OutsideInstructions, 0u);
  EXPECT_GT(InMain, 4u);
  RecordResult Part = record(Program, inFunction("sum"));
  EXPECT_EQ(Part.Instructions, InSum);
  EXPECT_EQ(instructionsIn("sum"), InSum);
  EXPECT_EQ(Part.Instructions + Part.OutsideInstructions, All.Instructions);
}

TEST_F(RecordTest, WhatAFunctionCallsBelongsToIt) {
  std::string Program = compile(R"(
    __attribute__((noinline)) int leaf(int n) { __asm__ volatile(""); return n + 1; }
    __attribute__((noinline)) int f(int n) { return leaf(n) + leaf(2 * n); }
    int main() { return leaf(0) + f(1) + leaf(0) + f(2) != 15; })");
  RecordResult Result = record(Program, inFunction("f"));
  EXPECT_EQ(Result.Outcome.ExitStatus, 0);
  EXPECT_EQ(Result.Threads[0].Entries, 2u);
  uint64_t Once = instructionsIn("leaf") / 4;
  EXPECT_EQ(instructionsIn("leaf"), 4 * Once);
  EXPECT_GT(Once, 0u);
  EXPECT_EQ(instructionsIn("main"), 0u);
}

TEST_F(RecordTest, RecursionIsOneEntry) {
  // Directly, and through a function that calls from the same place as main.
  std::string Program = compile(R"(
    int f(int n);
    __attribute__((noinline)) int call(int n) { int r = f(n); return r + 1; }
    __attribute__((noinline)) int f(int n) {
      if (n == 0) return 0;
      int r = n % 2 ? f(n - 1) : call(n - 1);
      return r + 1;
    }
    int main() { int r = call(10); return r + call(4) != 23; })",
                                {"-O1", "-fno-optimize-sibling-calls"});
  RecordResult Result = record(Program, inFunction("f"));
  EXPECT_EQ(Result.Outcome.ExitStatus, 0);
  EXPECT_EQ(Result.Threads[0].Entries, 2u);
  EXPECT_EQ(instructionsIn("main"), 0u);
}

TEST_F(RecordTest, ALoopToTheFirstInstructionIsNoEntry) {
  std::string Program = compile(R"(
    __asm__(".globl f\n.type f,@function\nf: dec %edi\njne f\n"
            "mov $7, %eax\nret\n.size f, .-f");
    int f(int);
    int main() { return f(100) + f(5) != 14; })");
  RecordResult Result = record(Program, inFunction("f"));
  EXPECT_EQ(Result.Outcome.ExitStatus, 0);
  EXPECT_EQ(Result.Threads[0].Entries, 2u);
  EXPECT_EQ(Result.Instructions, 2u * 105 + 2 * 2);
}

TEST_F(RecordTest, AFunctionReachedByATailCallEndsWhereItReturns) {
  std::string Program = compile(R"(
    __attribute__((noinline)) int leaf(int n) { __asm__ volatile(""); return n; }
    __attribute__((noinline)) int f(int n) { return leaf(n) + 1; }
    __attribute__((noinline)) int tail(int n) {
      n += leaf(n);
      __attribute__((musttail)) return f(n);
    }
    int main() { return tail(3) + leaf(1) != 8; })");
  RecordResult Result = record(Program, inFunction("f"));
  EXPECT_EQ(Result.Outcome.ExitStatus, 0);
  EXPECT_EQ(Result.Threads[0].Entries, 1u);
  EXPECT_EQ(instructionsIn("tail"), 0u);
  EXPECT_EQ(instructionsIn("main"), 0u);
}

TEST_F(RecordTest, ALongJumpWithinAFunctionDoesNotLeaveIt) {
  std::string Program = compile(R"(
    #include <setjmp.h>
    jmp_buf there;
    __attribute__((noinline)) void leap(int n) { longjmp(there, n); }
    __attribute__((noinline)) void deep(int n) { leap(n); __asm__ volatile(""); }
    __attribute__((noinline)) int f(int n) {
      if (setjmp(there)) return n + 1;
      deep(n);
      return 0;
    }
    int main() { return f(1) + f(2) != 5; })");
  RecordResult Result = record(Program, inFunction("f"));
  EXPECT_EQ(Result.Outcome.ExitStatus, 0);
  EXPECT_EQ(Result.Threads[0].Entries, 2u);
  EXPECT_EQ(instructionsIn("main"), 0u);
}

TEST_F(RecordTest, ALongJumpOutOfTheFunctionEndsIt) {
  std::string Program = compile(R"(
    #include <setjmp.h>
    jmp_buf there;
    __attribute__((noinline)) void f(int n) {
      if (n > 1) longjmp(there, n);
      __asm__ volatile("");
    }
    __attribute__((noinline)) void after(void) {
      for (int i = 0; i < 100000; i++) __asm__ volatile("");
    }
    int main() {
      if (!setjmp(there)) f(2);
      after();
      f(1);
      return 0;
    })");
  RecordResult Result = record(Program, inFunction("f"));
  EXPECT_EQ(Result.Outcome.ExitStatus, 0);
  EXPECT_EQ(Result.Threads[0].Entries, 2u);
  EXPECT_EQ(instructionsIn("after"), 0u);
}

TEST_F(RecordTest, AnExceptionOutOfTheFunctionEndsIt) {
  std::string Program = compile(R"(
    __attribute__((noinline)) int f(int n) {
      if (n > 1) throw n;
      return n;
    }
    __attribute__((noinline)) void after() {
      for (int i = 0; i < 100000; i++) __asm__ volatile("");
    }
    int main() {
      try { f(2); } catch (int) {}
      after();
      return f(0);
    })",
                                {"-x", "c++", "-O1", "-lstdc++"});
  RecordResult Result = record(Program, inFunction("f"));
  EXPECT_EQ(Result.Outcome.ExitStatus, 0);
  EXPECT_EQ(Result.Threads[0].Entries, 2u);
  EXPECT_EQ(instructionsIn("after()"), 0u);
  EXPECT_EQ(instructionsIn("after"), 0u);
}

TEST_F(RecordTest, AFunctionOfALibraryIsARegion) {
  std::string Library = compile(
      "__attribute__((noinline)) int shared_sum(int n) {"
      "  int s = 0;"
      "  for (int i = 0; i < n; i++) { s += i; __asm__(\"\" : \"+r\"(s)); }"
      "  return s; }",
      {"-O1", "-shared", "-fPIC"});
  std::string Program =
      compile("int shared_sum(int);"
              "int main() { return shared_sum(1000) + shared_sum(1000) == 7; }",
              {"-O1", Library});
  for (std::string Name : {std::string("shared_sum"),
                           sys::path::filename(Library).str() + "`shared_sum",
                           Library + "`shared_sum"}) {
    RecordResult Result = record(Program, inFunction(Name));
    EXPECT_EQ(Result.Outcome.ExitStatus, 0);
    EXPECT_EQ(Result.Threads[0].Entries, 2u) << Name;
    EXPECT_GE(Result.Instructions, 6000u);
    EXPECT_LT(Result.Instructions, 12000u);
  }
}

TEST_F(RecordTest, AFunctionThatIsNeverCalledIsNotEntered) {
  std::string Program = compile("void f(void) {} int main(int c, char **v) "
                                "{ if (c > 5) f(); return 0; }",
                                {"-O0"});
  RecordResult Result = record(Program, inFunction("f"));
  EXPECT_FALSE(Result.RegionEntered);
  EXPECT_EQ(Result.Instructions, 0u);
  EXPECT_GT(Result.OutsideInstructions, 0u);
}

TEST_F(RecordTest, PositionDependentAndStaticProgramsHaveTheirOwnAddresses) {
  for (std::vector<std::string> Options :
       {std::vector<std::string>{"-O1", "-pie", "-fPIE"},
        {"-O1", "-no-pie"},
        {"-O1", "-static"},
        {"-O1", "-static-pie", "-fPIE"}}) {
    std::string Program = compile(SumLoop, Options);
    auto File = cantFail(Executable::open(Program));
    const FunctionSymbol *Sum = cantFail(File->findFunction("sum"));
    RecordResult Result = record(Program, inFunction("sum"));
    EXPECT_EQ(Result.Threads[0].Entries, 2u) << Options[1];
    ASSERT_FALSE(Sink.Blocks.empty());
    EXPECT_THAT(Sink.Blocks, Contains(testing::Field(&CodeBlock::StaticAddress,
                                                     Sum->Address)));
  }
}

TEST_F(RecordTest, InstructionsOfALibraryHaveItsName) {
  std::string Program = compile(R"(
    #include <stdlib.h>
    int main() { return atoi("12") != 12; })",
                                {"-O0", "-fno-builtin"});
  record(Program);
  EXPECT_GT(instructionsIn("libc.so.6`atoi"), 0u);
}

TEST_F(RecordTest, InstructionsHaveTheirLines) {
  std::string Program = compile(SumLoop, {"-O1", "-g"});
  record(Program, inFunction("sum"));
  std::vector<unsigned> Lines;
  for (const CodeBlock &Block : Sink.Blocks)
    if (Block.Function == "sum")
      for (const SourceLocation &Line : Block.Lines)
        Lines.push_back(Line.Line);
  EXPECT_THAT(Lines, Contains(5u));
}

TEST_F(RecordTest, EachThreadIsAStreamOfItsOwn) {
  std::string Program = compile(R"(
    #include <pthread.h>
    __attribute__((noinline)) void *work(void *n) {
      for (long i = 0; i < (long)n; i++) __asm__ volatile("");
      return 0;
    }
    int main() {
      pthread_t t[3];
      for (long i = 0; i < 3; i++)
        pthread_create(&t[i], 0, work, (void *)((i + 1) * 1000));
      for (int i = 0; i < 3; i++) pthread_join(t[i], 0);
      return 0;
    })",
                                {"-O1", "-pthread"});
  RecordResult Result = record(Program, inFunction("work"));
  ASSERT_EQ(Result.Threads.size(), 4u);
  EXPECT_EQ(Result.Threads[0].Entries, 0u);
  for (unsigned T = 1; T != 4; ++T) {
    EXPECT_EQ(Result.Threads[T].Entries, 1u);
    EXPECT_GE(Result.Threads[T].Instructions, 2000u * T);
    EXPECT_LE(Result.Threads[T].Instructions, 5000u * T);
  }
}

TEST_F(RecordTest, CodeThatChangesIsOtherCode) {
  std::string Program = compile(R"(
    #include <string.h>
    #include <sys/mman.h>
    int main() {
      unsigned char *code = mmap(0, 4096, 7, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
      int sum = 0;
      for (int i = 0; i < 3; i++) {
        unsigned char text[] = {0xb8, (unsigned char)(i + 1), 0, 0, 0, 0xc3};
        memcpy(code, text, sizeof text);
        __builtin___clear_cache((char *)code, (char *)code + 16);
        for (int k = 0; k < 10; k++) sum += ((int (*)(void))code)();
      }
      return sum != 60;
    })");
  RecordResult Result = record(Program);
  EXPECT_EQ(Result.Outcome.ExitStatus, 0);
  EXPECT_EQ(instructionsIn("[made while running]"), 60u);
  EXPECT_THAT(Result.Remarks,
              Contains(HasSubstr("code changed while it ran: 2 blocks")));
}

TEST_F(RecordTest, ABlockThatAFaultEndsIsCutThere) {
  // The second execution of the block faults in its second instruction.
  std::string Program = compile(R"(
    #include <setjmp.h>
    #include <signal.h>
    __asm__(".globl f\n.type f,@function\nf: mov (%rdi), %eax\nmov (%rsi), %ecx\n"
            "nop\nnop\nmov (%rdi), %edx\nret\n.size f, .-f");
    int f(int *, int *);
    sigjmp_buf there;
    static void handler(int s) { siglongjmp(there, 1); }
    int main() {
      int a = 0;
      signal(SIGSEGV, handler);
      f(&a, &a);
      if (!sigsetjmp(there, 1)) f(&a, 0);
      return 0;
    })");
  RecordResult Result = record(Program);
  EXPECT_EQ(Result.Outcome.ExitStatus, 0);
  EXPECT_EQ(instructionsIn("f"), 6u + 1u);
}

TEST_F(RecordTest, TwoRecordingsAreTheSame) {
  std::string Program = compile(SumLoop);
  RecordOptions Options = options({Program});
  cantFail(recordTrace(Options, path("a.trace")));
  cantFail(recordTrace(Options, path("b.trace")));
  auto A = cantFail(errorOrToExpected(MemoryBuffer::getFile(path("a.trace"))));
  auto B = cantFail(errorOrToExpected(MemoryBuffer::getFile(path("b.trace"))));
  EXPECT_TRUE(A->getBuffer() == B->getBuffer());
}

TEST_F(RecordTest, ATraceHasWhatWasRecorded) {
  std::string Program = compile(SumLoop);
  RecordOptions Options = options({Program, "x"}, "sum");
  RecordResult Result = cantFail(recordTrace(Options, path("a.trace")));
  auto Trace = cantFail(TraceReader::open(path("a.trace")));
  EXPECT_EQ(Trace->damage(), "");
  EXPECT_EQ(Trace->outcome(), "exit status 0");
  EXPECT_EQ(Trace->info().Function, "sum");
  EXPECT_EQ(Trace->info().Command, Options.Command);
  EXPECT_EQ(Trace->info().Target.getArch(), Triple::x86_64);
  ASSERT_EQ(Trace->threads().size(), 1u);
  EXPECT_EQ(Trace->threads()[0].Instructions, Result.Instructions);
  EXPECT_EQ(Trace->threads()[0].Accesses, Result.Threads[0].Accesses);
  EXPECT_EQ(Trace->outsideInstructions(), Result.OutsideInstructions);
}

TEST_F(RecordTest, ProgramsForOtherMachinesAreRecorded) {
  for (const char *Target : {"aarch64-linux-gnu", "riscv64-linux-gnu"}) {
    std::string Program = compileForeign(Target, R"(
      long data[1000];
      __attribute__((noinline)) long sum(long n) {
        long s = 0;
        for (long i = 0; i < n; i++) { s += data[i]; __asm__ volatile(""); }
        return s;
      }
      __attribute__((noinline)) long leaf(long n) { return sum(n) + 1; }
      long run(void) { data[0] = 3; return leaf(1000) + leaf(10) - 8; })");
    RecordResult Result = record(Program, inFunction("leaf"));
    EXPECT_EQ(Result.Outcome.Description, "exit status 0") << Target;
    ASSERT_EQ(Result.Threads.size(), 1u);
    EXPECT_EQ(Result.Threads[0].Entries, 2u) << Target;
    EXPECT_GE(Result.Threads[0].Accesses, 1010u);
    EXPECT_GE(instructionsIn("sum"), 4 * 1010u);
    EXPECT_EQ(instructionsIn("run"), 0u);
  }
}
