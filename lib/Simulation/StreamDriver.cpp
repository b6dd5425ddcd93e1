//===- StreamDriver.cpp - From a stream to simulators ---------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StreamDriver.h"
#include "FixedTime.h"

using namespace rafter;
using namespace rafter::simulation;

/// Instructions whose outcomes are decided at a time.
static constexpr size_t PieceSize = 2048;

OutcomeConsumer::~OutcomeConsumer() = default;

StreamDriver::StreamDriver(const InstructionTable &Table, const Processor &CPU,
                           const SimulationOptions &Options,
                           PreparedTable &Prepared)
    : Table(Table), CPU(CPU), Prepared(Prepared), Model(Table, CPU, Options) {}

llvm::Error StreamDriver::takeError() {
  if (!Failed && InRegion)
    return llvm::createStringError(
        "the stream of instructions ends inside of a region");
  return std::move(Problem);
}

void StreamDriver::beginRegion() {
  Model.beginRegion();
  InRegion = true;
  Next.reset();
  Consumed = Delivered = 0;
  IterationEnds.clear();
  if (!Failed && !WarmUp)
    for (OutcomeConsumer *C : Consumers)
      C->beginRegion();
}

void StreamDriver::setWarmUp(bool On) {
  bool BeginsHere = WarmUp && !On && InRegion && !Failed;
  WarmUp = On;
  Model.setWarmUp(On);
  if (!BeginsHere)
    return;
  // A branch that waits for its target is the first one.
  Consumed = Model.emptyPipeline();
  Delivered = 0;
  for (OutcomeConsumer *C : Consumers)
    C->beginRegion();
}

void StreamDriver::consume(const InstructionChunk &Chunk) {
  if (Failed)
    return;
  if (Prepared.size() != Table.Instructions.size()) {
    for (OutcomeConsumer *C : Consumers)
      C->beforeGrowth();
    if (llvm::Error E = Prepared.update(Table)) {
      llvm::consumeError(std::move(Problem));
      Problem = std::move(E);
      Failed = true;
      return;
    }
  }
  llvm::ArrayRef<uint64_t> Addresses = Chunk.Addresses;
  llvm::ArrayRef<ExecutedInstruction> Rest = Chunk.Instructions;
  while (!Rest.empty()) {
    size_t Size = std::min(PieceSize, Rest.size());
    size_t NumAddresses = 0;
    for (ExecutedInstruction E : Rest.take_front(Size)) {
      if ((E & ~TakenBit) >= Prepared.size()) {
        llvm::consumeError(std::move(Problem));
        Problem = llvm::createStringError(
            "the stream executes instruction " + llvm::Twine(E & ~TakenBit) +
            " of a table of " + llvm::Twine(Prepared.size()));
        Failed = true;
        return;
      }
      NumAddresses += Prepared[E & ~TakenBit].NumOperands;
    }
    NumAddresses = std::min(NumAddresses, Addresses.size());
    decide({Rest.take_front(Size), Addresses.take_front(NumAddresses)});
    Rest = Rest.drop_front(Size);
    Addresses = Addresses.drop_front(NumAddresses);
  }
}

void StreamDriver::decide(const InstructionChunk &Piece) {
  Outcomes.clear();
  Model.decide(Piece, Outcomes);
  Consumed += Piece.Instructions.size();
  Counts.Played += Piece.Instructions.size();
  deliver();
}

/// Hands over Outcomes, cut where iterations end.
void StreamDriver::deliver() {
  if (WarmUp || Failed)
    return;
  const InstructionOutcome *Begin = Outcomes.Instructions.data();
  const InstructionOutcome *End = Begin + Outcomes.Instructions.size();
  while (Begin != End || !IterationEnds.empty()) {
    const InstructionOutcome *Stop = End;
    bool Ends = !IterationEnds.empty() &&
                IterationEnds.front() - Delivered <= uint64_t(End - Begin);
    if (Ends)
      Stop = Begin + (IterationEnds.front() - Delivered);
    OutcomeView View = {Begin, Stop, Outcomes.Accesses.data(),
                        Outcomes.Prefetches.data()};
    if (Begin != Stop) {
      Counts.count(Table, CPU, View);
      for (OutcomeConsumer *C : Consumers)
        C->outcomes(View);
    }
    Delivered += Stop - Begin;
    Begin = Stop;
    if (!Ends)
      break;
    IterationEnds.pop_front();
    ++Counts.Iterations;
    for (OutcomeConsumer *C : Consumers)
      C->endIteration();
  }
}

void StreamDriver::endIteration() {
  if (Failed || WarmUp)
    return;
  IterationEnds.push_back(Consumed);
  if (Delivered == Consumed) {
    Outcomes.clear();
    deliver();
  }
}

void StreamDriver::endRegion() {
  InRegion = false;
  if (Failed)
    return;
  Outcomes.clear();
  Model.finish(Outcomes, std::exchange(Next, std::nullopt));
  deliver();
  if (!WarmUp)
    for (OutcomeConsumer *C : Consumers)
      C->endRegion();
}

