//===- StableMath.h - exp and log with the same bits everywhere -*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The C library's functions differ in the last bit between versions and
// processors; training must not. Only additions, multiplications and divisions
// are used, without contraction. Relative errors are below 1e-14.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_CONCORDE_STABLEMATH_H
#define RAFTER_LIB_CONCORDE_STABLEMATH_H

#include <cmath>

namespace rafter::concorde {

/// Natural exponential function; X is clamped to [-700, 700]. What is no number
/// stays so.
inline double stableExp(double X) {
  if (std::isnan(X))
    return X;
  X = X < -700 ? -700 : X > 700 ? 700 : X;
  constexpr double Log2e = 1.4426950408889634;
  // ln 2 in two parts (W. Cody, W. Waite: Software Manual for the Elementary
  // Functions, 1980).
  constexpr double High = 0.693359375, Low = -2.1219444005469058277e-4;
  double K = std::floor(X * Log2e + 0.5);
  double R = (X - K * High) - K * Low;
  // |R| < 0.35: 14 terms of the series reach the last bit.
  double Sum = 1;
  for (int I = 14; I != 0; --I)
    Sum = 1 + Sum * R / I;
  return std::ldexp(Sum, int(K));
}

/// Natural logarithm of X > 0.
inline double stableLog(double X) {
  constexpr double Ln2 = 0.6931471805599453, RootOfHalf = 0.7071067811865476;
  int Exponent;
  double M = std::frexp(X, &Exponent);
  if (M < RootOfHalf) {
    M *= 2;
    --Exponent;
  }
  // ln M = 2 artanh((M - 1) / (M + 1)), whose argument is below 0.172.
  double S = (M - 1) / (M + 1), Square = S * S, Sum = 0;
  for (int I = 23; I > 0; I -= 2)
    Sum = Sum * Square + 1.0 / I;
  return Exponent * Ln2 + 2 * S * Sum;
}

} // namespace rafter::concorde

#endif // RAFTER_LIB_CONCORDE_STABLEMATH_H
