//===- LaneMachine.cpp - Numbers of several variants side by side ---------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LaneMachine.h"
#include "BoundPipes.h"
#include "FixedTime.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MemAlloc.h"
#include <cassert>
#include <cstdlib>
#include <cstring>
#include <utility>
#include <vector>

using namespace rafter;
using namespace rafter::simulation;

static constexpr size_t LineAlignment = 64;

namespace {

/// Blocks that are free again, for the next simulator of the thread: a
/// sensitivity analysis makes a dozen of them for each loop, and the pages of
/// memory that goes back to the system have to be made anew.
class FreeBlocks {
public:
  ~FreeBlocks() {
    for (const Block &B : Blocks)
      release(B.Data);
  }

  /// Memory of exactly so many bytes; all zero if that is asked for.
  void *take(size_t Bytes, bool Zero) {
    Block *Found = nullptr;
    for (Block &B : Blocks)
      if (B.Bytes == Bytes && (!Found || B.IsZero == Zero))
        Found = &B;
    if (!Found)
      return allocate(Bytes, Zero);
    Block Taken = std::exchange(*Found, Blocks.back());
    Blocks.pop_back();
    Kept -= Bytes;
    if (Zero && !Taken.IsZero)
      std::memset(Taken.Data, 0, Bytes);
    return Taken.Data;
  }

  void give(void *Data, size_t Bytes, bool IsZero) {
    if (!Data)
      return;
    if (Bytes < LeastBytes || Kept + Bytes > MostBytes)
      return release(Data);
    Blocks.push_back({Data, Bytes, IsZero});
    Kept += Bytes;
  }

private:
  struct Block {
    void *Data;
    size_t Bytes;
    bool IsZero;
  };

  /// Pages that nobody touches cost nothing where the system hands out zeros.
  static void *allocate(size_t Bytes, bool Zero) {
    size_t Whole = Bytes + LineAlignment;
    char *Begin = static_cast<char *>(Zero ? llvm::safe_calloc(1, Whole)
                                           : llvm::safe_malloc(Whole));
    // What malloc gives is aligned to 16 bytes at least: there is room for the
    // distance to its beginning.
    size_t Ahead =
        LineAlignment - reinterpret_cast<uintptr_t>(Begin) % LineAlignment;
    std::memcpy(Begin + Ahead - sizeof(Ahead), &Ahead, sizeof(Ahead));
    return Begin + Ahead;
  }
  static void release(void *Data) {
    size_t Ahead;
    std::memcpy(&Ahead, static_cast<char *>(Data) - sizeof(Ahead),
                sizeof(Ahead));
    std::free(static_cast<char *>(Data) - Ahead);
  }

  static constexpr size_t LeastBytes = 4096;
  static constexpr size_t MostBytes = 8 << 20;
  std::vector<Block> Blocks;
  size_t Kept = 0;
};

} // namespace

static FreeBlocks &freeBlocks() {
  static thread_local FreeBlocks Blocks;
  return Blocks;
}

AlignedMemory::~AlignedMemory() { freeBlocks().give(Data, Bytes, IsZero); }

void *AlignedMemory::resize(size_t NewBytes) {
  if (NewBytes <= Bytes)
    return Data;
  void *New = freeBlocks().take(NewBytes, /*Zero=*/false);
  if (Bytes != 0)
    std::memcpy(New, Data, Bytes);
  freeBlocks().give(Data, Bytes, IsZero);
  Data = New;
  Bytes = NewBytes;
  IsZero = false;
  return Data;
}

void *AlignedMemory::zeros(size_t NewBytes) {
  assert(!Data && "has contents");
  Data = freeBlocks().take(NewBytes, /*Zero=*/true);
  Bytes = NewBytes;
  return Data;
}

