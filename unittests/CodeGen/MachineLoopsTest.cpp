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
#include <atomic>
#include <gtest/gtest.h>
#include <set>
#include <thread>

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

TEST(MachineLoops, ModulesSideBySideKeepTheirLoops) {
  collect(Nest); // LLVM's targets are there.
  constexpr unsigned Times = 200;
  std::atomic<unsigned> Wrong = 0;
  std::vector<std::thread> Threads;
  for (unsigned T = 0; T != 4; ++T)
    Threads.emplace_back([&] {
      std::shared_ptr<const TargetModel> Model =
          createModel(X86, plainCPU("skylake"));
      for (unsigned I = 0; I != Times; ++I) {
        LLVMContext Context;
        SMDiagnostic Diagnostic;
        auto M = parseAssemblyString(Nest, Diagnostic, Context);
        unsigned Loops = 0;
        Error E = generateCode(*M, Triple(X86), Model, {},
                               [&](MachineLoop) { ++Loops; });
        Wrong += bool(E) || Loops != 1;
        consumeError(std::move(E));
      }
    });
  for (std::thread &T : Threads)
    T.join();
  EXPECT_EQ(Wrong, 0u);
}

/// do { x[i] += 1 } while (i++ != (n - 1001) / 8), in 32 bits and then in 64.
const char Unrolled[] = R"(
define void @f(ptr %x, i32 %n) {
entry:
  %m = add i32 %n, -1001
  %wide = zext i32 %m to i64
  %count = lshr i64 %wide, 3
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i1, %loop ]
  %p = getelementptr double, ptr %x, i64 %i
  %v = load double, ptr %p
  %s = fadd double %v, 1.0
  store double %s, ptr %p
  %i1 = add nuw i64 %i, 1
  %done = icmp eq i64 %i, %count
  br i1 %done, label %exit, label %loop
exit:
  ret void
}
)";

// With n assumed to be 1000 the count is 2^32 / 8.
TEST(MachineLoops, CountsThatWrapBeforeTheyAreDividedAreNotBelieved) {
  std::vector<MachineLoop> Loops = collect(Unrolled);
  ASSERT_EQ(Loops.size(), 1u);
  EXPECT_EQ(Loops[0].Body.TripCounts.front(), 1000u);
  EXPECT_GT(Loops[0].Hotness, 0);

  MachineLoopOptions Options;
  Options.Values = {{"n", 1801}};
  Loops = collect(Unrolled, Options);
  ASSERT_EQ(Loops.size(), 1u);
  EXPECT_EQ(Loops[0].Body.TripCounts.front(), 101u);

  Options.Values = {{"n", 1000}};
  Loops = collect(Unrolled, Options);
  ASSERT_EQ(Loops.size(), 1u);
  EXPECT_EQ(Loops[0].Hotness, 0);
}

// Without a memory of what is known, a hundred steps are 2^100 evaluations.
TEST(MachineLoops, ValuesThatAreUsedTwiceAtEveryStepAreEvaluatedOnce) {
  std::string Text = "define void @f(ptr %x, i64 %x0) {\nentry:\n";
  for (int Step = 0; Step != 100; ++Step) {
    std::string Old = "%x" + std::to_string(Step);
    std::string New = "%x" + std::to_string(Step + 1);
    Text += "  %y" + std::to_string(Step) + " = and i64 " + Old + ", 1023\n  " +
            New + " = xor i64 " + Old + ", %y" + std::to_string(Step) + "\n";
  }
  Text += R"(
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i1, %loop ]
  %at = add i64 %x100, %i
  %p = getelementptr double, ptr %x, i64 %at
  store double 1.0, ptr %p
  %i1 = add i64 %i, 1
  %done = icmp eq i64 %i1, 64
  br i1 %done, label %exit, label %loop
exit:
  ret void
}
)";
  std::vector<MachineLoop> Loops = collect(Text);
  ASSERT_EQ(Loops.size(), 1u);
  EXPECT_EQ(Loops[0].Body.TripCounts.front(), 64u);
}

