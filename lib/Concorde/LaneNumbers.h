//===- LaneNumbers.h - Sixteen numbers in vector registers -----*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One number for each size of the reorder buffer, in vector registers of Width
// numbers. Each width is a type of its own, so that code for one instruction
// set never serves another.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_CONCORDE_LANENUMBERS_H
#define RAFTER_LIB_CONCORDE_LANENUMBERS_H

#include "PassState.h"
#include <type_traits>
#if defined(__AVX512F__)
#include <immintrin.h>
#endif

namespace rafter::concorde {

template <unsigned Width> struct Register;
#define RAFTER_REGISTER(WIDTH)                                                 \
  template <> struct Register<WIDTH> {                                         \
    typedef int32_t Type __attribute__((vector_size(WIDTH * 4)));              \
  };
RAFTER_REGISTER(4)
RAFTER_REGISTER(8)
RAFTER_REGISTER(16)
#undef RAFTER_REGISTER

#define RAFTER_INLINE [[gnu::always_inline]] static inline
#define RAFTER_EACH for (unsigned P = 0; P != Parts; ++P)

template <unsigned Width> struct Numbers {
  static constexpr unsigned Parts = ReorderBufferModel::NumLanes / Width;
  using Native = typename Register<Width>::Type;
  Native Part[Parts];

  RAFTER_INLINE Numbers load(const LaneRow &Row) {
    Numbers R;
    RAFTER_EACH __builtin_memcpy(&R.Part[P], Row.Lane + P * Width, Width * 4);
    return R;
  }
  RAFTER_INLINE void store(LaneRow &Row, const Numbers &X) {
    RAFTER_EACH __builtin_memcpy(Row.Lane + P * Width, &X.Part[P], Width * 4);
  }
  RAFTER_INLINE Numbers all(int32_t X) { return plus(Numbers{}, X); }
  RAFTER_INLINE Numbers max(const Numbers &A, const Numbers &B) {
    Numbers R;
    RAFTER_EACH R.Part[P] = A.Part[P] > B.Part[P] ? A.Part[P] : B.Part[P];
    return R;
  }
  RAFTER_INLINE Numbers min(const Numbers &A, const Numbers &B) {
    Numbers R;
    RAFTER_EACH R.Part[P] = A.Part[P] < B.Part[P] ? A.Part[P] : B.Part[P];
    return R;
  }
  RAFTER_INLINE Numbers plus(const Numbers &A, int32_t B) {
    Numbers R;
    RAFTER_EACH R.Part[P] = A.Part[P] + B;
    return R;
  }
  RAFTER_INLINE Numbers plus(const Numbers &A, const Numbers &B) {
    Numbers R;
    RAFTER_EACH R.Part[P] = A.Part[P] + B.Part[P];
    return R;
  }
  RAFTER_INLINE Numbers minus(const Numbers &A, const Numbers &B) {
    Numbers R;
    RAFTER_EACH R.Part[P] = A.Part[P] - B.Part[P];
    return R;
  }
  RAFTER_INLINE Numbers bitAnd(const Numbers &A, int32_t B) {
    Numbers R;
    RAFTER_EACH R.Part[P] = A.Part[P] & B;
    return R;
  }
  RAFTER_INLINE Numbers shiftLeft(const Numbers &A, unsigned Bits) {
    Numbers R;
    RAFTER_EACH R.Part[P] = A.Part[P] << Bits;
    return R;
  }
  RAFTER_INLINE Numbers shiftRight(const Numbers &A, unsigned Bits) {
    Numbers R;
    RAFTER_EACH R.Part[P] = A.Part[P] >> Bits;
    return R;
  }
  /// Lane L of row Index[L].
  RAFTER_INLINE Numbers gather(const LaneRow *Rows, const Numbers &Index) {
#if defined(__AVX512F__)
    if constexpr (Width == 16) {
      const Native Lane = {0, 1, 2,  3,  4,  5,  6,  7,
                           8, 9, 10, 11, 12, 13, 14, 15};
      Native Places = Index.Part[0] * 16 + Lane;
      Numbers R;
      R.Part[0] = (Native)_mm512_mask_i32gather_epi32((__m512i)Native{}, 0xffff,
                                                      (__m512i)Places, Rows, 4);
      return R;
    }
#endif
    Numbers R;
    RAFTER_EACH for (unsigned L = 0; L != Width; ++L) R.Part[P][L] =
        Rows[Index.Part[P][L]].Lane[P * Width + L];
    return R;
  }
};

/// A set of lanes: all bits of a number or none.
template <unsigned Width> struct LaneSet {
  using N = Numbers<Width>;
  static constexpr unsigned Parts = N::Parts;
  N Bits;

  RAFTER_INLINE LaneSet of(uint32_t Lanes) {
    LaneSet R;
    RAFTER_EACH for (unsigned L = 0; L != Width; ++L) R.Bits.Part[P][L] =
        -int32_t(Lanes >> (P * Width + L) & 1);
    return R;
  }
  RAFTER_INLINE LaneSet greater(const N &A, const N &B) {
    LaneSet R;
    RAFTER_EACH R.Bits.Part[P] = A.Part[P] > B.Part[P];
    return R;
  }
  RAFTER_INLINE LaneSet different(const N &A, const N &B) {
    LaneSet R;
    RAFTER_EACH R.Bits.Part[P] = A.Part[P] != B.Part[P];
    return R;
  }
  RAFTER_INLINE LaneSet both(const LaneSet &A, const LaneSet &B) {
    LaneSet R;
    RAFTER_EACH R.Bits.Part[P] = A.Bits.Part[P] & B.Bits.Part[P];
    return R;
  }
  RAFTER_INLINE LaneSet either(const LaneSet &A, const LaneSet &B) {
    LaneSet R;
    RAFTER_EACH R.Bits.Part[P] = A.Bits.Part[P] | B.Bits.Part[P];
    return R;
  }
  /// All but these.
  RAFTER_INLINE LaneSet without(const LaneSet &A) {
    LaneSet R;
    RAFTER_EACH R.Bits.Part[P] = ~A.Bits.Part[P];
    return R;
  }
  RAFTER_INLINE bool any(const LaneSet &A) {
    typename N::Native Any = {};
    RAFTER_EACH Any |= A.Bits.Part[P];
    int32_t Bits = 0;
    for (unsigned L = 0; L != Width; ++L)
      Bits |= Any[L];
    return Bits != 0;
  }
  /// A bit for each lane.
  RAFTER_INLINE uint32_t lanes(const LaneSet &A) {
    uint32_t Lanes = 0;
    RAFTER_EACH for (unsigned L = 0; L != Width; ++L) Lanes |=
        uint32_t(A.Bits.Part[P][L] & 1) << (P * Width + L);
    return Lanes;
  }
  /// A in these lanes, B in the others.
  RAFTER_INLINE N select(const LaneSet &In, const N &A, const N &B) {
    N R;
    RAFTER_EACH R.Part[P] =
        (In.Bits.Part[P] & A.Part[P]) | (~In.Bits.Part[P] & B.Part[P]);
    return R;
  }
};

#if defined(__AVX512F__)
template <> struct LaneSet<16> {
  using N = Numbers<16>;
  __mmask16 Mask;

  RAFTER_INLINE LaneSet of(uint32_t Lanes) { return {__mmask16(Lanes)}; }
  RAFTER_INLINE LaneSet greater(const N &A, const N &B) {
    return {_mm512_cmpgt_epi32_mask((__m512i)A.Part[0], (__m512i)B.Part[0])};
  }
  RAFTER_INLINE LaneSet different(const N &A, const N &B) {
    return {_mm512_cmpneq_epi32_mask((__m512i)A.Part[0], (__m512i)B.Part[0])};
  }
  RAFTER_INLINE LaneSet both(const LaneSet &A, const LaneSet &B) {
    return {__mmask16(A.Mask & B.Mask)};
  }
  RAFTER_INLINE LaneSet either(const LaneSet &A, const LaneSet &B) {
    return {__mmask16(A.Mask | B.Mask)};
  }
  RAFTER_INLINE LaneSet without(const LaneSet &A) {
    return {__mmask16(~A.Mask)};
  }
  RAFTER_INLINE bool any(const LaneSet &A) { return A.Mask != 0; }
  RAFTER_INLINE uint32_t lanes(const LaneSet &A) { return A.Mask; }
  RAFTER_INLINE N select(const LaneSet &In, const N &A, const N &B) {
    N R;
    R.Part[0] = (N::Native)_mm512_mask_blend_epi32(In.Mask, (__m512i)B.Part[0],
                                                   (__m512i)A.Part[0]);
    return R;
  }
};
#endif

#undef RAFTER_INLINE
#undef RAFTER_EACH

} // namespace rafter::concorde

#endif // RAFTER_LIB_CONCORDE_LANENUMBERS_H
