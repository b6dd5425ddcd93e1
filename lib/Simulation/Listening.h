//===- Listening.h - When it is worth to look for repetitions ---*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A stream in which nothing has repeated itself for long is followed for a part
// of the time only. Nothing but the cost depends on it.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_SIMULATION_LISTENING_H
#define RAFTER_LIB_SIMULATION_LISTENING_H

#include <cstdint>

namespace rafter::simulation {

class Listening {
public:
  void clear() { *this = Listening(); }
  bool isOn() const { return Pause == 0; }
  /// While on: a round of so many instructions has ended, and is part of a
  /// repetition, or not.
  void hear(uint64_t Instructions, bool IsRepeated) {
    if (!isOn())
      return;
    Silence = IsRepeated ? 0 : Silence + Instructions;
    if (Silence >= LongestSilence)
      Pause = LongestPause;
  }
  /// While off: so many instructions were executed. Whether it is on again.
  bool pass(uint64_t Instructions) {
    if (Instructions < Pause) {
      Pause -= Instructions;
      return false;
    }
    clear();
    return true;
  }

private:
  /// Twice as long as what is looked for, and more.
  static constexpr uint64_t LongestSilence = uint64_t(1) << 18;
  static constexpr uint64_t LongestPause = uint64_t(1) << 20;

  uint64_t Silence = 0, Pause = 0;
};

} // namespace rafter::simulation

#endif // RAFTER_LIB_SIMULATION_LISTENING_H
