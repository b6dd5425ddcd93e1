//===- MetricRooflineTest.cpp - Fits against definitions ------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The reference cases, which the authors' program produced; an exhaustive
// search over all valid fits of small fronts; properties of every fit.
//
//===----------------------------------------------------------------------===//

#include "rafter/Spire/MetricRoofline.h"
#include "SourcePaths.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include "gtest/gtest.h"
#include <algorithm>
#include <cmath>
#include <random>

using namespace rafter;
using llvm::json::Array;
using llvm::json::Object;

namespace {

constexpr double Infinity = HUGE_VAL;

std::vector<MetricSample> samples(const Array &Rows) {
  std::vector<MetricSample> Result;
  for (const llvm::json::Value &Row : Rows) {
    const Array &Values = *Row.getAsArray();
    Result.push_back({*Values[0].getAsNumber(), *Values[1].getAsNumber(),
                      *Values[2].getAsNumber()});
  }
  return Result;
}

struct Estimate {
  double Throughput = 0, Left = 0;
};

/// The time-weighted mean of the estimates of a workload's samples.
Estimate estimate(const MetricRoofline &Fit,
                  const std::vector<MetricSample> &Workload) {
  Estimate E;
  double Time = 0;
  for (const MetricSample &S : Workload) {
    Time += S.Time;
    E.Throughput += S.Time * Fit.estimate(S.intensity());
    E.Left += S.Time * Fit.isLeft(S.intensity());
  }
  return {E.Throughput / Time, E.Left / Time};
}

/// The published program writes infinity as the greatest double.
double finite(double I) {
  return std::isinf(I) ? std::numeric_limits<double>::max() : I;
}

class ReferenceCases : public testing::TestWithParam<const char *> {
protected:
  /// False: the data are not there.
  bool load() {
    auto Buffer = llvm::MemoryBuffer::getFile(std::string(RAFTER_GOLDEN_DIR) +
                                              "/spire/" + GetParam() + ".json");
    if (!Buffer)
      return false;
    auto Parsed = llvm::json::parse((*Buffer)->getBuffer());
    if (!Parsed) {
      ADD_FAILURE() << llvm::toString(Parsed.takeError());
      return false;
    }
    Case = std::move(*Parsed->getAsObject());
    return true;
  }
  Object Case;
};

INSTANTIATE_TEST_SUITE_P(Golden, ReferenceCases,
                         testing::Values("g1_two_metrics", "g2_metric_zero",
                                         "g3_peak_at_zero", "g4_ties",
                                         "g5_horizontal_end"),
                         [](const auto &Info) {
                           return std::string(Info.param);
                         });

TEST_P(ReferenceCases, EstimatesAreThePublishedOnes) {
  if (!load())
    GTEST_SKIP() << "no reference data in " RAFTER_GOLDEN_DIR;
  for (const llvm::json::Value &Expected : *Case.getArray("estimates")) {
    llvm::StringRef Metric = *Expected.getAsObject()->getString("metric");
    MetricRoofline Fit =
        fitRoofline(samples(*Case.getObject("train")->getArray(Metric)));
    Estimate E =
        estimate(Fit, samples(*Case.getObject("test")->getArray(Metric)));
    double Throughput = *Expected.getAsObject()->getNumber("throughput");
    EXPECT_NEAR(E.Throughput, Throughput, 1e-9 * Throughput) << Metric.str();
    EXPECT_NEAR(E.Left, *Expected.getAsObject()->getNumber("time_left_of_peak"),
                1e-12)
        << Metric.str();
  }
}

/// Knots that lie on the line between their neighbours say nothing.
std::vector<IntensityPoint>
withoutStraightKnots(const std::vector<IntensityPoint> &Knots) {
  std::vector<IntensityPoint> Result;
  for (const IntensityPoint &K : Knots) {
    while (Result.size() > 1) {
      const IntensityPoint &A = Result[Result.size() - 2], &B = Result.back();
      double Slope =
          (B.Throughput - A.Throughput) / (B.Intensity - A.Intensity);
      double Next = (K.Throughput - B.Throughput) / (K.Intensity - B.Intensity);
      if (std::abs(Slope - Next) > 1e-12 * std::abs(Slope))
        break;
      Result.pop_back();
    }
    Result.push_back(K);
  }
  return Result;
}

TEST_P(ReferenceCases, KnotsAreThePublishedOnes) {
  if (!load())
    GTEST_SKIP() << "no reference data in " RAFTER_GOLDEN_DIR;
  for (const auto &[Metric, Value] : *Case.getObject("fit")) {
    const Object &Expected = *Value.getAsObject();
    MetricRoofline Fit =
        fitRoofline(samples(*Case.getObject("train")->getArray(Metric)));
    std::vector<IntensityPoint> Published, Ours;
    const Array &I = *Expected.getArray("I"), &P = *Expected.getArray("P");
    for (size_t K = 0; K != I.size(); ++K)
      Published.push_back({*I[K].getAsNumber(), *P[K].getAsNumber()});
    for (const IntensityPoint &K : Fit.Knots)
      Ours.push_back({finite(K.Intensity), K.Throughput});
    Published = withoutStraightKnots(Published);
    Ours = withoutStraightKnots(Ours);
    ASSERT_EQ(Ours.size(), Published.size()) << Metric.str();
    for (size_t K = 0; K != Ours.size(); ++K) {
      EXPECT_NEAR(Ours[K].Intensity / std::max(Published[K].Intensity, 1e-300),
                  K != 0, 1e-9);
      EXPECT_NEAR(Ours[K].Throughput, Published[K].Throughput, 1e-9);
    }
    EXPECT_NEAR(finite(Fit.PeakIntensity) / *Expected.getNumber("peakI"), 1,
                1e-9);
  }
}

// The definition, for small fronts: every choice of points as knots, checked
// piece by piece.

/// A front from right to left with finite intensities below index Infinite.
class ExhaustiveSearch {
public:
  explicit ExhaustiveSearch(std::vector<IntensityPoint> Front)
      : Front(std::move(Front)) {}

