//===- LoopEventsTest.cpp - Loops in one event, and one by one ------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A schedule of loops that come as one event each, of which many executions are
// followed at a time, equals in every field the one for which each execution is
// decided and scheduled.
//
//===----------------------------------------------------------------------===//

#include "Machines.h"
#include "RandomCases.h"
#include "rafter/Stream/SegmentDecoder.h"
#include "gtest/gtest.h"

using namespace rafter;
using namespace rafter::test;

namespace {

/// Nests of loops over random bodies, as events of both kinds.
class RandomNests {
public:
  explicit RandomNests(uint64_t Seed, bool Plain);

  ScheduleResult schedule(llvm::ArrayRef<uint64_t> Events,
                          SchedulerOptions Options = {}) {
    Scheduler S(Case.CPU, P.Table, Options);
    S.setWarmUp(false);
    SegmentDecoder Decoder(P, S);
    if (Case.Warm) {
      S.setWarmUp(true);
      llvm::cantFail(Decoder.decode(Events));
      Decoder.finish();
      S.setWarmUp(false);
    }
    llvm::cantFail(Decoder.decode(Events));
    Decoder.finish();
    Together += S.followedTogether();
    return S.result();
  }

  std::vector<uint64_t> Loops, Single;
  uint64_t Together = 0;

private:
  void loop(uint64_t Count, llvm::ArrayRef<uint64_t> Addresses,
            llvm::ArrayRef<uint64_t> Steps);

  RandomCase Case;
  Program P;
};

} // namespace

void RandomNests::loop(uint64_t Count, llvm::ArrayRef<uint64_t> Addresses,
                       llvm::ArrayRef<uint64_t> Steps) {
  for (uint64_t Word : {SegmentDecoder::Loop, uint64_t(0) << 32 | 1, Count})
    Loops.push_back(Word);
  Loops.insert(Loops.end(), Addresses.begin(), Addresses.end());
  Loops.insert(Loops.end(), Steps.begin(), Steps.end());
  for (uint64_t N = 0; N != Count; ++N) {
    Single.push_back(N != 0);
    for (size_t I = 0; I != Steps.size(); ++I)
      Single.push_back(Addresses[I] + N * Steps[I]);
  }
}

/// Plain: a machine without ways and prefetchers.
RandomNests::RandomNests(uint64_t Seed, bool Plain) : Case(randomLoops(Seed)) {
  Random R(~Seed);
  if (Plain) {
    Case.CPU.NextLinePrefetch = false;
    Case.CPU.StridePrefetchDistance = 0;
    for (MemoryLevelParameters &M : Case.CPU.Memory)
      M.Ways = Unlimited;
    Case.CPU.memory(MemoryLevel::L1).Capacity = R.oneOf({16, 64, 1024}) * 64;
    Case.CPU.memory(MemoryLevel::L1).Bandwidth = Unlimited;
  }
  P.Table = Case.Table;
  P.Functions.push_back({"f", 64, 0});
  uint32_t End = P.Table.Operations.size();
  for (uint32_t I = 0; I != 2; ++I) {
    StaticOperation Move;
    Move.Kind = OperationKind::Move;
    Move.NumSources = 1;
    Move.Sources[0] = R.below(6);
    Move.Result = R.below(6);
    P.Table.Operations.push_back(Move);
  }
  std::vector<uint32_t> Bytes;
  for (uint32_t I = 0; I != End; ++I)
    if (const StaticOperation &O = P.Table.Operations[I]; isMemory(O.Kind))
      Bytes.push_back(O.ElementBytes);
  for (uint32_t Moves : {End, End + 2}) {
    Segment S;
    S.MovesBegin = End;
    S.MovesEnd = Moves;
    S.End = End;
    S.NumAddresses = Bytes.size();
    P.Segments.push_back(S);
  }
  // What lies between loops.
  Segment Between;
  Between.End = std::min<uint32_t>(3, End);
  for (uint32_t I = 0; I != Between.End; ++I)
    Between.NumAddresses += isMemory(P.Table.Operations[I].Kind);
  P.Segments.push_back(Between);

  uint64_t Begin = 1 << 20, Places = R.oneOf({64, 1024, 65536});
  std::vector<uint64_t> Addresses, Steps, Outer;
  uint64_t Common = R.oneOf({4, 8, 16, 24, 64});
  // Whether the loops come again, for a while, with the lines that they had.
  bool Still = R.once(2);
  for (uint32_t Size : Bytes) {
    Addresses.push_back(Begin + R.below(Places) / Size * Size + R.once(20));
    bool Down = R.once(4);
    uint64_t Step = R.once(3) ? R.oneOf({0, 1, 4, 8, 32, 200}) : Common;
    Steps.push_back(Down ? -Step : Step);
    Outer.push_back(Still ? R.oneOf({0, 0, 0, 8}) : R.oneOf({0, 8, 64, 1600}));
  }
  for (std::vector<uint64_t> *Events : {&Loops, &Single})
    Events->push_back(SegmentDecoder::RegionBegin);
  uint64_t Count = R.oneOf({1, 3, 9, 40, 200, 1000});
  for (uint64_t Left = 4000; Left >= Count; Left -= Count) {
    loop(R.once(Still ? 20 : 4) ? 1 + R.below(Count) : Count, Addresses, Steps);
    for (size_t I = 0; I != Outer.size(); ++I)
      Addresses[I] += Outer[I];
    if (Outer.empty() || !R.once(Still ? 16 : 2))
      continue;
    for (std::vector<uint64_t> *Events : {&Loops, &Single}) {
      Events->push_back(2);
      Events->insert(Events->end(), Addresses.begin(),
                     Addresses.begin() + P.Segments[2].NumAddresses);
    }
  }
}

