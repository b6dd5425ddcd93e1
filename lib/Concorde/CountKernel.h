//===- CountKernel.h - Latencies counted from lists ------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Half of all latencies are zero. They are counted in a register; the others
// are collected in a list of numbers to increment, with AVX-512 alone.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_CONCORDE_COUNTKERNEL_H
#define RAFTER_LIB_CONCORDE_COUNTKERNEL_H

#include "LaneNumbers.h"

#if defined(__AVX512F__)

namespace rafter::concorde {

#define RAFTER_INLINE [[gnu::always_inline]] inline

template <unsigned Width> class CountKernel {
  static_assert(Width == 16);
  using N = Numbers<Width>;

  /// One kind of latency in all lanes.
  struct Kind {
    /// Where each lane's table begins.
    N Table;
    N Zeros = {}, Longest = {};

    RAFTER_INLINE explicit Kind(const LaneRow &Tables)
        : Table(N::load(Tables)) {}

    /// Appends what is not zero.
    RAFTER_INLINE uint32_t *add(__mmask16 Counted, const N &Cycles,
                                uint32_t *List) {
      const auto X = (__m512i)Cycles.Part[0];
      const __mmask16 Some = _mm512_mask_test_epi32_mask(Counted, X, X);
      Zeros.Part[0] -= (typename N::Native)_mm512_maskz_set1_epi32(~Some, -1);
      Longest = N::max(Longest, Cycles);
      const auto Places = (__m512i)N::plus(Cycles, Table).Part[0];
      _mm512_storeu_si512(List, _mm512_maskz_compress_epi32(Some, Places));
      return List + __builtin_popcount(Some);
    }
  };

public:
  static void run(PassState &S, size_t From, size_t To, LatencyTables &Of) {
    constexpr size_t Block = 64, Mask = PassState::Ring - 1;
    const __mmask16 Counted = (1u << Of.NumCounted) - 1;
    Kind Wait(Of.Wait), Done(Of.Done);
    uint32_t List[Block * 2 * Width + Width];
    for (size_t I = From; I != To;) {
      const size_t End = To - I < Block ? To : I + Block;
      uint32_t *Next = List;
      for (; I != End; ++I) {
        Next = Wait.add(Counted, N::load(S.Wait[I & Mask]), Next);
        Next = Done.add(
            Counted,
            N::minus(N::load(S.Commit[I & Mask]), N::load(S.Finish[I & Mask])),
            Next);
      }
      for (const uint32_t *Place = List; Place != Next; ++Place)
        ++Of.Tables[*Place];
    }
    addZeros(Of, Of.Wait, Wait.Zeros);
    addZeros(Of, Of.Done, Done.Zeros);
    N::store(Of.LongestWait, Wait.Longest);
    N::store(Of.LongestDone, Done.Longest);
  }

private:
  RAFTER_INLINE static void addZeros(LatencyTables &Of, const LaneRow &Tables,
                                     const N &Zeros) {
    LaneRow Numbers;
    N::store(Numbers, Zeros);
    for (unsigned L = 0; L != Of.NumCounted; ++L)
      Of.Tables[Tables.Lane[L]] += Numbers.Lane[L];
  }
};

#undef RAFTER_INLINE

} // namespace rafter::concorde

#endif

#endif // RAFTER_LIB_CONCORDE_COUNTKERNEL_H
