//===- LoopCopiesTest.cpp - Which machine loop stands for a source loop ---===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/CodeGen/LoopCopies.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/SourceMgr.h"
#include "gtest/gtest.h"

using namespace rafter;

namespace {

constexpr unsigned Load = 32;

/// A copy of the loop at k.c:7:3 with so many iterations, whose load moves so
/// many bytes.
MachineLoop copyOf(uint64_t Trips, int64_t Step, double Hotness) {
  MachineLoop L;
  L.Symbol = "kernel";
  L.Name = "line 7";
  L.Source = {"k.c", 7, 3};
  L.Body.TripCounts = {Trips};
  L.Executions = Trips;
  L.Hotness = Hotness;
  L.Operations = {{7, 9, Load, unsigned(Step / 8), Step}};
  return L;
}

TEST(LoopCopies, RemainderTellsWhatTheVectorBodyDoesAtOnce) {
  std::vector<MachineLoop> Loops = {copyOf(125, 64, 500), copyOf(7, 8, 21)};
  std::vector<LoopGroup> Groups = groupBySource(Loops, {});
  ASSERT_EQ(Groups.size(), 1u);
  EXPECT_EQ(Groups[0].mostExecuted().Code, &Loops[0]);
  EXPECT_EQ(Groups[0].mostExecuted().AtOnce, 8u);
  EXPECT_EQ(Groups[0].mostExecuted().Iterations, 1000);
}

/// Of 3 iterations the vector body does none.
TEST(LoopCopies, LoopThatIsNotEnteredStandsForNothing) {
  std::vector<MachineLoop> Loops = {copyOf(0, 64, 0), copyOf(3, 8, 9)};
  std::vector<LoopGroup> Groups = groupBySource(Loops, {});
  ASSERT_EQ(Groups.size(), 1u);
  EXPECT_EQ(Groups[0].mostExecuted().Code, &Loops[1]);
}

/// The loop for arrays that overlap is unrolled by four; two checks in front of
/// the vector body halve what block frequencies say of that, twice.
std::vector<MachineLoop> unrolledBesideVectors() {
  std::vector<MachineLoop> Loops = {copyOf(8, 32, 80), copyOf(24, 32, 480)};
  Loops[1].Operations.assign(4, {7, 9, Load, 1, 32});
  return Loops;
}

TEST(LoopCopies, VectorBodyStandsForALoopThatIsUnrolledForOverlaps) {
  std::vector<MachineLoop> Loops = unrolledBesideVectors();
  Loops.push_back(copyOf(2, 8, 10));
  std::vector<LoopGroup> Groups = groupBySource(Loops, {});
  ASSERT_EQ(Groups.size(), 1u);
  EXPECT_EQ(Groups[0].mostExecuted().Code, &Loops[0]);
  EXPECT_EQ(Groups[0].mostExecuted().AtOnce, 4u);
}

TEST(LoopCopies, ProfileTellsThatTheVectorBodyIsHardlyEntered) {
  std::vector<MachineLoop> Loops = unrolledBesideVectors();
  for (MachineLoop &L : Loops)
    L.IsProfiled = true;
  std::vector<LoopGroup> Groups = groupBySource(Loops, {});
  ASSERT_EQ(Groups.size(), 1u);
  EXPECT_EQ(Groups[0].mostExecuted().Code, &Loops[1]);
}

TEST(LoopCopies, LoopsOfTheSourceAreKeptInTheModuleWithTheirStrides) {
  llvm::LLVMContext Context;
  llvm::SMDiagnostic Error;
  auto M = llvm::parseAssemblyString(R"(
define void @kernel(ptr %p, i64 %n) !dbg !4 {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %at = getelementptr double, ptr %p, i64 %i
  %v = load double, ptr %at, !dbg !8
  %w = fadd double %v, 1.0, !dbg !9
  %k = mul i64 %i, %n
  %to = getelementptr double, ptr %p, i64 %k
  store double %w, ptr %to, !dbg !10
  %next = add i64 %i, 1
  %done = icmp eq i64 %next, %n
  br i1 %done, label %exit, label %loop, !dbg !11, !llvm.loop !12
exit:
  ret void
}
!llvm.dbg.cu = !{!1}
!llvm.module.flags = !{!3}
!1 = distinct !DICompileUnit(language: DW_LANG_C99, file: !2, emissionKind: FullDebug)
!2 = !DIFile(filename: "k.c", directory: "/")
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = distinct !DISubprogram(name: "kernel", file: !2, line: 5, type: !5, unit: !1, spFlags: DISPFlagDefinition)
!5 = !DISubroutineType(types: !6)
!6 = !{null}
!8 = !DILocation(line: 8, column: 5, scope: !4)
!9 = !DILocation(line: 8, column: 9, scope: !4)
!10 = !DILocation(line: 8, column: 12, scope: !4)
!11 = !DILocation(line: 7, column: 3, scope: !4)
!12 = distinct !{!12, !11}
)",
                                     Error, Context);
  ASSERT_TRUE(M) << Error.getMessage().str();
  llvm::Function &F = *M->getFunction("kernel");
  llvm::DominatorTree Dominators(F);
  llvm::LoopInfo Loops(Dominators);
  SourceLoops Noted, Loaded;
  Noted.note(F, Loops);
  Noted.store(F);
  Loaded.load(*M);
  const SourceLoop *L = Loaded.find("kernel", {"k.c", 7, 3});
  const SourceLoop *Was = Noted.find("kernel", {"k.c", 7, 3});
  ASSERT_TRUE(L && Was);
  ASSERT_EQ(L->Marks.size(), 3u);
  for (size_t I = 0; I != 3; ++I) {
    EXPECT_EQ(L->Marks[I].Column, Was->Marks[I].Column);
    EXPECT_EQ(L->Marks[I].Opcode, Was->Marks[I].Opcode);
    EXPECT_EQ(L->Marks[I].Lanes, 1u);
    EXPECT_EQ(L->Marks[I].Step, Was->Marks[I].Step);
    EXPECT_EQ(L->Marks[I].IsStrided, I == 2);
    EXPECT_EQ(Was->Marks[I].IsStrided, I == 2);
  }
  EXPECT_EQ(L->Marks[0].Step, 8);
  EXPECT_TRUE(L->IsInnermost);
  EXPECT_TRUE(Loaded.knowsPlaces("kernel"));
  EXPECT_FALSE(Loaded.knowsPlaces("other"));

