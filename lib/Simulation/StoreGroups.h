//===- StoreGroups.h - Stores that commit together --------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where a core commits more stores per cycle to one line than to different
// ones, stores that follow each other to one line form groups; or, where lines
// stay open for a while, stores of which at most one opens a line.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_SIMULATION_STOREGROUPS_H
#define RAFTER_LIB_SIMULATION_STOREGROUPS_H

#include "rafter/Uarch/Processor.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <limits>
#include <vector>

namespace rafter {

class StoreGroups {
public:
  explicit StoreGroups(const Processor &CPU)
      : LineShift(llvm::Log2_32(CPU.LineBytes)), Largest(largest(CPU.Core)),
        Size(Largest), Open(openLines(CPU.Core)) {}

  /// The next store begins a group.
  void clear() {
    Size = Largest;
    std::fill(Open.begin(), Open.end(), NoLine);
  }

  /// Whether the next store, of Bytes at Address, commits together with the
  /// group before it.
  bool store(uint64_t Address, uint32_t Bytes) {
    uint64_t First = Address >> LineShift;
    uint64_t Last = (Address + Bytes - 1) >> LineShift;
    // Where lines stay open, those around one that crosses join each other (on
    // Zen 5 one of 32 bytes in each line and one across two take 0.92 cycles).
    if (First != Last && !Open.empty()) {
      open(First);
      open(Last);
      return false;
    }
    bool Opens = !Open.empty() && open(First);
    bool Joins = First == Last && Size < Largest &&
                 (First == Line || (!Open.empty() && !(Opens && HasOpened)));
    // Nothing joins one that crosses (measured on Sapphire Rapids: 3.0 cycles
    // for it and the next store to its second line).
    Size = Joins ? Size + 1 : First == Last ? 1 : Largest;
    HasOpened = Opens || (Joins && HasOpened);
    Line = Last;
    return Joins;
  }

  template <class Function> void visitState(Function Visit) const {
    Visit(uint64_t(Size) << 1 | HasOpened);
    Visit(Line);
    for (uint64_t L : Open)
      Visit(L);
  }

private:
  static unsigned largest(const CoreParameters &Core) {
    double Stores = Core.StoreCommit / Core.StoreCommitLines;
    // Both unlimited is not a number.
    return Stores > 1 ? static_cast<unsigned>(std::min(Stores, 64.0)) : 1;
  }

  static size_t openLines(const CoreParameters &Core) {
    return Core.StoreOpenLines > 1
               ? static_cast<size_t>(std::min(Core.StoreOpenLines, 64.0))
               : 0;
  }
  /// Whether a store to L opens it, as it does then.
  bool open(uint64_t L) {
    auto Found = std::find(Open.begin(), Open.end(), L);
    bool Opens = Found == Open.end();
    // The one that was stored to least lately is closed.
    std::rotate(Open.begin(), Opens ? Open.end() - 1 : Found,
                Opens ? Open.end() : Found + 1);
    Open.front() = L;
    return Opens;
  }

  static constexpr uint64_t NoLine = std::numeric_limits<uint64_t>::max();

  unsigned LineShift;
  /// Stores of the largest group, and of the present one.
  unsigned Largest, Size;
  /// That the present group goes to.
  uint64_t Line = NoLine;
  /// Lines that stay open, the last one first; empty: only that of the group.
  std::vector<uint64_t> Open;
  /// Whether the present group has opened a line.
  bool HasOpened = false;
};

} // namespace rafter

#endif // RAFTER_LIB_SIMULATION_STOREGROUPS_H
