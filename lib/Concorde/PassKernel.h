//===- PassKernel.h - The equations of reorder buffers in lanes -*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Equations (1) to (4) in vector registers of Width numbers. Each width is a
// type of its own, so that code for one instruction set never serves another.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_CONCORDE_PASSKERNEL_H
#define RAFTER_LIB_CONCORDE_PASSKERNEL_H

#include "PassState.h"
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

/// Sixteen numbers.
template <unsigned Width> struct Numbers {
  static constexpr unsigned Parts = ReorderBufferModel::NumLanes / Width;
  using Native = typename Register<Width>::Type;
  Native Part[Parts];

#define RAFTER_INLINE [[gnu::always_inline]] static inline
#define RAFTER_EACH for (unsigned P = 0; P != Parts; ++P)
  RAFTER_INLINE Numbers load(const LaneRow &Row) {
    Numbers R;
    RAFTER_EACH __builtin_memcpy(&R.Part[P], Row.Lane + P * Width, Width * 4);
    return R;
  }
  RAFTER_INLINE void store(LaneRow &Row, const Numbers &X) {
    RAFTER_EACH __builtin_memcpy(Row.Lane + P * Width, &X.Part[P], Width * 4);
  }
  RAFTER_INLINE Numbers max(const Numbers &A, const Numbers &B) {
    Numbers R;
    RAFTER_EACH R.Part[P] = A.Part[P] > B.Part[P] ? A.Part[P] : B.Part[P];
    return R;
  }
  RAFTER_INLINE Numbers plus(const Numbers &A, int32_t B) {
    Numbers R;
    RAFTER_EACH R.Part[P] = A.Part[P] + B;
    return R;
  }
  RAFTER_INLINE Numbers minus(const Numbers &A, const Numbers &B) {
    Numbers R;
    RAFTER_EACH R.Part[P] = A.Part[P] - B.Part[P];
    return R;
  }
  /// All bits where A is greater than B, none elsewhere.
  RAFTER_INLINE Numbers greater(const Numbers &A, const Numbers &B) {
    Numbers R;
    RAFTER_EACH R.Part[P] = A.Part[P] > B.Part[P];
    return R;
  }
  RAFTER_INLINE Numbers greater(const LaneRow &A, int32_t B) {
    return greater(load(A), plus(Numbers{}, B));
  }
  RAFTER_INLINE bool any(const Numbers &A) {
#if defined(__AVX512F__)
    if constexpr (Width == 16)
      return _mm512_test_epi32_mask((__m512i)A.Part[0], (__m512i)A.Part[0]);
#endif
    Native Any = {};
    RAFTER_EACH Any |= A.Part[P];
    int32_t Bits = 0;
    for (unsigned L = 0; L != Width; ++L)
      Bits |= Any[L];
    return Bits != 0;
  }
  RAFTER_INLINE Numbers bitAnd(const Numbers &A, const Numbers &B) {
    Numbers R;
    RAFTER_EACH R.Part[P] = A.Part[P] & B.Part[P];
    return R;
  }
  /// Lane L of row Index[L] of a ring.
  RAFTER_INLINE Numbers gather(const LaneRow *Ring, const Numbers &Index) {
#if defined(__AVX512F__)
    if constexpr (Width == 16) {
      const Native Lane = {0, 1, 2,  3,  4,  5,  6,  7,
                           8, 9, 10, 11, 12, 13, 14, 15};
      Native Places = Index.Part[0] * 16 + Lane;
      Numbers R;
      R.Part[0] = (Native)_mm512_mask_i32gather_epi32((__m512i)Native{}, 0xffff,
                                                      (__m512i)Places, Ring, 4);
      return R;
    }
#endif
    Numbers R;
    RAFTER_EACH for (unsigned L = 0; L != Width; ++L) R.Part[P][L] =
        Ring[Index.Part[P][L]].Lane[P * Width + L];
    return R;
  }
  RAFTER_INLINE Numbers bitAnd(const Numbers &A, int32_t B) {
    Numbers R;
    RAFTER_EACH R.Part[P] = A.Part[P] & B;
    return R;
  }
#undef RAFTER_INLINE
#undef RAFTER_EACH
};

template <unsigned Width, bool Waits> struct PassKernel {
  using N = Numbers<Width>;

  /// The load that is next may start, in all lanes, after those of its line
  /// before it: its finish. False if not.
  [[gnu::always_inline]] static inline bool
  finishLoad(PassState &S, uint32_t Number, const N &Start, N &Finish) {
    const OrderedLoad &Load = S.Ordered[Number];
    LoadRow &Row = S.load(Number);
    N::store(Row.Start, Start);
    uint16_t &Swapped = S.Swapped[Number % PassState::LoadRing];
    if (Number == S.Visited) {
      Swapped = 0;
      ++S.Visited;
    } else if (Swapped != 0) {
      return false;
    }
    Finish = N::plus(Start, Load.Cycles);
    if (Load.Previous == RegionTrace::None) {
      N::store(Row.LatestStart, Start);
      N::store(Row.LatestFinish, Finish);
      return true;
    }
    // Whether loads that started before could matter.
    const N IsBound = N::greater(S.Sizes, Load.Distance / 2);
    const LoadRow &Previous = S.load(Load.Previous);
    const N Latest = N::load(Previous.LatestStart);
    if (N::any(N::bitAnd(IsBound, N::greater(Latest, Start))))
      return false;
    const N LatestFinish = N::load(Previous.LatestFinish);
    Finish = N::max(Finish, N::bitAnd(IsBound, LatestFinish));
    N::store(Row.LatestStart, N::max(Start, Latest));
    N::store(Row.LatestFinish, N::max(Finish, LatestFinish));
    return true;
  }

  static void run(PassState &S, size_t End) {
    constexpr uint32_t Mask = PassState::Ring - 1;
    const N Sizes = N::load(S.Sizes);
    N Position = N::minus(N::plus(N{}, S.Position), Sizes);
    N Commit = N::load(S.Commit[(S.Position - 1) & Mask]);
    uint32_t Extra = S.NextExtra, Ordered = S.NextOrdered;
    size_t I = S.Position;
    for (; I != End; ++I) {
      // (1): when the buffer has a place.
      N Arrival = N::gather(S.Commit, N::bitAnd(Position, Mask));
      // (2): and the producers are ready.
      const StepSequence::Step &Step = S.Steps[I];
      N Start = N::max(Arrival, N::max(N::load(S.Finish[Step.First]),
                                       N::load(S.Finish[Step.Second])));
      for (uint32_t E = Extra; E != Step.ExtraEnd; ++E)
        Start = N::max(Start, N::load(S.Finish[S.Extras[E]]));
      if constexpr (Waits)
        N::store(S.Wait[I & Mask], N::minus(Start, Arrival));
      // (3): algorithm 1.
      N Finish;
      if (uint32_t Cycles = S.Cycles[I]) {
        Finish = N::plus(Start, Cycles);
      } else {
        if (!finishLoad(S, Ordered, Start, Finish))
          break;
        ++Ordered;
      }
      // (4): in order.
      Commit = N::max(Commit, Finish);
      N::store(S.Finish[I & Mask], Finish);
      N::store(S.Commit[I & Mask], Commit);
      Position = N::plus(Position, 1);
      Extra = Step.ExtraEnd;
    }
    S.Position = I;
    S.NextExtra = Extra;
    S.NextOrdered = Ordered;
  }
};

} // namespace rafter::concorde

#endif // RAFTER_LIB_CONCORDE_PASSKERNEL_H
