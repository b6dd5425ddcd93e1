//===- PhaseChoice.cpp - Intervals that stand for others ------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/Regions/PhaseChoice.h"
#include "rafter/Support/RandomNumbers.h"
#include "llvm/ADT/STLExtras.h"
#include <limits>

using namespace rafter;
using llvm::ArrayRef;

namespace {

using Point = std::array<double, IntervalSignature::Dimensions>;

/// Groups of intervals, and how far these are from the means of theirs.
struct Grouping {
  std::vector<Point> Means;
  std::vector<uint32_t> GroupOf;
  std::vector<double> Distances;
  double Total = std::numeric_limits<double>::infinity();
};

class KMeans {
public:
  KMeans(ArrayRef<IntervalSignature> All, RandomNumbers &Random)
      : All(All), Random(Random) {}

  Grouping group(size_t Most);

private:
  static constexpr unsigned MostRounds = 100;
  void seed(Grouping &G, size_t Most);
  bool assign(Grouping &G);
  void moveMeans(Grouping &G);

  ArrayRef<IntervalSignature> All;
  RandomNumbers &Random;
};

} // namespace

static Point pointOf(const IntervalSignature &S) {
  Point P;
  llvm::copy(S.Values, P.begin());
  return P;
}

static double squaredDistance(const IntervalSignature &S, const Point &P) {
  double Sum = 0;
  for (size_t D = 0; D != P.size(); ++D) {
    double Difference = double(S.Values[D]) - P[D];
    Sum += Difference * Difference;
  }
  return Sum;
}

/// Each further mean is an interval drawn by its distance from those before.
void KMeans::seed(Grouping &G, size_t Most) {
  G.GroupOf.assign(All.size(), 0);
  G.Distances.assign(All.size(), std::numeric_limits<double>::infinity());
  size_t Next = Random.below(uint32_t(All.size()));
  while (G.Means.size() != Most) {
    G.Means.push_back(pointOf(All[Next]));
    double Sum = 0;
    for (auto [S, Distance] : llvm::zip_equal(All, G.Distances))
      Sum += Distance = std::min(Distance, squaredDistance(S, G.Means.back()));
    if (Sum == 0)
      return;
    double Drawn = Sum * double(Random.next() >> 11) * 0x1p-53;
    Next = 0;
    for (size_t I = 0; I != All.size(); ++I) {
      if (G.Distances[I] == 0)
        continue;
      Next = I;
      if ((Drawn -= G.Distances[I]) < 0)
        break;
    }
  }
}

/// False when no interval changes its group.
bool KMeans::assign(Grouping &G) {
  bool Changed = false;
  G.Total = 0;
  for (size_t I = 0; I != All.size(); ++I) {
    uint32_t Best = 0;
    double Least = std::numeric_limits<double>::infinity();
    for (auto [Group, Mean] : llvm::enumerate(G.Means))
      if (double D = squaredDistance(All[I], Mean); D < Least) {
        Least = D;
        Best = uint32_t(Group);
      }
    Changed |= std::exchange(G.GroupOf[I], Best) != Best;
    G.Distances[I] = Least;
    G.Total += Least;
  }
  return Changed;
}

/// Of groups that have lost all of theirs, the mean stays.
void KMeans::moveMeans(Grouping &G) {
  std::vector<Point> Sums(G.Means.size(), Point());
  std::vector<size_t> Counts(G.Means.size());
  for (auto [S, Group] : llvm::zip_equal(All, G.GroupOf)) {
    ++Counts[Group];
    for (size_t D = 0; D != S.Values.size(); ++D)
      Sums[Group][D] += double(S.Values[D]);
  }
  for (size_t Group = 0; Group != Sums.size(); ++Group)
    if (Counts[Group] != 0)
      for (size_t D = 0; D != Sums[Group].size(); ++D)
        G.Means[Group][D] = Sums[Group][D] / double(Counts[Group]);
}

Grouping KMeans::group(size_t Most) {
  Grouping G;
  seed(G, Most);
  assign(G);
  for (unsigned Round = 0; Round != MostRounds; ++Round) {
    moveMeans(G);
    if (!assign(G))
      break;
  }
  return G;
}

std::vector<PhaseSample> rafter::choosePhases(ArrayRef<IntervalSignature> All,
                                              size_t Most, uint64_t Seed) {
  if (All.empty() || Most == 0)
    return {};
  constexpr unsigned Beginnings = 5;
  RandomNumbers Random(Seed);
  Grouping Best;
  for (unsigned I = 0; I != Beginnings; ++I)
    if (Grouping G = KMeans(All, Random).group(Most); G.Total < Best.Total)
      Best = std::move(G);
  std::vector<PhaseSample> Samples(Best.Means.size(), {0, 0});
  for (size_t I = 0; I != All.size(); ++I) {
    PhaseSample &S = Samples[Best.GroupOf[I]];
    if (S.StandsFor++ == 0 || Best.Distances[I] < Best.Distances[S.Interval])
      S.Interval = I;
  }
  llvm::erase_if(Samples, [](const PhaseSample &S) { return !S.StandsFor; });
  llvm::sort(Samples, [](const PhaseSample &A, const PhaseSample &B) {
    return A.Interval < B.Interval;
  });
  return Samples;
}
