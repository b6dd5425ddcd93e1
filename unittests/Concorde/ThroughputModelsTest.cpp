//===- ThroughputModelsTest.cpp - Bounds of single resources --------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ThroughputModels.h"
#include "RandomTraces.h"
#include "gtest/gtest.h"
#include <map>

using namespace rafter;
using namespace rafter::concorde;

namespace {

RegionTrace traceOf(const TraceRegion &Region) {
  return llvm::cantFail(RegionTrace::make(Region));
}

/// Equation (5) from the cycles by which the instructions up to each one are
/// done.
Throughputs fromDone(const std::vector<uint64_t> &Done) {
  Throughputs Result;
  uint64_t Before = 0;
  for (size_t End = WindowSize; End <= Done.size(); End += WindowSize) {
    uint64_t Cycles = Done[End - 1] - Before;
    Result.push_back(Cycles == 0 ? MaxThroughput
                                 : std::min(MaxThroughput, 400.0f / Cycles));
    Before = Done[End - 1];
  }
  return Result;
}

std::vector<uint8_t> randomFetchCycles(uint64_t Seed, size_t N) {
  std::mt19937_64 Random(Seed);
  std::vector<uint8_t> Cycles(N);
  for (uint8_t &C : Cycles)
    C = FetchLatency[Random() % 4];
  return Cycles;
}

void expectNear(const Throughputs &A, const Throughputs &B) {
  ASSERT_EQ(A.size(), B.size());
  for (size_t W = 0; W != A.size(); ++W)
    ASSERT_FLOAT_EQ(A[W], B[W]) << "window " << W;
}

TEST(ThroughputModelsTest, LoadQueueIsItsEquations) {
  for (uint64_t Seed = 0; Seed != 10; ++Seed) {
    TraceRegion Region = randomRegion(Seed);
    RegionTrace Trace = traceOf(Region);
    std::vector<uint8_t> LoadCycles =
        randomLoadCycles(Seed, Trace.loads().size(), 10 * Seed);
    std::vector<uint32_t> Sizes = {1, 2, 3, 12, 40, 256};
    ReorderBufferModel Model(Trace.loadSteps());
    Model.run(StepLatencies::ofLoads(Trace, LoadCycles), Sizes, 0);
    for (size_t L = 0; L != Sizes.size(); ++L) {
      // Without dependences loads start in order.
      std::vector<uint64_t> Commit, Done;
      std::map<uint64_t, uint64_t> LastResponse;
      for (const CrackedInstruction &T : Region.Instructions) {
        if (T.isLoad()) {
          size_t I = Commit.size();
          uint64_t Start = I < Sizes[L] ? 0 : Commit[I - Sizes[L]];
          uint64_t &Response = LastResponse[T.DataAddress / 64];
          Response = std::max<uint64_t>(Response, Start + LoadCycles[I]);
          Commit.push_back(std::max(Response, I ? Commit[I - 1] : 0));
        }
        Done.push_back(Commit.empty() ? 0 : Commit.back());
      }
      expectNear(bufferThroughputs(Trace.windows(), Model.windowEnds(), L),
                 fromDone(Done));
    }
  }
}

TEST(ThroughputModelsTest, StoreQueueIsItsEquations) {
  TraceRegion Region = randomRegion(3);
  RegionTrace Trace = traceOf(Region);
  for (uint32_t Entries : {1, 2, 7, 18, 256}) {
    std::vector<uint64_t> Commit, Done;
    for (const CrackedInstruction &T : Region.Instructions) {
      if (T.isStore()) {
        size_t I = Commit.size();
        uint64_t Start = I < Entries ? 0 : Commit[I - Entries];
        uint64_t Finish = Start + executionLatency(T.Class);
        Commit.push_back(std::max(Finish, I ? Commit[I - 1] : 0));
      }
      Done.push_back(Commit.empty() ? 0 : Commit.back());
    }
    expectNear(storeQueueThroughputs(Trace.windows(), Entries), fromDone(Done));
  }
}

TEST(ThroughputModelsTest, IssueWidthsAreEquationSix) {
  TraceRegion Region = randomRegion(4);
  RegionTrace Trace = traceOf(Region);
  for (IssueQueue Queue :
       {IssueQueue::Integer, IssueQueue::Float, IssueQueue::Memory})
    for (uint32_t Width = 1; Width <= 8; ++Width) {
      Throughputs Expected;
      for (size_t W = 0; W != Trace.windows().size(); ++W) {
        unsigned Number = 0;
        for (size_t I = 0; I != WindowSize; ++I)
          Number += issueQueue(Region.Instructions[W * WindowSize + I].Class) ==
                    Queue;
        Expected.push_back(std::min(MaxThroughput, 400.0f * Width / Number));
      }
      expectNear(issueThroughputs(Trace.windows(), Queue, Width), Expected);
    }
}

/// The cycles in which pipes issue loads and stores, step by step in small
/// parts of an instruction.
double simulatePipes(double Loads, double Stores, double LoadStore,
                     double LoadOnly, bool StoresFirst) {
  constexpr double Step = 1.0 / 256;
  double Time = 0;
  for (; Loads > 1e-6 || Stores > 1e-6; Time += Step) {
    double Shared = LoadStore * Step, Own = LoadOnly * Step;
    if (StoresFirst || Loads <= 1e-6) {
      double Now = std::min(Stores, Shared);
      Stores -= Now;
      Shared -= Now;
    }
    Loads -= std::min(Loads, Shared + Own);
  }
  return Time;
}

TEST(ThroughputModelsTest, PipesAreTheWorstAndTheBestAllocation) {
  std::mt19937_64 Random(5);
  for (unsigned Round = 0; Round != 300; ++Round) {
    WindowCounts Window;
    Window.Instructions = WindowSize;
    Window.Loads = Random() % 200;
    Window.Stores = 1 + Random() % 150;
    uint32_t LoadStore = 1 + Random() % 8, LoadOnly = Random() % 9;
    double Worst =
        simulatePipes(Window.Loads, Window.Stores, LoadStore, LoadOnly, false);
    double Best =
        simulatePipes(Window.Loads, Window.Stores, LoadStore, LoadOnly, true);
    EXPECT_NEAR(pipesLowerThroughputs(Window, LoadStore, LoadOnly)[0],
                throughput(WindowSize, Worst), 0.15);
    EXPECT_NEAR(pipesUpperThroughputs(Window, LoadStore, LoadOnly)[0],
                throughput(WindowSize, Best), 0.15);
  }
}

TEST(ThroughputModelsTest, FillsAreCountedCycleByCycle) {
  for (uint64_t Seed = 0; Seed != 6; ++Seed) {
    TraceRegion Region = randomRegion(Seed);
    RegionTrace Trace = traceOf(Region);
    std::vector<uint8_t> Cycles =
        randomFetchCycles(Seed, Trace.fetches().size());
    for (uint32_t Number : {1, 2, 5, 32}) {
      // In each cycle, requests go out in order while fills are free.
      std::multimap<uint64_t, uint64_t> InFlight;
      uint64_t Now = 0, Latest = 0;
      std::vector<uint64_t> Done;
      size_t F = 0;
      for (size_t I = 0; I != Region.Instructions.size(); ++I) {
        if (F != Trace.fetches().size() && Trace.fetches()[F].Position == I) {
          uint64_t Line = Region.Instructions[I].Address / 64;
          bool Flies = llvm::any_of(InFlight, [&](auto &Fill) {
            return Fill.second == Line && Fill.first > Now;
          });
          if (Cycles[F] > 1 && !Flies) {
            while (true) {
              InFlight.erase(InFlight.begin(), InFlight.upper_bound(Now));
              if (InFlight.size() < Number)
                break;
              ++Now;
            }
            InFlight.emplace(Now + Cycles[F], Line);
            Latest = std::max(Latest, Now + Cycles[F]);
          }
          ++F;
        }
        Done.push_back(Latest);
      }
      expectNear(fillThroughputs(Trace, Cycles, Number), fromDone(Done));
    }
  }
}

TEST(ThroughputModelsTest, FetchBuffersAreTheirEquations) {
  TraceRegion Region = randomRegion(7);
  RegionTrace Trace = traceOf(Region);
  std::vector<uint8_t> Cycles = randomFetchCycles(7, Trace.fetches().size());
  std::vector<uint32_t> Sizes = {1, 2, 3, 4, 5, 6, 7, 8};
  ReorderBufferModel Model(Trace.fetchSteps());
  Model.run(StepLatencies(Cycles), Sizes, 0);
  for (size_t L = 0; L != Sizes.size(); ++L) {
    std::vector<uint64_t> Arrived, Done;
    for (size_t I = 0; I != Region.Instructions.size(); ++I) {
      size_t F = Arrived.size();
      if (F != Cycles.size() && Trace.fetches()[F].Position == I) {
        uint64_t Request = F < Sizes[L] ? 0 : Arrived[F - Sizes[L]];
        Arrived.push_back(
            std::max(Request + Cycles[F], F ? Arrived[F - 1] : uint64_t(0)));
      }
      Done.push_back(Arrived.back());
    }
    expectNear(bufferThroughputs(Trace.windows(), Model.windowEnds(), L),
               fromDone(Done));
  }
}

TEST(ThroughputModelsTest, BandwidthIsLinesByTheirTime) {
  std::vector<WindowCounts> Counts(3);
  for (WindowCounts &W : Counts)
    W.Instructions = WindowSize;
  Throughputs Bounds = bandwidthThroughputs(Counts, {0, 100, 1});
  EXPECT_EQ(Bounds[0], MaxThroughput);
  EXPECT_FLOAT_EQ(Bounds[1], 400 / (100 * 3.84375f));
  EXPECT_EQ(Bounds[2], MaxThroughput);
}

TEST(ThroughputModelsTest, AChainOfLoadsFromMemoryTakesTheirTime) {
  // Each load needs the one before; 200 cycles each in a buffer of any size.
  TraceRegion Region;
  for (unsigned I = 0; I != 800; ++I) {
    CrackedInstruction T;
    T.Address = 0x1000;
    T.Class = InstructionClass::Load;
    T.DataAddress = I * 64;
    T.DataBytes = 8;
    T.Sources[0] = T.Destinations[0] = 1;
    Region.Instructions.push_back(T);
  }
  RegionTrace Trace = traceOf(Region);
  std::vector<uint8_t> Cycles(800, 200);
  ReorderBufferModel Buffers(Trace.instructions());
  Buffers.run(StepLatencies::ofInstructions(Trace, Cycles), {1, 1024}, 0);
  EXPECT_EQ(bufferThroughputs(Trace.windows(), Buffers.windowEnds(), 1),
            Throughputs(2, 1 / 200.0f));
  // Without the dependence, the queue is what binds: 16 loads in 200 cycles.
  ReorderBufferModel Queues(Trace.loadSteps());
  Queues.run(StepLatencies::ofLoads(Trace, Cycles), {16}, 0);
  EXPECT_EQ(bufferThroughputs(Trace.windows(), Queues.windowEnds(), 0),
            Throughputs(2, 16 / 200.0f));
}

TEST(ThroughputModelsTest, WindowsWithoutUsersHaveNoBound) {
  TraceRegion Region;
  Region.Instructions.resize(800);
  RegionTrace Trace = traceOf(Region);
  ReorderBufferModel Queues(Trace.loadSteps());
  Queues.run(StepLatencies::ofLoads(Trace, {}), {1}, 0);
  Throughputs Unbound(2, MaxThroughput);
  EXPECT_EQ(bufferThroughputs(Trace.windows(), Queues.windowEnds(), 0),
            Unbound);
  EXPECT_EQ(storeQueueThroughputs(Trace.windows(), 1), Unbound);
  EXPECT_EQ(issueThroughputs(Trace.windows(), IssueQueue::Float, 1), Unbound);
  EXPECT_EQ(pipesLowerThroughputs(Trace.windows(), 1, 0), Unbound);
  EXPECT_EQ(pipesUpperThroughputs(Trace.windows(), 1, 0), Unbound);
}

TEST(ThroughputModelsTest, LargerResourcesNeverLowerTheTimeOfARegion) {
  TraceRegion Region = randomRegion(11);
  RegionTrace Trace = traceOf(Region);
  std::vector<uint8_t> FetchCycles =
      randomFetchCycles(11, Trace.fetches().size());
  auto Cycles = [](const Throughputs &Bounds) {
    double Sum = 0;
    for (float Bound : Bounds)
      Sum += WindowSize / Bound;
    return Sum * 0.999999;
  };
  for (uint32_t N = 1; N != 8; ++N) {
    auto W = Trace.windows();
    EXPECT_LE(Cycles(storeQueueThroughputs(W, N + 1)),
              Cycles(storeQueueThroughputs(W, N)) / 0.999999);
    EXPECT_LE(Cycles(issueThroughputs(W, IssueQueue::Memory, N + 1)),
              Cycles(issueThroughputs(W, IssueQueue::Memory, N)) / 0.999999);
    EXPECT_LE(Cycles(pipesLowerThroughputs(W, N, N + 1)),
              Cycles(pipesLowerThroughputs(W, N, N)) / 0.999999);
    EXPECT_LE(Cycles(pipesUpperThroughputs(W, N + 1, N)),
              Cycles(pipesUpperThroughputs(W, N, N)) / 0.999999);
    EXPECT_LE(Cycles(fillThroughputs(Trace, FetchCycles, N + 1)),
              Cycles(fillThroughputs(Trace, FetchCycles, N)) / 0.999999);
  }
}

} // namespace
