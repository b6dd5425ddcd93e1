//===- Lanes.h - Times of one or of sixteen machines ------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a time is (see Tracker.h): one number, or sixteen in vector registers of
// the width that the file which includes this is compiled for. Each width is a
// type of its own, so that code for one instruction set never serves another.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_SIMULATION_LANES_H
#define RAFTER_LIB_SIMULATION_LANES_H

#include "FixedTime.h"
#include "Outcome.h"
#include "ResourceList.h"
#include "Tracker.h"
#include <cstring>
#if defined(__SSE2__)
#include <immintrin.h>
#endif

namespace rafter::simulation {

/// One machine.
struct ScalarLanes {
  static constexpr unsigned NumLanes = 1;
  static constexpr bool Tracks = false;
  using Time = int32_t;
  using Ints = int32_t;

  // Arithmetic of Ints.
  static Ints load(const int32_t *P) { return *P; }
  static void store(int32_t *P, Ints X) { *P = X; }
  static Ints splat(int32_t X) { return X; }
  static Ints add(Ints A, Ints B) { return A + B; }
  static Ints subtract(Ints A, Ints B) { return A - B; }
  static Ints multiply(Ints A, int32_t B) { return A * B; }
  static Ints max(Ints A, Ints B) { return A > B ? A : B; }
  /// Bit i is lane i.
  static uint32_t greater(Ints A, Ints B) { return A > B; }
  static Ints min(Ints A, Ints B) { return A < B ? A : B; }
  /// Selected by all or none of the bits of Mask.
  static Ints select(Ints Mask, Ints A, Ints B) { return Mask ? A : B; }
  static Ints greaterMask(Ints A, Ints B) { return A > B ? -1 : 0; }
  static Ints bitAnd(Ints A, Ints B) { return A & B; }
  /// Whole cycles, rounded up.
  static Ints ceilCycles(Ints X) {
    int32_t Q = X / UnitsPerCycle;
    return Q + (X > Q * UnitsPerCycle);
  }

