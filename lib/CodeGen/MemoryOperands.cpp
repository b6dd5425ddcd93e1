//===- MemoryOperands.cpp - Memory operands of an MCInst ------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MemoryOperands.h"
#include "RegisterOperands.h"
#include "rafter/Stream/AddressForm.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/MC/MCExpr.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Support/xxhash.h"

using namespace llvm;

namespace rafter {

namespace {

/// Base, scale, index, displacement, segment.
constexpr unsigned NumX86AddressOperands = 5;

StringRef registerClassName(const TargetModel::Impl &M,
                            const MCOperandInfo &Operand) {
  if (Operand.RegClass < 0 || Operand.isLookupRegClassByHwMode())
    return "";
  return M.Registers->getRegClassName(
      &M.Registers->getRegClass(Operand.RegClass));
}

/// Bytes of a scalable vector register: what the cores with a model have
/// (their optimization guides); 16, the least that SVE has, otherwise.
unsigned scalableBytes(const TargetModel::Impl &M) {
  return StringSwitch<unsigned>(M.CPU.LLVMName)
      .Case("neoverse-v1", 32)
      .Case("neoverse-512tvb", 32)
      .Case("a64fx", 64)
      .Default(16);
}

/// Element bits in the names of vector loads and stores: "v4s", "v16b", "v1d".
unsigned elementBytesOfArrangement(StringRef Name) {
  size_t V = Name.rfind('v');
  if (V == StringRef::npos)
    return 0;
  StringRef Rest = Name.drop_front(V + 1).drop_while(isDigit);
  if (Rest.empty())
    return 0;
  return StringSwitch<unsigned>(Rest.take_front())
      .Case("b", 1)
      .Case("h", 2)
      .Case("s", 4)
      .Case("d", 8)
      .Default(0);
}

} // namespace

/// One element of movsb, stosq and so on, a repetition of them included.
static unsigned x86StringBytes(StringRef Name) {
  for (StringRef Base : {"MOVS", "STOS", "LODS", "SCAS", "CMPS"})
    if (size_t At = Name.find(Base); At != StringRef::npos)
      return StringSwitch<unsigned>(Name.substr(At + Base.size(), 1))
          .Case("B", 1)
          .Case("W", 2)
          .Cases({"L", "D"}, 4)
          .Default(8);
  return 8;
}

MemoryFacts::MemoryFacts(const TargetModel::Impl &M) : Model(M) {
  // The Intel syntax names the size of each memory operand.
  if (M.Set == InstructionSet::X86)
    Intel.reset(M.Target->createMCInstPrinter(M.Triple, 1, *M.AsmInfo,
                                              *M.Instructions, *M.Registers));
}

void MemoryFacts::findAddress(Description &D) const {
  D.FirstAddress = D.NumAddress = 0;
  switch (Model.Set) {
  case InstructionSet::X86:
    return findX86Address(D);
  case InstructionSet::AArch64:
    return findAArch64Address(D);
  case InstructionSet::RISCV:
  case InstructionSet::Other:
    return findRISCVAddress(D);
  }
}

void MemoryFacts::findX86Address(Description &D) const {
  ArrayRef<MCOperandInfo> Infos = D.Desc->operands();
  for (unsigned I = 0; I + NumX86AddressOperands <= Infos.size() &&
                       I + NumX86AddressOperands <= D.Inst->getNumOperands();
       ++I) {
    if (Infos[I].OperandType != MCOI::OPERAND_MEMORY ||
        !D.Inst->getOperand(I + 1).isImm())
      continue;
    // An address that is not accessed (lea) is an operand like others.
    if (!D.loads() && !D.stores())
      return;
    D.FirstAddress = I;
    D.NumAddress = NumX86AddressOperands;
    D.HasIndex = D.isRegister(I + 2);
    D.HasScaledIndex = D.HasIndex && D.Inst->getOperand(I + 1).isImm() &&
                       D.Inst->getOperand(I + 1).getImm() > 1;
    return;
  }
}

void MemoryFacts::findAArch64Address(Description &D) const {
  if (!D.loads() && !D.stores())
    return;
  ArrayRef<MCOperandInfo> Infos = D.Desc->operands();
  unsigned Count = std::min<unsigned>(Infos.size(), D.Inst->getNumOperands());
  unsigned First = Count;
  // Bases may be the stack pointer, data cannot.
  for (unsigned I = D.Desc->getNumDefs(); I < Count && First == Count; ++I)
    if (registerClassName(Model, Infos[I]) == "GPR64sp")
      First = I;
  // Vectors of addresses, and literal loads without any register.
  for (unsigned I = D.Desc->getNumDefs(); I < Count && First == Count; ++I)
    if (D.loads() && !D.isRegister(I))
      First = I;
  D.FirstAddress = First;
  D.NumAddress = Count - First;
  for (unsigned I = First + 1; I < Count; ++I)
    D.HasIndex |= D.isRegister(I) && !D.Name.contains("post");
}

void MemoryFacts::findRISCVAddress(Description &D) const {
  if (!D.loads() && !D.stores())
    return;
  unsigned Count =
      std::min<unsigned>(D.Desc->getNumOperands(), D.Inst->getNumOperands());
  unsigned First = D.Desc->getNumDefs();
  // Of plain stores the data come first. Atomics begin with the address, and
  // so do loads.
  if (!D.loads())
    ++First;
  while (First < Count && !D.isRegister(First))
    ++First;
  if (First >= Count)
    return;
  D.FirstAddress = First;
  D.NumAddress = 1;
  if (First + 1 < Count && (D.Inst->getOperand(First + 1).isImm() ||
                            D.Inst->getOperand(First + 1).isExpr()))
    D.NumAddress = 2;
}

unsigned MemoryFacts::bytes(const Description &D) {
  auto [Found, Inserted] = BytesByOpcode.try_emplace(D.Inst->getOpcode(), 0);
  if (!Inserted)
    return Found->second;
  unsigned Bytes = 0;
  switch (Model.Set) {
  case InstructionSet::X86:
    Bytes = x86Bytes(D);
    break;
  case InstructionSet::AArch64:
    Bytes = aarch64Bytes(D);
    break;
  case InstructionSet::RISCV:
    Bytes = riscvBytes(D);
    break;
  case InstructionSet::Other:
    Bytes = dataRegisterBytes(D);
    break;
  }
  if (!Bytes)
    Bytes = 8;
  BytesByOpcode[D.Inst->getOpcode()] = Bytes;
  return Bytes;
}

unsigned MemoryFacts::x86Bytes(const Description &D) {
  if (D.Traits.Prefetches)
    return 1;
  if (D.Traits.IsString)
    return x86StringBytes(D.Name);
  if (!D.NumAddress && D.Traits.Stack != StackAccess::None) {
    X86Name Parts = splitX86Name(D.Name);
    return Parts.Width == 16 ? 2 : Parts.Width == 32 ? 4 : 8;
  }
  std::string Text;
  raw_string_ostream Stream(Text);
  Intel->printInst(D.Inst, 0, "", *Model.Subtarget, Stream);
  StringRef Before = StringRef(Text).split(" ptr").first;
  if (Before.size() == Text.size())
    return 0;
  return StringSwitch<unsigned>(Before.substr(Before.find_last_of(" \t,") + 1))
      .Case("byte", 1)
      .Case("word", 2)
      .Case("dword", 4)
      .Case("fword", 6)
      .Case("qword", 8)
      .Cases({"tbyte", "xword"}, 10)
      .Case("xmmword", 16)
      .Case("ymmword", 32)
      .Case("zmmword", 64)
      .Default(0);
}

/// The registers that are moved, by the size of their classes.
unsigned MemoryFacts::dataRegisterBytes(const Description &D) const {
  unsigned Bits = 0;
  unsigned NumDefs = D.Desc->getNumDefs();
  for (unsigned I = 0; I < D.Desc->getNumOperands(); ++I) {
    bool IsData = D.loads() ? I < NumDefs : I >= NumDefs && !D.isAddress(I);
    StringRef Class = registerClassName(Model, D.Desc->operands()[I]);
    if (!IsData || Class.empty() || Class.contains("sp"))
      continue;
    Bits += Model.Registers->getRegClass(D.Desc->operands()[I].RegClass)
                .getSizeInBits();
  }
  return Bits / 8;
}

unsigned MemoryFacts::aarch64Bytes(const Description &D) const {
  StringRef Name = D.Name;
  if (D.Traits.Prefetches)
    return 1;
  // One element of each register: LD1i32, LD4Rv4s.
  if (Name.size() > 4 && (Name.starts_with("LD") || Name.starts_with("ST")) &&
      isDigit(Name[2])) {
    unsigned Registers = Name[2] - '0';
    StringRef Rest = Name.drop_front(3);
    unsigned Bits = 0;
    if (Rest.consume_front("i") && !Rest.consumeInteger(10, Bits))
      return Registers * Bits / 8;
    if (Rest.consume_front("Rv"))
      return Registers * elementBytesOfArrangement(Name);
  }
  for (const MCOperandInfo &Operand : D.Desc->operands())
    if (registerClassName(Model, Operand).starts_with("Z"))
      return scalableBytes(Model);
  // Narrow accesses of general registers: LDRBBui, LDRSHWui, LDARB, STLRH,
  // LDADDALB.
  static const StringRef Narrow[] = {"LDRS", "LDURS", "LDTRS", "LDAPURS"};
  StringRef Rest = Name;
  for (StringRef Prefix : Narrow)
    if (Rest.consume_front(Prefix))
      return Rest.starts_with("B")   ? 1
             : Rest.starts_with("H") ? 2
             : Rest.starts_with("W") ? 4
                                     : dataRegisterBytes(D);
  if (Name.starts_with("LDPSW"))
    return 8;
  StringRef Letters = Name.take_while([](char C) { return !isLower(C); });
  if (Letters.ends_with("BB"))
    return 1;
  if (Letters.ends_with("HH"))
    return 2;
  bool IsOrdered =
      (D.Traits.Flags & StaticInstruction::Atomic) ||
      any_of(ArrayRef<StringRef>{"LDAR", "LDLAR", "STLR", "STLLR", "LDAPR"},
             [&](StringRef P) { return Name.starts_with(P); });
  if (IsOrdered && Letters.ends_with("B"))
    return 1;
  if (IsOrdered && Letters.ends_with("H"))
    return 2;
  if (IsOrdered)
    return Letters.ends_with("W") ? 4 : 8;
  unsigned Bytes = dataRegisterBytes(D);
  // The updated base is a result, but no data.
  return Bytes;
}

unsigned MemoryFacts::riscvBytes(const Description &D) const {
  StringRef Name = D.Name;
  Name.consume_front("C_");
  if (D.Traits.Prefetches)
    return 1;
  if (Name.starts_with("AMO") || Name.starts_with("LR_") ||
      Name.starts_with("SC_")) {
    if (Name.contains("_D"))
      return 8;
    return Name.contains("_W") ? 4 : Name.contains("_H") ? 2 : 1;
  }
  // A vector register has at least 16 bytes with the V extension.
  if (Name.starts_with("V"))
    return 16;
  return StringSwitch<unsigned>(Name)
      .Cases({"LB", "LBU", "SB"}, 1)
      .Cases({"LH", "LHU", "SH", "FLH", "FSH"}, 2)
      .Cases({"LW", "LWU", "SW", "FLW", "FSW", "LWSP"}, 4)
      .Cases({"SWSP", "FLWSP", "FSWSP"}, 4)
      .Cases({"FLQ", "FSQ"}, 16)
      .Default(8);
}

unsigned MemoryFacts::accesses(const Description &D) const {
  if (Model.Set != InstructionSet::X86)
    return 1;
  // VGATHERDPDYrm: vectors of elements, as many as fit the wider of index and
  // data.
  X86Name Parts = splitX86Name(D.Name);
  StringRef Base = Parts.Base;
  if (!Base.consume_front("GATHER") && !Base.consume_front("SCATTER") &&
      !Base.consume_front("PGATHER") && !Base.consume_front("PSCATTER"))
    return 1;
  bool HasQuadIndex = Base.starts_with("Q");
  bool HasQuadData = Base.ends_with("Q") || Base.ends_with("PD");
  return Parts.VectorBits / (HasQuadIndex || HasQuadData ? 64 : 32);
}

std::string MemoryFacts::print(const MCExpr &Expression) const {
  std::string Text;
  raw_string_ostream Stream(Text);
  Model.AsmInfo->printExpr(Stream, Expression);
  return Text;
}

/// Bytes for which the immediate of an address counts: of AArch64, most are in
/// units of what is accessed, and of what is post-indexed nothing is added.
unsigned MemoryFacts::immediateScale(const Description &D,
                                     unsigned Bytes) const {
  if (Model.Set != InstructionSet::AArch64)
    return 1;
  if (D.Name.ends_with("post"))
    return 0;
  bool IsPair = D.Name.starts_with("LDP") || D.Name.starts_with("STP") ||
                D.Name.starts_with("LDNP") || D.Name.starts_with("STNP");
  if (IsPair)
    return Bytes / 2;
  if (D.Traits.Prefetches)
    return 8;
  bool IsScaled = D.Name.ends_with("ui") || D.Name.contains("ro");
  return IsScaled ? Bytes : 1;
}

uint32_t MemoryFacts::addressForm(const Description &D, unsigned Bytes,
                                  uint64_t NextAddress) const {
  if (!D.NumAddress)
    return 0;
  unsigned Scale = immediateScale(D, Bytes);
  std::string Key;
  raw_string_ostream Stream(Key);
  // Of x86, the displacement is relative to what follows the instruction.
  bool IsRelative = false;
  for (unsigned I = D.FirstAddress; I < D.FirstAddress + D.NumAddress; ++I) {
    const MCOperand &Operand = D.Inst->getOperand(I);
    if (Operand.isReg()) {
      StringRef Name = Model.Registers->getName(Operand.getReg());
      IsRelative |= Name == "RIP" || Name == "EIP";
      Stream << 'r' << Operand.getReg().id();
    } else if (Operand.isExpr()) {
      Stream << 'e' << print(*Operand.getExpr());
    } else if (Operand.isImm()) {
      bool AddsAddress = IsRelative && I == D.FirstAddress + 3;
      Stream << 'i'
             << Operand.getImm() * Scale + (AddsAddress ? NextAddress : 0);
    }
    Stream << ',';
  }
  uint32_t Form = static_cast<uint32_t>(xxh3_64bits(Key)) & ~OneAddressBit;
  const bool IsStack = D.isRegister(D.FirstAddress) &&
                       Model.RegisterRules->isStackPointer(
                           D.Inst->getOperand(D.FirstAddress).getReg());
  if (!D.HasIndex && (IsStack || IsRelative))
    return Form | OneAddressBit;
  return Form > MemoryOperand::StackForm ? Form : Form + 2;
}

/// Memory renaming of x86 takes general registers at a base with or without a
/// displacement, and of the operations on memory those with an immediate
/// (measured on Sapphire Rapids: chains through indexed and RIP-relative
/// operands, vectors, and additions of registers to memory take the latency of
/// store forwarding). Zen 5 takes general registers at any address, but for
/// loads that extend bytes and words (measured: chains through indexed and
/// RIP-relative operands take 1 cycle with an addition, an addition of a byte
/// to memory 1, of one in memory 2, through movslq 2, through movzx 8 and
/// through vectors 9 cycles).
bool MemoryFacts::canBeRenamed(const Description &D, unsigned Bytes) const {
  if (Model.Set != InstructionSet::X86)
    return true;
  bool HasImmediate = false;
  for (unsigned I = 0; I < D.Desc->getNumOperands(); ++I) {
    StringRef Class = registerClassName(Model, D.Desc->operands()[I]);
    if (Class.starts_with("V") || Class.starts_with("FR"))
      return false;
    HasImmediate |= !D.isAddress(I) && D.Inst->getOperand(I).isImm();
  }
  if (Model.CPU.Core.RenamesByDistance)
    return Bytes >= 4 ||
           !(D.Name.starts_with("MOVSX") || D.Name.starts_with("MOVZX"));
  if (D.HasIndex || (D.loads() && D.stores() && !HasImmediate &&
                     D.Traits.Stack == StackAccess::None))
    return false;
  return !D.NumAddress || !D.isRegister(D.FirstAddress) ||
         D.Inst->getOperand(D.FirstAddress).getReg() !=
             Model.Registers->getProgramCounter();
}

void MemoryFacts::describe(Description &D, uint64_t NextAddress) {
  if (!D.loads() && !D.stores())
    return;
  MemoryOperand Operand;
  Operand.Bytes = bytes(D);
  Operand.AddressForm = addressForm(D, Operand.Bytes, NextAddress);
  Operand.CanBeRenamed = canBeRenamed(D, Operand.Bytes);
  unsigned Count = accesses(D);
  if (Count > 1)
    Operand.AddressForm = 0;
  // An explicit operand of push, call m or pop m is apart from the stack.
  StackAccess Stack = D.Traits.Stack;
  bool HasOperand = D.NumAddress || Stack == StackAccess::None;
  if (HasOperand) {
    bool Loads = D.loads() && Stack != StackAccess::Pop;
    bool Stores = D.stores() && Stack != StackAccess::Push;
    for (unsigned I = 0; I < Count && Loads; ++I)
      D.Memory.push_back(Operand);
    Operand.IsStore = true;
    for (unsigned I = 0; I < Count && Stores; ++I)
      D.Memory.push_back(Operand);
  }
  if (Stack != StackAccess::None) {
    Operand.AddressForm = MemoryOperand::StackForm;
    Operand.IsStore = Stack == StackAccess::Push;
    D.Memory.insert(
        Stack == StackAccess::Pop ? D.Memory.begin() : D.Memory.end(), Operand);
  }
}

} // namespace rafter
