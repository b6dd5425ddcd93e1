//===- AroundLoopTest.cpp - Tests of what is executed beside a loop -------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AroundLoop.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/SourceMgr.h"
#include <gtest/gtest.h>

using namespace rafter;

namespace {

/// What is around the loops of the first function of IR whose headers have
/// names that begin with "loop"; each instruction costs 1.
std::optional<AroundLoop> around(const char *IR) {
  llvm::LLVMContext Context;
  llvm::SMDiagnostic Diagnostic;
  std::unique_ptr<llvm::Module> M =
      llvm::parseAssemblyString(IR, Diagnostic, Context);
  if (!M) {
    ADD_FAILURE() << Diagnostic.getMessage().str();
    return std::nullopt;
  }
  llvm::Function &F = *M->begin();
  llvm::DominatorTree Dominators(F);
  llvm::LoopInfo Loops(Dominators);
  return aroundLoop(
      F, Loops,
      [](const llvm::Loop &L) {
        return L.getHeader()->getName().starts_with("loop");
      },
      [](const llvm::Instruction &) { return 1.0; });
}

/// entry: 1, exit: 1.
constexpr const char *Plain = R"(
define void @f(i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %j, %loop ]
  %j = add i64 %i, 1
  %c = icmp ult i64 %j, %n
  br i1 %c, label %loop, label %exit
exit:
  ret void
})";

/// A check of two instructions, and two versions that meet again.
constexpr const char *Versioned = R"(
define void @f(i64 %n) {
entry:
  %few = icmp ult i64 %n, 8
  br i1 %few, label %loop, label %loop.vector, !prof !0
loop.vector:
  %v = phi i64 [ 0, %entry ], [ %w, %loop.vector ]
  %w = add i64 %v, 8
  %d = icmp ult i64 %w, %n
  br i1 %d, label %loop.vector, label %exit
loop:
  %i = phi i64 [ 0, %entry ], [ %j, %loop ]
  %j = add i64 %i, 1
  %c = icmp ult i64 %j, %n
  br i1 %c, label %loop, label %exit
exit:
  ret void
}
!0 = !{!"branch_weights", i32 1, i32 1})";

/// outer: 2, latch: 3.
constexpr const char *Nested = R"(
define void @f(i64 %n) {
entry:
  br label %outer
outer:
  %o = phi i64 [ 0, %entry ], [ %p, %latch ]
  br label %loop
loop:
  %i = phi i64 [ 0, %outer ], [ %j, %loop ]
  %j = add i64 %i, 1
  %c = icmp ult i64 %j, %n
  br i1 %c, label %loop, label %latch
latch:
  %p = add i64 %o, 1
  %q = icmp ult i64 %p, %n
  br i1 %q, label %outer, label %exit
exit:
  ret void
})";

TEST(AroundLoop, CountsWhatIsBesideTheLoop) {
  std::optional<AroundLoop> A = around(Plain);
  ASSERT_TRUE(A);
  EXPECT_NEAR(A->Cost, 2, 0.01);
  EXPECT_NEAR(A->Entries, 1, 0.01);
}

TEST(AroundLoop, VersionsAreOneLoop) {
  std::optional<AroundLoop> A = around(Versioned);
  ASSERT_TRUE(A);
  EXPECT_NEAR(A->Cost, 3, 0.01);
  EXPECT_NEAR(A->Entries, 1, 0.01);
}

TEST(AroundLoop, WhatIsOutsideOfTheLoopAroundItDoesNotCount) {
  std::optional<AroundLoop> A = around(Nested);
  ASSERT_TRUE(A);
  EXPECT_NEAR(A->Cost, 5, 0.01);
  EXPECT_NEAR(A->Entries, 1, 0.01);
}

/// Unrolled by two, of which one may be left over: entry and exit 1 each, and
/// what is left over 4.
constexpr const char *Unrolled = R"(
define void @f(ptr %p, i64 %n) !dbg !3 {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %j, %loop ]
  %a = getelementptr double, ptr %p, i64 %i
  %x = load double, ptr %a, !dbg !5
  %y = fadd double %x, 1.0, !dbg !6
  store double %y, ptr %a, !dbg !7
  %j = add i64 %i, 2
  %c = icmp ult i64 %j, %n
  br i1 %c, label %loop, label %rest
rest:
  %b = getelementptr double, ptr %p, i64 %j
  %z = load double, ptr %b, !dbg !5
  %w = fadd double %z, 1.0, !dbg !6
  STORE
  br label %exit
