//===- KnownSlices.cpp - How far a slice is from the training -------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/Fingerprint/KnownSlices.h"
#include <algorithm>
#include <cmath>
#include <map>

using namespace rafter;

static constexpr size_t MostSlices = 512;
/// Of the slices of the training that are asked how far others are.
static constexpr size_t MostAsked = 2000;
static constexpr double Covered = 0.95;
/// Runs that repeat each other say nothing of what may vary: a choice of ours,
/// for a rate well above its scale a change by 22 %.
static constexpr double LeastReach = 0.2;

static double apart(double A, double B, double Scale) {
  return std::abs(std::asinh(A / Scale) - std::asinh(B / Scale));
}

double KnownSlices::distance(SliceValues A, SliceValues B) const {
  double Sum = 0;
  size_t Common = 0;
  for (size_t I = 0; I != Scale.size(); ++I) {
    if (Scale[I] <= 0 || isMissing(A[I]) || isMissing(B[I]))
      continue;
    double Difference = apart(A[I], B[I], Scale[I]);
    Sum += Difference * Difference;
    ++Common;
  }
  return Common ? std::sqrt(Sum / double(Common)) : HUGE_VAL;
}

KnownSlices::Near KnownSlices::nearest(SliceValues Values) const {
  const Slice *Best = &Slices.front();
  double Least = HUGE_VAL;
  for (const Slice &S : Slices)
    if (double D = distance(Values, S.Values); D < Least) {
      Least = D;
      Best = &S;
    }
  Near Found{Least / Reach, Best->Label, 0};
  double Most = 0;
  for (uint32_t I = 0; I != Scale.size(); ++I) {
    if (Scale[I] <= 0 || isMissing(Values[I]) || isMissing(Best->Values[I]))
      continue;
    if (double D = apart(Values[I], Best->Values[I], Scale[I]); D > Most) {
      Most = D;
      Found.Attribute = I;
    }
  }
  return Found;
}

static double lowOfNonZero(llvm::ArrayRef<double> Column,
                           llvm::ArrayRef<uint32_t> Rows) {
  std::vector<double> Values;
  for (uint32_t Row : Rows)
    if (!isMissing(Column[Row]) && Column[Row] != 0)
      Values.push_back(std::abs(Column[Row]));
  if (Values.empty())
    return 0;
  auto Low = Values.begin() + Values.size() / 10;
  std::nth_element(Values.begin(), Low, Values.end());
  return *Low;
}

KnownSlices rafter::rememberSlices(const LabelledSlices &Slices,
                                   llvm::ArrayRef<uint32_t> Rows) {
  KnownSlices Known;
  for (size_t A = 0; A != Slices.Attributes.size(); ++A)
    Known.Scale.push_back(Slices.Attributes[A].Nominal
                              ? 0
                              : lowOfNonZero(Slices.Columns[A], Rows));
  auto ValuesOf = [&](uint32_t Row) {
    std::vector<double> Values;
    for (const std::vector<double> &Column : Slices.Columns)
      Values.push_back(Column[Row]);
    return Values;
  };
  // A run has one class; slices without a run are one run for each class.
  std::map<std::pair<uint32_t, uint32_t>, std::vector<uint32_t>> Runs;
  for (uint32_t Row : Rows)
    Runs[{Slices.Runs[Row], Slices.Labels[Row]}].push_back(Row);
  if (Runs.empty())
    return Known;
  const size_t OfEach = std::max<size_t>(1, MostSlices / Runs.size());
  uint32_t Run = 0;
  for (const auto &[Of, Members] : Runs) {
    std::vector<double> Far(Members.size(), HUGE_VAL);
    for (size_t N = 0; N != std::min(OfEach, Members.size()); ++N) {
      size_t At = std::max_element(Far.begin(), Far.end()) - Far.begin();
      if (Far[At] <= 0)
        break;
      Known.Slices.push_back({Of.second, Run, ValuesOf(Members[At])});
      for (size_t I = 0; I != Members.size(); ++I)
        Far[I] = std::min(Far[I], Known.distance(ValuesOf(Members[I]),
                                                 Known.Slices.back().Values));
    }
    ++Run;
  }
  std::vector<double> Distances;
  Run = 0;
  const size_t Step = Rows.size() / MostAsked + 1;
  size_t Asked = 0;
  for (const auto &[Of, Members] : Runs) {
    for (uint32_t Row : Members) {
      if (Asked++ % Step != 0)
        continue;
      double Least = HUGE_VAL;
      const std::vector<double> Values = ValuesOf(Row);
      for (const KnownSlices::Slice &S : Known.Slices)
        if (S.Label == Of.second && S.Run != Run)
          Least = std::min(Least, Known.distance(Values, S.Values));
      if (Least != HUGE_VAL)
        Distances.push_back(Least);
    }
    ++Run;
  }
  if (Distances.empty())
    return Known;
  auto At = Distances.begin() + size_t(Covered * double(Distances.size() - 1));
  std::nth_element(Distances.begin(), At, Distances.end());
  Known.Reach = std::max(*At, LeastReach);
  return Known;
}
