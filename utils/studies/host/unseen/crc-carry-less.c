//===- crc-carry-less.c -------------------------------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// CRC-32 by carry-less multiplication, 64 bytes a step.
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

#include <immintrin.h>

enum { N = 16384 };
static unsigned char X[N];
static unsigned Result;

void setup(void) { fillBytes(X, N, 1); }

void prepare(unsigned Call) { (void)Call; }

#define FOLD(A, K, D)                                                          \
  _mm_xor_si128(_mm_xor_si128(_mm_clmulepi64_si128(A, K, 0x00),                \
                              _mm_clmulepi64_si128(A, K, 0x11)),               \
                D)

__attribute__((target("pclmul,sse4.1"))) KERNEL void kernel(void) {
  const __m128i *From = (const __m128i *)X;
  const __m128i K = _mm_set_epi64x(0x1C6E41596LL, 0x154442BD4LL);
  const __m128i L = _mm_set_epi64x(0x0CCAA009ELL, 0x1751997D0LL);
  __m128i A = _mm_loadu_si128(From), B = _mm_loadu_si128(From + 1);
  __m128i C = _mm_loadu_si128(From + 2), D = _mm_loadu_si128(From + 3);
  for (int I = 4; I < N / 16; I += 4) {
    A = FOLD(A, K, _mm_loadu_si128(From + I));
    B = FOLD(B, K, _mm_loadu_si128(From + I + 1));
    C = FOLD(C, K, _mm_loadu_si128(From + I + 2));
    D = FOLD(D, K, _mm_loadu_si128(From + I + 3));
  }
  A = FOLD(A, L, B);
  A = FOLD(A, L, C);
  A = FOLD(A, L, D);
  Result = (unsigned)_mm_extract_epi32(A, 0) ^
           (unsigned)_mm_extract_epi32(A, 2);
}

double checksum(void) { return Result; }
