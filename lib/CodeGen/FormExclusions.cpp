//===- FormExclusions.cpp - Opcodes that have no form of their own --------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FormExclusions.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace rafter;

namespace {

/// What LLVM's tables do not tell: opcodes by the beginning of their names
/// (AMD64 Architecture Programmer's Manual, volume 3; Intel Software
/// Developer's Manual, volume 2).
struct NamedExclusion {
  FormExclusion Why;
  std::initializer_list<StringRef> Prefixes;
};

const NamedExclusion NamedExclusions[] = {
    {FormExclusion::System,
     {"CLI",      "STI",       "CLTS",     "HLT",      "IN16",     "IN32",
      "IN8",      "OUT",       "INVD",     "INVL",     "INVP",     "INVE",
      "INVV",     "LGDT",      "LIDT",     "LLDT",     "LMSW",     "LTR",
      "LAR",      "LSL",       "SGDT",     "SIDT",     "SLDT",     "SMSW",
      "STR16",    "STR32",     "STR64",    "STRm",     "VERR",     "VERW",
      "MONITOR",  "MWAIT",     "UMONITOR", "UMWAIT",   "TPAUSE",   "RDMSR",
      "WRMSR",    "RDPMC",     "RSM",      "SWAPGS",   "VMCALL",   "VMCLEAR",
      "VMFUNC",   "VMGEXIT",   "VMLAUNCH", "VMLOAD",   "VMMCALL",  "VMPTR",
      "VMREAD",   "VMRESUME",  "VMRUN",    "VMSAVE",   "VMWRITE",  "VMX",
      "WBINVD",   "WBNOINVD",  "XSETBV",   "XSAVE",    "XRSTOR",   "FXSAVE",
      "FXRSTOR",  "CLAC",      "STAC",     "RDFSBASE", "RDGSBASE", "WRFSBASE",
      "WRGSBASE", "RDSSP",     "INCSSP",   "SAVEPREV", "SETSSBSY", "CLRSSBSY",
      "RSTORSSP", "WRSS",      "WRUSS",    "ENQCMD",   "PCONFIG",  "SEAM",
      "TDCALL",   "GETSEC",    "ENCL",     "STGI",     "CLGI",     "SKINIT",
      "PSMASH",   "PVALIDATE", "RMP",      "TLBSYNC",  "SENDUIPI", "UIRET",
      "TESTUI",   "CLUI",      "STUI",     "HRESET",   "PTWRITE",  "LWP",
      "LLWPCB",   "SLWPCB",    "RDPRU",    "URDMSR",   "UWRMSR",   "PBNDKB",
      "LKGS",     "LDS",       "LES",      "LFS",      "LGS",      "LSS",
      "BOUND",    "ARPL"}},
    {FormExclusion::Serializing,
     {"CPUID",  "SERIALIZE", "LFENCE",  "MFENCE",   "SFENCE",   "PAUSE",
      "RDTSC",  "RDPID",     "RDRAND",  "RDSEED",   "RDPKRU",   "WRPKRU",
      "XGETBV", "LDMXCSR",   "STMXCSR", "VLDMXCSR", "VSTMXCSR", "VZERO",
      "WAIT",   "XTEST",     "XABORT",  "XEND",     "XBEGIN"}},
    {FormExclusion::PastCaches,
     {"MOVNT", "VMOVNT", "CLFLUSH", "CLWB", "CLDEMOTE", "CLZERO", "MASKMOV",
      "VMASKMOVDQU", "MOVDIR", "PREFETCH"}},
    {FormExclusion::Locked, {"XCHG8rm", "XCHG16rm", "XCHG32rm", "XCHG64rm"}},
    {FormExclusion::X87State, {"EMMS", "FEMMS"}},
    {FormExclusion::ControlFlow, {"INT", "UD", "REP_", "REPNE_", "SYS"}},
    {FormExclusion::StackPointer,
     {"ENTER", "POPFS", "POPGS", "PUSHFS", "PUSHGS"}},
};

/// Registers that are no operand: by the place at which an instruction may read
/// one and write another. What reads none that stands at or behind one it
/// writes is never part of a circle of dependences.
constexpr StringRef FixedOrder[] = {"RAX", "RBX", "RDX", "RCX", "EFLAGS"};

bool isX87(StringRef Register) {
  return Register.starts_with("FP") || Register.starts_with("ST") ||
         Register.starts_with("MM");
}

class ImplicitRegisters {
public:
  ImplicitRegisters(const MCRegisterInfo &Registers, const MCInstrDesc &Desc)
      : Registers(Registers), Desc(Desc) {}

