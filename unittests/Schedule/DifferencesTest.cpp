//===- DifferencesTest.cpp - Where we differ from the published program ---===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Our defaults differ on purpose from the published program of the
// extended-roofline paper, whose runs PublishedRunsTest reproduces. Each test
// shows one difference with both values and says why ours is right.
//
//===----------------------------------------------------------------------===//

#include "Machines.h"

using namespace rafter;
using namespace rafter::test;

namespace {

SchedulerOptions publishedRules() {
  SchedulerOptions Options;
  Options.PublishedQueueRules = true;
  Options.MemoryDependences = false;
  return Options;
}

/// Table I as the published program reads it.
Processor publishedProcessor(llvm::StringRef Overrides = "") {
  Processor CPU = tableOne(Overrides);
  CPU.memory(MemoryLevel::L3).Bandwidth = 32;
  CPU.memory(MemoryLevel::L3).Capacity = 16 << 20;
  CPU.Order = MemoryOrder::Weak;
  return CPU;
}

/// Total store order lets loads pass each other (Intel SDM 3A 9.2: what can be
/// observed is as if in order; processors execute them speculatively). The
/// published program issues them strictly in order, so that a load that waits
/// for its line blocks all behind it. The paper's own figures, 1/3 flops per
/// cycle for the sum, were made without that.
TEST(Differences, TotalStoreOrderLetsLoadsExecuteOutOfOrder) {
  Processor Published = publishedProcessor();
  Published.Order = MemoryOrder::InOrderLoads;
  struct {
    const char *Kernel;
    uint64_t Theirs, Ours;
  } Cases[] = {{"sum16", 228, 149},
               {"sum10k", 128772, 30101},
               {"sum100k", 1287522, 300101},
               {"horner1k", 12939, 8103}};
  for (auto [Kernel, Theirs, Ours] : Cases) {
    StreamWriter W = kernel(Kernel);
    EXPECT_EQ(run(Published, W, false, publishedRules()).Cycles, Theirs);
    EXPECT_EQ(tableOne().Order, MemoryOrder::TotalStoreOrder);
    EXPECT_EQ(run(tableOne(), W).Cycles, Ours) << Kernel;
  }
}

/// Stores commit in order, but ask for their lines early. Serializing the
/// misses of stores would cost 133869 cycles here. Ours costs as much as no
/// order at all: a store that waits for its commit only holds its slots longer.
TEST(Differences, StoresFetchTheirLinesBeforeTheyCommit) {
  uint64_t Ours = run(tableOne(), kernel("triad10k")).Cycles;
  uint64_t Weak = run(tableOne("memory-order=weak"), kernel("triad10k")).Cycles;
  EXPECT_EQ(Weak, 59362u);
  EXPECT_EQ(Ours, Weak);
}

/// An access waits from its fetch to its slot, and every such cycle is a stall
/// of the buffer. The published program counts one cycle for each move of
/// fetch, whatever its length, and hands waiting stores and misses on only if
/// fetch stands in the very cycle of their slot: mostly far too few stalls, at
/// times too many. The schedules themselves are equal.
TEST(Differences, WaitsForLoadStoreAndFillBuffersCountInFull) {
  struct {
    const char *Kernel, *Overrides;
    bool Warm;
    BufferKind B;
    uint64_t Theirs, Ours;
  } Cases[] = {
      {"sum10k", "lb=4", false, BufferKind::LoadBuffer, 14036, 131248},
      {"sum10k", "lb=4", true, BufferKind::LoadBuffer, 189, 1590},
      {"sum10k", "lfb=2", false, BufferKind::LineFillBuffer, 10147, 64269},
      {"sum100k", "lb=4", false, BufferKind::LoadBuffer, 137786, 1312498},
      {"triad10k", "sb=3", false, BufferKind::StoreBuffer, 15447, 136361},
      {"triad10k", "sb=3", true, BufferKind::StoreBuffer, 15075, 26267},
      {"triad10k", "lfb=2", false, BufferKind::LineFillBuffer, 16451, 144866},
      {"horner1k", "lb=4", false, BufferKind::LoadBuffer, 2535, 13131},
      {"mmm16", "lfb=2", false, BufferKind::LineFillBuffer, 943, 3063},
      {"mmm4", "lb=4", true, BufferKind::LoadBuffer, 125, 141},
      // Too many: misses linger in the queue after they have gone on.
      {"horner1k", "lfb=2", false, BufferKind::LineFillBuffer, 1993, 329},
  };
  SchedulerOptions Ours = publishedRules();
  Ours.PublishedQueueRules = false;
  for (const auto &C : Cases) {
    SCOPED_TRACE(std::string(C.Kernel) + (C.Warm ? " warm " : " cold ") +
                 C.Overrides);
    Processor CPU = publishedProcessor(C.Overrides);
    StreamWriter W = kernel(C.Kernel);
    ScheduleResult A = run(CPU, W, C.Warm, publishedRules());
    ScheduleResult B = run(CPU, W, C.Warm, Ours);
    EXPECT_EQ(A.Cycles, B.Cycles);
    EXPECT_EQ(stallsOf(A, C.B), C.Theirs);
    EXPECT_EQ(stallsOf(B, C.B), C.Ours);
  }
}

/// The reservation station frees in cycle 5 while the ROB holds fetch back
/// until 22: cycle 5 is a stall of the ROB. The published program counts it for
/// neither.
TEST(Differences, CycleBetweenTwoStallsOfFetchIsAStall) {
  StreamWriter W;
  Register X = W.value();
  W.compute(OperationKind::Divide, {});
  W.computeInto(X, OperationKind::Multiply, {});
  W.compute(OperationKind::Add, {X});
  W.compute(OperationKind::Add, {});
  Processor CPU = unlimited();
  CPU.buffer(BufferKind::ReservationStation) = 1;
  CPU.buffer(BufferKind::ReorderBuffer) = 3;
  ScheduleResult Ours = run(CPU, W);
  EXPECT_EQ(stallsOf(Ours, BufferKind::ReservationStation), 4u); // 1 to 4
  EXPECT_EQ(stallsOf(Ours, BufferKind::ReorderBuffer), 17u);     // 5 to 21
  ScheduleResult Theirs = run(CPU, W, false, publishedRules());
  EXPECT_EQ(Theirs.Cycles, Ours.Cycles);
  EXPECT_EQ(stallsOf(Theirs, BufferKind::ReservationStation), 4u);
  EXPECT_EQ(stallsOf(Theirs, BufferKind::ReorderBuffer), 16u);
}

/// Nothing waits behind the last node. The published program goes on as if one
/// more node were to come, and counts a full buffer as a stall.
TEST(Differences, FullBufferAtTheEndIsNoStall) {
  Processor CPU = publishedProcessor("rob=16");
  StreamWriter W = kernel("sum16");
  ScheduleResult Theirs = run(CPU, W, false, publishedRules());
  ScheduleResult Ours = run(CPU, W);
  EXPECT_EQ(Theirs.Cycles, Ours.Cycles);
  EXPECT_EQ(stallsOf(Theirs, BufferKind::ReorderBuffer), 189u);
  EXPECT_EQ(stallsOf(Ours, BufferKind::ReorderBuffer), 112u);
}

StreamWriter lines(uint64_t N) {
  StreamWriter W;
  Register To = W.value();
  for (uint64_t I = 0; I != N; ++I)
    W.loadInto(To, (1 << 20) + 64 * I);
  return W;
}

/// The published program rounds reuse distances up to a power of two, so that
/// the cache of 20 MB acts as one of 16 MB. Ours are exact.
TEST(Differences, TwentyMegabytesHoldTwentyMegabytes) {
  StreamWriter W = lines((18 << 20) / 64);
  EXPECT_EQ(run(publishedProcessor(), W, true).channel(Channel::Memory).Nodes,
            (18u << 20) / 64);
  ScheduleResult Ours = run(tableOne(), W, true);
  EXPECT_EQ(Ours.channel(Channel::L3).Nodes, (18u << 20) / 64);
  EXPECT_EQ(Ours.channel(Channel::Memory).Nodes, 0u);
}

/// Table I gives L3 two doubles per cycle, that is a line every 4 cycles. The
/// published program moves one every 2.
TEST(Differences, ThirdLevelHasTheBandwidthOfTableOne) {
  StreamWriter W = lines(50000);
  EXPECT_NEAR(run(publishedProcessor("lfb=inf,lb=inf,rob=inf"), W, true).Cycles,
              2 * 50000, 100);
  EXPECT_NEAR(run(tableOne("lfb=inf,lb=inf,rob=inf"), W, true).Cycles,
              4 * 50000, 100);
}

/// Rows of a matrix-vector product begin their sum with a constant. Published,
/// the sum's ready time stays that of the row before, and the rows form one
/// chain. Ours restarts: a move from a constant is ready at once.
TEST(Differences, SumThatRestartsFromAConstantBeginsANewChain) {
  constexpr uint64_t Rows = 100, Columns = 8;
  StreamWriter Restarting, Chained;
  for (StreamWriter *W : {&Restarting, &Chained}) {
    Register Sum = W->value(), Element = W->value();
    for (uint64_t I = 0; I != Rows; ++I) {
      if (W == &Restarting)
        W->move(Sum, NoRegister);
      for (uint64_t J = 0; J != Columns; ++J) {
        W->loadInto(Element, (1 << 20) + 8 * J);
        W->computeInto(Sum, OperationKind::Add, {Sum, Element});
      }
    }
  }
  EXPECT_EQ(run(tableOne(), Chained, true).Cycles, Rows * Columns * 3 + 4);
  // Then the adder is busy in almost every cycle.
  EXPECT_LT(run(tableOne(), Restarting, true).Cycles, Rows * Columns * 3 / 2);
}

/// A load takes its value from the store before it. The paper's computation
/// DAG has no edges through memory in the published program.
TEST(Differences, LoadsWaitForTheStoresTheyRead) {
  StreamWriter W;
  Register X = W.value();
  for (unsigned I = 0; I != 10; ++I) {
    W.loadInto(X, 1 << 20);
    W.computeInto(X, OperationKind::Add, {X});
    W.store(1 << 20, X);
  }
  EXPECT_EQ(run(tableOne(), W, true).Cycles, 10u * (4 + 3 + 4));
  EXPECT_LT(run(publishedProcessor(), W, true, publishedRules()).Cycles, 30u);
}

} // namespace
