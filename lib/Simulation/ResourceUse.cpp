//===- ResourceUse.cpp - Which resources a stream uses --------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ResourceUse.h"
#include "FillSets.h"
#include "LoadBanks.h"

using namespace rafter;
using namespace rafter::simulation;

namespace {

/// Adds up costs by resource.
class UseCounter {
public:
  UseCounter(const StreamCounts &Counts, const InstructionTable &Table,
             const PreparedTable &Prepared)
      : Counts(Counts), Table(Table), Prepared(Prepared),
        Busy(FirstPortGroup + Prepared.lattice().groups().size()) {}

  void countInstructions();
  void countMemory();
  std::vector<ResourceUse> list() const;

private:
  void charge(CostList::Index C, double Times) {
    const Cost &Entry = Prepared.costs().costs()[C];
    if (C != 0)
      Busy[Entry.Who] += Entry.Cycles * Times;
  }
  void chargeFrontEnd(size_t I);
  void chargeOperands(size_t I);
  bool limits(ResourceId R) const;

  const StreamCounts &Counts;
  const InstructionTable &Table;
  const PreparedTable &Prepared;
  std::vector<double> Busy;
  double Loads = 0, Stores = 0, IntegerResults = 0, VectorResults = 0;
};

} // namespace

void UseCounter::chargeFrontEnd(size_t I) {
  const PreparedInstruction &P = Prepared[I];
  charge(P.Rename, Counts.Executions[I]);
  charge(P.Retire, Counts.Executions[I]);
  const auto &By = Counts.Deliveries[I];
  double Decoded = By[static_cast<unsigned>(Delivery::Decoders)] +
                   By[static_cast<unsigned>(Delivery::Microcode)];
  charge(P.Decode, Decoded);
  charge(P.DecodeBytes, Decoded);
  if (P.DecodedSlots > 1)
    charge(P.ComplexDecode, Decoded);
  charge(P.UopCache, By[static_cast<unsigned>(Delivery::UopCache)]);
}

void UseCounter::chargeOperands(size_t I) {
  const PreparedInstruction &P = Prepared[I];
  double Times = Counts.Executions[I];
  for (unsigned O = 0; O != P.NumOperands; ++O)
    charge(Prepared.operands()[P.Operands + O].Links[0], Times);
  charge(P.LoadLatency, Times * P.NumLoads);
  Loads += Times * P.NumLoads;
  Stores += Times * P.NumStores;
}

void UseCounter::countInstructions() {
  for (size_t I = 0; I != Counts.Executions.size(); ++I) {
    double Times = Counts.Executions[I];
    if (Times == 0)
      continue;
    const PreparedInstruction &P = Prepared[I];
    chargeFrontEnd(I);
    chargeOperands(I);
    for (unsigned U = 0; U != unsigned(P.NumLoadPorts) + P.NumPorts; ++U)
      charge(Prepared.ports()[P.Ports + U].Cost, Times);
    charge(P.Latency, Times);
    for (unsigned E = 0; E != P.NumEarly; ++E)
      if (Prepared.early()[P.Early + E].FromAddress)
        charge(Prepared.early()[P.Early + E].Latency, Times);
    IntegerResults += P.IntegerResult ? Times : 0;
    VectorResults += P.VectorResult ? Times : 0;
  }
}