LaneMachine::LaneMachine(PreparedTable &Table,
                         llvm::ArrayRef<MachineVariant> Variants,
                         bool PerfectMemory)
    : NumLineSlots(PerfectMemory ? 0 : OutcomeModel::NumLineSlots),
      Table(Table), Variants(Variants) {
  assert((numLanes() == 1 || numLanes() == MostLanes) && "no such lanes");
  const Processor &CPU = Table.cpu();
  const CoreParameters &Core = CPU.Core;
  CostList &Costs = Table.costs();
  auto Level = [](ResourceId First, unsigned L) {
    return static_cast<ResourceId>(First + L);
  };

  const double Taken = 1 / Core.TakenBranches;
  const double Indirect = Core.IndirectBranch > 0 ? Core.IndirectBranch : Taken;
  const double ToNextBranch[NumSteerings] = {
      Taken, Indirect, Core.ReturnBranch > 0 ? Core.ReturnBranch : Indirect,
      Taken + Core.VaryingBranch, Taken + Core.FarBranch};
  for (unsigned S = 0; S != NumSteerings; ++S)
    Numbers.TakenBranch[S] =
        Costs.index({Cost::Occupation, TakenBranches, ToNextBranch[S]});
  Numbers.TakenBranchBubble =
      Costs.index({Cost::Penalty, TakenBranches, Core.TakenBranchBubble});
  for (unsigned Lost = 0; Lost <= MostLostSlots; ++Lost) {
    Numbers.LostSlots[Lost] =
        Costs.index({Cost::Occupation, UopCache, Lost / Core.UopCacheWidth});
    Numbers.LostPlaces[Lost] =
        Costs.index({Cost::Occupation, Decode, Lost / Core.DecodeWidth});
  }
  Numbers.CodeTranslation[0] =
      Costs.index({Cost::Penalty, CodeTranslation, Core.ITLBLatency});
  Numbers.CodeTranslation[1] =
      Costs.index({Cost::Penalty, CodeTranslation,
                   std::max(Core.ITLBLatency, Core.PageWalkLatency)});
  Numbers.Misprediction =
      Costs.index({Cost::Penalty, Misprediction, Core.MispredictionPenalty});
  Numbers.IndirectMisprediction =
      Costs.index({Cost::Penalty, Misprediction,
                   Core.MispredictionPenalty + Core.IndirectMisprediction});
  Numbers.StoreCommit =
      Costs.index({Cost::Occupation, StoreCommit,
                   1 / std::min(Core.StoreCommit, Core.StoreCommitLines)});
  if (Core.StoreCommitCrossing != 0)
    Numbers.StoreCommitCrossing =
        Costs.index({Cost::Occupation, StoreCommit, Core.StoreCommitCrossing});
  Numbers.StoreForward =
      Costs.index({Cost::Latency, StoreForwarding, Core.StoreForwardLatency});
  Numbers.StoreForwardVector =
      Costs.index({Cost::Latency, StoreForwarding,
                   Core.StoreForwardLatency + Core.StoreForwardVector});
  Numbers.MemoryRenaming =
      Costs.index({Cost::Latency, StoreForwarding, Core.MemoryRenamingLatency});
  Numbers.FailedForwarding =
      Costs.index({Cost::Penalty, FailedForwarding, Core.FailedForwarding});
  Numbers.Aliasing = Costs.index({Cost::Penalty, Aliasing, Core.Aliasing});
  Numbers.BankRead =
      Costs.index({Cost::Occupation, BankConflicts, 1 / Core.LoadBankReads});
  Numbers.BankOperand =
      Costs.index({Cost::Occupation, BankConflicts,
                   1 / std::min(Core.LoadBankReads, Core.LoadBankOperands)});
  const double Seen = std::max(1u, FillSets::seen(CPU));
  for (unsigned Same = 0; Same <= MostFillsSeen; ++Same)
    Numbers.SameSet[Same] = Costs.index(
        {Cost::Occupation, LineSets, Core.SameSetFill * Same / Seen});
  Numbers.TranslationMiss =
      Costs.index({Cost::Occupation, Translation, 1 / Core.STLBBandwidth});
  for (unsigned L = 0; L != NumMemoryLevels; ++L) {
    double Latency = L == 0 ? 0 : CPU.Memory[L].Latency;
    ResourceId Who = Level(LatencyOfLevel, L);
    Numbers.Distance[L] = Costs.index({Cost::Distance, Who, Latency});
    Numbers.FillShare[L] = Costs.index({Cost::FillShare, Who, Latency});
    Numbers.CodeLine[L] = Costs.index({Cost::Occupation, InstructionFetch,
                                       CPU.LineBytes / Core.CodeBandwidth[L]});
    Numbers.WriteBack[L] =
        Costs.index({Cost::Occupation, Level(BandwidthOfLevel, L),
                     CPU.LineBytes / Core.WriteBackBandwidth[L]});
  }
  ResourceId FloatAdd =
      LatencyOfClass + static_cast<unsigned>(InstructionClass::FloatAdd);
  Numbers.FloatAddForwarding =
      Costs.index({Cost::Latency, FloatAdd, Core.FloatAddForwarding});
  ReissuesMisses = Core.ReissueMisses;
  CrossingIssues = static_cast<unsigned>(Core.CrossingIssues);
  HasMemoryRenaming = Core.MemoryRenamingLatency >= 0;
  HasWaryLoads = Core.WaryLoads > 0;
  HasFillBuffers = CPU.buffer(BufferKind::LineFillBuffer) != Unlimited;
  TotalStoreOrder = CPU.Order == MemoryOrder::TotalStoreOrder;
  LoadsInOrder = CPU.Order == MemoryOrder::InOrderLoads;
  IssuesInOrder = Core.InOrderIssue;
  IssuesOldestFirst = Core.OldestFirst && !IssuesInOrder;
  IssuesOldestOnPipes =
      Core.OldestOnPipes && !IssuesOldestFirst && !IssuesInOrder;
  IssueTolerance = toUnits(1 - 1 / Core.RenameWidth, 1, 1);
  CrossingCycles =
      static_cast<uint16_t>(std::clamp(Core.LineCrossing, 0.0, 65535.0));

  FailsForwarding = lanesWhere([](const MachineVariant &V) {
    return V.factor(simulation::FailedForwarding) != Unlimited;
  });
  ForwardsParts = lanesWhere([](const MachineVariant &V) {
    return V.factor(simulation::FailedForwarding) == Unlimited;
  });

  double Longest = 0;
  for (const MemoryLevelParameters &M : CPU.Memory)
    Longest = std::max(Longest, M.Latency);
  for (unsigned I = 0; I != numLanes(); ++I) {
    const MachineVariant &V = this->Variants[I];
    double Buffers = std::max(1.0, CPU.buffer(BufferKind::LineFillBuffer) *
                                       V.factor(FillBuffers));
    FillTolerance[I] =
        toUnits(Longest * (1 - 1 / Buffers), 1, LongestMemoryLatency);
    CrossingCycle[I] = toUnits(1, V.factor(LineCrossing), 1);
    TranslationCycle[I] = toUnits(1, V.factor(Translation), 1);
    int32_t Distance[NumMemoryLevels];
    for (unsigned L = 0; L != NumMemoryLevels; ++L)
      Distance[L] = evaluate(Costs.costs()[Numbers.Distance[L]], CPU, V);
    for (unsigned From = 0; From != NumMemoryLevels; ++From)
      for (unsigned To = 0; To != NumMemoryLevels; ++To)
        PrefetchTime[From][To][I] = std::max(0, Distance[From] - Distance[To]);
  }

  addQueue(DecodeQueueKind, Core.DecodeQueueSlots, NoResource);
  addQueue(ReorderBufferKind, CPU.buffer(BufferKind::ReorderBuffer),
           ReorderBuffer);
  addQueue(LoadBufferKind, CPU.buffer(BufferKind::LoadBuffer), LoadBuffer);
  addQueue(StoreBufferKind, CPU.buffer(BufferKind::StoreBuffer), StoreBuffer);
  addQueue(IntegerRegistersKind, Core.IntegerRegisters, IntegerRegisters);
  addQueue(VectorRegistersKind, Core.VectorRegisters, VectorRegisters);
  if (Core.VectorScheduler > 0 && Core.VectorQueue > 0)
    addQueue(VectorQueueKind, Core.VectorQueue, Scheduler);
  addScheduler(0, CPU.buffer(BufferKind::ReservationStation), Scheduler);
  addScheduler(1, Core.UnifiedScheduler ? Unlimited : Core.LoadScheduler,
               LoadScheduler);
  addScheduler(2, Core.UnifiedScheduler ? Unlimited : Core.StoreScheduler,
               StoreScheduler);
  addScheduler(VectorScheduler,
               Core.VectorScheduler > 0 ? Core.VectorScheduler : Unlimited,
               Scheduler);
  const BoundPipes Pipes(CPU);
  for (unsigned Queue = 0; Queue != MostQueues; ++Queue)
    addScheduler(FirstQueue + Queue,
                 Queue < Pipes.numQueues() && Core.VectorScheduler != Unlimited
                     ? Pipes.entries()
                     : Unlimited,
                 Scheduler);
  for (unsigned Pipe = 0; Pipe != Pipes.size(); ++Pipe)
    SchedulerOfPipe[Pipe] = FirstQueue + Pipes.queueOf(Pipe);
  auto ToCycles = [](double X) {
    return static_cast<int32_t>(std::clamp(X, 0.0, 1000.0) + 0.5);
  };
  for (unsigned S = 0; S != NumSchedulers; ++S)
    Releases[S] = ToCycles(S < VectorScheduler ? Core.SchedulerRelease
                                               : Core.VectorRelease);
  refresh();
}

