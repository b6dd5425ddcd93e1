//===- MachinePseudos.cpp - What pseudo instructions become ---------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The expansions that the assembly printers of x86, AArch64 and RISC-V do last.
// Everything else has been expanded by earlier passes.
//
//===----------------------------------------------------------------------===//

#include "MachineLowering.h"
#include "OpcodeTraits.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/MC/MCInstBuilder.h"

using namespace llvm;

namespace rafter {

namespace {

/// Builds instructions by the names of opcodes and registers.
class Emitter {
public:
  Emitter(const TargetModel::Impl &Model, SmallVectorImpl<MCInst> &Out)
      : Model(Model), Out(Out) {}

  StringRef nameOf(const MCInst &Inst) const {
    return Model.Instructions->getName(Inst.getOpcode());
  }
  std::optional<unsigned> opcode(StringRef Name) const {
    return Model.opcode(Name);
  }
  MCOperand reg(StringRef Name) const {
    for (unsigned R = 1; R < Model.Registers->getNumRegs(); ++R)
      if (Name == Model.Registers->getName(R))
        return MCOperand::createReg(R);
    return MCOperand::createReg(0);
  }
  StringRef registerName(const MCOperand &Operand) const {
    return Operand.isReg() && Operand.getReg().isValid()
               ? StringRef(Model.Registers->getName(Operand.getReg()))
               : StringRef();
  }
  static MCOperand imm(int64_t Value) { return MCOperand::createImm(Value); }

