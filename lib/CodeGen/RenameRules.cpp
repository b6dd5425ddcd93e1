//===- RenameRules.cpp - Idioms, eliminated moves, fusion -----------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sources: Intel, Optimization Reference Manual, 3.4.2.2 (macro-fusion),
// 3.5.1.8 (zero idioms) and 2.5 (micro-fusion, move elimination); AMD,
// Software Optimization Guides, "Idioms for dependency removal"; Abel and
// Reineke, uops.info (ASPLOS 2019).
//
//===----------------------------------------------------------------------===//

#include "RenameRules.h"
#include "llvm/ADT/APInt.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace rafter {

namespace {

bool isReg(const MCInst &Inst, unsigned I) {
  return I < Inst.getNumOperands() && Inst.getOperand(I).isReg() &&
         Inst.getOperand(I).getReg().isValid();
}

bool isImm(const MCInst &Inst, unsigned I, int64_t Value) {
  return I < Inst.getNumOperands() && Inst.getOperand(I).isImm() &&
         Inst.getOperand(I).getImm() == Value;
}

/// Register form (rr, rr_REV) with the last two operands the same register.
bool hasSameSources(const MCInst &Inst) {
  unsigned Count = Inst.getNumOperands();
  return Count >= 2 && isReg(Inst, Count - 1) && isReg(Inst, Count - 2) &&
         Inst.getOperand(Count - 1).getReg() ==
             Inst.getOperand(Count - 2).getReg();
}

bool isRegisterForm(StringRef Form) { return Form == "rr" || Form == "rr_REV"; }

RenameAction x86Idiom(const Description &D, const X86Name &Parts, bool Intel) {
  if (!isRegisterForm(Parts.Form) || !hasSameSources(*D.Inst))
    return RenameAction::None;
  StringRef Base = Parts.Base;
  if (Base == "XOR" || Base == "SUB")
    return Parts.Width >= 32 ? RenameAction::ZeroIdiom : RenameAction::None;
  if (is_contained({"PXOR", "PXORD", "PXORQ", "XORPS", "XORPD", "PSUBB",
                    "PSUBW", "PSUBD", "PSUBQ"},
                   Base))
    return RenameAction::ZeroIdiom;
  // A comparison for "greater" of equals is zero; on Intel it needs a unit from
  // Sandy Bridge on (uops.info), as the comparison for equality does.
  if (is_contained({"PCMPGTB", "PCMPGTW", "PCMPGTD", "PCMPGTQ"}, Base))
    return RenameAction::ZeroIdiom;
  if (is_contained({"PCMPEQB", "PCMPEQW", "PCMPEQD", "PCMPEQQ"}, Base))
    return RenameAction::BreaksDependence;
  // AMD: 15h and 17h guides, "dependency-breaking without zero": sbb is left
  // with the carry.
  if (!Intel && (Base == "PANDN" || Base == "ANDNPS" || Base == "ANDNPD"))
    return RenameAction::ZeroIdiom;
  return RenameAction::None;
}

/// Whether a move, maybe an extension, goes from a register to itself or to
/// what contains it.
bool isOntoItself(const TargetModel::Impl &M, const MCInst &Inst) {
  return isReg(Inst, 0) && isReg(Inst, 1) &&
         M.Registers->regsOverlap(Inst.getOperand(0).getReg(),
                                  Inst.getOperand(1).getReg());
}

RenameAction x86Move(const TargetModel::Impl &M, const Description &D,
                     const X86Name &Parts) {
  const CoreParameters &Core = M.CPU.Core;
  StringRef Base = Parts.Base;
  // A move onto itself is not eliminated (uops.info).
  if (isOntoItself(M, *D.Inst))
    return RenameAction::None;
  if (Core.EliminateIntegerMoves) {
    if (Base == "MOV" && Parts.Width >= 32 && isRegisterForm(Parts.Form))
      return RenameAction::Move;
    // Zero extension of the low byte, on Intel's cores only; not of AH.
    if (M.IsIntel && Base == "MOVZX" && Parts.Width >= 32 &&
        Parts.Form == "rr8" && isReg(*D.Inst, 1) &&
        !StringRef(M.Registers->getName(D.Inst->getOperand(1).getReg()))
             .ends_with("H"))
      return RenameAction::Move;
  }
  if (Core.EliminateVectorMoves && isRegisterForm(Parts.Form) &&
      is_contained({"MOVAPS", "MOVAPD", "MOVUPS", "MOVUPD", "MOVDQA", "MOVDQU",
                    "MOVDQA32", "MOVDQA64", "MOVDQU8", "MOVDQU16", "MOVDQU32",
                    "MOVDQU64"},
                   Base))
    return RenameAction::Move;
  return RenameAction::None;
}

/// Golden Cove's rename adds immediates of 11 bits (Chips and Cheese, Popping
/// the Hood on Golden Cove, 2021).
bool isFoldable(const TargetModel::Impl &Model, const Description &D,
                const X86Name &Parts) {
  StringRef Base = Parts.Base;
  // Narrower additions are not folded (measured on Sapphire Rapids).
  if (Parts.Width < 64)
    return false;
  if (Base == "INC" || Base == "DEC")
    return Parts.Form.starts_with("r");
  auto IsSmall = [](const MCOperand &O) {
    return O.isImm() && O.getImm() >= -1024 && O.getImm() <= 1023;
  };
  unsigned Count = D.Inst->getNumOperands();
  // "i32" is the short form for the accumulator.
  if ((Base == "ADD" || Base == "SUB") &&
      (Parts.Form.starts_with("ri") || Parts.Form.starts_with("i")))
    return Count && IsSmall(D.Inst->getOperand(Count - 1));
  // lea with base and displacement only.
  return D.Name == "LEA64r" && Count == 6 && isReg(*D.Inst, 1) &&
         D.Inst->getOperand(1).getReg() !=
             Model.Registers->getProgramCounter() &&
         !isReg(*D.Inst, 3) && IsSmall(D.Inst->getOperand(4));
}

RenameAction x86Action(const TargetModel::Impl &M, const Description &D) {
  const CoreParameters &Core = M.CPU.Core;
  X86Name Parts = splitX86Name(D.Name);
  if (D.Name.starts_with("NOOP") || D.Name.starts_with("ENDBR"))
    return RenameAction::NoOperation;
  if (D.loads() || D.stores())
    return RenameAction::None;
  if (Core.ZeroIdioms)
    if (RenameAction A = x86Idiom(D, Parts, M.IsIntel); A != RenameAction::None)
      return A;
  if (RenameAction A = x86Move(M, D, Parts); A != RenameAction::None)
    return A;
  if (Core.FoldImmediateAdditions && isFoldable(M, D, Parts))
    return RenameAction::FoldedAddition;
  return RenameAction::None;
}

bool isZeroRegister(const TargetModel::Impl &M, const MCInst &Inst,
                    unsigned I) {
  if (!isReg(Inst, I))
    return false;
  StringRef Name = M.Registers->getName(Inst.getOperand(I).getReg());
  if (M.Set == InstructionSet::RISCV)
    return Name == "X0";
  return Name == "XZR" || Name == "WZR";
}

RenameAction aarch64Action(const TargetModel::Impl &M, const Description &D) {
  const CoreParameters &Core = M.CPU.Core;
  const MCInst &Inst = *D.Inst;
  if (D.Name == "HINT" || D.Name == "NOP")
    return RenameAction::NoOperation;
  if (Core.ZeroIdioms) {
    if ((D.Name == "MOVZXi" || D.Name == "MOVZWi") && isImm(Inst, 1, 0))
      return RenameAction::ZeroIdiom;
    if ((D.Name == "MOVID" || D.Name == "MOVIv2d_ns") && isImm(Inst, 1, 0))
      return RenameAction::ZeroIdiom;
  }
  if (Core.EliminateIntegerMoves &&
      (D.Name == "ORRXrs" || D.Name == "ORRWrs") &&
      isZeroRegister(M, Inst, 1) && isImm(Inst, 3, 0))
    return isZeroRegister(M, Inst, 2) ? RenameAction::ZeroIdiom
                                      : RenameAction::Move;
  if (Core.EliminateVectorMoves && D.Name == "ORRv16i8" && hasSameSources(Inst))
    return RenameAction::Move;
  return RenameAction::None;
}

RenameAction riscvAction(const TargetModel::Impl &M, const Description &D) {
  const MCInst &Inst = *D.Inst;
  if (D.Name == "C_NOP" || (D.Name == "ADDI" && isZeroRegister(M, Inst, 0) &&
                            isZeroRegister(M, Inst, 1)))
    return RenameAction::NoOperation;
  if (!M.CPU.Core.EliminateIntegerMoves)
    return RenameAction::None;
  bool IsMove = D.Name == "C_MV" || (D.Name == "ADDI" && isImm(Inst, 2, 0) &&
                                     !isZeroRegister(M, Inst, 1));
  return IsMove ? RenameAction::Move : RenameAction::None;
}

/// Conditions of x86 that the kinds of first instructions fuse with.
bool fusesWithCondition(StringRef Base, int64_t Condition) {
  // Overflow, sign and parity, and their opposites.
  bool IsRare = Condition <= 1 || (Condition >= 8 && Condition <= 11);
  bool UsesCarry =
      Condition == 2 || Condition == 3 || Condition == 6 || Condition == 7;
  if (Base == "TEST" || Base == "AND")
    return true;
  if (Base == "CMP" || Base == "ADD" || Base == "SUB")
    return !IsRare;
  return (Base == "INC" || Base == "DEC") && !IsRare && !UsesCarry;
}

bool fusesX86(const TargetModel::Impl &M, const Description &First,
              const Description &Second) {
  if (!Second.Name.starts_with("JCC_") || Second.Inst->getNumOperands() < 2 ||
      !Second.Inst->getOperand(1).isImm())
    return false;
  X86Name Parts = splitX86Name(First.Name);
  StringRef Base = Parts.Base;
  bool IsCompare = Base == "CMP" || Base == "TEST";
  if (M.CPU.Core.Fusion == MacroFusion::X86Compare) {
    if (!IsCompare)
      return false;
  } else if (!fusesWithCondition(Base, Second.Inst->getOperand(1).getImm())) {
    return false;
  }
  // Not with a result in memory, and not with both an immediate and memory.
  if (First.stores())
    return false;
  return !First.loads() || !Parts.Form.starts_with("mi");
}

bool fusesAArch64(const TargetModel::Impl &M, const Description &First,
                  const Description &Second) {
  if (Second.Name != "Bcc" || !isZeroRegister(M, *First.Inst, 0))
    return false;
  for (StringRef Prefix : {"SUBS", "ADDS", "ANDS"})
    if (First.Name.starts_with(Prefix))
      return true;
  return false;
}

/// Where LLVM itself lists the idioms of the core. What the CPU file says it
/// does not do is not done.
RenameAction listedAction(const TargetModel::Impl &M, const Description &D) {
  if (!M.Analysis)
    return RenameAction::None;
  const CoreParameters &Core = M.CPU.Core;
  unsigned ID = M.schedule().getProcessorID();
  APInt Mask;
  if (!Core.Known || Core.ZeroIdioms) {
    if (M.Analysis->isZeroIdiom(*D.Inst, Mask, ID))
      return RenameAction::ZeroIdiom;
    if (M.Analysis->isDependencyBreaking(*D.Inst, Mask, ID))
      return RenameAction::BreaksDependence;
  }
  bool Eliminates = D.Traits.IsInteger ? Core.EliminateIntegerMoves
                                       : Core.EliminateVectorMoves;
  if ((!Core.Known || Eliminates) &&
      M.Analysis->isOptimizableRegisterMove(*D.Inst, ID) &&
      !isOntoItself(M, *D.Inst))
    return RenameAction::Move;
  return RenameAction::None;
}

} // namespace