// LLVM takes a loop of which it knows nothing to iterate some 30 times.
TEST(MachineLoops, UnknownOuterLoopsWeighWhatTheirBlocksDo) {
  std::vector<MachineLoop> Loops = collect(Nest);
  ASSERT_EQ(Loops.size(), 1u);
  EXPECT_GT(Loops[0].Entries, 10);
  EXPECT_LT(Loops[0].Entries, 100);
  MachineLoopOptions Options;
  Options.Values = {{"m", 500}};
  Loops = collect(Nest, Options);
  ASSERT_EQ(Loops.size(), 1u);
  EXPECT_EQ(Loops[0].Entries, 500);
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

/// s = 0; for (i < n) s += x[i]; x[0] = s
const char Sum[] = R"(
define void @f(ptr %x, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i1, %loop ]
  %s = phi double [ 0.0, %entry ], [ %s1, %loop ]
  %p = getelementptr double, ptr %x, i64 %i
  %v = load double, ptr %p
  %s1 = fadd double %s, %v
  %i1 = add i64 %i, 1
  %c = icmp ult i64 %i1, %n
  br i1 %c, label %loop, label %done
done:
  store double %s1, ptr %x
  ret void
}
)";

TEST(MachineLoops, PassagesLeadFromTheEntryToTheLoopAndToTheReturn) {
  MachineLoopOptions Options;
  EXPECT_TRUE(collect(Sum, Options)[0].Body.Before.Path.empty());
  Options.WithPassages = true;
  std::vector<MachineLoop> Loops = collect(Sum, Options);
  ASSERT_EQ(Loops.size(), 1u);
  const MachineLoop &L = Loops[0];
  EXPECT_FALSE(L.Body.Before.Path.empty());
  ASSERT_FALSE(L.Body.After.Path.empty());
  EXPECT_TRUE(L.ToNext.Path.empty());
  auto at = [&](ExecutedInstruction E) {
    return L.Table.Instructions[E & ~TakenBit];
  };
  unsigned Stores = 0;
  for (ExecutedInstruction E : L.Body.After.Path)
    for (const MemoryOperand &O : L.Table.memory(at(E)))
      Stores += O.IsStore;
  EXPECT_EQ(Stores, 1u);
}

TEST(MachineLoops, PassagesOfAnInnerLoopAreThoseOfTheLoopAround) {
  MachineLoopOptions Options;
  Options.WithPassages = true;
  std::vector<MachineLoop> Loops = collect(Nest, Options);
  ASSERT_EQ(Loops.size(), 1u);
  const LoopBody &Body = Loops[0].Body;
  ASSERT_FALSE(Body.After.Path.empty());
  // Back to the outer loop's header.
  EXPECT_NE(Body.After.Path.back() & TakenBit, 0u);
}

/// for (i < n) s += *order[i], where order has addresses of rows only.
const char Pointers[] = R"(
@rows = internal global [4096 x [64 x i8]] zeroinitializer
@order = internal global [1000 x ptr] zeroinitializer
define void @g(i64 %k, i64 %to) {
  %row = getelementptr [64 x i8], ptr @rows, i64 %k
  %place = getelementptr ptr, ptr @order, i64 %to
  store ptr %row, ptr %place
  ret void
}
define i64 @f(i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i1, %loop ]
  %s = phi i64 [ 0, %entry ], [ %s1, %loop ]
  %p = getelementptr ptr, ptr @order, i64 %i
  %row = load ptr, ptr %p
  %v = load i64, ptr %row
  %s1 = add i64 %s, %v
  %i1 = add i64 %i, 1
  %c = icmp ult i64 %i1, %n
  br i1 %c, label %loop, label %done
done:
  ret i64 %s1
}
)";

static std::set<uint64_t> spreads(StringRef Text) {
  std::set<uint64_t> Found;
  for (const MachineLoop &L : collect(Text))
    for (const AddressPattern &P : L.Body.Addresses)
      Found.insert(P.SpreadBytes);
  return Found;
}

TEST(MachineLoops, LoadedPointersLieInTheOnlyVariableThatIsStored) {
  EXPECT_EQ(spreads(Pointers), (std::set<uint64_t>{0, 4096 * 64}));
  // Another file may store others.
  std::string Shared = Pointers;
  Shared.replace(Shared.find("@order = internal"), 17, "@order =         ");
  EXPECT_EQ(spreads(Shared), std::set<uint64_t>{0});
}

} // namespace
} // namespace rafter
