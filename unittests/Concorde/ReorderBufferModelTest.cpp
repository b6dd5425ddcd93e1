//===- ReorderBufferModelTest.cpp - Bounds of reorder buffers -------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ReorderBufferModel.h"
#include "RandomTraces.h"
#include "rafter/CoreModel/Latencies.h"
#include "rafter/Stream/Dependences.h"
#include "gtest/gtest.h"
#include <algorithm>
#include <map>
#include <queue>

using namespace rafter;
using namespace rafter::concorde;

namespace {

/// Equations (1) to (4) of the paper and algorithm 1, event by event in the
/// order of start times; what starts at once, in program order.
class DirectEvaluation {
public:
  DirectEvaluation(const TraceRegion &Region,
                   const std::vector<uint8_t> &LoadCycles, uint32_t Buffer)
      : Region(Region), Buffer(Buffer), Needed(Region.Instructions),
        Size(Region.Instructions.size()), A(Size), S(Size), F(Size), C(Size),
        Missing(Size), Consumers(Size) {
    size_t Load = 0;
    for (size_t I = 0; I != Size; ++I) {
      Missing[I] = Needed.producers(I).size() + (I >= Buffer ? 1 : 0);
      for (uint32_t P : Needed.producers(I))
        Consumers[P].push_back(I);
      if (Region.Instructions[I].isLoad())
        ExecTimes[line(I)].push_back(LoadCycles[Load++]);
      if (Missing[I] == 0)
        Ready.push({0, I});
    }
    while (!Ready.empty()) {
      auto [Cycle, I] = Ready.top();
      Ready.pop();
      start(I, Cycle);
    }
    EXPECT_EQ(Committed, Size);
  }

private:
  using Event = std::pair<int64_t, size_t>;

  uint64_t line(size_t I) const {
    return Region.Instructions[I].DataAddress / 64;
  }

  int64_t respCycle(size_t I, int64_t Request) {
    const CrackedInstruction &T = Region.Instructions[I];
    if (!T.isLoad())
      return Request + executionLatency(T.Class);
    EXPECT_GE(Request, LastRequest[line(I)]);
    LastRequest[line(I)] = Request;
    int64_t Time = ExecTimes[line(I)][AccessCounter[line(I)]++];
    int64_t Response = std::max(Request + Time, LastResponse[line(I)]);
    return LastResponse[line(I)] = Response;
  }

  void start(size_t I, int64_t Cycle) {
    S[I] = Cycle;
    F[I] = respCycle(I, Cycle);
    for (size_t Consumer : Consumers[I])
      provide(Consumer);
    for (; Committed != Size && F[Committed] != 0; ++Committed) {
      C[Committed] =
          std::max(F[Committed], Committed ? C[Committed - 1] : int64_t(0));
      if (Committed + Buffer < Size) {
        A[Committed + Buffer] = C[Committed];
        provide(Committed + Buffer);
      }
    }
  }

  void provide(size_t I) {
    if (--Missing[I] != 0)
      return;
    int64_t Cycle = A[I];
    for (uint32_t P : Needed.producers(I))
      Cycle = std::max(Cycle, F[P]);
    Ready.push({Cycle, I});
  }