void UseCounter::countMemory() {
  const Processor &CPU = Prepared.cpu();
  const CoreParameters &Core = CPU.Core;
  double FromAfar = 0;
  for (unsigned L = 1; L != NumMemoryLevels; ++L) {
    double Lines = Counts.Lines[L];
    FromAfar += Lines;
    const MemoryLevelParameters &Level = CPU.Memory[L];
    if (Level.Bandwidth != Unlimited)
      Busy[BandwidthOfLevel + L] += Lines * CPU.LineBytes / Level.Bandwidth;
    Busy[LatencyOfLevel + L] += Lines * Level.Latency;
  }
  if (CPU.buffer(BufferKind::LineFillBuffer) != Unlimited && FromAfar != 0)
    Busy[FillBuffers] = Unlimited;
  Busy[TakenBranches] =
      Counts.Taken * (1 / Core.TakenBranches + Core.TakenBranchBubble) +
      Counts.FarBranches * Core.FarBranch;
  if (Counts.LostPlaces != 0)
    Busy[Decode] += Counts.LostPlaces / Core.DecodeWidth;
  if (Counts.LostSlots != 0)
    Busy[UopCache] += Counts.LostSlots / Core.UopCacheWidth;
  Busy[CodeTranslation] =
      Counts.CodeMisses[0] * Core.ITLBLatency +
      Counts.CodeMisses[1] * std::max(Core.ITLBLatency, Core.PageWalkLatency);
  Busy[Misprediction] =
      Counts.Mispredictions * Core.MispredictionPenalty +
      Counts.IndirectMispredictions * Core.IndirectMisprediction;
  Busy[StoreCommit] = Stores / Core.StoreCommit +
                      Counts.CrossingStores * Core.StoreCommitCrossing;
  Busy[StoreForwarding] =
      Counts.Forwards *
      std::max(Core.StoreForwardLatency + Core.StoreForwardVector,
               Core.MemoryRenamingLatency);
  // A part of them waits for the commit as well.
  Busy[StoreForwarding] += Counts.FailedForwards * Core.StoreForwardLatency;
  Busy[FailedForwarding] = Counts.FailedForwards * Core.FailedForwarding;
  Busy[Aliasing] = Counts.Aliases * Core.Aliasing;
  if (LoadBanks::exist(Core))
    Busy[BankConflicts] =
        Counts.BankReads / std::min(Core.LoadBankReads, Core.LoadBankOperands);
  if (unsigned Seen = FillSets::seen(CPU))
    Busy[LineSets] = Counts.SameSets * Core.SameSetFill / Seen;
  for (unsigned L = 1; L != NumMemoryLevels; ++L)
    if (Core.CodeBandwidth[L] != Unlimited)
      Busy[InstructionFetch] +=
          Counts.CodeLines[L] * CPU.LineBytes / Core.CodeBandwidth[L];
  Busy[LineCrossing] = Counts.Crossings * Core.LineCrossing;
  Busy[Translation] = Counts.TranslationMisses == 0 ? 0 : Unlimited;
}

/// Buffers have no times of their own: whether one can be full at all.
bool UseCounter::limits(ResourceId R) const {
  const Processor &CPU = Prepared.cpu();
  const CoreParameters &Core = CPU.Core;
  auto Finite = [](double Size) { return Size != Unlimited; };
  switch (R) {
  case ReorderBuffer:
    return Finite(CPU.buffer(BufferKind::ReorderBuffer));
  case Scheduler:
    return Finite(CPU.buffer(BufferKind::ReservationStation));
  case LoadScheduler:
    return !Core.UnifiedScheduler && Finite(Core.LoadScheduler) && Loads != 0;
  case StoreScheduler:
    return !Core.UnifiedScheduler && Finite(Core.StoreScheduler) && Stores != 0;
  case LoadBuffer:
    return Finite(CPU.buffer(BufferKind::LoadBuffer)) && Loads != 0;
  case StoreBuffer:
    return Finite(CPU.buffer(BufferKind::StoreBuffer)) && Stores != 0;
  case IntegerRegisters:
    return Finite(Core.IntegerRegisters) && IntegerResults != 0;
  case VectorRegisters:
    return Finite(Core.VectorRegisters) && VectorResults != 0;
  default:
    return false;
  }
}

std::vector<ResourceUse> UseCounter::list() const {
  std::vector<ResourceUse> Result;
  for (size_t R = 0; R != Busy.size(); ++R) {
    ResourceId Id = static_cast<ResourceId>(R);
    bool IsBuffer = limits(Id);
    if (!(Busy[R] > 0) && !IsBuffer)
      continue;
    ResourceUse U;
    U.Id = Id;
    U.Busy = IsBuffer ? Unlimited : Busy[R];
    U.IsThroughput = R == Rename || R == Retire || R == Decode ||
                     R == DecodeBytes || R == InstructionFetch ||
                     R == UopCache || R == TakenBranches || R == StoreCommit ||
                     R >= FirstPortGroup ||
                     (R >= BandwidthOfLevel && R < LatencyOfLevel);
    U.What = limitOf(Id, Prepared.lattice().groups(), Table);
    Result.push_back(std::move(U));
  }
  return Result;
}

std::vector<ResourceUse>
simulation::findResources(const StreamCounts &Counts,
                          const InstructionTable &Table,
                          const PreparedTable &Prepared) {
  UseCounter C(Counts, Table, Prepared);
  C.countInstructions();
  C.countMemory();
  return C.list();
}
