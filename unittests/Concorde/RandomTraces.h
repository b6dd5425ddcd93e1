//===- RandomTraces.h - Traces without a program ---------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Random regions for tests of the analytical models.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_UNITTESTS_CONCORDE_RANDOMTRACES_H
#define RAFTER_UNITTESTS_CONCORDE_RANDOMTRACES_H

#include "rafter/Stream/CrackedInstruction.h"
#include <random>

namespace rafter::concorde {

struct RandomTraceOptions {
  size_t Instructions = 4000;
  /// Per cent.
  unsigned Loads = 30, Stores = 10, Branches = 10;
  /// Fewer registers make longer chains.
  unsigned Registers = 12;
  uint64_t DataLines = 40;
  uint64_t CodeLines = 30;
};

inline TraceRegion randomRegion(uint64_t Seed,
                                const RandomTraceOptions &Options = {}) {
  std::mt19937_64 Random(Seed);
  auto Below = [&](uint64_t N) { return Random() % N; };
  TraceRegion Region;
  Region.Name = "random";
  uint64_t Address = 0x400000;
  for (size_t I = 0; I != Options.Instructions; ++I) {
    CrackedInstruction T;
    T.Address = Address;
    Address += 4;
    T.Sources[0] = 1 + Below(Options.Registers);
    if (Below(2))
      T.Sources[1] = 1 + Below(Options.Registers);
    if (Below(8) == 0)
      T.Sources[2] = 1 + Below(Options.Registers);
    uint64_t Kind = Below(100);
    uint64_t Data = 0x10000000 + Below(Options.DataLines) * 64 + Below(8) * 8;
    if (Kind < Options.Loads) {
      T.Class = InstructionClass::Load;
      T.DataAddress = Data;
      T.DataBytes = 8;
      T.Destinations[0] = 1 + Below(Options.Registers);
    } else if (Kind < Options.Loads + Options.Stores) {
      T.Class = InstructionClass::Store;
      T.DataAddress = Data;
      T.DataBytes = 8;
    } else if (Kind < Options.Loads + Options.Stores + Options.Branches) {
      constexpr BranchKind Kinds[] = {
          BranchKind::Conditional, BranchKind::Conditional, BranchKind::Jump,
          BranchKind::Return, BranchKind::IndirectJump};
      T.Class = InstructionClass::Branch;
      T.Branch = Kinds[Below(5)];
      if (T.Branch != BranchKind::Conditional || Below(2)) {
        T.Flags |= CrackedInstruction::Taken;
        Address = 0x400000 + Below(Options.CodeLines) * 64 + Below(16) * 4;
      }
    } else {
      constexpr InstructionClass Classes[] = {
          InstructionClass::IntegerALU, InstructionClass::IntegerALU,
          InstructionClass::IntegerMultiply, InstructionClass::FloatAdd,
          InstructionClass::FloatDivide};
      T.Class = Classes[Below(5)];
      T.Destinations[0] = 1 + Below(Options.Registers);
      if (Below(200) == 0)
        T.Flags |= CrackedInstruction::Barrier;
    }
    Region.Instructions.push_back(T);
  }
  return Region;
}

/// An execution time of algorithm 1 for each of N loads; most of them hit.
inline std::vector<uint8_t> randomLoadCycles(uint64_t Seed, size_t N,
                                             unsigned MissPercent) {
  std::mt19937_64 Random(Seed);
  constexpr uint8_t Misses[] = {10, 30, 200};
  std::vector<uint8_t> Cycles(N, 4);
  for (uint8_t &C : Cycles)
    if (Random() % 100 < MissPercent)
      C = Misses[Random() % 3];
  return Cycles;
}

} // namespace rafter::concorde

#endif // RAFTER_UNITTESTS_CONCORDE_RANDOMTRACES_H
