//===- polar-code.c - A noisy message that splits into good and bad bits -===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { N = 128, Messages = 2, Free = 64 };
static float Received[Messages][N];
static unsigned char Frozen[N], Sent[Messages][N], Decoded[Messages][N];
static unsigned Errors;
/// The bits that are worst are always 0.
static void freeze(void) {
  float Bad[N];
  Bad[0] = 0.4f;
  for (int Size = 1; Size < N; Size *= 2)
    for (int I = Size - 1; I >= 0; --I) {
      float Lost = Bad[I];
      Bad[2 * I] = 2 * Lost - Lost * Lost;
      Bad[2 * I + 1] = Lost * Lost;
    }
  for (int I = 0; I < N; ++I) {
    int Worse = 0;
    for (int J = 0; J < N; ++J)
      Worse += Bad[J] > Bad[I] || (Bad[J] == Bad[I] && J < I);
    Frozen[I] = Worse < N - Free;
  }
}
void setup(void) { freeze(); }
void prepare(unsigned Call) {
  float Noise[4 * N];
  for (unsigned M = 0; M < Messages; ++M) {
    unsigned char Bits[N];
    fillBytes(Bits, N, Call * Messages + M + 1);
    for (int I = 0; I < N; ++I)
      Sent[M][I] = Bits[I] = Frozen[I] ? 0 : Bits[I] & 1;
    for (int Half = 1; Half < N; Half *= 2)
      for (int I = 0; I < N; ++I)
        if (!(I & Half))
          Bits[I] ^= Bits[I + Half];
    fillFloats(Noise, 4 * N, Call * Messages + M + 1001);
    for (int I = 0; I < N; ++I) {
      const float *R = Noise + 4 * I;
      float Error = 1.1f * (R[0] + R[1] + R[2] + R[3] - 2);
      Received[M][I] = 2 * ((Bits[I] ? -1.0f : 1.0f) + Error);
    }
  }
}
HELPER float absolute(float X) { return X < 0 ? -X : X; }
/// Decodes Size bits from how likely they are. Sums are what they were coded
/// to, for those who asked.
static void decode(const float *Likely, unsigned char *Bits,
                   unsigned char *Sums, const unsigned char *Known, int Size) {
  if (Size == 1) {
    Bits[0] = Sums[0] = !Known[0] && Likely[0] < 0;
    return;
  }
  float Part[N / 2];
  int Half = Size / 2;
  for (int I = 0; I < Half; ++I) {
    float A = Likely[I], B = Likely[Half + I];
    float X = absolute(A), Y = absolute(B), Least = X < Y ? X : Y;
    Part[I] = (A < 0) != (B < 0) ? -Least : Least;
  }
  decode(Part, Bits, Sums, Known, Half);
  for (int I = 0; I < Half; ++I) {
    float A = Likely[I], B = Likely[Half + I];
    Part[I] = Sums[I] ? B - A : B + A;
  }
  decode(Part, Bits + Half, Sums + Half, Known + Half, Half);
  for (int I = 0; I < Half; ++I)
    Sums[I] ^= Sums[Half + I];
}
KERNEL void kernel(void) {
  unsigned char Sums[N];
  Errors = 0;
  for (int M = 0; M < Messages; ++M) {
    decode(Received[M], Decoded[M], Sums, Frozen, N);
    for (int I = 0; I < N; ++I)
      Errors += Decoded[M][I] != Sent[M][I];
  }
}
double checksum(void) {
  double S = 1e5 * Errors;
  for (int M = 0; M < Messages; ++M)
    for (int I = 0; I < N; ++I)
      S += Decoded[M][I] * (1 + I % 11);
  return S;
}
