//===- InstructionParts.h - Instructions of other tools --------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Traces that tell registers and accesses, but not which register serves which
// purpose: what an instruction becomes by one rule for all of them.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_FOREIGNTRACES_INSTRUCTIONPARTS_H
#define RAFTER_LIB_FOREIGNTRACES_INSTRUCTIONPARTS_H

#include "rafter/Stream/CrackedInstruction.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include <optional>
#include <string>

namespace rafter {

/// Numbers that a trace's registers get in the order in which they appear, so
/// that some are left for temporary ones.
class RegisterNumbers {
public:
  /// Temporary registers: what a load leaves for the operation, and this for
  /// the store.
  static constexpr uint8_t FirstLoaded = 248, NumLoaded = 4, Computed = 252;
  static constexpr uint8_t Last = FirstLoaded - 1;

  static uint8_t loaded(size_t Load) {
    return FirstLoaded + (Load < NumLoaded ? Load : NumLoaded - 1);
  }
  /// More registers than there are numbers share the last one.
  uint8_t number(unsigned Register) {
    size_t Next = std::min<size_t>(Numbers.size() + 1, Last);
    return Numbers.try_emplace(Register, static_cast<uint8_t>(Next))
        .first->second;
  }

private:
  llvm::DenseMap<unsigned, uint8_t> Numbers;
};

struct DataAccess {
  uint64_t Address = 0;
  uint64_t Bytes = 0;
};

struct WholeInstruction {
  uint64_t Address = 0;
  uint8_t Bytes = 4;
  /// Of the operation, if there is one beside loads and stores.
  InstructionClass Class = InstructionClass::IntegerALU;
  BranchKind Branch = BranchKind::None;
  bool Taken = false, Barrier = false;
  /// It computes something from what it loads, or something that it stores.
  bool HasOperation = true;
  llvm::SmallVector<uint8_t, 8> Sources, Destinations;
  llvm::SmallVector<DataAccess, 2> Loads, Stores;
};

/// Appends the parts of an instruction: loads, operation, stores, branch. Loads
/// and stores wait for all sources, since any may form the address. The reason
/// if it is impossible.
std::optional<std::string> appendParts(const WholeInstruction &I,
                                       std::vector<CrackedInstruction> &Out);

/// Appends a register unless it is there or the list is full.
template <typename List> void addRegister(List &Registers, uint8_t Number) {
  for (uint8_t &R : Registers) {
    if (R == Number)
      return;
    if (R == 0) {
      R = Number;
      return;
    }
  }
}

} // namespace rafter

#endif // RAFTER_LIB_FOREIGNTRACES_INSTRUCTIONPARTS_H
