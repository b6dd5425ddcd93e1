//===- ResolveKernel.h - Loads that change places, in lanes ----*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What resolveOrder() does lane by lane, in all lanes at once: algorithm 1 for
// the loads of one line around one that does not start in program order.
//
// The loads are those that any lane needs. The key of a load is when it starts,
// counted from the first of them, and behind that its place in program order.
// Rows of keys are sorted by comparing and exchanging rows, which ends early
// where few lanes differ from program order. The load in row n then takes the
// time of the n-th load.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_CONCORDE_RESOLVEKERNEL_H
#define RAFTER_LIB_CONCORDE_RESOLVEKERNEL_H

#include "LaneNumbers.h"

namespace rafter::concorde {

#define RAFTER_INLINE [[gnu::always_inline]] inline

template <unsigned Width> class ResolveKernel {
public:
  /// As resolveOrder(). False if there are too many loads: then nothing has
  /// changed.
  static bool run(PassState &S) { return ResolveKernel(S).resolve(); }

private:
  using N = Numbers<Width>;
  using Set = LaneSet<Width>;

  static constexpr unsigned PlaceBits = 7;
  static constexpr uint32_t MaxLoads = 1u << PlaceBits;
  /// Where a lane does not look at a load: greater than all keys of others.
  static constexpr int32_t NoKey = 0x7fffffff & -int32_t(MaxLoads);
  static constexpr int32_t MaxCycles = NoKey >> PlaceBits;
  static constexpr uint32_t None = RegionTrace::None;

  RAFTER_INLINE explicit ResolveKernel(PassState &S)
      : S(S), Current(S.NextOrdered), Load(S.Ordered[Current]) {}

  RAFTER_INLINE bool resolve() {
    constexpr uint32_t Mask = PassState::Ring - 1;
    LoadRow &Row = S.load(Current);
    Start = N::load(Row.Start);
    Sizes = N::load(S.Sizes);
    N LatestStart = {}, LatestFinish = {};
    if (Load.Previous != None) {
      LatestStart = N::load(S.load(Load.Previous).LatestStart);
      LatestFinish = N::load(S.load(Load.Previous).LatestFinish);
    }
    const Set IsBound = Set::greater(Sizes, N::all(Load.Distance / 2));
    const Set WasSwapped = Set::of(S.swapped(Current));
    Sorted = Set::both(
        IsBound, Set::either(Set::greater(LatestStart, Start), WasSwapped));
    Finish = N::max(N::plus(Start, Load.Cycles),
                    Set::select(IsBound, LatestFinish, N{}));
    if (Set::any(Sorted)) {
      if (!collect(Set::select(WasSwapped, Sizes, N{})))
        return false;
      sort();
      uint32_t Back = apply();
      if (Back != Current) {
        S.goBackTo(Back);
        return true;
      }
    }
    N Commit = N::load(S.Commit[(Load.Position - 1) & Mask]);
    N::store(S.Finish[Load.Position & Mask], Finish);
    N::store(S.Commit[Load.Position & Mask], N::max(Commit, Finish));
    N::store(Row.LatestStart, N::max(LatestStart, Start));
    N::store(Row.LatestFinish, N::max(LatestFinish, Finish));
    S.goOnBehind(Current);
    return true;
  }

  /// Finds the loads: later ones, if they have been evaluated before and are
  /// less than a buffer away, and earlier ones that are no more than Reach
  /// steps away, and on to a load up to which none starts later than any of
  /// these.
  RAFTER_INLINE bool collect(const N &Reach) {
    Base = Start;
    N Last = Start;
    NumLoads = 1;
    for (uint32_t L = Load.Next; L != None && L < S.Visited;
         L = S.Ordered[L].Next) {
      const Set In = within(Sizes, S.Ordered[L].Position - Load.Position);
      if (!Set::any(Set::both(Sorted, In)))
        break;
      if (NumLoads++ == MaxLoads)
        return false;
      const N Begin = Set::select(In, N::load(S.load(L).Start), Start);
      Base = N::min(Base, Begin);
      Last = N::max(Last, Begin);
    }
    Oldest = Current;
    Place = 0;
    Before = Load.Previous;
    for (; Before != None; Before = S.Ordered[Before].Previous) {
      const LoadRow &Row = S.load(Before);
      const Set Wanted =
          Set::either(within(Reach, Load.Position - S.Ordered[Before].Position),
                      Set::greater(N::load(Row.LatestStart), Base));
      if (!Set::any(Set::both(Sorted, Wanted)))
        break;
      if (NumLoads++ == MaxLoads)
        return false;
      const N Begin = N::load(Row.Start);
      Base = N::min(Base, Begin);
      Last = N::max(Last, Begin);
      Oldest = Before;
      ++Place;
    }
    return !Set::any(Set::greater(N::minus(Last, Base), N::all(MaxCycles - 1)));
  }

  RAFTER_INLINE static Set within(const N &Buffers, uint32_t Steps) {
    return Set::greater(Buffers, N::all(Steps));
  }

  RAFTER_INLINE N keyOf(uint32_t Number, uint32_t At) {
    const N Cycles = N::minus(N::load(S.load(Number).Start), Base);
    return N::plus(N::shiftLeft(Cycles, PlaceBits), At);
  }

  /// Fills the rows, and notes which loads have changed places with the current
  /// one.
  RAFTER_INLINE void sort() {
    CurrentKey = keyOf(Current, Place);
    uint32_t Number = Oldest, Swapped = 0;
    for (uint32_t I = 0; I != NumLoads; ++I, Number = S.Ordered[Number].Next) {
      const uint32_t Position = S.Ordered[Number].Position;
      N Key = keyOf(Number, I);
      N Known = N::all(-1);
      Set Passes = Set::greater(Key, CurrentKey);
      if (I < Place) {
        Known = Set::select(
            Set::both(Sorted, within(Sizes, Load.Position - Position)),
            N::load(S.Finish[Position % PassState::Ring]), Known);
      } else if (I > Place) {
        Key = Set::select(within(Sizes, Position - Load.Position), Key,
                          N::all(NoKey + I));
        Passes = Set::greater(CurrentKey, Key);
      }
      if (Set::any(Set::both(Sorted, Passes))) {
        const uint32_t Lanes = Set::lanes(Set::both(Sorted, Passes));
        S.swapped(Number) |= Lanes;
        Swapped |= Lanes;
      }
      Numbered[I] = Number;
      N::store(Finished[I], Known);
      insert(Key, I);
    }
    S.swapped(Current) |= Swapped;
  }

  /// Moves a key from row I on before all that are greater.
  RAFTER_INLINE void insert(N Key, uint32_t I) {
    for (; I != 0; --I) {
      const N Other = N::load(Keys[I - 1]);
      if (!Set::any(Set::both(Sorted, Set::greater(Other, Key))))
        break;
      N::store(Keys[I], N::max(Other, Key));
      Key = N::min(Other, Key);
      ++S.Comparisons;
    }
    N::store(Keys[I], Key);
  }

  /// Finishes the current load. The first load whose finish is changed by that,
  /// or the current one.
  RAFTER_INLINE uint32_t apply() {
    uint32_t Back = Current;
    N Latest = {};
    if (Before != None)
      Latest = N::load(S.load(Before).LatestFinish);
    for (uint32_t I = 0; I != NumLoads; ++I) {
      const N Key = N::load(Keys[I]);
      const N Begin = N::plus(Base, N::shiftRight(Key, PlaceBits));
      Latest = N::max(Latest, N::plus(Begin, S.Ordered[Numbered[I]].Cycles));
      const Set Others =
          Set::either(Set::different(Key, CurrentKey), Set::without(Sorted));
      Finish = Set::select(Others, Finish, Latest);
      // What was known of the load in this row.
      const N At = N::bitAnd(Key, MaxLoads - 1);
      const bool Moved =
          Set::any(Set::both(Sorted, Set::different(At, N::all(I))));
      const N Known = Moved ? N::gather(Finished, At) : N::load(Finished[I]);
      const Set Wrong = Set::both(Set::greater(Known, N::all(-1)),
                                  Set::different(Known, Latest));
      if (Set::any(Wrong))
        Back = takeBack(Set::lanes(Set::both(Sorted, Wrong)), I, Back);
    }
    return Back;
  }

  /// Notes that the loads in row I of some lanes change their finish.
  uint32_t takeBack(uint32_t Lanes, uint32_t I, uint32_t Back) {
    for (; Lanes != 0; Lanes &= Lanes - 1) {
      const unsigned L = __builtin_ctz(Lanes);
      const uint32_t Number = Numbered[Keys[I].Lane[L] & (MaxLoads - 1)];
      S.swapped(Number) |= 1u << L;
      Back = Number < Back ? Number : Back;
    }
    return Back;
  }

  PassState &S;
  uint32_t Current;
  const OrderedLoad &Load;
  N Start, Finish, Sizes;
  /// The lanes in which loads are sorted.
  Set Sorted;

  /// When the first of the loads starts.
  N Base;
  uint32_t NumLoads = 1;
  /// The first of them in program order, and the load before it.
  uint32_t Oldest = None, Before = None;
  /// How many of them are before the current one.
  uint32_t Place = 0;
  N CurrentKey;
  LaneRow Keys[MaxLoads];
  /// By places: numbers, and what is known of their finish; -1 where that does
  /// not matter.
  uint32_t Numbered[MaxLoads];
  LaneRow Finished[MaxLoads];
};

#undef RAFTER_INLINE

} // namespace rafter::concorde

#endif // RAFTER_LIB_CONCORDE_RESOLVEKERNEL_H
