//===- SensitivityTest.cpp - What accelerating a resource brings ----------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Kernels.h"
#include "rafter/Simulation/Advice.h"
#include "llvm/ADT/STLExtras.h"
#include <gmock/gmock.h>

using namespace rafter;
using namespace rafter::test;
using testing::ElementsAre;
using testing::UnorderedElementsAre;

namespace {

constexpr InstructionClass ALU = InstructionClass::IntegerALU;
constexpr InstructionClass FMA = InstructionClass::FloatFusedMultiplyAdd;

Sensitivity sensitivity(const Kernel &K, const Processor &CPU,
                        SensitivityOptions Options = {}) {
  llvm::Expected<Sensitivity> S =
      analyzeSensitivity(K.Builder.Table, CPU, K.source(), Options);
  if (!S) {
    ADD_FAILURE() << llvm::toString(S.takeError());
    return {};
  }
  return *S;
}

std::vector<std::string> names(const std::vector<Limit> &Limits) {
  std::vector<std::string> Names;
  for (const Limit &L : Limits)
    Names.push_back(name(L));
  return Names;
}

const ResourceElasticity *find(const Sensitivity &S, llvm::StringRef Name) {
  for (const ResourceElasticity &E : S.Resources)
    if (name(E.What) == Name)
      return &E;
  return nullptr;
}

std::vector<double> speedups(const ResourceElasticity &E) {
  std::vector<double> Result;
  for (const ResourceElasticity::Point &P : E.Curve)
    Result.push_back(P.Speedup);
  return Result;
}

Processor fourWide() {
  Processor CPU = idealCPU();
  CPU.Core.RenameWidth = 4;
  CPU.Core.RetireWidth = 8;
  CPU.buffer(BufferKind::ReorderBuffer) = 224;
  return CPU;
}

TEST(Sensitivity, ChainIsBoundByItsLatency) {
  Kernel K;
  K.operation(FMA, 1, 1, 4, {1});
  Sensitivity S = sensitivity(K, fourWide());
  EXPECT_DOUBLE_EQ(timeOf(S.Base), 4);
  ASSERT_FALSE(S.Resources.empty());
  EXPECT_EQ(name(S.Resources[0].What), "latency float fused multiply-add");
  // 4 cycles, then 3.2, 2, 1; at last the port's one cycle.
  EXPECT_THAT(speedups(S.Resources[0]), ElementsAre(1.25, 2, 4, 4));
  EXPECT_TRUE(S.Sets.empty());
  // Then the port of its one operation, then the width of rename.
  ASSERT_GE(S.Remains.size(), 2u);
  EXPECT_THAT(names(S.Remains[0].Removed),
              ElementsAre("latency float fused multiply-add"));
  EXPECT_DOUBLE_EQ(S.Remains[0].Cycles, 1);
  EXPECT_THAT(names(S.Remains[1].Removed),
              ElementsAre("latency float fused multiply-add", "p0"));
  EXPECT_DOUBLE_EQ(S.Remains[1].Cycles, 0.25);
}

TEST(Sensitivity, TimeWithoutLimitsIsThatOfTheRemainder) {
  Kernel K;
  K.operation(FMA, 1, 1, 4, {1});
  auto without = [&](std::vector<Limit> Removed) {
    llvm::Expected<double> T =
        timeWithout(Removed, K.Builder.Table, fourWide(), K.source());
    return T ? *T : (ADD_FAILURE() << llvm::toString(T.takeError()), 0);
  };
  EXPECT_DOUBLE_EQ(without({}), 4);
  EXPECT_DOUBLE_EQ(without({Limit::latency(ALU)}), 4) << "it has none";
  // The port's one cycle.
  EXPECT_DOUBLE_EQ(without({Limit::latency(ALU), Limit::latency(FMA)}), 1);
}

TEST(Sensitivity, PortBoundKernelNamesTheClosedGroup) {
  Kernel K;
  for (uint64_t Ports : {0b011, 0b011, 0b110, 0b110, 0b101, 0b101})
    K.operation(ALU, Ports, 0, 1);
  Sensitivity S = sensitivity(K, fourWide());
  ASSERT_FALSE(S.Resources.empty());
  EXPECT_EQ(name(S.Resources[0].What), "p012");
  EXPECT_DOUBLE_EQ(S.Resources[0].Utilization, 1);
  EXPECT_DOUBLE_EQ(S.Resources[0].Curve[0].Speedup, 1.25);
  // Rename takes 1.5 cycles.
  EXPECT_NEAR(S.Resources[0].limit(), 2 / 1.5, 1e-3);
}

TEST(Sensitivity, TwoLimitsThatTieAreFoundTogether) {
  // 8 independent chains of 4 cycles on two ports.
  Kernel K;
  for (unsigned I = 1; I <= 8; ++I)
    K.operation(FMA, 0b11, I, 4, {I});
  Sensitivity S = sensitivity(K, fourWide());
  EXPECT_NEAR(timeOf(S.Base), 4, 1e-6);
  for (const ResourceElasticity &E : S.Resources)
    EXPECT_DOUBLE_EQ(E.limit(), 1) << name(E.What);
  ASSERT_EQ(S.Sets.size(), 1u);
  EXPECT_THAT(names(S.Sets[0].Members),
              UnorderedElementsAre("latency float fused multiply-add", "p01"));
  EXPECT_NEAR(S.Sets[0].Speedup, 2, 1e-3);
  ASSERT_FALSE(S.Remains.empty());
  EXPECT_THAT(names(S.Remains[0].Removed),
              UnorderedElementsAre("latency float fused multiply-add", "p01"));
  EXPECT_NEAR(S.Remains[0].Cycles, 2, 1e-2);
}

TEST(Sensitivity, ThreeLimitsThatTieAreFoundTogether) {
  Kernel K;
  for (unsigned I = 0; I != 12; ++I)
    K.operation(ALU, 0b1111, 0, 1);
  Processor CPU = fourWide();
  CPU.Core.RetireWidth = 4;
  Sensitivity S = sensitivity(K, CPU);
  ASSERT_EQ(S.Sets.size(), 1u);
  EXPECT_THAT(names(S.Sets[0].Members),
              UnorderedElementsAre("rename", "retire", "p0123"));
}

TEST(Sensitivity, SetsLargerThanAskedForAreNotReported) {
  Kernel K;
  for (unsigned I = 0; I != 12; ++I)
    K.operation(ALU, 0b1111, 0, 1);
  Processor CPU = fourWide();
  CPU.Core.RetireWidth = 4;
  SensitivityOptions Options;
  Options.LargestSet = 2;
  EXPECT_TRUE(sensitivity(K, CPU, Options).Sets.empty());
}

TEST(Sensitivity, WindowBehindMissesIsFound) {
  Kernel K;
  K.load(1, 1, 0, 0x100000, 4096, 5);
  for (unsigned I = 0; I != 15; ++I)
    K.operation(ALU, 0, 0, 1);
  Processor CPU = fourWide();
  for (MemoryLevel L : {MemoryLevel::L1, MemoryLevel::L2, MemoryLevel::L3})
    CPU.memory(L).Capacity = 64;
  CPU.memory(MemoryLevel::L1).Latency = 5;
  CPU.memory(MemoryLevel::Memory).Latency = 300;
  Sensitivity S = sensitivity(K, CPU);
  // 14 loads in flight.
  EXPECT_NEAR(timeOf(S.Base), 300 / 14.0, 0.3);
  ASSERT_FALSE(S.Resources.empty());
  const ResourceElasticity *ROB = find(S, "ROB");
  const ResourceElasticity *Latency = find(S, "latency mem");
  ASSERT_TRUE(ROB && Latency);
  EXPECT_NEAR(ROB->Curve[1].Speedup, 2, 0.05);
  EXPECT_NEAR(Latency->Curve[1].Speedup, 2, 0.05);
}

TEST(Sensitivity, CurvesNeverFallAndNeverStartBelowOne) {
  Kernel K;
  K.load(1, 1, 2, 0x100000, 64, 5);
  K.operation(FMA, 0b11, 3, 4, {3, 1});
  K.operation(ALU, 0b1111, 2, 1, {2});
  K.store(0b100, 3, 2, 0x900000, 64);
  for (const ResourceElasticity &E : sensitivity(K, fourWide()).Resources) {
    double Last = 1;
    for (const ResourceElasticity::Point &P : E.Curve) {
      EXPECT_GE(P.Speedup, Last) << name(E.What);
      Last = P.Speedup;
    }
  }
}

TEST(Sensitivity, EmptyStreamHasNoResources) {
  Kernel K;
  K.operation(ALU, 1, 0, 1);
  K.Iterations = 0;
  Sensitivity S = sensitivity(K, fourWide());
  EXPECT_EQ(S.Base.Cycles, 0);
  EXPECT_TRUE(S.Sets.empty());
  EXPECT_TRUE(S.Remains.empty());
}

TEST(Sensitivity, ErrorsOfTheSourceArePassedOn) {
  Kernel K;
  K.operation(ALU, 1, 0, 1);
  InstructionSource Broken = [](InstructionConsumer &) {
    return llvm::createStringError("trace.rtr: cut short");
  };
  auto S = analyzeSensitivity(K.Builder.Table, fourWide(), Broken);
  ASSERT_FALSE(bool(S));
  EXPECT_EQ(llvm::toString(S.takeError()), "trace.rtr: cut short");
}

} // namespace
