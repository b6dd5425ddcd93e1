//===- OutcomeTest.cpp - Stores, branches and delivery --------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Outcome.h"
#include "StreamBuilder.h"
#include "rafter/Stream/AddressForm.h"
#include "gtest/gtest.h"
#include <map>
#include <random>

using namespace rafter;
using namespace rafter::test;

namespace {

OutcomeChunk decide(const TableBuilder &B, const Stream &S,
                    const Processor &CPU = {},
                    const SimulationOptions &Options = {}) {
  OutcomeModel Model(B.Table, CPU, Options);
  Model.beginRegion();
  OutcomeChunk Result;
  Model.decide(S.chunk(), Result);
  Model.finish(Result);
  EXPECT_EQ(Result.Instructions.size(), S.Instructions.size());
  return Result;
}

Processor withStoreBuffer(double Slots) {
  Processor P;
  P.buffer(BufferKind::StoreBuffer) = Slots;
  return P;
}

TEST(Outcome, LoadsTakeTheirValueFromTheYoungestOverlappingStore) {
  TableBuilder B;
  uint32_t Store = B.store(), Load = B.load(), Narrow = B.load(4);
  Stream S;
  S.run(Store, {0x100}).run(Store, {0x200}).run(Store, {0x300});
  S.run(Load, {0x300}).run(Load, {0x100}).run(Narrow, {0x204});
  S.run(Load, {0x104}).run(Load, {0x400});
  OutcomeChunk R = decide(B, S);
  EXPECT_EQ(R.Accesses[3].StoreDistance, 1u);
  EXPECT_EQ(R.Accesses[4].StoreDistance, 3u);
  EXPECT_EQ(R.Accesses[5].StoreDistance, 2u);
  EXPECT_FALSE(R.Accesses[5].Partial);
  EXPECT_EQ(R.Accesses[6].StoreDistance, 3u);
  EXPECT_TRUE(R.Accesses[6].Partial);
  EXPECT_EQ(R.Accesses[7].StoreDistance, 0u);
}

TEST(Outcome, LoadsAliasWithStoresAtTheSamePlaceOfOtherPages) {
  TableBuilder B;
  uint32_t Store = B.store(), Load = B.load(), Narrow = B.load(4);
  Stream S;
  S.run(Store, {0x10100}).run(Store, {0x20200}).run(Load, {0x31100});
  S.run(Narrow, {0x31104}).run(Narrow, {0x31108}).run(Load, {0x310FC});
  S.run(Load, {0x10100}).run(Load, {0x50200});
  Processor CPU;
  CPU.Core.Aliasing = 5;
  OutcomeChunk R = decide(B, S, CPU);
  const unsigned Expected[] = {0, 0, 2, 2, 0, 2, 0, 1};
  for (unsigned I = 0; I != 8; ++I)
    EXPECT_EQ(R.Accesses[I].AliasDistance, Expected[I]) << I;
  EXPECT_EQ(R.Accesses[6].StoreDistance, 2u);
  CPU.Core.Aliasing = 0;
  EXPECT_EQ(decide(B, S, CPU).Accesses[2].AliasDistance, 0u);
}

TEST(Outcome, StoresLeaveTheStoreBuffer) {
  TableBuilder B;
  uint32_t Store = B.store(), Load = B.load();
  Stream S;
  for (uint64_t I = 0; I != 5; ++I)
    S.run(Store, {0x100 + I * 8});
  S.run(Load, {0x100}).run(Load, {0x108});
  OutcomeChunk R = decide(B, S, withStoreBuffer(4));
  EXPECT_EQ(R.Accesses[5].StoreDistance, 0u);
  EXPECT_EQ(R.Accesses[6].StoreDistance, 4u);
}

/// The definition: search the last stores, youngest first.
TEST(Outcome, StoreDistancesEqualASearchByBytes) {
  struct Written {
    uint64_t Address;
    uint32_t Bytes;
  };
  const uint32_t Sizes[] = {1, 2, 4, 8, 16, 32, 64};
  for (uint64_t Seed = 0; Seed != 10; ++Seed) {
    std::mt19937_64 Engine(Seed);
    TableBuilder B;
    std::vector<uint32_t> Loads, Stores;
    for (uint32_t Bytes : Sizes) {
      Loads.push_back(B.load(Bytes));
      Stores.push_back(B.store(Bytes));
    }
    Stream S;
    std::vector<Written> Log;
    std::vector<std::pair<uint32_t, bool>> Expected;
    for (unsigned I = 0; I != 5000; ++I) {
      unsigned Size = Engine() % 7;
      uint32_t Bytes = Sizes[Size];
      // Some lie one period of the table of granules apart.
      uint64_t At = 0x10000 + Engine() % 512 + Engine() % 3 * 32768;
      if (Engine() % 2) {
        S.run(Stores[Size], {At});
        Log.push_back({At, Bytes});
        Expected.push_back({0, false});
        continue;
      }
      S.run(Loads[Size], {At});
      std::pair<uint32_t, bool> Found = {0, false};
      for (uint32_t D = 1; D <= std::min<size_t>(20, Log.size()); ++D) {
        const Written &W = Log[Log.size() - D];
        if (W.Address < At + Bytes && At < W.Address + W.Bytes) {
          Found = {D, At < W.Address || At + Bytes > W.Address + W.Bytes};
          break;
        }
      }
      Expected.push_back(Found);
    }
    OutcomeChunk R = decide(B, S, withStoreBuffer(20));
    for (size_t I = 0; I != Expected.size(); ++I) {
      ASSERT_EQ(R.Accesses[I].StoreDistance, Expected[I].first) << I;
      ASSERT_EQ(R.Accesses[I].Partial, Expected[I].second) << I;
    }
  }
}

TEST(Outcome, MemoryRenamingNeedsTheSameAddressForm) {
  TableBuilder B;
  uint32_t Store = B.store(8, 5), Same = B.load(8, 5), Other = B.load(8, 6),
           Unknown = B.load(8, 0);
  Stream S;
  S.run(Store, {0x100}).run(Same, {0x100}).run(Other, {0x100});
  S.run(Unknown, {0x100});
  Processor Renames;
  Renames.Core.MemoryRenamingLatency = 0;
  OutcomeChunk R = decide(B, S, Renames);
  EXPECT_TRUE(R.Accesses[1].Renamed);
  EXPECT_FALSE(R.Accesses[2].Renamed);
  EXPECT_FALSE(R.Accesses[3].Renamed);
  EXPECT_EQ(R.Accesses[3].StoreDistance, 1u);
  EXPECT_FALSE(decide(B, S).Accesses[1].Renamed);
}

// Zen 5: loads of what the last iteration stored 1.1 cycles with an addition,
// of what the one before it did 7.6.
TEST(Outcome, MemoryRenamingByDistanceNeedsTheLastStoreOfItsInstruction) {
  for (uint64_t Behind : {1, 2}) {
    TableBuilder B;
    uint32_t Load = B.load(8, 5), Store = B.store(8, 5);
    Stream S;
    for (uint64_t I = 0; I != 40; ++I)
      S.run(Load, {64 + 8 * I}).run(Store, {64 + 8 * (I + Behind)});
    Processor CPU;
    CPU.Core.MemoryRenamingLatency = 0;
    CPU.Core.RenamesByDistance = true;
    OutcomeChunk R = decide(B, S, CPU);
    EXPECT_EQ(R.Accesses[78].StoreDistance, Behind);
    EXPECT_EQ(R.Accesses[78].Renamed, Behind == 1);
  }
}

// Instructions that are alike are one in the table, but not in the program.
TEST(Outcome, MemoryRenamingByDistanceTellsPlacesOfOneInstructionApart) {
  TableBuilder B;
  uint32_t Load = B.load(8, 5), Store = B.store(8, 5), Other = B.add(),
           Another = B.add();
  Stream S;
  for (uint64_t I = 0; I != 40; ++I)
    S.run(Load, {0x40})
        .run(Other)
        .run(Store, {0x40})
        .run(Another)
        .run(Store, {0x80});
  Processor CPU;
  CPU.Core.MemoryRenamingLatency = 0;
  CPU.Core.RenamesByDistance = true;
  OutcomeChunk R = decide(B, S, CPU);
  EXPECT_EQ(R.Accesses[3 * 39].StoreDistance, 2u);
  EXPECT_TRUE(R.Accesses[3 * 39].Renamed);
}

TEST(Outcome, MemoryRenamingByDistanceNeedsTheDistanceOfLastTimes) {
  TableBuilder B;
  uint32_t Store = B.store(8, 5), Load = B.load(8, 6), Same = B.load(8, 5);
  Stream S;
  // Each from the store before it, then from the one before that.
  for (uint64_t I = 0; I != 40; ++I)
    S.run(Store, {0x100 * I + 0x100}).run(Load, {0x100 * (I - I / 36) + 0x100});
  S.run(Store, {0x4000}).run(Same, {0x4000});
  Processor CPU;
  CPU.Core.MemoryRenamingLatency = 0;
  CPU.Core.RenamesByDistance = true;
  OutcomeChunk R = decide(B, S, CPU);
  for (unsigned I = 0; I != 40; ++I)
    EXPECT_EQ(R.Accesses[2 * I + 1].Renamed, I >= 32 && I < 36) << I;
  EXPECT_EQ(R.Accesses[73].StoreDistance, 2u);
  // Operands of one form need no such habit where that is one address.
  EXPECT_FALSE(R.Accesses[81].Renamed);
  for (MemoryOperand &M : B.Table.Memory)
    M.AddressForm |= M.AddressForm == 5 ? OneAddressBit : 0;
  EXPECT_TRUE(decide(B, S, CPU).Accesses[81].Renamed);
}

/// A loop of six instructions and a branch, executed so often.
struct Loop {
  TableBuilder B;
  Stream S;
  uint32_t Branch;
  explicit Loop(unsigned Iterations, unsigned Body = 6) {
    for (unsigned I = 0; I != Body; ++I)
      B.add();
    Branch = B.branch(BranchKind::Conditional);
    uint32_t Behind = B.add();
    for (unsigned N = 0; N != Iterations; ++N) {
      for (unsigned I = 0; I != Body; ++I)
        S.run(I);
      N + 1 != Iterations ? S.take(Branch) : S.run(Branch);
    }
    S.run(Behind);
  }
};

unsigned count(const OutcomeChunk &R, Delivery By) {
  return std::count_if(
      R.Instructions.begin(), R.Instructions.end(),
      [&](const InstructionOutcome &I) { return I.DeliveredBy == By; });
}

TEST(Outcome, ColdCodeComesThroughTheDecoders) {
  Loop L(10);
  Processor CPU;
  CPU.Core.UopCacheSlots = 1536;
  OutcomeChunk R = decide(L.B, L.S, CPU);
  EXPECT_EQ(count(R, Delivery::Decoders), 8u);
  EXPECT_EQ(count(R, Delivery::UopCache), 9u * 7);
  EXPECT_EQ(count(decide(L.B, L.S), Delivery::Decoders), 71u);
}

TEST(Outcome, CodeLargerThanTheUopCacheStaysInTheDecoders) {
  Loop L(10, 499);
  Processor CPU;
  CPU.Core.UopCacheSlots = 500;
  EXPECT_EQ(count(decide(L.B, L.S, CPU), Delivery::Decoders), 501u);
  // Least recently used: of a cycle that does not fit nothing stays.
  CPU.Core.UopCacheSlots = 400;
  EXPECT_EQ(count(decide(L.B, L.S, CPU), Delivery::Decoders), 5001u);
}

TEST(Outcome, SmallLoopsRunFromTheLoopBuffer) {
  Loop L(10);
  Processor CPU;
  CPU.Core.UopCacheSlots = 1536;
  CPU.Core.LoopBufferSlots = 7;
  OutcomeChunk R = decide(L.B, L.S, CPU);
  // Two rounds have to close first.
  EXPECT_EQ(count(R, Delivery::LoopBuffer), 7u * 7);
  EXPECT_EQ(R.Instructions.back().DeliveredBy, Delivery::Decoders);
  CPU.Core.LoopBufferSlots = 6;
  EXPECT_EQ(count(decide(L.B, L.S, CPU), Delivery::LoopBuffer), 0u);
}

TEST(Outcome, MicrocodeIsDeliveredAsSuch) {
  TableBuilder B;
  StaticInstruction I;
  I.Flags = StaticInstruction::Microcoded;
  uint32_t M = B.add(I);
  Stream S;
  S.run(M).run(M);
  EXPECT_EQ(count(decide(B, S), Delivery::Microcode), 2u);
}

TEST(Outcome, RegularBranchesArePredictedAndRandomOnesAreNot) {
  TableBuilder B;
  uint32_t Branch = B.branch(BranchKind::Conditional), Next = B.add(),
           Target = B.add();
  Stream Regular, Random;
  std::mt19937_64 Engine(1);
  auto Step = [&](Stream &S, bool Taken) {
    (Taken ? S.take(Branch) : S.run(Branch)).run(Taken ? Target : Next);
  };
  for (unsigned I = 0; I != 10000; ++I) {
    Step(Regular, I % 4 == 0);
    Step(Random, Engine() & 1);
  }
  auto Missed = [&](const Stream &S, SimulationOptions Options = {}) {
    OutcomeChunk R = decide(B, S, {}, Options);
    return std::count_if(
        R.Instructions.begin(), R.Instructions.end(),
        [](const InstructionOutcome &I) { return I.Mispredicted; });
  };
  EXPECT_LT(Missed(Regular), 100);
  EXPECT_GT(Missed(Random), 4000);
  SimulationOptions Perfect;
  Perfect.PerfectBranches = true;
  EXPECT_EQ(Missed(Random, Perfect), 0);
}

/// Where a stream is cut into chunks must not be seen.
TEST(Outcome, ChunkBoundariesDoNotMatter) {
  TableBuilder B;
  uint32_t Load = B.load(), Store = B.store();
  uint32_t Conditional = B.branch(BranchKind::Conditional), A = B.add();
  uint32_t Indirect = B.branch(BranchKind::IndirectJump);
  std::vector<uint32_t> Targets = {B.add(), B.add(), B.add()};
  std::mt19937_64 Engine(7);
  Stream S;
  for (unsigned I = 0; I != 3000; ++I) {
    S.run(Load, {0x1000 + Engine() % 100000});
    S.run(Store, {0x1000 + Engine() % 100000});
    if (Engine() % 3) {
      S.take(Conditional);
    } else {
      S.run(Conditional).run(A);
      S.take(Indirect).run(Targets[Engine() % 2]);
    }
  }
  Processor CPU;
  CPU.memory(MemoryLevel::L1).Capacity = 4096;
  CPU.memory(MemoryLevel::L1).Ways = 4;
  CPU.NextLinePrefetch = true;
  CPU.StridePrefetchDistance = 8;
  CPU.Core.UopCacheSlots = 100;
  OutcomeChunk Whole = decide(B, S, CPU);

  OutcomeModel Model(B.Table, CPU, {});
  Model.beginRegion();
  OutcomeChunk Parts;
  size_t I = 0, At = 0;
  while (I != S.Instructions.size()) {
    size_t Size = std::min<size_t>(1 + Engine() % 5, S.Instructions.size() - I);
    size_t Accesses = 0;
    for (size_t K = I; K != I + Size; ++K)
      Accesses +=
          B.Table.Instructions[S.Instructions[K] & ~TakenBit].Memory.size();
    Model.decide({llvm::ArrayRef(S.Instructions).slice(I, Size),
                  llvm::ArrayRef(S.Addresses).slice(At, Accesses)},
                 Parts);
    I += Size;
    At += Accesses;
  }
  Model.finish(Parts);
  ASSERT_EQ(Parts.Instructions.size(), Whole.Instructions.size());
  for (size_t K = 0; K != Whole.Instructions.size(); ++K) {
    const InstructionOutcome &X = Whole.Instructions[K];
    const InstructionOutcome &Y = Parts.Instructions[K];
    ASSERT_EQ(X.Static, Y.Static);
    ASSERT_EQ(X.Mispredicted, Y.Mispredicted) << K;
    ASSERT_EQ(X.DeliveredBy, Y.DeliveredBy) << K;
    ASSERT_EQ(X.FirstAccess, Y.FirstAccess);
    ASSERT_EQ(X.FirstPrefetch, Y.FirstPrefetch);
    ASSERT_EQ(X.NumPrefetches, Y.NumPrefetches);
  }
  for (size_t K = 0; K != Whole.Accesses.size(); ++K) {
    ASSERT_EQ(Whole.Accesses[K].Level, Parts.Accesses[K].Level);
    ASSERT_EQ(Whole.Accesses[K].Line, Parts.Accesses[K].Line);
    ASSERT_EQ(Whole.Accesses[K].StoreDistance, Parts.Accesses[K].StoreDistance);
  }
}

TEST(Outcome, TheTableMayGrowBetweenChunks) {
  TableBuilder B;
  uint32_t First = B.load();
  OutcomeModel Model(B.Table, {}, {});
  Model.beginRegion();
  OutcomeChunk R;
  Stream S;
  S.run(First, {64});
  Model.decide(S.chunk(), R);
  uint32_t Second = B.store();
  Stream T;
  T.run(Second, {64});
  Model.decide(T.chunk(), R);
  EXPECT_TRUE(R.Accesses[1].IsStore);
  EXPECT_EQ(R.Instructions[1].FirstAccess, 1u);
}

TEST(Outcome, ABranchAtTheEndOfTheRegionIsNotLost) {
  TableBuilder B;
  uint32_t Return = B.branch(BranchKind::Return);
  Stream S;
  S.take(Return);
  OutcomeChunk R = decide(B, S);
  ASSERT_EQ(R.Instructions.size(), 1u);
  EXPECT_FALSE(R.Instructions[0].Mispredicted);
  EXPECT_TRUE(R.Instructions[0].Taken);
}

/// Predictors learn the same whether a stream is cut into regions or not, if
/// each says where it led.
TEST(Outcome, RegionsThatFollowEachOtherPredictLikeOne) {
  TableBuilder B;
  uint32_t Conditional = B.branch(BranchKind::Conditional), Not = B.add();
  uint32_t Indirect = B.branch(BranchKind::IndirectJump);
  std::vector<uint32_t> Targets = {B.add(), B.add(), B.add()};
  std::mt19937_64 Engine(3);
  std::vector<Stream> Pieces(400);
  Stream Whole;
  for (Stream &Piece : Pieces)
    for (unsigned I = 0; I != 20; ++I) {
      uint32_t Target = Targets[Engine() % 2 + I % 2];
      for (Stream *S : {&Piece, &Whole}) {
        S->run(Target);
        (Target == Targets[1] ? S->take(Conditional)
                              : S->run(Conditional).run(Not))
            .take(Indirect);
      }
    }
  auto Missed = [&](bool Known) {
    OutcomeModel Model(B.Table, {}, {});
    OutcomeChunk R;
    for (size_t I = 0; I != Pieces.size(); ++I) {
      Model.beginRegion();
      Model.decide(Pieces[I].chunk(), R);
      std::optional<uint64_t> Next;
      if (Known && I + 1 != Pieces.size())
        Next = B.Table.Instructions[Pieces[I + 1].chunk().Instructions.front()]
                   .Address;
      Model.finish(R, Next);
    }
    std::vector<bool> Result;
    for (const InstructionOutcome &I : R.Instructions)
      Result.push_back(I.Mispredicted);
    return Result;
  };
  OutcomeChunk Uncut = decide(B, Whole);
  std::vector<bool> Expected;
  for (const InstructionOutcome &I : Uncut.Instructions)
    Expected.push_back(I.Mispredicted);
  EXPECT_EQ(Missed(true), Expected);
  EXPECT_NE(Missed(false), Expected);
}

} // namespace
