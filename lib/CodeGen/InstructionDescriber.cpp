//===- InstructionDescriber.cpp - From MCInst to a table entry ------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "InstructionDescriber.h"
#include "CorrectionNames.h"
#include "X86Prefixes.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"
#include <cmath>

using namespace llvm;

namespace rafter {

namespace {

/// Intel's decoders take instructions of up to 4 micro-operations (Intel,
/// Optimization Reference Manual, 2.5.2); AMD's of up to 2 (Software
/// Optimization Guide for family 17h, 2.8).
constexpr unsigned IntelDecoderSlots = 4;
constexpr unsigned AMDDecoderSlots = 2;
constexpr unsigned SlowLeaLatency = 3;

uint8_t toByte(unsigned Value) { return std::min(Value, 255u); }

uint64_t unionOf(ArrayRef<PortUse> Ports) {
  uint64_t Units = 0;
  for (const PortUse &P : Ports)
    Units |= P.Units;
  return Units;
}

bool isWithin(ArrayRef<PortUse> Ports, uint64_t Units) {
  return (unionOf(Ports) & ~Units) == 0;
}

/// The kinds of branches that only the operands of RISC-V's jal and jalr tell
/// (the unprivileged specification, 2.5.1): x1 and x5 are return addresses.
void setRISCVBranch(const TargetModel::Impl &M, const MCInst &Inst,
                    StringRef Name, OpcodeTraits &Traits) {
  auto IsRegister = [&](unsigned I, ArrayRef<StringRef> Names) {
    return I < Inst.getNumOperands() && Inst.getOperand(I).isReg() &&
           is_contained(Names, StringRef(M.Registers->getName(
                                   Inst.getOperand(I).getReg())));
  };
  if (Name == "JAL")
    Traits.Branch = IsRegister(0, {"X0"}) ? BranchKind::Jump : BranchKind::Call;
  else if (Name == "C_JAL")
    Traits.Branch = BranchKind::Call;
  else if (Name == "C_JR" || (Name == "JALR" && IsRegister(0, {"X0"})))
    Traits.Branch = IsRegister(Name == "JALR" ? 1 : 0, {"X1", "X5"})
                        ? BranchKind::Return
                        : BranchKind::IndirectJump;
  else if (Name == "JALR" || Name == "C_JALR")
    Traits.Branch = BranchKind::IndirectCall;
  if (Traits.Branch != BranchKind::None)
    Traits.Class = InstructionClass::Branch;
}

} // namespace

const OpcodeTraits &InstructionDescriber::traits(unsigned Opcode) {
  auto Found = Traits.find(Opcode);
  if (Found == Traits.end())
    Found = Traits.try_emplace(Opcode, traitsOf(Model, Opcode)).first;
  return Found->second;
}

Description InstructionDescriber::describe(const MCInst &Inst,
                                           uint64_t NextAddress,
                                           bool AllowFolding) {
  Description D;
  D.Inst = &Inst;
  D.Desc = &Model.Instructions->get(Inst.getOpcode());
  D.Name = Model.Instructions->getName(Inst.getOpcode());
  D.Traits = traits(Inst.getOpcode());
  if (Model.Set == InstructionSet::RISCV)
    setRISCVBranch(Model, Inst, D.Name, D.Traits);
  D.Entry.Branch = D.Traits.Branch;
  D.Entry.Flags = D.Traits.Flags;
  if (Model.Set == InstructionSet::X86) {
    if (Inst.getFlags() & LockPrefix)
      D.Entry.Flags |= StaticInstruction::Atomic;
    if (Inst.getFlags() & (RepeatPrefix | RepeatNotEqualPrefix))
      D.Entry.Flags |= StaticInstruction::Microcoded;
    D.Entry.LengthChanging = hasLengthChangingPrefix(D.Name);
  }
  D.Class = Model.schedulingClass(Inst);
  setPorts(D);
  refineLea(D);
  Memory.findAddress(D);
  Registers.describe(D);
  if (D.SlowLea)
    for (RegisterWrite &W : D.Writes)
      W.Latency = SlowLeaLatency;
  Memory.describe(D, NextAddress);
  Values.describe(D, NextAddress);
  splitLatency(D);
  setMicroOps(D);
  setClass(D);
  RenameAction Action = renameAction(Model, D);
  if (Action == RenameAction::FoldedAddition && !AllowFolding)
    Action = RenameAction::None;
  applyAction(D, Action);
  if (!D.Entry.has(StaticInstruction::Eliminated))
    applyCorrection(D);
  return D;
}

void InstructionDescriber::setPorts(Description &D) {
  if (D.Class) {
    D.Ports = Model.Units.primaryUses(*Model.Subtarget, *D.Class);
    // The stack engine adds to the stack pointer, no unit (Intel, Optimization
    // Reference Manual, 2.5.2.5; AMD, Software Optimization Guide for family
    // 17h, 2.9).
    if (D.Traits.Stack != StackAccess::None && Model.PlainPorts.size() == 1)
      erase_if(D.Ports, [&](const PortUse &P) {
        return P.Units == Model.PlainPorts.front().Units;
      });
    return;
  }
  D.Entry.Flags |= StaticInstruction::Assumed;
  auto Add = [&](const std::vector<PortUse> &Ports) {
    D.Ports.append(Ports.begin(), Ports.end());
  };
  if (D.loads())
    Add(Model.Access.LoadPorts);
  if (D.stores())
    Add(Model.Access.StorePorts);
  if (!isPureLoad(D) && !isPlainStore(D))
    Add(Model.PlainPorts);
  D.Assumption = "no scheduling class: taken for one micro-operation of "
                 "latency 1, like an addition";
  if (D.loads() || D.stores())
    D.Assumption = "no scheduling class: taken for a plain access to memory "
                   "and an operation of latency 1";
  if (isPureLoad(D) || isPlainStore(D))
    D.Assumption = "no scheduling class: taken for a plain access to memory";
}

/// From Sandy Bridge to Cascade Lake, lea with base, index and displacement
/// runs on port 1 and takes 3 cycles (Intel, Optimization Reference Manual,
/// 3.5.1.2). LLVM's models do not look at the operands.
void InstructionDescriber::refineLea(Description &D) const {
  if (!Model.IsIntel || !isThreePartLea(D) || !Model.Units.bit("p1") ||
      Model.Units.bit("p8"))
    return;
  D.SlowLea = true;
  D.Ports.assign(1, {Model.Units.bit("p1"), 1});
}

bool InstructionDescriber::isPureLoad(const Description &D) const {
  if (!D.loads() || D.stores())
    return false;
  if (!D.Class)
    return Model.Set != InstructionSet::X86 ||
           D.Traits.Stack == StackAccess::Pop ||
           splitX86Name(D.Name).Base.starts_with("MOV");
  uint64_t Units = Model.Access.LoadUnits;
  // A second unit of a load-store machine updates the base.
  if (Model.Set != InstructionSet::X86)
    Units |= unionOf(Model.PlainPorts);
  return isWithin(D.Ports, Units);
}

bool InstructionDescriber::isPlainStore(const Description &D) const {
  if (!D.stores() || D.loads())
    return false;
  return Model.Set != InstructionSet::X86 ||
         isWithin(D.Ports, Model.Access.StoreUnits | Model.Access.LoadUnits);
}

unsigned InstructionDescriber::plainLoadLatency(const Description &D) const {
  if (D.Traits.IsInteger)
    return Model.Access.IntegerLatency;
  unsigned Bytes = D.Memory.empty() ? 16 : D.Memory.front().Bytes;
  return Model.Access.VectorLatency[Bytes <= 16 ? 0 : Bytes <= 32 ? 1 : 2];
}

/// The latency of the same x86 operation with registers only: "rm" is "rr".
std::optional<unsigned>
InstructionDescriber::registerFormLatency(const Description &D) const {
  if (Model.Set != InstructionSet::X86)
    return std::nullopt;
  X86Name Parts = splitX86Name(D.Name);
  StringRef Stem = Parts.Stem, Form = Parts.Form;
  Stem.consume_front("LOCK_");
  size_t M = Form.find('m');
  if (M == StringRef::npos)
    return std::nullopt;
  // A broadcast operand has no register form of its own.
  std::string Rest = Form.drop_front(M + 1).str();
  if (StringRef(Rest).starts_with("b"))
    Rest.erase(0, 1);
  std::string Register = (Form.take_front(M) + "r" + Rest).str();
  std::optional<unsigned> Opcode = Model.opcode((Stem + Register).str());
  const MCSchedClassDesc *Class = Opcode ? Model.plainClass(*Opcode) : nullptr;
  if (!Class)
    return std::nullopt;
  return Model.latency(*Class);
}

/// What the register form leaves of the latency is the load's, unless the two
/// forms compute differently (insertions from a general register or memory):
/// then it is off by more than a cycle from what other loads take and from how
/// much later LLVM lets the other operands come.
unsigned InstructionDescriber::loadPart(const Description &D, unsigned Total,
                                        unsigned Register,
                                        unsigned Plain) const {
  int Least = Plain, Most = Plain;
  if (D.Class)
    for (const MCReadAdvanceEntry &Entry :
         Model.Subtarget->getReadAdvanceEntries(*D.Class))
      if (Entry.WriteResourceID == 0 && Entry.Cycles > 0) {
        Least = std::min(Least, Entry.Cycles);
        Most = std::max(Most, Entry.Cycles);
      }
  return std::clamp(int(Total) - int(Register), std::max(Least - 1, 0),
                    Most + 1);
}

/// What the CPU file knows of loads that hit L1, or Latency.
unsigned InstructionDescriber::measuredLoadLatency(const Description &D,
                                                   unsigned Latency) const {
  const CoreParameters &Core = Model.CPU.Core;
  double Known = D.Traits.IsInteger ? Core.LoadLatency : Core.VectorLoadLatency;
  double Result = Known >= 0 ? Known : Latency;
  if (D.HasScaledIndex)
    Result += Core.ScaledIndex;
  return static_cast<unsigned>(Result);
}

/// Cuts the latencies of LLVM, which count from issue, into that of the load
/// and that of what follows.
void InstructionDescriber::splitLatency(Description &D) {
  if (!D.loads())
    return;
  unsigned Plain = plainLoadLatency(D);
  unsigned Total = D.Class ? Model.latency(*D.Class) : Plain;
  std::optional<unsigned> Operation;
  unsigned Load = Plain;
  if (isPureLoad(D)) {
    // Of pre- and post-indexed loads the base is no result of the load.
    unsigned Longest = 0;
    for (const RegisterWrite &W : D.Writes)
      if (!W.FromAddress)
        Longest = std::max<unsigned>(Longest, W.Latency);
    if (D.Class && Longest)
      Load = Longest;
    Operation = 0;
  } else if (std::optional<unsigned> Register = registerFormLatency(D)) {
    if (D.stores())
      Operation = *Register;
    else
      Load = loadPart(D, Total, *Register, Plain);
  } else if (D.stores()) {
    Operation = Total > Plain ? Total - Plain : 1;
  } else {
    // The register form depends on its operands (x ^ x); whatever it is, it
    // takes time.
    Load = std::min(Plain, std::max(Total, 1u) - 1);
  }
  D.Entry.LoadLatency = toByte(measuredLoadLatency(D, Load));
  for (RegisterWrite &W : D.Writes)
    if (!W.FromAddress)
      W.Latency = Operation          ? *Operation
                  : W.Latency > Load ? W.Latency - Load
                                     : 0;
}

/// Micro-operations by the units that they hold; a divider is held beside a
/// port.
unsigned InstructionDescriber::computeUops(const Description &D) const {
  unsigned Uops = 0;
  for (const PortUse &P : D.Ports) {
    bool IsDivider = false;
    for (size_t I = 0; I < Model.Units.names().size(); ++I)
      if (P.Units >> I & 1)
        IsDivider |= StringRef(Model.Units.names()[I]).contains("div");
    Uops += IsDivider ? 0 : P.Cycles;
  }
  return Uops;
}

void InstructionDescriber::setMicroOps(Description &D) {
  unsigned Listed = D.Class ? D.Class->NumMicroOps : 1;
  unsigned Slots = std::max(Listed, 1u);
  unsigned Uops = Listed;
  unsigned Pairs = 0;
  bool HasOperation = D.loads() && !isPureLoad(D);
  if (Model.CountsUnfused) {
    unsigned Counted = computeUops(D);
    Uops = D.Traits.Stack != StackAccess::None ? Counted
                                               : std::max(Listed, Counted);
    bool StorePair = D.stores();
    if (HasOperation && Uops > (StorePair ? 3u : 1u))
      ++Pairs;
    if (StorePair && Uops > 1)
      ++Pairs;
    Slots = std::max(Uops, 1u) - (Model.CPU.Core.MicroFusion ? Pairs : 0);
    if (D.Ports.empty() && D.Class)
      Uops = 0;
  } else if (Model.Set == InstructionSet::X86) {
    // AMD: the load and the operation of one macro-operation issue apart.
    Uops = Slots + (HasOperation ? 1 : 0);
    Pairs = 0;
  } else {
    Slots = divideCeil(Slots, Model.UopsPerSlot);
  }
  unsigned Decoded = Slots;
  const CoreParameters &Core = Model.CPU.Core;
  if (Pairs != 0 && Core.MicroFusion && Core.UnlaminateIndexed &&
      !staysLaminated(Model, D)) {
    double Extra = std::max<double>(Pairs, Core.UnlaminatedSlots);
    Slots += static_cast<unsigned>(Extra);
    D.Entry.LostRename = toByte(std::lround(10 * (Extra - std::floor(Extra))));
  }
  D.Entry.Slots = toByte(Slots);
  D.Entry.DecodedSlots = toByte(Decoded);
  D.Entry.Uops = toByte(Uops);
  unsigned DecoderSlots = Model.IsIntel ? IntelDecoderSlots : AMDDecoderSlots;
  if (Model.Set == InstructionSet::X86 && Decoded > DecoderSlots)
    D.Entry.Flags |= StaticInstruction::Microcoded;
}

void InstructionDescriber::setClass(Description &D) {
  StaticInstruction &E = D.Entry;
  E.Class = D.Traits.Class;
  E.Kind = D.Traits.Kind;
  E.ElementBytes = D.Traits.ElementBytes;
  E.Elements = D.Traits.Elements;
  // It takes its time for its order, not for what it computes.
  if (E.has(StaticInstruction::Atomic)) {
    E.Class = InstructionClass::Other;
    return;
  }
  bool IsLoad = isPureLoad(D), IsStore = isPlainStore(D);
  if (E.Branch != BranchKind::None || (!IsLoad && !IsStore))
    return;
  E.Class = IsLoad ? InstructionClass::Load : InstructionClass::Store;
  if (D.Traits.Prefetches || D.Memory.empty())
    return;
  E.Kind = IsLoad ? OperationKind::Load : OperationKind::Store;
  unsigned Bytes = D.Memory.front().Bytes;
  E.ElementBytes = std::min(Bytes, 8u);
  E.Elements = D.Memory.size() * (Bytes / E.ElementBytes);
}

void InstructionDescriber::applyAction(Description &D, RenameAction Action) {
  if (Action == RenameAction::None)
    return;
  if (Action != RenameAction::Move && Action != RenameAction::FoldedAddition)
    D.Reads.clear();
  if (Action == RenameAction::BreaksDependence)
    return;
  if (Action == RenameAction::NoOperation) {
    D.Writes.clear();
    D.Memory.clear();
  }
  D.Ports.clear();
  for (RegisterWrite &W : D.Writes)
    W.Latency = 0;
  for (RegisterRead &R : D.Reads)
    R.Delay = 0;
  D.Entry.Uops = 0;
  D.Entry.Slots = D.Entry.DecodedSlots = 1;
  D.Entry.Flags |= StaticInstruction::Eliminated;
  D.Entry.FoldedAddition = Action == RenameAction::FoldedAddition;
  // What rename does needs no scheduling class.
  D.Entry.Flags &=
      ~(StaticInstruction::Assumed | StaticInstruction::Microcoded);
  D.Assumption.clear();
}

/// What To does not say is as From says.
static void refine(AppliedCorrection &To, const ResolvedCorrection &From) {
  for (int InstructionCorrection::*Number :
       {&InstructionCorrection::Latency, &InstructionCorrection::LoadLatency,
        &InstructionCorrection::Slots, &InstructionCorrection::AfterFolded,
        &InstructionCorrection::FlagsEarly,
        &InstructionCorrection::Accumulator})
    if (To.Rule.*Number < 0)
      To.Rule.*Number = From.Rule->*Number;
  if (!To.Rule.HasPorts && From.Rule->HasPorts) {
    To.Rule.HasPorts = true;
    To.Rule.Ports = From.Rule->Ports;
    To.Ports = From.Ports;
  }
}

/// The rules for an opcode, of which later ones come first; those for the name
/// with a suffix behind it come before, in the order of the suffixes, and those
/// for the opcode whose costs it has behind. Null: there are none.
const AppliedCorrection *
InstructionDescriber::correction(unsigned Opcode,
                                 llvm::ArrayRef<StringRef> Suffixes) {
  unsigned Key = 0;
  for (StringRef Suffix : Suffixes)
    Key = Key << 8 | static_cast<uint8_t>(Suffix[1]);
  auto [Found, Inserted] =
      Corrections.try_emplace(std::pair(Opcode, Key), nullptr);
  if (Inserted) {
    std::unique_ptr<AppliedCorrection> All;
    auto Add = [&](const std::string &Whole) {
      for (const ResolvedCorrection &Rule : llvm::reverse(Model.Corrections))
        if (Rule.matches(Whole)) {
          if (!All)
            All = std::make_unique<AppliedCorrection>(
                AppliedCorrection{*Rule.Rule, Rule.Ports});
          else
            refine(*All, Rule);
        }
    };
    StringRef Name = Model.Instructions->getName(Opcode);
    for (StringRef Suffix : Suffixes)
      Add((Name + Suffix).str());
    Add(Name.str());
    if (unsigned Half = Model.costsOf(Opcode); Half != Opcode)
      Add(Model.Instructions->getName(Half).str());
    Found->second = std::move(All);
  }
  return Found->second.get();
}

const InstructionCorrection *
InstructionDescriber::correctionOf(const Description &D) {
  const AppliedCorrection *Found =
      correction(D.Inst->getOpcode(), correctionSuffixes(D));
  return Found ? &Found->Rule : nullptr;
}

void InstructionDescriber::applyCorrection(Description &D) {
  const AppliedCorrection *Found =
      correction(D.Inst->getOpcode(), correctionSuffixes(D));
  if (!Found)
    return;
  const InstructionCorrection &Rule = Found->Rule;
  if (Rule.Latency >= 0)
    for (RegisterWrite &W : D.Writes)
      if (!W.FromAddress)
        W.Latency = Rule.Latency;
  if (Rule.LoadLatency >= 0)
    D.Entry.LoadLatency = toByte(Rule.LoadLatency);
  if (Rule.AfterFolded >= 0)
    D.Entry.AfterFolded = toByte(Rule.AfterFolded);
  if (Rule.FlagsEarly >= 0)
    for (RegisterRead &R : D.Reads)
      if (Registers.isFlags(R.Unit))
        R.Delay = static_cast<int16_t>(-Rule.FlagsEarly);
  if (Rule.Accumulator >= 0)
    Registers.forwardAccumulator(D, static_cast<unsigned>(Rule.Accumulator));
  const bool HasOperation = D.loads() && !isPureLoad(D);
  if (Rule.HasPorts) {
    D.Ports.assign(Found->Ports.begin(), Found->Ports.end());
    // A use for several cycles is a unit that is not pipelined.
    D.Entry.Uops = toByte(D.Ports.size());
  }
  if (Rule.Slots >= 0)
    D.Entry.Slots = D.Entry.DecodedSlots = toByte(Rule.Slots);
  D.Entry.LostRename = 0;
  if (Rule.HasPorts) {
    // AMD: one macro-operation holds several units, side by side (setMicroOps).
    if (Model.hasMacroOperations())
      D.Entry.Uops = toByte(D.Entry.Slots + (HasOperation ? 1 : 0));
    else if (Rule.Slots >= 0)
      D.Entry.Uops = std::max(D.Entry.Uops, D.Entry.Slots);
  }
  D.Entry.Flags &= ~StaticInstruction::Assumed;
  D.Assumption.clear();
}

void InstructionDescriber::fuse(Description &First, Description &Second) const {
  // The fused micro-operation runs where the branch runs; a load of the first
  // instruction stays, and on AMD what a result other than flags takes: on Zen
  // 4 three operations and dec with a branch take 1.00 cycles, comparisons with
  // a branch only 0.84.
  const bool Loads = First.loads();
  const bool Computes = Model.hasMacroOperations() &&
                        any_of(First.Writes, [&](const RegisterWrite &W) {
                          return !Registers.isFlags(W.Unit);
                        });
  erase_if(First.Ports, [&](const PortUse &P) {
    const bool IsOfLoad = (P.Units & ~Model.Access.LoadUnits) == 0;
    return IsOfLoad ? !Loads : !Computes;
  });
  First.Ports.append(Second.Ports.begin(), Second.Ports.end());
  First.Entry.Uops = Loads ? 2 : 1;
  Second.Ports.clear();
  Second.Entry.Uops = Second.Entry.Slots = Second.Entry.DecodedSlots = 0;
  Second.Entry.Flags |= StaticInstruction::FusedWithPrevious;
}

} // namespace rafter