  std::optional<FormExclusion> exclusion() const;

private:
  bool touches(ArrayRef<MCPhysReg> List, StringRef Whole) const;
  bool any(ArrayRef<MCPhysReg> List,
           function_ref<bool(StringRef)> Holds) const {
    return any_of(List,
                  [&](MCPhysReg R) { return Holds(Registers.getName(R)); });
  }

  const MCRegisterInfo &Registers;
  const MCInstrDesc &Desc;
};

/// Whether a register of List is Whole or a part of it.
bool ImplicitRegisters::touches(ArrayRef<MCPhysReg> List,
                                StringRef Whole) const {
  return any_of(List, [&](MCPhysReg R) {
    return Registers.getName(R) == Whole ||
           any_of(Registers.superregs(R), [&](MCPhysReg Super) {
             return Registers.getName(Super) == Whole;
           });
  });
}

std::optional<FormExclusion> ImplicitRegisters::exclusion() const {
  ArrayRef<MCPhysReg> Reads = Desc.implicit_uses(),
                      Writes = Desc.implicit_defs();
  if (any(Reads, isX87) || any(Writes, isX87))
    return FormExclusion::X87State;
  for (StringRef Pointer : {"RSP", "RBP", "SSP"})
    if (touches(Reads, Pointer) || touches(Writes, Pointer))
      return FormExclusion::StackPointer;
  // Of a vector register that is no operand at most the mask of blends is read.
  if (any(Writes, [](StringRef Name) { return Name.contains("MM"); }))
    return FormExclusion::FixedRegister;
  for (StringRef Pointer : {"RSI", "RDI"})
    if (touches(Reads, Pointer) || touches(Writes, Pointer))
      return FormExclusion::FixedRegister;
  for (auto [Place, Written] : enumerate(FixedOrder))
    if (touches(Writes, Written))
      for (StringRef Read : drop_begin(FixedOrder, Place))
        if (touches(Reads, Read))
          return FormExclusion::FixedRegister;
  return std::nullopt;
}

/// The first register that an operand may be; empty: it is none.
StringRef firstRegister(const TargetModel::Impl &Model,
                        const MCOperandInfo &Operand) {
  if (Operand.RegClass < 0 || Operand.isLookupRegClassByHwMode())
    return {};
  return Model.Registers->getName(
      Model.Registers->getRegClass(Operand.RegClass).getRegister(0));
}

} // namespace

StringRef rafter::describe(FormExclusion Why) {
  switch (Why) {
  case FormExclusion::ControlFlow:
    return "jumps, calls, traps and prefixes of their own";
  case FormExclusion::System:
    return "state of the system, or privileged";
  case FormExclusion::Serializing:
    return "serializes, waits, or sets a mode";
  case FormExclusion::X87State:
    return "state of the x87 unit";
  case FormExclusion::StackPointer:
    return "moves the stack";
  case FormExclusion::FixedRegister:
    return "waits for itself through a register that is no operand";
  case FormExclusion::Locked:
    return "locked";
  case FormExclusion::PastCaches:
    return "goes past the caches, or empties them";
  case FormExclusion::VectorIndex:
    return "addresses by a vector, as many accesses as the mask says";
  case FormExclusion::Masked:
    return "with a mask: has the form without it";
  case FormExclusion::Rounding:
    return "with a rounding of its own: has the form without it";
  case FormExclusion::Operand:
    return "segment, control, far and other operands without a notation";
  case FormExclusion::OtherEncoding:
    return "another encoding of what has a form";
  }
  llvm_unreachable("a reason without words");
}

std::optional<FormExclusion>
rafter::findExclusion(const TargetModel::Impl &Model, unsigned Opcode) {
  const MCInstrDesc &Desc = Model.Instructions->get(Opcode);
  StringRef Name = Model.Instructions->getName(Opcode);
  for (const NamedExclusion &E : NamedExclusions)
    if (any_of(E.Prefixes, [&](StringRef P) { return Name.starts_with(P); }))
      return E.Why;
  if (Desc.isBranch() || Desc.isCall() || Desc.isReturn() ||
      Desc.isTerminator() || Desc.isBarrier() || Desc.isTrap() ||
      Name.ends_with("_PREFIX"))
    return FormExclusion::ControlFlow;
  if (Name.starts_with("LOCK_") || Name.starts_with("LXADD") ||
      Name.starts_with("LCMPXCHG"))
    return FormExclusion::Locked;
  for (const MCOperandInfo &Operand : Desc.operands()) {
    if (Operand.OperandType == MCOI::OPERAND_PCREL)
      return FormExclusion::ControlFlow;
    StringRef Register = firstRegister(Model, Operand);
    if (Operand.OperandType == MCOI::OPERAND_MEMORY && Register.contains("MM"))
      return FormExclusion::VectorIndex;
    if (isX87(Register))
      return FormExclusion::X87State;
  }
  return ImplicitRegisters(*Model.Registers, Desc).exclusion();
}
