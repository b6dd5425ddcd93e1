//===- Description.h - One instruction, before it joins a table -*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The working form that the steps of InstructionDescriber pass along.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_CODEGEN_DESCRIPTION_H
#define RAFTER_LIB_CODEGEN_DESCRIPTION_H

#include "OpcodeTraits.h"
#include "llvm/MC/MCInst.h"

namespace rafter {

/// An MCInst with its operands sorted by what they do.
struct Description {
  const llvm::MCInst *Inst = nullptr;
  const llvm::MCInstrDesc *Desc = nullptr;
  llvm::StringRef Name;
  OpcodeTraits Traits;
  /// Null: LLVM has no scheduling class.
  const llvm::MCSchedClassDesc *Class = nullptr;
  /// Operands of the MCInst that form addresses: [first, first + count).
  unsigned FirstAddress = 0;
  unsigned NumAddress = 0;
  bool HasIndex = false;
  /// Multiplied by more than 1 (x86).
  bool HasScaledIndex = false;
  bool SlowLea = false;

  StaticInstruction Entry;
  llvm::SmallVector<RegisterRead, 8> Reads;
  llvm::SmallVector<RegisterWrite, 8> Writes;
  llvm::SmallVector<PortUse, 4> Ports;
  llvm::SmallVector<MemoryOperand, 2> Memory;
  /// Writes and memory operands have the number of one, from 1 on.
  llvm::SmallVector<LinearValue, 4> Values;
  std::string Assumption;

  bool isAddress(unsigned Operand) const {
    return Operand >= FirstAddress && Operand < FirstAddress + NumAddress;
  }
  /// Whether there is such an operand, and it names a register.
  bool isRegister(unsigned Operand) const {
    return Operand < Inst->getNumOperands() &&
           Inst->getOperand(Operand).isReg() &&
           Inst->getOperand(Operand).getReg().isValid();
  }
  bool loads() const { return Traits.Loads; }
  bool stores() const { return Traits.Stores; }
};

} // namespace rafter

#endif // RAFTER_LIB_CODEGEN_DESCRIPTION_H
