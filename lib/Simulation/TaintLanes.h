//===- TaintLanes.h - Times with what made them -----------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The lanes (see Tracker.h) of the paper's taint counting (Gus paper, section
// 3.1). Each time has the set of the executed instructions, of the last two
// reorder buffers, that are among its causes: an equally late constraint adds
// its causes, a later one replaces them, and time that an instruction takes
// adds the instruction. When an instruction leaves the window it scores if it
// is among the causes of dispatch.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_SIMULATION_TAINTLANES_H
#define RAFTER_LIB_SIMULATION_TAINTLANES_H

#include "Lanes.h"
#include <algorithm>
#include <vector>

namespace rafter::simulation {

/// A time and its causes: bit n modulo the window is the n-th instruction.
struct TaintTime {
  static constexpr unsigned MostInstructions = 1024;
  static constexpr unsigned NumWords = MostInstructions / 64;

  int32_t Value = Floor;
  /// The instruction up to which the set has been brought up to date: bits of
  /// later ones still stand for those that left the window.
  uint32_t UpTo = 0;
  uint64_t Set[NumWords] = {};

  bool has(uint32_t Bit) const { return Set[Bit / 64] >> (Bit % 64) & 1; }
};

class TaintLanes : public ScalarLanes {
public:
  static constexpr bool Tracks = true;
  using Time = TaintTime;

  explicit TaintLanes(double ReorderBufferSlots)
      : Window(static_cast<uint32_t>(std::clamp(
            2 * ReorderBufferSlots, 1.0, double(TaintTime::MostInstructions)))),
        Inside(Window, NoInstruction) {}

  Time constrain(const Time &X, const Time &C, Reason) {
    return join(X, C, C.Value);
  }
  Time constrainShifted(const Time &X, const Time &C, Ints Offset, Ints Base,
                        Reason) {
    return join(X, C, std::max(C.Value, Base - Offset) + Offset);
  }
  Time spend(const Time &X, Ints Cost, ResourceId) {
    Time R = current(X);
    if (Cost == 0)
      return R;
    R.Value += Cost;
    R.Set[Bit / 64] |= uint64_t(1) << (Bit % 64);
    return R;
  }
  static Ints value(const Time &X) { return X.Value; }
  Time at(Ints Value) {
    Time R;
    R.Value = Value;
    R.UpTo = Count;
    return R;
  }
  Time atRelease(Ints Value, const Time &Cause) {
    Time R = current(Cause);
    R.Value = Value;
    return R;
  }
  static Time only(const Time &X, const int32_t *) { return X; }
  static void rebase(Time &X, Ints Past, Ints Units) {
    if (X.Value < Past)
      X = Time();
    else
      X.Value -= Units;
  }

  void begin(const InstructionOutcome &I) {
    ++Count;
    Bit = Count % Window;
    uint32_t Leaving = Inside[Bit];
    if (Leaving != NoInstruction && LastDispatch.has(Bit))
      ++Scores[Leaving];
    if (I.Static >= Scores.size())
      Scores.resize(I.Static + 1);
    Inside[Bit] = I.Static;
  }
  void dispatched(const Time &D) { LastDispatch = current(D); }
  void issued(const Time &) {}
  void operated(const Time &) {}
  void retired(const Time &) {}

  void rebased(Ints) {}

  /// Nothing is in the window any more.
  void beginRegion() {
    std::fill(Inside.begin(), Inside.end(), NoInstruction);
    LastDispatch = at(Floor);
  }
  /// How often each static instruction scored.
  llvm::ArrayRef<uint64_t> scores() const { return Scores; }

private:
  static constexpr uint32_t NoInstruction = ~0u;

  /// X without those that have left the window since.
  Time current(const Time &X) const {
    Time R = X;
    uint32_t Left = Count - X.UpTo;
    R.UpTo = Count;
    if (Left >= Window) {
      std::fill(std::begin(R.Set), std::end(R.Set), 0);
      return R;
    }
    for (uint32_t I = 0; I != Left; ++I) {
      uint32_t B = (Count - I) % Window;
      R.Set[B / 64] &= ~(uint64_t(1) << (B % 64));
    }
    return R;
  }
  Time join(const Time &X, const Time &C, int32_t Value) const {
    if (Value < X.Value)
      return X;
    if (Value > X.Value) {
      Time R = current(C);
      R.Value = Value;
      return R;
    }
    Time R = current(X), Other = current(C);
    for (unsigned I = 0; I != TaintTime::NumWords; ++I)
      R.Set[I] |= Other.Set[I];
    return R;
  }

  uint32_t Window;
  /// The static instruction of each bit.
  std::vector<uint32_t> Inside;
  std::vector<uint64_t> Scores;
  Time LastDispatch;
  /// Executed instructions, modulo 2^32, and the bit of the current one.
  uint32_t Count = 0;
  uint32_t Bit = 0;
};

} // namespace rafter::simulation

#endif // RAFTER_LIB_SIMULATION_TAINTLANES_H
