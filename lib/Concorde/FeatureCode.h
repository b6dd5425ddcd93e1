//===- FeatureCode.h - A feature in 16 bits --------------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Features are not negative and span many magnitudes: throughputs of 0.001,
// times of 200,000 cycles. Data sets and the learned model take them as codes
// of 6 bits of exponent and 10 of fraction: zero, and 2^-20 to 2^44 with a
// relative error of at most 2^-11. Whole numbers up to 2048 are exact. Codes
// are ordered like the numbers.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_CONCORDE_FEATURECODE_H
#define RAFTER_LIB_CONCORDE_FEATURECODE_H

#include "rafter/Concorde/FeatureLayout.h"
#include <bit>

namespace rafter::concorde {

/// Bits of the float 2^-20.
inline constexpr uint32_t FeatureCodeBase = (127 - 20) << 23;

/// What can be encoded: neither negative nor NaN.
inline bool isFeature(float X) { return X >= 0; }

/// The nearest code, ties to even; what is too large becomes the greatest code.
/// X must be a feature.
inline FeatureCode packFeature(float X) {
  uint32_t Bits = std::bit_cast<uint32_t>(X);
  // Covers -0 as well, whose sign bit is set.
  if (!(X > 0) || Bits < FeatureCodeBase)
    return 0;
  uint32_t Above = Bits - FeatureCodeBase;
  uint32_t Code = (Above + 0xfff + ((Above >> 13) & 1)) >> 13;
  return Code > 0xffff ? 0xffff : static_cast<FeatureCode>(Code);
}

inline float unpackFeature(FeatureCode Code) {
  return Code ? std::bit_cast<float>((uint32_t(Code) << 13) + FeatureCodeBase)
              : 0.0f;
}

} // namespace rafter::concorde

#endif // RAFTER_LIB_CONCORDE_FEATURECODE_H