exit:
  ret void
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "a.c", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = distinct !DISubprogram(name: "f", file: !1, line: 1, type: !4, unit: !0, spFlags: DISPFlagDefinition)
!4 = !DISubroutineType(types: !{})
!5 = !DILocation(line: 3, column: 10, scope: !3)
!6 = !DILocation(line: 3, column: 15, scope: !3)
!7 = !DILocation(line: 3, column: 5, scope: !3)
)";

std::string unrolledWith(const char *Store) {
  std::string IR = Unrolled;
  return IR.replace(IR.find("STORE"), 5, Store);
}

TEST(AroundLoop, AnIterationThatIsLeftOverIsOfTheLoop) {
  std::optional<AroundLoop> A =
      around(unrolledWith("store double %w, ptr %b, !dbg !7").c_str());
  ASSERT_TRUE(A);
  EXPECT_NEAR(A->Cost, 2, 0.01);
}

TEST(AroundLoop, APartOfAnIterationIsBesideTheLoop) {
  std::optional<AroundLoop> A = around(unrolledWith("").c_str());
  ASSERT_TRUE(A);
  EXPECT_NEAR(A->Cost, 6, 0.01);
}

/// Behind four at once comes always the loop that does one.
constexpr const char *NeverAll = R"(
define void @f(i64 %n) {
entry:
  br label %loop.vector
loop.vector:
  %v = phi i64 [ 0, %entry ], [ %w, %loop.vector ]
  %w = add i64 %v, 4
  %d = icmp ult i64 %w, %n
  br i1 %d, label %loop.vector, label %middle
middle:
  BRANCH
loop:
  %i = phi i64 [ %w, %middle ], [ %j, %loop ]
  %j = add i64 %i, 1
  %c = icmp ult i64 %j, %n
  br i1 %c, label %loop, label %exit
exit:
  ret void
})";

std::string neverAllWith(const char *Branch) {
  std::string IR = NeverAll;
  return IR.replace(IR.find("BRANCH"), 6, Branch);
}

TEST(AroundLoop, WhatAlwaysComesBehindLeavesSome) {
  std::optional<AroundLoop> A = around(neverAllWith("br label %loop").c_str());
  ASSERT_TRUE(A);
  EXPECT_TRUE(A->LeavesSome);
  A = around(neverAllWith("%e = icmp eq i64 %w, %n\n"
                          "br i1 %e, label %exit, label %loop")
                 .c_str());
  ASSERT_TRUE(A);
  EXPECT_FALSE(A->LeavesSome);
}

TEST(AroundLoop, NothingIsAroundNoLoop) {
  EXPECT_FALSE(around("define void @f() {\n  ret void\n}"));
}

TEST(AroundLoop, WhatBecameSeveralLoopsSharesWhatIsAdded) {
  const AroundLoop Before = {10, 2, 0}, One = {26, 3, 1}, Two = {26, 3, 2};
  EXPECT_EQ(addedCost(Before, One), 8);
  EXPECT_EQ(addedCost(Before, Two), 4);
  EXPECT_EQ(addedCost({10, 2, 1}, Two), 8) << "one of them was before";
  EXPECT_EQ(addedCost(Two, Before), 0) << "what is gone is no cost";
  EXPECT_EQ(addedCost(AroundLoop(), Two), 0) << "it is never entered";
}

/// A check of two instructions, two before the vectors and one behind them.
TEST(AroundLoop, VectorsAreAlwaysEntered) {
  auto withWeights = [](const char *Weights) {
    return std::string(R"(
define void @f(i64 %n) {
entry:
  %few = icmp ult i64 %n, 8
  br i1 %few, label %rest, label %before, !prof !0
before:
  %r = and i64 %n, -8
  br label %loop.vector
loop.vector:
  %v = phi i64 [ 0, %before ], [ %w, %loop.vector ]
  %w = add i64 %v, 8
  %d = icmp ult i64 %w, %r
  br i1 %d, label %loop.vector, label %middle
middle:
  br i1 true, label %exit, label %rest
rest:
  br label %loop
loop:
  %i = phi i64 [ 0, %rest ], [ %j, %loop ]
  %j = add i64 %i, 1
  %c = icmp ult i64 %j, %n
  br i1 %c, label %loop, label %exit
exit:
  ret void
}
!0 = !{!"branch_weights", )") +
           Weights + "}";
  };
  std::optional<AroundLoop> Even = around(withWeights("i32 1, i32 1").c_str());
  std::optional<AroundLoop> Never = around(withWeights("i32 3, i32 1").c_str());
  ASSERT_TRUE(Even && Never);
  // entry 2, before 2, middle 1, exit 1, and rest as often as it is executed.
  EXPECT_NEAR(Even->Cost, 6 + 0.75, 0.05);
  EXPECT_NEAR(Never->Cost, 6 + 0.875, 0.05);
}

} // namespace
