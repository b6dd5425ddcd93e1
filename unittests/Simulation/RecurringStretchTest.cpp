//===- RecurringStretchTest.cpp - What comes again is the same ------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RecurringStretch.h"
#include "RandomPrograms.h"
#include "StreamDriver.h"
#include <gtest/gtest.h>

using namespace rafter;
using namespace rafter::simulation;
using namespace rafter::test;

namespace {

/// Writes down all that it is told.
class Protocol : public OutcomeConsumer {
public:
  void beginRegion() override { Seen.push_back('B'); }
  void beforeGrowth() override { Seen.push_back('G'); }
  void endIteration() override { Seen.push_back('I'); }
  void endRegion() override { Seen.push_back('E'); }
  void outcomes(const OutcomeView &View) override {
    Seen.insert(Seen.end(), {'O', uint64_t(View.End - View.Begin)});
    for (const InstructionOutcome *I = View.Begin; I != View.End; ++I)
      add(*I, View);
  }

  std::vector<uint64_t> Seen;

private:
  void add(const InstructionOutcome &I, const OutcomeView &View) {
    Seen.insert(Seen.end(),
                {I.Static, I.Taken, I.Mispredicted, uint64_t(I.DeliveredBy),
                 I.LostSlots, I.NumAccesses, I.NumPrefetches,
                 uint64_t(I.SteeredBy), uint64_t(I.CodeFrom), I.LastFlight,
                 I.WokenEarly, I.CodeMiss, I.Pipe});
    for (unsigned K = 0; K != I.NumAccesses; ++K)
      add(View.Accesses[I.FirstAccess + K]);
    for (unsigned K = 0; K != I.NumPrefetches; ++K) {
      const PrefetchOutcome &F = View.Prefetches[I.FirstPrefetch + K];
      Seen.insert(Seen.end(), {uint64_t(F.From), uint64_t(F.To), F.SameSet,
                               F.Line, F.Awaits});
    }
  }
  void add(const AccessOutcome &A) {
    Seen.insert(Seen.end(),
                {uint64_t(A.Level), A.IsStore, A.Absent, A.Prefetched,
                 A.Renamed, A.Partial, A.Arriving, A.Crosses, A.ExtraCycles,
                 A.ServedByFill, A.IsWary, A.Joins, A.StoreDistance,
                 std::bit_cast<uint32_t>(A.WriteBacks), A.AliasDistance,
                 A.Banks, A.SameSet, A.Line, A.Awaits});
  }
};

std::vector<uint64_t> numbers(const StreamCounts &C) {
  std::vector<uint64_t> N = {
      C.Played,         C.Mispredictions,    C.IndirectMispredictions,
      C.Taken,          C.Iterations,        C.Forwards,
      C.Crossings,      C.TranslationMisses, C.CrossingStores,
      C.FailedForwards, C.Aliases,           C.BankReads,
      C.SameSets,       C.CodeMisses[0],     C.CodeMisses[1],
      C.LostPlaces,     C.LostSlots,         C.FarBranches};
  for (unsigned L = 0; L != NumMemoryLevels; ++L)
    N.insert(N.end(), {C.Loads[L], C.Stores[L], C.Lines[L], C.CodeLines[L]});
  N.insert(N.end(), C.Executions.begin(), C.Executions.end());
  for (const auto &D : C.Deliveries)
    N.insert(N.end(), D.begin(), D.end());
  for (const auto &L : C.LinesOf)
    N.insert(N.end(), L.begin(), L.end());
  return N;
}

/// A random machine, and a stretch that it executes again and again, but for
/// something else after a random number of repetitions.
struct Again {
  RandomProgram P;
  uint64_t Seed;
  /// Bytes that addresses move on each time.
  uint64_t Step;
  uint32_t Condition = 0;

