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
#include <numeric>

using namespace rafter;
using llvm::ArrayRef;

namespace {

using Point = std::array<double, IntervalSignature::Dimensions>;

/// Intervals that are alike, by their numbers.
struct Group {
  std::vector<uint32_t> Members;
  Point Mean = {};
  /// The sum of squared distances from the mean.
  double Scatter = 0;

  double error() const { return double(Members.size()) * Scatter; }
};

/// Splits a group in two: 2-means from means that are far apart (k-means++;
/// Arthur and Vassilvitskii, SODA 2007).
class Splitter {
public:
  Splitter(ArrayRef<IntervalSignature> All, RandomNumbers &Random)
      : All(All), Random(Random) {}

  /// False, and nothing changes, where it cannot be split.
  bool split(Group &First, Group &Second);
  /// Of the members, the mean and the scatter.
  void measure(Group &G) const;

private:
  static constexpr unsigned Beginnings = 2, MostRounds = 100;
  using Pair = std::array<Group, 2>;
  Pair begin(ArrayRef<uint32_t> Members);
  bool assign(ArrayRef<uint32_t> Members, Pair &Two) const;

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

void Splitter::measure(Group &G) const {
  G.Mean = {};
  for (uint32_t I : G.Members)
    for (auto [Sum, Value] : llvm::zip_equal(G.Mean, All[I].Values))
      Sum += double(Value);
  for (double &Sum : G.Mean)
    Sum /= double(G.Members.size());
  G.Scatter = 0;
  for (uint32_t I : G.Members)
    G.Scatter += squaredDistance(All[I], G.Mean);
}

/// One is any member, the other one is drawn by its distance from that.
Splitter::Pair Splitter::begin(ArrayRef<uint32_t> Members) {
  Pair Two;
  Two[0].Mean = pointOf(All[Members[Random.below(uint32_t(Members.size()))]]);
  std::vector<double> Distances;
  double Sum = 0;
  for (uint32_t I : Members)
    Sum += Distances.emplace_back(squaredDistance(All[I], Two[0].Mean));
  double Drawn = Sum * double(Random.next() >> 11) * 0x1p-53;
  for (auto [I, Distance] : llvm::zip_equal(Members, Distances)) {
    if (Distance == 0)
      continue;
    Two[1].Mean = pointOf(All[I]);
    if ((Drawn -= Distance) < 0)
      break;
  }
  return Two;
}

/// Each member to the mean that is nearer; false when none moves.
bool Splitter::assign(ArrayRef<uint32_t> Members, Pair &Two) const {
  std::vector<uint32_t> Before = std::move(Two[0].Members);
  for (Group &G : Two)
    G.Members.clear();
  for (uint32_t I : Members) {
    bool Other = squaredDistance(All[I], Two[1].Mean) <
                 squaredDistance(All[I], Two[0].Mean);
    Two[Other].Members.push_back(I);
  }
  return Two[0].Members != Before;
}

bool Splitter::split(Group &First, Group &Second) {
  double Least = std::numeric_limits<double>::infinity();
  Pair Best;
  for (unsigned Beginning = 0; Beginning != Beginnings; ++Beginning) {
    Pair Two = begin(First.Members);
    for (unsigned Round = 0; Round != MostRounds; ++Round) {
      if (!assign(First.Members, Two) || Two[0].Members.empty() ||
          Two[1].Members.empty())
        break;
      for (Group &G : Two)
        measure(G);
    }
    double Scatter = Two[0].Scatter + Two[1].Scatter;
    if (!Two[0].Members.empty() && !Two[1].Members.empty() && Scatter < Least) {
      Least = Scatter;
      Best = std::move(Two);
    }
  }
  if (Best[0].Members.empty())
    return false;
  First = std::move(Best[0]);
  Second = std::move(Best[1]);
  return true;
}

static PhaseSample sampleOf(ArrayRef<IntervalSignature> All, const Group &G) {
  PhaseSample S{G.Members.front(), 0};
  double Least = std::numeric_limits<double>::infinity();
  for (uint32_t I : G.Members) {
    S.StandsFor += All[I].Instructions;
    if (double D = squaredDistance(All[I], G.Mean); D < Least) {
      Least = D;
      S.Interval = I;
    }
  }
  return S;
}

std::vector<PhaseSample> rafter::choosePhases(ArrayRef<IntervalSignature> All,
                                              size_t Most, uint64_t Seed) {
  if (All.empty() || Most == 0)
    return {};
  RandomNumbers Random(Seed);
  Splitter Split(All, Random);
  std::vector<Group> Groups(1);
  Groups[0].Members.resize(All.size());
  std::iota(Groups[0].Members.begin(), Groups[0].Members.end(), 0);
  Split.measure(Groups[0]);
  while (Groups.size() != Most) {
    Group &Worst =
        *llvm::max_element(Groups, [](const Group &A, const Group &B) {
          return A.error() < B.error();
        });
    if (Worst.Scatter == 0)
      break;
    Group Other;
    if (Split.split(Worst, Other))
      Groups.push_back(std::move(Other));
    else
      Worst.Scatter = 0;
  }
  std::vector<PhaseSample> Samples;
  for (const Group &G : Groups)
    Samples.push_back(sampleOf(All, G));
  llvm::sort(Samples, [](const PhaseSample &A, const PhaseSample &B) {
    return A.Interval < B.Interval;
  });
  return Samples;
}
