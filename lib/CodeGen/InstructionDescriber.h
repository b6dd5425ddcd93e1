//===- InstructionDescriber.h - From MCInst to a table entry ---*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The steps that turn one decoded instruction into what the core does for it.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_CODEGEN_INSTRUCTIONDESCRIBER_H
#define RAFTER_LIB_CODEGEN_INSTRUCTIONDESCRIBER_H

#include "LinearValues.h"
#include "MemoryOperands.h"
#include "RegisterOperands.h"
#include "RenameRules.h"

namespace rafter {

class InstructionDescriber {
public:
  explicit InstructionDescriber(const TargetModel::Impl &Model)
      : Model(Model), Registers(*Model.RegisterRules), Memory(Model),
        Values(Model) {}

  /// Inst must outlive the description. NextAddress: of what follows it.
  /// AllowFolding: whether rename may fold it if the core does that at all;
  /// one that fuses with a branch is not folded.
  Description describe(const llvm::MCInst &Inst, uint64_t NextAddress,
                       bool AllowFolding = true);

  /// Makes one micro-operation of First and the branch Second.
  void fuse(Description &First, Description &Second) const;

  /// The correction of the CPU file that applies to D's instruction; null:
  /// none.
  const InstructionCorrection *correctionOf(const Description &D);

  unsigned numRegisterUnits() const { return Registers.numUnits(); }

private:
  const OpcodeTraits &traits(unsigned Opcode);
  void setPorts(Description &D);
  void refineLea(Description &D) const;
  void splitLatency(Description &D);
  void setMicroOps(Description &D);
  void applyAction(Description &D, RenameAction Action);
  const AppliedCorrection *correction(unsigned Opcode,
                                      llvm::ArrayRef<llvm::StringRef> Suffixes);
  void applyCorrection(Description &D);
  void setClass(Description &D);
  bool isPureLoad(const Description &D) const;
  bool isPlainStore(const Description &D) const;
  unsigned plainLoadLatency(const Description &D) const;
  unsigned measuredLoadLatency(const Description &D, unsigned Latency) const;
  unsigned loadPart(const Description &D, unsigned Total, unsigned Register,
                    unsigned Plain) const;
  std::optional<unsigned> registerFormLatency(const Description &D) const;
  unsigned computeUops(const Description &D) const;

  const TargetModel::Impl &Model;
  const RegisterFacts &Registers;
  MemoryFacts Memory;
  LinearValues Values;
  llvm::DenseMap<unsigned, OpcodeTraits> Traits;
  /// By opcode, and the first characters that count of its suffixes.
  llvm::DenseMap<std::pair<unsigned, unsigned>,
                 std::unique_ptr<const AppliedCorrection>>
      Corrections;
};

} // namespace rafter

#endif // RAFTER_LIB_CODEGEN_INSTRUCTIONDESCRIBER_H
