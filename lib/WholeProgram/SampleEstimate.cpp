//===- SampleEstimate.cpp - Sums estimated from windows -------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/WholeProgram/SampleEstimate.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

using namespace rafter;
using llvm::ArrayRef;

/// A ratio of fewer windows is not taken by itself. (Cochran 6.8: bias and the
/// error of the variance are small from some 30 on; parts of a program that is
/// short would then have no ratio of their own at all.)
static constexpr unsigned LeastWindows = 10;

double rafter::studentQuantile95(unsigned DegreesOfFreedom) {
  // Tables have 12.706, 4.303, 3.182; above, the expansion around the normal
  // distribution (Abramowitz and Stegun 26.7.5) is right to 0.007.
  static constexpr double Few[] = {12.706, 4.303, 3.182};
  if (DegreesOfFreedom <= 3)
    return Few[std::max(DegreesOfFreedom, 1u) - 1];
  constexpr double Z = 1.959964;
  constexpr double Z3 = Z * Z * Z, Z5 = Z3 * Z * Z, Z7 = Z5 * Z * Z;
  double N = DegreesOfFreedom;
  return Z + (Z3 + Z) / (4 * N) + (5 * Z5 + 16 * Z3 + 3 * Z) / (96 * N * N) +
         (3 * Z7 + 19 * Z5 + 17 * Z3 - 15 * Z) / (384 * N * N * N);
}

namespace {

/// Instructions and cycles of a stratum.
struct Sums {
  double Counted = 0, Instructions = 0, Cycles = 0;

  void add(const PartSample &S) {
    Instructions += S.Instructions;
    Cycles += S.Cycles;
  }
  /// Otherwise: where nothing was seen.
  double ratio(double Otherwise) const {
    return Instructions > 0 ? Cycles / Instructions : Otherwise;
  }
  double total(double Otherwise) const { return Counted * ratio(Otherwise); }
};

/// Estimates without one window each.
class Jackknife {
public:
  void add(double Deviation) {
    Sum += Deviation;
    Squares += Deviation * Deviation;
  }
  /// Windows: those that were not added change nothing when left out.
  double halfWidth(unsigned Windows, double Covered) const {
    double Mean = Sum / Windows;
    double Variance = std::max(0.0, Squares - Windows * Mean * Mean) *
                      (Windows - 1) / Windows;
    return studentQuantile95(Windows - 1) *
           std::sqrt(Variance * std::max(0.0, 1 - Covered));
  }

private:
  double Sum = 0, Squares = 0;
};

class Estimator {
public:
  Estimator(const SampledPopulation &Population, ArrayRef<PartSample> Samples);
  ProgramEstimate run();

private:
  /// Where parts that few windows have met are.
  static constexpr size_t Rare = 0;
  void chooseStrata();
  void addStart();
  void leaveOut(ArrayRef<PartSample> Window);
  Estimate estimateOf(size_t Part, double RareScale) const;

  const SampledPopulation &Population;
  ArrayRef<double> Counted;
  ArrayRef<PartSample> Samples;
  std::vector<PartSample> RareStart;
  /// Of the samples; and with the beginning, as far as it has rare code.
  unsigned NumWindows = 0, Windows = 0;
  double Mean = 0;
  std::vector<Sums> OfPart;
  std::vector<unsigned> WindowsOf;
  /// Of each part.
  std::vector<size_t> StratumOf;
  std::vector<Sums> Strata = {{}};
  std::vector<Jackknife> Without;
  Jackknife AllWithout;
};

} // namespace

Estimator::Estimator(const SampledPopulation &Population,
                     ArrayRef<PartSample> Samples)
    : Population(Population), Counted(Population.Counted), Samples(Samples),
      OfPart(Counted.size()), WindowsOf(Counted.size()),
      StratumOf(Counted.size(), Rare) {
  Sums All;
  for (size_t I = 0; I != Samples.size(); ++I) {
    const PartSample &S = Samples[I];
    NumWindows += I == 0 || S.Window != Samples[I - 1].Window;
    OfPart[S.Part].add(S);
    WindowsOf[S.Part] += S.Instructions > 0;
    All.add(S);
  }
  All.Counted = 1;
  Mean = All.total(0);
}

void Estimator::chooseStrata() {
  for (size_t P = 0; P != Counted.size(); ++P) {
    OfPart[P].Counted = Counted[P];
    if (WindowsOf[P] >= LeastWindows) {
      StratumOf[P] = Strata.size();
      Strata.emplace_back();
    }
  }
  addStart();
  for (const PartSample &S : RareStart)
    OfPart[S.Part].add(S);
  for (auto [Stratum, Of] : llvm::zip(StratumOf, OfPart)) {
    Sums &S = Strata[Stratum];
    S.Counted += Of.Counted;
    S.Instructions += Of.Instructions;
    S.Cycles += Of.Cycles;
  }
  Without.resize(Strata.size());
}

