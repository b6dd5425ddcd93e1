//===- OpcodeTraits.cpp - What an opcode does by its name -----------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OpcodeTraits.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace rafter {

bool hasLengthChangingPrefix(StringRef Name) {
  // Sixteen bits of register or memory and as many of the constant.
  return Name.ends_with("16ri") || Name.ends_with("16mi") ||
         Name.ends_with("16i16") || Name.ends_with("16rri") ||
         Name.ends_with("16rmi") || Name == "PUSH16i";
}

X86Name splitX86Name(StringRef Name) {
  X86Name Parts;
  size_t FormBegin = std::min(Name.find_if(isLower), Name.size());
  Parts.Stem = Name.take_front(FormBegin);
  Parts.Form = Name.drop_front(FormBegin);
  StringRef Base = Parts.Stem;
  Parts.HasV = Base.consume_front("V");
  if (Base.consume_back("Z256"))
    Parts.VectorBits = 256;
  else if (Base.consume_back("Z128"))
    Parts.VectorBits = 128;
  else if (Parts.HasV && Base.consume_back("Z"))
    Parts.VectorBits = Base.ends_with("SS") || Base.ends_with("SD") ? 128 : 512;
  else if (Parts.HasV && Base.consume_back("Y"))
    Parts.VectorBits = 256;
  if (!Parts.HasV)
    for (unsigned Width : {8, 16, 32, 64})
      if (Base.consume_back(std::to_string(Width))) {
        Parts.Width = Width;
        break;
      }
  Parts.Base = Base;
  return Parts;
}

bool isVectorClass(StringRef Class) {
  for (StringRef Prefix : {"VR", "FR", "FPR", "ZPR", "PPR", "RFP", "VK", "VM",
                           "DD", "QQ", "RST", "ZZ", "TILE"})
    if (Class.starts_with(Prefix))
      return true;
  return false;
}

