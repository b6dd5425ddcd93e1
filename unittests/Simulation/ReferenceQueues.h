//===- ReferenceQueues.h - What the plain simulation waits for --*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_UNITTESTS_SIMULATION_REFERENCEQUEUES_H
#define RAFTER_UNITTESTS_SIMULATION_REFERENCEQUEUES_H

#include "FixedTime.h"
#include "rafter/Stream/Instruction.h"
#include <algorithm>
#include <set>
#include <vector>

namespace rafter::simulation {

using Time = int64_t;
inline constexpr Time Never = -(Time(1) << 60);

/// All sets of units that uses and unions of overlapping sets make.
inline std::set<uint64_t> closure(const InstructionTable &Table) {
  std::set<uint64_t> Groups;
  for (const StaticInstruction &S : Table.Instructions)
    for (const PortUse &U : Table.ports(S))
      Groups.insert(U.Units);
  for (bool Grew = true; Grew;) {
    Grew = false;
    std::set<uint64_t> Old = Groups;
    for (uint64_t A : Old)
      for (uint64_t B : Old)
        if ((A & B) != 0)
          Grew |= Groups.insert(A | B).second;
  }
  return Groups;
}

/// Throughput resource: times at which it can be used next.
struct ReferenceUnit {
  Time Next = Never;
  /// The start of a use that is asked for at Since.
  Time use(Time Since, Time Cost) {
    Time Start = std::max(Next, Since);
    Next = Start + Cost;
    return Start;
  }
};

/// The entry that K more entries of a queue of Size need.
inline Time needed(const std::vector<Time> &Freed, size_t K, uint32_t Size) {
  if (Size == NoLimit)
    return Never;
  K = std::min<size_t>(K, Size);
  size_t Index = Freed.size() + K;
  return Index > Size ? Freed[Index - 1 - Size] : Never;
}
/// The same for a scheduler, whose entries become free in any order.
inline Time neededOfAny(const std::vector<Time> &Freed, size_t K,
                        uint32_t Size) {
  if (Size == NoLimit || K == 0)
    return Never;
  size_t Rank = Size > K ? Size - K : 0; // so many may still be taken
  std::vector<Time> Sorted = Freed;
  if (Sorted.size() <= Rank)
    return Never;
  std::nth_element(Sorted.begin(), Sorted.begin() + Rank, Sorted.end(),
                   std::greater<>());
  return Sorted[Rank];
}
/// Which are kept for so many cycles after the issue.
inline void take(std::vector<Time> &Freed, Time Issue, size_t K,
                 double Release) {
  Time Cycle = Issue / UnitsPerCycle * UnitsPerCycle;
  if (Cycle < Issue)
    Cycle += UnitsPerCycle;
  Freed.insert(Freed.end(), K, Cycle + Time(Release) * UnitsPerCycle);
}

} // namespace rafter::simulation

#endif // RAFTER_UNITTESTS_SIMULATION_REFERENCEQUEUES_H