  /// False, and nothing emitted, if there is no opcode of that name.
  bool emit(StringRef Name, ArrayRef<MCOperand> Operands) {
    std::optional<unsigned> Opcode = opcode(Name);
    if (!Opcode)
      return false;
    MCInst Inst;
    Inst.setOpcode(*Opcode);
    for (const MCOperand &Operand : Operands)
      Inst.addOperand(Operand);
    Out.push_back(std::move(Inst));
    return true;
  }

private:
  const TargetModel::Impl &Model;
  SmallVectorImpl<MCInst> &Out;
};

ArrayRef<MCOperand> operandsOf(const MCInst &Inst) {
  return ArrayRef(Inst.begin(), Inst.getNumOperands());
}

/// Tail calls become jumps.
bool expandX86TailCall(Emitter &E, const MCInst &Inst, StringRef Name) {
  StringRef Jump =
      StringSwitch<StringRef>(Name)
          .Cases({"TAILJMPd", "TAILJMPd64", "TCRETURNdi", "TCRETURNdi64"},
                 "JMP_1")
          .Cases({"TAILJMPd_CC", "TAILJMPd64_CC"}, "JCC_1")
          .Cases({"TAILJMPr", "TCRETURNri"}, "JMP32r")
          .Cases({"TAILJMPr64", "TCRETURNri64"}, "JMP64r")
          .Case("TAILJMPr64_REX", "JMP64r_REX")
          .Cases({"TAILJMPm", "TCRETURNmi"}, "JMP32m")
          .Cases({"TAILJMPm64", "TCRETURNmi64"}, "JMP64m")
          .Case("TAILJMPm64_REX", "JMP64m_REX")
          .Default("");
  if (Jump.empty())
    return false;
  size_t Count = Jump.ends_with("m") || Jump.contains("m_") ? 5
                 : Jump == "JCC_1"                          ? 2
                                                            : 1;
  ArrayRef<MCOperand> Operands = operandsOf(Inst);
  return E.emit(Jump, Operands.take_front(std::min(Count, Operands.size())));
}

/// add $1, %rax has an immediate of 8 bits, shl $1, %rax none.
bool shortenX86(Emitter &E, const MCInst &Inst, StringRef Name) {
  X86Name Parts = splitX86Name(Name);
  ArrayRef<MCOperand> Operands = operandsOf(Inst);
  if (Operands.empty() || !Operands.back().isImm())
    return false;
  int64_t Value = Operands.back().getImm();
  bool IsShift = is_contained({"RCL", "RCR", "ROL", "ROR", "SAR", "SHL", "SHR"},
                              Parts.Base);
  if (IsShift && Value == 1 && (Parts.Form == "ri" || Parts.Form == "mi"))
    return E.emit((Parts.Stem + Parts.Form.take_front() + "1").str(),
                  Operands.drop_back());
  bool IsArithmetic = is_contained(
      {"ADC", "ADD", "AND", "CMP", "IMUL", "OR", "PUSH", "SBB", "SUB", "XOR"},
      Parts.Base);
  if (!IsArithmetic || Parts.Width < 16 || Value != int8_t(Value) ||
      !(Parts.Form.ends_with("i") || Parts.Form.ends_with("i32") ||
        Parts.Form.ends_with("i16")))
    return false;
  StringRef Form = Parts.Form.take_front(Parts.Form.find('i') + 1);
  return E.emit((Parts.Stem + Form + "8").str(), Operands);
}

/// movslq %eax, %rax is cltq.
bool shortenX86Extension(Emitter &E, const MCInst &Inst, StringRef Name) {
  if (Inst.getNumOperands() != 2)
    return false;
  StringRef To = E.registerName(Inst.getOperand(0));
  StringRef From = E.registerName(Inst.getOperand(1));
  if (Name == "MOVSX16rr8" && To == "AX" && From == "AL")
    return E.emit("CBW", {});
  if (Name == "MOVSX32rr16" && To == "EAX" && From == "AX")
    return E.emit("CWDE", {});
  if (Name == "MOVSX64rr32" && To == "RAX" && From == "EAX")
    return E.emit("CDQE", {});
  return false;
}

bool expandX86(Emitter &E, const MCInst &Inst, StringRef Name) {
  if (Name == "MULX32Hrr" || Name == "MULX64Hrr" || Name == "MULX32Hrm" ||
      Name == "MULX64Hrm") {
    // Both results are the high half.
    std::string Real = Name.str();
    Real.erase(Real.find('H'), 1);
    SmallVector<MCOperand> Operands = {Inst.getOperand(0)};
    append_range(Operands, operandsOf(Inst));
    return E.emit(Real, Operands);
  }
  // The operands of returns are there to keep results alive.
  if (Name.starts_with("RET") && Inst.getNumOperands() &&
      !Inst.getOperand(0).isImm())
    return E.emit(Name, {});
  return expandX86TailCall(E, Inst, Name) || shortenX86(E, Inst, Name) ||
         shortenX86Extension(E, Inst, Name);
}

/// A floating-point zero: movi from Neon, or fmov of the zero register.
bool expandFloatZero(const TargetModel::Impl &M, Emitter &E, const MCInst &Inst,
                     StringRef Name) {
  StringRef Register = E.registerName(Inst.getOperand(0));
  bool UsesVector = M.Subtarget->checkFeatures("+neon") &&
                    !M.Subtarget->checkFeatures("+no-zcz-fpr64") &&
                    !M.Subtarget->checkFeatures("+zcz-fp-workaround");
  if (UsesVector)
    return E.emit(
        "MOVID", {E.reg(("D" + Register.drop_front()).str()), Emitter::imm(0)});
  if (Name == "FMOVD0")
    return E.emit("FMOVXDr", {Inst.getOperand(0), E.reg("XZR")});
  return E.emit("FMOVWSr",
                {E.reg(("S" + Register.drop_front()).str()), E.reg("WZR")});
}

/// The address behind a table of relative jumps: adr, a load, an addition.
bool expandJumpTable(Emitter &E, const MCInst &Inst, StringRef Name) {
  if (Inst.getNumOperands() < 5)
    return false;
  const MCOperand &Target = Inst.getOperand(0), &Scratch = Inst.getOperand(1);
  const MCOperand &Table = Inst.getOperand(2), &Index = Inst.getOperand(3);
  StringRef ScratchName = E.registerName(Scratch);
  MCOperand Narrow = E.reg(("W" + ScratchName.drop_front()).str());
  if (Name == "JumpTableDest32")
    return E.emit("LDRSWroX",
                  {Scratch, Table, Index, Emitter::imm(0), Emitter::imm(1)}) &&
           E.emit("ADDXrs", {Target, Table, Scratch, Emitter::imm(0)});
  bool IsByte = Name == "JumpTableDest8";
  return E.emit("ADR", {Target, Inst.getOperand(4)}) &&
         E.emit(IsByte ? "LDRBBroX" : "LDRHHroX",
                {Narrow, Table, Index, Emitter::imm(0),
                 Emitter::imm(IsByte ? 0 : 1)}) &&
         E.emit("ADDXrs", {Target, Target, Scratch, Emitter::imm(2)});
}

bool expandAArch64(const TargetModel::Impl &M, Emitter &E, const MCInst &Inst,
                   StringRef Name) {
  if (Name == "TCRETURNdi")
    return E.emit("B", {Inst.getOperand(0)});
  if (Name.starts_with("TCRETURNr"))
    return E.emit("BR", {Inst.getOperand(0)});
  if (Name == "RET_ReallyLR")
    return E.emit("RET", {E.reg("LR")});
  if (Name == "FMOVH0" || Name == "FMOVS0" || Name == "FMOVD0")
    return expandFloatZero(M, E, Inst, Name);
  if (Name.starts_with("JumpTableDest"))
    return expandJumpTable(E, Inst, Name);
  return false;
}

bool expandRISCV(Emitter &E, const MCInst &Inst, StringRef Name) {
  auto Operand = [&](unsigned I) {
    return I < Inst.getNumOperands() ? Inst.getOperand(I) : MCOperand();
  };
  if (Name == "PseudoRET")
    return E.emit("JALR", {E.reg("X0"), E.reg("X1"), Emitter::imm(0)});
  if (Name == "PseudoBR")
    return E.emit("JAL", {E.reg("X0"), Operand(0)});
  if (Name.starts_with("PseudoBRIND"))
    return E.emit("JALR", {E.reg("X0"), Operand(0), Operand(1)});
  if (Name.starts_with("PseudoCALLIndirect"))
    return E.emit("JALR", {E.reg("X1"), Operand(0), Emitter::imm(0)});
  if (Name.starts_with("PseudoTAILIndirect"))
    return E.emit("JALR", {E.reg("X0"), Operand(0), Emitter::imm(0)});
  // The linker makes one jump of the pair where the target is near.
  if (Name == "PseudoCALL")
    return E.emit("AUIPC", {E.reg("X1"), Operand(0)}) &&
           E.emit("JALR", {E.reg("X1"), E.reg("X1"), Emitter::imm(0)});
  if (Name == "PseudoTAIL")
    return E.emit("AUIPC", {E.reg("X6"), Operand(0)}) &&
           E.emit("JALR", {E.reg("X0"), E.reg("X6"), Emitter::imm(0)});
  return false;
}

} // namespace

void expandPseudo(const TargetModel::Impl &Model, const MCInst &Inst,
                  SmallVectorImpl<MCInst> &Expanded) {
  Emitter E(Model, Expanded);
  StringRef Name = E.nameOf(Inst);
  size_t Before = Expanded.size();
  bool Done = false;
  switch (Model.Set) {
  case InstructionSet::X86:
    Done = expandX86(E, Inst, Name);
    break;
  case InstructionSet::AArch64:
    Done = expandAArch64(Model, E, Inst, Name);
    break;
  case InstructionSet::RISCV:
    Done = expandRISCV(E, Inst, Name);
    break;
  case InstructionSet::Other:
    break;
  }
  if (Done)
    return;
  Expanded.truncate(Before);
  Expanded.push_back(Inst);
}

} // namespace rafter
