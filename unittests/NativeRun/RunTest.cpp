//===- RunTest.cpp - What a run sees --------------------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RunFixture.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/SourceMgr.h"
#include <gmock/gmock.h>
#include <gtest/gtest.h>

using namespace rafter;
using testing::ElementsAre;
using testing::HasSubstr;

/// Sums @data, n times, in a function of its own.
static const std::string SumText = R"(
@data = global [8 x double] zeroinitializer
define double @sum(ptr %p, i64 %n) noinline {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %j, %loop ]
  %s = phi double [ 0.0, %entry ], [ %t, %loop ]
  %q = getelementptr double, ptr %p, i64 %i
  %v = load double, ptr %q
  %t = fadd double %s, %v
  %j = add i64 %i, 1
  %c = icmp eq i64 %j, %n
  br i1 %c, label %exit, label %loop
exit:
  ret double %t
}
)";

TEST(Run, SendsTheOperationsInProgramOrder) {
  ProgramRun R(SumText + R"(
define i32 @main() {
  %r = call double @sum(ptr @data, i64 2)
  ret i32 0
}
)");
  ASSERT_EQ(R.Error, "");
  EXPECT_EQ(R.Result.Outcome.Description, "exit status 0");
  EXPECT_TRUE(R.Result.Outcome.Finished);
  EXPECT_TRUE(R.Result.RegionEntered);
  EXPECT_EQ(R.Regions, 1u);
  EXPECT_THAT(R.Operations,
              ElementsAre("move 1 <-", "load 2 <-", "add 1 <- 1 2", "load 2 <-",
                          "add 1 <- 1 2", "move 0 <- 1"));
  ASSERT_EQ(R.Addresses.size(), 2u);
  EXPECT_EQ(R.Addresses[1], R.Addresses[0] + 8);
}

TEST(Run, NotesDenormalNumbersOfTheRegion) {
  const std::string Text = R"(
@small = global double 0x0000000000001000
@normal = global double 1.5
@out = global double 0.0
define void @scale(ptr %p) noinline {
  %v = load volatile double, ptr %p
  %h = fmul double %v, 0.75
  store volatile double %h, ptr @out
  ret void
}
define i32 @main() {
  call void @scale(ptr @small)
  call void @other()
  ret i32 0
}
define void @other() noinline {
  call void @scale(ptr @normal)
  ret void
}
)";
  RunOptions Options;
  Options.Function = "scale";
  ProgramRun Small(Text, Options);
  ASSERT_EQ(Small.Error, "");
  EXPECT_TRUE(Small.Result.Denormals.Any);
#if defined(__x86_64__)
  EXPECT_EQ(Small.Result.Denormals.Of[unsigned(ComputeKind::Multiply)], 1u);
#endif
  // What was there before the region is not of the region.
  Options.Function = "other";
  ProgramRun Normal(Text, Options);
  ASSERT_EQ(Normal.Error, "");
  EXPECT_FALSE(Normal.Result.Denormals.Any);
}

TEST(Run, RegionOfInterestIsAFunction) {
  RunOptions Options;
  Options.Function = "sum";
  ProgramRun R(SumText + R"(
define i32 @main() {
  %1 = call double @sum(ptr @data, i64 2)
  store double %1, ptr @data
  %2 = call double @sum(ptr @data, i64 3)
  ret i32 4
}
)",
               Options);
  ASSERT_EQ(R.Error, "");
  EXPECT_EQ(R.Regions, 2u);
  EXPECT_EQ(R.count(OperationKind::Load), 5u);
  EXPECT_EQ(R.count(OperationKind::Store), 0u);
  EXPECT_EQ(R.Result.Outcome.ExitStatus, 4);
}

TEST(Run, RegionThatIsNeverEntered) {
  RunOptions Options;
  Options.Function = "sum";
  ProgramRun R(SumText + "define i32 @main() {\n  ret i32 0\n}\n", Options);
  ASSERT_EQ(R.Error, "");
  EXPECT_FALSE(R.Result.RegionEntered);
  EXPECT_EQ(R.Result.Words, 0u);
}