  // The optimizer makes a loop for a stride of one element, and leaves this
  // one as it is for others.
  std::vector<MachineLoop> Copies = {copyOf(250, 32, 500),
                                     copyOf(1000, 8, 500)};
  for (auto &[Copy, Lanes] : {std::pair(&Copies[0], 4u), {&Copies[1], 1u}})
    Copy->Operations = {{8, 5, llvm::Instruction::Load, Lanes, 8 * Lanes},
                        {8, 12, llvm::Instruction::Store, Lanes, std::nullopt}};
  Copies[0].Operations[1].Step = 32;
  std::vector<LoopGroup> Groups = groupBySource(Copies, {&Loaded, {}});
  ASSERT_EQ(Groups.size(), 1u);
  EXPECT_EQ(Groups[0].mostExecuted().Code, &Copies[1]);
  // A profile tells which of them is executed.
  Copies[0].IsProfiled = Copies[1].IsProfiled = true;
  EXPECT_EQ(Groups[0].mostExecuted().Code, &Copies[0]);
}

/// A macro puts the loops of a nest at one place.
TEST(LoopCopies, LoopsInEachOtherAtOnePlaceAreToldApartInTheModule) {
  llvm::LLVMContext Context;
  llvm::SMDiagnostic Error;
  auto M = llvm::parseAssemblyString(R"(
define void @kernel(ptr %p, i64 %n) !dbg !4 {
entry:
  br label %outer
outer:
  %j = phi i64 [ 0, %entry ], [ %after, %latch ]
  br label %loop, !dbg !11
loop:
  %i = phi i64 [ 0, %outer ], [ %next, %loop ]
  %at = getelementptr double, ptr %p, i64 %i
  %v = load double, ptr %at, !dbg !11
  %next = add i64 %i, 1
  %done = icmp eq i64 %next, %n
  br i1 %done, label %latch, label %loop, !dbg !11, !llvm.loop !12
latch:
  %after = add i64 %j, 1
  %end = icmp eq i64 %after, %n
  br i1 %end, label %exit, label %outer, !dbg !11, !llvm.loop !13
exit:
  ret void
}
!llvm.dbg.cu = !{!1}
!llvm.module.flags = !{!3}
!1 = distinct !DICompileUnit(language: DW_LANG_C99, file: !2, emissionKind: FullDebug)
!2 = !DIFile(filename: "k.c", directory: "/")
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = distinct !DISubprogram(name: "kernel", file: !2, line: 5, type: !5, unit: !1, spFlags: DISPFlagDefinition)
!5 = !DISubroutineType(types: !6)
!6 = !{null}
!11 = !DILocation(line: 7, column: 3, scope: !4)
!12 = distinct !{!12, !11}
!13 = distinct !{!13, !11}
)",
                                     Error, Context);
  ASSERT_TRUE(M) << Error.getMessage().str();
  llvm::Function &F = *M->getFunction("kernel");
  llvm::DominatorTree Dominators(F);
  llvm::LoopInfo Loops(Dominators);
  SourceLoops Noted, Loaded;
  Noted.note(F, Loops);
  Noted.store(F);
  Loaded.load(*M);
  const SourceLoop *Inner = Loaded.find("kernel", {"k.c", 7, 3}, nullptr, true);
  const SourceLoop *Outer =
      Loaded.find("kernel", {"k.c", 7, 3}, nullptr, false);
  ASSERT_TRUE(Inner && Outer);
  EXPECT_EQ(Inner->Marks.size(), 1u);
  EXPECT_TRUE(Outer->Marks.empty());
}

} // namespace
