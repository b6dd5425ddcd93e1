//===- PreparedTable.cpp - Static instructions, flattened -----------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PreparedTable.h"
#include "BoundPipes.h"
#include "FixedTime.h"
#include "llvm/ADT/STLExtras.h"
#include <array>
#include <limits>

using namespace rafter;
using namespace rafter::simulation;

PreparedTable::PreparedTable(const Processor &CPU) : CPU(CPU) {
  // Files without core parameters still say how wide the machine is.
  if (!CPU.Core.Known && CPU.Core.RenameWidth == Unlimited)
    this->CPU.Core.RenameWidth = CPU.FetchBandwidth;
}

static llvm::Error wrong(size_t I, const llvm::Twine &What) {
  return llvm::createStringError("instruction table: instruction " +
                                 llvm::Twine(I) + " " + What);
}

llvm::Error PreparedTable::check(const InstructionTable &Table,
                                 size_t I) const {
  const StaticInstruction &S = Table.Instructions[I];
  auto Outside = [](TableRange R, size_t Size) {
    return R.Begin > R.End || R.End > Size ||
           R.size() > std::numeric_limits<uint8_t>::max();
  };
  if (Outside(S.Reads, Table.Reads.size()) ||
      Outside(S.Writes, Table.Writes.size()) ||
      Outside(S.Ports, Table.Ports.size()) ||
      Outside(S.Memory, Table.Memory.size()))
    return wrong(I, "has a range of operands that is outside of the table or "
                    "longer than 255");
  auto Unknown = [&](uint16_t Unit) { return Unit >= Table.NumRegisterUnits; };
  for (const RegisterRead &R : Table.reads(S))
    if (Unknown(R.Unit))
      return wrong(I, "reads register unit " + llvm::Twine(R.Unit) + " of " +
                          llvm::Twine(Table.NumRegisterUnits));
  for (const RegisterWrite &W : Table.writes(S))
    if (Unknown(W.Unit))
      return wrong(I, "writes register unit " + llvm::Twine(W.Unit) + " of " +
                          llvm::Twine(Table.NumRegisterUnits));
  uint64_t Units = Table.Units.size() >= 64
                       ? ~uint64_t(0)
                       : (uint64_t(1) << Table.Units.size()) - 1;
  for (const PortUse &U : Table.ports(S))
    if ((U.Units & ~Units) != 0)
      return wrong(I, "uses units that the table has no name for");
  return llvm::Error::success();
}

llvm::Error PreparedTable::update(const InstructionTable &Table) {
  size_t Known = Instructions.size();
  if (Known == Table.Instructions.size())
    return llvm::Error::success();
  Classes.grow(Table.NumRegisterUnits);
  Pipes = BoundPipes(CPU).units(Table);
  size_t NumGroups = Lattice.groups().size(), NumUnbound = Unbound.size();
  uint64_t OldLoadUnits = LoadUnits, OldUnits = OperationUnits,
           OldOperation = AnyOperation;
  bool Changed = false;
  for (size_t I = Known; I != Table.Instructions.size(); ++I) {
    if (llvm::Error E = check(Table, I))
      return E;
    const StaticInstruction &S = Table.Instructions[I];
    Changed |= Classes.refine(Table.writes(S));
    Changed |= Classes.learnFiles(Table, S);
    learn(Table, S);
  }
  // Which operations are of loads is known now.
  for (size_t I = OldLoadUnits != LoadUnits ? 0 : Known;
       AllPipes != 0 && I != Table.Instructions.size(); ++I)
    learnUnbound(Table, Table.Instructions[I]);
  Changed |= NumGroups != Lattice.groups().size() ||
             NumUnbound != Unbound.size() || OldLoadUnits != LoadUnits ||
             OldUnits != OperationUnits || OldOperation != AnyOperation;
  if (Changed) {
    Known = 0;
    Instructions.clear();
    Registers.clear();
    Delayed.clear();
    Early.clear();
    Ports.clear();
    Operands.clear();
  }
  if (Changed)
    prepareLineFill();
  for (size_t I = Known; I != Table.Instructions.size(); ++I)
    prepare(Table, Table.Instructions[I]);
  ++Version;
  if (Costs.overflowed())
    return llvm::createStringError("instruction table: more than " +
                                   llvm::Twine(CostList::Most) +
                                   " different costs of instructions on ports");
  return llvm::Error::success();
}