llvm::Error simulation::play(const InstructionSource &Source, StreamDriver &D) {
  if (llvm::Error E = Source(D)) {
    llvm::consumeError(D.takeError());
    return E;
  }
  return D.takeError();
}

inline void StreamCounts::count(const Processor &CPU, uint32_t Static,
                                const AccessOutcome &O) {
  if (O.Absent)
    return;
  ++(O.IsStore ? Stores : Loads)[static_cast<unsigned>(O.Level)];
  if (O.Level != MemoryLevel::L1 && !O.Prefetched)
    for (unsigned L = 1; L <= static_cast<unsigned>(O.Level); ++L) {
      ++Lines[L];
      ++LinesOf[Static][L];
    }
  if (O.StoreDistance != 0)
    ++(O.Partial ? FailedForwards : Forwards);
  if (LLVM_UNLIKELY(O.AliasDistance != 0))
    ++Aliases;
  if (O.Banks != 0)
    ++BankReads;
  SameSets += O.SameSet;
  CrossingStores += O.IsStore && O.Crosses;
  if (LLVM_UNLIKELY(O.ExtraCycles != 0))
    ++(O.ExtraCycles <= CPU.Core.LineCrossing ? Crossings : TranslationMisses);
}

void StreamCounts::count(const InstructionTable &Table, const Processor &CPU,
                         const OutcomeView &View) {
  if (Executions.size() < Table.Instructions.size()) {
    Executions.resize(Table.Instructions.size());
    Deliveries.resize(Table.Instructions.size());
    LinesOf.resize(Table.Instructions.size());
  }
  uint64_t Wrong = 0, Jumps = 0;
  for (const InstructionOutcome *I = View.Begin; I != View.End; ++I) {
    ++Executions[I->Static];
    ++Deliveries[I->Static][static_cast<unsigned>(I->DeliveredBy)];
    Wrong += I->Mispredicted;
    IndirectMispredictions += I->Mispredicted && isIndirect(I->SteeredBy);
    if (LLVM_UNLIKELY(I->CodeFrom != MemoryLevel::L1))
      ++CodeLines[static_cast<unsigned>(I->CodeFrom)];
    if (LLVM_UNLIKELY(I->CodeMiss != 0))
      ++CodeMisses[I->CodeMiss - 1];
    if (I->LostSlots != 0)
      (I->DeliveredBy == Delivery::Decoders ? LostPlaces : LostSlots) +=
          I->LostSlots;
    FarBranches += I->SteeredBy == Steering::Far;
    Jumps += I->Taken;
    for (unsigned A = 0; A != I->NumAccesses; ++A)
      count(CPU, I->Static, View.Accesses[I->FirstAccess + A]);
    for (unsigned F = 0; F != I->NumPrefetches; ++F) {
      const PrefetchOutcome &O = View.Prefetches[I->FirstPrefetch + F];
      for (unsigned L = static_cast<unsigned>(O.To) + 1;
           L <= static_cast<unsigned>(O.From); ++L)
        ++Lines[L];
      SameSets += O.SameSet;
    }
  }
  Mispredictions += Wrong;
  Taken += Jumps;
}

void simulation::describe(const StreamCounts &Counts,
                          const InstructionTable &Table, Prediction &P) {
  P.Iterations = Counts.Iterations;
  P.Played = Counts.Played;
  P.Mispredictions = Counts.Mispredictions;
  for (size_t I = 0; I != Counts.Executions.size(); ++I) {
    const StaticInstruction &S = Table.Instructions[I];
    uint64_t Executions = Counts.Executions[I];
    P.Instructions += Executions;
    P.Slots += Executions * S.Slots;
    P.Uops += Executions * S.Uops;
    if (isCompute(S.Kind))
      P.Computations[static_cast<unsigned>(S.Kind) -
                     static_cast<unsigned>(OperationKind::Add)] +=
          Executions * S.Elements;
    P.Branches += S.Branch != BranchKind::None ? Executions : 0;
  }
  std::copy(std::begin(Counts.Loads), std::end(Counts.Loads), P.Loads);
  std::copy(std::begin(Counts.Stores), std::end(Counts.Stores), P.Stores);
}

LaneTimer::LaneTimer(LaneMachine &Machine, LaneTarget Target)
    : NumLanes(Machine.numLanes()), Lanes(makeLaneSimulator(Machine, Target)),
      Steady(*Lanes, NumLanes), Before(NumLanes), Now(NumLanes),
      Iterations(NumLanes) {}

void LaneTimer::endIteration() {
  Steady.endIteration(Now.data());
  for (unsigned I = 0; I != NumLanes; ++I)
    Now[I] += Before[I];
  Iterations.add(Now.data());
}

void LaneTimer::endRegion() {
  Steady.settle();
  Lanes->time(Now.data());
  for (unsigned I = 0; I != NumLanes; ++I)
    Before[I] += Now[I];
}

double LaneTimer::cycles(unsigned Lane) const {
  return double(Before[Lane]) / UnitsPerCycle;
}
