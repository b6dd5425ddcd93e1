//===- IssueCalendar.h - Entries of a scheduler -----------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A scheduler's entry is taken at dispatch and free again in the first whole
// cycle that is not before the issue, or some cycles later. An instruction that
// needs K of N entries is dispatched when at most N - K older entries are still
// taken: not before the (N - K + 1)-th largest of the times at which older
// entries become free. That is an order statistic, so it never falls when a
// time rises.
//
// Each lane counts the entries by the cycle in which they become free, and goes
// through the cycles only when its count says that the scheduler might be full.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_SIMULATION_ISSUECALENDAR_H
#define RAFTER_LIB_SIMULATION_ISSUECALENDAR_H

#include "LaneMachine.h"
#include "Lanes.h"
#include <utility>

namespace rafter::simulation {

template <class Lanes> class IssueCalendar {
public:
  using Time = typename Lanes::Time;
  using Ints = typename Lanes::Ints;
  static constexpr unsigned N = Lanes::NumLanes;
  /// Entries that become free later than this wait in a list.
  static constexpr int32_t Cycles = 4096;

  IssueCalendar() = default;
  ~IssueCalendar();
  /// Entries are kept for Release cycles after the issue.
  void initialize(const int32_t *SizeOfLane, int32_t Release);
  bool limited() const { return Limited; }
  void clear();

  /// Not before K entries are free.
  [[gnu::always_inline]] Time admit(Lanes &L, Time X, int32_t K, Reason Why) {
    Ints Needed = Lanes::add(Lanes::load(Waiting), Lanes::splat(K));
    uint32_t Full = Lanes::greater(Needed, Lanes::load(Sizes));
    if (__builtin_expect(Full == 0, 1))
      return X;
    return wait(L, X, K, Full, Why);
  }

  /// K entries are taken until what has them issues at X.
  [[gnu::always_inline]] void insert(const Time &X, int32_t K) {
    Ints Cycle = releaseOf(X);
    Ints Ahead = Lanes::subtract(Cycle, Lanes::load(Now));
    uint32_t Taken = Lanes::greater(Ahead, Lanes::splat(0));
    if (Taken == 0)
      return;
    Ints Waits = Lanes::greaterMask(Ahead, Lanes::splat(0));
    alignas(64) int32_t Slots[N];
    Ints Near =
        Lanes::bitAnd(Waits, Lanes::greaterMask(Lanes::splat(Cycles), Ahead));
    Lanes::store(Slots,
                 Lanes::select(Near,
                               Lanes::bitAnd(Cycle, Lanes::splat(Cycles - 1)),
                               Lanes::splat(Cycles)));
    for (unsigned I = 0; I != N; ++I)
      Counts[I * Stride + Slots[I]] += K;
    Lanes::store(Waiting, Lanes::add(Lanes::load(Waiting),
                                     Lanes::bitAnd(Waits, Lanes::splat(K))));
    if constexpr (Lanes::Tracks)
      Causes[Slots[0]] = X;
    uint32_t Far = Lanes::greater(Ahead, Lanes::splat(Cycles - 1));
    if (__builtin_expect(Far != 0, 0))
      insertFar(X, K, Far);
  }

  /// Counts what is free at time X, and then subtracts Moved cycles, a multiple
  /// of Cycles, from all times.
  void rebase(const int32_t *X, const int32_t *Moved);

  // To compare states, X being the time of dispatch in each lane.

  /// Counts what was free a cycle before X. From now on notes the lanes in
  /// which an instruction might have waited, had all times been a part of a
  /// cycle later.
  void beginPeriod(const int32_t *X);
  /// Those lanes.
  uint32_t phaseMatters() const { return PhaseMatters; }
  /// Visits the entries of lane I that are taken after X, as numbers that do
  /// not depend on when that is, as long as Visit says so. False if it did not,
  /// or if some are too far ahead.
  template <class Function>
  bool visitCounts(unsigned I, int32_t X, Function Visit) const;
  /// Frees all entries of lane I.
  void empty(unsigned I, int32_t X);

  /// The causes of lanes that track.
  template <class Function> void forEachTime(Function F) {
    if constexpr (Lanes::Tracks)
      if (Causes)
        for (int32_t C = 0; C != Stride + MostFar; ++C)
          F(Causes[C]);
  }

private:
  static constexpr int32_t Stride = Cycles + 64;
  static constexpr int32_t Never = 1 << 30;

  static int32_t floorCycles(int32_t X) {
    int32_t Q = X / UnitsPerCycle;
    return Q - (X < Q * UnitsPerCycle);
  }
  [[gnu::always_inline]] Ints releaseOf(const Time &Issue) const {
    return Lanes::add(Lanes::ceilCycles(Lanes::value(Issue)),
                      Lanes::splat(Release));
  }
  [[gnu::noinline]] Time wait(Lanes &L, Time X, int32_t K, uint32_t Full,
                              Reason Why);
  [[gnu::noinline]] void insertFar(const Time &X, int32_t K, uint32_t Far);
  void forgetCounts(unsigned I);
  void advance(unsigned I, int32_t To);
  void step(unsigned I);
  void bringNear(unsigned I);

  alignas(64) int32_t Sizes[N];
  /// Entries that become free after Now, and the cycle up to which each lane
  /// has counted. Lanes without limit never count.
  alignas(64) int32_t Waiting[N];
  alignas(64) int32_t Now[N];
  /// How many of them are in the list, and the earliest of these.
  int32_t NumFar[N];
  int32_t FirstFar[N];
  int32_t MostFar = 0;
  uint32_t PhaseMatters = 0;
  bool Limited = false;
  int32_t Release = 0;
  uint16_t *Counts = nullptr;
  int32_t *FarCycles = nullptr;
  Time *Causes = nullptr;
  Time *FarCauses = nullptr;
  AlignedMemory CountMemory, FarMemory, CauseMemory;
};

template <class Lanes>
void IssueCalendar<Lanes>::initialize(const int32_t *SizeOfLane,
                                      int32_t ReleaseCycles) {
  Release = ReleaseCycles;
  for (unsigned I = 0; I != N; ++I) {
    bool HasSize = SizeOfLane[I] >= 0;
    Limited |= HasSize;
    Sizes[I] = HasSize ? SizeOfLane[I] : Never;
    MostFar = HasSize && SizeOfLane[I] > MostFar ? SizeOfLane[I] : MostFar;
  }
  clear();
  if (!Limited)
    return;
  // One instruction may take more entries than there are.
  MostFar += 256;
  Counts =
      static_cast<uint16_t *>(CountMemory.zeros(sizeof(uint16_t) * Stride * N));
  FarCycles =
      static_cast<int32_t *>(FarMemory.resize(sizeof(int32_t) * MostFar * N));
  if constexpr (Lanes::Tracks) {
    Causes = static_cast<Time *>(
        CauseMemory.resize(sizeof(Time) * (Stride + MostFar)));
    FarCauses = Causes + Stride;
  }
}

/// What is counted lies close behind Now: there is no need to touch all of it.
template <class Lanes> void IssueCalendar<Lanes>::forgetCounts(unsigned I) {
  if (!Counts)
    return;
  uint16_t *Row = Counts + I * Stride;
  int32_t Left = Waiting[I] - NumFar[I];
  for (int32_t Ahead = 1; Left > 0 && Ahead <= Cycles; ++Ahead)
    Left -= std::exchange(Row[(Now[I] + Ahead) & (Cycles - 1)], 0);
  // Where lanes are counted that do not wait.
  Row[Cycles] = 0;
}

template <class Lanes> IssueCalendar<Lanes>::~IssueCalendar() {
  if (!Counts)
    return;
  for (unsigned I = 0; I != N; ++I)
    forgetCounts(I);
  CountMemory.leaveZeros();
}

template <class Lanes> void IssueCalendar<Lanes>::clear() {
  for (unsigned I = 0; I != N; ++I) {
    forgetCounts(I);
    Waiting[I] = 0;
    NumFar[I] = 0;
    FirstFar[I] = Never;
    Now[I] = Sizes[I] == Never ? Never : OriginCycles;
  }
  forEachTime([](Time &X) { X = Time(); });
}

template <class Lanes>
typename Lanes::Time IssueCalendar<Lanes>::wait(Lanes &L, Time X, int32_t K,
                                                uint32_t Full, Reason Why) {
  alignas(64) int32_t Value[N], Free[N];
  Lanes::store(Value, Lanes::value(X));
  Lanes::store(Free, Lanes::splat(Floor));
  for (; Full != 0; Full &= Full - 1) {
    unsigned I = __builtin_ctz(Full);
    int32_t Most = Sizes[I] > K ? Sizes[I] - K : 0;
    int32_t Started = floorCycles(Value[I]);
    // Most of the time a cycle less is enough, and then it does not matter
    // where in its cycle the time is.
    if (Started - 1 > Now[I])
      advance(I, Started - 1);
    if (Waiting[I] <= Most)
      continue;
    PhaseMatters |= 1u << I;
    if (Started > Now[I])
      advance(I, Started);
    if (Waiting[I] <= Most)
      continue;
    while (Waiting[I] > Most)
      step(I);
    Free[I] = Now[I] * UnitsPerCycle;
  }
  Time Cause = X;
  if constexpr (Lanes::Tracks) {
    if (Free[0] == Floor)
      return X;
    Cause = Causes[Now[0] & (Cycles - 1)];
  }
  return L.constrain(X, L.atRelease(Lanes::load(Free), Cause), Why);
}

template <class Lanes>
void IssueCalendar<Lanes>::insertFar(const Time &X, int32_t K, uint32_t Far) {
  alignas(64) int32_t Cycle[N];
  Lanes::store(Cycle, releaseOf(X));
  for (; Far != 0; Far &= Far - 1) {
    unsigned I = __builtin_ctz(Far);
    for (int32_t E = 0; E != K && NumFar[I] != MostFar; ++E) {
      if constexpr (Lanes::Tracks)
        FarCauses[NumFar[I]] = X;
      FarCycles[I * MostFar + NumFar[I]++] = Cycle[I];
    }
    FirstFar[I] = Cycle[I] < FirstFar[I] ? Cycle[I] : FirstFar[I];
  }
}

/// Moves what has come near, or is past, from the list to the counts.
template <class Lanes> void IssueCalendar<Lanes>::bringNear(unsigned I) {
  int32_t *List = FarCycles + I * MostFar;
  int32_t Kept = 0;
  FirstFar[I] = Never;
  for (int32_t E = 0; E != NumFar[I]; ++E) {
    int32_t Cycle = List[E];
    if (Cycle <= Now[I]) {
      --Waiting[I];
      if constexpr (Lanes::Tracks)
        if (Cycle == Now[I])
          Causes[Cycle & (Cycles - 1)] = FarCauses[E];
    } else if (Cycle - Now[I] < Cycles) {
      ++Counts[I * Stride + (Cycle & (Cycles - 1))];
      if constexpr (Lanes::Tracks)
        Causes[Cycle & (Cycles - 1)] = FarCauses[E];
    } else {
      if constexpr (Lanes::Tracks)
        FarCauses[Kept] = FarCauses[E];
      List[Kept++] = Cycle;
      FirstFar[I] = Cycle < FirstFar[I] ? Cycle : FirstFar[I];
    }
  }
  NumFar[I] = Kept;
}

/// Counts everything that is free at cycle To.
template <class Lanes>
void IssueCalendar<Lanes>::advance(unsigned I, int32_t To) {
  uint16_t *Row = Counts + I * Stride;
  if (Waiting[I] != NumFar[I]) {
    if (To - Now[I] >= Cycles) {
      __builtin_memset(Row, 0, sizeof(uint16_t) * Cycles);
      Waiting[I] = NumFar[I];
    } else {
      int32_t Freed = 0;
      int32_t C = Now[I] + 1;
      auto FreeOne = [&] {
        uint16_t &Count = Row[C++ & (Cycles - 1)];
        Freed += Count;
        Count = 0;
      };
      // Four counts at a time; most are 0.
      while (C <= To && C % 4 != 0)
        FreeOne();
      for (; To - C >= 3; C += 4) {
        uint16_t *Four = Row + (C & (Cycles - 1));
        uint64_t Word;
        __builtin_memcpy(&Word, Four, sizeof(Word));
        if (Word == 0)
          continue;
        Freed += Four[0] + Four[1] + Four[2] + Four[3];
        Word = 0;
        __builtin_memcpy(Four, &Word, sizeof(Word));
      }
      while (C <= To)
        FreeOne();
      Waiting[I] -= Freed;
    }
  }
  Now[I] = To;
  if (FirstFar[I] - To < Cycles)
    bringNear(I);
}

/// Goes on to the next cycle in which an entry becomes free.
template <class Lanes> void IssueCalendar<Lanes>::step(unsigned I) {
  uint16_t *Row = Counts + I * Stride;
  if (Waiting[I] == NumFar[I]) {
    Now[I] = FirstFar[I];
    bringNear(I);
    return;
  }
  // What is in the list is later than all that is counted.
  int32_t C = Now[I] + 1;
  while (Row[C & (Cycles - 1)] == 0)
    ++C;
  uint16_t &Count = Row[C & (Cycles - 1)];
  Waiting[I] -= Count;
  Count = 0;
  Now[I] = C;
  if (FirstFar[I] - C < Cycles)
    bringNear(I);
}

template <class Lanes>
void IssueCalendar<Lanes>::beginPeriod(const int32_t *X) {
  PhaseMatters = 0;
  if (!Limited)
    return;
  for (unsigned I = 0; I != N; ++I) {
    if (Sizes[I] == Never)
      continue;
    int32_t Started = floorCycles(X[I]);
    if (Started - 1 > Now[I])
      advance(I, Started - 1);
    // What is free since this cycle has been forgotten.
    PhaseMatters |= uint32_t(Now[I] >= Started) << I;
  }
}

template <class Lanes>
template <class Function>
bool IssueCalendar<Lanes>::visitCounts(unsigned I, int32_t X,
                                       Function Visit) const {
  if (!Limited || Sizes[I] == Never)
    return true;
  if (NumFar[I] != 0)
    return false;
  const uint16_t *Row = Counts + I * Stride;
  int32_t Started = floorCycles(X), Left = Waiting[I], C = Now[I];
  while (C < Started && Left != 0)
    Left -= Row[++C & (Cycles - 1)];
  if (!Visit(Left))
    return false;
  while (Left != 0) {
    int32_t Count = Row[++C & (Cycles - 1)];
    Left -= Count;
    if (!Visit(Count))
      return false;
  }
  return true;
}

template <class Lanes> void IssueCalendar<Lanes>::empty(unsigned I, int32_t X) {
  if (!Limited || Sizes[I] == Never)
    return;
  forgetCounts(I);
  Waiting[I] = NumFar[I] = 0;
  FirstFar[I] = Never;
  Now[I] = floorCycles(X) - 1;
}

template <class Lanes>
void IssueCalendar<Lanes>::rebase(const int32_t *X, const int32_t *Moved) {
  if (!Limited)
    return;
  for (unsigned I = 0; I != N; ++I) {
    if (Sizes[I] == Never || Moved[I] == 0)
      continue;
    int32_t Started = floorCycles(X[I]);
    if (Started - 1 > Now[I])
      advance(I, Started - 1);
    Now[I] -= Moved[I];
    for (int32_t E = 0; E != NumFar[I]; ++E)
      FarCycles[I * MostFar + E] -= Moved[I];
    if (NumFar[I] != 0)
      FirstFar[I] -= Moved[I];
  }
}

} // namespace rafter::simulation

#endif // RAFTER_LIB_SIMULATION_ISSUECALENDAR_H
