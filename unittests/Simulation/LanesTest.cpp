//===- LanesTest.cpp - Lanes, the reference, and what never happens -------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Properties that hold for all programs and machines, on random ones.
//
//===----------------------------------------------------------------------===//

#include "FixedTime.h"
#include "RandomPrograms.h"
#include "ReferenceSimulator.h"
#include "ResourceUse.h"
#include "StreamDriver.h"
#include <gtest/gtest.h>

using namespace rafter;
using namespace rafter::simulation;
using namespace rafter::test;

namespace {

/// A random program with its outcomes, which no variant changes.
struct Case {
  RandomProgram Program;
  PreparedTable Prepared;
  OutcomeChunk Outcomes;
  std::vector<ResourceId> Resources;

  explicit Case(uint64_t Seed, unsigned Length = 3000, bool OldestFirst = false)
      : Program(Seed, Length, OldestFirst), Prepared(Program.CPU) {
    llvm::cantFail(Prepared.update(Program.B.Table));
    OutcomeModel Model(Program.B.Table, Program.CPU, {});
    Model.beginRegion();
    Model.decide(Program.S.chunk(), Outcomes);
    Model.finish(Outcomes);
    StreamCounts Counts;
    Counts.count(Program.B.Table, Program.CPU, view());
    for (const ResourceUse &U :
         findResources(Counts, Program.B.Table, Prepared))
      Resources.push_back(U.Id);
  }

