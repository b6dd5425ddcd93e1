//===- ProgramLoweringTest.cpp - Blocks and phi nodes ---------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ParallelCopy.h"
#include "ProgramText.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include <gtest/gtest.h>
#include <map>
#include <random>

using namespace rafter;

TEST(ProgramLowering, ComputationsHaveTheirKind) {
  Lowered P(R"(
declare double @llvm.fma.f64(double, double, double)
declare float @llvm.sqrt.f32(float)
define void @f(double %a, double %b, float %c) {
entry:
  %1 = fadd double %a, %b
  %2 = fsub double %1, 1.0
  %3 = fmul double %2, %2
  %4 = fdiv double 1.0, %3
  %5 = call double @llvm.fma.f64(double %4, double 2.0, double %a)
  %6 = call float @llvm.sqrt.f32(float %c)
  ret void
}
)");
  EXPECT_EQ(P.text("f"), "entry:\n"
                         "  %3 = add %0, %1\n"
                         "  %4 = add %3\n"
                         "  %5 = mul %4, %4\n"
                         "  %6 = div %5\n"
                         "  %7 = fma %6, %0\n"
                         "  %8 = sqrt %2\n");
  const OperationTable &T = P.L.Code.Table;
  EXPECT_EQ(T.Operations[0].ElementBytes, 8);
  EXPECT_EQ(T.Operations[4].flopsPerElement(), 2u);
  EXPECT_EQ(T.Operations[5].ElementBytes, 4);
}

TEST(ProgramLowering, LibraryRootsAndFusedMultiplyAddsAreNodes) {
  Lowered P(R"(
target triple = "x86_64-pc-linux-gnu"
declare double @sqrt(double)
declare double @fma(double, double, double)
declare double @exp(double)
define double @f(double %a) {
entry:
  %1 = call double @sqrt(double %a)
  %2 = call double @fma(double %1, double %1, double %a)
  %3 = call double @exp(double %2) nounwind willreturn nocallback
  %4 = fadd double %3, %2
  ret double %4
}
)");
  EXPECT_EQ(P.text("f"), "entry:\n"
                         "  %2 = sqrt %1\n"
                         "  %3 = fma %2, %2, %1\n"
                         "  %4 = add %3\n"
                         "  %0 = move %4\n");
  EXPECT_EQ(P.L.UnseenNames, std::vector<std::string>{"exp"});
}

/// A product and a sum in one call, and in two instructions, for a target with
/// these features.
static std::string contracted(const char *Triple, const char *Features) {
  Lowered P("target triple = \"" + std::string(Triple) + R"("
declare double @llvm.fmuladd.f64(double, double, double)
define void @f(double %a, double %b, double %c) "target-features"=")" +
            Features + R"(" {
entry:
  %1 = call double @llvm.fmuladd.f64(double %a, double %b, double %c)
  %2 = fmul contract double %a, %b
  %3 = fsub contract double %c, %2
  ret void
}
)");
  return P.text("f");
}

TEST(ProgramLowering, ContractsWhereTheTargetHasFusedMultiplyAdds) {
  const char *Fused = "entry:\n"
                      "  %3 = fma %0, %1, %2\n"
                      "  %4 = fma %0, %1, %2\n";
  const char *Separate = "entry:\n"
                         "  %3 = mul %0, %1\n"
                         "  %4 = add %3, %2\n"
                         "  %5 = mul %0, %1\n"
                         "  %6 = add %2, %5\n";
  EXPECT_EQ(contracted("x86_64-pc-linux-gnu", ""), Separate);
  EXPECT_EQ(contracted("x86_64-pc-linux-gnu", "+avx2"), Separate);
  EXPECT_EQ(contracted("x86_64-pc-linux-gnu", "+fma"), Fused);
  EXPECT_EQ(contracted("x86_64-pc-linux-gnu", "+avx512f"), Fused);
  EXPECT_EQ(contracted("aarch64-unknown-linux-gnu", ""), Fused);
  EXPECT_EQ(contracted("riscv64-unknown-linux-gnu", ""), Separate);
  EXPECT_EQ(contracted("riscv64-unknown-linux-gnu", "+d"), Fused);
}