RenameAction renameAction(const TargetModel::Impl &M, const Description &D) {
  RenameAction Action = RenameAction::None;
  switch (M.Set) {
  case InstructionSet::X86:
    Action = x86Action(M, D);
    break;
  case InstructionSet::AArch64:
    Action = aarch64Action(M, D);
    break;
  case InstructionSet::RISCV:
    Action = riscvAction(M, D);
    break;
  case InstructionSet::Other:
    break;
  }
  if (Action != RenameAction::None || D.loads() || D.stores())
    return Action;
  return listedAction(M, D);
}

bool fuses(const TargetModel::Impl &M, const Description &First,
           const Description &Second) {
  switch (M.CPU.Core.Fusion) {
  case MacroFusion::None:
    return false;
  case MacroFusion::X86Arithmetic:
  case MacroFusion::X86Compare:
    return M.Set == InstructionSet::X86 && fusesX86(M, First, Second);
  case MacroFusion::AArch64Compare:
    return M.Set == InstructionSet::AArch64 && fusesAArch64(M, First, Second);
  }
  return false;
}

/// Sandy Bridge and Ivy Bridge never keep indexed operands fused. From Haswell
/// on, they stay fused if the instruction has two operands and its destination
/// is also a source, and in plain stores (Intel, Optimization Reference Manual,
/// 2.3.2.4 and 2.4.3; uops.info).
bool staysLaminated(const TargetModel::Impl &M, const Description &D) {
  if (!D.HasIndex)
    return true;
  StringRef CPU = M.CPU.LLVMName;
  if (CPU == "sandybridge" || CPU == "ivybridge" || CPU == "x86-64")
    return false;
  if (D.stores() && !D.loads())
    return true;
  if (splitX86Name(D.Name).HasV || D.Desc->getNumDefs() != 1)
    return false;
  for (unsigned I = 0; I < D.Desc->getNumOperands(); ++I)
    if (D.Desc->getOperandConstraint(I, MCOI::TIED_TO) == 0)
      return true;
  return false;
}

} // namespace rafter