  double leastError() {
    if (std::isinf(Front[0].Intensity))
      extend(0, 0, 0);
    else
      for (size_t First = 0; First != Front.size(); ++First)
        extend(First, 0, errorOfFlat(0, First));
    return Best;
  }

private:
  double slope(size_t Right, size_t Left) const {
    if (std::isinf(Front[Right].Intensity))
      return 0;
    return (Front[Left].Throughput - Front[Right].Throughput) /
           (Front[Right].Intensity - Front[Left].Intensity);
  }
  double errorOfFlat(size_t Begin, size_t Left) const {
    double Error = 0;
    for (size_t I = Begin; I != Left; ++I)
      Error += std::pow(Front[Left].Throughput - Front[I].Throughput, 2);
    return Error;
  }
  /// The error of a line through Right over the points up to End, cut off at
  /// the highest throughput; nothing if it passes below one of them.
  std::optional<double> errorOfLine(size_t Right, double Slope,
                                    size_t End) const {
    double Error = 0;
    for (size_t I = Right + 1; I < End; ++I) {
      double Line = Front[Right].Throughput +
                    Slope * (Front[Right].Intensity - Front[I].Intensity);
      if (Line < Front[I].Throughput * (1 - 1e-12))
        return std::nullopt;
      Line = std::min(Line, Front.back().Throughput);
      Error += std::pow(Line - Front[I].Throughput, 2);
    }
    return Error;
  }
  /// All ways to go on from a knot that was reached with a slope and an error.
  void extend(size_t Knot, double Reached, double Error) {
    size_t Last = Front.size() - 1;
    if (Knot == Last) {
      Best = std::min(Best, Error);
      return;
    }
    if (std::isinf(Front[Knot].Intensity)) {
      for (size_t Next = Knot + 1; Next <= Last; ++Next)
        extend(Next, 0, Error + errorOfFlat(Knot + 1, Next));
      return;
    }
    double Steepest = Reached;
    for (size_t Next = Knot + 1; Next <= Last; ++Next) {
      double Slope = slope(Knot, Next);
      Steepest = std::max(Steepest, Slope);
      if (Slope < Reached)
        continue;
      if (auto E = errorOfLine(Knot, Slope, Next))
        extend(Next, Slope, Error + *E);
    }
    if (Steepest > slope(Knot, Last))
      if (auto E = errorOfLine(Knot, Steepest, Front.size()))
        Best = std::min(Best, Error + *E);
  }

