//===- Distribution.h - Distributions as inputs of the model ---*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How 101 numbers describe a distribution (Concorde paper, section 4 and its
// footnote 5).
//
// With n samples x_1 <= ... <= x_n of sum S, percentile j of 0 ... 49 is the
// sample with 1 + floor((2j + 1) n / 100) samples up to it, and percentile j of
// the size-weighted distribution is the smallest x_i with
// x_1 + ... + x_i >= (2j + 1) S / 100. Then follows the mean S / n. Without
// samples all numbers are zero.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_CONCORDE_DISTRIBUTION_H
#define RAFTER_LIB_CONCORDE_DISTRIBUTION_H

#include "rafter/Concorde/FeatureLayout.h"

namespace rafter::concorde {

/// Writes the DistributionSize numbers of samples that are not negative. Sorts
/// Samples.
void encodeSamples(llvm::MutableArrayRef<float> Samples,
                   llvm::MutableArrayRef<float> Numbers);

/// The same where Counts[V] samples have the value V.
void encodeCounts(llvm::ArrayRef<uint32_t> Counts,
                  llvm::MutableArrayRef<float> Numbers);

/// Puts samples that are not negative in ascending order. Digits cost less
/// where there are many.
enum class SampleOrder { ByComparison, ByDigits };
void sortSamples(llvm::MutableArrayRef<float> Samples, SampleOrder How);

} // namespace rafter::concorde

#endif // RAFTER_LIB_CONCORDE_DISTRIBUTION_H
