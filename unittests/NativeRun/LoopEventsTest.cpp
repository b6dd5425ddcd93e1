//===- LoopEventsTest.cpp - One event for many iterations -----------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Loops that send one event for many iterations give the operations and
// addresses of loops that send one for each.
//
//===----------------------------------------------------------------------===//

#include "RunFixture.h"
#include <gtest/gtest.h>

using namespace rafter;

/// A loop of one block, entered from a nest and from a branch; Body may use %i,
/// %n and the array %p, and defines %v.
static std::string loop(llvm::StringRef Body, unsigned Iterations) {
  return (R"(
@data = global [200000 x double] zeroinitializer
declare double @llvm.sqrt.f64(double)
define double @region(ptr %p, i64 %n, i64 %m) noinline {
entry:
  %short = icmp eq i64 %n, 7
  br i1 %short, label %again, label %outer
outer:
  %o = phi i64 [ 0, %entry ], [ %o1, %behind ]
  br label %again
again:
  %from = phi i64 [ 3, %entry ], [ %o, %outer ]
  %sum = phi double [ 1.0, %entry ], [ 2.0, %outer ]
  br label %loop
loop:
  %i = phi i64 [ %from, %again ], [ %j, %loop ]
  %s = phi double [ %sum, %again ], [ %t, %loop ]
)" + Body +
          R"(
  %t = fadd double %s, %v
  %j = add i64 %i, 1
  %c = icmp slt i64 %j, %n
  br i1 %c, label %loop, label %behind
behind:
  %x = phi double [ %t, %loop ]
  store double %x, ptr %p
  %o1 = add i64 %from, 1
  %d = icmp slt i64 %o1, 3
  br i1 %d, label %outer, label %exit
exit:
  ret double %x
}
define i32 @main() {
  %a = call double @region(ptr @data, i64 )" +
          std::to_string(Iterations) + R"(, i64 24)
  %b = call double @region(ptr @data, i64 7, i64 -1)
  ret i32 0
}
)")
      .str();
}

static std::string load(llvm::StringRef Index) {
  return (Index + R"(
  %q = getelementptr double, ptr %p, i64 %k
  %v = load double, ptr %q)")
      .str();
}

struct LoopEvents : testing::Test {
  /// Words with one event for many iterations over those without.
  double ratio(llvm::StringRef Body, unsigned Iterations) {
    RunOptions Options;
    Options.Function = "region";
    ProgramRun Together(loop(Body, Iterations), Options);
    Options.LoopEvents = false;
    ProgramRun Single(loop(Body, Iterations), Options);
    EXPECT_EQ(Together.Error, "");
    EXPECT_EQ(Together.Hash, Single.Hash);
    EXPECT_EQ(Together.Elements, Single.Elements);
    EXPECT_GT(Single.count(OperationKind::Add), Iterations);
    return double(Together.Result.Words) / Single.Result.Words;
  }
};

TEST_F(LoopEvents, AreSentWhereAddressesAdvanceBySteps) {
  EXPECT_LT(ratio(load("%k = add i64 %i, 5"), 10000), 0.01);
  EXPECT_LT(ratio(load("%k = mul i64 %i, 3"), 10000), 0.01);
  EXPECT_LT(ratio(load("%k = sub i64 20000, %i"), 10000), 0.01);
  EXPECT_LT(ratio(load("%k = and i64 %m, 7"), 10000), 0.01);
  // The step is a value.
  EXPECT_LT(ratio(load("%w = and i64 %m, 7\n %k = mul i64 %i, %w"), 10000),
            0.01);
  EXPECT_LT(ratio("%v = call double @llvm.sqrt.f64(double %s)", 10000), 0.01);
  EXPECT_LT(ratio(R"(
  %q = getelementptr double, ptr %p, i64 %i
  %v = load double, ptr %q
  %r = getelementptr i8, ptr %q, i64 800
  store double %v, ptr %r)",
                  10000),
            0.01);
}

TEST_F(LoopEvents, AreNotSentWhereTheyDoNot) {
  EXPECT_EQ(ratio(load("%l = mul i64 %i, %i\n %k = and i64 %l, 65535"), 1000),
            1);
  EXPECT_EQ(ratio(load("%l = xor i64 %i, 5\n %k = and i64 %l, 65535"), 1000),
            1);
}

TEST_F(LoopEvents, AreRightForAnyNumberOfIterations) {
  for (unsigned N : {1, 2, 8, 4095, 4096, 4097, 8192, 8193, 100000})
    ratio(load("%k = add i64 %i, 0"), N);
}
