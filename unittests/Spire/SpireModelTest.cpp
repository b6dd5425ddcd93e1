//===- SpireModelTest.cpp - Ensembles, their files and estimates ----------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/Spire/SpireModel.h"
#include "rafter/Spire/SpireAnalysis.h"
#include "rafter/Spire/SpireFinding.h"
#include "gtest/gtest.h"
#include <algorithm>
#include <cmath>
#include <random>

using namespace rafter;

namespace {

/// A table in instructions per cycle.
SampleTable table() {
  SampleTable T;
  T.TimeEvent = "cycles";
  T.WorkEvent = "instructions";
  T.addRun("run");
  T.scope("");
  return T;
}

void add(SampleTable &T, llvm::StringRef Metric, double Time, double Work,
         double Events) {
  CounterSample S;
  S.Time = Time;
  S.Work = Work;
  S.Metric = Events;
  S.Event = T.event(Metric);
  T.Samples.push_back(S);
}

/// A metric that hurts: throughput is at most Slope times the intensity, and at
/// most 4.
void addHarmful(SampleTable &T, llvm::StringRef Metric, double Slope,
                unsigned Number, unsigned Seed) {
  std::mt19937 Random(Seed);
  for (unsigned I = 0; I != Number; ++I) {
    double Intensity = 0.1 + (Random() % 1000) / 20.0;
    double Highest = std::min(4.0, Slope * Intensity);
    double Work = 1000 * Highest * (0.5 + (Random() % 500) / 1000.0);
    add(T, Metric, 1000, Work, Work / Intensity);
  }
}

std::string print(const SpireModel &Model) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  writeModel(Model, OS);
  return Text;
}

std::string readingError(llvm::StringRef Text) {
  auto Model = readModel({Text, "m.json"});
  return Model ? "" : llvm::toString(Model.takeError());
}

SpireAnalysis analyze(const SpireModel &Model, const SampleTable &T) {
  return llvm::cantFail(analyzeWorkload(Model, T, AreaTable()));
}

} // namespace

TEST(SpireModel, HasARooflineForEachMetric) {
  SampleTable T = table();
  addHarmful(T, "b", 1, 100, 1);
  addHarmful(T, "a", 0.5, 50, 2);
  SpireModel Model = llvm::cantFail(fitModel(T));
  ASSERT_EQ(Model.Metrics.size(), 2u);
  EXPECT_EQ(Model.Metrics[0].Name, "a");
  EXPECT_EQ(Model.Metrics[0].Samples, 50u);
  EXPECT_EQ(Model.Metrics[0].Replicates.size(), 5u);
  EXPECT_EQ(Model.Samples, 150u);
  EXPECT_EQ(Model.find("B"), &Model.Metrics[1]);
  EXPECT_EQ(Model.find("c"), nullptr);
}

TEST(SpireModel, FitsDoNotDependOnTheOrderOfSamples) {
  SampleTable T = table();
  addHarmful(T, "a", 0.5, 300, 2);
  SpireFitOptions NoReplicates;
  NoReplicates.Replicates = 0;
  std::string First = print(llvm::cantFail(fitModel(T, NoReplicates)));
  std::mt19937 Random(5);
  std::shuffle(T.Samples.begin(), T.Samples.end(), Random);
  EXPECT_EQ(print(llvm::cantFail(fitModel(T, NoReplicates))), First);
}

