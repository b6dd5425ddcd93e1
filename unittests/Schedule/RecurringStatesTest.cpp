//===- RecurringStatesTest.cpp - What is remembered is exact --------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A schedule whose recurring states are followed equals the one for which
// every node is scheduled, in every field.
//
//===----------------------------------------------------------------------===//

#include "Kernels.h"
#include "Machines.h"
#include "RandomCases.h"
#include "rafter/Stream/SegmentDecoder.h"
#include "gtest/gtest.h"

using namespace rafter;
using namespace rafter::test;

namespace {

SchedulerOptions everything() {
  SchedulerOptions Options;
  Options.RecurringStates = Options.RepeatedLines = false;
  return Options;
}

TEST(RecurringStates, ChangeNothingInRandomLoops) {
  unsigned Recurring = 0;
  for (uint64_t Seed = 0; Seed != 400 && !HasFailure(); ++Seed) {
    SCOPED_TRACE(Seed);
    RandomCase Case = randomLoops(Seed);
    uint64_t Followed = 0;
    expectEqual(schedule(Case, Seed, {}, &Followed),
                schedule(Case, Seed, everything()));
    Recurring += Followed != 0;
  }
  EXPECT_GT(Recurring, 100u);
}

TEST(RecurringStates, ChangeNothingInRandomStreams) {
  for (uint64_t Seed = 0; Seed != 40 && !HasFailure(); ++Seed) {
    SCOPED_TRACE(Seed);
    RandomCase Case = randomCase(Seed, /*Long=*/true);
    expectEqual(schedule(Case, Seed), schedule(Case, Seed, everything()));
  }
}

/// Levels that are decided once for a line, or for each access. States are not
/// followed, so that each outcome has its own place in the schedule.
TEST(RepeatedLines, ChangeNothingInRandomLoopsAndStreams) {
  SchedulerOptions Repeating = everything();
  Repeating.RepeatedLines = true;
  for (uint64_t Seed = 0; Seed != 200 && !HasFailure(); ++Seed) {
    SCOPED_TRACE(Seed);
    RandomCase Case =
        Seed % 5 == 0 ? randomCase(Seed, /*Long=*/true) : randomLoops(Seed);
    expectEqual(schedule(Case, Seed, Repeating),
                schedule(Case, Seed, everything()));
  }
}

/// Hides that its target takes segments.
class OperationsOnly final : public StreamConsumer {
public:
  explicit OperationsOnly(StreamConsumer &Target) : Target(Target) {}
  void setWarmUp(bool On) override { Target.setWarmUp(On); }
  void beginRegion() override { Target.beginRegion(); }
  void consume(llvm::ArrayRef<DynamicOperation> Operations) override {
    Target.consume(Operations);
  }
  void endRegion() override { Target.endRegion(); }

private:
  StreamConsumer &Target;
};

/// Segments as a whole, or their operations one by one.
TEST(RecurringStates, AreTheSameWithWholeSegments) {
  for (uint64_t Seed = 0; Seed != 100 && !HasFailure(); ++Seed) {
    SCOPED_TRACE(Seed);
    RandomCase Case = randomLoops(Seed);
    Program P;
    P.Table = Case.Table;
    P.Functions.push_back({"f", 64, 0});
    uint32_t Middle = Case.Table.Operations.size() / 2;
    for (auto [From, To] : {std::pair<uint32_t, uint32_t>(0, Middle),
                            std::pair<uint32_t, uint32_t>(
                                Middle, Case.Table.Operations.size())}) {
      Segment S;
      S.Begin = From;
      S.End = To;
      for (uint32_t I = From; I != To; ++I)
        S.NumAddresses += isMemory(Case.Table.Operations[I].Kind);
      P.Segments.push_back(S);
    }
    std::vector<uint64_t> Events;
    for (const Region &Operations : Case.Regions) {
      Events.push_back(SegmentDecoder::RegionBegin);
      for (const DynamicOperation &D : Operations) {
        if (D.Static == 0 || D.Static == Middle)
          Events.push_back(D.Static != 0);
        if (isMemory(Case.Table.Operations[D.Static].Kind))
          Events.push_back(D.Address);
      }
    }
    Scheduler Whole(Case.CPU, P.Table), Single(Case.CPU, P.Table);
    OperationsOnly Hidden(Single);
    for (StreamConsumer *C : {static_cast<StreamConsumer *>(&Whole),
                              static_cast<StreamConsumer *>(&Hidden)}) {
      SegmentDecoder Decoder(P, *C);
      llvm::cantFail(Decoder.decode(Events));
      Decoder.finish();
    }
    expectEqual(Whole.result(), Single.result());
  }
}

/// Nothing is followed where it was not asked for, and where the number of the
/// cycle counts.
TEST(RecurringStates, AreFollowedOnlyWhereTheyMay) {
  RandomCase Case;
  StaticOperation Add;
  Add.Kind = OperationKind::Add;
  Add.NumSources = 1;
  Add.Sources[0] = Add.Result = 0;
  Case.Table.Operations.push_back(Add);
  Case.Regions.emplace_back(3000, DynamicOperation{0, 0, 0});
  Case.CPU.compute(ComputeKind::Add).Latency = 3;
  Case.CPU.buffer(BufferKind::ReservationStation) = 20;
  uint64_t Followed = 0;
  EXPECT_EQ(schedule(Case, 0, everything(), &Followed).Cycles, 9000u);
  EXPECT_EQ(Followed, 0u);
  EXPECT_EQ(schedule(Case, 0, {}, &Followed).Cycles, 9000u);
  EXPECT_GT(Followed, 2000u);
  Followed = 0;
  Case.CPU.FetchBandwidth = 2.5;
  EXPECT_EQ(schedule(Case, 0, {}, &Followed).Cycles, 9000u);
  EXPECT_EQ(Followed, 0u);
}

} // namespace
