//===- EventSelectionTest.cpp - Events that tell pathologies apart --------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/Fingerprint/EventSelection.h"
#include "ReadSlices.h"
#include "SourcePaths.h"
#include <cmath>
#include <gmock/gmock.h>

using namespace rafter;
using testing::ElementsAre;

namespace {

/// Bits of a binary variable.
double entropy(double P) {
  return -P * std::log2(P) - (1 - P) * std::log2(1 - P);
}

TEST(SymmetricalUncertainty, IsOneOfTheSameAndZeroOfIndependentOnes) {
  EXPECT_NEAR(symmetricalUncertainty({{4, 0}, {0, 4}}), 1, 1e-12);
  EXPECT_NEAR(symmetricalUncertainty({{2, 2}, {2, 2}}), 0, 1e-12);
  EXPECT_EQ(symmetricalUncertainty({{4, 4}}), 0);
  EXPECT_EQ(symmetricalUncertainty({{0, 0}, {0, 0}}), 0);
}

TEST(SymmetricalUncertainty, IsSymmetricAndAsDefined) {
  // H(X) = h(3/8), H(Y) = h(1/2), H(X,Y) of 2/8, 1/8, 2/8, 3/8.
  double Both = -(2 * 0.25 * std::log2(0.25) + 0.125 * std::log2(0.125) +
                  0.375 * std::log2(0.375));
  double Sum = entropy(3.0 / 8) + entropy(0.5);
  double Expected = 2 * (Sum - Both) / Sum;
  EXPECT_NEAR(symmetricalUncertainty({{2, 1}, {2, 3}}), Expected, 1e-12);
  EXPECT_NEAR(symmetricalUncertainty({{2, 2}, {1, 3}}), Expected, 1e-12);
}

TEST(GainRatio, DividesByTheEntropyOfTheRows) {
  // Four values that each have one class: gain 1 bit, split 2 bits.
  EXPECT_NEAR(gainRatio({{2, 0}, {2, 0}, {0, 2}, {0, 2}}), 0.5, 1e-12);
  EXPECT_EQ(gainRatio({{4, 4}}), 0);
}

LabelledSlices columnOf(std::vector<std::pair<char, double>> Values) {
  std::string Text = "class,run,size,start,a\n";
  for (auto [Class, Value] : Values)
    Text += std::string(1, Class) + ",,,0," + std::to_string(Value) + "\n";
  return slicesOf(Text);
}

TEST(CutPoints, AreWhereTheDescriptionGetsShorter) {
  std::vector<std::pair<char, double>> Values;
  for (int I = 0; I != 10; ++I)
    Values.push_back({'x', I}), Values.push_back({'y', I + 20});
  LabelledSlices S = columnOf(Values);
  EXPECT_THAT(cutPoints(S, labelledRows(S), 0), ElementsAre(14.5));
  // Two slices: gain 1 bit < (log2(1) + log2(7) - 2) / 2 is false for one cut,
  // 0.40 bits; but a mix has no cut.
  std::vector<std::pair<char, double>> Mixed;
  for (int I = 0; I != 20; ++I)
    Mixed.push_back({I % 2 ? 'x' : 'y', I});
  LabelledSlices M = columnOf(Mixed);
  EXPECT_TRUE(cutPoints(M, labelledRows(M), 0).empty());
}

/// The class, a copy of what tells it, something weaker, and noise.
LabelledSlices redundant() {
  std::string Text = "class,run,size,start,good,copy,weak,noise\n";
  for (int I = 0; I != 40; ++I) {
    int Y = I >= 20;
    int Good = I == 3 ? 1 : Y, Weak = I % 5 == 0 ? 1 - Y : Y;
    Text += std::string(Y ? "y" : "x") + ",,,0," + std::to_string(Good) + "," +
            std::to_string(2 * Good) + "," + std::to_string(Weak) + "," +
            std::to_string(I % 2) + "\n";
  }
  return slicesOf(Text);
}

TEST(SelectByCorrelation, MeritIsAsDefined) {
  LabelledSlices S = redundant();
  AttributeCorrelations C(S, labelledRows(S));
  double WithClass = C.withClass(0) + C.withClass(2);
  EXPECT_NEAR(C.merit({0, 2}), WithClass / std::sqrt(2 + 2 * C.between(0, 2)),
              1e-12);
  EXPECT_NEAR(C.between(0, 1), 1, 1e-6);
  EXPECT_EQ(C.merit({}), 0);
}

TEST(SelectByCorrelation, LeavesOutCopiesAndNoise) {
  LabelledSlices S = redundant();
  AttributeCorrelations C(S, labelledRows(S));
  SelectedEvents E = selectByCorrelation(C, std::vector<bool>(4, true));
  // The search finds good alone; weak, which hangs more together with the class
  // than with good, is locally predictive.
  EXPECT_NEAR(E.Merit, C.withClass(0), 1e-12);
  EXPECT_LT(C.merit({0, 2}), E.Merit);
  EXPECT_GT(C.withClass(2), C.between(0, 2));
  EXPECT_THAT(E.InOrder, ElementsAre(0, 2));
}

TEST(KeyEvents, DropTheWorstOfBothRanksFirst) {
  LabelledSlices S = redundant();
  std::vector<uint32_t> Rows = labelledRows(S);
  EXPECT_THAT(keyEvents(S, Rows, 3), ElementsAre(0, 1, 2));
  // Ranks of good, copy and weak: 0 + 0, 1 + 1, 1 + 2.
  EXPECT_THAT(keyEvents(S, Rows, 2), ElementsAre(0, 1));
  EXPECT_THAT(keyEvents(S, Rows, 1), ElementsAre(0));
  EXPECT_EQ(keyEvents(S, Rows, 9).size(), 4u);
}

TEST(Correlations, SpreadMissingValuesAsTheOthersAre) {
  // Two of three known values are 0: a missing one counts 2/3 there.
  LabelledSlices S = slicesOf("class,run,size,start,k\n"
                              "x,,,0,u\nx,,,0,u\ny,,,0,v\ny,,,0,?\n");
  AttributeCorrelations C(S, labelledRows(S));
  EXPECT_NEAR(C.withClass(0),
              symmetricalUncertainty({{2, 2.0 / 3}, {0, 1 + 1.0 / 3}}), 1e-12);
}

struct Reference {
  const char *Data;
  double Merit;
  std::vector<uint32_t> Selected;
  std::vector<std::pair<uint32_t, double>> Ratios;
};

void PrintTo(const Reference &R, std::ostream *OS) { *OS << R.Data; }

class Weka : public testing::TestWithParam<Reference> {};

// golden/fingerprint/cfs_*.txt and gr_*.txt; attributes from 1, as there.
INSTANTIATE_TEST_SUITE_P(
    Golden, Weka,
    testing::Values(Reference{"iris.arff",
                              0.887,
                              {3, 4},
                              {{4, 0.871}, {3, 0.734}, {1, 0.381}, {2, 0.242}}},
                    Reference{"glass.arff",
                              0.511,
                              {1, 2, 3, 4, 6, 7, 8, 9},
                              {{8, 0.72},
                               {3, 0.653},
                               {2, 0.475},
                               {4, 0.386},
                               {6, 0.356},
                               {7, 0.322},
                               {1, 0.221},
                               {9, 0.121},
                               {5, 0}}}),
    nameOfData);

TEST_P(Weka, SelectsAndRanksTheSame) {
  std::optional<LabelledSlices> S = referenceData(GetParam().Data);
  if (!S)
    GTEST_SKIP() << "no reference data in " RAFTER_GOLDEN_DIR;
  AttributeCorrelations C(*S, labelledRows(*S));
  SelectedEvents E = selectByCorrelation(C, std::vector<bool>(C.size(), true));
  EXPECT_NEAR(E.Merit, GetParam().Merit, 5.1e-4);
  std::vector<uint32_t> Selected;
  for (uint32_t A : E.Attributes)
    Selected.push_back(A + 1);
  EXPECT_EQ(Selected, GetParam().Selected);
  std::vector<uint32_t> Ranked = rankByGainRatio(C);
  ASSERT_EQ(Ranked.size(), GetParam().Ratios.size());
  for (size_t I = 0; I != Ranked.size(); ++I) {
    EXPECT_EQ(Ranked[I] + 1, GetParam().Ratios[I].first);
    EXPECT_NEAR(C.gainRatioOf(Ranked[I]), GetParam().Ratios[I].second, 5.1e-4);
  }
}

} // namespace
