//===- CallLoweringTest.cpp - Calls in programs from IR -------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProgramText.h"
#include <gtest/gtest.h>

using namespace rafter;

TEST(CallLowering, ACallMovesArgumentsAndResult) {
  Lowered P(R"(
define double @callee(double %a, i32 %n, double %b) {
entry:
  %1 = fadd double %a, %b
  ret double %1
}
define double @caller(double %x) {
entry:
  %1 = fmul double %x, %x
  %2 = call double @callee(double %1, i32 3, double %x)
  %3 = fmul double %2, %2
  ret double %3
}
)");
  EXPECT_EQ(P.text("callee"), "entry:\n"
                              "  %3 = add %1, %2\n"
                              "  %0 = move %3\n");
  // The callee's frame begins at register 5: result, then parameters.
  EXPECT_EQ(P.registers("caller"), 5u);
  EXPECT_EQ(P.text("caller"), "entry:\n"
                              "  %2 = mul %1, %1\n"
                              "  %6 = move %2\n"
                              "  %7 = move %1\n"
                              "entry.1:\n"
                              "  %3 = move %5\n"
                              "  %4 = mul %3, %3\n"
                              "  %0 = move %4\n");
  const std::vector<Segment> &S = P.L.Code.Segments;
  EXPECT_EQ(S[0].Flags, Segment::Entry | Segment::Return);
  EXPECT_EQ(S[1].Flags, Segment::Entry);
  EXPECT_EQ(S[2].Flags, Segment::Return);
}

TEST(CallLowering, AnInvokeFetchesItsResultOnTheEdge) {
  Lowered P(R"(
declare i32 @personality(...)
define double @callee(double %a) {
entry:
  ret double %a
}
define double @caller(double %x) personality ptr @personality {
entry:
  %r = invoke double @callee(double %x) to label %good unwind label %bad
good:
  ret double %r
bad:
  %e = landingpad { ptr, i32 } cleanup
  resume { ptr, i32 } %e
}
)");
  EXPECT_EQ(P.text("caller"), "entry:\n"
                              "  %4 = move %1\n"
                              "bad:\n"
                              "entry->good:\n"
                              "  %2 = move %3\n"
                              "  %0 = move %2\n");
  // Whatever leaves the function pops its frame.
  EXPECT_EQ(P.L.Code.Segments[2].Flags, Segment::Return);
  EXPECT_EQ(P.L.Code.Segments[3].Flags, Segment::Return);
}

TEST(CallLowering, CallsCutBlocksWhereTheyMayComeBack) {
  Lowered P(R"(
declare void @unknown()
declare double @pure(double) nounwind willreturn nocallback
define void @silent() {
  ret void
}
define void @f(ptr %p, double %x) {
entry:
  store double %x, ptr %p
  call void @silent()
  %y = call double @pure(double %x)
  store double %y, ptr %p
  call void @unknown()
  store double %x, ptr %p
  call void @unknown()
  ret void
}
)");
  EXPECT_EQ(P.text("f"), "entry:\n"
                         "  store %0\n"
                         "  store\n"
                         "entry.1:\n"
                         "  store %0\n"
                         "entry.2:\n");
  EXPECT_EQ(P.L.UnseenNames, (std::vector<std::string>{"pure", "unknown"}));
  EXPECT_EQ(P.L.Code.Functions.size(), 1u);
}

TEST(CallLowering, AnUnseenCallerLeavesNoStaleParameters) {
  Lowered P(R"(
declare void @apply(ptr)
define double @twice(double %x) {
entry:
  %y = fadd double %x, %x
  ret double %y
}
define void @f() {
entry:
  call void @apply(ptr @twice)
  ret void
}
)");
  EXPECT_EQ(P.text("f"), "entry:\n"
                         "  %0 = movex2\n"
                         "entry.1:\n");
}

TEST(CallLowering, AnIndirectCallPassesDependences) {
  Lowered P(R"(
define double @f(ptr %g, double %x) {
entry:
  %r = call double %g(double %x)
  ret double %r
}
)");
  EXPECT_EQ(P.text("f"), "entry:\n"
                         "  %3 = move\n"
                         "  %4 = move %1\n"
                         "entry.1:\n"
                         "  %2 = move %3\n"
                         "  %0 = move %2\n");
}
