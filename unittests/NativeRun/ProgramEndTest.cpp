//===- ProgramEndTest.cpp - However the program ends ----------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Nothing that the program does harms the analysis of what it did before.
//
//===----------------------------------------------------------------------===//

#include "RunFixture.h"
#include <gmock/gmock.h>
#include <gtest/gtest.h>

using namespace rafter;

/// A main function that works (an addition, then a store) and then does Body.
static std::string workThen(llvm::StringRef Body) {
  return (R"(
@x = global double 1.0
declare void @exit(i32)
declare void @_exit(i32)
declare void @abort()
declare i32 @raise(i32)
declare i32 @fork()
declare i32 @wait(ptr)
declare i32 @setjmp(ptr) returns_twice
declare void @longjmp(ptr, i32)
declare i32 @execl(ptr, ptr, ...)
declare i32 @pthread_create(ptr, ptr, ptr, ptr)
declare i32 @pthread_join(i64, ptr)
declare void @pthread_exit(ptr)
define void @work() noinline {
  %v = load double, ptr @x
  %w = fadd double %v, 1.0
  store double %w, ptr @x
  ret void
}
define i32 @main() {
  call void @work()
)" + Body +
          "\n}\n")
      .str();
}

TEST(ProgramEnd, ExitInTheMiddle) {
  ProgramRun R(workThen("call void @exit(i32 3)\nunreachable"));
  EXPECT_EQ(R.Result.Outcome.Description, "exit status 3");
  EXPECT_TRUE(R.Result.Outcome.Finished);
  EXPECT_EQ(R.count(OperationKind::Add), 1u);
  EXPECT_EQ(R.unseen("exit"), 1u);
}

TEST(ProgramEnd, ExitWithoutHandlers) {
  ProgramRun R(workThen("call void @_exit(i32 4)\nunreachable"));
  EXPECT_EQ(R.Result.Outcome.Description, "exit status 4");
  EXPECT_EQ(R.count(OperationKind::Add), 1u);
}

TEST(ProgramEnd, Abort) {
  ProgramRun R(workThen("call void @abort()\nunreachable"));
  EXPECT_EQ(R.Result.Outcome.Description, "killed by SIGABRT");
  EXPECT_FALSE(R.Result.Outcome.Finished);
  EXPECT_EQ(R.count(OperationKind::Add), 1u);
}

#ifdef __x86_64__
TEST(ProgramEnd, DivisionByZero) {
  ProgramRun D("@zero = global i32 0\n" +
               workThen("%z = load volatile i32, ptr @zero\n"
                        "%q = udiv i32 1, %z\n"
                        "ret i32 %q"));
  EXPECT_EQ(D.Result.Outcome.Description,
            "killed by SIGFPE (integer division by zero)");
  EXPECT_EQ(D.count(OperationKind::Store), 1u);
}
#endif

TEST(ProgramEnd, AnEventThatWasInterruptedIsDropped) {
  ProgramRun R(workThen("call void @work()\n"
                        "%v = load volatile double, ptr @x\n"
                        "%w = load volatile double, ptr null\n"
                        "ret i32 0"));
  EXPECT_EQ(R.Result.Outcome.Description, "killed by SIGSEGV (null pointer)");
  EXPECT_EQ(R.count(OperationKind::Load), 2u);
}

TEST(ProgramEnd, StackOverflow) {
  ProgramRun R(R"(
define double @deep(double %x) {
  %slot = alloca [16 x double]
  store volatile double %x, ptr %slot
  %y = call double @deep(double %x)
  %z = load volatile double, ptr %slot
  %s = fadd double %y, %z
  ret double %s
}
define i32 @main() {
  %r = call double @deep(double 1.0)
  ret i32 0
}
)");
  EXPECT_EQ(R.Result.Outcome.Description, "killed by SIGSEGV (stack overflow)");
  EXPECT_GT(R.count(OperationKind::Store), 10000u);
  EXPECT_EQ(R.count(OperationKind::Add), 0u);
}

TEST(ProgramEnd, TimeLimit) {
  RunOptions Options;
  Options.TimeLimit = 0.3;
  ProgramRun R(workThen("br label %loop\n"
                        "loop:\n"
                        "br label %loop"),
               Options);
  EXPECT_EQ(R.Result.Outcome.Description,
            "stopped after the time limit of 0.3 s");
  EXPECT_FALSE(R.Result.Outcome.Finished);
  EXPECT_EQ(R.count(OperationKind::Add), 1u);
}

TEST(ProgramEnd, TimeLimitWhileEventsFlow) {
  RunOptions Options;
  Options.TimeLimit = 0.3;
  ProgramRun R(workThen("br label %loop\n"
                        "loop:\n"
                        "call void @work()\n"
                        "br label %loop"),
               Options);
  EXPECT_EQ(R.Result.Outcome.Description,
            "stopped after the time limit of 0.3 s");
  EXPECT_GT(R.count(OperationKind::Add), 1000u);
}

TEST(ProgramEnd, AForkedProcessIsNotSeen) {
  ProgramRun R(workThen("%pid = call i32 @fork()\n"
                        "%child = icmp eq i32 %pid, 0\n"
                        "br i1 %child, label %loop, label %parent\n"
                        "loop:\n"
                        "%i = phi i32 [ 0, %0 ], [ %j, %loop ]\n"
                        "call void @work()\n"
                        "%j = add i32 %i, 1\n"
                        "%c = icmp eq i32 %j, 100000\n"
                        "br i1 %c, label %done, label %loop\n"
                        "done:\n"
                        "call void @exit(i32 9)\n"
                        "unreachable\n"
                        "parent:\n"
                        "%s = alloca i32\n"
                        "call i32 @wait(ptr %s)\n"
                        "call void @work()\n"
                        "%v = load i32, ptr %s\n"
                        "%w = lshr i32 %v, 8\n"
                        "ret i32 %w"));
  EXPECT_EQ(R.Result.Outcome.Description, "exit status 9");
  EXPECT_EQ(R.count(OperationKind::Add), 2u);
}

