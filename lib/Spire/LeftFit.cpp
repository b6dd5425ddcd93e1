//===- LeftFit.cpp - The increasing part of a roofline --------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The upper hull of the samples from (0, 0) to the leftmost highest one (SPIRE
// paper, section III.D), by a monotone chain.
//
//===----------------------------------------------------------------------===//

#include "SortedPoints.h"
#include "rafter/Spire/MetricRoofline.h"
#include <algorithm>
#include <cmath>

using namespace rafter;

/// Whether B lies on or below the line from A to C, all finite.
static bool isBelow(const IntensityPoint &A, const IntensityPoint &B,
                    const IntensityPoint &C) {
  long double Up =
      (long double)(B.Throughput - A.Throughput) * (C.Intensity - A.Intensity);
  long double Line =
      (long double)(C.Throughput - A.Throughput) * (B.Intensity - A.Intensity);
  return Up <= Line;
}

std::vector<IntensityPoint>
rafter::fitLeft(llvm::ArrayRef<IntensityPoint> Points) {
  std::vector<IntensityPoint> Sorted = sortedByIntensity(Points.vec());
  double AtInfinity = 0;
  std::vector<IntensityPoint> Hull = {{0, 0}};
  double Highest = 0;
  for (const IntensityPoint &P : Sorted) {
    if (std::isinf(P.Intensity)) {
      AtInfinity = std::max(AtInfinity, P.Throughput);
      continue;
    }
    // Only what rises: the hull ends at the leftmost highest point.
    if (P.Throughput <= Highest || !(P.Intensity > 0))
      continue;
    Highest = P.Throughput;
    while (Hull.size() > 1 && isBelow(Hull[Hull.size() - 2], Hull.back(), P))
      Hull.pop_back();
    Hull.push_back(P);
  }
  if (AtInfinity > Highest)
    Hull.push_back({HUGE_VAL, AtInfinity});
  return Hull;
}