  // Times.
  Time constrain(Time X, Time C, Reason) { return C > X ? C : X; }
  /// Not before C + Offset, where that is after Base; Base is not after X.
  Time constrainShifted(Time X, Time C, Ints Offset, Ints Base, Reason) {
    return max(X, max(C, Base - Offset) + Offset);
  }
  Time spend(Time X, Ints Cost, ResourceId) { return X + Cost; }
  static Ints value(Time X) { return X; }
  Time at(Ints Value) { return Value; }
  Time atRelease(Ints Value, Time) { return Value; }
  /// X in the lanes of Mask, Floor elsewhere.
  static Time only(Time X, const int32_t *) { return X; }
  static void rebase(Time &X, Ints Past, Ints Units) {
    X = X < Past ? Floor
                 : static_cast<int32_t>(static_cast<uint32_t>(X) -
                                        static_cast<uint32_t>(Units));
  }
  void begin(const InstructionOutcome &) {}
  void dispatched(Time) {}
  void issued(Time) {}
  void operated(Time) {}
  void retired(Time) {}
};

/// Vector registers of Width numbers.
template <unsigned Width> struct Registers;
#define RAFTER_REGISTERS(WIDTH)                                                \
  template <> struct Registers<WIDTH> {                                        \
    typedef int32_t Signed __attribute__((vector_size(WIDTH * 4)));            \
    typedef uint32_t Unsigned __attribute__((vector_size(WIDTH * 4)));         \
    typedef float Float __attribute__((vector_size(WIDTH * 4)));               \
  };
RAFTER_REGISTERS(4)
RAFTER_REGISTERS(8)
RAFTER_REGISTERS(16)
#undef RAFTER_REGISTERS

/// Sixteen machines in registers of Width numbers.
template <unsigned Width> struct VectorLanes {
  static constexpr unsigned NumLanes = 16;
  static constexpr unsigned Parts = NumLanes / Width;
  static constexpr bool Tracks = false;
  using Native = typename Registers<Width>::Signed;
  using NativeUnsigned = typename Registers<Width>::Unsigned;
  using NativeFloat = typename Registers<Width>::Float;
  struct alignas(64) Ints {
    Native Part[Parts];

    // Copied by registers: bytes copied in other pieces stall the loads.
    Ints() = default;
    [[gnu::always_inline]] Ints(const Ints &X) { *this = X; }
    [[gnu::always_inline]] Ints &operator=(const Ints &X) {
      for (unsigned P = 0; P != Parts; ++P)
        Part[P] = X.Part[P];
      return *this;
    }
  };
  using Time = Ints;

#define RAFTER_INLINE [[gnu::always_inline]] static inline
#define RAFTER_EACH for (unsigned P = 0; P != Parts; ++P)
  RAFTER_INLINE Ints load(const int32_t *From) {
    Ints R;
    RAFTER_EACH __builtin_memcpy(&R.Part[P], From + P * Width, Width * 4);
    return R;
  }
  RAFTER_INLINE void store(int32_t *To, const Ints &X) {
    RAFTER_EACH __builtin_memcpy(To + P * Width, &X.Part[P], Width * 4);
  }
  RAFTER_INLINE Ints splat(int32_t X) {
    Ints R;
    RAFTER_EACH R.Part[P] = Native{} + X;
    return R;
  }
  RAFTER_INLINE Ints add(const Ints &A, const Ints &B) {
    Ints R;
    RAFTER_EACH R.Part[P] = A.Part[P] + B.Part[P];
    return R;
  }
  RAFTER_INLINE Ints subtract(const Ints &A, const Ints &B) {
    Ints R;
    RAFTER_EACH R.Part[P] = A.Part[P] - B.Part[P];
    return R;
  }
  RAFTER_INLINE Ints multiply(const Ints &A, int32_t B) {
    Ints R;
    RAFTER_EACH R.Part[P] = A.Part[P] * B;
    return R;
  }
  RAFTER_INLINE Ints max(const Ints &A, const Ints &B) {
    Ints R;
    RAFTER_EACH R.Part[P] = A.Part[P] > B.Part[P] ? A.Part[P] : B.Part[P];
    return R;
  }
  RAFTER_INLINE Ints min(const Ints &A, const Ints &B) {
    Ints R;
    RAFTER_EACH R.Part[P] = A.Part[P] < B.Part[P] ? A.Part[P] : B.Part[P];
    return R;
  }
  RAFTER_INLINE Ints greaterMask(const Ints &A, const Ints &B) {
    Ints R;
    RAFTER_EACH R.Part[P] = A.Part[P] > B.Part[P];
    return R;
  }
  RAFTER_INLINE Ints bitAnd(const Ints &A, const Ints &B) {
    Ints R;
    RAFTER_EACH R.Part[P] = A.Part[P] & B.Part[P];
    return R;
  }
  RAFTER_INLINE Ints select(const Ints &Mask, const Ints &A, const Ints &B) {
    Ints R;
    RAFTER_EACH R.Part[P] =
        (A.Part[P] & Mask.Part[P]) | (B.Part[P] & ~Mask.Part[P]);
    return R;
  }
  RAFTER_INLINE uint32_t greater(const Ints &A, const Ints &B) {
    uint32_t Bits = 0;
    RAFTER_EACH Bits |= greaterBits(A.Part[P], B.Part[P]) << (P * Width);
    return Bits;
  }
  RAFTER_INLINE uint32_t greaterBits(Native A, Native B) {
#if defined(__AVX512F__)
    if constexpr (Width == 16)
      return _mm512_cmpgt_epi32_mask((__m512i)A, (__m512i)B);
#endif
#if defined(__AVX2__)
    if constexpr (Width == 8)
      return _mm256_movemask_ps((__m256)(A > B));
#endif
#if defined(__SSE2__)
    if constexpr (Width == 4)
      return _mm_movemask_ps((__m128)(A > B));
#endif
    uint32_t Bits = 0;
    for (unsigned I = 0; I != Width; ++I)
      Bits |= uint32_t(A[I] > B[I]) << I;
    return Bits;
  }
  /// The quotient in single precision is off by less than one.
  RAFTER_INLINE Ints ceilCycles(const Ints &X) {
    Ints R;
    RAFTER_EACH {
      NativeFloat F = __builtin_convertvector(X.Part[P], NativeFloat) *
                      (1.0f / UnitsPerCycle);
      Native Q = __builtin_convertvector(F, Native);
      Native Rest = X.Part[P] - Q * UnitsPerCycle;
      // A comparison that holds is -1.
      R.Part[P] =
          Q - (Rest > 0) - (Rest > UnitsPerCycle) + (Rest <= -UnitsPerCycle);
    }
    return R;
  }

  RAFTER_INLINE Time constrain(const Time &X, const Time &C, Reason) {
    return max(X, C);
  }
  RAFTER_INLINE Time constrainShifted(const Time &X, const Time &C,
                                      const Ints &Offset, const Ints &Base,
                                      Reason) {
    return max(X, add(max(C, subtract(Base, Offset)), Offset));
  }
  RAFTER_INLINE Time spend(const Time &X, const Ints &Cost, ResourceId) {
    return add(X, Cost);
  }
  RAFTER_INLINE const Ints &value(const Time &X) { return X; }
  RAFTER_INLINE Time at(const Ints &Value) { return Value; }
  RAFTER_INLINE Time atRelease(const Ints &Value, const Time &) {
    return Value;
  }
  RAFTER_INLINE Time only(const Time &X, const int32_t *Mask) {
    return select(load(Mask), X, splat(Floor));
  }
  RAFTER_INLINE void rebase(Time &X, const Ints &Past, const Ints &Units) {
    RAFTER_EACH {
      Native Old = Past.Part[P] > X.Part[P];
      Native Moved =
          (Native)((NativeUnsigned)X.Part[P] - (NativeUnsigned)Units.Part[P]);
      X.Part[P] = (Moved & ~Old) | (Old & Floor);
    }
  }
#undef RAFTER_EACH
#undef RAFTER_INLINE
  void begin(const InstructionOutcome &) {}
  void dispatched(const Time &) {}
  void issued(const Time &) {}
  void operated(const Time &) {}
  void retired(const Time &) {}
};

} // namespace rafter::simulation

#endif // RAFTER_LIB_SIMULATION_LANES_H
