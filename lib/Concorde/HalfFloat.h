//===- HalfFloat.h - Weights in 16 bits ------------------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// IEEE 754 binary16, rounded to nearest, ties to even. The relative error of a
// weight is at most 2^-11.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_CONCORDE_HALFFLOAT_H
#define RAFTER_LIB_CONCORDE_HALFFLOAT_H

#include <bit>
#include <cmath>
#include <cstdint>

namespace rafter::concorde {

/// Numbers beyond the range become infinite.
inline uint16_t packHalf(float X) {
  uint32_t Bits = std::bit_cast<uint32_t>(X);
  auto Sign = uint16_t(Bits >> 16 & 0x8000);
  Bits &= 0x7fffffff;
  if (Bits > 0x7f800000)
    return Sign | 0x7e00;
  // 65520 and more.
  if (Bits >= 0x477ff000)
    return Sign | 0x7c00;
  if (Bits < 0x38800000)
    // A multiple of 2^-24; the addition rounds as the format does.
    return Sign |
           uint16_t(std::bit_cast<uint32_t>(std::bit_cast<float>(Bits) + 0.5f) -
                    0x3f000000);
  uint32_t Odd = Bits >> 13 & 1;
  return Sign | uint16_t((Bits - 0x38000000 + 0xfff + Odd) >> 13);
}

inline float unpackHalf(uint16_t Half) {
  uint32_t Exponent = Half >> 10 & 31, Fraction = Half & 1023;
  float Size =
      Exponent == 31 ? (Fraction ? NAN : HUGE_VALF)
      : Exponent == 0
          ? float(Fraction) * 0x1p-24f
          : std::bit_cast<float>((Exponent + 112) << 23 | Fraction << 13);
  return Half & 0x8000 ? -Size : Size;
}

} // namespace rafter::concorde

#endif // RAFTER_LIB_CONCORDE_HALFFLOAT_H