  explicit Again(uint64_t Seed, uint64_t Step = 0)
      : P(Seed, Seed % 3 * 60 + 1), Seed(Seed), Step(Step) {
    CoreParameters &Core = P.CPU.Core;
    std::mt19937_64 Engine(Seed);
    auto one = [&](unsigned In) { return Engine() % In == 0; };
    // Larger than in other tests: what is executed shall fit.
    if (!one(4)) {
      P.CPU.memory(MemoryLevel::L1).Capacity = 32 << 10;
      P.CPU.memory(MemoryLevel::L1).Ways = 8;
      Core.DTLBEntries = 64;
      Core.UopCacheSlots = 1500;
      Core.CodeCapacity = Unlimited;
    }
    Core.WakeUpGroup = one(2) ? Unlimited : 8;
    if (one(2)) {
      Core.StoreCommitLines = 1;
      Core.StoreCommit = 2;
      Core.StoreOpenLines = one(2) ? 1 : 4;
    }
    if (one(2)) {
      Core.UopCacheEntry = 4;
      Core.UopCacheWidth = one(2) ? 8 : 6;
    }
    if (one(2)) {
      Core.IndirectBranch = 2;
      Core.VaryingBranch = 1;
      Core.NearBranches = 2;
      Core.FarBranch = 1;
      Core.ITLBEntries = 4;
    }
    Condition = P.B.branch(BranchKind::Conditional);
    const uint32_t Others[] = {P.B.branch(BranchKind::IndirectJump),
                               P.B.branch(BranchKind::Call),
                               P.B.branch(BranchKind::Return)};
    for (unsigned N = Engine() % 6; N != 0; --N) {
      if (one(2))
        one(2) ? P.S.take(Condition) : P.S.run(Condition);
      else
        P.S.take(Others[Engine() % 3]);
    }
    if (one(3))
      P.S.run(0).Addresses.resize(P.S.Addresses.size() +
                                      P.B.Table.Instructions[0].Memory.size(),
                                  0x20000);
  }

  InstructionSource source(InstructionTable &Table, unsigned Repetitions) {
    return [this, &Table, Repetitions](InstructionConsumer &C) {
      std::mt19937_64 Engine(Seed + 1);
      const bool HasIterations = Engine() % 2 == 0;
      const bool InOne = Engine() % 2 == 0;
      unsigned UntilOther = 1 + Engine() % 300;
      bool WarmsUp = false;
      // Without iterations, in chunks that are long, too.
      const size_t Gathered = InOne && !HasIterations ? 5000 : 1;
      Stream S;
      auto Play = [&] {
        play(S, InOne ? ~size_t(0) : 1 + Engine() % 100, Table, C);
        S = Stream();
      };
      C.beginRegion();
      for (unsigned R = 0; R != Repetitions; ++R) {
        const size_t Before = S.Addresses.size();
        S.Instructions.insert(S.Instructions.end(), P.S.Instructions.begin(),
                              P.S.Instructions.end());
        S.Addresses.insert(S.Addresses.end(), P.S.Addresses.begin(),
                           P.S.Addresses.end());
        for (size_t A = Before; A != S.Addresses.size(); ++A)
          S.Addresses[A] += S.Addresses[A] == 0 ? 0 : R * Step;
        if (--UntilOther == 0) {
          UntilOther = 1 + Engine() % 300;
          other(S, Engine, Table, C, WarmsUp);
        } else if (S.Instructions.size() < Gathered) {
          continue;
        }
        Play();
        if (HasIterations)
          C.endIteration();
      }
      Play();
      if (WarmsUp)
        C.setWarmUp(false);
      C.endRegion();
      return llvm::Error::success();
    };
  }

private:
  void other(Stream &S, std::mt19937_64 &Engine, InstructionTable &Table,
             InstructionConsumer &C, bool &WarmsUp) {
    switch (Engine() % 9) {
    case 0:
      S.Instructions.resize(Engine() % S.Instructions.size());
      break;
    case 1:
      for (unsigned Tries = 0; Tries != 4; ++Tries) {
        ExecutedInstruction &E =
            S.Instructions[Engine() % S.Instructions.size()];
        if (Table.Instructions[E & ~TakenBit].Branch == BranchKind::Conditional)
          E ^= TakenBit;
      }
      break;
    case 2:
      if (!S.Addresses.empty())
        S.Addresses[Engine() % S.Addresses.size()] = 0x30000 + Engine() % 9000;
      break;
    case 3:
      S.run(Condition).take(Condition).run(Condition);
      break;
    case 4: {
      TableBuilder B;
      B.Table = Table;
      B.Next = 0x9000;
      B.load();
      Table = B.Table;
      break;
    }
    case 5:
      WarmsUp = !WarmsUp;
      C.setWarmUp(WarmsUp);
      break;
    case 6:
      if (WarmsUp)
        break;
      C.endRegion();
      C.beginRegion();
      break;
    case 7:
      C.restore({{0x40000 + Engine() % 9000, true, false},
                 {0x10000 + Engine() % 9000, false, false}});
      break;
    default:
      S.Addresses.resize(S.Addresses.size() / 2);
    }
  }