namespace {

bool startsWithAny(StringRef Name, ArrayRef<StringRef> Prefixes) {
  return any_of(Prefixes,
                [&](StringRef Prefix) { return Name.starts_with(Prefix); });
}

bool usesVectorRegisters(const TargetModel::Impl &Model,
                         const MCInstrDesc &Desc) {
  for (const MCOperandInfo &Operand : Desc.operands()) {
    if (Operand.RegClass < 0 || Operand.isLookupRegClassByHwMode())
      continue;
    const MCRegisterClass &Class =
        Model.Registers->getRegClass(Operand.RegClass);
    if (isVectorClass(Model.Registers->getRegClassName(&Class)))
      return true;
  }
  return false;
}

bool usesGeneralRegisters(const TargetModel::Impl &Model,
                          const MCInstrDesc &Desc) {
  for (const MCOperandInfo &Operand : Desc.operands()) {
    if (Operand.RegClass < 0 || Operand.isLookupRegClassByHwMode() ||
        Operand.OperandType == MCOI::OPERAND_MEMORY)
      continue;
    const MCRegisterClass &Class =
        Model.Registers->getRegClass(Operand.RegClass);
    if (StringRef(Model.Registers->getRegClassName(&Class)).starts_with("G"))
      return true;
  }
  return false;
}

BranchKind branchKind(const MCInstrDesc &Desc, StringRef Name,
                      InstructionSet Set) {
  if (Desc.isReturn() ||
      (Set == InstructionSet::X86 && Name.starts_with("IRET")))
    return BranchKind::Return;
  if (Desc.isCall()) {
    bool Indirect = Set == InstructionSet::X86
                        ? Name.ends_with("r") || Name.ends_with("m")
                        : startsWithAny(Name, {"BLR", "JALR", "C_JALR"});
    return Indirect ? BranchKind::IndirectCall : BranchKind::Call;
  }
  if (Desc.isIndirectBranch())
    return BranchKind::IndirectJump;
  if (!Desc.isBranch())
    return BranchKind::None;
  return Desc.isBarrier() ? BranchKind::Jump : BranchKind::Conditional;
}

/// x86: classes of what is not floating-point arithmetic.
InstructionClass x86Class(const X86Name &Parts, bool Vector, bool General) {
  StringRef Base = Parts.Base;
  if (!Vector) {
    if (startsWithAny(Base, {"IMUL", "MUL"}))
      return InstructionClass::IntegerMultiply;
    if (startsWithAny(Base, {"IDIV", "DIV"}))
      return InstructionClass::IntegerDivide;
    return InstructionClass::IntegerALU;
  }
  if (Base.starts_with("CVT") || Base.starts_with("PMOV") ||
      Base.starts_with("ROUND") || Base.starts_with("RNDSCALE"))
    return Base.starts_with("PMOVMSK") ? InstructionClass::Transfer
                                       : InstructionClass::Convert;
  if (startsWithAny(Base, {"MIN", "MAX", "CMPP", "CMPS", "COMIS", "UCOMIS"}))
    return InstructionClass::FloatAdd;
  if (startsWithAny(Base, {"RCP", "RSQRT"}))
    return InstructionClass::FloatMultiply;
  if (startsWithAny(Base, {"PSHUF",    "SHUF",     "UNPCK",     "PUNPCK",
                           "PACK",     "PERM",     "BROADCAST", "PBROADCAST",
                           "PALIGN",   "INSERT",   "EXTRACT",   "MOVDDUP",
                           "MOVSHDUP", "MOVSLDUP", "MOVHLPS",   "MOVLHPS",
                           "ALIGN",    "COMPRESS", "EXPAND",    "PCOMPRESS",
                           "PEXPAND"}))
    return InstructionClass::Shuffle;
  if (Base.starts_with("MOV") || Base.starts_with("KMOV") || General)
    return InstructionClass::Transfer;
  return InstructionClass::VectorInteger;
}

InstructionClass aarch64Class(StringRef Name, bool Vector, bool General) {
  if (!Vector) {
    if (startsWithAny(Name, {"MADD", "MSUB", "SMADDL", "SMSUBL", "UMADDL",
                             "UMSUBL", "SMULH", "UMULH"}))
      return InstructionClass::IntegerMultiply;
    if (startsWithAny(Name, {"SDIV", "UDIV"}))
      return InstructionClass::IntegerDivide;
    return InstructionClass::IntegerALU;
  }
  if (startsWithAny(Name, {"FCVT", "SCVTF", "UCVTF", "FRINT", "FJCVT"}))
    return InstructionClass::Convert;
  if (startsWithAny(Name, {"FMOV", "DUP", "INSvi", "UMOV", "SMOV"}))
    return General || Name.starts_with("FMOV") ? InstructionClass::Transfer
                                               : InstructionClass::Shuffle;
  if (startsWithAny(Name, {"FMAX", "FMIN", "FCMP", "FCM", "FAC", "FABS", "FNEG",
                           "FCCMP", "FCSEL"}))
    return InstructionClass::FloatAdd;
  if (startsWithAny(Name, {"FRECP", "FRSQRT"}))
    return InstructionClass::FloatMultiply;
  if (startsWithAny(Name, {"ZIP", "UZP", "TRN", "EXT", "TBL", "TBX", "REV",
                           "INS", "SPLICE", "COMPACT"}))
    return InstructionClass::Shuffle;
  return InstructionClass::VectorInteger;
}

InstructionClass riscvClass(StringRef Name, bool Vector) {
  if (!Vector) {
    if (startsWithAny(Name, {"MUL", "C_MUL", "CLMUL"}))
      return InstructionClass::IntegerMultiply;
    if (startsWithAny(Name, {"DIV", "REM"}))
      return InstructionClass::IntegerDivide;
    return InstructionClass::IntegerALU;
  }
  if (startsWithAny(Name, {"FCVT", "VFCVT", "VFNCVT", "VFWCVT"}))
    return InstructionClass::Convert;
  if (startsWithAny(Name, {"FMV", "VMV", "FSGNJ"}))
    return InstructionClass::Transfer;
  if (startsWithAny(Name, {"FM", "FEQ", "FLT", "FLE", "FCLASS", "VF"}))
    return InstructionClass::FloatAdd;
  if (startsWithAny(Name, {"VSLIDE", "VRGATHER", "VCOMPRESS"}))
    return InstructionClass::Shuffle;
  return InstructionClass::VectorInteger;
}

/// String instructions, whose accesses the descriptors do not mention, with a
/// prefix as part of the name or apart.
void setX86String(StringRef Name, OpcodeTraits &T) {
  if (Name.consume_front("REP_") || Name.consume_front("REPNE_"))
    T.Flags |= StaticInstruction::Microcoded;
  Name = Name.take_while([](char C) { return C != '_'; });
  if (Name.size() != 5 || !StringRef("BWLDQ").contains(Name.back()))
    return;
  StringRef Base = Name.drop_back();
  T.IsString = is_contained({"MOVS", "STOS", "LODS", "SCAS", "CMPS"}, Base);
  bool Moves = Base == "MOVS";
  if (Moves || Base == "STOS")
    T.Stores = true;
  if (Moves || Base == "LODS" || Base == "SCAS" || Base == "CMPS")
    T.Loads = true;
}

void setX86Special(const X86Name &Parts, StringRef Name, OpcodeTraits &T) {
  StringRef Base = Parts.Base;
  if (startsWithAny(Base, {"PREFETCH"}))
    T.Prefetches = true;
  if (startsWithAny(Name, {"LEA16", "LEA32", "LEA64"}))
    T.Loads = T.Stores = false;
  if (startsWithAny(Name, {"NOOP", "ENDBR", "PAUSE"}))
    T.Loads = T.Stores = false;
  if (is_contained({"LFENCE", "MFENCE", "SFENCE"}, Name)) {
    T.Loads = T.Stores = false;
    T.Class = InstructionClass::Other;
  }
  // Loads do not wait for SFENCE, and stores commit in order anyway. LFENCE
  // lets nothing younger begin, but does not wait for stores to commit, as
  // MFENCE and serializing instructions do (SDM 2, LFENCE, MFENCE, SFENCE; SDM
  // 3, 10.3, serializing instructions).
  if (Name == "MFENCE")
    T.Flags |= StaticInstruction::Fence;
  if (startsWithAny(Name, {"LFENCE", "RDTSCP"}))
    T.Flags |= StaticInstruction::Serializing;
  if (startsWithAny(Name, {"CPUID", "SERIALIZE", "WRMSR", "IRET", "INVLPG"}))
    T.Flags |= StaticInstruction::Serializing | StaticInstruction::Fence;
  // An exchange with memory is locked with and without the prefix (SDM 2,
  // XCHG).
  if (Name.starts_with("LOCK_") || Name.starts_with("LXADD") ||
      Name.starts_with("LCMPXCHG") ||
      (Base.starts_with("XCHG") && Parts.Form.contains('m')))
    T.Flags |= StaticInstruction::Atomic;
  if (T.Flags & StaticInstruction::Serializing)
    T.Class = InstructionClass::Other;
  // Masked stores read nothing, whatever the descriptors fear.
  if (Base.contains("MASKMOV") && Parts.Form.starts_with("mr"))
    T.Loads = false;
  setX86String(Name, T);
  if (startsWithAny(Name, {"PUSH", "CALL", "ENTER", "FARCALL"}) ||
      Name == "LCALL")
    T.Stack = StackAccess::Push;
  if (startsWithAny(Name, {"POP16", "POP32", "POP64", "POPF", "POP2", "RET",
                           "LRET", "LEAVE"}))
    T.Stack = StackAccess::Pop;
  if (T.Stack == StackAccess::Push)
    T.Stores = true;
  if (T.Stack == StackAccess::Pop)
    T.Loads = true;
}

void setAArch64Special(StringRef Name, OpcodeTraits &T) {
  if (startsWithAny(Name, {"PRF"}))
    T.Prefetches = true;
  if (startsWithAny(Name, {"DMB", "DSB", "ISB"})) {
    T.Loads = T.Stores = false;
    T.Class = InstructionClass::Other;
    // DMB orders accesses, DSB lets nothing younger begin until they are
    // complete, ISB until the pipeline is empty (DDI 0487, B2.3).
    if (!Name.starts_with("ISB"))
      T.Flags |= StaticInstruction::Fence;
    if (!Name.starts_with("DMB"))
      T.Flags |= StaticInstruction::Serializing;
  }
  // Load-exclusive, compare and swap, the atomics of LSE.
  bool IsAtomic =
      startsWithAny(Name,
                    {"LDXR", "LDAXR", "STXR", "STLXR", "LDXP", "LDAXP", "STXP",
                     "STLXP", "CASP", "SWP", "LDADD", "LDCLR", "LDEOR", "LDSET",
                     "LDSMAX", "LDSMIN", "LDUMAX", "LDUMIN"}) ||
      (Name.starts_with("CAS") && Name.size() <= 6);
  if (IsAtomic)
    T.Flags |= StaticInstruction::Atomic;
  // Of the exclusive pairs, one half loads and the other stores.
  if (startsWithAny(Name, {"LDXR", "LDAXR", "LDXP", "LDAXP"}))
    T.Stores = false;
  if (startsWithAny(Name, {"STXR", "STLXR", "STXP", "STLXP"}))
    T.Loads = false;
}

void setRISCVSpecial(StringRef Name, OpcodeTraits &T) {
  if (Name.starts_with("FENCE")) {
    T.Loads = T.Stores = false;
    T.Class = InstructionClass::Other;
    T.Flags |= StaticInstruction::Fence;
  }
  if (Name.starts_with("PREFETCH_"))
    T.Prefetches = true;
  if (startsWithAny(Name, {"AMO", "LR_", "SC_"}))
    T.Flags |= StaticInstruction::Atomic;
}

} // namespace

