//===- PortLattice.h - Closed groups of ports -------------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The conjunctive form of a port mapping (Gus paper, section 3.1; PALMED): what
// a micro-operation may do on any of several ports bounds the throughput of
// every group of ports that holds them all. The bounds are those of the
// disjunctive mapping exactly if the groups are closed under union of
// overlapping sets.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_STREAM_PORTLATTICE_H
#define RAFTER_STREAM_PORTLATTICE_H

#include "rafter/Stream/Instruction.h"
#include "llvm/ADT/SmallVector.h"
#include <unordered_set>

namespace rafter {

class PortLattice {
public:
  /// Groups are closed up to this many; unions beyond it are left out, which
  /// makes a bound optimistic. (Skylake has 16, Golden Cove 40.)
  static constexpr size_t MostGroups = 1024;

  /// Adds a set of units and its unions with groups that overlap it.
  void add(uint64_t Units);
  /// In the order in which they were found.
  llvm::ArrayRef<uint64_t> groups() const { return Groups; }

  struct Load {
    uint32_t Group;
    /// Cycles for which it holds the whole group.
    double Cycles;
  };
  /// What Uses cost: one entry for each group that a use lies in.
  llvm::SmallVector<Load, 16> loads(llvm::ArrayRef<PortUse> Uses) const;

private:
  bool insert(uint64_t Units);

  std::vector<uint64_t> Groups;
  std::unordered_set<uint64_t> Known;
};

} // namespace rafter

#endif // RAFTER_STREAM_PORTLATTICE_H
