//===- ReferenceSimulator.cpp - The simulation, written plainly -----------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ReferenceSimulator.h"
#include "FillSets.h"
#include "PreparedTable.h"
#include "ReferenceQueues.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"
#include <algorithm>
#include <map>
#include <set>

using namespace rafter;
using namespace rafter::simulation;

namespace {

class Reference {
public:
  Reference(const InstructionTable &Table, const Processor &CPU,
            const MachineVariant &V)
      : Table(Table), CPU(CPU), Core(CPU.Core), V(V), Groups(closure(Table)),
        Registers(Table.NumRegisterUnits, Never),
        Lines(OutcomeModel::NumLineSlots, Never) {
    for (const StaticInstruction &S : Table.Instructions)
      if (S.Class == InstructionClass::Load)
        for (const PortUse &U : Table.ports(S))
          LoadUnits |= U.Units;
    findFiles();
  }

  void execute(const InstructionOutcome &I, const AccessOutcome *Accesses,
               const PrefetchOutcome *Prefetches);
  Time retired() const { return Retired; }

private:
  Time cost(unsigned R, double Cycles, int32_t Longest = LongestOccupation) {
    return toUnits(Cycles, V.factor(R), Longest);
  }
  Time latency(unsigned R, double Cycles) {
    return cost(R, Cycles, LongestExecution);
  }
  uint32_t size(double Size, unsigned R) { return entries(Size, R, V); }

  void findFiles();
  const PortUse *boundUse(const StaticInstruction &S) const;
  /// Whether what is bound competes in Group with what uses several pipes.
  bool isShared(uint64_t Group) const;
  /// When S gets its ports that is ready at X and waits since D.
  Time usePorts(const StaticInstruction &S, Time D, Time X, bool OfLoads);
  /// What of that is left to the pipe whose oldest operation issues first.
  bool isOnPipe(const StaticInstruction &S) const {
    return Core.OldestOnPipes && boundUse(S);
  }
  Time usePipe(const StaticInstruction &S, Time X);
  Time useFirstFree(Time X, const std::map<uint64_t, Time> &Uses);
  Time read(const StaticInstruction &S, ReadStage Stage, bool Any, Time D);
  Time extra(Time T, unsigned Cycles);
  Time distance(unsigned Level) {
    Time Total = 0;
    if (Level != 0)
      Total =
          toUnits(CPU.Memory[Level].Latency / V.factor(LatencyOfLevel + Level) -
                      CPU.Memory[0].Latency,
                  1, LongestMemoryLatency);
    return Total;
  }
  Time link(unsigned L, double Bytes, Time D) {
    const MemoryLevelParameters &M = CPU.Memory[L];
    if (M.Bandwidth == Unlimited)
      return Never;
    double Moved = M.Transfer == TransferUnit::Line ? CPU.LineBytes : Bytes;
    return Links[L].use(D, cost(BandwidthOfLevel + L, Moved / M.Bandwidth));
  }
  /// A line to a set of L1 to which others are on their way.
  void meetInSet(Time D, unsigned Others) {
    if (Others != 0)
      Links[1].use(
          D, cost(LineSets, Core.SameSetFill * Others / FillSets::seen(CPU)));
  }
  Time fillBuffer(Time D, unsigned Level);
  Time fetchLine(const MemoryOperand &M, const AccessOutcome &A, Time D,
                 Time T);
  void see(Time T) { Latest = std::max(Latest, T); }

  const InstructionTable &Table;
  const Processor &CPU;
  const CoreParameters &Core;
  const MachineVariant &V;
  std::set<uint64_t> Groups;
  std::map<uint64_t, ReferenceUnit> Ports;
  /// Of each group: what is taken of each cycle, where the oldest go first.
  std::map<uint64_t, std::map<int64_t, Time>> Taken;
  uint64_t LoadUnits = 0;
  std::set<unsigned> IntegerUnits, VectorUnits;

