//===- TreeTrainingTest.cpp - C4.5 ----------------------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Numbers of J48 are those that Weka 3.6.14 printed.
//
//===----------------------------------------------------------------------===//

#include "rafter/Fingerprint/TreeTraining.h"
#include "ReadSlices.h"
#include "SourcePaths.h"
#include <gmock/gmock.h>

using namespace rafter;
using testing::DoubleNear;
using testing::ElementsAre;

namespace {

DecisionTree treeOf(const LabelledSlices &Slices,
                    const TrainOptions &Options = TrainOptions()) {
  auto Tree = trainTree(Slices, labelledRows(Slices), Options);
  EXPECT_TRUE(bool(Tree));
  return Tree ? std::move(*Tree) : DecisionTree();
}

std::string errorOf(const LabelledSlices &Slices) {
  auto Tree = trainTree(Slices, labelledRows(Slices), {});
  return Tree ? "" : llvm::toString(Tree.takeError());
}

/// A table of one attribute: "class value" pairs.
LabelledSlices
tableOf(std::vector<std::pair<const char *, const char *>> Values) {
  std::string Text = "class,run,size,start,a\n";
  for (auto [Class, Value] : Values)
    Text += std::string(Class) + ",,,0," + Value + "\n";
  return slicesOf(Text);
}

/// A node for each line: the attribute and its threshold, or the class and the
/// weights of a leaf.
std::vector<std::string> shape(const DecisionTree &T) {
  std::vector<std::string> Result;
  for (const TreeNode &N : T.Nodes) {
    char Text[128];
    if (N.isLeaf())
      std::snprintf(Text, sizeof(Text), "%s %.2f/%.2f",
                    T.Classes[N.Label].c_str(), N.total(), N.errors());
    else if (T.Attributes[N.Attribute].Nominal)
      std::snprintf(Text, sizeof(Text), "%s",
                    T.Attributes[N.Attribute].Name.c_str());
    else
      std::snprintf(Text, sizeof(Text), "%s %g",
                    T.Attributes[N.Attribute].Name.c_str(), N.Threshold);
    Result.push_back(Text);
  }
  return Result;
}

unsigned trainingErrors(const DecisionTree &T, const LabelledSlices &S) {
  unsigned Errors = 0;
  for (uint32_t Row : labelledRows(S))
    Errors += T.label(valuesOf(S, Row)) != S.Labels[Row];
  return Errors;
}

// The data set of Quinlan's book, chapter 2.
constexpr char Weather[] = "@relation weather\n"
                           "@attribute outlook {sunny, overcast, rainy}\n"
                           "@attribute temperature numeric\n"
                           "@attribute humidity numeric\n"
                           "@attribute windy {TRUE, FALSE}\n"
                           "@attribute play {yes, no}\n"
                           "@data\n"
                           "sunny,85,85,FALSE,no\nsunny,80,90,TRUE,no\n"
                           "overcast,83,86,FALSE,yes\nrainy,70,96,FALSE,yes\n"
                           "rainy,68,80,FALSE,yes\nrainy,65,70,TRUE,no\n"
                           "overcast,64,65,TRUE,yes\nsunny,72,95,FALSE,no\n"
                           "sunny,69,70,FALSE,yes\nrainy,75,80,FALSE,yes\n"
                           "sunny,75,70,TRUE,yes\novercast,72,90,TRUE,yes\n"
                           "overcast,81,75,FALSE,yes\nrainy,71,91,TRUE,no\n";

TEST(TrainTree, SplitsAtTheLargestValueBelowTheMidpoint) {
  DecisionTree T = treeOf(tableOf({{"x", "1"},
                                   {"x", "2"},
                                   {"x", "3"},
                                   {"y", "7"},
                                   {"y", "8"},
                                   {"y", "9"}}));
  EXPECT_THAT(shape(T), ElementsAre("a 3", "x 3.00/0.00", "y 3.00/0.00"));
}

TEST(TrainTree, LeavesTwoSlicesOnBothSides) {
  // The one y cannot be cut off.
  DecisionTree T = treeOf(
      tableOf({{"x", "1"}, {"x", "2"}, {"x", "3"}, {"x", "4"}, {"y", "5"}}));
  EXPECT_THAT(shape(T), ElementsAre("x 5.00/1.00"));
}

TEST(TrainTree, PaysForTheNumberOfThresholds) {
  // One candidate costs nothing; of 7 the gain of the best, 0.3113 bits, would
  // pay log2(3) / 8 = 0.198 (two slices on both sides leave 5 candidates:
  // log2(5) / 8 = 0.290), and with the values spread further it stays.
  LabelledSlices S = tableOf({{"x", "1"},
                              {"x", "2"},
                              {"x", "3"},
                              {"y", "4"},
                              {"x", "5"},
                              {"y", "6"},
                              {"x", "7"},
                              {"x", "8"}});
  // The best gain is that of cutting the first three off: 0.8113 - 5/8 *
  // 0.9710 = 0.2044 < 0.290.
  TrainOptions Unpruned;
  Unpruned.Prune = false;
  EXPECT_EQ(treeOf(S, Unpruned).Nodes.size(), 1u);
}

TEST(TrainTree, TellsApartTinyRatesUnlessAGapIsAsked) {
  LabelledSlices S = tableOf({{"x", "1e-7"},
                              {"x", "2e-7"},
                              {"x", "3e-7"},
                              {"y", "7e-7"},
                              {"y", "8e-7"},
                              {"y", "9e-7"}});
  EXPECT_EQ(treeOf(S).Nodes.size(), 3u);
  TrainOptions LikeJ48;
  LikeJ48.LeastGap = 1e-5;
  EXPECT_EQ(treeOf(S, LikeJ48).Nodes.size(), 1u);
}

TEST(TrainTree, FindsTheTreeOfTheWeatherData) {
  LabelledSlices S = slicesOf(Weather);
  DecisionTree T = treeOf(S);
  EXPECT_THAT(shape(T), ElementsAre("outlook", "humidity 75", "yes 2.00/0.00",
                                    "no 3.00/0.00", "yes 4.00/0.00", "windy",
                                    "no 2.00/0.00", "yes 3.00/0.00"));
  EXPECT_EQ(T.leaves(), 5u);
  EXPECT_EQ(trainingErrors(T, S), 0u);
}

TEST(TrainTree, SplitsWeightsOfSlicesThatMissTheValue) {
  // 4 of the 8 known values are in each branch: the missing one is half in
  // each.
  DecisionTree T = treeOf(tableOf({{"x", "1"},
                                   {"x", "2"},
                                   {"x", "3"},
                                   {"x", "4"},
                                   {"y", "5"},
                                   {"y", "6"},
                                   {"y", "7"},
                                   {"y", "8"},
                                   {"y", "?"}}));
  EXPECT_THAT(shape(T), ElementsAre("a 4", "x 4.50/0.50", "y 4.50/0.00"));
  std::vector<double> Values = {MissingValue};
  // x: 1/2 * 4/4.5.
  EXPECT_THAT(T.classify(Values), ElementsAre(DoubleNear(4.0 / 9, 1e-12),
                                              DoubleNear(5.0 / 9, 1e-12)));
}

TEST(TrainTree, RefusesWhatCannotBeLearnt) {
  EXPECT_EQ(errorOf(tableOf({{"x", "1"}, {"x", "2"}})),
            "all slices are of one class, 'x'");
  EXPECT_EQ(errorOf(tableOf({})), "no slices to learn from");
  EXPECT_EQ(errorOf(tableOf({{"?", "1"}})), "no slices to learn from");
}

TEST(TrainTree, DoesNotDependOnTheOrderOfSlices) {
  LabelledSlices S = slicesOf(Weather);
  std::vector<uint32_t> Rows = labelledRows(S);
  std::vector<uint32_t> Reversed(Rows.rbegin(), Rows.rend());
  DecisionTree A = llvm::cantFail(trainTree(S, Rows, {}));
  DecisionTree B = llvm::cantFail(trainTree(S, Reversed, {}));
  EXPECT_EQ(shape(A), shape(B));
}

TEST(AddedErrors, IsTheUpperLimitOfTheBinomial) {
  // Without errors the limit p solves (1 - p)^N = CF: Quinlan 1993, page 41.
  EXPECT_NEAR(addedErrors(6, 0, 0.25) / 6, 0.206, 5e-4);
  EXPECT_NEAR(addedErrors(9, 0, 0.25) / 9, 0.143, 5e-4);
  EXPECT_NEAR(addedErrors(1, 0, 0.25), 0.75, 1e-12);
  // One error of 16: 0.157 there, by the normal approximation 0.159.
  EXPECT_NEAR((1 + addedErrors(16, 1, 0.25)) / 16, 0.157, 3e-3);
  // Halfway between none and one.
  EXPECT_NEAR(addedErrors(16, 0.5, 0.25),
              (addedErrors(16, 0, 0.25) + addedErrors(16, 1, 0.25)) / 2, 1e-12);
  EXPECT_EQ(addedErrors(4, 4, 0.25), 0);
}

TEST(DecisionTree, PathListsTheTestsDownToTheLeaf) {
  LabelledSlices S = slicesOf(Weather);
  DecisionTree T = treeOf(S);
  // sunny, 85, 85, FALSE.
  std::vector<PathStep> Path = T.path(valuesOf(S, 0));
  ASSERT_EQ(Path.size(), 2u);
  EXPECT_EQ(Path[0].Test, PathStep::Equal);
  EXPECT_EQ(Path[1].Test, PathStep::Above);
  EXPECT_EQ(Path[1].Threshold, 75);
  EXPECT_EQ(Path[1].Value, 85);
}

TEST(DecisionTree, NearestClassNeedsTheLeastRelativeChange) {
  LabelledSlices S = slicesOf(Weather);
  DecisionTree T = treeOf(S);
  // no, sunny with humidity 85: 85 must come down to 75.
  NearClass Near = T.nearest(valuesOf(S, 0), 1);
  EXPECT_EQ(Near.Label, 0u);
  EXPECT_NEAR(Near.Change, 10.0 / 75, 1e-12);
  ASSERT_EQ(Near.Steps.size(), 1u);
  EXPECT_EQ(Near.Steps[0].Test, PathStep::AtMost);
  // overcast: another outlook and nothing else, as humidity 86 is above 75.
  Near = T.nearest(valuesOf(S, 2), 0);
  EXPECT_EQ(Near.Label, 1u);
  EXPECT_NEAR(Near.Change, 1, 1e-12);
}

TEST(DecisionTree, ATreeOfOneLeafHasNoNearestClass) {
  DecisionTree T = treeOf(
      tableOf({{"x", "1"}, {"x", "2"}, {"x", "3"}, {"x", "4"}, {"y", "5"}}));
  std::vector<double> Values = {1};
  EXPECT_EQ(T.nearest(Values, 0).Label, NearClass::None);
}

struct Reference {
  const char *Data;
  size_t Leaves, Size;
  unsigned Errors;
};

void PrintTo(const Reference &R, std::ostream *OS) { *OS << R.Data; }

class J48 : public testing::TestWithParam<Reference> {};

INSTANTIATE_TEST_SUITE_P(Golden, J48,
                         testing::Values(Reference{"iris.arff", 5, 9, 3},
                                         Reference{"weather.numeric.arff", 5, 8,
                                                   0},
                                         Reference{"glass.arff", 30, 59, 8}),
                         nameOfData);

/// The leaves of a tree as J48 prints them: what follows the colon.
std::vector<std::string> printedLeaves(llvm::StringRef Text) {
  std::vector<std::string> Leaves;
  while (!Text.empty()) {
    auto [Line, Rest] = Text.split('\n');
    Text = Rest;
    auto [Test, Leaf] = Line.split(": ");
    if (Line.starts_with("Number of Leaves"))
      break;
    if (Leaf.ends_with(")")) {
      // The last two words of the test: "<= 0.6", "= sunny".
      Leaves.push_back((Test.rsplit(' ').first.rsplit(' ').second + " " +
                        Test.rsplit(' ').second + ": " + Leaf)
                           .str());
    }
  }
  return Leaves;
}

/// The same of our tree.
std::vector<std::string> leavesOf(const DecisionTree &T) {
  std::vector<std::string> Leaves;
  std::vector<std::string> Tests(T.Nodes.size());
  auto Weight = [](double W) {
    char Text[32];
    std::snprintf(Text, sizeof(Text), "%.1f", W);
    return std::string(Text);
  };
  for (size_t I = 0; I != T.Nodes.size(); ++I) {
    const TreeNode &N = T.Nodes[I];
    for (size_t C = 0; C != N.Children.size(); ++C) {
      PathStep S = T.step(N, C);
      char Text[64];
      std::snprintf(Text, sizeof(Text), "%s %.5g",
                    S.Test == PathStep::Above ? ">" : "<=", S.Threshold);
      if (S.Threshold >= 1 && S.Threshold < 2)
        std::snprintf(Text, sizeof(Text), "%s %.6g",
                      S.Test == PathStep::Above ? ">" : "<=", S.Threshold);
      Tests[N.Children[C]] = S.Test == PathStep::Equal
                                 ? "= " + T.Attributes[S.Attribute].Values[C]
                                 : Text;
    }
    if (!N.isLeaf())
      continue;
    std::string Leaf =
        Tests[I] + ": " + T.Classes[N.Label] + " (" + Weight(N.total());
    Leaves.push_back(Leaf + (N.errors() > 0 ? "/" + Weight(N.errors()) : "") +
                     ")");
  }
  return Leaves;
}

TEST_P(J48, TreeIsTheSame) {
  std::optional<LabelledSlices> S = referenceData(GetParam().Data);
  if (!S)
    GTEST_SKIP() << "no reference data in " RAFTER_GOLDEN_DIR;
  TrainOptions LikeJ48;
  LikeJ48.LeastGap = 1e-5;
  DecisionTree T = treeOf(*S, LikeJ48);
  EXPECT_EQ(T.leaves(), GetParam().Leaves);
  EXPECT_EQ(T.Nodes.size(), GetParam().Size);
  EXPECT_EQ(trainingErrors(T, *S), GetParam().Errors);
  auto Printed = llvm::MemoryBuffer::getFile(
      std::string(RAFTER_GOLDEN_DIR) + "/fingerprint/j48_" +
      llvm::StringRef(GetParam().Data).drop_back(5).str() + ".txt");
  ASSERT_TRUE(bool(Printed));
  EXPECT_EQ(leavesOf(T), printedLeaves((*Printed)->getBuffer()));
}

} // namespace