/// Takes in the ports of S.
void PreparedTable::learn(const InstructionTable &Table,
                          const StaticInstruction &S) {
  const bool IsBound = BoundPipes::useOf(Table, S, Pipes) != nullptr;
  for (uint64_t Pipe : Pipes) {
    AllPipes |= Pipe;
    if (IsBound && Pipe != 0)
      Lattice.add(Pipe);
  }
  for (const PortUse &U : Table.ports(S)) {
    Lattice.add(U.Units);
    if (S.Class == InstructionClass::Load)
      LoadUnits |= U.Units;
    if (S.Class != InstructionClass::IntegerALU || CPU.Core.WakeUpGroup <= 0 ||
        S.Memory.size() != 0)
      continue;
    OperationUnits |= U.Units;
    if (llvm::popcount(U.Units) > llvm::popcount(AnyOperation))
      AnyOperation = U.Units;
  }
}

/// Takes in what S uses of the pipes with queues without being bound to one.
void PreparedTable::learnUnbound(const InstructionTable &Table,
                                 const StaticInstruction &S) {
  const PortUse *Bound = BoundPipes::useOf(Table, S, Pipes);
  if (Bound && !isOfLoad(S, *Bound, Table))
    return;
  for (const PortUse &U : Table.ports(S))
    if (U.Units != 0 && (U.Units & ~AllPipes) == 0 &&
        !llvm::is_contained(Unbound, U.Units))
      Unbound.push_back(U.Units);
}

void PreparedTable::prepare(const InstructionTable &Table,
                            const StaticInstruction &S) {
  PreparedInstruction P = {};
  P.Flags = S.Flags;
  P.Slots = S.Slots;
  P.DecodedSlots = S.DecodedSlots;
  if (S.FoldedAddition)
    P.Kind = WriterKind::FoldedAddition;
  // Comparisons, maxima and minima are of this class, too.
  else if (S.Class == InstructionClass::FloatAdd &&
           S.Kind == OperationKind::Add && CPU.Core.FloatAddForwarding > 0)
    P.Kind = WriterKind::FloatAddition;
  prepareReads(Table, S, P);
  prepareWrites(Table, S, P);
  prepareMemory(Table, S, P);
  preparePorts(Table, S, P);
  prepareFrontEnd(S, P);
  Instructions.push_back(P);
}

void PreparedTable::prepareReads(const InstructionTable &Table,
                                 const StaticInstruction &S,
                                 PreparedInstruction &P) {
  P.Registers = Registers.size();
  P.Delayed = Delayed.size();
  auto Take = [&](ReadStage Stage) {
    size_t Begin = Registers.size();
    for (const RegisterRead &R : Table.reads(S)) {
      uint16_t Class = Classes.of(R.Unit);
      if (R.Stage != Stage || Class == RegisterClasses::NeverWritten)
        continue;
      if (P.Kind == WriterKind::FloatAddition && Stage == ReadStage::Execute) {
        Delayed.push_back({Class, Stage, WriterKind::FloatAddition, 0});
        continue;
      }
      if (S.AfterFolded != 0 && Stage == ReadStage::Execute)
        Delayed.push_back({Class, Stage, WriterKind::FoldedAddition,
                           S.AfterFolded * UnitsPerCycle});
      if (R.Delay == 0) {
        if (!llvm::is_contained(llvm::ArrayRef(Registers).drop_front(Begin),
                                Class))
          Registers.push_back(Class);
        continue;
      }
      int32_t Delay =
          std::clamp<int32_t>(R.Delay, -LongestExecution, LongestExecution);
      Delayed.push_back(
          {Class, Stage, WriterKind::Other, -Delay * UnitsPerCycle});
    }
    return Registers.size() - Begin;
  };
  P.NumAddress = Take(ReadStage::Address);
  P.NumExecute = Take(ReadStage::Execute);
  P.NumStoreData = Take(ReadStage::StoreData);
  P.NumDelayed = Delayed.size() - P.Delayed;
}

void PreparedTable::prepareWrites(const InstructionTable &Table,
                                  const StaticInstruction &S,
                                  PreparedInstruction &P) {
  uint16_t Slowest = 0;
  for (const RegisterWrite &W : Table.writes(S))
    if (!W.FromAddress)
      Slowest = std::max(Slowest, W.Latency);
  // An updated base is an addition beside the access.
  ResourceId Adder =
      LatencyOfClass + static_cast<unsigned>(InstructionClass::IntegerALU);
  ResourceId Who = LatencyOfClass + static_cast<unsigned>(S.Class);
  P.Latency = Costs.index({Cost::Latency, Who, double(Slowest)});
  size_t Begin = Registers.size();
  P.Early = Early.size();
  for (const RegisterWrite &W : Table.writes(S)) {
    uint16_t Class = Classes.of(W.Unit);
    RegisterClasses::FileKind File = Classes.file(W.Unit);
    P.IntegerResult |= File == RegisterClasses::Integer;
    P.VectorResult |= File == RegisterClasses::Vector;
    if (W.Latency == Slowest && !W.FromAddress) {
      if (!llvm::is_contained(llvm::ArrayRef(Registers).drop_front(Begin),
                              Class))
        Registers.push_back(Class);
    } else if (llvm::none_of(
                   llvm::ArrayRef(Early).drop_front(P.Early),
                   [&](EarlyWrite E) { return E.Register == Class; })) {
      Early.push_back({Class,
                       Costs.index({Cost::Latency, W.FromAddress ? Adder : Who,
                                    double(W.Latency)}),
                       W.FromAddress});
    }
  }
  P.NumWritten = Registers.size() - Begin;
  P.NumEarly = Early.size() - P.Early;
  if (S.has(StaticInstruction::Eliminated))
    P.IntegerResult = P.VectorResult = false;
}