TEST(SpireModel, ResamplingDrawsProgramsAndTheIntervalGoesUpAsWell) {
  SampleTable T = table();
  T.addRun("fast");
  for (unsigned Run = 0; Run != 2; ++Run)
    for (unsigned I = 0; I != 100; ++I) {
      add(T, "a", 1000, Run == 0 ? 1000 : 2000, 10 + I);
      T.Samples.back().Run = Run;
    }
  SpireFitOptions Options;
  Options.Replicates = 40;
  SpireModel Model = llvm::cantFail(fitModel(T, Options));
  // A quarter of the draws has the slow program alone; of a hundred samples
  // none would.
  size_t Slow = 0;
  for (const MetricRoofline &R : Model.Metrics[0].Replicates) {
    EXPECT_TRUE(R.peak() == 1 || R.peak() == 2) << R.peak();
    Slow += R.peak() == 1;
  }
  EXPECT_GE(Slow, 3u);
  EXPECT_LE(Slow, 20u);
  SampleTable W = table();
  add(W, "a", 1000, 1000, 10);
  SpireAnalysis A = analyze(Model, W);
  const MetricEstimate &M = A.Metrics[0];
  EXPECT_NEAR(M.Estimate, 2, 1e-9);
  EXPECT_NEAR(M.Low, 1, 1e-9);
  EXPECT_NEAR(M.High, 3, 1e-9);
  EXPECT_EQ(A.Bounds, 1u);
  EXPECT_EQ(A.ViolatedBounds, 0u);
}

TEST(SpireModel, ViolatedBoundsAreCountedForTheWorkload) {
  SampleTable T = table();
  for (unsigned I = 0; I != 50; ++I) {
    add(T, "a", 1000, 1000, 10 + I);
    add(T, "b", 1000, 2000, 10 + I);
  }
  SampleTable W = table();
  add(W, "a", 1000, 1500, 40);
  add(W, "b", 1000, 1500, 40);
  SpireAnalysis A = analyze(llvm::cantFail(fitModel(T)), W);
  EXPECT_EQ(A.Bounds, 2u);
  EXPECT_EQ(A.ViolatedBounds, 1u);
}

TEST(SpireModel, NoSampleIsAnError) {
  EXPECT_EQ(llvm::toString(fitModel(table()).takeError()),
            "no sample to fit a model to");
}

// One sample, samples that are all equal, and a metric that never happened have
// a meaning: the bound is what was seen.
TEST(SpireModel, LittleTrainingHasAMeaning) {
  SampleTable One = table();
  add(One, "a", 100, 200, 50);
  SpireModel Model = llvm::cantFail(fitModel(One));
  EXPECT_DOUBLE_EQ(Model.Metrics[0].Fit.estimate(4), 2);
  EXPECT_DOUBLE_EQ(Model.Metrics[0].Fit.estimate(2), 1);
  SampleTable Equal = table();
  for (int I = 0; I != 5; ++I)
    add(Equal, "a", 100, 200, 50);
  EXPECT_DOUBLE_EQ(llvm::cantFail(fitModel(Equal)).Metrics[0].Fit.estimate(4),
                   2);
  SampleTable Never = table();
  for (int I = 0; I != 5; ++I)
    add(Never, "a", 100, 100 + 10 * I, 0);
  SpireModel OfNever = llvm::cantFail(fitModel(Never));
  EXPECT_DOUBLE_EQ(OfNever.Metrics[0].Fit.estimate(HUGE_VAL), 1.4);
  SpireAnalysis A = analyze(OfNever, Never);
  EXPECT_DOUBLE_EQ(A.Metrics[0].Outside, 0);
}

TEST(SpireModel, FilesAreReadAsTheyWereWritten) {
  SampleTable T = table();
  addHarmful(T, "a", 0.7, 200, 3);
  add(T, "a", 1000, 100, 0);
  add(T, "needs \"quotes\"", 1000, 100, 5);
  std::string Text = print(llvm::cantFail(fitModel(T)));
  SpireModel Again = llvm::cantFail(readModel({Text, "m.json"}));
  EXPECT_EQ(print(Again), Text);
  EXPECT_TRUE(Again.Metrics[0].Fit.SawInfinity);
}

