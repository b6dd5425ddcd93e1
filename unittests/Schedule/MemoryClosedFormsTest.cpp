//===- MemoryClosedFormsTest.cpp - Accesses known in closed form ----------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Streams of misses against windows, buffers and bandwidths, chains through
// memory, and the exact edges of the capacities.
//
//===----------------------------------------------------------------------===//

#include "Machines.h"
#include "RandomCases.h"

using namespace rafter;
using namespace rafter::test;

namespace {

constexpr uint64_t Base = 1 << 20;

/// N loads, Stride bytes apart.
StreamWriter strided(uint64_t N, uint64_t Stride) {
  StreamWriter W;
  Register To = W.value();
  for (uint64_t I = 0; I != N; ++I)
    W.loadInto(To, Base + I * Stride);
  return W;
}

/// N loads of different lines in random order.
StreamWriter shuffled(uint64_t N) {
  StreamWriter W;
  Register To = W.value();
  std::vector<uint64_t> Lines;
  for (uint64_t I = 0; I != N; ++I)
    Lines.push_back(I);
  Random R(1);
  for (uint64_t I = N; I > 1; --I)
    std::swap(Lines[I - 1], Lines[R.below(I)]);
  for (uint64_t L : Lines)
    W.loadInto(To, Base + 64 * L);
  return W;
}

uint64_t roundsOf(uint64_t N, uint64_t PerRound) {
  return (N + PerRound - 1) / PerRound;
}

/// The ROB lets in as many loads as it has slots, and the next as many when
/// these complete: window / latency.
TEST(MemoryClosedForms, ReorderBufferBoundsMissesInFlight) {
  for (unsigned Slots : {1, 8, 64, 168, 512}) {
    Processor CPU = unlimited();
    CPU.buffer(BufferKind::ReorderBuffer) = Slots;
    for (const StreamWriter &W : {strided(1000, 64), shuffled(1000)}) {
      ScheduleResult R = run(CPU, W);
      uint64_t Rounds = roundsOf(1000, Slots);
      EXPECT_EQ(R.Cycles, Rounds * 100) << Slots;
      EXPECT_EQ(stallsOf(R, BufferKind::ReorderBuffer), (Rounds - 1) * 99);
    }
  }
}

/// The same where the loads of a round are fetched 4 in a cycle.
TEST(MemoryClosedForms, ReorderBufferBehindTheFetchBandwidth) {
  for (unsigned Slots : {4, 40, 168}) {
    Processor CPU = unlimited();
    CPU.FetchBandwidth = 4;
    CPU.buffer(BufferKind::ReorderBuffer) = Slots;
    uint64_t Last = 1679;
    EXPECT_EQ(run(CPU, strided(1680, 64)).Cycles,
              Last / Slots * 100 + Last % Slots / 4 + 100)
        << Slots;
  }
}

/// Additions share the window: only half of the slots hold misses, and slots
/// are freed in order, so that a round lasts until the additions are done.
TEST(MemoryClosedForms, ReorderBufferIsSharedWithComputation) {
  StreamWriter W;
  Register X = W.value(), Y = W.value();
  for (uint64_t I = 0; I != 8400; ++I) {
    W.loadInto(X, Base + 64 * I);
    W.computeInto(Y, OperationKind::Add, {X});
  }
  Processor CPU = unlimited();
  CPU.buffer(BufferKind::ReorderBuffer) = 168;
  EXPECT_NEAR(run(CPU, W).Cycles / (8400 / 84.0), 100 + 3, 0.5);
}

/// Lines per cycle: line fill buffers / latency, however the lines lie.
TEST(MemoryClosedForms, LineFillBuffersBoundRandomAndStridedReads) {
  for (unsigned Slots : {1, 2, 10, 16}) {
    Processor CPU = unlimited();
    CPU.buffer(BufferKind::LineFillBuffer) = Slots;
    uint64_t Rounds = roundsOf(1000, Slots);
    EXPECT_EQ(run(CPU, shuffled(1000)).Cycles, Rounds * 100) << Slots;
    for (uint64_t Stride : {64, 128, 320, 4096})
      EXPECT_EQ(run(CPU, strided(1000, Stride)).Cycles, Rounds * 100)
          << Slots << " slots, stride " << Stride;
  }
}

/// Shorter strides: the other loads of a line wait for it and hit L1.
TEST(MemoryClosedForms, LineFillBuffersHoldLinesNotLoads) {
  Processor CPU = unlimited();
  CPU.buffer(BufferKind::LineFillBuffer) = 10;
  for (uint64_t Stride : {8, 16, 32}) {
    uint64_t PerLine = 64 / Stride;
    ScheduleResult R = run(CPU, strided(1000 * PerLine, Stride));
    EXPECT_EQ(R.Cycles, 100 * 100 + 4u) << "stride " << Stride;
    EXPECT_EQ(R.channel(Channel::Memory).Nodes, 1000u);
  }
}

TEST(MemoryClosedForms, LoadBufferBoundsLoadsInFlight) {
  for (unsigned Slots : {1, 4, 64}) {
    Processor CPU = unlimited();
    CPU.buffer(BufferKind::LoadBuffer) = Slots;
    EXPECT_EQ(run(CPU, shuffled(1000)).Cycles, roundsOf(1000, Slots) * 100);
  }
}

TEST(MemoryClosedForms, StoreBufferBoundsStoresInFlight) {
  for (unsigned Slots : {1, 4, 36}) {
    Processor CPU = unlimited();
    CPU.buffer(BufferKind::StoreBuffer) = Slots;
    StreamWriter W;
    Register X = W.value();
    for (uint64_t I = 0; I != 1000; ++I)
      W.store(Base + 64 * I, X);
    EXPECT_EQ(run(CPU, W).Cycles, roundsOf(1000, Slots) * 100);
  }
}

/// On Table I the nearest of the limits binds: 10 fill buffers of 100 cycles
/// give a line every 10 cycles, the memory link one every 8.
TEST(MemoryClosedForms, TightestLimitBindsOnTableOne) {
  struct {
    const char *Overrides;
    double PerLine;
  } Cases[] = {{"", 10},
               {"lfb=20", 8},
               {"lfb=inf,lb=inf,rob=inf", 8},
               {"lb=8", 12.5},
               {"rob=5", 20},
               {"latency.mem=200", 20},
               {"bandwidth.mem=4", 16}};
  for (auto [Overrides, PerLine] : Cases)
    for (const StreamWriter &W : {strided(4000, 64), shuffled(4000)})
      EXPECT_NEAR(run(tableOne(Overrides), W).Cycles / 4000.0, PerLine,
                  0.01 * PerLine)
          << Overrides;
}

/// Streams that miss the levels above: one line per line bytes / bandwidth.
TEST(MemoryClosedForms, BandwidthOfEachLevelBoundsStreams) {
  Processor CPU = tableOne("fetch=inf,rob=inf,rs=inf,lb=inf,sb=inf,lfb=inf,"
                           "throughput.load=inf,throughput.address=inf");
  struct {
    Channel K;
    uint64_t Lines, Latency, PerLine;
  } Cases[] = {{Channel::L2, 4000, 12, 2}, {Channel::L3, 50000, 30, 4}};
  for (auto [K, Lines, Latency, PerLine] : Cases) {
    ScheduleResult R = run(CPU, strided(Lines, 64), /*Warm=*/true);
    EXPECT_EQ(R.channel(K).Nodes, Lines);
    EXPECT_EQ(R.Cycles, (Lines - 1) * PerLine + Latency);
    EXPECT_EQ(R.Activity.count({issues(K)}), Lines * PerLine);
  }
  EXPECT_EQ(run(CPU, strided(4000, 64)).Cycles, 3999u * 8 + 100);
  // L1: 32 bytes per cycle are 4 doubles.
  EXPECT_EQ(run(CPU, strided(4000, 8), true).Cycles, 999u + 4);
  // With the ports of the machine 2 loads.
  EXPECT_EQ(
      run(tableOne("fetch=inf,rob=inf,lb=inf"), strided(4000, 8), true).Cycles,
      1999u + 4);
}

/// Loads and stores share the address generators: 2 of 3 accesses per cycle.
TEST(MemoryClosedForms, AddressGeneratorsAreSharedByLoadsAndStores) {
  StreamWriter W;
  Register X = W.value(), Y = W.value();
  for (uint64_t I = 0; I != 300; ++I) {
    W.loadInto(X, Base);
    W.loadInto(X, Base + 8);
    W.store(Base + 64, Y);
  }
  Processor CPU = tableOne("fetch=inf,rob=inf,rs=inf,lb=inf,sb=inf");
  EXPECT_NEAR(run(CPU, W, true).Cycles, 300 * 3 / 2, 5);
  CPU.AddressThroughput = 3;
  EXPECT_NEAR(run(CPU, W, true).Cycles, 300, 5);
}

/// x = f(x) with x in memory: a load, an addition and a store per step.
TEST(MemoryClosedForms, ChainThroughMemoryCostsLoadAndStore) {
  StreamWriter W;
  Register X = W.value();
  for (uint64_t I = 0; I != 100; ++I) {
    W.loadInto(X, Base);
    W.computeInto(X, OperationKind::Add, {X});
    W.store(Base, X);
  }
  for (MemoryOrder Order : {MemoryOrder::Weak, MemoryOrder::TotalStoreOrder}) {
    Processor CPU = unlimited();
    CPU.Order = Order;
    EXPECT_EQ(run(CPU, W, true).Cycles, 100u * (4 + 3 + 4));
    EXPECT_EQ(run(tableOne(), W, true).Cycles, 100u * (4 + 3 + 4));
    SchedulerOptions Options;
    Options.MemoryDependences = false;
    EXPECT_EQ(run(CPU, W, true, Options).Cycles, 4u + 3 + 4);
  }
}

/// A load waits for the last older store to any of its words of 4 bytes.
TEST(MemoryClosedForms, LoadsWaitForStoresToTheirWords) {
  struct {
    uint64_t Offset, Cycles;
  } Cases[] = {{0, 8}, {8, 4}, {4, 8}, {uint64_t(-4), 8}, {uint64_t(-8), 4}};
  for (auto [Offset, Cycles] : Cases) {
    StreamWriter W;
    Register X = W.value();
    W.store(Base + 32, X);
    W.load(Base + 32 + Offset);
    EXPECT_EQ(run(unlimited(), W, true).Cycles, Cycles)
        << "offset " << static_cast<int64_t>(Offset);
  }
}

/// The level of the second touch of N lines, touched one after the other.
Channel levelAfter(const Processor &CPU, uint64_t Lines) {
  ScheduleResult R = run(CPU, strided(Lines, 64), /*Warm=*/true);
  for (Channel K : {Channel::L1Load, Channel::L2, Channel::L3, Channel::Memory})
    if (R.channel(K).Nodes == Lines)
      return K;
  ADD_FAILURE() << "the accesses hit different levels";
  return Channel::Add;
}

/// A working set of exactly the capacity hits, one line more misses: with LRU
/// every line of it. The last level holds 20 MB, not the 16 MB of a power of
/// two.
TEST(MemoryClosedForms, CapacitiesAreExact) {
  Processor CPU = tableOne();
  const uint64_t L1 = 32 * 1024 / 64, L2 = 256 * 1024 / 64,
                 L3 = 20 * 1024 * 1024 / 64;
  EXPECT_EQ(levelAfter(CPU, 1), Channel::L1Load);
  EXPECT_EQ(levelAfter(CPU, L1), Channel::L1Load);
  EXPECT_EQ(levelAfter(CPU, L1 + 1), Channel::L2);
  EXPECT_EQ(levelAfter(CPU, L2), Channel::L2);
  EXPECT_EQ(levelAfter(CPU, L2 + 1), Channel::L3);
  EXPECT_EQ(levelAfter(CPU, L3), Channel::L3);
  EXPECT_EQ(levelAfter(CPU, L3 + 1), Channel::Memory);
}

/// Accesses to a line on its way wait for it and count at L1.
TEST(MemoryClosedForms, AccessesToAnArrivingLineHitWhenItIsThere) {
  StreamWriter W = strided(2, 8);
  ScheduleResult R = run(unlimited(), W);
  EXPECT_EQ(R.Cycles, 100u + 4);
  EXPECT_EQ(R.channel(Channel::Memory).Nodes, 1u);
  EXPECT_EQ(R.channel(Channel::L1Load).Nodes, 1u);
}

/// An access across two lines counts once, at the farther level, and waits for
/// both; a line that was here already does not wait for the other one.
TEST(MemoryClosedForms, AccessAcrossTwoLinesWaitsForBoth) {
  StreamWriter W;
  W.load(Base);
  for (unsigned I = 0; I != 40; ++I) // until the first line is there
    W.computeInto(0, OperationKind::Add, {0});
  Register X = W.load(Base + 60);
  W.load(Base + 8);
  W.compute(OperationKind::Add, {X});
  Processor CPU = unlimited();
  CPU.FetchBandwidth = 1;
  CPU.buffer(BufferKind::ReservationStation) = 1;
  ScheduleResult R = run(CPU, W);
  EXPECT_EQ(R.channel(Channel::Memory).Nodes, 2u);
  EXPECT_EQ(R.channel(Channel::L1Load).Nodes, 1u);
  // The last hit of L1 ends long before the second miss.
  EXPECT_EQ(R.Activity.count({executes(Channel::L1Load)}), 4u);
  EXPECT_EQ(
      R.Activity.count({executes(Channel::L1Load), executes(Channel::Memory)}),
      4u);
}

} // namespace
