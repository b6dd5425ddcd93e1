//===- LeastTimeTest.cpp --------------------------------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LeastTime.h"
#include "gtest/gtest.h"

using namespace rafter;

namespace {

/// Round numbers: 4 doubles at once, additions of 4 cycles, two a cycle.
Processor machine() {
  Processor CPU;
  CPU.SimdBytes = 32;
  for (ComputeParameters &C : CPU.Compute)
    C = {4, 2};
  CPU.LoadThroughput = 2;
  CPU.StoreThroughput = 1;
  return CPU;
}

SourceLoop additions(unsigned Count) {
  SourceLoop L;
  L.IsCounted = true;
  L.ElementBytes = 8;
  L.Operations[static_cast<unsigned>(ComputeKind::Add)] = Count;
  return L;
}

TEST(LeastTime, ComputationsFillAllLanes) {
  std::optional<LeastTime> T = leastTime(additions(16), machine());
  ASSERT_TRUE(T);
  EXPECT_DOUBLE_EQ(T->Cycles, 2); // 16 / 4 lanes / 2 a cycle
  EXPECT_EQ(T->Limit, "float adds");
}

TEST(LeastTime, RecurrencesTakeTheirLatencyUnlessTheyMayBeReordered) {
  SourceLoop L = additions(1);
  Recurrence R;
  R.Name = "sum";
  R.Operations[static_cast<unsigned>(ComputeKind::Add)] = 1;
  L.Recurrences.push_back(R);
  EXPECT_DOUBLE_EQ(leastTime(L, machine())->Cycles, 4);
  EXPECT_EQ(leastTime(L, machine())->Limit, "the chain through `sum`");
  L.Recurrences[0].MayReorder = true;
  EXPECT_DOUBLE_EQ(leastTime(L, machine())->Cycles, 0.125);
}

TEST(LeastTime, ChainsThatSkipIterationsShareTheirLatency) {
  SourceLoop L = additions(1);
  Recurrence R;
  R.Operations[static_cast<unsigned>(ComputeKind::Add)] = 1;
  R.Distance = 2;
  L.Recurrences.push_back(R);
  EXPECT_DOUBLE_EQ(leastTime(L, machine())->Cycles, 2);
}

TEST(LeastTime, ChainsOfIntegersAndLoadsTakeTheirLatency) {
  Processor CPU = machine();
  CPU.Architecture = "x86_64";
  CPU.Memory[0].Latency = 5;
  SourceLoop L;
  Recurrence Hash;
  Hash.Integers = Hash.Products = 1;
  L.Recurrences = {Hash};
  L.IsSerial = true;
  EXPECT_DOUBLE_EQ(leastTime(L, CPU)->Cycles, 4); // an xor and a product of 3
  CPU.Architecture = "aarch64";
  EXPECT_DOUBLE_EQ(leastTime(L, CPU)->Cycles, 2); // madd
  Recurrence List;
  List.Loads = 1;
  L.Recurrences = {List};
  EXPECT_DOUBLE_EQ(leastTime(L, CPU)->Cycles, 5);
  CPU.Core.LoadLatency = 4;
  EXPECT_DOUBLE_EQ(leastTime(L, CPU)->Cycles, 4);
}

TEST(LeastTime, LanesThatCannotBeUsedAreNoBound) {
  SourceLoop L = additions(16);
  L.IsIrregular = true;
  EXPECT_FALSE(leastTime(L, machine()));
}

TEST(LeastTime, LoadsAndStoresAreAsWideAsVectors) {
  SourceLoop L;
  L.IsCounted = true;
  SourceAccess A;
  A.Bytes = 8;
  A.IsStore = true;
  L.Accesses = {A};
  EXPECT_DOUBLE_EQ(leastTime(L, machine())->Cycles, 0.25);
  EXPECT_EQ(leastTime(L, machine())->Limit, "stores to L1");
}

TEST(LeastTime, FusedPairsNeedOneOperation) {
  SourceLoop L = additions(8);
  L.Operations[static_cast<unsigned>(ComputeKind::Multiply)] = 8;
  L.Fusible = 8;
  EXPECT_DOUBLE_EQ(leastTime(L, machine())->Cycles, 1);
  EXPECT_EQ(leastTime(L, machine())->Limit, "float multiply-adds");
}

TEST(LeastTime, NothingOfItIsNoTime) {
  EXPECT_FALSE(leastTime(SourceLoop(), machine()));
}

} // namespace
