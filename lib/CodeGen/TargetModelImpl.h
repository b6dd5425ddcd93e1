//===- TargetModelImpl.h - MC objects of one target and CPU ----*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What all parts of CodeGen share about a target: LLVM's immutable tables, the
// units of the scheduling model, and facts derived from both once.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_CODEGEN_TARGETMODELIMPL_H
#define RAFTER_LIB_CODEGEN_TARGETMODELIMPL_H

#include "ExecutionUnits.h"
#include "OpcodeNames.h"
#include "rafter/CodeGen/InstructionBuilder.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/MC/MCAsmInfo.h"
#include "llvm/MC/MCInst.h"
#include "llvm/MC/MCInstrAnalysis.h"
#include "llvm/MC/MCInstrInfo.h"
#include "llvm/MC/MCRegisterInfo.h"
#include "llvm/MC/MCTargetOptions.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/Regex.h"
#include "llvm/TargetParser/Triple.h"

namespace rafter {

class RegisterFacts;

/// The instruction sets with rules of their own.
enum class InstructionSet : uint8_t { X86, AArch64, RISCV, Other };

/// A correction of the CPU file with its units resolved.
struct ResolvedCorrection {
  const InstructionCorrection *Rule = nullptr;
  /// The names that it matches, sorted, where they are known ahead; empty: ask
  /// Expression.
  std::vector<llvm::StringRef> Names;
  llvm::Regex Expression;
  std::vector<PortUse> Ports;

  bool matches(llvm::StringRef Opcode) const {
    return Names.empty()
               ? Expression.match(Opcode)
               : std::binary_search(Names.begin(), Names.end(), Opcode);
  }
};

/// What all corrections of an instruction say together.
struct AppliedCorrection {
  InstructionCorrection Rule;
  std::vector<PortUse> Ports;
};

/// Ports and latencies of plain memory accesses, found by looking at the
/// target's plainest loads and stores.
struct AccessTiming {
  uint64_t LoadUnits = 0;
  uint64_t StoreUnits = 0;
  /// Of the plainest load and store.
  std::vector<PortUse> LoadPorts, StorePorts;
  /// Cycles from issue to data of an L1 hit, by the bytes loaded into a vector
  /// register (16, 32, 64), and into a general register.
  unsigned IntegerLatency = 4;
  unsigned VectorLatency[3] = {4, 4, 4};
};

struct TargetModel::Impl {
  Impl();
  ~Impl();

  llvm::Triple Triple;
  Processor CPU;
  InstructionSet Set = InstructionSet::Other;
  const llvm::Target *Target = nullptr;
  llvm::MCTargetOptions Options;
  std::unique_ptr<llvm::MCRegisterInfo> Registers;
  std::unique_ptr<llvm::MCAsmInfo> AsmInfo;
  std::unique_ptr<llvm::MCInstrInfo> Instructions;
  std::unique_ptr<llvm::MCSubtargetInfo> Subtarget;
  std::unique_ptr<llvm::MCInstrAnalysis> Analysis;
  ExecutionUnits Units;
  AccessTiming Access;
  /// What an addition needs, for instructions that the model does not know.
  std::vector<PortUse> PlainPorts;
  /// Whether the model counts micro-operations in the unfused domain, as those
  /// of Intel's cores do: a load and its operation are two.
  bool CountsUnfused = false;
  /// AMD's cores: one macro-operation holds several units, side by side.
  bool hasMacroOperations() const {
    return Set == InstructionSet::X86 && !CountsUnfused;
  }
  /// Micro-operations that share a slot until they issue.
  unsigned UopsPerSlot = 1;
  /// Intel's cores, by the names of their ports.
  bool IsIntel = false;
  std::vector<ResolvedCorrection> Corrections;
  std::vector<std::string> Remarks;
  /// What is the same for all code; never null in a finished model.
  std::unique_ptr<const RegisterFacts> RegisterRules;

  const llvm::MCSchedModel &schedule() const {
    return Subtarget->getSchedModel();
  }
  /// The scheduling class of an opcode if it is neither variant nor missing.
  const llvm::MCSchedClassDesc *plainClass(unsigned Opcode) const;
  const llvm::MCSchedClassDesc *plainClass(const char *Name) const;
  /// The scheduling class of Inst, variants resolved; null: there is none.
  const llvm::MCSchedClassDesc *schedulingClass(const llvm::MCInst &Inst) const;
  /// The opcode called Name; nothing if there is none.
  std::optional<unsigned> opcode(llvm::StringRef Name) const {
    return findOpcode(*Instructions, Name);
  }
  /// The opcode whose costs Opcode has (simd.whole); mostly itself.
  unsigned costsOf(unsigned Opcode) const;
  int latency(const llvm::MCSchedClassDesc &Class) const;
  /// Of a line of the CPU file.
  llvm::Error error(unsigned Line, const llvm::Twine &Message) const;
};

} // namespace rafter

#endif // RAFTER_LIB_CODEGEN_TARGETMODELIMPL_H
