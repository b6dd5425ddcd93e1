//===- MachineLowering.h - From MachineInstr to MCInst ---------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the targets' assembly printers do to instructions when they emit them,
// without the emitting: nothing of the function or its symbols changes.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_CODEGEN_MACHINELOWERING_H
#define RAFTER_LIB_CODEGEN_MACHINELOWERING_H

#include "TargetModelImpl.h"
#include "llvm/MC/MCContext.h"

namespace llvm {
class MachineOperand;
} // namespace llvm

namespace rafter {

class MachineLowering {
public:
  MachineLowering(const TargetModel::Impl &Model, llvm::MCContext &Context)
      : Model(Model), Context(Context) {}

  /// The emitted instructions of MI: none for meta instructions, several for
  /// some pseudo instructions.
  llvm::SmallVector<llvm::MCInst, 1> lower(const llvm::MachineInstr &MI);

private:
  std::optional<llvm::MCOperand> operand(const llvm::MachineOperand &MO);
  const llvm::MCExpr *symbol(const llvm::Twine &Name, int64_t Offset = 0);
  llvm::MCInst generic(const llvm::MachineInstr &MI);

  const TargetModel::Impl &Model;
  llvm::MCContext &Context;
};

/// Whether MI is inline assembly; without a text it is a barrier of the
/// compiler only.
bool isAssembly(const llvm::MachineInstr &MI);

/// Replaces Inst, a pseudo instruction or a form that the assembly printer
/// shortens, by what is emitted.
void expandPseudo(const TargetModel::Impl &Model, const llvm::MCInst &Inst,
                  llvm::SmallVectorImpl<llvm::MCInst> &Expanded);

} // namespace rafter

#endif // RAFTER_LIB_CODEGEN_MACHINELOWERING_H