  const TraceRegion &Region;
  uint32_t Buffer;
  Dependences Needed;
  size_t Size;

public:
  std::vector<int64_t> A, S, F, C;

private:
  std::vector<unsigned> Missing;
  std::vector<std::vector<size_t>> Consumers;
  std::map<uint64_t, std::vector<int64_t>> ExecTimes;
  std::map<uint64_t, size_t> AccessCounter;
  std::map<uint64_t, int64_t> LastRequest, LastResponse;
  std::priority_queue<Event, std::vector<Event>, std::greater<Event>> Ready;
  size_t Committed = 0;
};

std::vector<uint32_t> counts(const std::vector<int64_t> &From,
                             const std::vector<int64_t> &To) {
  std::vector<uint32_t> Counts;
  for (size_t I = 0; I != From.size(); ++I) {
    size_t Cycles = To[I] - From[I];
    Counts.resize(std::max(Counts.size(), Cycles + 1));
    ++Counts[Cycles];
  }
  return Counts;
}

std::vector<uint32_t> withoutZeros(llvm::ArrayRef<uint32_t> Counts) {
  while (!Counts.empty() && Counts.back() == 0)
    Counts = Counts.drop_back();
  return Counts.vec();
}

const std::vector<uint32_t> PowersOfTwo = {1,  2,   4,   8,   16,  32,
                                           64, 128, 256, 512, 1024};

void expectDirectEvaluation(const TraceRegion &Region,
                            const std::vector<uint8_t> &LoadCycles,
                            const std::vector<uint32_t> &Sizes) {
  RegionTrace Trace = llvm::cantFail(RegionTrace::make(Region));
  StepLatencies Memory = StepLatencies::ofInstructions(Trace, LoadCycles);
  ReorderBufferModel Model(Trace.instructions());
  Model.run(Memory, Sizes, Sizes.size());
  for (size_t L = 0; L != Sizes.size(); ++L) {
    SCOPED_TRACE("buffer of " + std::to_string(Sizes[L]));
    DirectEvaluation Direct(Region, LoadCycles, Sizes[L]);
    EXPECT_EQ(Model.lastCommit(L), Direct.C.back());
    ASSERT_EQ(Model.windowEnds().size(), Trace.windows().size());
    for (size_t W = 0; W != Trace.windows().size(); ++W)
      ASSERT_EQ(Model.windowEnds()[W][L],
                Direct.C[Trace.instructions().WindowEnds[W] - 1]);
    EXPECT_EQ(withoutZeros(Model.issueCounts(L)), counts(Direct.A, Direct.S));
    EXPECT_EQ(withoutZeros(Model.commitCounts(L)), counts(Direct.F, Direct.C));
    if (L + 1 == Sizes.size()) {
      EXPECT_EQ(withoutZeros(Model.executionCounts()),
                counts(Direct.S, Direct.F));
    }
  }
}

class ReorderBufferModelTest : public testing::TestWithParam<unsigned> {};

TEST_P(ReorderBufferModelTest, IsTheDirectEvaluationInOrderOfStartTimes) {
  uint64_t Seed = GetParam();
  std::mt19937_64 Random(Seed);
  RandomTraceOptions Options;
  Options.Instructions = 1 + Random() % 9000;
  Options.Loads = 5 + Random() % 50;
  Options.Registers = 2 + Random() % 60;
  Options.DataLines = 1 + Random() % (Random() % 2 ? 20 : 1000);
  TraceRegion Region = randomRegion(Seed, Options);
  size_t Loads =
      llvm::count_if(Region.Instructions, [](auto &I) { return I.isLoad(); });
  expectDirectEvaluation(
      Region, randomLoadCycles(Seed, Loads, Random() % 2 ? 3 : Random() % 100),
      PowersOfTwo);
}

TEST_P(ReorderBufferModelTest, TakesAnySixteenSizes) {
  uint64_t Seed = GetParam() + 100;
  std::mt19937_64 Random(Seed);
  std::vector<uint32_t> Sizes;
  for (unsigned L = 0; L != ReorderBufferModel::NumLanes; ++L)
    Sizes.push_back(1 + Random() % (Random() % 2 ? 20 : 1024));
  RandomTraceOptions Options;
  Options.DataLines = 8;
  Options.Registers = 30;
  TraceRegion Region = randomRegion(Seed, Options);
  size_t Loads =
      llvm::count_if(Region.Instructions, [](auto &I) { return I.isLoad(); });
  expectDirectEvaluation(Region, randomLoadCycles(Seed, Loads, 20), Sizes);
}

TEST_P(ReorderBufferModelTest, IsTheSameWithAnyRegisters) {
  uint64_t Seed = GetParam() + 300;
  RandomTraceOptions Options;
  Options.DataLines = 30;
  Options.Registers = 20;
  RegionTrace Trace =
      llvm::cantFail(RegionTrace::make(randomRegion(Seed, Options)));
  StepLatencies Latencies = StepLatencies::ofInstructions(
      Trace, randomLoadCycles(Seed, Trace.loads().size(), 10));
  ReorderBufferModel Narrow(Trace.instructions(), 4);
  Narrow.run(Latencies, PowersOfTwo, PowersOfTwo.size());
  for (unsigned Width : {8, 16}) {
    if (!ReorderBufferModel::hasRegisters(Width))
      continue;
    ReorderBufferModel Wide(Trace.instructions(), Width);
    Wide.run(Latencies, PowersOfTwo, PowersOfTwo.size());
    EXPECT_EQ(Narrow.windowEnds(), Wide.windowEnds());
    EXPECT_EQ(Narrow.numEvaluated(), Wide.numEvaluated());
    for (size_t L = 0; L != PowersOfTwo.size(); ++L) {
      EXPECT_EQ(Narrow.lastCommit(L), Wide.lastCommit(L));
      EXPECT_EQ(Narrow.issueCounts(L), Wide.issueCounts(L));
      EXPECT_EQ(Narrow.commitCounts(L), Wide.commitCounts(L));
    }
    EXPECT_EQ(Narrow.executionCounts(), Wide.executionCounts());
  }
}

/// Runs of the same sizes of which the first NumCounted are counted.
void expectSameRun(const ReorderBufferModel &A, const ReorderBufferModel &B,
                   size_t NumSizes, size_t NumCounted) {
  ASSERT_EQ(A.windowEnds().size(), B.windowEnds().size());
  for (size_t W = 0; W != A.windowEnds().size(); ++W)
    for (size_t L = 0; L != NumSizes; ++L)
      ASSERT_EQ(A.windowEnds()[W][L], B.windowEnds()[W][L]) << W << ", " << L;
  for (size_t L = 0; L != NumSizes; ++L)
    EXPECT_EQ(A.lastCommit(L), B.lastCommit(L));
  for (size_t L = 0; L != NumCounted; ++L) {
    EXPECT_EQ(A.issueCounts(L), B.issueCounts(L));
    EXPECT_EQ(A.commitCounts(L), B.commitCounts(L));
  }
  if (NumCounted != 0) {
    EXPECT_EQ(A.executionCounts(), B.executionCounts());
  }
}

/// Sixteen sizes that are near to each other, in any order, some of them equal.
std::vector<uint32_t> nearSizes(uint64_t Seed) {
  std::mt19937_64 Random(Seed);
  uint32_t Least = 1 + Random() % (Random() % 2 ? 20 : 1009);
  std::vector<uint32_t> Sizes;
  for (unsigned L = 0; L != ReorderBufferModel::NumLanes; ++L)
    Sizes.push_back(Least + (Seed % 2 ? L : Random() % 16));
  return Sizes;
}

TEST_P(ReorderBufferModelTest, ShortcutsChangeNothing) {
  uint64_t Seed = GetParam() + 500;
  std::mt19937_64 Random(Seed);
  RandomTraceOptions Options;
  Options.Instructions = 1 + Random() % 9000;
  Options.Loads = 5 + Random() % 50;
  Options.Registers = 5 + Random() % 60;
  Options.DataLines = 3 + Random() % (Random() % 2 ? 20 : 300);
  RegionTrace Trace =
      llvm::cantFail(RegionTrace::make(randomRegion(Seed, Options)));
  StepLatencies Latencies = StepLatencies::ofInstructions(
      Trace, randomLoadCycles(Seed, Trace.loads().size(), Random() % 30));
  ReorderBufferModel::Shortcuts None;
  None.ResolveLanesTogether = None.DelayCommits = None.CountFromLists = false;
  ReorderBufferModel Plain(Trace.instructions(), 4, None);
  for (unsigned Width : {4, 8, 16}) {
    if (!ReorderBufferModel::hasRegisters(Width))
      continue;
    for (unsigned Which = 1; Which != 8; ++Which) {
      ReorderBufferModel::Shortcuts Some;
      Some.ResolveLanesTogether = Which & 1;
      Some.DelayCommits = Which & 2;
      Some.CountFromLists = Which & 4;
      ReorderBufferModel Model(Trace.instructions(), Width, Some);
      std::vector<uint32_t> Near = nearSizes(Seed);
      Plain.run(Latencies, Near, 0);
      Model.run(Latencies, Near, 0);
      expectSameRun(Plain, Model, Near.size(), 0);
      Plain.run(Latencies, PowersOfTwo, PowersOfTwo.size());
      Model.run(Latencies, PowersOfTwo, PowersOfTwo.size());
      expectSameRun(Plain, Model, PowersOfTwo.size(), PowersOfTwo.size());
    }
  }
}

TEST_P(ReorderBufferModelTest, NearSizesAreTheDirectEvaluation) {
  uint64_t Seed = GetParam() + 600;
  RandomTraceOptions Options;
  Options.DataLines = 8;
  Options.Registers = 30;
  TraceRegion Region = randomRegion(Seed, Options);
  size_t Loads =
      llvm::count_if(Region.Instructions, [](auto &I) { return I.isLoad(); });
  RegionTrace Trace = llvm::cantFail(RegionTrace::make(Region));
  std::vector<uint8_t> LoadCycles = randomLoadCycles(Seed, Loads, 20);
  std::vector<uint32_t> Sizes = nearSizes(Seed);
  ReorderBufferModel Model(Trace.instructions());
  Model.run(StepLatencies::ofInstructions(Trace, LoadCycles), Sizes, 0);
  for (size_t L = 0; L != Sizes.size(); ++L) {
    DirectEvaluation Direct(Region, LoadCycles, Sizes[L]);
    for (size_t W = 0; W != Trace.windows().size(); ++W)
      ASSERT_EQ(Model.windowEnds()[W][L],
                Direct.C[Trace.instructions().WindowEnds[W] - 1]);
  }
}

TEST_P(ReorderBufferModelTest, LargerBuffersCommitNoLater) {
  // Where no loads of a line meet; otherwise another order of loads may be
  // slower.
  uint64_t Seed = GetParam() + 400;
  RandomTraceOptions Options;
  Options.DataLines = 1u << 30;
  Options.Registers = 5 + Seed % 40;
  RegionTrace Trace =
      llvm::cantFail(RegionTrace::make(randomRegion(Seed, Options)));
  ReorderBufferModel Model(Trace.instructions());
  Model.run(StepLatencies::ofInstructions(
                Trace, randomLoadCycles(Seed, Trace.loads().size(), 30)),
            {1, 2, 3, 4, 5, 8, 13, 16, 40, 64, 100, 200, 400, 500, 777, 1024},
            0);
  for (const ReorderBufferModel::Row &Row : Model.windowEnds())
    EXPECT_TRUE(std::is_sorted(Row.rbegin(), Row.rend()));
}

TEST_P(ReorderBufferModelTest, GoesByEventsWhereAllLoadsShareALine) {
  uint64_t Seed = GetParam() + 200;
  RandomTraceOptions Options;
  Options.Instructions = 20000;
  Options.DataLines = 1 + Seed % 2;
  Options.Loads = 60;
  Options.Registers = 3 + Seed % 8;
  TraceRegion Region = randomRegion(Seed, Options);
  size_t Loads =
      llvm::count_if(Region.Instructions, [](auto &I) { return I.isLoad(); });
  std::vector<uint8_t> Cycles = randomLoadCycles(Seed, Loads, 50);
  if (Seed % 8 == 0)
    expectDirectEvaluation(Region, Cycles, {3, 17, 100, 1000});
  RegionTrace Trace = llvm::cantFail(RegionTrace::make(Region));
  ReorderBufferModel Model(Trace.instructions());
  Model.run(StepLatencies::ofInstructions(Trace, Cycles), PowersOfTwo, 0);
  EXPECT_TRUE(Model.wentByEvents());
  // A run that is easy again goes in program order.
  Model.run(
      StepLatencies::ofInstructions(Trace, std::vector<uint8_t>(Loads, 4)),
      PowersOfTwo, 0);
  EXPECT_FALSE(Model.wentByEvents());
  EXPECT_EQ(Model.numEvaluated(), Trace.size());
}

INSTANTIATE_TEST_SUITE_P(Random, ReorderBufferModelTest,
                         testing::Range(0u, 24u));

} // namespace