  std::vector<IntensityPoint> Front;
  double Best = Infinity;
};

std::vector<IntensityPoint> randomPoints(std::mt19937 &Random, unsigned Count) {
  std::vector<IntensityPoint> Points;
  std::uniform_real_distribution<double> Unit(0, 1);
  unsigned Shape = Random() % 3;
  for (unsigned I = 0; I != Count; ++I) {
    double Intensity = std::exp(6 * Unit(Random) - 2);
    double Throughput = 4 * Unit(Random);
    // Fronts with many points: decreasing, convex or concave.
    if (Shape == 1)
      Throughput = 3 / (1 + Intensity) + 0.2 * Unit(Random);
    else if (Shape == 2)
      Throughput = 4 - 0.07 * Intensity + 0.2 * Unit(Random);
    Points.push_back({Intensity, Throughput});
  }
  if (Random() % 4 == 0)
    Points.push_back({Infinity, 0.5 * Unit(Random)});
  if (Random() % 4 == 0)
    Points.push_back(Points[Random() % Points.size()]);
  return Points;
}

/// The sum of squared distances of a front from a fit.
double errorOf(const std::vector<IntensityPoint> &Knots,
               const std::vector<IntensityPoint> &Front) {
  MetricRoofline Fit;
  Fit.Knots = Knots;
  double Error = 0;
  for (const IntensityPoint &P : Front)
    Error += std::pow(Fit.estimate(P.Intensity) - P.Throughput, 2);
  return Error;
}

TEST(RightFitTest, EqualsAnExhaustiveSearch) {
  std::mt19937 Random(7);
  unsigned Fronts = 0;
  for (unsigned Round = 0; Round != 2000; ++Round) {
    std::vector<IntensityPoint> Points =
        randomPoints(Random, 1 + Random() % 14);
    std::vector<IntensityPoint> Front = paretoFront(Points);
    if (Front.size() < 2)
      continue;
    ++Fronts;
    double Least = ExhaustiveSearch(Front).leastError();
    double Ours = errorOf(fitRight(Points), Front);
    ASSERT_NEAR(Ours, Least, 1e-9 * Least + 1e-12) << "round " << Round;
  }
  EXPECT_GE(Fronts, 1000u);
}

TEST(RightFitTest, IsConvexAndOnOrAboveItsFront) {
  std::mt19937 Random(11);
  for (unsigned Round = 0; Round != 300; ++Round) {
    std::vector<IntensityPoint> Points = randomPoints(Random, 60);
    std::vector<IntensityPoint> Knots = fitRight(Points);
    MetricRoofline Fit;
    Fit.Knots = Knots;
    for (const IntensityPoint &P : paretoFront(Points))
      EXPECT_GE(Fit.estimate(P.Intensity), P.Throughput * (1 - 1e-12));
    double Before = -Infinity;
    for (size_t K = 0; K + 1 < Knots.size(); ++K) {
      double Slope = (Knots[K + 1].Throughput - Knots[K].Throughput) /
                     (Knots[K + 1].Intensity - Knots[K].Intensity);
      EXPECT_GE(Slope, Before - 1e-9);
      EXPECT_LE(Slope, 0);
      Before = Slope;
    }
  }
}

TEST(LeftFitTest, IsConcaveAndOnOrAboveAllPointsUpToThePeak) {
  std::mt19937 Random(13);
  for (unsigned Round = 0; Round != 300; ++Round) {
    std::vector<IntensityPoint> Points = randomPoints(Random, 60);
    MetricRoofline Fit;
    Fit.Knots = fitLeft(Points);
    for (const IntensityPoint &P : Points)
      EXPECT_GE(Fit.estimate(P.Intensity), P.Throughput * (1 - 1e-12));
    double Before = Infinity;
    for (size_t K = 0; K + 1 < Fit.Knots.size(); ++K) {
      double Slope = (Fit.Knots[K + 1].Throughput - Fit.Knots[K].Throughput) /
                     (Fit.Knots[K + 1].Intensity - Fit.Knots[K].Intensity);
      EXPECT_LT(Slope, Before);
      Before = Slope;
    }
  }
}

TEST(MetricRooflineTest, IsIndependentOfTheOrderOfSamples) {
  std::mt19937 Random(17);
  for (unsigned Round = 0; Round != 100; ++Round) {
    std::vector<MetricSample> Samples;
    for (unsigned I = 0; I != 40; ++I)
      Samples.push_back({double(1 + Random() % 4), double(Random() % 8),
                         double(Random() % 5)});
    MetricRoofline First = fitRoofline(Samples);
    std::shuffle(Samples.begin(), Samples.end(), Random);
    MetricRoofline Second = fitRoofline(Samples);
    ASSERT_EQ(First.Knots.size(), Second.Knots.size());
    for (size_t K = 0; K != First.Knots.size(); ++K) {
      EXPECT_EQ(First.Knots[K].Intensity, Second.Knots[K].Intensity);
      EXPECT_EQ(First.Knots[K].Throughput, Second.Knots[K].Throughput);
    }
    EXPECT_EQ(First.PeakIntensity, Second.PeakIntensity);
  }
}

TEST(MetricRooflineTest, NoEventsAreAPointAtInfinity) {
  MetricRoofline Fit = fitRoofline({{10, 20, 0}});
  EXPECT_EQ(Fit.estimate(5), 0);
  EXPECT_EQ(Fit.estimate(Infinity), 2);
  EXPECT_TRUE(Fit.isLeft(5));
  EXPECT_TRUE(Fit.isOutside(5));
  EXPECT_FALSE(Fit.isOutside(Infinity));
}

TEST(MetricRooflineTest, DegenerateSampleSetsHaveAMeaning) {
  EXPECT_EQ(fitRoofline(std::vector<MetricSample>()).estimate(1), 0);
  // One sample: proportional up to it, flat behind it.
  MetricRoofline One = fitRoofline({{10, 20, 5}});
  EXPECT_EQ(One.estimate(2), 1);
  EXPECT_EQ(One.estimate(4), 2);
  EXPECT_EQ(One.estimate(400), 2);
  // Equal samples are one.
  MetricRoofline Three = fitRoofline({{10, 20, 5}, {10, 20, 5}, {20, 40, 10}});
  EXPECT_EQ(Three.Knots.size(), 2u);
  // No work at all.
  EXPECT_EQ(fitRoofline({{10, 0, 5}, {10, 0, 0}}).estimate(3), 0);
}

TEST(RightFitTest, FrontsOfManyPointsTakeLittleMemoryAndTime) {
  // Convex: every pair of points is a candidate piece but passes below none.
  std::vector<IntensityPoint> Points;
  for (unsigned I = 1; I <= 1500; ++I)
    Points.push_back({double(I), 1.0 + 1000.0 / I});
  EXPECT_EQ(paretoFront(Points).size(), 1500u);
  EXPECT_LT(errorOf(fitRight(Points), paretoFront(Points)), 1e-9);
}

} // namespace
