//===- CausalityTest.cpp - Who the time is owed to ------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RandomPrograms.h"
#include "Traced.h"
#include "rafter/Simulation/Analyze.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace rafter;
using namespace rafter::simulation;
using namespace rafter::test;

namespace {

Causality analyze(const InstructionTable &Table, const Processor &CPU,
                  const InstructionSource &Source,
                  const CausalityOptions &Options = {}) {
  llvm::Expected<Causality> C = analyzeCausality(Table, CPU, Source, Options);
  if (C)
    return std::move(*C);
  ADD_FAILURE() << llvm::toString(C.takeError());
  return Causality();
}

/// Of the whole time, in [0, 1].
double share(const Causality &C, uint32_t Instruction,
             llvm::StringRef Resource) {
  for (const InstructionCauses &I : C.Instructions)
    if (I.Instruction == Instruction)
      for (const CauseShare &S : I.By)
        if (name(S.Resource) == Resource)
          return S.Cycles / C.Base.Cycles;
  return 0;
}

void expectComplete(const Causality &C) {
  double Sum = C.Unattributed;
  for (const InstructionCauses &I : C.Instructions) {
    double Of = 0;
    for (const CauseShare &S : I.By) {
      EXPECT_GT(S.Cycles, 0);
      Of += S.Cycles;
    }
    EXPECT_NEAR(Of, I.Cycles, 1e-9 * C.Base.Cycles);
    EXPECT_TRUE(llvm::is_sorted(I.By, [](const auto &A, const auto &B) {
      return A.Cycles > B.Cycles;
    }));
    Sum += I.Cycles;
  }
  EXPECT_NEAR(Sum, C.Base.Cycles, 1e-9 * C.Base.Cycles);
}

Processor machine() {
  Processor P;
  P.Core.RenameWidth = 4;
  P.Core.RetireWidth = 4;
  P.buffer(BufferKind::ReorderBuffer) = 224;
  return P;
}

StaticInstruction ofClass(InstructionClass C) {
  StaticInstruction S;
  S.Class = C;
  return S;
}

TEST(Causality, AChainIsOwedToTheLatencyOfItsInstruction) {
  TableBuilder B;
  B.Table.Units = {"p0", "p1"};
  uint32_t Add = B.add(ofClass(InstructionClass::FloatAdd));
  B.reads(0).writes(0, 4).uses(3);
  uint32_t Other = B.add();
  B.writes(1, 1).uses(3);
  Stream Body;
  Body.run(Add).run(Other);
  Causality C = analyze(B.Table, machine(), repeat(Body, 1000));
  EXPECT_NEAR(*C.Base.CyclesPerIteration, 4, 0.01);
  EXPECT_GT(share(C, Add, "latency float add"), 0.99);
  expectComplete(C);
  // It waits for itself.
  ASSERT_EQ(C.Instructions.size(), 2u);
  EXPECT_EQ(C.Instructions[0].WaitsFor, Add);
  EXPECT_EQ(C.Instructions[0].WaitsBecauseOf,
            Limit::latency(InstructionClass::FloatAdd));
  EXPECT_EQ(C.Instructions[0].Executions, 1000u);
  EXPECT_EQ(C.Instructions[0].Ports, "p01");
  EXPECT_GT(C.Instructions[0].Wait, 50);
  EXPECT_LT(C.Instructions[1].Wait, 0.1 * C.Instructions[0].Wait);
}

TEST(Causality, APortIsOwedToAllThatUseIt) {
  TableBuilder B;
  B.Table.Units = {"p0", "p1"};
  Stream Body;
  for (unsigned I = 0; I != 3; ++I) {
    Body.run(B.add());
    B.writes(I, 1).uses(1);
  }
  uint32_t Free = B.add();
  B.writes(3, 1).uses(2);
  Body.run(Free);
  Causality C = analyze(B.Table, machine(), repeat(Body, 1000));
  EXPECT_NEAR(*C.Base.CyclesPerIteration, 3, 0.01);
  for (uint32_t I = 0; I != 3; ++I)
    EXPECT_NEAR(share(C, I, "p0"), 1.0 / 3, 0.03);
  EXPECT_LT(C.Instructions[Free].Cycles, 0.01 * C.Base.Cycles);
  expectComplete(C);
}

TEST(Causality, AFullReorderBufferIsOwedToTheLoadThatMissed) {
  TableBuilder B;
  B.Table.Units = {"p0", "p1"};
  Processor CPU = machine();
  for (unsigned L = 0; L != 4; ++L)
    CPU.Memory[L].Latency = L == 3 ? 300 : 5;
  CPU.memory(MemoryLevel::L1).Capacity = 32 << 10;
  CPU.memory(MemoryLevel::L1).Ways = 8;
  CPU.memory(MemoryLevel::L2).Capacity = 0;
  CPU.memory(MemoryLevel::L3).Capacity = 0;
  uint32_t Load = B.load();
  B.last().LoadLatency = 5;
  B.writes(0, 0).uses(1);
  std::vector<uint32_t> Innocent;
  for (unsigned I = 0; I != 223; ++I) {
    Innocent.push_back(B.add());
    B.writes(1 + I % 8, 1).uses(2);
  }
  // One load in each window.
  Stream S;
  for (uint64_t I = 0; I != 200; ++I) {
    S.run(Load, {(I + 1) * 4096});
    for (uint32_t A : Innocent)
      S.run(A);
  }
  Causality C = analyze(B.Table, CPU, once(S));
  EXPECT_NEAR(C.Base.Cycles / 200, 300, 10);
  EXPECT_GT(share(C, Load, "latency mem"), 0.9);
  expectComplete(C);
}

TEST(Causality, TheFrontEndIsOwedToRename) {
  TableBuilder B;
  Stream Body;
  for (unsigned I = 0; I != 8; ++I)
    Body.run(B.add());
  Processor CPU = machine();
  CPU.Core.RetireWidth = 8;
  Causality C = analyze(B.Table, CPU, repeat(Body, 500));
  EXPECT_NEAR(*C.Base.CyclesPerIteration, 2, 0.01);
  double Rename = 0;
  for (uint32_t I = 0; I != 8; ++I)
    Rename += share(C, I, "rename");
  EXPECT_GT(Rename, 0.98);
}

TEST(Causality, MispredictionsAreOwedToTheBranch) {
  TableBuilder B;
  uint32_t Branch = B.branch(BranchKind::Conditional);
  uint32_t Next = B.add(), Target = B.add();
  Stream S;
  std::mt19937_64 Engine(5);
  for (unsigned I = 0; I != 4000; ++I)
    Engine() & 1 ? S.take(Branch).run(Target) : S.run(Branch).run(Next);
  Processor CPU = machine();
  CPU.Core.MispredictionPenalty = 20;
  CPU.Core.TakenBranches = Unlimited;
  Causality C = analyze(B.Table, CPU, once(S));
  EXPECT_GT(C.Base.Mispredictions, 1000u);
  EXPECT_GT(share(C, Branch, "misprediction penalty"), 0.9);
  expectComplete(C);
}

TEST(Causality, BadTablesAndSourcesAreErrors) {
  TableBuilder B;
  B.add();
  Stream S;
  S.run(7);
  auto Message = [&](const InstructionSource &Source) {
    llvm::Expected<Causality> C = analyzeCausality(B.Table, machine(), Source);
    return C ? "none" : llvm::toString(C.takeError());
  };
  EXPECT_THAT(Message(once(S)), testing::HasSubstr("instruction 7"));
  EXPECT_EQ(Message([](InstructionConsumer &) {
              return llvm::createStringError("the trace ends early");
            }),
            "the trace ends early");
}

TEST(Causality, KeptOutcomesArePlayedInsteadOfTheSource) {
  TableBuilder B;
  B.add(ofClass(InstructionClass::FloatAdd));
  B.reads(0).writes(0, 4);
  B.add();
  Stream Body;
  Body.run(0).run(1);
  InstructionSource Loop = repeat(Body, 300);
  unsigned Plays = 0;
  InstructionSource Counted = [&](InstructionConsumer &C) {
    ++Plays;
    return Loop(C);
  };
  CausalityOptions Options;
  SensitivityOptions Same;
  std::shared_ptr<const KeptOutcomes> Kept;
  ASSERT_TRUE(
      bool(analyzeSensitivity(B.Table, machine(), Counted, Same, &Kept)));
  ASSERT_TRUE(Kept);
  EXPECT_EQ(Plays, 1u);
  llvm::Expected<Causality> C =
      analyzeCausality(B.Table, machine(), Counted, Options, &Kept);
  ASSERT_TRUE(bool(C));
  EXPECT_EQ(Plays, 1u);
  Causality Alone = analyze(B.Table, machine(), Loop);
  EXPECT_EQ(C->Base.Cycles, Alone.Base.Cycles);
  EXPECT_EQ(C->Base.CyclesPerIteration, Alone.Base.CyclesPerIteration);
  ASSERT_EQ(C->Instructions.size(), Alone.Instructions.size());
  for (size_t I = 0; I != Alone.Instructions.size(); ++I) {
    EXPECT_EQ(C->Instructions[I].Cycles, Alone.Instructions[I].Cycles);
    EXPECT_EQ(C->Instructions[I].Executions, Alone.Instructions[I].Executions);
  }
  // Those of other assumptions are not.
  Options.PerfectMemory = true;
  ASSERT_TRUE(
      bool(analyzeCausality(B.Table, machine(), Counted, Options, &Kept)));
  EXPECT_EQ(Plays, 2u);
}

TEST(Causality, RegionsAddUp) {
  TableBuilder B;
  B.add(ofClass(InstructionClass::FloatAdd));
  B.reads(0).writes(0, 4);
  Stream Body;
  for (unsigned I = 0; I != 10; ++I)
    Body.run(0);
  auto Two = [&](InstructionConsumer &C) {
    for (unsigned R = 0; R != 2; ++R) {
      C.setWarmUp(R == 1);
      C.consume(Body.chunk());
      C.setWarmUp(false);
      C.beginRegion();
      C.consume(Body.chunk());
      C.endRegion();
    }
    return llvm::Error::success();
  };
  auto One = [&](InstructionConsumer &C) {
    C.beginRegion();
    C.consume(Body.chunk());
    C.endRegion();
    return llvm::Error::success();
  };
  Causality Single = analyze(B.Table, machine(), One);
  Causality Double = analyze(B.Table, machine(), Two);
  EXPECT_EQ(Double.Base.Cycles, 2 * Single.Base.Cycles);
  EXPECT_EQ(Double.Instructions[0].Cycles, 2 * Single.Instructions[0].Cycles);
}

/// The taints of the paper: of a chain every link is a cause of dispatch.
TEST(Causality, TaintsOfAChainScore) {
  TableBuilder B;
  uint32_t Add = B.add(ofClass(InstructionClass::FloatAdd));
  B.reads(0).writes(0, 4);
  uint32_t Other = B.add();
  B.writes(1, 1);
  Stream Body;
  Body.run(Add).run(Other);
  CausalityOptions Options;
  Options.Taint = true;
  Causality C = analyze(B.Table, machine(), repeat(Body, 2000), Options);
  EXPECT_GT(C.Instructions[0].Taint, 0.7);
  EXPECT_LE(C.Instructions[0].Taint, 1);
  EXPECT_LT(C.Instructions[1].Taint, C.Instructions[0].Taint);
  EXPECT_EQ(analyze(B.Table, machine(), repeat(Body, 10)).Instructions[0].Taint,
            -1);
}

/// Random machines and programs with everything that the simulator knows.
TEST(Causality, SharesAddUpToTheLastUnit) {
  for (uint64_t Seed = 0; Seed != 120; ++Seed) {
    RandomProgram R(Seed / 2, 6000, /*OldestFirst=*/Seed % 2 != 0);
    Traced T = trace(R.B.Table, R.CPU, R.S, 1 << 12);
    int64_t Sum = 0, Unattributed = 0;
    for (const auto &[Label, Units] : T.Shares) {
      Sum += Units;
      if (Label.first == CauseLabel::NoInstruction)
        Unattributed += Units;
    }
    EXPECT_EQ(Sum, T.Units) << "seed " << Seed;
    EXPECT_LT(Unattributed, T.Units / 100 + UnitsPerCycle) << "seed " << Seed;
    // The same time as without causes.
    llvm::Expected<Prediction> P = predict(R.B.Table, R.CPU, once(R.S));
    ASSERT_TRUE(bool(P));
    EXPECT_EQ(double(T.Units) / UnitsPerCycle, P->Cycles) << "seed " << Seed;
  }
}

TEST(Causality, CollectingEarlierChangesNothing) {
  for (uint64_t Seed = 0; Seed != 20; ++Seed) {
    RandomProgram R(Seed);
    Traced Never = trace(R.B.Table, R.CPU, R.S, size_t(1) << 30);
    for (size_t Capacity : {16, 5000}) {
      Traced T = trace(R.B.Table, R.CPU, R.S, Capacity);
      EXPECT_EQ(T.Units, Never.Units);
      EXPECT_EQ(T.Shares, Never.Shares) << "seed " << Seed;
    }
  }
}

/// What comes before the cycles that Instruction owes to Resource.
PathShares pathOf(const Causality &C, uint32_t Instruction,
                  llvm::StringRef Resource) {
  for (const InstructionCauses &I : C.Instructions)
    if (I.Instruction == Instruction)
      for (const CauseShare &S : I.By)
        if (name(S.Resource) == Resource)
          return S.Path.value_or(PathShares{-1, -1, -1, -1});
  return {-1, -1, -1, -1};
}

TEST(CausalPath, TellsARecurrenceFromIndependentResults) {
  StaticInstruction Add;
  Add.Class = InstructionClass::FloatAdd;
  TableBuilder Chain;
  Chain.add(Add);
  Chain.reads(0).writes(0, 4);
  Causality C = analyze(Chain.Table, machine(), repeat(Stream().run(0), 400));
  PathShares P = pathOf(C, 0, "latency float add");
  EXPECT_NEAR(P.SameClass, 1, 0.02);
  EXPECT_NEAR(P.Recurs, 1, 0.02);
  EXPECT_EQ(P.AfterLoad, 0);
  // The same latency, which a window of four instructions does not hide.
  TableBuilder Free;
  Free.add(Add);
  Free.writes(0, 40);
  Processor Narrow = machine();
  Narrow.buffer(BufferKind::ReorderBuffer) = 4;
  C = analyze(Free.Table, Narrow, repeat(Stream().run(0), 400));
  EXPECT_GT(share(C, 0, "latency float add"), 0.8);
  P = pathOf(C, 0, "latency float add");
  EXPECT_LT(P.Result, 0.02);
  EXPECT_LT(P.Recurs, 0.02);
}

TEST(CausalPath, TellsAChainInTheIterationFromARecurrence) {
  // Two multiplications, the second of the first's result, and an instruction
  // that nothing overtakes.
  StaticInstruction Multiply, Serial;
  Multiply.Class = InstructionClass::IntegerMultiply;
  Serial.Flags = StaticInstruction::Serializing;
  TableBuilder B;
  B.add(Multiply);
  B.writes(0, 20);
  B.add(Multiply);
  B.reads(0).writes(1, 20);
  B.add(Serial);
  Causality C =
      analyze(B.Table, machine(), repeat(Stream().run(0).run(1).run(2), 400));
  PathShares P = pathOf(C, 1, "latency integer multiply");
  EXPECT_NEAR(P.SameClass, 1, 0.02);
  EXPECT_LT(P.Recurs, 0.02);
  EXPECT_LT(pathOf(C, 0, "latency integer multiply").Result, 0.02);
}

TEST(CausalPath, TellsLoadedAddressesFromComputedOnes) {
  TableBuilder B;
  B.load();
  B.last().LoadLatency = 5;
  B.reads(0, ReadStage::Address).writes(0, 0);
  Causality C =
      analyze(B.Table, machine(), repeat(Stream().run(0, {0x1000}), 400));
  EXPECT_NEAR(pathOf(C, 0, "latency L1").AfterLoad, 1, 0.02);
}

TEST(CausalPath, KnowsDivisorsThatStay) {
  StaticInstruction Divide;
  Divide.Class = InstructionClass::FloatDivide;
  TableBuilder B;
  B.add(Divide);
  B.reads(0).reads(1).writes(0, 13);
  B.Table.Reads.back().IsDivisor = true;
  B.add(Divide);
  B.reads(1).reads(0).writes(2, 13);
  B.Table.Reads.back().IsDivisor = true;
  Causality C = analyze(B.Table, machine(), repeat(Stream().run(0).run(1), 50));
  ASSERT_EQ(C.Instructions.size(), 2u);
  EXPECT_TRUE(C.Instructions[0].SameDivisor);
  EXPECT_FALSE(C.Instructions[1].SameDivisor);
}

} // namespace
