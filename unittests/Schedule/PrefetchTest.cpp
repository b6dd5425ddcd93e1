//===- PrefetchTest.cpp - What prefetchers and ways do to a schedule ------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The options that the extended-roofline paper left open, as the scheduler
// uses them: prefetched lines, set-associative caches, SIMD widths.
//
//===----------------------------------------------------------------------===//

#include "Machines.h"

using namespace rafter;
using namespace rafter::test;

namespace {

/// One load per line, each fetched when the one before it is complete.
StreamWriter lines(uint64_t N, uint64_t Stride = 64) {
  StreamWriter W;
  Register To = W.value();
  for (uint64_t I = 0; I != N; ++I)
    W.loadInto(To, (1 << 20) + Stride * I);
  return W;
}

uint64_t fetched(const ScheduleResult &R, MemoryLevel L) {
  return R.PrefetchedLines[static_cast<unsigned>(L)];
}

/// 64 lines of 64 bytes are a page.
TEST(Prefetch, NextLineFollowsAStreamWithinAPage) {
  Processor CPU = unlimited();
  CPU.buffer(BufferKind::ReorderBuffer) = 1;
  EXPECT_EQ(run(CPU, lines(1000)).Cycles, 1000u * 100);
  CPU.NextLinePrefetch = true;
  ScheduleResult R = run(CPU, lines(1000));
  // Three lines establish the stream; the first of each further page misses.
  EXPECT_EQ(R.channel(Channel::Memory).Nodes, 3u + 15);
  EXPECT_EQ(R.channel(Channel::L1Load).Nodes, 982u);
  EXPECT_EQ(fetched(R, MemoryLevel::Memory), 983u);
  // Each line is asked for with the one before it: 104 cycles for two.
  EXPECT_NEAR(R.Cycles, 982u * 52 + 18u * 100, 18u * 52);
}

/// The streamer brings lines to L2, the stride prefetcher from there to L1,
/// neither of the two across the end of a page but for its first line.
TEST(Prefetch, StreamsHideAllMissesButTheFirst) {
  Processor CPU = unlimited();
  CPU.buffer(BufferKind::ReorderBuffer) = 1;
  CPU.StridePrefetchDistance = 32;
  ScheduleResult R = run(CPU, lines(1000));
  EXPECT_EQ(R.channel(Channel::Memory).Nodes, 3u);
  EXPECT_EQ(R.channel(Channel::L2).Nodes, 1u + 15);
  EXPECT_EQ(R.channel(Channel::L1Load).Nodes, 981u);
  EXPECT_GT(fetched(R, MemoryLevel::L2), 960u);
  EXPECT_LT(R.Cycles, 1000u * 12);
}

/// A prefetch is asked for with the access, even if that waits for its line.
TEST(Prefetch, AccessesThatWaitDoNotDelayPrefetches) {
  Processor CPU = unlimited();
  CPU.buffer(BufferKind::ReorderBuffer) = 64;
  CPU.StridePrefetchDistance = 32;
  EXPECT_LT(run(CPU, lines(1000)).Cycles, 1000u * 4 + 500);
}

/// Prefetched lines go over the same link: bandwidth stays a bound.
TEST(Prefetch, PrefetchedLinesUseTheBandwidth) {
  Processor CPU = tableOne("prefetch.stride=16");
  ScheduleResult R = run(CPU, lines(4000));
  EXPECT_GE(R.Cycles, 3900u * 8);
  EXPECT_LT(R.Cycles, run(tableOne(), lines(4000)).Cycles);
}

TEST(Prefetch, LinesThatAreHereAlreadyAreNotFetched) {
  Processor CPU = unlimited();
  CPU.NextLinePrefetch = true;
  ScheduleResult R = run(CPU, lines(100), /*Warm=*/true);
  for (uint64_t Lines : R.PrefetchedLines)
    EXPECT_EQ(Lines, 0u);
}

/// 16 columns of a matrix whose rows are 4 KiB long: one set of 8 ways.
TEST(Ways, ConflictsAppearInTheSchedule) {
  Processor CPU = unlimited();
  EXPECT_EQ(run(CPU, lines(16, 4096), true).channel(Channel::L1Load).Nodes,
            16u);
  CPU.memory(MemoryLevel::L1).Ways = 8;
  CPU.memory(MemoryLevel::L2).Ways = 8;
  ScheduleResult R = run(CPU, lines(16, 4096), true);
  EXPECT_EQ(R.channel(Channel::L1Load).Nodes, 0u);
  EXPECT_EQ(R.channel(Channel::L2).Nodes, 16u);
}

/// A vector operation is one node for each part of the machine's width.
TEST(SimdWidth, DecidesHowManyNodesAVectorIs) {
  StaticOperation Load, Add;
  Load.Kind = OperationKind::Load;
  Load.Elements = 8;
  Load.Result = 0;
  Add.Kind = OperationKind::FusedMultiplyAdd;
  Add.Elements = 8;
  Add.NumSources = 1;
  Add.Sources[0] = 0;
  Add.Result = 8;
  OperationTable Table;
  Table.Operations = {Load, Add};
  const DynamicOperation Operations[] = {{0, 0, 1 << 20}, {1, 0, 0}};
  for (unsigned Width : {8, 16, 32, 64}) {
    Processor CPU = unlimited();
    CPU.SimdBytes = Width;
    CPU.LoadThroughput = 1;
    Scheduler S(CPU, Table);
    S.beginRegion();
    S.consume(Operations);
    S.endRegion();
    ScheduleResult R = S.result();
    uint64_t Nodes = 64 / Width;
    EXPECT_EQ(R.channel(Channel::FusedMultiplyAdd).Nodes, Nodes);
    EXPECT_EQ(R.channel(Channel::FusedMultiplyAdd).Flops, 16u);
    EXPECT_EQ(R.FlopBytes, 16u * 8);
    EXPECT_EQ(R.channel(Channel::Memory).Nodes, 1u); // then the line is here
    EXPECT_EQ(R.channel(Channel::L1Load).Nodes, Nodes - 1);
    EXPECT_EQ(R.channel(Channel::Memory).Bytes +
                  R.channel(Channel::L1Load).Bytes,
              64u);
    // Each element waits for its own part of the load only.
    EXPECT_EQ(R.Cycles, Nodes == 1 ? 101u : 100 + (Nodes - 2) + 4 + 1);
  }
}

} // namespace
