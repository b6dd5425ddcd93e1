//===- SortedPoints.h - Points by their intensities -------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_SPIRE_SORTEDPOINTS_H
#define RAFTER_LIB_SPIRE_SORTEDPOINTS_H

#include "rafter/Spire/MetricRoofline.h"
#include <algorithm>

namespace rafter {

/// By intensity, of equal ones the highest first.
inline bool isBefore(const IntensityPoint &A, const IntensityPoint &B) {
  if (A.Intensity != B.Intensity)
    return A.Intensity < B.Intensity;
  return A.Throughput > B.Throughput;
}

/// In that order. Takes linear time if Points are in it already.
inline std::vector<IntensityPoint>
sortedByIntensity(std::vector<IntensityPoint> Points) {
  if (!std::is_sorted(Points.begin(), Points.end(), isBefore))
    std::sort(Points.begin(), Points.end(), isBefore);
  return Points;
}

} // namespace rafter

#endif // RAFTER_LIB_SPIRE_SORTEDPOINTS_H
