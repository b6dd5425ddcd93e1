//===- MachineLoopsTest.cpp - The loops of generated machine code ---------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Modules go through LLVM's code generation; what is collected is known from
// the IR.
//
//===----------------------------------------------------------------------===//

#include "rafter/CodeGen/MachineLoops.h"
#include "Fixtures.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/TargetSelect.h"
#include <gtest/gtest.h>

using namespace llvm;

namespace rafter {
namespace {

std::vector<MachineLoop> collect(StringRef Text,
                                 MachineLoopOptions Options = {},
                                 const char *Target = X86,
                                 StringRef CPU = "skylake") {
  InitializeAllTargetInfos();
  InitializeAllTargets();
  InitializeAllTargetMCs();
  InitializeAllAsmPrinters();
  LLVMContext Context;
  SMDiagnostic Diagnostic;
  std::unique_ptr<Module> M = parseAssemblyString(Text, Diagnostic, Context);
  EXPECT_TRUE(M) << Diagnostic.getMessage().str();
  std::vector<MachineLoop> Loops;
  if (!M)
    return Loops;
  std::shared_ptr<const TargetModel> Model = createModel(Target, plainCPU(CPU));
  Error E = generateCode(*M, Triple(Target), Model, Options,
                         [&](MachineLoop L) { Loops.push_back(std::move(L)); });
  EXPECT_FALSE(bool(E)) << toString(std::move(E));
  return Loops;
}

/// for (j < m) for (i < n) x[j * 100 + i] += 1
const char Nest[] = R"(
define void @f(ptr %x, i64 %n, i64 %m) {
entry:
  br label %outer
outer:
  %j = phi i64 [ 0, %entry ], [ %j1, %next ]
  %row = mul i64 %j, 100
  br label %inner
inner:
  %i = phi i64 [ 0, %outer ], [ %i1, %inner ]
  %k = add i64 %row, %i
  %p = getelementptr double, ptr %x, i64 %k
  %v = load double, ptr %p
  %s = fadd double %v, 1.0
  store double %s, ptr %p
  %i1 = add i64 %i, 1
  %c = icmp ult i64 %i1, %n
  br i1 %c, label %inner, label %next
next:
  %j1 = add i64 %j, 1
  %d = icmp ult i64 %j1, %m
  br i1 %d, label %outer, label %done
done:
  ret void
}
)";

TEST(MachineLoops, AddressesFollowTheLoopsOfTheIR) {
  MachineLoopOptions Options;
  Options.Values = {{"n", 50}};
  std::vector<MachineLoop> Loops = collect(Nest, Options);
  ASSERT_EQ(Loops.size(), 1u);
  const MachineLoop &L = Loops[0];
  EXPECT_EQ(L.Function, "f");
  EXPECT_EQ(L.Name, "inner");
  ASSERT_EQ(L.Body.TripCounts.size(), 2u);
  EXPECT_EQ(L.Body.TripCounts[0], 50u);
  EXPECT_EQ(L.Body.TripCounts[1], 1000u);
  unsigned Stores = 0;
  size_t Operand = 0;
  for (ExecutedInstruction I : L.Body.Path)
    for (const MemoryOperand &O :
         L.Table.memory(L.Table.Instructions[I & ~TakenBit])) {
      const AddressPattern &P = L.Body.Addresses[Operand++];
      Stores += O.IsStore;
      if (P.Steps.empty())
        continue; // the constant
      EXPECT_EQ(P.Steps[0], 8);
      EXPECT_EQ(P.Steps[1], 800);
    }
  EXPECT_EQ(Operand, L.Body.Addresses.size());
  EXPECT_EQ(Stores, 1u);
  EXPECT_NE(L.Body.Path.back() & TakenBit, 0u);
}

TEST(MachineLoops, OtherTargetsHaveThem) {
  for (auto [Target, CPU] :
       {std::pair(AArch64, "neoverse-n1"), std::pair(RISCV, "sifive-u74")}) {
    std::vector<MachineLoop> Loops = collect(Nest, {}, Target, CPU);
    ASSERT_EQ(Loops.size(), 1u) << Target;
    EXPECT_EQ(Loops[0].Name, "inner");
    EXPECT_GE(Loops[0].Body.Addresses.size(), 2u);
  }
}

TEST(MachineLoops, AFunctionWithoutLoopsIsOnePath) {
  std::vector<MachineLoop> Loops = collect(R"(
declare double @g(double)
define double @f(double %x) {
  %y = call double @g(double %x)
  %z = fadd double %y, 1.0
  ret double %z
}
)");
  ASSERT_EQ(Loops.size(), 1u);
  EXPECT_EQ(Loops[0].Name, "");
  ASSERT_EQ(Loops[0].Calls.size(), 1u);
  EXPECT_EQ(Loops[0].Calls[0], "g");
}

TEST(MachineLoops, OnlyTheFunctionThatIsAskedFor) {
  MachineLoopOptions Options;
  Options.Function = "nonesuch";
  EXPECT_TRUE(collect(Nest, Options).empty());
}

TEST(MachineLoops, TheLikelyWayIsTaken) {
  std::vector<MachineLoop> Loops = collect(R"(
declare void @rare()
define void @f(ptr %x, i64 %n) {
entry:
  br label %head
head:
  %i = phi i64 [ 0, %entry ], [ %i1, %latch ]
  %p = getelementptr i64, ptr %x, i64 %i
  %v = load i64, ptr %p
  %c = icmp eq i64 %v, 7
  br i1 %c, label %cold, label %latch, !prof !0
cold:
  call void @rare()
  br label %latch
latch:
  %i1 = add i64 %i, 1
  %d = icmp ult i64 %i1, %n
  br i1 %d, label %head, label %done
done:
  ret void
}
!0 = !{!"branch_weights", i32 1, i32 1000}
)");
  ASSERT_EQ(Loops.size(), 1u);
  EXPECT_TRUE(Loops[0].Calls.empty());
  EXPECT_EQ(Loops[0].Body.Addresses.size(), 1u);
}

} // namespace
} // namespace rafter
