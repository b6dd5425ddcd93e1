//===- SlicesFromSamples.h - Slices of time out of samples ------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_FINGERPRINT_SLICESFROMSAMPLES_H
#define RAFTER_FINGERPRINT_SLICESFROMSAMPLES_H

#include "rafter/Counters/SampleTable.h"
#include "rafter/Fingerprint/LabelledSlices.h"

namespace rafter {

struct SliceOptions {
  /// Seconds of a slice. The paper's slices are of 400 ms.
  double Length = 0.4;
  /// What the slices are known to be; empty: not known.
  std::string Label;
  /// The size of the working set; may be empty.
  std::string Size;
};

/// Adds the slices of all runs and scopes: an attribute for each event and for
/// the work, its counts divided by the time in which they were counted.
/// Intervals are put together as long as that brings a slice nearer to its
/// length; longer ones are a slice each. The last slice of each run and scope
/// is dropped: it may be cut short. A run of one interval is one slice. The
/// result is the number of slices added.
size_t addSlices(const SampleTable &Table, const SliceOptions &Options,
                 LabelledSlices &Slices);

} // namespace rafter

#endif // RAFTER_FINGERPRINT_SLICESFROMSAMPLES_H