TEST(Run, ManyChunksArriveWhole) {
  ProgramRun R(SumText + R"(
define i32 @main() {
  br label %loop
loop:
  %i = phi i64 [ 0, %0 ], [ %j, %loop ]
  %r = call double @sum(ptr @data, i64 8)
  %j = add i64 %i, 1
  %c = icmp eq i64 %j, 100000
  br i1 %c, label %exit, label %loop
exit:
  ret i32 0
}
)");
  ASSERT_EQ(R.Error, "");
  EXPECT_EQ(R.count(OperationKind::Load), 800000u);
  EXPECT_EQ(R.count(OperationKind::Add), 800000u);
}

TEST(Run, RecursionGivesEachActivationAFrame) {
  ProgramRun R(R"(
define double @power(double %x, i64 %n) {
  %z = icmp eq i64 %n, 0
  br i1 %z, label %one, label %more
one:
  ret double 1.0
more:
  %m = sub i64 %n, 1
  %r = call double @power(double %x, i64 %m)
  %s = fmul double %r, %x
  ret double %s
}
define i32 @main() {
  %r = call double @power(double 2.0, i64 2)
  %i = fptosi double %r to i32
  ret i32 %i
}
)");
  ASSERT_EQ(R.Error, "");
  EXPECT_EQ(R.Result.Outcome.ExitStatus, 4);
  // Frames: main has 1 register (the result), power 4.
  EXPECT_THAT(R.Operations,
              ElementsAre("move 2 <-", "move 6 <- 2", "move 10 <- 6",
                          "move 9 <-", "move 7 <- 9", "mul 8 <- 7 6",
                          "move 5 <- 8", "move 3 <- 5", "mul 4 <- 3 2",
                          "move 1 <- 4", "move 0 <- 1"));
}

TEST(Run, StartsAFunctionWithNumbers) {
  RunOptions Options;
  Options.Entry = "scale";
  Options.Arguments = "2.5 '7'";
  ProgramRun R(R"(
@x = global double 0.0
define void @scale(double %a, i32 %n) {
  br label %loop
loop:
  %i = phi i32 [ 0, %0 ], [ %j, %loop ]
  %v = load double, ptr @x
  %w = fadd double %v, %a
  store double %w, ptr @x
  %j = add i32 %i, 1
  %c = icmp eq i32 %j, %n
  br i1 %c, label %exit, label %loop
exit:
  ret void
}
)",
               Options);
  ASSERT_EQ(R.Error, "");
  EXPECT_EQ(R.count(OperationKind::Add), 7u);
}

TEST(Run, PassesArgumentsToMain) {
  RunOptions Options;
  Options.Arguments = "one 'two words'";
  ProgramRun R("define i32 @main(i32 %argc, ptr %argv, ptr %env) {\n"
               "  %q = getelementptr ptr, ptr %argv, i64 2\n"
               "  %s = load ptr, ptr %q\n"
               "  %c = getelementptr i8, ptr %s, i64 4\n"
               "  %v = load i8, ptr %c\n"
               "  %w = zext i8 %v to i32\n"
               "  %r = add i32 %w, %argc\n"
               "  ret i32 %r\n"
               "}\n",
               Options);
  ASSERT_EQ(R.Error, "");
  EXPECT_EQ(R.Result.Outcome.ExitStatus, 'w' + 3);
}

TEST(Run, CallbacksFromOutsideAreSeen) {
  ProgramRun R(R"(
@data = global [4 x double] [double 3.0, double 1.0, double 2.0, double 0.0]
declare void @qsort(ptr, i64, i64, ptr)
define i32 @compare(ptr %p, ptr %q) {
  %x = load double, ptr %p
  %y = load double, ptr %q
  %l = fcmp olt double %x, %y
  %r = select i1 %l, i32 -1, i32 1
  ret i32 %r
}
define i32 @main() {
  call void @qsort(ptr @data, i64 4, i64 8, ptr @compare)
  %x = load double, ptr @data
  %i = fptosi double %x to i32
  ret i32 %i
}
)");
  ASSERT_EQ(R.Error, "");
  EXPECT_EQ(R.unseen("qsort"), 1u);
  EXPECT_EQ(R.Result.Outcome.ExitStatus, 0);
  EXPECT_GE(R.count(OperationKind::Load), 1 + 2 * 3u);
}