TEST(ProgramLowering, ContractsWhatMayBeAndIsUsedOnce) {
  Lowered P(R"(
target triple = "x86_64-pc-linux-gnu"
define void @f(double %a, double %b) "target-features"="+fma" {
entry:
  %1 = fmul double %a, %b
  %2 = fadd contract double %1, %a
  %3 = fmul contract double %a, %b
  %4 = fadd double %3, %a
  %5 = fmul contract double %a, %b
  %6 = fadd contract double %5, %a
  %7 = fadd contract double %5, %b
  %8 = fmul contract double %a, 2.0
  br label %next
next:
  %9 = fadd contract double %8, %b
  %10 = fmul contract double %a, %a
  %11 = fmul contract double %b, %b
  %12 = fadd contract double %10, %11
  ret void
}
)");
  EXPECT_EQ(P.text("f"), "entry:\n"
                         "  %2 = mul %0, %1\n"
                         "  %3 = add %2, %0\n"
                         "  %4 = mul %0, %1\n"
                         "  %5 = add %4, %0\n"
                         "  %6 = mul %0, %1\n"
                         "  %7 = add %6, %0\n"
                         "  %8 = add %6, %1\n"
                         "  %9 = mul %0\n"
                         "next:\n"
                         "  %10 = add %9, %1\n"
                         "  %11 = mul %1, %1\n"
                         "  %12 = fma %0, %0, %11\n");
}

TEST(ProgramLowering, IntegerWorkIsFree) {
  Lowered P(R"(
define i64 @f(ptr %p, i64 %i) {
entry:
  %q = getelementptr i64, ptr %p, i64 %i
  %v = load i64, ptr %q
  %w = mul i64 %v, %i
  store i64 %w, ptr %q
  ret i64 %w
}
)");
  EXPECT_TRUE(P.L.Code.Functions.empty());
  EXPECT_TRUE(P.L.Code.Segments.empty());
}

TEST(ProgramLowering, AddressDependencesFollowPointers) {
  LoweringOptions Options;
  Options.AddressDependences = true;
  Lowered P(R"(
define double @chase(ptr %head) {
entry:
  br label %loop
loop:
  %node = phi ptr [ %head, %entry ], [ %next, %loop ]
  %next = load ptr, ptr %node
  %end = icmp eq ptr %next, null
  br i1 %end, label %exit, label %loop
exit:
  %field = getelementptr i8, ptr %node, i64 8
  %v = load double, ptr %field
  ret double %v
}
)",
            Options);
  EXPECT_EQ(P.text("chase"), "entry:\n"
                             "entry->loop:\n"
                             "  %2 = move %1\n"
                             "  %3 = load at %2\n"
                             "loop->loop:\n"
                             "  %2 = move %3\n"
                             "  %3 = load at %2\n"
                             "exit:\n"
                             "  %4 = load at %2\n"
                             "  %0 = move %4\n");
}