TEST(SpireModel, BadFilesAreRefused) {
  EXPECT_EQ(readingError("{}"),
            "m.json: no model of SPIRE: 'rafter_spire_model' is missing");
  EXPECT_EQ(readingError("[1]"), "m.json: no model of SPIRE: no object");
  EXPECT_EQ(readingError(R"({"rafter_spire_model":2})"),
            "m.json: a model of version 2; this is version 1");
  std::string Cut = readingError("{\n\"rafter_spire_model\":1,\n");
  EXPECT_TRUE(llvm::StringRef(Cut).starts_with("m.json:3: ")) << Cut;
  std::string Head =
      R"({"rafter_spire_model":1,"time":"t","work":"w","trends":"published",)"
      R"("samples":1,"metrics":[{"name":"a","samples":1,"least":1,)"
      R"("greatest":1,"peak":1,"knots":)";
  EXPECT_EQ(readingError(Head + "[]}]}"),
            "m.json: metric 'a': 'knots' is missing or empty");
  EXPECT_EQ(readingError(Head + "[[1,1],[0.5,2]]}]}"),
            "m.json: metric 'a': the knots are not in the order of their "
            "intensities");
  EXPECT_EQ(readingError(Head + "[[1,-1]]}]}"),
            "m.json: metric 'a': a knot is no pair of numbers of at least 0");
  EXPECT_EQ(readingError(Head + "[[1]]}]}"),
            "m.json: metric 'a': a knot is no pair of intensity and "
            "throughput");
  for (const char *Knot : {"[[1,1e308]]", "[[1e308,1]]"})
    EXPECT_EQ(readingError(Head + Knot + "}]}"),
              "m.json: metric 'a': a knot is beyond what counters of 64 bits "
              "can count");
  std::string Turned = Head;
  Turned.replace(Turned.find("\"least\":1"), 9, "\"least\":3");
  EXPECT_EQ(readingError(Turned + "[[1,1]]}]}"),
            "m.json: metric 'a': 'least' is above 'greatest'");
  std::string Metric = Head.substr(Head.find("{\"name\"")) + "[[1,1]]}";
  EXPECT_EQ(readingError(Head + "[[1,1]]}," + Metric + "]}"),
            "m.json: the metric 'a' stands there twice");
}

// The stated defect of the published fit (paper, Fig. 7): samples with few
// events make a harmful metric look helpful.
TEST(SpireTrends, AHandfulOfSamplesIsNoFall) {
  SampleTable T = table();
  addHarmful(T, "stalls", 0.5, 400, 4);
  for (double Intensity : {400.0, 900.0, 2000.0})
    add(T, "stalls", 1000, 1200, 1200 / Intensity);
  SpireFitOptions Supported;
  Supported.Trends = TrendRule::Supported;
  MetricRoofline Published = llvm::cantFail(fitModel(T)).Metrics[0].Fit;
  MetricRoofline Robust = llvm::cantFail(fitModel(T, Supported)).Metrics[0].Fit;
  EXPECT_LT(Published.estimate(2000), 1.3);
  EXPECT_FALSE(Published.isLeft(2000));
  EXPECT_GT(Robust.estimate(2000), 3.5);
  EXPECT_TRUE(Robust.isLeft(2000));
  // The part left of the peak is the same.
  for (double I : {0.5, 1.0, 3.0, 7.0})
    EXPECT_DOUBLE_EQ(Published.estimate(I), Robust.estimate(I));
}

TEST(SpireTrends, ManySamplesAreAFall) {
  SampleTable T = table();
  std::mt19937 Random(7);
  // A metric that helps: the fewer events, the less throughput.
  for (int I = 0; I != 400; ++I) {
    double Intensity = 1 + (Random() % 1000) / 10.0;
    double Work = 1000 * 4 / Intensity * (0.6 + (Random() % 400) / 1000.0);
    add(T, "hits", 1000, Work, Work / Intensity);
  }
  SpireFitOptions Supported;
  Supported.Trends = TrendRule::Supported;
  MetricRoofline Published = llvm::cantFail(fitModel(T)).Metrics[0].Fit;
  MetricRoofline Robust = llvm::cantFail(fitModel(T, Supported)).Metrics[0].Fit;
  EXPECT_LT(Robust.estimate(50), 0.2);
  EXPECT_DOUBLE_EQ(Published.estimate(50), Robust.estimate(50));
  EXPECT_FALSE(Robust.isLeft(50));
}

