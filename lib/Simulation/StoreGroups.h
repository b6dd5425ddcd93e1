//===- StoreGroups.h - Stores that commit together --------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where a core commits more stores per cycle to one line than to different
// ones, stores that follow each other to one line form groups.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_SIMULATION_STOREGROUPS_H
#define RAFTER_LIB_SIMULATION_STOREGROUPS_H

#include "rafter/Uarch/Processor.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <limits>

namespace rafter {

class StoreGroups {
public:
  explicit StoreGroups(const Processor &CPU)
      : LineShift(llvm::Log2_32(CPU.LineBytes)), Largest(largest(CPU.Core)),
        Size(Largest) {}

  /// The next store begins a group.
  void clear() { Size = Largest; }

  /// Whether the next store, of Bytes at Address, commits together with the one
  /// before it.
  bool store(uint64_t Address, uint32_t Bytes) {
    uint64_t First = Address >> LineShift;
    uint64_t Last = (Address + Bytes - 1) >> LineShift;
    bool Joins = First == Line && First == Last && Size < Largest;
    // Nothing joins one that crosses (measured on Sapphire Rapids: 3.0 cycles
    // for it and the next store to its second line).
    Size = Joins ? Size + 1 : First == Last ? 1 : Largest;
    Line = Last;
    return Joins;
  }

private:
  static unsigned largest(const CoreParameters &Core) {
    double Stores = Core.StoreCommit / Core.StoreCommitLines;
    // Both unlimited is not a number.
    return Stores > 1 ? static_cast<unsigned>(std::min(Stores, 64.0)) : 1;
  }

  unsigned LineShift;
  /// Stores of the largest group, and of the present one.
  unsigned Largest, Size;
  /// That the present group goes to.
  uint64_t Line = std::numeric_limits<uint64_t>::max();
};

} // namespace rafter

#endif // RAFTER_LIB_SIMULATION_STOREGROUPS_H
