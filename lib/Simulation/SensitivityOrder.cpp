//===- SensitivityOrder.cpp - What comes first
//---------------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SensitivityOrder.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>

using namespace rafter;

void simulation::startWithBest(Sensitivity &Result, double Base,
                               double LeastSpeedup) {
  Sensitivity::Remainder Best = {{}, Base};
  for (const ResourceElasticity &R : Result.Resources)
    if (Base / R.limit() < Best.Cycles)
      Best = {{R.What}, Base / R.limit()};
  for (const ResourceSet &S : Result.Sets)
    if (Base / S.Speedup < Best.Cycles)
      Best = {S.Members, Base / S.Speedup};
  if (Best.Removed.empty() ||
      (!Result.Remains.empty() &&
       Result.Remains.front().Cycles <= Best.Cycles * LeastSpeedup))
    return;
  std::vector<Sensitivity::Remainder> Steps = {Best};
  for (Sensitivity::Remainder &R : Result.Remains) {
    bool Contains = llvm::all_of(Best.Removed, [&](const Limit &L) {
      return llvm::is_contained(R.Removed, L);
    });
    if (!Contains || R.Cycles * LeastSpeedup > Steps.back().Cycles)
      continue;
    std::stable_partition(
        R.Removed.begin(), R.Removed.end(),
        [&](const Limit &L) { return llvm::is_contained(Best.Removed, L); });
    Steps.push_back(std::move(R));
  }
  Result.Remains = std::move(Steps);
}

void simulation::rankResources(Sensitivity &Result) {
  auto AtRanking = [&](const ResourceElasticity &E) {
    for (const ResourceElasticity::Point &P : E.Curve)
      if (P.Factor >= Result.RankingFactor)
        return P.Speedup;
    return 1.0;
  };
  llvm::stable_sort(Result.Resources, [&](const auto &A, const auto &B) {
    double OfA = AtRanking(A), OfB = AtRanking(B);
    return OfA > OfB || (OfA == OfB && A.limit() > B.limit());
  });
}