namespace {

/// A model of Training, applied to Workload.
class SpireAnalysisTest : public testing::Test {
protected:
  SampleTable Training = table(), Workload = table();
  SpireFitOptions Fit;

  SpireAnalysis analyze() {
    return ::analyze(llvm::cantFail(fitModel(Training, Fit)), Workload);
  }
};

} // namespace

TEST_F(SpireAnalysisTest, EstimatesAreWeightedByTime) {
  add(Training, "a", 1, 4, 1);
  add(Training, "a", 1, 1, 1);
  // Estimates of 4 and 1: (3 * 4 + 1 * 1) / 4.
  add(Workload, "a", 3, 4, 1);
  add(Workload, "a", 1, 1, 1);
  SpireAnalysis A = analyze();
  EXPECT_DOUBLE_EQ(A.Metrics[0].Estimate, 13.0 / 4);
  EXPECT_DOUBLE_EQ(A.Estimate, 13.0 / 4);
  EXPECT_DOUBLE_EQ(A.Measured, 5.0 / 4);
}

TEST_F(SpireAnalysisTest, EventsAreFoundHoweverTheyAreSpelled) {
  add(Training, "branch-misses", 1, 4, 1);
  add(Training, "cpu/E,umask=0x10/", 1, 4, 1);
  add(Workload, "cpu_core/branch-misses/u", 3, 4, 1);
  add(Workload, "e,umask=16", 3, 4, 1);
  SpireAnalysis A = analyze();
  EXPECT_EQ(A.Metrics.size(), 2u);
  EXPECT_TRUE(A.NotInModel.empty());
  EXPECT_TRUE(A.NotInWorkload.empty());
}

// Which of two kinds of cores is meant is not known.
TEST_F(SpireAnalysisTest, EventsThatMayBeSeveralAreNotMatched) {
  add(Training, "branch-misses", 1, 4, 1);
  add(Training, "a", 1, 4, 1);
  add(Workload, "cpu_core/branch-misses/", 3, 4, 1);
  add(Workload, "cpu_atom/branch-misses/", 3, 4, 1);
  add(Workload, "a:u", 3, 4, 1);
  SpireAnalysis A = analyze();
  EXPECT_EQ(A.Metrics.size(), 1u);
  EXPECT_EQ(A.NotInModel.size(), 2u);
}

TEST_F(SpireAnalysisTest, TheLowestMetricIsTheEstimate) {
  addHarmful(Training, "l1d.misses", 0.2, 500, 1);
  addHarmful(Training, "idq.starved", 2, 500, 2);
  for (int I = 0; I != 20; ++I) {
    add(Workload, "l1d.misses", 1000, 600 + I, 200);
    add(Workload, "idq.starved", 1000, 600 + I, 200);
  }
  SpireAnalysis A = analyze();
  EXPECT_EQ(A.Metrics[0].Metric, "l1d.misses");
  EXPECT_EQ(A.Estimate, A.Metrics[0].Estimate);
  ASSERT_EQ(A.Areas.size(), 2u);
  EXPECT_EQ(A.Areas[0].Area, MetricArea::Memory);
  EXPECT_TRUE(A.IsClear);
}

TEST_F(SpireAnalysisTest, NearThePeakOnlyTheWidthIsLeft) {
  for (int I = 1; I != 40; ++I)
    add(Training, "l1d.misses", 10, I, 40 - I);
  add(Workload, "l1d.misses", 10, 38, 2);
  SpireAnalysis A = analyze();
  EXPECT_TRUE(A.isAtPeak());
  EXPECT_FALSE(A.IsClear);
  EXPECT_EQ(verdictOf(A), "front-end");
  add(Workload, "l1d.misses", 10, 20, 20);
  A = analyze();
  EXPECT_FALSE(A.isAtPeak());
  EXPECT_EQ(verdictOf(A), "memory");
}

