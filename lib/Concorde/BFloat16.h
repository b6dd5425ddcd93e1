//===- BFloat16.h - Inputs of the network in 16 bits -----------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The upper half of an IEEE 754 binary32, rounded to nearest, ties to even: a
// relative error of at most 2^-9. There are no numbers below 2^-126; they
// become zero, as in the tile instructions that multiply them.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_CONCORDE_BFLOAT16_H
#define RAFTER_LIB_CONCORDE_BFLOAT16_H

#include <bit>
#include <cstdint>

namespace rafter::concorde {

inline uint16_t packBFloat16(float X) {
  auto Bits = std::bit_cast<uint32_t>(X);
  if ((Bits & 0x7f800000) == 0)
    return uint16_t(Bits >> 16 & 0x8000);
  return uint16_t((Bits + 0x7fff + (Bits >> 16 & 1)) >> 16);
}

inline float unpackBFloat16(uint16_t X) {
  return std::bit_cast<float>(uint32_t(X) << 16);
}

} // namespace rafter::concorde

#endif // RAFTER_LIB_CONCORDE_BFLOAT16_H