  OutcomeView view() const {
    const InstructionOutcome *Begin = Outcomes.Instructions.data();
    return {Begin, Begin + Outcomes.Instructions.size(),
            Outcomes.Accesses.data(), Outcomes.Prefetches.data()};
  }
  std::vector<int64_t> times(llvm::ArrayRef<MachineVariant> Variants,
                             LaneTarget Target) {
    LaneMachine Machine(Prepared, Variants);
    std::unique_ptr<LaneSimulator> Lanes = makeLaneSimulator(Machine, Target);
    Lanes->beginRegion();
    Lanes->run(view());
    std::vector<int64_t> Times(Variants.size());
    Lanes->time(Times.data());
    return Times;
  }
  int64_t scalar(const MachineVariant &V) {
    return times(V, LaneTarget::Scalar)[0];
  }
  /// Sixteen variants: as it is, and with one or two faster resources each.
  std::vector<MachineVariant> variants(uint64_t Seed) const {
    std::mt19937_64 Engine(Seed);
    const double Factors[] = {1.25, 2, 4, Unlimited};
    std::vector<MachineVariant> Result(16);
    for (size_t I = 1; I != Result.size(); ++I)
      for (unsigned N = 1 + Engine() % 2; N != 0; --N)
        Result[I].accelerate(Resources[Engine() % Resources.size()],
                             Factors[Engine() % 4]);
    return Result;
  }
};

/// For messages: the first instruction whose retirement differs.
std::string firstDifference(Case &C, const MachineVariant &V) {
  LaneMachine Machine(C.Prepared, V);
  auto Lanes = makeLaneSimulator(Machine, LaneTarget::Scalar);
  OutcomeChunk Part = C.Outcomes;
  Part.Instructions.clear();
  OutcomeView View = C.view();
  for (const InstructionOutcome *I = View.Begin; I != View.End; ++I) {
    Part.Instructions.push_back(*I);
    Lanes->run({I, I + 1, View.Accesses, View.Prefetches});
    int64_t Time;
    Lanes->time(&Time);
    int64_t Expected = referenceTime(C.Program.B.Table, C.Program.CPU, Part, V);
    if (Time != Expected)
      return "execution " + std::to_string(I - View.Begin) +
             " of instruction " + std::to_string(I->Static) + ": " +
             std::to_string(Time) + " instead of " + std::to_string(Expected);
  }
  return "none";
}

class Seeds : public testing::TestWithParam<uint64_t> {};
INSTANTIATE_TEST_SUITE_P(Random, Seeds, testing::Range<uint64_t>(0, 40));

void expectWhatTheReferenceSays(uint64_t Seed, bool OldestFirst) {
  Case C(Seed, 1500, OldestFirst);
  EXPECT_EQ(C.scalar({}), referenceTime(C.Program.B.Table, C.Program.CPU,
                                        C.Outcomes, MachineVariant()))
      << firstDifference(C, {});
  std::mt19937_64 Engine(Seed);
  for (unsigned N = 0; N != 4; ++N) {
    ResourceId R = C.Resources[Engine() % C.Resources.size()];
    if (R >= FirstPortGroup)
      continue;
    MachineVariant V(R, N % 2 ? Unlimited : 2);
    EXPECT_EQ(C.scalar(V),
              referenceTime(C.Program.B.Table, C.Program.CPU, C.Outcomes, V))
        << name(limitOf(R, {}, C.Program.B.Table)) << firstDifference(C, V);
  }
}

TEST_P(Seeds, ReferenceAgrees) {
  expectWhatTheReferenceSays(GetParam(), false);
}

TEST_P(Seeds, ReferenceAgreesWhereTheOldestIssueFirst) {
  expectWhatTheReferenceSays(GetParam(), true);
}

void expectScalarTimes(uint64_t Seed, bool OldestFirst) {
  Case C(Seed, 3000, OldestFirst);
  std::vector<MachineVariant> Variants = C.variants(Seed + 1);
  std::vector<int64_t> Scalar;
  for (const MachineVariant &V : Variants)
    Scalar.push_back(C.scalar(V));
  for (LaneTarget T :
       {LaneTarget::Baseline, LaneTarget::AVX2, LaneTarget::AVX512})
    if (isSupported(T)) {
      EXPECT_EQ(C.times(Variants, T), Scalar) << "target " << int(T);
    }
}

TEST_P(Seeds, EveryLaneIsTheScalarMachineInEveryInstructionSet) {
  expectScalarTimes(GetParam(), false);
}

TEST_P(Seeds, EveryLaneIsTheScalarMachineWhereTheOldestIssueFirst) {
  expectScalarTimes(GetParam(), true);
}

TEST_P(Seeds, OrderOfLanesDoesNotMatter) {
  Case C(GetParam());
  std::vector<MachineVariant> Variants = C.variants(GetParam() + 2);
  std::vector<int64_t> Times = C.times(Variants, bestLaneTarget());
  std::reverse(Variants.begin(), Variants.end());
  std::reverse(Times.begin(), Times.end());
  EXPECT_EQ(C.times(Variants, bestLaneTarget()), Times);
}

TEST_P(Seeds, AccelerationNeverSlowsDown) {
  Case C(GetParam());
  for (ResourceId R : C.Resources) {
    const double Factors[] = {1, 1.1, 1.25, 1.5, 2,  3,  4,   5,
                              7, 8,   10,   16,  32, 64, 100, Unlimited};
    std::vector<MachineVariant> Variants;
    for (double F : Factors)
      Variants.emplace_back(R, F);
    std::vector<int64_t> Times = C.times(Variants, bestLaneTarget());
    EXPECT_TRUE(std::is_sorted(Times.rbegin(), Times.rend()))
        << "resource " << R;
  }
}

TEST_P(Seeds, RemovingMoreNeverSlowsDown) {
  Case C(GetParam());
  std::mt19937_64 Engine(GetParam());
  std::shuffle(C.Resources.begin(), C.Resources.end(), Engine);
  std::vector<MachineVariant> Variants(16);
  for (size_t I = 1; I != Variants.size(); ++I)
    for (size_t R = 0; R != C.Resources.size() * I / 15; ++R)
      Variants[I].accelerate(C.Resources[R], Unlimited);
  std::vector<int64_t> Times = C.times(Variants, bestLaneTarget());
  EXPECT_TRUE(std::is_sorted(Times.rbegin(), Times.rend()));
}

TEST_P(Seeds, CuttingTheStreamChangesNothing) {
  Case C(GetParam());
  LaneMachine Machine(C.Prepared, MachineVariant());
  auto Lanes = makeLaneSimulator(Machine, LaneTarget::Scalar);
  OutcomeView View = C.view();
  std::mt19937_64 Engine(GetParam());
  while (View.Begin != View.End) {
    OutcomeView Piece = View;
    Piece.End = View.Begin +
                std::min<uint64_t>(1 + Engine() % 100, View.End - View.Begin);
    Lanes->run(Piece);
    View.Begin = Piece.End;
  }
  int64_t Time;
  Lanes->time(&Time);
  EXPECT_EQ(Time, C.scalar({}));
}

TEST_P(Seeds, GrowingTableChangesLittle) {
  // The second half of the table is not known before it is needed.
  RandomProgram Whole(GetParam(), 3000);
  InstructionTable &Table = Whole.B.Table;
  InstructionTable Known = Table;
  size_t Half = Table.Instructions.size() / 2;
  Known.Instructions.resize(Half);
  // Executions of the first half only, and then everything.
  Stream First;
  for (uint32_t I = 0; I != Half; ++I)
    First.run(I);
  std::vector<uint64_t> None;
  auto Play = [&](InstructionTable &T, bool Grow) {
    return llvm::cantFail(predict(T, Whole.CPU, [&](InstructionConsumer &C) {
      C.beginRegion();
      C.consume({First.Instructions, None});
      if (Grow)
        T = Table;
      C.consume(Whole.S.chunk());
      C.endRegion();
      return llvm::Error::success();
    }));
  };
  InstructionTable Full = Table;
  EXPECT_NEAR(Play(Known, true).Cycles, Play(Full, false).Cycles,
              // Which ports and registers are whose is known later.
              0.02 * Play(Full, false).Cycles);
}

TEST(Lanes, LongRunsAreRebasedExactly) {
  // 60 chained misses of 99,000 cycles: 28 times what 32 bits hold.
  TableBuilder B;
  B.Table.Units = {"p0"};
  uint32_t Load = B.load();
  B.reads(0, ReadStage::Address).writes(0, 0);
  uint32_t Add = B.add();
  B.writes(1, 3).reads(1);
  Processor CPU;
  CPU.memory(MemoryLevel::Memory).Latency = 99000;
  for (MemoryLevel L : {MemoryLevel::L1, MemoryLevel::L2, MemoryLevel::L3})
    CPU.memory(L).Capacity = 64;
  Stream S;
  for (unsigned I = 0; I != 60; ++I)
    S.run(Load, {0x10000 + I * 4096}).run(Add);
  PreparedTable Prepared(CPU);
  llvm::cantFail(Prepared.update(B.Table));
  OutcomeModel Model(B.Table, CPU, {});
  OutcomeChunk Outcomes;
  Model.beginRegion();
  Model.decide(S.chunk(), Outcomes);
  Model.finish(Outcomes);
  std::vector<MachineVariant> Variants(16);
  for (unsigned I = 0; I != 16; ++I)
    Variants[I].accelerate(LatencyOfLevel + 3, 1 + I);
  LaneMachine Machine(Prepared, Variants);
  for (LaneTarget T :
       {LaneTarget::Baseline, LaneTarget::AVX2, LaneTarget::AVX512}) {
    if (!isSupported(T))
      continue;
    auto Lanes = makeLaneSimulator(Machine, T);
    Lanes->beginRegion();
    const InstructionOutcome *Begin = Outcomes.Instructions.data();
    Lanes->run({Begin, Begin + Outcomes.Instructions.size(),
                Outcomes.Accesses.data(), Outcomes.Prefetches.data()});
    int64_t Times[16];
    Lanes->time(Times);
    for (unsigned I = 0; I != 16; ++I)
      EXPECT_EQ(Times[I], 60 * int64_t(toUnits(99000, 1 + I, 100000)));
  }
}

TEST(Lanes, WindowBoundsAMachineWithoutLimits) {
  // 4,000 dependent operations of 16,000 cycles, and nothing that stops
  // dispatch: the times in flight stay within 32 bits.
  TableBuilder B;
  B.Table.Units = {"p0"};
  uint32_t Slow = B.add();
  B.writes(0, 16000).reads(0);
  Stream S;
  for (unsigned I = 0; I != 4000; ++I)
    S.run(Slow);
  auto P =
      llvm::cantFail(predict(B.Table, Processor(), [&](InstructionConsumer &C) {
        C.beginRegion();
        C.consume(S.chunk());
        C.endRegion();
        return llvm::Error::success();
      }));
  EXPECT_EQ(P.Cycles, 4000.0 * 16000);
}

} // namespace