// Of a function that sanitizers leave alone, or its name is theirs.
TEST(Run, CallsThroughPointersAreSeenOrNamed) {
  ProgramRun R(R"(
@f = global ptr @inside
@g = global ptr @abs
declare i32 @abs(i32)
define double @inside(double %x) {
  %y = fadd double %x, %x
  ret double %y
}
define i32 @main() {
  %f = load volatile ptr, ptr @f
  %r = call double %f(double 1.0)
  %g = load volatile ptr, ptr @g
  %s = call i32 %g(i32 1)
  ret i32 0
}
)");
  ASSERT_EQ(R.Error, "");
  EXPECT_EQ(R.count(OperationKind::Add), 1u);
  EXPECT_EQ(R.unseen("abs"), 1u);
  EXPECT_EQ(R.Result.NotSeen.size(), 1u);
}

TEST(Run, ConstructorsAndDestructorsRun) {
  ProgramRun R(R"(
@state = global i32 1
@llvm.global_ctors = appending global [2 x { i32, ptr, ptr }] [
  { i32, ptr, ptr } { i32 65535, ptr @second, ptr null },
  { i32, ptr, ptr } { i32 101, ptr @first, ptr null }]
@llvm.global_dtors = appending global [1 x { i32, ptr, ptr }] [
  { i32, ptr, ptr } { i32 65535, ptr @last, ptr null }]
declare void @_exit(i32)
define void @first() {
  %v = load i32, ptr @state
  %w = add i32 %v, 4
  store i32 %w, ptr @state
  ret void
}
define void @second() {
  %v = load i32, ptr @state
  %w = mul i32 %v, 3
  store i32 %w, ptr @state
  ret void
}
define void @last() {
  %v = load i32, ptr @state
  call void @_exit(i32 %v)
  ret void
}
define i32 @main() {
  ret i32 0
}
)");
  ASSERT_EQ(R.Error, "");
  EXPECT_EQ(R.Result.Outcome.ExitStatus, 15);
}

TEST(Run, AddressesAreTheSameInEveryRun) {
  std::string Text = SumText + R"(
@static = global [1000 x double] zeroinitializer
declare ptr @calloc(i64, i64)
define i32 @main() {
  %small = call ptr @calloc(i64 100, i64 8)
  %large = call ptr @calloc(i64 1000000, i64 8)
  %slot = alloca [100 x double]
  %1 = call double @sum(ptr @static, i64 10)
  %2 = call double @sum(ptr %small, i64 10)
  %3 = call double @sum(ptr %large, i64 10)
  %4 = call double @sum(ptr %slot, i64 10)
  ret i32 0
}
)";
  ProgramRun A(Text);
  // The parent's own memory has no influence, and neither have heaps of threads
  // that have ended.
  std::vector<std::unique_ptr<char[]>> Memory;
  std::thread([&] { Memory.push_back(std::make_unique<char[]>(1000)); }).join();
  for (size_t Size = 1 << 12; Size < (1 << 26); Size *= 2)
    Memory.push_back(std::make_unique<char[]>(Size));
  ProgramRun B(Text);
  ASSERT_EQ(A.Addresses.size(), 40u);
  EXPECT_EQ(A.Addresses, B.Addresses);
  // A sanitizer's allocator has places of its own.
#if defined(__x86_64__) && !defined(__SANITIZE_ADDRESS__)
  for (uint64_t Address : A.Addresses)
    EXPECT_EQ(Address >> 40, 0x70u) << std::hex << Address;
#endif
}

