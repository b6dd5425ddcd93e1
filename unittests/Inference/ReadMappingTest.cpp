//===- ReadMappingTest.cpp - What forms need, read off beside examples ----===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/Inference/LearnMapping.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include <numeric>

using namespace rafter;
using testing::ElementsAre;
using testing::SizeIs;

namespace {

constexpr uint64_t P0 = 1, P1 = 2, P01 = 3, Divider = 4;

FormResources form(std::string Opcode, std::vector<UnitUse> Uses) {
  FormResources F;
  F.Opcode = std::move(Opcode);
  F.Uses = std::move(Uses);
  return F;
}

/// Two ports and a divider of eight slots; ADD, SHL, MUL and DIV are examples,
/// and the model knows nothing of the other three.
ResourceMapping toy() {
  ResourceMapping M;
  M.Units = {"p0", "p1", "div"};
  M.Width = 8;
  M.Groups = {P01, P0, P1, Divider};
  M.Forms = {form("ADDrr", {{P01, 1, 1}}),
             form("SHLrr", {{P0, 1, 1}}),
             form("MULrr", {{P1, 1, 1}}),
             form("DIVrr", {{P1, 1, 1}, {Divider, 4, 1}}),
             form("UNKNOWN1", {{P01, 1, 1}}),
             form("UNKNOWN2", {{P0, 3, 3}}),
             form("UNKNOWN3", {})};
  M.References = {{P01, 0}, {P0, 1}, {P1, 2}, {Divider, 3}};
  return M;
}

/// What the three are on the machine: a shift, a shift and two multiplications,
/// a slow division.
ResourceMapping machine() {
  ResourceMapping M = toy();
  M.Forms[4].Uses = {{P0, 1, 1}};
  M.Forms[5].Uses = {{P0, 1, 1}, {P1, 2, 2}};
  M.Forms[6].Uses = {{P0, 1, 1}, {Divider, 5, 1}};
  return M;
}

MeasuredMix measured(std::vector<uint32_t> Forms) {
  double Cycles = MixThroughput(machine()).cycles(Forms);
  return {std::move(Forms), Cycles};
}

MeasuredMixes alone() {
  MeasuredMixes Mixes;
  Mixes.Machine = "toy";
  for (uint32_t F = 0; F < toy().Forms.size(); ++F) {
    Mixes.Forms.push_back({toy().Forms[F].Opcode, ""});
    Mixes.Mixes.push_back(measured({F}));
  }
  return Mixes;
}

LearnedMapping learn(MeasuredMixes Mixes) {
  std::vector<uint32_t> Use(Mixes.Mixes.size());
  std::iota(Use.begin(), Use.end(), 0);
  return learnMapping(Mixes, toy(), Use);
}

TEST(MixesWithExamples, FillASetBesideEachForm) {
  auto Probes = mixesWithExamples(alone(), toy());
  // Each of seven forms beside four examples but itself, except those that are
  // done in less than a third of a division.
  EXPECT_THAT(Probes, SizeIs(7 * 4 - 4 - 4));
  for (const std::vector<uint32_t> &Mix : Probes) {
    ASSERT_GE(Mix.size(), 3u);
    EXPECT_LT(Mix[1], 4u);
    EXPECT_NE(Mix[0], Mix[1]);
    for (uint32_t Example : llvm::ArrayRef(Mix).drop_front(2))
      EXPECT_EQ(Example, Mix[1]);
    // 1.5 cycles of the example, and 0.4 more than the form.
    double Filled = measured({Mix.begin() + 1, Mix.end()}).Cycles;
    EXPECT_GE(Filled, 1.5);
    EXPECT_GE(Filled, measured({Mix[0]}).Cycles + 0.4);
  }
}

TEST(MixesWithExamples, LeaveOutWhatTakesLongAndWhatWasNotMeasured) {
  MeasuredMixes Mixes = alone();
  Mixes.Mixes[4].Cycles = 6.1;
  Mixes.Mixes.erase(Mixes.Mixes.begin() + 5);
  for (const std::vector<uint32_t> &Mix : mixesWithExamples(Mixes, toy())) {
    EXPECT_NE(Mix[0], 4u);
    EXPECT_NE(Mix[0], 5u);
  }
}

TEST(ReadMapping, FindsWhatTheMachineNeeds) {
  MeasuredMixes Mixes = alone();
  for (std::vector<uint32_t> &Mix : mixesWithExamples(Mixes, toy()))
    Mixes.Mixes.push_back(measured(std::move(Mix)));
  LearnedMapping L = learn(Mixes);
  EXPECT_GT(L.PriorError, 0.1);
  EXPECT_LT(L.Error, 1e-9);
  ResourceMapping Truth = machine();
  for (uint32_t F = 0; F < Truth.Forms.size(); ++F) {
    const FormResources &Found = L.Mapping.Forms[F];
    ASSERT_THAT(Found.Uses, SizeIs(Truth.Forms[F].Uses.size())) << F;
    for (const UnitUse &Use : Truth.Forms[F].Uses)
      EXPECT_TRUE(llvm::any_of(Found.Uses, [&](const UnitUse &U) {
        return U.Units == Use.Units && U.Cycles == Use.Cycles &&
               U.Uops == Use.Uops;
      })) << F;
  }
}

// As the loads of Zen 5: the set of ADD is never quite full.
TEST(ReadMapping, AnExampleThatIsSlowAloneAddsNothingToForms) {
  MeasuredMixes Mixes = alone();
  for (std::vector<uint32_t> &Mix : mixesWithExamples(Mixes, toy()))
    Mixes.Mixes.push_back(measured(std::move(Mix)));
  for (MeasuredMix &Mix : Mixes.Mixes)
    if (Mix.Forms.back() == 0)
      Mix.Cycles *= 1.14;
  MixThroughput Read(learn(Mixes).Mapping);
  for (uint32_t F = 4; F < 7; ++F)
    for (unsigned Cost = 0; Cost < Read.slots(); ++Cost)
      EXPECT_EQ(Read.cost(F, Cost), MixThroughput(machine()).cost(F, Cost))
          << F << ", " << Cost;
}

TEST(ReadMapping, ExamplesNeedWhatTheFileSays) {
  MeasuredMixes Mixes = alone();
  for (std::vector<uint32_t> &Mix : mixesWithExamples(Mixes, toy()))
    Mixes.Mixes.push_back(measured(std::move(Mix)));
  // One measurement of an example that went wrong changes nothing of it.
  Mixes.Mixes[1].Cycles = 2;
  LearnedMapping L = learn(Mixes);
  ASSERT_THAT(L.Mapping.Forms[1].Uses, SizeIs(1));
  EXPECT_EQ(L.Mapping.Forms[1].Uses[0].Cycles, 1);
}

TEST(ReadMapping, SumsUpWhatChanged) {
  MeasuredMixes Mixes = alone();
  for (std::vector<uint32_t> &Mix : mixesWithExamples(Mixes, toy()))
    Mixes.Mixes.push_back(measured(std::move(Mix)));
  LearnedMapping L = learn(Mixes);
  auto Has = [&](llvm::StringRef Kind, llvm::StringRef Resource, double By) {
    return llvm::any_of(L.Changes, [&](const SharedChange &C) {
      return C.Kind == Kind && C.Resource == Resource && C.Amount == By &&
             C.Forms == 1;
    });
  };
  EXPECT_TRUE(Has("needs p0|p1 x 1, 1 slots", "p0+p1", -1));
  EXPECT_TRUE(Has("needs p0|p1 x 1, 1 slots", "p0", 1));
  EXPECT_TRUE(Has("needs p0 x 3, 1 slots", "p1", 2));
}

} // namespace