void LaneMachine::addQueue(QueueKind K, double Size, ResourceId R) {
  for (unsigned I = 0; I != numLanes(); ++I) {
    uint32_t Entries = entries(Size, R, Variants[I]);
    if (Entries == NoLimit)
      continue;
    LaneCapacity *C = nullptr;
    for (LaneCapacity &Known : Queues[K])
      if (Known.Entries == Entries)
        C = &Known;
    if (!C) {
      Queues[K].push_back({{false, {}}, Entries});
      C = &Queues[K].back();
    }
    C->Lanes[I] = -1;
  }
  for (LaneCapacity &C : Queues[K])
    C.AllLanes = std::count(C.Lanes, C.Lanes + numLanes(), -1) == numLanes();
}

LaneMask LaneMachine::lanesWhere(
    llvm::function_ref<bool(const MachineVariant &)> Holds) const {
  LaneMask Result = {llvm::all_of(Variants, Holds), {}};
  for (unsigned I = 0; I != numLanes(); ++I)
    Result.Lanes[I] = Holds(Variants[I]) ? -1 : 0;
  return Result;
}

void LaneMachine::addScheduler(unsigned Which, double Size, ResourceId R) {
  for (unsigned I = 0; I != numLanes(); ++I) {
    uint32_t Entries = entries(Size, R, Variants[I]);
    SchedulerSizes[Which][I] =
        Entries == NoLimit ? -1 : static_cast<int32_t>(Entries);
  }
}

void LaneMachine::refresh() {
  llvm::ArrayRef<Cost> Costs = Table.costs().costs();
  unsigned N = numLanes();
  auto *Values =
      static_cast<int32_t *>(CostMemory.resize(Costs.size() * N * 4));
  for (size_t C = Owners.size(); C != Costs.size(); ++C) {
    Owners.push_back(Costs[C].Who);
    for (unsigned I = 0; I != N; ++I)
      Values[C * N + I] = evaluate(Costs[C], Table.cpu(), Variants[I]);
  }
}
