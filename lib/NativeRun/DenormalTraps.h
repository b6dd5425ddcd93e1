//===- DenormalTraps.h - Counts operations on denormal numbers --*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_NATIVERUN_DENORMALTRAPS_H
#define RAFTER_LIB_NATIVERUN_DENORMALTRAPS_H

#include "SharedRing.h"
#include <csignal>
#include <cstdint>
#include <optional>

namespace rafter {

/// Of the one program in this process, on the thread that calls begin.
class DenormalTraps {
public:
  /// From here on, operations with denormal operands or results are counted in
  /// Control: they trap, are executed alone, and the program goes on. Up to
  /// MostTraps; that there are more is seen by the flags that the processor
  /// keeps. Where there are no such traps, or the program has a handler of its
  /// own for them, only flags are read.
  void begin(ControlBlock &Control);
  /// The program gets its own flags back.
  void end();
  /// The program takes one of the signals itself, or blocks it.
  void leaveTo(int Signal);
  /// Whether the signal is one that counting needs.
  static bool needs(int Signal);

  /// Some microseconds each, on busy virtual machines hundreds.
  static constexpr uint64_t MostTraps = 1 << 13;

private:
  unsigned Before = 0;
};

/// What kind of operation the machine code at Code is; nothing if it is none
/// that is counted (x86).
std::optional<unsigned> computeKindOf(const uint8_t *Code);

} // namespace rafter

#endif // RAFTER_LIB_NATIVERUN_DENORMALTRAPS_H