  std::vector<Time> Registers, Lines;
  Time Supplied = Never, Dispatched = 0, Retired = 0, Committed = Never;
  Time Fenced = Never, LastLoad = Never, Latest = 0;
  ReferenceUnit TakenBranch, Decoders, DecoderBytes, UopCaches, Renamer,
      CommitPort, Fill, Translations;
  ReferenceUnit Links[NumMemoryLevels];
  ReferenceUnit Complex, CodeLines, Banks[8];
  // Times at which entries are free again.
  std::vector<Time> DecodeQueue, Reorder, Loads, Stores, IntegerFile,
      VectorFile;
  /// The last ones are the queues of pipes.
  std::vector<Time> Schedulers[3 + MostQueues];
  /// Of the current instruction, as outcomes count.
  unsigned Pipe = 0;
  struct StoreTimes {
    Time Value, Issue, Commit, Address;
  };
  std::vector<StoreTimes> StoreLog;
};

void Reference::findFiles() {
  std::set<unsigned> Addresses, ByVector, ByInteger;
  for (const StaticInstruction &S : Table.Instructions) {
    for (const RegisterRead &R : Table.reads(S))
      if (R.Stage == ReadStage::Address)
        Addresses.insert(R.Unit);
    for (const RegisterWrite &W : Table.writes(S)) {
      switch (S.Class) {
      case InstructionClass::FloatAdd:
      case InstructionClass::FloatMultiply:
      case InstructionClass::FloatFusedMultiplyAdd:
      case InstructionClass::FloatDivide:
      case InstructionClass::VectorInteger:
      case InstructionClass::Shuffle:
        ByVector.insert(W.Unit);
        break;
      case InstructionClass::IntegerALU:
      case InstructionClass::IntegerMultiply:
      case InstructionClass::IntegerDivide:
        ByInteger.insert(W.Unit);
        break;
      default:
        break;
      }
    }
  }
  for (unsigned U = 0; U != Table.NumRegisterUnits; ++U)
    if (ByVector.count(U) && !ByInteger.count(U))
      VectorUnits.insert(U);
    else if (Addresses.count(U))
      IntegerUnits.insert(U);
}

/// In the first cycle from X on in which no group is full. What is ready 512
/// cycles behind dispatch takes nothing.
Time Reference::useFirstFree(Time X, const std::map<uint64_t, Time> &Uses) {
  int64_t Cycle = X / UnitsPerCycle;
  if (Cycle >= Dispatched / UnitsPerCycle + 512)
    return X;
  auto IsFull = [&](const auto &Use) {
    return Taken[Use.first][Cycle] == UnitsPerCycle;
  };
  while (llvm::any_of(Uses, IsFull))
    ++Cycle;
  for (auto [Group, Units] : Uses)
    for (int64_t C = Cycle; Units != 0; ++C) {
      Time &Used = Taken[Group][C];
      Time Part = std::min<Time>(Units, UnitsPerCycle - Used);
      Used += Part;
      Units -= Part;
    }
  return std::max<Time>(X, Cycle * UnitsPerCycle);
}

/// What is bound to a pipe of S: all units but the divider have queues.
const PortUse *Reference::boundUse(const StaticInstruction &S) const {
  if (Core.Units.empty())
    return nullptr;
  constexpr uint64_t Pipes = 15;
  bool HasLoads = llvm::any_of(
      Table.memory(S), [](const MemoryOperand &M) { return !M.IsStore; });
  const PortUse *Found = nullptr;
  for (const PortUse &U : Table.ports(S))
    if ((U.Units & ~Pipes) == 0) {
      if (Found)
        return nullptr;
      Found = &U;
    }
  return Found && HasLoads && (Found->Units & ~LoadUnits) == 0 ? nullptr
                                                               : Found;
}

bool Reference::isShared(uint64_t Group) const {
  constexpr uint64_t Pipes = 15;
  if ((Group & ~Pipes) != 0 || (Group >> (Pipe - 1) & 1) == 0 ||
      (llvm::has_single_bit(Group) && !Core.OldestOnPipes))
    return false;
  for (const StaticInstruction &S : Table.Instructions)
    if (!boundUse(S))
      for (const PortUse &U : Table.ports(S))
        if ((U.Units & ~(Pipes & Group)) == 0)
          return true;
  return false;
}

Time Reference::usePorts(const StaticInstruction &S, Time D, Time X,
                         bool OfLoads) {
  const PortUse *Bound = boundUse(S);
  bool HasLoads = llvm::any_of(
      Table.memory(S), [](const MemoryOperand &M) { return !M.IsStore; });
  std::map<uint64_t, Time> Uses;
  for (uint64_t Group : Groups) {
    uint64_t Cycles = Bound && !OfLoads && isShared(Group) ? Bound->Cycles : 0;
    for (const PortUse &U : Table.ports(S)) {
      bool IsLoads = HasLoads && (U.Units & ~LoadUnits) == 0;
      if (&U != Bound && IsLoads == OfLoads && (U.Units & ~Group) == 0)
        Cycles += U.Cycles;
    }
    // Variants with faster ports are not compared.
    if (Cycles != 0)
      Uses[Group] =
          toUnits(double(Cycles) / llvm::popcount(Group), 1, LongestOccupation);
  }
  if (Bound && !OfLoads && !isOnPipe(S))
    Uses[uint64_t(1) << (Pipe - 1)] =
        toUnits(double(Bound->Cycles), 1, LongestOccupation);
  if (Core.OldestFirst)
    return useFirstFree(X, Uses);
  for (auto [Group, Units] : Uses)
    X = std::max(X, Ports[Group].use(D, Units));
  return X;
}

Time Reference::usePipe(const StaticInstruction &S, Time X) {
  if (!isOnPipe(S))
    return X;
  return useFirstFree(
      X, {{uint64_t(1) << (Pipe - 1),
           toUnits(double(boundUse(S)->Cycles), 1, LongestOccupation)}});
}

Time Reference::read(const StaticInstruction &S, ReadStage Stage, bool Any,
                     Time D) {
  Time X = D;
  for (const RegisterRead &R : Table.reads(S))
    if (Any || R.Stage == Stage)
      X = std::max(X, Registers[R.Unit] - Time(R.Delay) * UnitsPerCycle);
  return X;
}

Time Reference::extra(Time T, unsigned Cycles) {
  bool Crosses = Cycles <= Core.LineCrossing;
  return T + Time(std::min<unsigned>(Cycles, LongestExtra)) *
                 toUnits(1, V.factor(Crosses ? LineCrossing : Translation), 1);
}

Time Reference::fillBuffer(Time D, unsigned Level) {
  double N = CPU.buffer(BufferKind::LineFillBuffer);
  if (N == Unlimited)
    return Never;
  N *= V.factor(FillBuffers);
  double Longest = 0;
  for (const MemoryLevelParameters &M : CPU.Memory)
    Longest = std::max(Longest, M.Latency);
  Time Share =
      toUnits(CPU.Memory[Level].Latency / V.factor(LatencyOfLevel + Level), N,
              LongestMemoryLatency);
  return Fill.use(D, Share) -
         toUnits(Longest * (1 - 1 / N), 1, LongestMemoryLatency);
}

Time Reference::fetchLine(const MemoryOperand &M, const AccessOutcome &A,
                          Time D, Time T) {
  T = std::max(T, link(0, M.Bytes, D));
  unsigned Level = A.Prefetched ? 0 : static_cast<unsigned>(A.Level);
  if (Level == 0)
    return A.Line == A.NoLine ? T : std::max(T, Lines[A.Line]);
  T = std::max(T, fillBuffer(D, Level));
  for (unsigned L = 1; L <= Level; ++L)
    T = std::max(T, link(L, M.Bytes, D));
  meetInSet(D, A.SameSet);
  if (A.Awaits != A.NoLine)
    T = std::max(T, Lines[A.Awaits]);
  T += distance(Level);
  see(T);
  if (A.Line != A.NoLine)
    Lines[A.Line] = T;
  return T;
}

void Reference::execute(const InstructionOutcome &I,
                        const AccessOutcome *Accesses,
                        const PrefetchOutcome *Prefetches) {
  const StaticInstruction &S = Table.Instructions[I.Static];
  size_t NumLoads = 0, NumStores = 0;
  for (const MemoryOperand &M : Table.memory(S))
    ++(M.IsStore ? NumStores : NumLoads);
  bool Eliminated = S.has(StaticInstruction::Eliminated);
  bool Integer = false, Vector = false;
  for (const RegisterWrite &W : Table.writes(S)) {
    Integer |= !Eliminated && IntegerUnits.count(W.Unit);
    Vector |= !Eliminated && VectorUnits.count(W.Unit);
  }

  // Front end.
  if (S.DecodedSlots != 0)
    Supplied =
        std::max(Supplied, needed(DecodeQueue, S.DecodedSlots,
                                  size(Core.DecodeQueueSlots, NoResource)));
  if (I.CodeFrom != MemoryLevel::L1) {
    Supplied = CodeLines.use(
        Supplied,
        cost(InstructionFetch,
             CPU.LineBytes / Core.CodeBandwidth[unsigned(I.CodeFrom)]));
  }
  if (I.CodeMiss != 0)
    Supplied +=
        cost(CodeTranslation,
             I.CodeMiss == 1 ? Core.ITLBLatency
                             : std::max(Core.ITLBLatency, Core.PageWalkLatency),
             LongestPenalty);
  if (I.DeliveredBy == Delivery::UopCache) {
    Supplied = UopCaches.use(
        Supplied, cost(UopCache, S.DecodedSlots / Core.UopCacheWidth) +
                      cost(UopCache, I.LostSlots / Core.UopCacheWidth));
  } else if (I.DeliveredBy != Delivery::LoopBuffer) {
    Decoders.Next += cost(Decode, I.LostSlots / Core.DecodeWidth);
    Supplied = std::max({Supplied, Decoders.Next, DecoderBytes.Next});
    if (S.DecodedSlots > 1)
      Supplied = Complex.use(Supplied, cost(Decode, 1 / Core.ComplexDecoders));
    Decoders.use(Supplied, cost(Decode, PreparedTable::decoders(S, Core) /
                                            Core.DecodeWidth));
    DecoderBytes.use(
        Supplied,
        cost(DecodeBytes, S.Bytes / Core.DecodeBytes +
                              (S.LengthChanging ? Core.LengthChange : 0)));
  }
  Time Delivered = Supplied;
  if (I.Taken) {
    Delivered =
        TakenBranch.use(Supplied, cost(TakenBranches, 1 / Core.TakenBranches));
    Supplied = Delivered;
    if (I.DeliveredBy != Delivery::LoopBuffer)
      Supplied += cost(TakenBranches, Core.TakenBranchBubble, LongestPenalty);
  }

  // Dispatch.
  bool Unified = Core.UnifiedScheduler;
  size_t InLoads = Unified ? 0 : std::min<size_t>(NumLoads, S.Uops);
  size_t InStores = Unified ? 0 : std::min<size_t>(NumStores, S.Uops - InLoads);
  size_t InRest = S.Uops - InLoads - InStores;
  uint32_t SchedulerSize[3] = {
      size(CPU.buffer(BufferKind::ReservationStation), Scheduler),
      Unified ? NoLimit : size(Core.LoadScheduler, LoadScheduler),
      Unified ? NoLimit : size(Core.StoreScheduler, StoreScheduler)};
  Time D = std::max(
      {Dispatched, Delivered, Renamer.Next, Latest - Time(WindowUnits)});
  if (S.Slots != 0)
    D = std::max(
        D, needed(Reorder, S.Slots,
                  size(CPU.buffer(BufferKind::ReorderBuffer), ReorderBuffer)));
  Pipe = I.Pipe;
  const bool IsBound = boundUse(S) != nullptr;
  const unsigned Queues = IsBound && Core.Units.front().Queues != 0
                              ? Core.Units.front().Queues
                              : MostQueues;
  std::vector<Time> &Waiting =
      Schedulers[IsBound ? 3 + (Pipe - 1) % Queues : 0];
  const double Release = IsBound ? Core.VectorRelease : Core.SchedulerRelease;
  D = std::max(D,
               neededOfAny(Waiting, InRest,
                           IsBound ? size(Core.Units.front().Queue, Scheduler)
                                   : SchedulerSize[0]));
  D = std::max(D, neededOfAny(Schedulers[1], InLoads, SchedulerSize[1]));
  D = std::max(D, neededOfAny(Schedulers[2], InStores, SchedulerSize[2]));
  if (NumLoads)
    D = std::max(D,
                 needed(Loads, NumLoads,
                        size(CPU.buffer(BufferKind::LoadBuffer), LoadBuffer)));
  if (NumStores)
    D = std::max(
        D, needed(Stores, NumStores,
                  size(CPU.buffer(BufferKind::StoreBuffer), StoreBuffer)));
  if (Integer)
    D = std::max(D, needed(IntegerFile, 1,
                           size(Core.IntegerRegisters, IntegerRegisters)));
  if (Vector)
    D = std::max(
        D, needed(VectorFile, 1, size(Core.VectorRegisters, VectorRegisters)));
  if (S.has(StaticInstruction::Serializing))
    D = std::max(D, S.has(StaticInstruction::Fence)
                        ? std::max(Retired, Committed)
                        : Retired);
  Dispatched = D;
  Renamer.use(D,
              cost(Rename, (S.Slots + S.LostRename / 10.0) / Core.RenameWidth));
  DecodeQueue.insert(DecodeQueue.end(), S.DecodedSlots, D);

  // Execution.
  unsigned Class = LatencyOfClass + static_cast<unsigned>(S.Class);
  uint16_t Slowest = 0;
  for (const RegisterWrite &W : Table.writes(S))
    if (!W.FromAddress)
      Slowest = std::max(Slowest, W.Latency);
  Time X, Complete, Value = Never, Address = Never, StoreLine = Never;
  Time Base = Never;
  std::vector<bool> StoreCrosses;
  bool Locked = CPU.Order == MemoryOrder::TotalStoreOrder &&
                S.has(StaticInstruction::Atomic);
  if (S.Memory.size() == 0) {
    X = usePorts(S, D, read(S, ReadStage::Execute, true, D), false);
    X = usePipe(S, X);
    Base = X;
    Complete = X + latency(Class, Slowest);
    take(Waiting, X, InRest, Release);
  } else {
    Base = read(S, ReadStage::Address, false, D);
    Address = std::max(Base, Fenced);
    if (Locked)
      Address = std::max({Address, Retired, Committed});
    Address = usePorts(S, D, Address, true);
    X = D;
    if (!Core.OldestFirst)
      X = usePorts(S, D, D, false);
    else if (!NumLoads)
      X = usePorts(S, D, Address, false);
    if (!NumLoads)
      X = usePipe(S, isOnPipe(S) ? std::max(X, Address) : X);
    if (NumLoads && CPU.Order == MemoryOrder::InOrderLoads)
      LastLoad = Address = std::max(Address, LastLoad);
    if (NumLoads == 0)
      Address = std::max(Address, X);
    for (unsigned O = 0; O != I.NumAccesses; ++O) {
      const AccessOutcome &A = Accesses[O];
      const MemoryOperand &M = Table.memory(S)[O];
      if (A.Absent)
        continue;
      if (A.ExtraCycles > Core.LineCrossing)
        Address = std::max(
            Address,
            Translations.use(D, cost(Translation, 1 / Core.STLBBandwidth)));
      if (M.IsStore) {
        StoreCrosses.push_back(A.Crosses);
        StoreLine = std::max(StoreLine,
                             extra(fetchLine(M, A, D, Address), A.ExtraCycles));
        continue;
      }
      Time Issue = Address;
      if (A.IsWary && A.AliasDistance <= StoreLog.size())
        Issue = std::max(Issue,
                         StoreLog[StoreLog.size() - A.AliasDistance].Address);
      Time Data = Never;
      bool IsOperand = S.Class != InstructionClass::Load;
      double Reads = IsOperand
                         ? std::min(Core.LoadBankReads, Core.LoadBankOperands)
                         : Core.LoadBankReads;
      for (unsigned B = 0; B != 8; ++B)
        if ((A.Banks >> B & 1) != 0)
          Issue =
              std::max(Issue, Banks[B].use(D, cost(BankConflicts, 1 / Reads)));
      bool FromStore =
          !Locked && A.StoreDistance != 0 && A.StoreDistance <= 256;
      const StoreTimes *From = nullptr;
      if (FromStore && A.StoreDistance <= StoreLog.size())
        From = &StoreLog[StoreLog.size() - A.StoreDistance];
      StoreTimes None = {Never, Never, Never, Never};
      if (!From)
        From = &None;
      if (FromStore && A.Renamed && Core.MemoryRenamingLatency >= 0) {
        Data = std::max(D, From->Value) +
               latency(StoreForwarding, Core.MemoryRenamingLatency);
      } else if (FromStore &&
                 (!A.Partial || V.factor(FailedForwarding) == Unlimited)) {
        if (A.Partial)
          fetchLine(M, A, D, Issue);
        Data = extra(std::max(Issue, From->Issue), A.ExtraCycles) +
               latency(StoreForwarding, Core.StoreForwardLatency);
      } else {
        if (FromStore) {
          Issue = std::max(Issue, From->Commit) +
                  cost(FailedForwarding, Core.FailedForwarding, LongestPenalty);
        } else if (A.AliasDistance != 0 && !A.IsWary &&
                   A.AliasDistance <= StoreLog.size()) {
          Time Commit =
              StoreLog[StoreLog.size() - A.AliasDistance].Commit +
              cost(FailedForwarding, Core.FailedForwarding, LongestPenalty);
          Issue = std::max(Issue, std::min(Issue + cost(Aliasing, Core.Aliasing,
                                                        LongestPenalty),
                                           Commit));
        }
        Data = extra(fetchLine(M, A, D, Issue), A.ExtraCycles) +
               latency(LatencyOfLevel, S.LoadLatency);
      }
      if (A.Crosses && A.StoreDistance == 0)
        for (unsigned More = 1; More < Core.CrossingIssues; ++More)
          usePorts(S, D, D, true);
      if (!S.has(StaticInstruction::Prefetch))
        X = std::max(X, Data);
    }
    for (unsigned P = 0; P != I.NumPrefetches; ++P) {
      const PrefetchOutcome &F = Prefetches[P];
      unsigned From = static_cast<unsigned>(F.From);
      unsigned To = static_cast<unsigned>(F.To);
      Time T = Address;
      if (To == 0 && From != 0)
        T = std::max(T, fillBuffer(D, From));
      for (unsigned L = To + 1; L <= From; ++L)
        T = std::max(T, link(L, Table.memory(S)[0].Bytes, D));
      meetInSet(D, F.SameSet);
      if (F.Awaits != AccessOutcome::NoLine)
        T = std::max(T, Lines[F.Awaits]);
      T += std::max<Time>(0, distance(From) - distance(To));
      see(T);
      Lines[F.Line] = T;
    }
    X = read(S, ReadStage::Execute, false, X);
    if (Core.OldestFirst && NumLoads)
      X = usePorts(S, D, X, false);
    if (NumLoads)
      X = usePipe(S, X);
    Complete = X + latency(Class, Slowest);
    take(Schedulers[1], Address, InLoads, Core.SchedulerRelease);
    take(Schedulers[2], Address, InStores, Core.SchedulerRelease);
    if (NumStores) {
      Value = read(S, ReadStage::StoreData, false, NumLoads ? Complete : X);
      take(Waiting, Value, InRest, Release);
    } else {
      size_t Early = InLoads ? 0 : std::min(NumLoads, InRest);
      take(Waiting, Address, Early, Release);
      take(Waiting, X, InRest - Early, Release);
    }
  }
  for (const RegisterWrite &W : Table.writes(S))
    Registers[W.Unit] = Never;
  unsigned Adder =
      LatencyOfClass + static_cast<unsigned>(InstructionClass::IntegerALU);
  for (const RegisterWrite &W : Table.writes(S))
    Registers[W.Unit] = std::max(
        Registers[W.Unit], W.FromAddress ? Base + latency(Adder, W.Latency)
                                         : X + latency(Class, W.Latency));
  if (NumStores)
    Complete = std::max({Complete, Value, Address});
  if (S.Memory.size() == 0 && Eliminated)
    Complete = D;
  if (Locked && S.Memory.size() != 0)
    Fenced = std::max(Fenced, Complete);

  // Afterwards.
  if (S.has(StaticInstruction::Fence)) {
    Complete = std::max({Complete, Retired, Committed});
    Fenced = Complete;
  }
  if (S.has(StaticInstruction::Serializing))
    Supplied = std::max(Supplied, Complete);
  if (I.Mispredicted)
    Supplied = std::max(
        Supplied,
        X + cost(Misprediction,
                 Core.MispredictionPenalty +
                     (isIndirect(I.SteeredBy) ? Core.IndirectMisprediction : 0),
                 LongestPenalty));
  Retired =
      std::max(Retired, Complete) + cost(Retire, S.Slots / Core.RetireWidth);
  see(Retired);
  Reorder.insert(Reorder.end(), S.Slots, Retired);
  Loads.insert(Loads.end(), NumLoads, Retired);
  if (Integer)
    IntegerFile.push_back(Retired);
  if (Vector)
    VectorFile.push_back(Retired);
  for (bool Crosses : StoreCrosses) {
    Time T = std::max(Retired, StoreLine);
    std::vector<Time> Parts = {cost(StoreCommit, 1 / Core.StoreCommit)};
    if (Crosses)
      Parts.push_back(cost(StoreCommit, Core.StoreCommitCrossing));
    for (Time Each : Parts)
      if (CPU.Order == MemoryOrder::TotalStoreOrder)
        T = Committed = std::max(T, Committed) + Each;
      else
        T = std::max(T, CommitPort.use(D, Each));
    Committed = std::max(Committed, T);
    Stores.push_back(Committed);
    StoreLog.push_back({Value, std::max(Value, Address), Committed, Address});
    see(Committed);
  }
}

} // namespace

int64_t test::referenceTime(const InstructionTable &Table, const Processor &CPU,
                            const OutcomeChunk &Outcomes,
                            const MachineVariant &Variant) {
  Reference R(Table, CPU, Variant);
  for (const InstructionOutcome &I : Outcomes.Instructions)
    R.execute(I, Outcomes.Accesses.data() + I.FirstAccess,
              Outcomes.Prefetches.data() + I.FirstPrefetch);
  return R.retired();
}