  /// In chunks of so many instructions.
  static void play(const Stream &S, size_t Size, const InstructionTable &Table,
                   InstructionConsumer &C) {
    InstructionChunk Rest = S.chunk();
    while (!Rest.Instructions.empty()) {
      const size_t Now = std::min(Size, Rest.Instructions.size());
      size_t Operands = 0;
      for (ExecutedInstruction E : Rest.Instructions.take_front(Now))
        Operands += Table.Instructions[E & ~TakenBit].Memory.size();
      Operands = std::min(Operands, Rest.Addresses.size());
      C.consume({Rest.Instructions.take_front(Now),
                 Rest.Addresses.take_front(Operands)});
      Rest = {Rest.Instructions.drop_front(Now),
              Rest.Addresses.drop_front(Operands)};
    }
  }
};

struct Result {
  std::vector<uint64_t> Seen, Counts;
  double Cycles;
  uint64_t Followed;
};

Result play(Again &A, unsigned Repetitions, SimulationOptions Options) {
  InstructionTable Table = A.P.B.Table;
  PreparedTable Prepared(A.P.CPU);
  llvm::cantFail(Prepared.update(Table));
  LaneMachine Machine(Prepared, MachineVariant());
  LaneTimer Timer(Machine, LaneTarget::Scalar);
  StreamDriver Driver(Table, A.P.CPU, Options, Prepared);
  Protocol Written;
  Driver.add(Timer);
  Driver.add(Written);
  llvm::cantFail(play(A.source(Table, Repetitions), Driver));
  return {std::move(Written.Seen), numbers(Driver.counts()), Timer.time(0),
          Driver.followed()};
}

/// Gives how many instructions were not decided again.
uint64_t expectTheSame(uint64_t Seed, unsigned Repetitions,
                       SimulationOptions Options = {}, uint64_t Step = 0) {
  Again A(Seed, Step);
  Options.RecurringStretches = true;
  const Result With = play(A, Repetitions, Options);
  Options.RecurringStretches = false;
  const Result Without = play(A, Repetitions, Options);
  EXPECT_EQ(Without.Followed, 0u);
  EXPECT_TRUE(With.Seen == Without.Seen);
  EXPECT_EQ(With.Counts, Without.Counts);
  EXPECT_EQ(With.Cycles, Without.Cycles);
  return With.Followed;
}

class RecurringStretches : public testing::TestWithParam<uint64_t> {};
INSTANTIATE_TEST_SUITE_P(Random, RecurringStretches,
                         testing::Range<uint64_t>(0, 80));

TEST_P(RecurringStretches, HaveTheSameOutcomes) {
  SimulationOptions Options;
  Options.IsPlaced = GetParam() % 2 == 0;
  expectTheSame(GetParam(), 600, Options);
}

TEST_P(RecurringStretches, HaveTheSameOutcomesWhereNothingMisses) {
  SimulationOptions Options;
  Options.PerfectMemory = true;
  Options.PerfectBranches = GetParam() % 2 == 0;
  expectTheSame(GetParam(), 400, Options);
}

TEST_P(RecurringStretches, HaveTheSameOutcomesWhereDataStream) {
  SimulationOptions Options;
  Options.IsPlaced = GetParam() % 2 == 0;
  expectTheSame(GetParam(), 300, Options, 8 + GetParam() % 3 * 56);
}

/// A loop with conditions in it that go either way, as Directions say in turn,
/// so many in a round; both ways lead to the next instruction. Its accesses are
/// on the same data, or go through memory.
Stream conditions(TableBuilder &B, llvm::ArrayRef<bool> Directions,
                  unsigned InRound, unsigned Repetitions, uint64_t Step) {
  const uint32_t Load = B.load();
  std::vector<uint32_t> Conditions;
  for (unsigned C = 0; C != InRound; ++C)
    Conditions.push_back(B.branch(BranchKind::Conditional));
  const uint32_t Store = B.store();
  const uint32_t Back = B.branch(BranchKind::Conditional);
  Stream S;
  uint64_t At = 0x10000;
  for (unsigned R = 0; R != Repetitions; ++R)
    for (size_t D = 0; D + InRound <= Directions.size(); D += InRound) {
      S.run(Load, {At += Step});
      for (unsigned C = 0; C != InRound; ++C)
        Directions[D + C] ? S.take(Conditions[C]) : S.run(Conditions[C]);
      S.run(Store, {0x8000}).take(Back);
    }
  return S;
}

/// How many outcomes were known. Both ways are the same.
uint64_t expectTheSame(const TableBuilder &B, const Stream &S) {
  Processor CPU;
  CPU.Core.RenameWidth = CPU.Core.RetireWidth = 4;
  CPU.Core.UopCacheSlots = 1500;
  CPU.memory(MemoryLevel::L1).Capacity = 32 << 10;
  CPU.memory(MemoryLevel::L1).Ways = 8;
  std::vector<uint64_t> Seen[2];
  uint64_t Followed = 0;
  for (bool Recurs : {false, true}) {
    SimulationOptions Options;
    Options.RecurringStretches = Recurs;
    PreparedTable Prepared(CPU);
    llvm::cantFail(Prepared.update(B.Table));
    StreamDriver Driver(B.Table, CPU, Options, Prepared);
    Protocol Written;
    Driver.add(Written);
    llvm::cantFail(play(once(S), Driver));
    Seen[Recurs] = std::move(Written.Seen);
    Followed = Driver.followed();
  }
  EXPECT_TRUE(Seen[0] == Seen[1]);
  return Followed;
}

TEST(RecurringStretch, BranchesThatArePredictedOtherwiseEndIt) {
  // The predictor learns the sequence while it comes again.
  std::mt19937_64 Engine(1);
  uint64_t Followed = 0;
  for (unsigned Length : {3, 70, 500, 3000}) {
    llvm::SmallVector<bool> Directions;
    for (unsigned I = 0; I != Length; ++I)
      Directions.push_back(Engine() % 2);
    TableBuilder B;
    const unsigned InRound = Length > 100 ? 10 : 1;
    const Stream S =
        conditions(B, Directions, InRound, 60000 / Length, /*Step=*/0);
    Followed += expectTheSame(B, S);
  }
  EXPECT_GT(Followed, 50000u);
}

TEST(RecurringStretch, RoundsArePredictedOtherwiseThanThoseBefore) {
  // Long runs of one direction: the predictor expects that they end as others
  // did.
  std::mt19937_64 Engine(2);
  llvm::SmallVector<bool> Directions;
  for (unsigned I = 0; I != 600; ++I) {
    const unsigned Run = Engine() % 4 == 0 ? 30 : 9;
    Directions.append(Run, true);
    Directions.push_back(false);
  }
  TableBuilder B;
  expectTheSame(B, conditions(B, Directions, 1, 1, /*Step=*/8));
}

TEST(RecurringStretch, LoopsOfManyKindsAreFollowed) {
  // The others miss, or load with distances to stores that they wait for.
  unsigned Followed = 0;
  for (uint64_t Seed = 0; Seed != 30; ++Seed)
    Followed += expectTheSame(Seed, 600) > 2000;
  EXPECT_GE(Followed, 8u);
}

} // namespace