void PreparedTable::preparePorts(const InstructionTable &Table,
                                 const StaticInstruction &S,
                                 PreparedInstruction &P) {
  P.Ports = Ports.size();
  llvm::SmallVector<PortUse, 8> OfLoads, OfRest, InVain;
  const bool IsMultiply = S.Class == InstructionClass::IntegerMultiply;
  for (const PortUse &U : Table.ports(S)) {
    if (isOfLoad(S, U, Table))
      OfLoads.push_back(U);
    else
      OfRest.push_back(U);
    // One attempt, whatever follows it: of a multiplication on any port.
    if (OperationUnits != 0 && (U.Units & ~OperationUnits) == 0 &&
        InVain.empty())
      InVain.push_back({IsMultiply ? AnyOperation : U.Units, 1});
  }
  auto Take = [&](llvm::ArrayRef<PortUse> Uses) {
    size_t Begin = Ports.size();
    for (const PortLattice::Load &L : Lattice.loads(Uses)) {
      ResourceId Who = FirstPortGroup + L.Group;
      Ports.push_back({static_cast<uint16_t>(L.Group),
                       Costs.index({Cost::Occupation, Who, L.Cycles})});
    }
    return Ports.size() - Begin;
  };
  P.NumLoadPorts = Take(OfLoads);
  P.NumPorts = Take(OfRest);
  P.NumVainPorts = Take(InVain);
  const PortUse *Bound = BoundPipes::useOf(Table, S, Pipes);
  if (Bound && !isOfLoad(S, *Bound, Table))
    bindPorts(OfRest, *Bound, P);
}

/// Whether what is bound to Pipe competes in Group with what is not bound, as
/// it uses several pipes.
bool PreparedTable::isShared(uint64_t Group, uint64_t Pipe) const {
  return Pipe != 0 && (Pipe & ~Group) == 0 && (Group & ~AllPipes) == 0 &&
         (Group != Pipe || CPU.Core.OldestOnPipes) &&
         llvm::any_of(Unbound, [&](uint64_t U) { return (U & ~Group) == 0; });
}

/// What S takes of each pipe that Bound, one of Rest, may go to. What it costs
/// is of the set that it chooses from.
void PreparedTable::bindPorts(llvm::ArrayRef<PortUse> Rest,
                              const PortUse &Bound, PreparedInstruction &P) {
  llvm::SmallVector<PortUse, 8> Others;
  for (const PortUse &U : Rest)
    if (U.Units != Bound.Units || U.Cycles != Bound.Cycles)
      Others.push_back(U);
  auto IsKnown = [&](uint64_t Units) {
    return Units == 0 || llvm::is_contained(Lattice.groups(), Units);
  };
  // Of very many groups some are left out.
  if (!IsKnown(Bound.Units) || !llvm::all_of(Pipes, IsKnown))
    return;
  auto GroupOf = [&](uint64_t Units) {
    return static_cast<uint16_t>(llvm::find(Lattice.groups(), Units) -
                                 Lattice.groups().begin());
  };
  P.BoundPorts = Ports.size();
  auto CostOf = [&](uint16_t Group, double Cycles) {
    return Costs.index({Cost::Occupation,
                        static_cast<ResourceId>(FirstPortGroup + Group),
                        Cycles});
  };
  const CostList::Index Cost =
      CostOf(GroupOf(Bound.Units), double(Bound.Cycles));
  std::array<llvm::SmallVector<PreparedPort, 8>, MostQueues> OfPipe;
  size_t Most = 0;
  for (auto [Pipe, Ports] : llvm::zip(Pipes, OfPipe)) {
    for (auto [Index, Group] : llvm::enumerate(Lattice.groups())) {
      uint64_t Cycles = isShared(Group, Pipe) ? Bound.Cycles : 0;
      for (const PortUse &U : Others)
        if (U.Units != 0 && (U.Units & ~Group) == 0)
          Cycles += U.Cycles;
      const uint16_t G = static_cast<uint16_t>(Index);
      if (Cycles != 0)
        Ports.push_back({G, CostOf(G, double(Cycles) / llvm::popcount(Group))});
    }
    Most = std::max(Most, Ports.size());
  }
  for (auto [Pipe, OfThis] : llvm::zip(Pipes, OfPipe)) {
    // A pipe that it may not go to is never chosen.
    const uint16_t Own = GroupOf(Pipe != 0 ? Pipe : Bound.Units);
    // All have as many; the others take no time of the pipe itself.
    OfThis.resize(Most, {Own, CostOf(Own, 0)});
    llvm::append_range(Ports, OfThis);
    Ports.push_back({Own, Cost});
  }
  P.NumBoundPorts = Most + 1;
}