TEST(LoopEvents, ChangeNothingInRandomNests) {
  uint64_t Together = 0;
  for (uint64_t Seed = 0; Seed != 600 && !HasFailure(); ++Seed) {
    SCOPED_TRACE(Seed);
    RandomNests Nests(Seed, /*Plain=*/Seed % 4 != 0);
    SchedulerOptions Everything;
    Everything.RecurringStates = Everything.RepeatedLines = false;
    ScheduleResult Expected = Nests.schedule(Nests.Single, Everything);
    expectEqual(Nests.schedule(Nests.Loops), Expected);
    expectEqual(Nests.schedule(Nests.Loops, Everything), Expected);
    Together += Nests.Together != 0;
  }
  EXPECT_GT(Together, 60u);
}

/// A loop over a few lines that comes again and again, other lines between,
/// which are the same ones for a while; caches of not many more lines.
TEST(LoopEvents, KeepTheOrderOfLinesWhereLoopsComeAgain) {
  uint64_t Together = 0;
  for (uint64_t Seed = 0; Seed != 300 && !HasFailure(); ++Seed) {
    SCOPED_TRACE(Seed);
    Random R(Seed);
    Processor CPU;
    double Lines = 0;
    for (MemoryLevelParameters &M : CPU.Memory) {
      M.Latency = 4 + Lines;
      M.Capacity = (Lines += 10 + R.below(16)) * 64;
    }
    CPU.buffer(BufferKind::ReorderBuffer) = 40;
    Program P;
    P.Functions.push_back({"f", 64, 0});
    uint32_t Loads = 1 + R.below(2);
    for (uint32_t I = 0; I != Loads; ++I) {
      StaticOperation Load;
      Load.Kind = OperationKind::Load;
      Load.Result = I;
      P.Table.Operations.push_back(Load);
    }
    // The loop, another one with the same accesses, and one access.
    for (uint32_t End : {Loads, Loads, 1u}) {
      Segment S;
      S.End = S.NumAddresses = End;
      P.Segments.push_back(S);
    }
    std::vector<uint64_t> Events[2];
    for (std::vector<uint64_t> &E : Events)
      E.push_back(SegmentDecoder::RegionBegin);
    std::vector<uint64_t> Between[2];
    for (std::vector<uint64_t> &B : Between)
      for (uint64_t N = R.below(5); N != 0; --N)
        B.push_back(64 * R.below(40));
    uint64_t Count = 3 + R.below(8), Step = R.oneOf({64, 64, 32, 128});
    for (unsigned Time = 0; Time != 3000; ++Time) {
      bool Other = R.once(30);
      const std::vector<uint64_t> &B = Between[Other];
      for (size_t I = R.once(40); I + R.once(60) < B.size(); ++I)
        for (std::vector<uint64_t> &E : Events)
          E.insert(E.end(), {2, B[I] + 8 * R.below(8)});
      uint64_t Number = R.once(40), Base = R.once(50) ? 64 * R.below(20) : 0;
      uint64_t Times = R.once(40) ? 3 + R.below(8) : Count;
      if (Step % 64 == 0)
        Base += 8 * R.below(8);
      Events[0].insert(Events[0].end(),
                       {SegmentDecoder::Loop, Number << 32 | Number, Times});
      for (uint64_t I = 0; I != Loads; ++I)
        Events[0].push_back(Base + 6 * 64 * I);
      Events[0].insert(Events[0].end(), Loads, Step);
      for (uint64_t N = 0; N != Times; ++N) {
        Events[1].push_back(Number);
        for (uint64_t I = 0; I != Loads; ++I)
          Events[1].push_back(Base + 6 * 64 * I + N * Step);
      }
    }
    ScheduleResult Results[2];
    for (unsigned Single : {0, 1}) {
      SchedulerOptions Options;
      Options.RecurringStates = Options.RepeatedLines = !Single;
      Scheduler S(CPU, P.Table, Options);
      SegmentDecoder Decoder(P, S);
      llvm::cantFail(Decoder.decode(Events[Single]));
      Decoder.finish();
      Results[Single] = S.result();
      Together += S.followedTogether();
    }
    expectEqual(Results[0], Results[1]);
  }
  EXPECT_GT(Together, 100000u);
}
