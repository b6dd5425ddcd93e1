//===- RegionCutterTest.cpp - Cuts regions out of a stream ----------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/Regions/RegionCutter.h"
#include "llvm/ADT/STLExtras.h"
#include "gtest/gtest.h"

using namespace rafter;
using llvm::Error;

namespace {

/// Instructions at addresses from 0 on; every fourth is the second part of the
/// one before.
std::vector<CrackedInstruction> stream(size_t Count) {
  std::vector<CrackedInstruction> Result(Count);
  for (size_t I = 0; I != Count; ++I) {
    Result[I].Address = I;
    if (I % 4 == 3)
      Result[I].Flags = CrackedInstruction::Continued;
  }
  return Result;
}

struct Cuts {
  std::vector<TraceRegion> Regions;
  std::string Failure;
  bool Wants = true;

  Cuts(RegionCut Cut, std::vector<uint64_t> Places, size_t Count,
       const char *Refuses = "") {
    Cut.Name = "t";
    RegionCutter Cutter(Cut, {std::move(Places), {}},
                        [&](TraceRegion R) -> Error {
                          if (R.Name == Refuses)
                            return llvm::createStringError("full");
                          Regions.push_back(std::move(R));
                          return Error::success();
                        });
    for (const CrackedInstruction &I : stream(Count))
      Wants = Cutter.take(I);
    Failure = llvm::toString(Cutter.takeError());
  }
};

TEST(RegionCutter, RegionsStandBehindTheirWarmUp) {
  RegionCut Cut;
  Cut.WarmUp = 2;
  Cut.Instructions = 3;
  Cuts C(Cut, {1, 8}, 100);
  ASSERT_EQ(C.Regions.size(), 2u);
  EXPECT_EQ(C.Regions[1].Name, "t@8");
  EXPECT_EQ(C.Regions[1].WarmUp[0].Address, 8u);
  EXPECT_EQ(C.Regions[1].Instructions[0].Address, 10u);
  EXPECT_EQ(C.Regions[1].Instructions.size(), 3u);
  EXPECT_FALSE(C.Wants);
}

TEST(RegionCutter, RegionsBeginWithWholeInstructionsUnlessTheySplitThem) {
  RegionCut Cut;
  Cut.Instructions = 3;
  EXPECT_EQ(Cuts(Cut, {3}, 10).Regions[0].Instructions[0].Address, 4u);
  Cut.SplitsInstructions = true;
  EXPECT_EQ(Cuts(Cut, {3}, 10).Regions[0].Instructions[0].Address, 3u);
}

TEST(RegionCutter, PlacesOfProgramsCountInstructionsThatAreSeveralOnce) {
  RegionCut Cut;
  Cut.CountsWhole = true;
  Cuts C(Cut, {6}, 100);
  ASSERT_EQ(C.Regions.size(), 1u);
  // Of four in the stream, the last is a part of the third.
  EXPECT_EQ(C.Regions[0].Instructions[0].Address, 8u);
}

TEST(RegionCutter, RegionsHaveTheStateThatAllBeforeLeft) {
  RegionCut Cut;
  Cut.KeepsState = true;
  std::vector<TraceRegion> Regions;
  RegionCutter Cutter(Cut, {{4, 6}, {30, 50}}, [&](TraceRegion R) {
    Regions.push_back(std::move(R));
    return Error::success();
  });
  std::vector<CrackedInstruction> Executed(8);
  for (auto [I, E] : llvm::enumerate(Executed))
    E.Address = 0x1000 + 4 * I;
  auto Access = [&](unsigned At, InstructionClass Class, uint64_t Address) {
    Executed[At].Class = Class;
    Executed[At].DataAddress = Address;
    Executed[At].DataBytes = 8;
  };
  Access(0, InstructionClass::Store, 0x8000);
  Access(1, InstructionClass::Load, 0x9008);
  Access(2, InstructionClass::Load, 0x8010);
  Executed[3].Class = InstructionClass::Branch;
  Executed[3].Branch = BranchKind::Conditional;
  Executed[3].Flags = CrackedInstruction::Taken;
  Executed[4].Address = 0x2000;
  Access(5, InstructionClass::Load, 0xffff800000000040);
  EXPECT_FALSE(Cutter.take(Executed));
  EXPECT_EQ(llvm::toString(Cutter.takeError()), "");
  ASSERT_EQ(Regions.size(), 2u);
  EXPECT_EQ(Regions[0].StandsFor, 30u);
  EXPECT_EQ(Regions[1].StandsFor, 50u);
  // The line that was stored to is the last used one, and still written to.
  using Line = WarmState::UsedLine;
  std::vector<Line> First = {{0x1000, true}, {0x9000}, {0x8000, false, true}};
  EXPECT_TRUE(Regions[0].State->Lines == First);
  ASSERT_EQ(Regions[0].State->Branches.size(), 1u);
  EXPECT_EQ(Regions[0].State->Branches[0].Address, 0x100cu);
  EXPECT_EQ(Regions[0].State->Branches[0].DataAddress, 0x2000u);
  std::vector<Line> Second = First;
  Second.push_back({0x2000, true});
  // What follows upon the branch is in the first line again.
  Second.erase(Second.begin());
  Second.push_back({0x1000, true});
  Second.push_back({0xffff800000000040});
  EXPECT_TRUE(Regions[1].State->Lines == Second);
}

TEST(RegionCutter, RegionsThatTheStreamEndsInAreLeftOut) {
  RegionCut Cut;
  Cut.Instructions = 4;
  Cuts C(Cut, {0, 8}, 11);
  EXPECT_EQ(C.Regions.size(), 1u);
  EXPECT_TRUE(C.Wants);
}

TEST(RegionCutter, StretchesOfAProgramAreCutToTheirLength) {
  RegionCut Cut;
  Cut.Name = "t";
  Cut.WarmUp = 1;
  Cut.Instructions = 2;
  Cut.OnlyPlaces = true;
  std::vector<TraceRegion> Regions;
  RegionCutter Cutter(Cut, {{100, 200}, {}}, [&](TraceRegion R) {
    Regions.push_back(std::move(R));
    return Error::success();
  });
  // The first stretch is too short: the next one is taken for its place.
  for (size_t Length : {2, 5, 4}) {
    Cutter.beginRegion();
    for (const CrackedInstruction &I : stream(Length))
      Cutter.take(I);
  }
  llvm::cantFail(Cutter.takeError());
  ASSERT_EQ(Regions.size(), 2u);
  EXPECT_EQ(Regions[0].Name, "t@100");
  EXPECT_EQ(Regions[1].Name, "t@200");
  EXPECT_EQ(Regions[1].WarmUp[0].Address, 0u);
  EXPECT_EQ(Regions[1].Instructions[1].Address, 2u);
}

TEST(RegionCutter, NothingIsCutAfterAnError) {
  RegionCut Cut;
  Cuts C(Cut, {0, 4, 8}, 20, "t@4");
  EXPECT_EQ(C.Regions.size(), 1u);
  EXPECT_EQ(C.Failure, "full");
  EXPECT_FALSE(C.Wants);
}

} // namespace
