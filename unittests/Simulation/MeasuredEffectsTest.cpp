//===- MeasuredEffectsTest.cpp - What measurement showed of cores ---------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Closed forms of commits to lines, lines that arrive, folded additions,
// and indirect branches.
//
//===----------------------------------------------------------------------===//

#include "StreamBuilder.h"
#include "rafter/Simulation/Analyze.h"
#include "gtest/gtest.h"

using namespace rafter;
using namespace rafter::test;

namespace {

/// Cycles per round of a stream of 400 rounds; Round(I, S) appends one.
template <class Function>
double cyclesPerRound(const TableBuilder &B, const Processor &CPU,
                      Function Round, SimulationOptions Options = {}) {
  auto Source = [&](InstructionConsumer &Consumer) {
    Consumer.beginRegion();
    for (unsigned I = 0; I != 400; ++I) {
      Stream S;
      Round(I, S);
      Consumer.consume(S.chunk());
      Consumer.endIteration();
    }
    Consumer.endRegion();
    return llvm::Error::success();
  };
  auto P = predict(B.Table, CPU, Source, Options);
  if (!P) {
    ADD_FAILURE() << llvm::toString(P.takeError());
    return 0;
  }
  return P->CyclesPerIteration.value_or(0);
}

Processor plainCore() {
  Processor CPU;
  CPU.Core.Known = true;
  return CPU;
}

/// Cycles of 12 stores that go to lines as Lines says, in turn.
double cyclesOfStores(const Processor &CPU, llvm::ArrayRef<uint64_t> Lines) {
  TableBuilder B;
  uint32_t Store = B.store();
  return cyclesPerRound(B, CPU, [&](unsigned, Stream &S) {
    for (unsigned I = 0; I != 12; ++I)
      S.run(Store, {0x10000 + 64 * Lines[I % Lines.size()] + 8 * (I % 8)});
  });
}

TEST(StoreCommit, JoinsTwoStoresOnlyToOneLine) {
  Processor CPU = plainCore();
  CPU.buffer(BufferKind::StoreBuffer) = 16;
  CPU.Core.StoreCommit = 2;
  EXPECT_NEAR(cyclesOfStores(CPU, {0, 1}), 6, 0.01);
  CPU.Core.StoreCommitLines = 1;
  EXPECT_NEAR(cyclesOfStores(CPU, {0}), 6, 0.01);
  EXPECT_NEAR(cyclesOfStores(CPU, {0, 0, 1, 1}), 6, 0.01);
  EXPECT_NEAR(cyclesOfStores(CPU, {0, 1}), 12, 0.01);
  // Three in a row take two cycles: the third finds no partner.
  EXPECT_NEAR(cyclesOfStores(CPU, {0, 0, 0, 1, 1, 1}), 8, 0.01);
}

TEST(StoreCommit, CountsOnlyLinesThatAreNotOpen) {
  Processor CPU = plainCore();
  CPU.buffer(BufferKind::StoreBuffer) = 16;
  CPU.Core.StoreCommit = 2;
  CPU.Core.StoreCommitLines = 1;
  CPU.Core.StoreOpenLines = 4;
  EXPECT_NEAR(cyclesOfStores(CPU, {0, 1}), 6, 0.01);
  EXPECT_NEAR(cyclesOfStores(CPU, {0, 1, 2, 3}), 6, 0.01);
  // The one that is needed next was closed last.
  EXPECT_NEAR(cyclesOfStores(CPU, {0, 1, 2, 3, 4, 5}), 12, 0.01);
  // Of two stores, one may open a line.
  EXPECT_NEAR(cyclesOfStores(CPU, {0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5}), 6,
              0.01);
}

TEST(StoreCommit, TakesLongerForAStoreThatCrosses) {
  Processor CPU = plainCore();
  CPU.buffer(BufferKind::StoreBuffer) = 16;
  CPU.Core.StoreCommit = 2;
  CPU.Core.StoreCommitLines = 1;
  CPU.Core.StoreCommitCrossing = 1;
  TableBuilder B;
  uint32_t Store = B.store();
  auto Cycles = [&](uint64_t Next) {
    return cyclesPerRound(B, CPU, [&](unsigned, Stream &S) {
      S.run(Store, {0x1003C}).run(Store, {Next});
    });
  };
  for (MemoryOrder Order : {MemoryOrder::Weak, MemoryOrder::TotalStoreOrder}) {
    CPU.Order = Order;
    EXPECT_NEAR(Cycles(0x10100), 3, 0.01);
    // The next one does not join its second half.
    EXPECT_NEAR(Cycles(0x10048), 3, 0.01);
  }
}

/// Cycles for each store of Bytes that follow each other from the middle of
/// the first one's bytes on.
static double cyclesOfStoresAcross(const Processor &CPU, uint32_t Bytes) {
  TableBuilder B;
  uint32_t Store = B.store(Bytes);
  return cyclesPerRound(B, CPU,
                        [&](unsigned, Stream &S) {
                          for (unsigned I = 0; I != 24; ++I)
                            S.run(Store, {0x10000 + Bytes * I + Bytes / 2});
                        }) /
         24;
}

TEST(StoreCommit, TakesLongerOnlyForStoresThatCrossWhereLinesStayOpen) {
  Processor CPU = plainCore();
  CPU.buffer(BufferKind::StoreBuffer) = 16;
  CPU.Core.StoreCommit = 2;
  CPU.Core.StoreCommitLines = 1;
  CPU.Core.StoreOpenLines = 12;
  CPU.Core.StoreCommitCrossing = 0.5;
  for (MemoryOrder Order : {MemoryOrder::Weak, MemoryOrder::TotalStoreOrder}) {
    CPU.Order = Order;
    // One, two and four stores to a line, one of which crosses.
    EXPECT_NEAR(cyclesOfStoresAcross(CPU, 64), 1.5, 0.01);
    EXPECT_NEAR(cyclesOfStoresAcross(CPU, 32), (1.5 + 0.5) / 2, 0.01);
    EXPECT_NEAR(cyclesOfStoresAcross(CPU, 16), (1.5 + 3 * 0.5) / 4, 0.01);
  }
}

/// Cycles for each line of 32 that come from L2 in turn, with Loads loads from
/// each on two ports.
double cyclesOfLines(double LineFill, unsigned Loads, bool Reissues = false) {
  Processor CPU = plainCore();
  CPU.memory(MemoryLevel::L1).Capacity = 4 * 64;
  CPU.memory(MemoryLevel::L1).Ways = 2;
  CPU.memory(MemoryLevel::L2).Capacity = 64 * 64;
  CPU.memory(MemoryLevel::L2).Ways = 2;
  CPU.memory(MemoryLevel::L3).Capacity = 0;
  CPU.memory(MemoryLevel::L2).Latency = 40;
  CPU.LoadThroughput = 2;
  CPU.Core.RenameWidth = 8;
  CPU.Core.ReissueMisses = Reissues;
  CPU.Core.LineFill = LineFill;
  TableBuilder B;
  B.Table.Units = {"p2", "p3"};
  uint32_t Load = B.load();
  B.uses(3);
  return cyclesPerRound(B, CPU,
                        [&](unsigned, Stream &S) {
                          for (uint64_t Line = 0; Line != 32; ++Line)
                            for (unsigned I = 0; I != Loads; ++I)
                              S.run(Load, {0x10000 + 64 * Line + 8 * I});
                        }) /
         32;
}

TEST(LineFill, KeepsAllLoadPortsFromIssuing) {
  EXPECT_NEAR(cyclesOfLines(0, 4), 2, 0.02);
  EXPECT_NEAR(cyclesOfLines(1, 4), 2 + 1, 0.03);
  EXPECT_NEAR(cyclesOfLines(1, 1), 0.5 + 1, 0.02);
}

TEST(LineFill, ServesLoadsThatWait) {
  // Four loads on two ports wait for each line: two of them issue again.
  EXPECT_NEAR(cyclesOfLines(0, 4, /*Reissues=*/true), 2 + 2, 0.04);
  EXPECT_NEAR(cyclesOfLines(1, 4, /*Reissues=*/true), 2 + 1 + 1, 0.04);
  EXPECT_NEAR(cyclesOfLines(1, 2, /*Reissues=*/true), 1 + 1, 0.04);
}

/// Loads of 32 bytes, so many bytes apart, in a cycle of three ports.
double loadsPerCycle(uint64_t Apart, bool AsOperands) {
  Processor CPU = plainCore();
  CPU.Core.RenameWidth = 6;
  CPU.Core.LoadBanks = 2;
  CPU.Core.LoadBankBytes = 32;
  CPU.Core.LoadBankReads = 2;
  CPU.Core.LoadBankOperands = 1.35;
  TableBuilder B;
  B.Table.Units = {"p2", "p3", "p11"};
  uint32_t Load = B.load(32);
  B.uses(7);
  if (AsOperands)
    B.last().Class = InstructionClass::VectorInteger;
  return 24 / cyclesPerRound(B, CPU, [&](unsigned, Stream &S) {
           for (uint64_t I = 0; I != 24; ++I)
             S.run(Load, {0x10000 + Apart * I});
         });
}

/// Measured on Golden Cove: 2.93, 1.95 and 1.35.
TEST(LoadBanks, ServeTwoLoadsEach) {
  EXPECT_NEAR(loadsPerCycle(32, false), 3, 0.01);
  EXPECT_NEAR(loadsPerCycle(64, false), 2, 0.01);
  EXPECT_NEAR(loadsPerCycle(64, true), 1.35, 0.01);
}

/// Cycles for each line that comes from L2, eight lines of each of so many sets
/// of L1 in turn; Sets of 64 of two ways.
double cyclesOfSets(unsigned Sets, double SameSet) {
  Processor CPU = plainCore();
  CPU.memory(MemoryLevel::L1).Capacity = 64 * 2 * 64;
  CPU.memory(MemoryLevel::L1).Ways = 2;
  CPU.memory(MemoryLevel::L2).Capacity = 1 << 20;
  CPU.memory(MemoryLevel::L2).Latency = 14;
  CPU.memory(MemoryLevel::L2).Bandwidth = 48;
  CPU.buffer(BufferKind::LineFillBuffer) = 24;
  CPU.Core.RenameWidth = 8;
  CPU.Core.SameSetFill = SameSet;
  TableBuilder B;
  B.Table.Units = {"p2", "p3"};
  uint32_t Load = B.load();
  B.uses(3);
  return cyclesPerRound(B, CPU,
                        [&](unsigned, Stream &S) {
                          for (uint64_t Page = 0; Page != 8; ++Page)
                            for (uint64_t Set = 0; Set != Sets; ++Set)
                              S.run(Load, {0x100000 + 4096 * Page + 64 * Set});
                        }) /
         (8 * Sets);
}

// Measured on Zen 5: 7.6, 4.2, 2.7, 1.9, 1.5 and 1.33.
TEST(LineSets, HoldTheLinkByTheirShareOfTheLinesInFlight) {
  for (unsigned Sets : {1, 2, 4, 8})
    EXPECT_NEAR(cyclesOfSets(Sets, 6.3), 64 / 48.0 + 6.3 / Sets, 0.02) << Sets;
  // One of the 24 lines before it went there.
  EXPECT_NEAR(cyclesOfSets(16, 6.3), 64 / 48.0 + (1 + 8 / 16.0) * 6.3 / 24,
              0.3);
  EXPECT_NEAR(cyclesOfSets(32, 6.3), 64 / 48.0, 0.02);
  EXPECT_NEAR(cyclesOfSets(1, 0), 64 / 48.0, 0.02);
}

/// A loop of so many instructions of four bytes, in a core that decodes four:
/// lines come while those before them are decoded.
double instructionsPerCycle(unsigned Count) {
  Processor CPU = plainCore();
  CPU.Core.RenameWidth = 4;
  CPU.Core.DecodeWidth = 4;
  CPU.Core.CodeCapacity = 32 << 10;
  CPU.Core.CodeWays = 8;
  CPU.Core.CodeBandwidth[1] = 8;
  CPU.memory(MemoryLevel::L2).Capacity = 1 << 20;
  CPU.memory(MemoryLevel::L2).Ways = 16;
  TableBuilder B;
  std::vector<uint32_t> All;
  for (unsigned I = 0; I != Count; ++I)
    All.push_back(B.add());
  auto Source = [&](InstructionConsumer &Consumer) {
    Consumer.beginRegion();
    for (unsigned I = 0; I != 8; ++I) {
      Stream S;
      for (uint32_t Static : All)
        S.run(Static);
      Consumer.consume(S.chunk());
      Consumer.endIteration();
    }
    Consumer.endRegion();
    return llvm::Error::success();
  };
  auto P = predict(B.Table, CPU, Source);
  return P ? Count / P->CyclesPerIteration.value_or(0) : 0;
}

TEST(InstructionFetch, ComesFromL2WhereTheLoopDoesNotFitL1) {
  EXPECT_NEAR(instructionsPerCycle(4096), 4, 0.01);
  EXPECT_NEAR(instructionsPerCycle(16384), 8.0 / 4, 0.01);
}

/// Cycles of a jump that ends at End, and one instruction before it.
double cyclesOfJump(uint64_t End, bool Erratum, bool Placed) {
  Processor CPU = plainCore();
  CPU.Core.RenameWidth = 8;
  CPU.Core.UopCacheSlots = 1536;
  CPU.Core.UopCacheWidth = 6;
  CPU.Core.DecodeWidth = 1;
  CPU.Core.UopCacheWindow = 32;
  CPU.Core.JumpErratum = Erratum;
  TableBuilder B;
  B.Next = End - 16;
  std::vector<uint32_t> All;
  for (unsigned I = 0; I != 3; ++I)
    All.push_back(B.add());
  uint32_t Jump = B.branch(BranchKind::Conditional);
  auto Source = [&](InstructionConsumer &Consumer) {
    Consumer.beginRegion();
    for (unsigned I = 0; I != 400; ++I) {
      Stream S;
      for (uint32_t Static : All)
        S.run(Static);
      S.take(Jump);
      Consumer.consume(S.chunk());
      Consumer.endIteration();
    }
    Consumer.endRegion();
    return llvm::Error::success();
  };
  SimulationOptions Options;
  Options.PerfectBranches = true;
  Options.IsPlaced = Placed;
  auto P = predict(B.Table, CPU, Source, Options);
  return P ? P->CyclesPerIteration.value_or(0) : 0;
}

TEST(JumpErratum, KeepsItsWindowOutOfTheMicroOperationCache) {
  EXPECT_NEAR(cyclesOfJump(0x1010, true, true), 1, 0.01);
  EXPECT_NEAR(cyclesOfJump(0x1020, true, true), 4, 0.01);
  EXPECT_NEAR(cyclesOfJump(0x1022, true, true), 4, 0.01);
  EXPECT_NEAR(cyclesOfJump(0x1024, true, true), 1, 0.01);
  EXPECT_NEAR(cyclesOfJump(0x1020, false, true), 1, 0.01);
  EXPECT_NEAR(cyclesOfJump(0x1020, true, false), 1, 0.01);
}

/// Cycles of a chain through a load, which a store's address follows 9 cycles
/// later; a second load meets the store one time in Rarely (0: never).
double cyclesOfLateAddresses(unsigned Rarely, double WaryLoads,
                             bool MeetsAnother = false) {
  Processor CPU = plainCore();
  CPU.Core.WaryLoads = WaryLoads;
  CPU.Core.StoreForwardLatency = 4;
  CPU.buffer(BufferKind::StoreBuffer) = 64;
  TableBuilder B;
  const uint32_t First = B.load();
  B.reads(0, ReadStage::Address).writes(0, 0).last().LoadLatency = 4;
  const uint32_t Multiply = B.add();
  B.reads(0).writes(1, 9);
  const uint32_t Store = B.store();
  B.reads(1, ReadStage::Address);
  const uint32_t Other = B.store();
  const uint32_t Second = B.load();
  B.writes(3, 0).last().LoadLatency = 4;
  const uint32_t Add = B.add();
  B.reads(0).reads(3).writes(0, 1);
  return cyclesPerRound(B, CPU, [&](unsigned I, Stream &S) {
    const bool Meets = Rarely != 0 && I % Rarely == 0;
    S.run(First, {0x8000}).run(Multiply).run(Store, {0x9000});
    S.run(Other, {0xb000});
    const uint64_t Place = MeetsAnother ? 0xb000 : 0x9000;
    S.run(Second, {Meets ? Place : 0xa000}).run(Add);
  });
}

// Zen 4: 4.99 cycles where they never meet, 24 to 28 one time in 2 to 16, 17.9
// in 64 and 8.2 in 256; 6.3 always, by memory renaming, which is off here.
TEST(WaryLoads, WaitForAddressesOfStoresAfterTheyMetOne) {
  EXPECT_NEAR(cyclesOfLateAddresses(0, 32), 5, 0.01);
  EXPECT_NEAR(cyclesOfLateAddresses(8, 32), 18, 0.2);
  EXPECT_NEAR(cyclesOfLateAddresses(64, 32), 11.5, 0.5);
  // At the same distance each time it is expected: it waits for that one.
  EXPECT_NEAR(cyclesOfLateAddresses(1, 32), 18, 0.2);
  EXPECT_NEAR(cyclesOfLateAddresses(64, 0), 5, 0.3);
  // Measured 9.2 where another store's address is late, 8.5 without meeting.
  EXPECT_NEAR(cyclesOfLateAddresses(8, 32, true), 5, 0.3);
}

/// Cycles of a chain of additions that leads to loads, on each of which six
/// operations wait, on four units.
double cyclesOfBursts(unsigned Additions, unsigned Loads, bool OldestFirst) {
  Processor CPU = plainCore();
  CPU.Core.RenameWidth = 8;
  CPU.Core.OldestFirst = OldestFirst;
  CPU.buffer(BufferKind::ReservationStation) = 96;
  TableBuilder B;
  B.Table.Units = {"a", "b", "c", "d"};
  std::vector<uint32_t> Chain, Operations;
  const uint32_t Load = B.load();
  B.reads(0, ReadStage::Address).writes(1, 0).last().LoadLatency = 4;
  for (unsigned I = 0; I != 6; ++I) {
    Operations.push_back(B.add());
    B.reads(1).writes(10 + I, 1).uses(15);
  }
  for (unsigned I = 0; I != Additions; ++I) {
    Chain.push_back(B.add());
    B.reads(0).writes(0, 1).uses(15);
  }
  return cyclesPerRound(B, CPU, [&](unsigned, Stream &S) {
    for (unsigned L = 0; L != Loads; ++L) {
      S.run(Load, {0x10000 + 8 * L});
      for (uint32_t I : Operations)
        S.run(I);
    }
    for (uint32_t I : Chain)
      S.run(I);
  });
}

// Zen 4: 4.07, 5.00, 7.00, 9.9 and 6.24 cycles: the operations that become
// ready together go before the younger chain.
TEST(OldestFirst, DelaysAChainBesideWhatBecomesReadyTogether) {
  EXPECT_NEAR(cyclesOfBursts(1, 2, true), 4, 0.1);
  EXPECT_NEAR(cyclesOfBursts(2, 2, true), 5, 0.1);
  EXPECT_NEAR(cyclesOfBursts(4, 2, true), 7, 0.1);
  EXPECT_NEAR(cyclesOfBursts(4, 4, true), 10, 0.1);
  EXPECT_NEAR(cyclesOfBursts(0, 4, true), 6, 0.01);
  // Groups that are held from dispatch on are as fast as the ports are.
  EXPECT_NEAR(cyclesOfBursts(2, 2, false), 14 / 4.0, 0.1);
  EXPECT_NEAR(cyclesOfBursts(4, 2, false), 4, 0.1);
}

// Emerald Rapids: 12.0 cycles each for square roots of four numbers. All that
// the scheduler holds waits for over a thousand.
TEST(OldestFirst, WaitsForAPortThatIsTakenForLong) {
  Processor CPU = plainCore();
  CPU.Core.RenameWidth = 6;
  CPU.Core.OldestFirst = true;
  for (unsigned Entries : {97, 250}) {
    CPU.buffer(BufferKind::ReservationStation) = Entries;
    TableBuilder B;
    B.Table.Units = {"a", "b"};
    const uint32_t Root = B.add();
    B.writes(1, 18).uses(1, 12);
    auto Round = [&](unsigned, Stream &S) { S.run(Root); };
    EXPECT_NEAR(cyclesPerRound(B, CPU, Round), 12, 0.01);
  }
}

const std::vector<std::string> SixUnits = {"a", "b", "c", "d", "e", "f"};

/// Operations of Latency cycles, each of which needs the result of the one
/// before it. The first one goes to First of the units, the others to Others;
/// Apart more of one cycle stand behind each.
struct Chain {
  unsigned Length;
  unsigned Latency = 1;
  uint64_t First = 63, Others = 63;
  unsigned Apart = 0;
};

/// Cycles of a chain that begins anew each time.
double cyclesOfChain(const Processor &CPU, const Chain &C,
                     const std::vector<std::string> &Units) {
  TableBuilder B;
  B.Table.Units = Units;
  std::vector<uint32_t> All;
  for (unsigned I = 0; I != C.Length; ++I) {
    All.push_back(B.add());
    B.writes(I + 1, C.Latency).uses(I == 0 ? C.First : C.Others);
    if (I != 0)
      B.reads(I);
    for (unsigned K = 0; K != C.Apart; ++K) {
      All.push_back(B.add());
      B.writes(100 + K, 1).uses(C.Others);
    }
  }
  return cyclesPerRound(B, CPU, [&](unsigned, Stream &S) {
    for (uint32_t I : All)
      S.run(I);
  });
}

/// Cycles of Length operations of two cycles in a chain that begins anew each
/// time, on four pipes with queues of so many entries; the first one only goes
/// to Of, the others to OfOthers.
double cyclesOfBound(unsigned Length, double Queue, unsigned Of = 15,
                     unsigned Queues = 0, double Release = 0,
                     unsigned OfOthers = 15) {
  Processor CPU = plainCore();
  CPU.Core.RenameWidth = 6;
  CPU.Core.OldestFirst = true;
  UnitGroup &Pipes = CPU.Core.Units.emplace_back();
  Pipes.Units = {"a", "b", "c", "d"};
  Pipes.Queue = Queue;
  Pipes.Queues = Queues;
  CPU.Core.VectorRelease = Release;
  return cyclesOfChain(
      CPU, {.Length = Length, .Latency = 2, .First = Of, .Others = OfOthers},
      Pipes.Units);
}

// Zen 5: chains of 4 to 32 additions of vectors.
TEST(BoundPipes, LoseWhereTheirQueuesAreUnlike) {
  const std::pair<unsigned, double> Measured[] = {
      {4, 1.02},  {6, 1.62},  {8, 2.20},  {10, 2.86}, {12, 3.57},
      {14, 4.34}, {16, 5.15}, {20, 6.93}, {24, 8.84}, {32, 13.24}};
  for (auto [Length, Cycles] : Measured)
    EXPECT_NEAR(cyclesOfBound(Length, 22), Cycles, 0.08 * Cycles) << Length;
}

// Chains of 40 on two of four pipes: they find 44 entries, or all of two queues
// that the others belong to as well.
TEST(BoundPipes, ShareQueuesInTurn) {
  EXPECT_GT(cyclesOfBound(40, 22, 3, 0, 0, 3), 24);
  EXPECT_LT(cyclesOfBound(40, 44, 3, 2, 0, 3), 23);
  // Entries that are kept after the issue are missing.
  EXPECT_GT(cyclesOfBound(40, 44, 3, 2, 20, 3), 24);
}

TEST(BoundPipes, LoseNothingWhereNothingWaits) {
  EXPECT_NEAR(cyclesOfBound(1, 22), 0.25, 0.01);
  // Long queues find something to issue for each pipe.
  EXPECT_NEAR(cyclesOfBound(8, 1000), 2, 0.1);
}

TEST(BoundPipes, ShareWhatOnlySomeOfThemDo) {
  // As alone, for as long as anybody likes.
  EXPECT_NEAR(cyclesOfBound(1, 22, 3), 0.5, 0.002);
  EXPECT_NEAR(cyclesOfBound(1, 22, 6), 0.5, 0.002);
}

TEST(BoundPipes, TakeWhatIsLeftByOperationsWithLessChoice) {
  // One of four only goes to the first pipe, which the others leave to it.
  EXPECT_NEAR(cyclesOfBound(4, 22, 1), 1, 0.1);
  EXPECT_NEAR(cyclesOfBound(2, 22, 1), 1, 0.01);
}

// As 6 vcvtps2pd, on two pipes each, beside 8 vpshufb on Zen 5, 8.3 cycles: the
// two middle pipes have 14 uses.
TEST(BoundPipes, CompeteWithOperationsThatUseSeveral) {
  for (auto [OldestFirst, OnPipes] :
       {std::pair(false, false), {true, false}, {false, true}}) {
    Processor CPU = plainCore();
    CPU.Core.RenameWidth = 8;
    CPU.Core.OldestFirst = OldestFirst;
    CPU.Core.OldestOnPipes = OnPipes;
    UnitGroup &Pipes = CPU.Core.Units.emplace_back();
    Pipes.Units = {"a", "b", "c", "d"};
    Pipes.Queue = 38;
    TableBuilder B;
    B.Table.Units = Pipes.Units;
    const uint32_t Shuffle = B.add();
    B.uses(6);
    const uint32_t Convert = B.add();
    B.uses(6).uses(12);
    double Cycles = cyclesPerRound(B, CPU, [&](unsigned, Stream &S) {
      for (unsigned I = 0; I != 8; ++I) {
        S.run(Shuffle);
        if (I < 6)
          S.run(Convert);
      }
    });
    EXPECT_NEAR(Cycles, 7, 0.1) << OldestFirst << OnPipes;
  }
}

/// Cycles of such a chain on six units, where operations of so many slots are
/// woken too early.
double cyclesOfWoken(unsigned Length, unsigned Apart, double Group) {
  Processor CPU = plainCore();
  CPU.Core.RenameWidth = 64;
  CPU.Core.WakeUpGroup = Group;
  return cyclesOfChain(CPU, {.Length = Length, .Apart = Apart}, SixUnits);
}

/// The same in a scheduler of 88 whose entries are kept for so long.
double cyclesOfReleased(unsigned Length, double Release) {
  Processor CPU = plainCore();
  CPU.Core.RenameWidth = 8;
  CPU.Core.SchedulerRelease = Release;
  CPU.buffer(BufferKind::ReservationStation) = 88;
  return cyclesOfChain(CPU, {.Length = Length}, SixUnits);
}

// Little's law: of n operations the last one is dispatched T cycles after the
// first and issues n after it, so they have their entries for (n - T) / 2
// cycles in the mean, and Release more; 88 entries. Zen 5: chains of 16, 24 and
// 32 additions 3.81, 6.16 and 9.00 cycles; without release 2.67, 4 and 5.33.
TEST(SchedulerRelease, KeepsEntriesAfterTheIssue) {
  for (unsigned Length : {24, 32, 40})
    for (double Release : {8, 12, 16}) {
      const double Cycles =
          Length * (Length / 2.0 + Release) / (88 + Length / 2.0);
      EXPECT_NEAR(cyclesOfReleased(Length, Release), Cycles, 0.05 * Cycles)
          << Length << " " << Release;
    }
  EXPECT_NEAR(cyclesOfReleased(24, 12), 6.16, 0.08 * 6.16);
  EXPECT_NEAR(cyclesOfReleased(32, 12), 9.00, 0.08 * 9.00);
  // Where nothing waits, entries matter only if they are too few for the rate.
  EXPECT_NEAR(cyclesOfReleased(1, 12), 1 / 6.0, 0.01);
  EXPECT_NEAR(cyclesOfReleased(1, 22), 22 / 88.0, 0.02);
}

// Zen 5: 30 pairs 15.7 cycles; chains of 3 and 4 operations 0.73 and 0.90 each.
TEST(EarlyWakeUps, TakeAPortInVainBehindWhatWaitsForNothing) {
  EXPECT_NEAR(cyclesOfWoken(2, 0, 0), 2 / 6.0, 0.01);
  EXPECT_NEAR(cyclesOfWoken(1, 0, 8), 1 / 6.0, 0.01);
  EXPECT_NEAR(cyclesOfWoken(2, 0, 8), 3 / 6.0, 0.01);
  // The seventh of eight as well, if it waits: one in 24, one in eight.
  EXPECT_NEAR(cyclesOfWoken(3, 0, 8), (4 + 3 / 24.0) / 6, 0.01);
  EXPECT_NEAR(cyclesOfWoken(4, 0, 8), (5 + 4 / 8.0) / 6, 0.01);
  // What is dispatched later is not woken too early.
  EXPECT_NEAR(cyclesOfWoken(2, 7, 8), 17 / 6.0, 0.01);
  EXPECT_NEAR(cyclesOfWoken(2, 8, 8), 18 / 6.0, 0.01);
}

/// Cycles of an operation, which goes to First, and a multiplication of its
/// result, which three of six units do.
double cyclesOfProduct(uint64_t First) {
  Processor CPU = plainCore();
  CPU.Core.RenameWidth = 64;
  CPU.Core.WakeUpGroup = 8;
  TableBuilder B;
  B.Table.Units = SixUnits;
  // An operation that says which ports there are.
  B.add();
  B.uses(63);
  StaticInstruction Product;
  Product.Class = InstructionClass::IntegerMultiply;
  const uint32_t Of = First == 7 ? B.add(Product) : B.add();
  B.writes(1, 1).uses(First);
  const uint32_t By = B.add(Product);
  B.reads(1).writes(2, 3).uses(7);
  return cyclesPerRound(B, CPU,
                        [&](unsigned, Stream &S) { S.run(Of).run(By); });
}

// Zen 5: an addition and a multiplication 0.47 cycles, two multiplications
// 0.67.
TEST(EarlyWakeUps, OfMultiplicationsTakeAnyPortInVain) {
  EXPECT_NEAR(cyclesOfProduct(63), 3 / 6.0, 0.01);
  EXPECT_NEAR(cyclesOfProduct(7), 2 / 3.0, 0.01);
}

/// Cycles for a round of so many chains on six units.
double cyclesOfRound(unsigned Chains, double Group) {
  Processor CPU = plainCore();
  CPU.Core.RenameWidth = 8;
  CPU.Core.WakeUpGroup = Group;
  CPU.buffer(BufferKind::ReservationStation) = 88;
  TableBuilder B;
  B.Table.Units = {"a", "b", "c", "d", "e", "f"};
  std::vector<uint32_t> All;
  for (unsigned I = 0; I != Chains; ++I) {
    All.push_back(B.add());
    B.reads(I).writes(I, 1).uses(63);
  }
  return cyclesPerRound(B, CPU, [&](unsigned, Stream &S) {
    for (uint32_t I : All)
      S.run(I);
  });
}

// Zen 5: 1.50, 1.76, 1.93, 2.26 and 2.45.
TEST(EarlyWakeUps, TakeAPortInVainBeyondThePortsOfAGroup) {
  for (unsigned Chains : {8, 9, 10, 12, 13})
    EXPECT_NEAR(cyclesOfRound(Chains, 8), Chains * 9 / 8.0 / 6, 0.01) << Chains;
  EXPECT_NEAR(cyclesOfRound(12, 0), 12 / 6.0, 0.01);
  EXPECT_NEAR(cyclesOfRound(12, 6), 12 / 6.0, 0.01);
  EXPECT_NEAR(cyclesOfRound(4, 8), 1, 0.01);
}

/// Cycles of an addition and an instruction of one cycle that needs its result.
double cyclesAfterAddition(bool IsFolded, uint8_t AfterFolded) {
  TableBuilder B;
  StaticInstruction Addition;
  Addition.FoldedAddition = IsFolded;
  uint32_t Add = B.add(Addition);
  B.reads(0).writes(0, IsFolded ? 0 : 1);
  StaticInstruction Second;
  Second.AfterFolded = AfterFolded;
  uint32_t Shift = B.add(Second);
  B.reads(0).writes(0, 1);
  return cyclesPerRound(B, plainCore(),
                        [&](unsigned, Stream &S) { S.run(Add).run(Shift); });
}

TEST(FoldedAdditions, DelayOnlyTheConsumersThatSaySo) {
  EXPECT_NEAR(cyclesAfterAddition(/*IsFolded=*/false, 2), 1 + 1, 0.01);
  EXPECT_NEAR(cyclesAfterAddition(/*IsFolded=*/true, 0), 0 + 1, 0.01);
  EXPECT_NEAR(cyclesAfterAddition(/*IsFolded=*/true, 2), 0 + 2 + 1, 0.01);
}

/// Cycles of an indirect jump to one of Targets places in turn, and of a direct
/// jump back from there, if there is one.
double cyclesOfDispatch(const Processor &CPU, unsigned Targets,
                        bool HasDirectJump) {
  TableBuilder B;
  uint32_t Dispatch = B.branch(BranchKind::IndirectJump);
  uint32_t Places[4];
  for (uint32_t &P : Places)
    P = B.branch(HasDirectJump ? BranchKind::Jump : BranchKind::IndirectJump);
  SimulationOptions Options;
  Options.PerfectBranches = true;
  return cyclesPerRound(
      B, CPU,
      [&](unsigned I, Stream &S) {
        S.take(Dispatch).take(Places[I % Targets]);
      },
      Options);
}

TEST(IndirectBranches, KeepPredictionBusyForLonger) {
  Processor CPU = plainCore();
  EXPECT_NEAR(cyclesOfDispatch(CPU, 4, /*HasDirectJump=*/true), 2, 0.01);
  CPU.Core.IndirectBranch = 2;
  EXPECT_NEAR(cyclesOfDispatch(CPU, 4, /*HasDirectJump=*/true), 3, 0.01);
  EXPECT_NEAR(cyclesOfDispatch(CPU, 4, /*HasDirectJump=*/false), 4, 0.01);
}

TEST(Returns, KeepPredictionBusyForATimeOfTheirOwn) {
  auto Cycles = [](const Processor &CPU) {
    TableBuilder B;
    uint32_t Call = B.branch(BranchKind::Call);
    uint32_t Return = B.branch(BranchKind::Return);
    SimulationOptions Options;
    Options.PerfectBranches = true;
    return cyclesPerRound(
        B, CPU, [&](unsigned, Stream &S) { S.take(Call).take(Return); },
        Options);
  };
  Processor CPU = plainCore();
  EXPECT_NEAR(Cycles(CPU), 1 + 1, 0.01);
  CPU.Core.IndirectBranch = 2;
  EXPECT_NEAR(Cycles(CPU), 1 + 2, 0.01);
  CPU.Core.ReturnBranch = 3;
  EXPECT_NEAR(Cycles(CPU), 1 + 3, 0.01);
}

TEST(IndirectBranches, DelayTheNextDirectOneWhereTheTargetVaries) {
  Processor CPU = plainCore();
  CPU.Core.IndirectBranch = 2;
  CPU.Core.VaryingBranch = 1;
  EXPECT_NEAR(cyclesOfDispatch(CPU, 1, /*HasDirectJump=*/true), 3, 0.01);
  EXPECT_NEAR(cyclesOfDispatch(CPU, 2, /*HasDirectJump=*/true), 4, 0.01);
  EXPECT_NEAR(cyclesOfDispatch(CPU, 2, /*HasDirectJump=*/false), 4, 0.01);
}

} // namespace
