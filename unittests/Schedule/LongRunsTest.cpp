//===- LongRunsTest.cpp - Cycle counts beyond 2^32 ------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Huge latencies make long runs out of few nodes: nothing overflows, and
// stretches in which nothing changes are skipped.
//
//===----------------------------------------------------------------------===//

#include "Machines.h"

using namespace rafter;
using namespace rafter::test;

namespace {

constexpr uint64_t Huge = 1 << 20;

uint64_t total(const ScheduleResult &R) {
  uint64_t Sum = 0;
  for (auto [Mask, Cycles] : R.Activity.entries())
    Sum += Cycles;
  return Sum;
}

StreamWriter divisions(uint64_t N) {
  StreamWriter W;
  Register X = W.value();
  for (uint64_t I = 0; I != N; ++I)
    W.computeInto(X, OperationKind::Divide, {X});
  return W;
}

TEST(LongRuns, ChainOfDivisions) {
  Processor CPU = unlimited();
  CPU.compute(ComputeKind::Divide).Latency = Huge;
  CPU.buffer(BufferKind::ReorderBuffer) = 1;
  const uint64_t N = 5000;
  ASSERT_GT(N * Huge, uint64_t(1) << 32);
  ScheduleResult R = run(CPU, divisions(N));
  EXPECT_EQ(R.Cycles, N * Huge);
  EXPECT_EQ(R.Activity.count({executes(Channel::Divide)}), N * Huge);
  EXPECT_EQ(R.Activity.count({issues(Channel::Divide)}), N);
  EXPECT_EQ(stallsOf(R, BufferKind::ReorderBuffer), (N - 1) * (Huge - 1));
  EXPECT_EQ(total(R), R.Cycles);
}

TEST(LongRuns, DividerThatIsBusyForLong) {
  Processor CPU = unlimited();
  CPU.compute(ComputeKind::Divide) = {double(Huge), 1.0 / Huge};
  CPU.buffer(BufferKind::ReorderBuffer) = 2;
  const uint64_t N = 100;
  ScheduleResult R = run(CPU, divisions(N));
  EXPECT_EQ(R.Cycles, N * Huge);
  EXPECT_EQ(R.Activity.count({issues(Channel::Divide)}), N * Huge);
  EXPECT_EQ(total(R), R.Cycles);
}

/// All buffers of Table I in front of a memory that needs a million cycles.
TEST(LongRuns, StreamOfSlowMisses) {
  StreamWriter W;
  Register X = W.value();
  const uint64_t N = 50000;
  for (uint64_t I = 0; I != N; ++I)
    W.loadInto(X, (1 << 20) + 64 * I);
  Processor CPU = tableOne("rob=10");
  CPU.memory(MemoryLevel::Memory).Latency = Huge;
  ScheduleResult R = run(CPU, W);
  // Ten misses at a time.
  ASSERT_GT(R.Cycles, uint64_t(1) << 32);
  EXPECT_NEAR(double(R.Cycles) / (N / 10 * Huge), 1, 1e-3);
  EXPECT_EQ(total(R), R.Cycles);
  EXPECT_GT(R.Activity.count({executes(Channel::Memory)}), N / 10 * Huge);
}

/// Regions add up beyond 2^32 too.
TEST(LongRuns, ManyRegions) {
  Processor CPU = unlimited();
  CPU.compute(ComputeKind::Divide).Latency = Huge;
  StreamWriter W = divisions(1);
  Scheduler S(CPU, W.Table);
  const uint64_t N = 5000;
  for (uint64_t I = 0; I != N; ++I)
    W.send(S);
  EXPECT_EQ(S.result().Cycles, N * Huge);
  EXPECT_EQ(S.result().Activity.count({executes(Channel::Divide)}), N * Huge);
  EXPECT_EQ(total(S.result()), N * Huge);
}

} // namespace