/// No load issues while a line is written to L1.
void PreparedTable::prepareLineFill() {
  LineFill.clear();
  if (CPU.Core.LineFill <= 0 || LoadUnits == 0)
    return;
  for (auto [Index, Units] : llvm::enumerate(Lattice.groups()))
    if ((Units & ~LoadUnits) == 0)
      LineFill.push_back(
          {static_cast<uint16_t>(Index),
           Costs.index({Cost::Occupation, ResourceId(FirstPortGroup + Index),
                        CPU.Core.LineFill})});
}

void PreparedTable::prepareMemory(const InstructionTable &Table,
                                  const StaticInstruction &S,
                                  PreparedInstruction &P) {
  P.Operands = Operands.size();
  P.Computes = S.Class != InstructionClass::Load;
  P.NumOperands = S.Memory.size();
  for (const MemoryOperand &M : Table.memory(S)) {
    PreparedOperand O = {};
    O.IsStore = M.IsStore;
    (M.IsStore ? P.NumStores : P.NumLoads) += 1;
    for (unsigned L = 0; L != NumMemoryLevels; ++L) {
      const MemoryLevelParameters &Level = CPU.Memory[L];
      double Bytes =
          Level.Transfer == TransferUnit::Line ? CPU.LineBytes : M.Bytes;
      ResourceId Who = BandwidthOfLevel + L;
      O.Links[L] =
          Costs.index({Cost::Occupation, Who, Bytes / Level.Bandwidth});
    }
    Operands.push_back(O);
  }
  ResourceId Who = LatencyOfLevel + static_cast<unsigned>(MemoryLevel::L1);
  P.LoadLatency = Costs.index({Cost::Latency, Who, double(S.LoadLatency)});
  bool Unified = CPU.Core.UnifiedScheduler;
  P.ScheduledLoads = Unified ? 0 : std::min(P.NumLoads, S.Uops);
  P.ScheduledStores =
      Unified ? 0 : std::min<unsigned>(P.NumStores, S.Uops - P.ScheduledLoads);
  P.Scheduled = S.Uops - P.ScheduledLoads - P.ScheduledStores;
  P.Scheduler =
      CPU.Core.VectorScheduler > 0 && (S.Class >= InstructionClass::FloatAdd &&
                                       S.Class <= InstructionClass::Transfer)
          ? VectorScheduler
          : 0;
}

unsigned PreparedTable::decoders(const StaticInstruction &S,
                                 const CoreParameters &Core) {
  bool IsOne = Core.ComplexDecoders == 1 && S.DecodedSlots != 0 &&
               !S.has(StaticInstruction::Microcoded);
  return IsOne ? 1 : S.DecodedSlots;
}

void PreparedTable::prepareFrontEnd(const StaticInstruction &S,
                                    PreparedInstruction &P) {
  const CoreParameters &Core = CPU.Core;
  auto Take = [&](ResourceId Who, double Amount, double Width) {
    return Costs.index({Cost::Occupation, Who, Amount / Width});
  };
  P.Rename = Take(Rename, S.Slots + S.LostRename / 10.0, Core.RenameWidth);
  P.Retire = Take(Retire, S.Slots, Core.RetireWidth);
  P.Decode = Take(Decode, decoders(S, Core), Core.DecodeWidth);
  P.ComplexDecode = Take(Decode, 1, Core.ComplexDecoders);
  P.DecodeBytes = Costs.index({Cost::Occupation, DecodeBytes,
                               S.Bytes / Core.DecodeBytes +
                                   (S.LengthChanging ? Core.LengthChange : 0)});
  P.UopCache = Take(UopCache, S.DecodedSlots, Core.UopCacheWidth);
}