TEST(ProgramLowering, AnAccumulatorNeedsNoCopyAroundTheLoop) {
  Lowered P(R"(
define double @sum(ptr %p, i64 %n) {
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
)");
  // A constant start makes the register ready.
  EXPECT_EQ(P.text("sum"), "entry:\n"
                           "entry->loop:\n"
                           "  %1 = move\n"
                           "  %2 = load\n"
                           "  %1 = add %1, %2\n"
                           "loop->loop:\n"
                           "  %2 = load\n"
                           "  %1 = add %1, %2\n"
                           "exit:\n"
                           "  %0 = move %1\n");
}

TEST(ProgramLowering, AValueNeededLaterKeepsItsRegister) {
  Lowered P(R"(
define double @last(ptr %p, i64 %n) {
entry:
  br label %loop
loop:
  %s = phi double [ 0.0, %entry ], [ %t, %loop ]
  %v = load double, ptr %p
  %t = fadd double %s, %v
  %c = fcmp oeq double %t, 0.0
  br i1 %c, label %exit, label %loop
exit:
  ret double %s
}
)");
  EXPECT_EQ(P.text("last"), "entry:\n"
                            "entry->loop:\n"
                            "  %1 = move\n"
                            "  %2 = load\n"
                            "  %3 = add %1, %2\n"
                            "loop->loop:\n"
                            "  %1 = move %3\n"
                            "  %2 = load\n"
                            "  %3 = add %1, %2\n"
                            "exit:\n"
                            "  %0 = move %1\n");
}

TEST(ProgramLowering, AValueReadAfterItsSuccessorKeepsItsRegister) {
  Lowered P(R"(
define void @f(ptr %p, i1 %c) {
entry:
  br label %loop
loop:
  %s = phi double [ 0.0, %entry ], [ %t, %loop ]
  %t = fadd double %s, 1.0
  %u = fmul double %s, %t
  store double %u, ptr %p
  br i1 %c, label %exit, label %loop
exit:
  ret void
}
)");
  EXPECT_EQ(P.text("f"), "entry:\n"
                         "entry->loop:\n"
                         "  %0 = move\n"
                         "  %1 = add %0\n"
                         "  %2 = mul %0, %1\n"
                         "  store %2\n"
                         "loop->loop:\n"
                         "  %0 = move %1\n"
                         "  %1 = add %0\n"
                         "  %2 = mul %0, %1\n"
                         "  store %2\n"
                         "exit:\n");
}

TEST(ProgramLowering, PhiNodesThatSwapGoThroughATemporary) {
  Lowered P(R"(
define double @swap(double %x, double %y, i1 %c) {
entry:
  br label %loop
loop:
  %a = phi double [ %x, %entry ], [ %b, %loop ]
  %b = phi double [ %y, %entry ], [ %a, %loop ]
  br i1 %c, label %exit, label %loop
exit:
  ret double %a
}
)");
  EXPECT_EQ(P.text("swap"), "entry:\n"
                            "entry->loop:\n"
                            "  %3 = movex2 %1\n"
                            "loop->loop:\n"
                            "  %5 = move %3\n"
                            "  %3 = movex2 %4\n"
                            "exit:\n"
                            "  %0 = move %3\n");
}

TEST(ProgramLowering, LoopsNestAndHaveLines) {
  Lowered P(R"(
define void @f(ptr %p, i1 %c) !dbg !4 {
entry:
  br label %outer
outer:
  br label %inner
inner:
  store double 1.0, ptr %p, !dbg !7
  br i1 %c, label %inner, label %latch, !dbg !7
latch:
  br i1 %c, label %outer, label %exit, !dbg !6
exit:
  ret void
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "kernel.c", directory: "/somewhere")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DISubroutineType(types: !{})
!4 = distinct !DISubprogram(name: "f", file: !1, line: 10, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!6 = !DILocation(line: 11, column: 3, scope: !4)
!7 = !DILocation(line: 12, column: 5, scope: !4)
)");
  const Program &C = P.L.Code;
  ASSERT_EQ(C.Loops.size(), 3u);
  EXPECT_EQ(C.Loops[1].Name, "outer");
  EXPECT_EQ(C.Loops[2].Name, "inner");
  EXPECT_EQ(C.Loops[2].Parent, 1u);
  EXPECT_EQ(C.Loops[2].Depth, 2u);
  ASSERT_EQ(C.Segments.size(), 3u);
  EXPECT_EQ(C.Segments[1].Loop, 2u);
  const SourceLocation &Store =
      C.Table.Locations[C.Table.Operations[0].Location];
  EXPECT_EQ(Store.File, "kernel.c");
  EXPECT_EQ(Store.Line, 12u);
  EXPECT_EQ(Store.Column, 5u);
  EXPECT_EQ(C.Table.Locations[C.Functions[0].Location].Line, 10u);
}

TEST(ProgramLowering, AVectorOfMoreElementsThanCanBeCountedIsAnError) {
  llvm::LLVMContext Context;
  auto M = parseText("define void @wide(<70000 x double> %v, ptr %p) {\n"
                     "  store <70000 x double> %v, ptr %p\n"
                     "  ret void\n"
                     "}\n",
                     Context);
  llvm::Expected<LoweredModule> L = lowerModule(*M);
  ASSERT_FALSE(L);
  EXPECT_EQ(llvm::toString(L.takeError()),
            "function 'wide' has a vector of more than 65535 elements");
}

TEST(ProgramLowering, NamesAreThoseOfTheSource) {
  EXPECT_EQ(readableName("sqrt"), "sqrt");
  EXPECT_EQ(readableName("_ZN3abc4work4EdPKd"), "_ZN3abc4work4EdPKd");
  EXPECT_EQ(readableName("_ZN3abc4workEdPKd"), "abc::work");
  EXPECT_EQ(readableName("_ZNSt13runtime_errorC1EPKc"),
            "std::runtime_error::runtime_error");
  EXPECT_EQ(readableName("_ZNSolsEd"), "std::ostream::operator<<");
}

TEST(ParallelCopy, HasTheEffectOfAllCopiesAtOnce) {
  std::mt19937 Random(1);
  for (int Round = 0; Round != 2000; ++Round) {
    unsigned Count = 1 + Random() % 8;
    std::vector<RegisterCopy> Copies;
    for (unsigned I = 0; I != Count; ++I)
      Copies.push_back(
          {I, Random() % 10 == 0 ? NoRegister : Register(Random() % 10)});
    std::map<Register, unsigned> Values, Expected;
    for (Register R = 0; R != 10; ++R)
      Values[R] = 100 + R;
    Expected = Values;
    for (RegisterCopy C : Copies)
      Expected[C.Destination] = C.Source == NoRegister ? 0 : Values[C.Source];
    Register Next = 20;
    for (RegisterCopy C : sequentialize(Copies, [&] { return Next++; }))
      Values[C.Destination] = C.Source == NoRegister ? 0 : Values[C.Source];
    for (Register R = 0; R != 10; ++R)
      ASSERT_EQ(Values[R], Expected[R]) << "round " << Round;
  }
}
