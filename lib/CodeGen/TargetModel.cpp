//===- TargetModel.cpp - MC objects of one target and CPU -----------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ModelRemarks.h"
#include "RegisterOperands.h"
#include "ShippedOpcodes.h"
#include "TargetModelImpl.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/TargetParser/AArch64TargetParser.h"
#include <mutex>

using namespace llvm;

namespace rafter {

namespace {

void initializeTargets() {
  static std::once_flag Once;
  std::call_once(Once, [] {
    InitializeAllTargetInfos();
    InitializeAllTargetMCs();
    InitializeAllAsmParsers();
    InitializeAllDisassemblers();
  });
}

InstructionSet instructionSet(const Triple &T) {
  if (T.isX86())
    return InstructionSet::X86;
  if (T.isAArch64())
    return InstructionSet::AArch64;
  if (T.isRISCV())
    return InstructionSet::RISCV;
  return InstructionSet::Other;
}

/// Opcodes of the plainest instructions of a target.
struct ProbeOpcodes {
  const char *Add;
  /// Loads into a general register and into vector registers of 16, 32 and 64
  /// bytes; null: the one before.
  const char *Loads[4];
  const char *Stores[4];
  /// An addition that loads an operand.
  const char *LoadAdd;
};

ProbeOpcodes probesFor(InstructionSet Set) {
  switch (Set) {
  case InstructionSet::X86:
    return {"ADD64rr",
            {"MOV64rm", "MOVAPSrm", "VMOVAPSYrm", "VMOVAPSZrm"},
            {"MOV64mr", "MOVAPSmr", "VMOVAPSYmr", "VMOVAPSZmr"},
            "ADD64rm"};
  case InstructionSet::AArch64:
    return {"ADDXrr",
            {"LDRXui", "LDRDui", "LDURQi", nullptr},
            {"STRXui", "STRQui", nullptr, nullptr},
            nullptr};
  case InstructionSet::RISCV:
    return {"ADD",
            {"LD", "FLD", nullptr, nullptr},
            {"SD", "FSD", nullptr, nullptr},
            nullptr};
  case InstructionSet::Other:
    break;
  }
  return {};
}

/// Units of an access. Some models let wide accesses hold a unit that computes
/// as well: that is no unit for accesses.
uint64_t accessUnits(ArrayRef<PortUse> Ports, ArrayRef<PortUse> Computing) {
  uint64_t Units = 0;
  for (const PortUse &P : Ports)
    if (none_of(Computing,
                [&](const PortUse &C) { return (C.Units & P.Units) != 0; }))
      Units |= P.Units;
  return Units;
}

/// Looks at the plainest instructions of the target.
void probeModel(TargetModel::Impl &M) {
  ProbeOpcodes Probes = probesFor(M.Set);
  if (const MCSchedClassDesc *Add = M.plainClass(Probes.Add))
    append_range(M.PlainPorts, M.Units.primaryUses(*M.Subtarget, *Add));
  ArrayRef<PortUse> Computing = M.PlainPorts;
  unsigned Latency = M.schedule().LoadLatency;
  M.Access.IntegerLatency = Latency;
  for (unsigned I = 0; I < 4; ++I) {
    if (const MCSchedClassDesc *Load = M.plainClass(Probes.Loads[I])) {
      auto Ports = M.Units.primaryUses(*M.Subtarget, *Load);
      M.Access.LoadUnits |=
          accessUnits(Ports, I ? Computing : ArrayRef<PortUse>());
      if (I == 0)
        append_range(M.Access.LoadPorts, Ports);
      Latency = M.latency(*Load);
    }
    (I ? M.Access.VectorLatency[I - 1] : M.Access.IntegerLatency) = Latency;
    if (const MCSchedClassDesc *Store = M.plainClass(Probes.Stores[I])) {
      auto Ports = M.Units.primaryUses(*M.Subtarget, *Store);
      M.Access.StoreUnits |=
          accessUnits(Ports, I ? Computing : ArrayRef<PortUse>());
      if (I == 0)
        append_range(M.Access.StorePorts, Ports);
    }
  }
  if (const MCSchedClassDesc *LoadAdd = M.plainClass(Probes.LoadAdd))
    M.CountsUnfused = LoadAdd->NumMicroOps > 1;
  // A macro-operation of these cores is at most two micro-operations, and
  // dispatch takes twice as many of the latter (Arm, Software Optimization
  // Guides of Neoverse N1, V1, N2 and V2, "Dispatch constraints").
  StringRef Name = M.CPU.LLVMName;
  M.UopsPerSlot =
      M.Set == InstructionSet::AArch64 &&
              (Name.starts_with("neoverse-n") ||
               Name.starts_with("neoverse-v") || Name.starts_with("cortex-x"))
          ? 2
          : 1;
  M.IsIntel = M.Set == InstructionSet::X86 && M.Units.bit("p0");
}

Error correctionError(const TargetModel::Impl &M,
                      const InstructionCorrection &Rule, const Twine &Cause) {
  return M.error(Rule.Line, "correction of '" + Rule.Opcodes + "': " + Cause);
}

/// The alternatives of an expression that has nothing else, sorted: learned
/// files have thousands of them, and to match each with all names takes long.
std::vector<StringRef> plainNames(StringRef Expression) {
  std::vector<StringRef> Names;
  if (!all_of(Expression,
              [](char C) { return isAlnum(C) || C == '_' || C == '|'; }))
    return Names;
  SmallVector<StringRef> Words;
  Expression.split(Words, '|');
  append_range(Names, Words);
  sort(Names);
  return Names;
}

Expected<ResolvedCorrection> resolve(const TargetModel::Impl &M,
                                     const InstructionCorrection &Rule) {
  ResolvedCorrection R;
  R.Rule = &Rule;
  R.Names = findShippedMatches(M.Triple.getArch(), Rule.Opcodes);
  bool IsShipped = !R.Names.empty();
  if (!IsShipped)
    R.Names = plainNames(Rule.Opcodes);
  if (R.Names.empty()) {
    R.Expression = Regex("^(" + Rule.Opcodes + ")$");
    std::string Cause;
    if (!R.Expression.isValid(Cause))
      return correctionError(M, Rule, Cause);
  }
  for (const InstructionCorrection::Use &Use : Rule.Ports) {
    PortUse Port;
    Port.Cycles = Use.Cycles;
    for (const std::string &Name : Use.Units) {
      uint64_t Bit = M.Units.bit(Name);
      if (!Bit)
        return correctionError(M, Rule,
                               "there is no unit '" + Name +
                                   "'; the units are " +
                                   join(M.Units.names(), ", "));
      Port.Units |= Bit;
    }
    R.Ports.push_back(Port);
  }
  if (IsShipped ||
      (!R.Names.empty()
           ? any_of(R.Names,
                    [&](StringRef Name) { return M.opcode(Name).has_value(); })
           : anyOpcodeName(*M.Instructions, [&](StringRef Name) {
               return R.Expression.match(Name);
             })))
    return R;
  return correctionError(M, Rule,
                         "matches no instruction of " + M.Triple.getArchName());
}

Error unknownCPU(const TargetModel::Impl &M) {
  return createStringError(
      "LLVM knows no CPU '" + M.CPU.LLVMName + "' for " +
      M.Triple.getArchName() +
      (M.CPU.File.empty() ? "" : " (named in " + M.CPU.File + ")"));
}

} // namespace

TargetModel::Impl::Impl() = default;
TargetModel::Impl::~Impl() = default;

TargetModel::TargetModel() : Objects(std::make_unique<Impl>()) {}
TargetModel::~TargetModel() = default;

ArrayRef<std::string> TargetModel::remarks() const { return Objects->Remarks; }

unsigned TargetModel::Impl::costsOf(unsigned Opcode) const {
  if (!CPU.Core.WholeVectors || Set != InstructionSet::X86)
    return Opcode;
  return halfOf(*Instructions, Opcode).value_or(Opcode);
}

const MCSchedClassDesc *TargetModel::Impl::plainClass(unsigned Opcode) const {
  if (!schedule().hasInstrSchedModel())
    return nullptr;
  const MCSchedClassDesc *Class = schedule().getSchedClassDesc(
      Instructions->get(costsOf(Opcode)).getSchedClass());
  return Class->isValid() && !Class->isVariant() ? Class : nullptr;
}

const MCSchedClassDesc *
TargetModel::Impl::schedulingClass(const MCInst &Inst) const {
  const MCSchedModel &Model = schedule();
  if (!Model.hasInstrSchedModel())
    return nullptr;
  MCInst Costly = Inst;
  Costly.setOpcode(costsOf(Inst.getOpcode()));
  unsigned Class = Instructions->get(Costly.getOpcode()).getSchedClass();
  const MCSchedClassDesc *Desc = Model.getSchedClassDesc(Class);
  while (Class && Desc->isVariant()) {
    Class = Subtarget->resolveVariantSchedClass(
        Class, &Costly, Instructions.get(), Model.getProcessorID());
    Desc = Model.getSchedClassDesc(Class);
  }
  return Class && Desc->isValid() ? Desc : nullptr;
}

const MCSchedClassDesc *TargetModel::Impl::plainClass(const char *Name) const {
  std::optional<unsigned> Opcode = Name ? opcode(Name) : std::nullopt;
  return Opcode ? plainClass(*Opcode) : nullptr;
}

Error TargetModel::Impl::error(unsigned Line, const Twine &Message) const {
  return createStringError((CPU.File.empty() ? "line " : CPU.File + ":") +
                           Twine(Line) + ": " + Message);
}

int TargetModel::Impl::latency(const MCSchedClassDesc &Class) const {
  return std::max(0, MCSchedModel::computeInstrLatency(*Subtarget, Class));
}

Expected<std::unique_ptr<TargetModel>> TargetModel::create(const Triple &Target,
                                                           const Processor &CPU,
                                                           StringRef Features) {
  initializeTargets();
  std::unique_ptr<TargetModel> Model(new TargetModel());
  Impl &M = *Model->Objects;
  M.Triple = Target;
  M.CPU = CPU;
  M.Set = instructionSet(Target);
  std::string Cause;
  M.Target = TargetRegistry::lookupTarget(Target, Cause);
  if (!M.Target)
    return createStringError("LLVM was built without the target '" +
                             Target.str() + "'");
  M.Registers.reset(M.Target->createMCRegInfo(Target));
  if (M.Registers)
    M.AsmInfo.reset(M.Target->createMCAsmInfo(*M.Registers, Target, M.Options));
  M.Instructions.reset(M.Target->createMCInstrInfo());
  // An unknown name would be reported on stderr: ask with none first.
  M.Subtarget.reset(M.Target->createMCSubtargetInfo(Target, "", Features));
  if (!M.Registers || !M.AsmInfo || !M.Instructions || !M.Subtarget)
    return createStringError("LLVM has no machine code layer for '" +
                             Target.str() + "'");
  if (!CPU.LLVMName.empty()) {
    StringRef Name = M.Set == InstructionSet::AArch64
                         ? AArch64::resolveCPUAlias(CPU.LLVMName)
                         : StringRef(CPU.LLVMName);
    if (!M.Subtarget->isCPUStringValid(Name))
      return unknownCPU(M);
    M.Subtarget.reset(
        M.Target->createMCSubtargetInfo(Target, CPU.LLVMName, Features));
  }
  M.Analysis.reset(M.Target->createMCInstrAnalysis(M.Instructions.get()));
  M.RegisterRules = std::make_unique<RegisterFacts>(M);
  M.Units = ExecutionUnits(M.schedule());
  for (const UnitGroup &Group : M.CPU.Core.Units)
    if (Error E = M.Units.add(Group))
      return M.error(Group.Line, "units: " + toString(std::move(E)));
  probeModel(M);
  for (const InstructionCorrection &Rule : M.CPU.Core.Corrections) {
    Expected<ResolvedCorrection> Resolved = resolve(M, Rule);
    if (!Resolved)
      return Resolved.takeError();
    M.Corrections.push_back(std::move(*Resolved));
  }
  M.Remarks = modelRemarks(M);
  return Model;
}

} // namespace rafter