TEST_F(SpireAnalysisTest, IntervalsContainTheEstimateAndAreTheSameEveryTime) {
  addHarmful(Training, "a", 0.5, 300, 1);
  addHarmful(Workload, "a", 0.5, 60, 9);
  SpireAnalysis A = analyze(), B = analyze();
  EXPECT_LT(A.Metrics[0].Low, A.Metrics[0].Estimate);
  EXPECT_GT(A.Metrics[0].High, A.Metrics[0].Estimate);
  EXPECT_EQ(A.Metrics[0].Low, B.Metrics[0].Low);
  EXPECT_EQ(A.Metrics[0].High, B.Metrics[0].High);
}

// The interval of a mean over n independent samples shrinks like 1 / sqrt(n).
TEST_F(SpireAnalysisTest, MoreSamplesMakeNarrowerIntervals) {
  addHarmful(Training, "a", 0.5, 2000, 1);
  Fit.Replicates = 0;
  auto Width = [&](unsigned Number) {
    Workload = table();
    addHarmful(Workload, "a", 0.5, Number, 9);
    SpireAnalysis A = analyze();
    return A.Metrics[0].High - A.Metrics[0].Low;
  };
  double Ratio = Width(100) / Width(1600);
  EXPECT_GT(Ratio, 2.5);
  EXPECT_LT(Ratio, 6);
}

TEST_F(SpireAnalysisTest, WhatTrainingDidNotCoverIsFlagged) {
  addHarmful(Training, "a", 0.5, 300, 1);
  add(Workload, "a", 1000, 900, 1);
  add(Workload, "a", 3000, 900, 300);
  SpireAnalysis A = analyze();
  EXPECT_DOUBLE_EQ(A.Metrics[0].Outside, 0.25);
  EXPECT_TRUE(A.Metrics[0].isOutside());
}

TEST_F(SpireAnalysisTest, MetricsMayBeMissingOnBothSides) {
  addHarmful(Training, "a", 0.5, 10, 1);
  addHarmful(Training, "b", 0.5, 10, 1);
  add(Workload, "A", 1000, 900, 300);
  add(Workload, "c", 1000, 900, 300);
  SpireAnalysis A = analyze();
  ASSERT_EQ(A.Metrics.size(), 1u);
  EXPECT_EQ(A.NotInModel, std::vector<std::string>{"c"});
  EXPECT_EQ(A.NotInWorkload, std::vector<std::string>{"b"});
}

TEST_F(SpireAnalysisTest, IsAMethodOnSamples) {
  addHarmful(Training, "a", 0.5, 10, 1);
  add(Workload, "a", 1000, 900, 300);
  SpireOptions Options;
  Options.Model =
      std::make_shared<SpireModel>(llvm::cantFail(fitModel(Training)));
  MethodOptions OfMethods;
  OfMethods.set(Options);
  Source S;
  S.From.Name = "a.csv";
  S.Samples = &Workload;
  FindingList Found = {
      llvm::cantFail(spireMethod(OfMethods)->run(S, Processor()))};
  const WorkloadReport *Report = get<WorkloadReport>(Found);
  ASSERT_NE(Report, nullptr);
  EXPECT_EQ(Report->Input, "a.csv");
  SpireAnalysis Direct = analyze();
  EXPECT_EQ(Report->Analysis.Estimate, Direct.Estimate);
  EXPECT_EQ(Report->Analysis.Metrics.size(), Direct.Metrics.size());
}

TEST_F(SpireAnalysisTest, UnitsMustBeThoseOfTheModel) {
  addHarmful(Training, "a", 0.5, 10, 1);
  SpireModel Model = llvm::cantFail(fitModel(Training));
  auto Error = [&](const SampleTable &W) {
    return llvm::toString(analyzeWorkload(Model, W, AreaTable()).takeError());
  };
  SampleTable Other = table();
  Other.TimeEvent = "seconds";
  add(Other, "a", 1, 1, 1);
  EXPECT_EQ(Error(Other), "the samples are in instructions per seconds, the "
                          "model in instructions per cycles");
  EXPECT_EQ(Error(table()), "no sample to analyse");
  SampleTable Unknown = table();
  add(Unknown, "x", 1, 1, 1);
  EXPECT_EQ(Error(Unknown), "no metric of the model is in the samples");
}
