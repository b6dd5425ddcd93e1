//===- InOrderQueue.h - Buffers freed in program order ----------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reorder buffer, load and store buffer, registers in flight: entry n is free
// for entry n + size.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_SIMULATION_INORDERQUEUE_H
#define RAFTER_LIB_SIMULATION_INORDERQUEUE_H

#include "LaneMachine.h"
#include "Lanes.h"

namespace rafter::simulation {

template <class Lanes> class InOrderQueue {
public:
  using Time = typename Lanes::Time;

  /// Least: that many of the last entries can be looked at.
  void initialize(const LaneCapacity *Sizes, unsigned NumSizes,
                  uint32_t Least = 0) {
    First = Sizes;
    Last = Sizes + NumSizes;
    OnlySize = NumSizes != 0 ? Sizes->Entries : 0;
    uint32_t Longest = Least;
    for (const LaneCapacity *C = First; C != Last; ++C)
      Longest = C->Entries > Longest ? C->Entries : Longest;
    Visible = Longest;
    uint32_t Size = 1;
    while (Size < Longest)
      Size *= 2;
    Mask = Size - 1;
    Entries = static_cast<Time *>(Memory.resize(sizeof(Time) * Size));
  }
  bool limited() const { return First != Last; }

  void clear(Lanes &L) {
    Next = 0;
    for (uint32_t I = 0; I <= Mask; ++I)
      Entries[I] = L.at(Lanes::splat(Floor));
  }

  /// Not before K more entries are free.
  [[gnu::always_inline]] Time admit(Lanes &L, Time X, uint32_t K, Reason Why) {
    if constexpr (Lanes::NumLanes == 1) {
      if (OnlySize == 0)
        return X;
      uint32_t Needed = K < OnlySize ? K : OnlySize;
      return L.constrain(X, Entries[(Next + Needed - 1 - OnlySize) & Mask],
                         Why);
    }
    for (const LaneCapacity *C = First; C != Last; ++C) {
      uint32_t Needed = K < C->Entries ? K : C->Entries;
      const Time &Freed = Entries[(Next + Needed - 1 - C->Entries) & Mask];
      if (__builtin_expect(C->AllLanes, 1))
        X = L.constrain(X, Freed, Why);
      else
        X = L.constrain(X, Lanes::only(Freed, C->Lanes), Why);
    }
    return X;
  }
  /// The next entry is free again at X.
  [[gnu::always_inline]] void push(const Time &X) {
    Entries[Next++ & Mask] = X;
  }
  /// What was pushed Ago pushes ago; 1 is the last one.
  const Time &last(uint32_t Ago) const { return Entries[(Next - Ago) & Mask]; }
  bool reaches(uint32_t Ago) const { return Ago <= Mask + 1; }

  template <class Function> void forEachTime(Function F) {
    for (uint32_t I = 0; I <= Mask; ++I)
      F(Entries[I]);
  }

  /// Visits what can still be looked at, as long as F says so.
  template <class Function> bool visitVisible(Function F) const {
    for (uint32_t Ago = 1; Ago <= Visible; ++Ago)
      if (!F(last(Ago)))
        return false;
    return true;
  }

private:
  const LaneCapacity *First = nullptr;
  const LaneCapacity *Last = nullptr;
  /// That of a single lane; 0: no limit.
  uint32_t OnlySize = 0;
  /// So many of the last entries can be looked at.
  uint32_t Visible = 0;
  Time *Entries = nullptr;
  uint32_t Next = 0;
  uint32_t Mask = 0;
  AlignedMemory Memory;
};

} // namespace rafter::simulation

#endif // RAFTER_LIB_SIMULATION_INORDERQUEUE_H