TEST(Run, VectorsAndGathersGiveTheirAddresses) {
  ProgramRun R(R"(
@data = global [8 x double] zeroinitializer, align 64
declare <2 x double> @llvm.masked.gather.v2f64.v2p0(<2 x ptr>, <2 x i1>, <2 x double>)
define i32 @main() {
  %v = load <4 x double>, ptr @data
  %p = getelementptr double, ptr @data, <2 x i64> <i64 5, i64 1>
  %g = call <2 x double> @llvm.masked.gather.v2f64.v2p0(<2 x ptr> %p, <2 x i1> splat (i1 true), <2 x double> poison)
  ret i32 0
}
)");
  ASSERT_EQ(R.Error, "");
  ASSERT_EQ(R.Addresses.size(), 3u);
  EXPECT_EQ(R.Addresses[1] - R.Addresses[0], 40u);
  EXPECT_EQ(R.Addresses[2] - R.Addresses[0], 8u);
  EXPECT_EQ(R.count(OperationKind::Load), 6u);
}

TEST(Run, RefusesWhatItCannotRun) {
  const char *Main = "define i32 @main() {\n  ret i32 0\n}\n";
  RunOptions Options;
  Options.Entry = "start";
  EXPECT_EQ(ProgramRun(Main, Options).Error,
            "the entry function 'start' is not defined, or was inlined and "
            "removed");
  Options = {};
  Options.Function = "kernel";
  EXPECT_EQ(ProgramRun(Main, Options).Error,
            "the function 'kernel' is not defined, or was inlined and removed");
  EXPECT_THAT(
      ProgramRun(std::string("target triple = \"riscv64-unknown-linux\"\n") +
                 Main)
          .Error,
      HasSubstr("cannot run a program for 'riscv64-unknown-linux' on '"));
  EXPECT_EQ(ProgramRun("declare void @nowhere()\n"
                       "declare void @_Z6nobodyi(i32)\n"
                       "define i32 @main() {\n"
                       "  call void @nowhere()\n"
                       "  call void @_Z6nobodyi(i32 1)\n"
                       "  ret i32 0\n"
                       "}\n")
                .Error,
            "cannot link the program: undefined 'nobody(int)', 'nowhere'");
}

TEST(Run, CodeThatDoesNotAssembleIsAnError) {
  EXPECT_EQ(
      ProgramRun("define i32 @main() {\n"
                 "  call void asm sideeffect \"nonesuch\", \"\"()\n"
                 "  ret i32 0\n"
                 "}\n")
          .Error,
      "cannot compile the program: invalid instruction mnemonic 'nonesuch'");
}

TEST(Run, ARegionThatCallsItselfThroughAPointerIsOneRegion) {
  RunOptions Options;
  Options.Function = "region";
  ProgramRun R(R"(
@x = global double 0.0
@f = global ptr @region
define void @region(i32 %n) noinline {
  %v = load double, ptr @x
  %w = fadd double %v, 1.0
  store double %w, ptr @x
  %z = icmp eq i32 %n, 0
  br i1 %z, label %done, label %more
more:
  %m = sub i32 %n, 1
  %f = load volatile ptr, ptr @f
  call void %f(i32 %m)
  br label %done
done:
  ret void
}
define i32 @main() {
  call void @region(i32 3)
  call void @region(i32 0)
  ret i32 0
}
)",
               Options);
  ASSERT_EQ(R.Error, "");
  EXPECT_EQ(R.Regions, 2u);
  EXPECT_EQ(R.count(OperationKind::Add), 5u);
  EXPECT_TRUE(R.Result.NotSeen.empty());
}

TEST(Run, AnErrorOfTheConsumerEndsTheProgram) {
  llvm::LLVMContext Context;
  llvm::SMDiagnostic Diagnostic;
  auto M = llvm::parseAssemblyString(SumText + R"(
define i32 @main() {
  br label %loop
loop:
  %r = call double @sum(ptr @data, i64 8)
  br label %loop
}
)",
                                     Diagnostic, Context);
  ASSERT_TRUE(M);
  llvm::Expected<LoweredModule> L = lowerModule(*M);
  ASSERT_TRUE(bool(L));
  auto R = runProgram(*M, *L, {}, [](llvm::ArrayRef<uint64_t>) {
    return llvm::createStringError("enough");
  });
  ASSERT_FALSE(bool(R));
  EXPECT_EQ(llvm::toString(R.takeError()), "enough");
}