TEST(ProgramEnd, AnotherProgramTakesOver) {
  ProgramRun R("@path = constant [10 x i8] c\"/bin/true\\00\"\n" +
               workThen("call i32 (ptr, ptr, ...) @execl(ptr @path, ptr @path, "
                        "ptr null)\n"
                        "ret i32 1"));
  EXPECT_EQ(R.Result.Outcome.Description,
            "exit status 0 (of the program that replaced it)");
  EXPECT_EQ(R.count(OperationKind::Add), 1u);
}

TEST(ProgramEnd, OnlyTheFirstThreadOfTheRegionRecords) {
  ProgramRun R(
      "define ptr @thread(ptr %p) {\n"
      "call void @work()\n"
      "ret ptr null\n"
      "}\n" +
      workThen("%t = alloca i64\n"
               "call i32 @pthread_create(ptr %t, ptr null, ptr @thread, ptr "
               "null)\n"
               "%h = load i64, ptr %t\n"
               "call i32 @pthread_join(i64 %h, ptr null)\n"
               "ret i32 0"));
  EXPECT_EQ(R.Result.Outcome.Description, "exit status 0");
  EXPECT_EQ(R.count(OperationKind::Add), 1u);
}

TEST(ProgramEnd, TheMainThreadLeaves) {
#ifdef __SANITIZE_ADDRESS__
  GTEST_SKIP() << "the sanitizer takes the unwound stack for live";
#endif
  ProgramRun R(workThen("call void @pthread_exit(ptr null)\nunreachable"));
  EXPECT_EQ(R.Result.Outcome.Description, "exit status 0");
  EXPECT_EQ(R.count(OperationKind::Add), 1u);
}

TEST(ProgramEnd, AJumpOutOfTheRegionEndsIt) {
  RunOptions Options;
  Options.Function = "region";
  ProgramRun R("@jump = global [64 x i64] zeroinitializer, align 16\n"
               "define void @region() noinline {\n"
               "call void @work()\n"
               "call void @longjmp(ptr @jump, i32 1)\n"
               "unreachable\n"
               "}\n" +
                   workThen("%n = alloca i32\n"
                            "store volatile i32 0, ptr %n\n"
                            "%r = call i32 @setjmp(ptr @jump) returns_twice\n"
                            "%a = load volatile i32, ptr %n\n"
                            "%b = add i32 %a, 1\n"
                            "store volatile i32 %b, ptr %n\n"
                            "%c = icmp ult i32 %b, 4\n"
                            "br i1 %c, label %again, label %done\n"
                            "again:\n"
                            "call void @region()\n"
                            "br label %done\n"
                            "done:\n"
                            "call void @work()\n"
                            "ret i32 %b"),
               Options);
  EXPECT_EQ(R.Result.Outcome.Description, "exit status 4");
  EXPECT_EQ(R.Regions, 3u);
  EXPECT_EQ(R.count(OperationKind::Add), 3u);
}

TEST(ProgramEnd, WhatSignalHandlersDoIsNotSeen) {
  ProgramRun R("declare ptr @signal(i32, ptr)\n"
               "define void @handler(i32 %s) {\n"
               "call void @work()\n"
               "ret void\n"
               "}\n" +
               workThen("call ptr @signal(i32 10, ptr @handler)\n"
                        "call i32 @raise(i32 10)\n"
                        "call void @work()\n"
                        "%v = load double, ptr @x\n"
                        "%r = fptosi double %v to i32\n"
                        "ret i32 %r"));
  EXPECT_EQ(R.Result.Outcome.Description, "exit status 4");
  EXPECT_EQ(R.count(OperationKind::Add), 2u);
}

TEST(ProgramEnd, AHandlerInTheMiddleOfEvents) {
  // An interval timer interrupts whatever is being recorded, many times.
  ProgramRun R("declare ptr @signal(i32, ptr)\n"
               "declare i32 @setitimer(i32, ptr, ptr)\n"
               "@every = constant [4 x i64] [i64 0, i64 200, i64 0, i64 200]\n"
               "@count = global i32 0\n"
               "define void @handler(i32 %s) {\n"
               "call void @work()\n"
               "%c = load volatile i32, ptr @count\n"
               "%d = add i32 %c, 1\n"
               "store volatile i32 %d, ptr @count\n"
               "ret void\n"
               "}\n" +
               workThen("call ptr @signal(i32 14, ptr @handler)\n"
                        "call i32 @setitimer(i32 0, ptr @every, ptr null)\n"
                        "br label %loop\n"
                        "loop:\n"
                        "%i = phi i32 [ 0, %0 ], [ %j, %loop ]\n"
                        "call void @work()\n"
                        "%j = add i32 %i, 1\n"
                        "%c = load volatile i32, ptr @count\n"
                        "%enough = icmp ugt i32 %c, 100\n"
                        "br i1 %enough, label %done, label %loop\n"
                        "done:\n"
                        "ret i32 0"));
  EXPECT_EQ(R.Error, "");
  EXPECT_EQ(R.Result.Outcome.Description, "exit status 0");
  EXPECT_GT(R.count(OperationKind::Add), 100u);
  EXPECT_EQ(R.count(OperationKind::Add), R.count(OperationKind::Load));
  EXPECT_EQ(R.count(OperationKind::Add), R.count(OperationKind::Store));
}
