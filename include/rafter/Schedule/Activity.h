//===- Activity.h - What each cycle was used for ---------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One bit for each kind of activity and cycle, and a histogram of the masks of
// the cycles that have passed. Every count of Table II of the extended-roofline
// paper, and the overlap of any set of node types, is a sum over the histogram.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_SCHEDULE_ACTIVITY_H
#define RAFTER_SCHEDULE_ACTIVITY_H

#include "rafter/Uarch/Processor.h"
#include "llvm/Support/Compiler.h"
#include <algorithm>
#include <array>
#include <map>
#include <vector>

namespace rafter {

/// What the scheduler tells apart: the node types, with L1 loads and stores
/// apart since they use different ports.
enum class Channel : uint8_t {
  Add,
  Multiply,
  FusedMultiplyAdd,
  Divide,
  SquareRoot,
  L1Load,
  L1Store,
  L2,
  L3,
  Memory
};
inline constexpr unsigned NumChannels = 10;

/// The activities of one cycle.
using ActivityMask = uint32_t;

/// Nodes of the channel execute.
constexpr ActivityMask executes(Channel C) {
  return 1u << static_cast<unsigned>(C);
}
/// Nodes of the channel issue (their throughput is in use).
constexpr ActivityMask issues(Channel C) {
  return 1u << (NumChannels + static_cast<unsigned>(C));
}
/// A full buffer holds something back.
constexpr ActivityMask stalls(BufferKind B) {
  return 1u << (2 * NumChannels + static_cast<unsigned>(B));
}
inline constexpr ActivityMask AnyStallMask = ((1u << NumBufferKinds) - 1)
                                             << (2 * NumChannels);

/// Cycles by what happened in them.
class ActivityHistogram {
public:
  ActivityHistogram();

  void add(ActivityMask Mask, uint64_t Cycles) {
    Entry &E = Table[slot(Mask)];
    if (LLVM_LIKELY(E.Mask == Mask && E.Cycles != 0))
      E.Cycles += Cycles;
    else
      addSlowly(Mask, Cycles);
  }

  /// Cycles in which something of every given set happened. For example the
  /// overlap of two node types: count({A, B}).
  uint64_t count(std::initializer_list<ActivityMask> Sets) const;

  /// All masks with their cycles, in order of the mask.
  std::map<ActivityMask, uint64_t> entries() const;

private:
  struct Entry {
    ActivityMask Mask = 0;
    uint64_t Cycles = 0;
  };
  static constexpr unsigned Bits = 12;
  static size_t slot(ActivityMask Mask) {
    return (Mask * 0x9E3779B1u) >> (32 - Bits);
  }
  void addSlowly(ActivityMask Mask, uint64_t Cycles);

  std::vector<Entry> Table;
  /// Masks whose slot was taken by another one.
  std::map<ActivityMask, uint64_t> Rest;
};

} // namespace rafter

#endif // RAFTER_SCHEDULE_ACTIVITY_H
