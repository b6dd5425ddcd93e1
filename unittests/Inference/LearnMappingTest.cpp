//===- LearnMappingTest.cpp - Known machines are found again --------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/Inference/LearnMapping.h"
#include "rafter/Inference/InferredFile.h"
#include "rafter/Support/RandomNumbers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include <numeric>

using namespace rafter;
using testing::HasSubstr;
using testing::SizeIs;

namespace {

constexpr uint64_t P0 = 1, P1 = 2, P01 = 3;

FormResources form(std::string Opcode, std::vector<UnitUse> Uses,
                   double Slots = 1) {
  FormResources F;
  F.Opcode = std::move(Opcode);
  F.Uses = std::move(Uses);
  F.Slots = Slots;
  return F;
}

/// Two ports and four slots: ten additions on either port, six shifts on one,
/// four multiplications on the other.
ResourceMapping toy() {
  ResourceMapping M;
  M.Units = {"p0", "p1"};
  M.Width = 4;
  for (unsigned I = 0; I < 10; ++I)
    M.Forms.push_back(form("ADD" + std::to_string(I) + "rr", {{P01, 1, 1}}));
  for (unsigned I = 0; I < 6; ++I)
    M.Forms.push_back(form("SHL" + std::to_string(I) + "rr", {{P0, 1, 1}}));
  for (unsigned I = 0; I < 4; ++I)
    M.Forms.push_back(form("MUL" + std::to_string(I) + "rr", {{P1, 1, 1}}));
  return M;
}

/// Random mixes of five as Machine executes them, each off by up to Noise.
MeasuredMixes measure(const ResourceMapping &Machine, unsigned Count,
                      double Noise = 0, uint64_t Seed = 7) {
  MeasuredMixes Mixes;
  Mixes.Machine = "toy";
  for (const FormResources &F : Machine.Forms)
    Mixes.Forms.push_back({F.Opcode, ""});
  MixThroughput Truth(Machine);
  RandomNumbers Random(Seed, 0);
  for (unsigned I = 0; I < Count; ++I) {
    MeasuredMix M;
    for (unsigned K = 0; K < 5; ++K)
      M.Forms.push_back(Random.below(Machine.Forms.size()));
    M.Cycles = Truth.cycles(M.Forms) * (1 + Noise * (2 * Random.share() - 1));
    Mixes.Mixes.push_back(std::move(M));
  }
  return Mixes;
}

std::vector<uint32_t> all(const MeasuredMixes &Mixes) {
  std::vector<uint32_t> Use(Mixes.Mixes.size());
  std::iota(Use.begin(), Use.end(), 0);
  return Use;
}

TEST(JudgeMapping, ComparesWithThePriorAndTheBestConstant) {
  LearnedMapping L;
  L.Prior = L.Mapping = toy();
  // Shifts of the machine take two cycles of their port.
  for (unsigned F = 10; F < 16; ++F)
    L.Mapping.Forms[F].Uses[0].Cycles = 2;
  Judgement J = judgeMapping(L, {{{10}, 2}, {{11}, 2}, {{12, 13}, 4}});
  EXPECT_DOUBLE_EQ(J.Learned.Mean, 0);
  EXPECT_DOUBLE_EQ(J.Prior.Mean, 0.5);
  EXPECT_DOUBLE_EQ(J.Prior.OverThird, 1);
  // 2, 2 and 4 cycles: with 2 only the last is off, by one half.
  EXPECT_DOUBLE_EQ(J.Constant.Mean, 0.5 / 3);
  EXPECT_EQ(J.Learned.Mixes, 3u);
}

TEST(MixThroughput, IsTheMostLoadedResource) {
  MixThroughput T(toy());
  // By hand: one port, both ports, four slots per cycle.
  EXPECT_DOUBLE_EQ(T.cycles({10, 10, 10}), 3);
  EXPECT_EQ(T.limit({10, 10, 10}), "p0");
  EXPECT_DOUBLE_EQ(T.cycles({0, 1, 2}), 1.5);
  EXPECT_DOUBLE_EQ(T.cycles({0, 10, 16, 1, 2}), 2.5);
  EXPECT_EQ(T.limit({0, 10, 16, 1, 2}), "p0+p1");
  T.setCost(0, T.slots(), 20);
  EXPECT_DOUBLE_EQ(T.cycles({0}), 5);
  EXPECT_EQ(T.limit({0}), "slots");
}

TEST(MixThroughput, StoresCommitOneByOne) {
  ResourceMapping M = toy();
  M.Forms[0].Stores = true;
  M.StoreCommit = 0.5;
  MixThroughput T(M);
  EXPECT_DOUBLE_EQ(T.cycles({0, 0}), 4);
  EXPECT_EQ(T.limit({0, 0}), "stores");
}

TEST(MixThroughput, NeverFallsWhenACostRises) {
  MixThroughput T(toy());
  RandomNumbers Random(3, 0);
  for (unsigned I = 0; I < 200; ++I) {
    std::vector<uint32_t> Forms(5);
    for (uint32_t &F : Forms)
      F = Random.below(20);
    double Before = T.cycles(Forms);
    unsigned Cost = Random.below(T.numCosts());
    T.setCost(Forms[0], Cost, T.cost(Forms[0], Cost) + Random.below(3));
    EXPECT_GE(T.cycles(Forms), Before - 1e-12);
  }
}

TEST(LearnMapping, ChangesNothingWhereTheModelIsRight) {
  MeasuredMixes Mixes = measure(toy(), 200);
  LearnedMapping L = learnMapping(Mixes, toy(), all(Mixes));
  EXPECT_TRUE(L.Changes.empty());
  EXPECT_NEAR(L.Error, 0, 1e-12);
  EXPECT_TRUE(inferredCorrections(L).empty());
}

TEST(LearnMapping, FindsWhatAKindHasMore) {
  // All multiplications are two micro-operations, and one shift takes six
  // slots more.
  ResourceMapping Machine = toy();
  for (unsigned I = 16; I < 20; ++I)
    Machine.Forms[I].Uses[0] = {P1, 2, 2};
  Machine.Forms[12].Slots = 7;
  MeasuredMixes Mixes = measure(Machine, 400);
  LearnedMapping L = learnMapping(Mixes, toy(), all(Mixes));
  EXPECT_GT(L.PriorError, 0.1);
  EXPECT_LT(L.Error, 0.001);
  for (unsigned I = 16; I < 20; ++I)
    EXPECT_EQ(L.Mapping.Forms[I].Uses[0].Cycles, 2);
  EXPECT_NEAR(L.Mapping.Forms[12].Slots, 7, 1);
  EXPECT_EQ(L.Mapping.Forms[0].Uses[0].Cycles, 1);
  // One change is enough for four forms.
  EXPECT_LE(L.Changes.size(), 3u);
}

TEST(LearnMapping, IsNotMisledByNoise) {
  ResourceMapping Machine = toy();
  for (unsigned I = 16; I < 20; ++I)
    Machine.Forms[I].Uses[0] = {P1, 2, 2};
  MeasuredMixes Mixes = measure(Machine, 400, 0.03);
  // A measurement that was disturbed.
  Mixes.Mixes[5].Cycles *= 20;
  MeasuredMixes Others = measure(Machine, 200, 0, 99);
  MixThroughput Learned(learnMapping(Mixes, toy(), all(Mixes)).Mapping);
  double Error = 0;
  for (const MeasuredMix &M : Others.Mixes)
    Error += relativeError(Learned.cycles(M.Forms), M.Cycles) / 200;
  EXPECT_LT(Error, 0.02);
}

TEST(LearnMapping, LeavesFixedFormsAlone) {
  ResourceMapping Machine = toy(), Prior = toy();
  Machine.Forms[0].Slots = 9;
  Prior.Forms[0].IsFixed = true;
  MeasuredMixes Mixes = measure(Machine, 200);
  LearnedMapping L = learnMapping(Mixes, Prior, all(Mixes));
  EXPECT_EQ(L.Mapping.Forms[0].Slots, 1);
}

TEST(LearnMapping, GivesTheSameForTheSame) {
  ResourceMapping Machine = toy();
  Machine.Forms[3].Slots = 5;
  MeasuredMixes Mixes = measure(Machine, 150, 0.05);
  LearnedMapping A = learnMapping(Mixes, toy(), all(Mixes));
  LearnedMapping B = learnMapping(Mixes, toy(), all(Mixes));
  EXPECT_EQ(A.Error, B.Error);
  ASSERT_EQ(A.Changes.size(), B.Changes.size());
  for (size_t I = 0; I < A.Changes.size(); ++I)
    EXPECT_EQ(A.Changes[I].Kind, B.Changes[I].Kind);
}

TEST(CrossValidation, IsBetterThanAConstantAndThePrior) {
  ResourceMapping Machine = toy();
  for (unsigned I = 16; I < 20; ++I)
    Machine.Forms[I].Uses[0] = {P1, 2, 2};
  MeasuredMixes Mixes = measure(Machine, 300, 0.01);
  CrossValidation V = crossValidate(Mixes, toy(), 4);
  EXPECT_EQ(V.ByMixes.Mixes, 300u);
  EXPECT_LT(V.ByMixes.Mean, 0.02);
  // A multiplication that was never measured is like the others.
  EXPECT_LT(V.ByForms.Mean, 0.05);
  EXPECT_GT(V.Prior.Mean, 0.1);
  EXPECT_GT(V.Constant.Mean, 0.1);
}

TEST(NextExperiments, AreTheMixesThatTellMost) {
  // Nothing is known of form 15: it is in no mix.
  ResourceMapping Machine = toy();
  for (unsigned I = 16; I < 20; ++I)
    Machine.Forms[I].Uses[0] = {P1, 2, 2};
  MeasuredMixes Mixes = measure(Machine, 30, 0.2);
  std::vector<std::vector<uint32_t>> Next =
      nextExperiments(Mixes, toy(), 5, LearningOptions());
  ASSERT_THAT(Next, SizeIs(5));
  for (const std::vector<uint32_t> &Mix : Next) {
    EXPECT_GE(Mix.size(), 1u);
    EXPECT_LE(Mix.size(), 5u);
    for (uint32_t F : Mix)
      EXPECT_LT(F, 20u);
  }
}

//===----------------------------------------------------------------------===//
// CPU files
//===----------------------------------------------------------------------===//

LearnedMapping learnedToy() {
  LearnedMapping L;
  L.Prior = L.Mapping = toy();
  L.Evidence.resize(20, {10, 0.2, 0.05});
  for (unsigned I = 16; I < 18; ++I)
    L.Mapping.Forms[I].Uses[0] = {P1, 2, 2};
  L.Mapping.Forms[10].Uses[0] = {P0, 6, 1};
  L.Mapping.Forms[10].Before.Latency = 9;
  return L;
}

TEST(InferredCorrections, JoinWhatIsTheSameAndKeepLatencies) {
  std::vector<InstructionCorrection> C = inferredCorrections(learnedToy());
  ASSERT_THAT(C, SizeIs(2));
  EXPECT_EQ(C[0].Opcodes, "SHL0rr");
  EXPECT_EQ(C[0].Latency, 9);
  ASSERT_THAT(C[0].Ports, SizeIs(1));
  EXPECT_EQ(C[0].Ports[0].Cycles, 6u);
  EXPECT_EQ(C[1].Opcodes, "MUL0rr|MUL1rr");
  EXPECT_THAT(C[1].Ports, SizeIs(2));
  EXPECT_EQ(C[1].Source, InferredSource);
  EXPECT_EQ(C[1].Note, "20 mixes, 20.0% off before, 5.0% after");
}

TEST(InferredFile, ReplacesWhatAnEarlierInferenceAdded) {
  constexpr llvm::StringLiteral Base =
      "name: toy\n\nsources:\n  manual: \"a\"\n\nparameters:\n  x: 1\n\n"
      "instructions:\n  - {opcodes: \"A\", slots: 2, source: manual}\n";
  std::vector<InstructionCorrection> C = inferredCorrections(learnedToy());
  llvm::Expected<std::string> Once = inferredFile(Base, C, "data");
  ASSERT_TRUE(bool(Once));
  EXPECT_THAT(*Once, HasSubstr("sources:\n  inferred: \"data\"\n"));
  EXPECT_THAT(*Once, HasSubstr("source: manual}\n  - {opcodes: \"SHL0rr\", "
                               "latency: 9, slots: 1, ports: [\"p0 x 6\"], "
                               "source: inferred, "));
  llvm::Expected<std::string> Twice = inferredFile(*Once, C, "data");
  ASSERT_TRUE(bool(Twice));
  EXPECT_EQ(*Once, *Twice);
  EXPECT_EQ(llvm::toString(inferredFile("name: toy\n", C, "data").takeError()),
            "the CPU file has no line 'sources:' to add to");
}

} // namespace
