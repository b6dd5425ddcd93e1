//===- double-double.c - Twice as many digits from pairs of numbers -------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { N = 48, Degree = 10, Roots = 12, Steps = 3 };
/// A sum of two numbers of which the second is far smaller.
struct Double2 {
  double High, Low;
};
static double A[N], B[N], Radicands[Roots];
static struct Double2 Coefficients[Degree + 1], Dot, Polynomials[Roots];
static struct Double2 Squares[Roots];
void setup(void) {}
void prepare(unsigned Call) {
  double Low[Degree + 1];
  fillDoubles(A, N, Call + 1);
  fillDoubles(B, N, Call + 1001);
  fillDoubles(Radicands, Roots, Call + 2001);
  fillDoubles(Low, Degree + 1, Call + 3001);
  for (int I = 0; I < N; ++I)
    B[I] = I & 1 ? -B[I] * 1e6 : B[I];
  for (int I = 0; I <= Degree; ++I)
    Coefficients[I] = (struct Double2){1.0 / (1 + I), 1e-17 * Low[I]};
}
HELPER struct Double2 quickSum(double X, double Y) {
  double Sum = X + Y;
  return (struct Double2){Sum, Y - (Sum - X)};
}
HELPER struct Double2 exactSum(double X, double Y) {
  double Sum = X + Y, Part = Sum - X;
  return (struct Double2){Sum, (X - (Sum - Part)) + (Y - Part)};
}
HELPER struct Double2 halves(double X) {
  double Scaled = 134217729 * X;
  double Difference = Scaled - X;
  double High = Scaled - Difference;
  return (struct Double2){High, X - High};
}
HELPER struct Double2 exactProduct(double X, double Y) {
  double Product = X * Y;
  struct Double2 P = halves(X), Q = halves(Y);
  double Error = P.High * Q.High - Product;
  Error += P.High * Q.Low;
  Error += P.Low * Q.High;
  Error += P.Low * Q.Low;
  return (struct Double2){Product, Error};
}
HELPER struct Double2 add(struct Double2 X, struct Double2 Y) {
  struct Double2 S = exactSum(X.High, Y.High), T = exactSum(X.Low, Y.Low);
  S = quickSum(S.High, S.Low + T.High);
  return quickSum(S.High, S.Low + T.Low);
}
HELPER struct Double2 multiply(struct Double2 X, struct Double2 Y) {
  struct Double2 P = exactProduct(X.High, Y.High);
  double Cross = X.High * Y.Low;
  Cross += X.Low * Y.High;
  return quickSum(P.High, P.Low + Cross);
}
static struct Double2 dot(void) {
  struct Double2 Sum = {0, 0};
  for (int I = 0; I < N; ++I)
    Sum = add(Sum, exactProduct(A[I], B[I]));
  return Sum;
}
static struct Double2 polynomial(struct Double2 X) {
  struct Double2 Result = Coefficients[Degree];
  for (int I = Degree - 1; I >= 0; --I)
    Result = add(multiply(Result, X), Coefficients[I]);
  return Result;
}
/// From the inverse of the root, without divisions.
static struct Double2 root(double Of) {
  struct Double2 Inverse = {1 / __builtin_sqrt(Of), 0}, Whole = {Of, 0};
  for (int I = 0; I < Steps - 1; ++I) {
    struct Double2 Square = multiply(multiply(Inverse, Inverse), Whole);
    struct Double2 Off = add((struct Double2){1, 0},
                             (struct Double2){-Square.High, -Square.Low});
    Off = multiply(Off, Inverse);
    Inverse = add(Inverse, (struct Double2){0.5 * Off.High, 0.5 * Off.Low});
  }
  return multiply(Inverse, Whole);
}
KERNEL void kernel(void) {
  Dot = dot();
  for (int I = 0; I < Roots; ++I) {
    Squares[I] = root(1 + Radicands[I]);
    Polynomials[I] =
        polynomial((struct Double2){-Radicands[I], 1e-17 * Radicands[I]});
  }
}
double checksum(void) {
  double S = Dot.High + 1e12 * Dot.Low;
  for (int I = 0; I < Roots; ++I)
    S += Squares[I].High + 1e10 * Squares[I].Low + Polynomials[I].High +
         1e10 * Polynomials[I].Low;
  return S;
}
