//===- RegisterOperands.cpp - Register units read and written -------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RegisterOperands.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSwitch.h"

using namespace llvm;

namespace rafter {

namespace {

/// The register that a write of the AArch64 register Name replaces as a whole:
/// W5 is X5, D5 is Z5 (Arm ARM C1.2.5, B1.2.1: the upper bits become zero).
std::string wholeAArch64(StringRef Name) {
  if (Name == "WSP")
    return "SP";
  if (Name.size() < 2 || !all_of(Name.drop_front(), isDigit))
    return "";
  StringRef Number = Name.drop_front();
  if (Name[0] == 'W')
    return Number == "29" ? "FP" : Number == "30" ? "LR" : ("X" + Number).str();
  return StringRef("BHSDQ").contains(Name[0]) ? ("Z" + Number).str() : "";
}

/// F5_F is F5_D, F5_H too: narrower values are boxed in NaNs.
std::string wholeRISCV(StringRef Name) {
  auto [Number, Kind] = Name.split('_');
  if (Kind == "W" || Kind == "H")
    return Name[0] == 'X' ? Number.str() : (Number + "_D").str();
  return Kind == "F" ? (Number + "_D").str() : "";
}

/// EAX for AL and AX, R8D for R8B and R8W; empty for AH (renamed apart) and
/// the rest.
std::string mergedX86(StringRef Name) {
  if (Name.size() <= 3)
    if (const char *Legacy = StringSwitch<const char *>(Name)
                                 .Cases({"AL", "AX"}, "EAX")
                                 .Cases({"BL", "BX"}, "EBX")
                                 .Cases({"CL", "CX"}, "ECX")
                                 .Cases({"DL", "DX"}, "EDX")
                                 .Cases({"SIL", "SI"}, "ESI")
                                 .Cases({"DIL", "DI"}, "EDI")
                                 .Cases({"BPL", "BP"}, "EBP")
                                 .Cases({"SPL", "SP"}, "ESP")
                                 .Default(nullptr))
      return Legacy;
  if (Name.size() >= 3 && Name[0] == 'R' && isDigit(Name[1]) &&
      (Name.back() == 'B' || Name.back() == 'W'))
    return (Name.drop_back() + "D").str();
  return "";
}

std::string nameAround(StringRef Name, InstructionSet Set) {
  switch (Set) {
  case InstructionSet::X86:
    return mergedX86(Name);
  case InstructionSet::AArch64:
    return wholeAArch64(Name);
  case InstructionSet::RISCV:
    return wholeRISCV(Name);
  case InstructionSet::Other:
    break;
  }
  return "";
}

bool isNoDependence(StringRef Name, InstructionSet Set) {
  switch (Set) {
  case InstructionSet::X86:
    return is_contained({"RIP", "EIP", "IP", "CS", "DS", "ES", "FS", "GS", "SS",
                         "SSP", "MXCSR", "FPCW", "FPSW", "DF", "_EFLAGS", "EIZ",
                         "RIZ", "FS_BASE", "GS_BASE"},
                        Name);
  case InstructionSet::AArch64:
    return is_contained({"XZR", "WZR", "FPCR", "FPSR", "FPMR", "VG"}, Name);
  case InstructionSet::RISCV:
    return is_contained({"X0", "X0_H", "X0_W", "FRM", "FFLAGS",
                         "DUMMY_REG_PAIR_WITH_X0", "X0_Pair", "VXRM", "VXSAT",
                         "SSP", "VLENB"},
                        Name);
  case InstructionSet::Other:
    return false;
  }
  return false;
}

/// Condition codes of x86 that read the carry flag, and those that read it
/// alone (SDM 1, appendix B).
bool readsCarry(int64_t Condition) {
  return Condition == 2 || Condition == 3 || Condition == 6 || Condition == 7;
}
bool readsCarryOnly(int64_t Condition) {
  return Condition == 2 || Condition == 3;
}

} // namespace

FlagUse x86FlagUse(const Description &D, bool Reads, bool Writes) {
  FlagUse Use;
  X86Name Parts = splitX86Name(D.Name);
  StringRef Base = Parts.Base;
  Base.consume_front("LOCK_");
  if (Reads) {
    bool HasCondition = Base.starts_with("JCC") || Base.starts_with("SETCC") ||
                        Base.starts_with("CMOV") || Base.starts_with("CFCMOV");
    unsigned Count = D.Inst->getNumOperands();
    if (HasCondition && Count && D.Inst->getOperand(Count - 1).isImm()) {
      int64_t Condition = D.Inst->getOperand(Count - 1).getImm();
      Use.ReadsCarry = readsCarry(Condition);
      Use.ReadsOthers = !readsCarryOnly(Condition);
    } else if (is_contained({"ADC", "SBB", "RCL", "RCR", "CMC", "ADCX", "SETB",
                             "SETB_C"},
                            Base)) {
      Use.ReadsCarry = true;
    } else {
      Use.ReadsCarry = Use.ReadsOthers = true;
    }
    // ADOX carries through the overflow flag.
    if (Base == "ADOX") {
      Use.ReadsCarry = false;
      Use.ReadsOthers = true;
    }
  }
  if (Writes) {
    bool KeepsCarry = Base == "INC" || Base == "DEC" || Base == "ADOX";
    bool KeepsOthers = is_contained(
        {"ADCX", "STC", "CLC", "CMC", "BT", "BTS", "BTR", "BTC"}, Base);
    Use.WritesCarry = !KeepsCarry;
    Use.WritesOthers = !KeepsOthers;
  }
  // A shift by CL leaves the flags alone if the count is zero, so it needs the
  // old ones.
  if (Writes && Parts.Form.contains("CL") &&
      is_contained({"SHL", "SHR", "SAR", "ROL", "ROR", "SHLD", "SHRD"}, Base))
    Use.ReadsCarry = Use.ReadsOthers = true;
  return Use;
}

RegisterFacts::RegisterFacts(const TargetModel::Impl &M)
    : Model(M), Ignored(M.Registers->getNumRegs()),
      CarryUnit(M.Registers->getNumRegUnits()) {
  const MCRegisterInfo &Registers = *M.Registers;
  // Most registers need no other: only names that are asked for are looked up.
  SmallVector<std::pair<unsigned, std::string>> Around;
  for (unsigned R = 1; R < Registers.getNumRegs(); ++R) {
    StringRef Name = Registers.getName(R);
    if (isNoDependence(Name, M.Set))
      Ignored.set(R);
    std::string Other = nameAround(Name, M.Set);
    if (!Other.empty())
      Around.emplace_back(R, std::move(Other));
    if (M.Set == InstructionSet::X86 && Name == "EFLAGS")
      Flags = R;
    if (M.Set == InstructionSet::X86 && Name == "RSP")
      StackPointer = R;
    if (M.Set == InstructionSet::X86 && Name == "RBP")
      FramePointer = R;
    if (M.Set == InstructionSet::X86 &&
        is_contained({"RSI", "RDI", "ESI", "EDI"}, Name))
      StringPointers.push_back(R);
  }
  StringMap<unsigned> ByName;
  for (const auto &[R, Name] : Around)
    ByName[Name] = 0;
  if (!ByName.empty())
    for (unsigned R = 1; R < Registers.getNumRegs(); ++R)
      if (auto Asked = ByName.find(Registers.getName(R)); Asked != ByName.end())
        Asked->second = R;
  DenseMap<unsigned, unsigned> &Map =
      M.Set == InstructionSet::X86 ? Merged : Whole;
  for (const auto &[R, Name] : Around)
    if (unsigned Other = ByName.lookup(Name))
      Map[R] = Other;
}

void RegisterFacts::addRead(Description &D, MCRegister R, ReadStage Stage,
                            int Delay) const {
  if (!R.isValid() || Ignored.test(R.id()))
    return;
  for (MCRegUnit Unit : Model.Registers->regunits(R)) {
    RegisterRead Read{uint16_t(static_cast<unsigned>(Unit)), Stage,
                      int16_t(Delay)};
    auto Same = find_if(D.Reads, [&](const RegisterRead &Other) {
      return Other.Unit == Read.Unit && Other.Stage == Read.Stage;
    });
    if (Same == D.Reads.end())
      D.Reads.push_back(Read);
    else
      Same->Delay = std::min(Same->Delay, Read.Delay);
  }
}

void RegisterFacts::addWrite(Description &D, MCRegister R, unsigned Latency,
                             bool FromAddress) const {
  if (!R.isValid() || Ignored.test(R.id()))
    return;
  for (MCRegUnit Unit : Model.Registers->regunits(written(R))) {
    RegisterWrite Write;
    Write.Unit = static_cast<unsigned>(Unit);
    Write.Latency = Latency;
    Write.FromAddress = FromAddress;
    auto Same = find_if(D.Writes, [&](const RegisterWrite &Other) {
      return Other.Unit == Write.Unit;
    });
    if (Same == D.Writes.end()) {
      D.Writes.push_back(Write);
    } else {
      // pop %rsp: what is loaded counts.
      Same->Latency = std::max(Same->Latency, Write.Latency);
      Same->FromAddress &= FromAddress;
    }
  }
}

/// A write of part of a general register keeps the rest: it needs the old
/// value.
void RegisterFacts::mergePartial(Description &D, MCRegister R) const {
  auto Found = Merged.find(R.id());
  if (Found == Merged.end())
    return;
  bool IsByte = Model.Registers->getName(R)[0] != '\0' &&
                (StringRef(Model.Registers->getName(R)).ends_with("L") ||
                 StringRef(Model.Registers->getName(R)).ends_with("B"));
  SmallVector<MCRegUnit, 4> Own(Model.Registers->regunits(R));
  for (MCRegUnit Unit : Model.Registers->regunits(MCRegister(Found->second))) {
    // The high byte has a name of its own and is not part of the merge; what
    // is written anew is read too, since all of it is one physical register.
    bool IsHighByte = false;
    for (MCRegUnitRootIterator Root(Unit, Model.Registers.get());
         Root.isValid(); ++Root)
      IsHighByte |= StringRef(Model.Registers->getName(*Root)).size() == 2 &&
                    StringRef(Model.Registers->getName(*Root)).ends_with("H");
    if (IsByte && IsHighByte)
      continue;
    RegisterRead Read{uint16_t(static_cast<unsigned>(Unit)), ReadStage::Execute,
                      0};
    if (none_of(D.Reads, [&](const RegisterRead &Other) {
          return Other.Unit == Read.Unit && Other.Stage == Read.Stage;
        }))
      D.Reads.push_back(Read);
    RegisterWrite Write;
    Write.Unit = Read.Unit;
    Write.Latency = 0;
    for (const RegisterWrite &Other : D.Writes)
      if (is_contained(Own, static_cast<MCRegUnit>(Other.Unit)))
        Write.Latency = std::max(Write.Latency, Other.Latency);
    if (none_of(D.Writes, [&](const RegisterWrite &Other) {
          return Other.Unit == Write.Unit;
        }))
      D.Writes.push_back(Write);
  }
}

/// ReadAdvance entries hold for some producers only. Those for all producers
/// count, and those that hold for the instruction's own result, since
/// forwarding between instructions of one kind is what they describe.
int RegisterFacts::readAdvance(const Description &D, unsigned UseIndex) const {
  if (!D.Class)
    return 0;
  int Advance = 0;
  for (const MCReadAdvanceEntry &Entry :
       Model.Subtarget->getReadAdvanceEntries(*D.Class)) {
    if (Entry.UseIdx != UseIndex)
      continue;
    bool Applies = Entry.WriteResourceID == 0;
    for (unsigned I = 0; I < D.Class->NumWriteLatencyEntries && !Applies; ++I)
      Applies =
          Model.Subtarget->getWriteLatencyEntry(D.Class, I)->WriteResourceID ==
          Entry.WriteResourceID;
    if (Applies)
      Advance = Entry.Cycles;
  }
  return Advance;
}

void RegisterFacts::forwardAccumulator(Description &D, unsigned Cycles) const {
  std::optional<unsigned> Accumulator;
  for (unsigned I = D.Desc->getNumDefs(); I < D.Desc->getNumOperands(); ++I) {
    // What is inserted into a vector, for instance, is no accumulator.
    if (!D.Inst->getOperand(I).isReg() ||
        D.Desc->operands()[I].RegClass != D.Desc->operands()[0].RegClass)
      continue;
    Accumulator = I;
    if (D.Desc->getOperandConstraint(I, MCOI::TIED_TO) >= 0)
      break;
  }
  unsigned Latency = 0;
  for (const RegisterWrite &W : D.Writes)
    Latency = std::max<unsigned>(Latency, W.Latency);
  if (!Accumulator)
    return;
  MCRegister R = D.Inst->getOperand(*Accumulator).getReg();
  // A factor that is the accumulator too is needed at once.
  for (unsigned I = D.Desc->getNumDefs(); I < D.Desc->getNumOperands(); ++I)
    if (const MCOperand &Other = D.Inst->getOperand(I);
        I != *Accumulator && Other.isReg() && Other.getReg().isValid() &&
        Model.Registers->regsOverlap(R, Other.getReg()))
      return;
  for (RegisterRead &Read : D.Reads)
    if (is_contained(Model.Registers->regunits(R),
                     static_cast<MCRegUnit>(Read.Unit)))
      Read.Delay = static_cast<int16_t>(Latency - std::min(Latency, Cycles));
}

/// Whether what a store writes is a register as it stands: no unit computes.
bool RegisterFacts::hasOwnData(const Description &D) const {
  if (!D.stores() || D.loads())
    return false;
  if (Model.Set != InstructionSet::X86)
    return true;
  return all_of(D.Ports, [&](const PortUse &P) {
    return (P.Units & ~(Model.Access.StoreUnits | Model.Access.LoadUnits)) == 0;
  });
}

/// Whether D forms an address of R without saying so: the stack pointer of push
/// and pop, the frame that leave pops, the pointers of string operations.
bool RegisterFacts::isImpliedAddress(const Description &D, MCRegister R) const {
  if (D.Traits.Stack != StackAccess::None)
    return isStackPointer(R) ||
           (R == FramePointer && D.Name.starts_with("LEAVE"));
  return D.Traits.IsString && is_contained(StringPointers, R);
}

/// The last register of a division, unless what it divides by is in memory.
void RegisterFacts::markDivisor(Description &D) const {
  bool Divides = D.Name.contains("DIV") &&
                 (D.Traits.Class == InstructionClass::FloatDivide ||
                  D.Traits.Class == InstructionClass::IntegerDivide);
  if (!Divides || D.loads())
    return;
  for (const MCOperand &Operand : reverse(*D.Inst)) {
    if (!Operand.isReg() || !Operand.getReg().isValid())
      continue;
    for (MCRegUnit Unit : Model.Registers->regunits(Operand.getReg()))
      for (RegisterRead &Read : D.Reads)
        Read.IsDivisor |= Read.Unit == static_cast<unsigned>(Unit);
    return;
  }
}

void RegisterFacts::readOperands(Description &D) const {
  ReadStage DataStage =
      hasOwnData(D) ? ReadStage::StoreData : ReadStage::Execute;
  unsigned Explicit = D.Inst->getNumOperands();
  unsigned NumDefs = D.Desc->getNumDefs();
  for (unsigned I = NumDefs; I < Explicit; ++I) {
    const MCOperand &Operand = D.Inst->getOperand(I);
    if (!Operand.isReg() || !Operand.getReg().isValid())
      continue;
    if (D.Desc->isVariadic() && I >= D.Desc->getNumOperands() &&
        D.Desc->variadicOpsAreDefs())
      continue;
    if (D.isAddress(I) || isImpliedAddress(D, Operand.getReg())) {
      addRead(D, Operand.getReg(), ReadStage::Address, 0);
      continue;
    }
    // LLVM says for operands of instructions that load that they are needed
    // later than the address: that is what the stage means.
    int Delay = D.loads() ? 0 : readAdvance(D, I - NumDefs);
    addRead(D, Operand.getReg(), DataStage, Delay);
  }
  markDivisor(D);
  // Calls of RISC machines name the stack pointer, which they do not read.
  bool IsCall = D.Traits.Branch == BranchKind::Call ||
                D.Traits.Branch == BranchKind::IndirectCall;
  if (IsCall && Model.Set != InstructionSet::X86)
    return;
  for (MCPhysReg R : D.Desc->implicit_uses()) {
    if (MCRegister(R) == Flags)
      continue;
    addRead(D, R,
            isImpliedAddress(D, MCRegister(R)) ? ReadStage::Address
                                               : ReadStage::Execute,
            0);
  }
}

bool RegisterFacts::isFlags(unsigned Unit) const {
  return Flags.isValid() &&
         (Unit == CarryUnit ||
          Unit ==
              static_cast<unsigned>(*Model.Registers->regunits(Flags).begin()));
}

void RegisterFacts::readFlags(Description &D) const {
  if (!Flags.isValid())
    return;
  bool Reads = is_contained(D.Desc->implicit_uses(), MCPhysReg(Flags.id()));
  bool Writes = is_contained(D.Desc->implicit_defs(), MCPhysReg(Flags.id()));
  if (!Reads && !Writes)
    return;
  FlagUse Use = x86FlagUse(D, Reads, Writes);
  unsigned Unit =
      static_cast<unsigned>(*Model.Registers->regunits(Flags).begin());
  auto Read = [&](unsigned Unit) {
    D.Reads.push_back({uint16_t(Unit), ReadStage::Execute, 0});
  };
  if (Use.ReadsOthers)
    Read(Unit);
  if (Use.ReadsCarry)
    Read(CarryUnit);
  unsigned Latency = 1;
  for (unsigned I = 0; D.Class && I < D.Class->NumWriteLatencyEntries; ++I)
    Latency = std::max<int>(
        Latency, Model.Subtarget->getWriteLatencyEntry(D.Class, I)->Cycles);
  auto Write = [&](unsigned Unit) {
    RegisterWrite W;
    W.Unit = Unit;
    W.Latency = Latency;
    D.Writes.push_back(W);
  };
  if (Use.WritesOthers)
    Write(Unit);
  if (Use.WritesCarry)
    Write(CarryUnit);
}

void RegisterFacts::writeOperands(Description &D) const {
  auto Latency = [&](unsigned Def) -> unsigned {
    if (!D.Class)
      return 1;
    if (!D.Class->NumWriteLatencyEntries)
      return 0;
    // A class may list fewer results than the instruction has: the rest take
    // as long as the last one.
    unsigned Index =
        std::min<unsigned>(Def, D.Class->NumWriteLatencyEntries - 1);
    return std::max<int>(
        0, Model.Subtarget->getWriteLatencyEntry(D.Class, Index)->Cycles);
  };
  auto IsBase = [&](unsigned Def) {
    if (!D.NumAddress)
      return false;
    for (unsigned I = D.FirstAddress; I < D.FirstAddress + D.NumAddress; ++I)
      if (D.Desc->getOperandConstraint(I, MCOI::TIED_TO) == int(Def))
        return true;
    return false;
  };
  unsigned Def = 0;
  for (; Def < D.Desc->getNumDefs() && Def < D.Inst->getNumOperands(); ++Def) {
    const MCOperand &Operand = D.Inst->getOperand(Def);
    if (!Operand.isReg())
      continue;
    bool Base = IsBase(Def);
    addWrite(D, Operand.getReg(), Base ? 1 : Latency(Def), Base);
    if (!Base)
      mergePartial(D, Operand.getReg());
  }
  for (MCPhysReg R : D.Desc->implicit_defs()) {
    if (MCRegister(R) == Flags)
      continue;
    // The stack engine adds when it renames; a repeated string operation moves
    // its pointers with every element.
    bool IsStack =
        D.Traits.Stack != StackAccess::None && isStackPointer(MCRegister(R));
    bool IsBase = IsStack || (isImpliedAddress(D, MCRegister(R)) &&
                              !D.Entry.has(StaticInstruction::Microcoded) &&
                              D.Traits.IsString);
    addWrite(D, R, IsStack ? 0 : IsBase ? 1 : Latency(Def), IsBase);
    if (!IsBase)
      mergePartial(D, R);
    ++Def;
  }
}

void RegisterFacts::describe(Description &D) const {
  // It is listed to write all vector registers, but keeps their lower halves.
  if (D.Name == "VZEROUPPER")
    return;
  readOperands(D);
  writeOperands(D);
  readFlags(D);
}

} // namespace rafter
