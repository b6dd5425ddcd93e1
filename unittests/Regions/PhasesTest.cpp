//===- PhasesTest.cpp - Regions by phases ---------------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/Regions/PhaseChoice.h"
#include "rafter/Regions/RegionPlaces.h"
#include "rafter/Support/RandomNumbers.h"
#include "gtest/gtest.h"
#include <cmath>
#include <numeric>

using namespace rafter;

namespace {

constexpr uint64_t Interval = 1000;

/// Plays loops of ten instructions, a load and a branch among them.
class LoopPlayer {
public:
  explicit LoopPlayer(PhaseProfile &Profile) : Profile(Profile) {}

  /// So many instructions of the loop at Code; its loads are Stride bytes
  /// apart.
  void run(uint64_t Instructions, uint64_t Code, uint64_t Stride) {
    for (uint64_t I = 0; I != Instructions; ++I) {
      CrackedInstruction Next;
      Next.Address = Code + 4 * (I % 10);
      if (I % 10 == 0) {
        Next.Class = InstructionClass::Load;
        Next.DataBytes = 8;
        Next.DataAddress = Data += Stride;
      } else if (I % 10 == 9) {
        Next.Class = InstructionClass::Branch;
        Next.Branch = BranchKind::Conditional;
        Next.Flags = CrackedInstruction::Taken;
      }
      Profile.take(Next);
    }
  }
  /// The loads begin at Address.
  void moveTo(uint64_t Address) { Data = Address; }

private:
  PhaseProfile &Profile;
  uint64_t Data = 0x10000000;
};

float lines(const IntervalSignature &S, unsigned Kind) {
  return S.Values[IntervalSignature::BlockDimensions + Kind];
}

double distance(const IntervalSignature &A, const IntervalSignature &B) {
  double Sum = 0;
  for (size_t D = 0; D != A.Values.size(); ++D)
    Sum += (A.Values[D] - B.Values[D]) * (A.Values[D] - B.Values[D]);
  return std::sqrt(Sum);
}

TEST(PhaseProfile, IntervalsOfOneLoopAreAlikeAndOfTwoAreNot) {
  PhaseProfile Profile(Interval, /*CountsWhole=*/false);
  LoopPlayer Player(Profile);
  Player.run(4 * Interval, 0x1000, 0);
  Player.run(3 * Interval + 1, 0x2000, 0);
  EXPECT_EQ(Profile.executed(), 7 * Interval + 1);
  auto All = Profile.intervals();
  ASSERT_EQ(All.size(), 7u);
  // The first interval is where lines are new.
  EXPECT_LT(distance(All[1], All[3]), 1e-6);
  EXPECT_LT(distance(All[5], All[6]), 1e-6);
  // About sqrt(2) times what a share of one is worth.
  EXPECT_NEAR(distance(All[3], All[6]), 0.42, 0.2);
}

TEST(PhaseProfile, LinesOfALastLevelAndOfMemoryAreTold) {
  PhaseProfile Profile(Interval, /*CountsWhole=*/false);
  LoopPlayer Player(Profile);
  // 100 lines each; 20,000 lines, more than 1 MB, then the first ones again.
  Player.run(200 * Interval, 0x1000, 64);
  Player.moveTo(0x10000000);
  Player.run(Interval, 0x1000, 64);
  // Of the interval before.
  Player.moveTo(0x10000000);
  Player.run(Interval + 1, 0x1000, 64);
  auto All = Profile.intervals();
  ASSERT_EQ(All.size(), 202u);
  EXPECT_NEAR(lines(All[199], 2), 80 * 0.1, 1e-4);
  EXPECT_EQ(lines(All[199], 1), 0);
  EXPECT_EQ(lines(All[200], 2), 0);
  EXPECT_NEAR(lines(All[200], 1), 20 * 0.1, 1e-4);
  EXPECT_EQ(lines(All[201], 1), 0);
  for (unsigned I : {199, 200, 201})
    EXPECT_NEAR(lines(All[I], 0), 5 * 0.101, 0.01);
  // 70,000 lines are more than 4 MB.
  Player.moveTo(0x20000000);
  Player.run(700 * Interval, 0x1000, 64);
  Player.moveTo(0x10000000);
  Player.run(Interval, 0x1000, 64);
  All = Profile.intervals();
  ASSERT_EQ(All.size(), 903u);
  EXPECT_NEAR(lines(All.back(), 2), 80 * 0.1, 0.2);
  EXPECT_EQ(lines(All.back(), 1), 0);
}

TEST(PhaseProfile, StoresToMemoryAreToldFromReads) {
  PhaseProfile Profile(Interval, /*CountsWhole=*/false);
  for (unsigned I = 0; I != 2 * Interval + 1; ++I) {
    CrackedInstruction Next;
    Next.Address = 0x1000;
    if (I % 10 == 0) {
      Next.Class = I % 20 ? InstructionClass::Store : InstructionClass::Load;
      Next.DataBytes = 8;
      Next.DataAddress = 0x10000000 + 64 * I;
    }
    Profile.take(Next);
  }
  const IntervalSignature &Second = Profile.intervals()[1];
  EXPECT_NEAR(lines(Second, 2), 80 * 0.05, 1e-4);
  EXPECT_NEAR(lines(Second, 3), 80 * 0.05, 1e-4);
  EXPECT_EQ(lines(Second, 1), 0);
}

// By the rules of CacheHierarchy.h.
TEST(LineSourcesTest, StoresAreInTheLastLevelOnceTheyArePushedOut) {
  using Source = LineSources::Source;
  constexpr uint64_t Second = 1 << 14;
  for (bool IsStore : {false, true}) {
    LineSources Sources;
    EXPECT_EQ(Sources.access(0, IsStore), Source::Memory);
    EXPECT_EQ(Sources.access(0, false), Source::Near);
    EXPECT_EQ(Sources.fetch(0), Source::Near);
    // More than the second level holds.
    for (uint64_t Line = 1; Line != 2 * Second; ++Line)
      EXPECT_EQ(Sources.access(Line, false), Source::Memory);
    EXPECT_EQ(Sources.access(0, false), Source::LastLevel);
  }
  // What is read stands in the last level, too, and leaves it although it is
  // used near the core; what is stored does not.
  LineSources Sources;
  Sources.access(0, false);
  Sources.access(1, true);
  for (uint64_t Line = 2; Line != 8 * Second; ++Line) {
    Sources.access(Line, false);
    Sources.access(0, false);
    Sources.access(1, true);
  }
  for (uint64_t Line : {0, 1})
    for (unsigned I = 1; I <= 16; ++I)
      Sources.access(Line + I * Second, false);
  EXPECT_EQ(Sources.access(0, false), Source::Memory);
  EXPECT_EQ(Sources.access(1, false), Source::LastLevel);
}

TEST(PhaseProfile, BranchesThatFollowNoRuleAreTold) {
  PhaseProfile Profile(Interval, /*CountsWhole=*/false);
  RandomNumbers Random(1);
  for (bool AtRandom : {false, true})
    for (unsigned I = 0; I != 20 * Interval; ++I) {
      CrackedInstruction Next;
      Next.Address = 0x1000 + 4 * (I % 10);
      if (I % 10 == 9) {
        Next.Class = InstructionClass::Branch;
        Next.Branch = BranchKind::Conditional;
        Next.Flags = (AtRandom ? Random.below(2) : I / 10 % 3 == 0)
                         ? CrackedInstruction::Taken
                         : 0;
      }
      Profile.take(Next);
    }
  auto All = Profile.intervals();
  ASSERT_GE(All.size(), 39u);
  // A tenth are branches; every third way is learned, half of the others are
  // wrong.
  EXPECT_EQ(lines(All[18], 4), 0);
  EXPECT_NEAR(lines(All[38], 4), 12 * 0.05, 12 * 0.015);
}

TEST(PhaseProfile, InstructionsThatAreSeveralCountOnceWhereThatIsAsked) {
  for (bool Whole : {false, true}) {
    PhaseProfile Profile(Interval, Whole);
    for (unsigned I = 0; I != 2 * Interval + 2; ++I) {
      CrackedInstruction Next;
      Next.Flags = I % 2 ? CrackedInstruction::Continued : 0;
      Profile.take(Next);
    }
    EXPECT_EQ(Profile.intervals().size(), Whole ? 1u : 2u);
    // Regions count all parts.
    EXPECT_EQ(Profile.intervals()[0].Instructions,
              Whole ? 2 * Interval : Interval);
  }
}

TEST(PhaseChoice, EachIntervalIsStoodForOnce) {
  RandomNumbers Random(3);
  std::vector<IntervalSignature> All(500);
  for (IntervalSignature &S : All)
    for (float &Value : S.Values)
      Value = Random.share();
  auto Samples = choosePhases(All, 30, 1);
  EXPECT_EQ(Samples.size(), 30u);
  size_t Sum = 0;
  for (size_t I = 0; I != Samples.size(); ++I) {
    Sum += Samples[I].StandsFor;
    EXPECT_TRUE(I == 0 || Samples[I - 1].Interval < Samples[I].Interval);
  }
  EXPECT_EQ(Sum, All.size());
  EXPECT_EQ(Samples, choosePhases(All, 30, 1));
}

TEST(PhaseChoice, FewKindsHaveOneSampleEach) {
  std::vector<IntervalSignature> All(100);
  for (size_t I = 0; I != All.size(); ++I)
    All[I].Values[0] = I < 70 ? 1 : I < 99 ? 2 : 50;
  auto Samples = choosePhases(All, 30, 1);
  ASSERT_EQ(Samples.size(), 3u);
  EXPECT_EQ(Samples[0].StandsFor, 70u);
  EXPECT_EQ(Samples[1].StandsFor, 29u);
  EXPECT_EQ(Samples[2], (PhaseSample{99, 1}));
}

TEST(PhaseChoice, IntervalsWeighWhatTheyExecute) {
  std::vector<IntervalSignature> All(30);
  for (size_t I = 0; I != All.size(); ++I) {
    All[I].Values[0] = I < 20 ? 1 : 2;
    All[I].Instructions = I < 20 ? 100 : 130;
  }
  EXPECT_EQ(choosePhases(All, 30, 1),
            (std::vector<PhaseSample>{{0, 2000}, {20, 1300}}));
}

// Rare extremes do not leave most of a program to one interval: a large group
// of which one interval tells little is split before a small one.
TEST(PhaseChoice, LargeGroupsAreSplitBeforeSmallOnes) {
  RandomNumbers Random(7);
  std::vector<IntervalSignature> All(1000);
  for (size_t I = 0; I != All.size(); ++I)
    All[I].Values[0] = I < 960 ? Random.share() : 100 + 4 * Random.share();
  for (uint64_t Seed = 1; Seed != 20; ++Seed) {
    // One split tells the 40 apart. N^2 times the variance is then 960^2 / 12
    // against 40^2 * 16 / 12 = 2133; of halves it is 960^2 / 12 / 2^4 = 4800,
    // of quarters 300.
    auto Samples = choosePhases(All, 5, Seed);
    ASSERT_EQ(Samples.size(), 5u);
    for (const PhaseSample &S : Samples)
      EXPECT_LE(S.StandsFor, 300u);
    EXPECT_EQ(Samples.back().StandsFor, 40u);
  }
}

TEST(PhaseChoice, NothingHasNoPhases) {
  EXPECT_TRUE(choosePhases({}, 30, 1).empty());
  std::vector<IntervalSignature> All(3);
  EXPECT_TRUE(choosePhases(All, 0, 1).empty());
  EXPECT_EQ(choosePhases(All, 30, 1), (std::vector<PhaseSample>{{0, 3}}));
}

TEST(PhaseChoice, SumsOfWhatDependsOnTheSignatureAreRight) {
  // A short burst among what is alike: even places miss it.
  RandomNumbers Random(5);
  std::vector<IntervalSignature> All(4000);
  std::vector<double> CPIs(All.size());
  for (size_t I = 0; I != All.size(); ++I) {
    float Slow = I >= 2900 && I < 2930 ? 2 + Random.share() : 0;
    float Noise = 0.1f * Random.share();
    All[I].Values[0] = Noise;
    All[I].Values[IntervalSignature::BlockDimensions] = Slow;
    CPIs[I] = 0.3 + Noise + Slow;
  }
  double Truth = std::accumulate(CPIs.begin(), CPIs.end(), 0.0) / CPIs.size();
  double Sum = 0;
  for (const PhaseSample &S : choosePhases(All, 30, 1))
    Sum += CPIs[S.Interval] * double(S.StandsFor);
  EXPECT_NEAR(Sum / All.size(), Truth, 0.002 * Truth);
}

TEST(RegionPlacesTest, PhasesBeginWhereTheirIntervalsDo) {
  RegionSampling Sampling;
  Sampling.By = RegionSampling::Choice::Phases;
  Sampling.Regions = 2;
  Sampling.WarmUp = 200;
  Sampling.Instructions = 800;
  PhaseProfile Profile(Sampling.length(), /*CountsWhole=*/false);
  LoopPlayer Player(Profile);
  Player.run(5000, 0x1000, 0);
  Player.run(3001, 0x2000, 0);
  auto Places = choosePlaces(Sampling, Profile);
  ASSERT_TRUE(bool(Places)) << llvm::toString(Places.takeError());
  ASSERT_EQ(Places->Begins.size(), 2u);
  EXPECT_LT(Places->Begins[0], 5000u);
  EXPECT_GE(Places->Begins[1], 5000u);
  EXPECT_EQ(Places->Begins[0] % 1000 + Places->Begins[1] % 1000, 0u);
  EXPECT_EQ(Places->StandsFor, (std::vector<uint64_t>{5000, 3000}));
}

TEST(RegionPlacesTest, MoreIntervalsThanCanBeGroupedAreAnError) {
  RegionSampling Sampling;
  Sampling.WarmUp = 0;
  Sampling.Instructions = 1;
  PhaseProfile Profile(Sampling.length(), /*CountsWhole=*/false);
  bool Wants = true;
  // An interval is complete when the next one begins.
  for (size_t I = 0; I != PhaseProfile::MaxIntervals; ++I)
    Wants &= Profile.take(CrackedInstruction());
  EXPECT_TRUE(Wants);
  EXPECT_FALSE(Profile.take(CrackedInstruction()));
  auto Places = choosePlaces(Sampling, Profile);
  EXPECT_EQ(llvm::toString(Places.takeError()),
            "by phases: more than 262143 intervals of 1 instructions; longer "
            "regions (--instructions) make fewer");
}

} // namespace