OpcodeTraits traitsOf(const TargetModel::Impl &Model, unsigned Opcode) {
  const MCInstrDesc &Desc = Model.Instructions->get(Opcode);
  StringRef Name = Model.Instructions->getName(Opcode);
  OpcodeTraits T;
  T.Loads = Desc.mayLoad();
  T.Stores = Desc.mayStore();
  bool Vector = usesVectorRegisters(Model, Desc);
  bool General = usesGeneralRegisters(Model, Desc);
  T.IsInteger = !Vector;
  T.Branch = branchKind(Desc, Name, Model.Set);
  switch (Model.Set) {
  case InstructionSet::X86: {
    X86Name Parts = splitX86Name(Name);
    T.Class = x86Class(Parts, Vector, General);
    setX86Special(Parts, Name, T);
    break;
  }
  case InstructionSet::AArch64:
    T.Class = aarch64Class(Name, Vector, General);
    setAArch64Special(Name, T);
    break;
  case InstructionSet::RISCV:
    T.Class = riscvClass(Name, Vector);
    setRISCVSpecial(Name, T);
    break;
  case InstructionSet::Other:
    break;
  }
  setFloatOperation(Model.Set, Name, T);
  if (T.Branch != BranchKind::None) {
    T.Class = InstructionClass::Branch;
    // Calls and returns of RISC machines access nothing, whatever the
    // descriptors fear.
    if (T.Stack == StackAccess::None && Model.Set != InstructionSet::X86)
      T.Loads = T.Stores = false;
  }
  if (T.Prefetches) {
    T.Flags |= StaticInstruction::Prefetch;
    T.Loads = true;
    T.Stores = false;
    T.Class = InstructionClass::Load;
  }
  return T;
}

} // namespace rafter