/// Rare code of the beginning, as one more window.
void Estimator::addStart() {
  double Seen = 0, AtStart = 0;
  for (const PartSample &S : Samples)
    Seen += S.Instructions;
  for (const PartSample &S : Population.Start)
    if (StratumOf[S.Part] == Rare) {
      RareStart.push_back(S);
      AtStart += S.Instructions;
    }
  if (Samples.empty() || AtStart <= 0)
    return;
  double Scale = std::min(1.0, Seen / NumWindows / AtStart);
  for (PartSample &S : RareStart) {
    S.Instructions *= Scale;
    S.Cycles *= Scale;
  }
}

/// How the totals change without these samples.
void Estimator::leaveOut(ArrayRef<PartSample> Window) {
  std::map<size_t, Sums> Here;
  for (const PartSample &S : Window)
    Here[StratumOf[S.Part]].add(S);
  double All = 0;
  for (auto &[Number, Own] : Here) {
    Sums Left = Strata[Number];
    double Before = Left.total(Mean);
    Left.Instructions -= Own.Instructions;
    Left.Cycles -= Own.Cycles;
    double Change = Left.total(Mean) - Before;
    Without[Number].add(Change);
    All += Change;
  }
  AllWithout.add(All);
  ++Windows;
}

/// Rare parts that were seen have their own ratio, but all together are what
/// all together were seen to be: RareScale brings them there.
Estimate Estimator::estimateOf(size_t Part, double RareScale) const {
  size_t Number = StratumOf[Part];
  const Sums &Stratum = Strata[Number];
  Estimate E;
  if (Number == Rare) {
    E.Value = OfPart[Part].total(Stratum.ratio(Mean)) * RareScale;
    E.HalfWidth = E.Value;
  } else {
    E.Value = Stratum.total(Mean);
    E.HalfWidth = Without[Number].halfWidth(Windows, Population.Covered);
  }
  E.HalfWidth = std::hypot(E.HalfWidth, Population.StateError * E.Value);
  return E;
}

ProgramEstimate Estimator::run() {
  chooseStrata();
  for (auto *Begin = Samples.begin(); Begin != Samples.end();) {
    auto *End = std::find_if(Begin, Samples.end(), [&](const PartSample &S) {
      return S.Window != Begin->Window;
    });
    leaveOut(ArrayRef(Begin, End));
    Begin = End;
  }
  if (!RareStart.empty())
    leaveOut(RareStart);
  double Apart = 0;
  for (size_t P = 0; P != Counted.size(); ++P)
    if (StratumOf[P] == Rare)
      Apart += OfPart[P].total(Strata[Rare].ratio(Mean));
  double RareScale = Apart > 0 ? Strata[Rare].total(Mean) / Apart : 0;
  ProgramEstimate Result;
  for (size_t P = 0; P != Counted.size(); ++P) {
    Result.Parts.push_back(estimateOf(P, RareScale));
    Result.Cycles.Value += Result.Parts.back().Value;
  }
  double ByChance = Windows < 2
                        ? Result.Cycles.Value
                        : AllWithout.halfWidth(Windows, Population.Covered);
  Result.Cycles.HalfWidth =
      std::hypot(ByChance, Population.StateError * Result.Cycles.Value);
  return Result;
}

/// So many more than an interval seems to need, which is known roughly; at
/// least and at most so many times those there are.
static constexpr double MoreThanNeeded = 1.15;
static constexpr double LeastMore = 0.25, MostMore = 8;

size_t rafter::furtherWindows(const Estimate &E, size_t Windows, double Asked,
                              double StateError) {
  if (E.HalfWidth <= Asked)
    return 0;
  // Variances of what more windows make smaller: they fall with their number.
  double Now = E.HalfWidth * E.HalfWidth - StateError * StateError;
  double Then = Asked * Asked - StateError * StateError;
  double More = Then > 0 ? MoreThanNeeded * Now / Then - 1 : MostMore;
  return size_t(
      std::ceil(std::clamp(More, LeastMore, MostMore) * double(Windows)));
}

std::vector<size_t> rafter::takeEvenly(std::vector<size_t> &From,
                                       size_t Count) {
  if (Count >= From.size())
    return std::exchange(From, {});
  std::vector<size_t> Taken, Left;
  for (size_t I = 0; I != From.size(); ++I) {
    bool IsNext = Taken.size() < Count &&
                  I == (2 * Taken.size() + 1) * From.size() / (2 * Count);
    (IsNext ? Taken : Left).push_back(From[I]);
  }
  From = std::move(Left);
  return Taken;
}

ProgramEstimate rafter::estimateProgram(const SampledPopulation &Population,
                                        ArrayRef<PartSample> Samples) {
  return Estimator(Population, Samples).run();
}
