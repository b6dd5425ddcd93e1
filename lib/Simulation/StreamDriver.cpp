//===- StreamDriver.cpp - From a stream to simulators ---------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StreamDriver.h"
#include "FixedTime.h"
#include <bit>

using namespace rafter;
using namespace rafter::simulation;

/// Instructions whose outcomes are decided at a time.
static constexpr size_t PieceSize = 2048;

OutcomeConsumer::~OutcomeConsumer() = default;

StreamDriver::StreamDriver(const InstructionTable &Table, const Processor &CPU,
                           const SimulationOptions &Options,
                           PreparedTable &Prepared)
    : Table(Table), CPU(CPU), Prepared(Prepared), Model(Table, CPU, Options),
      Stretch(Table, Model, Options.RecurringStretches) {}

llvm::Error StreamDriver::takeError() {
  if (!Failed && InRegion)
    return llvm::createStringError(
        "the stream of instructions ends inside of a region");
  return std::move(Problem);
}

void StreamDriver::beginRegion() {
  settle();
  Stretch.clear();
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
  settle();
  Stretch.clear();
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
    settle();
    Stretch.clear();
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
  while (!Rest.empty() && !Failed) {
    const size_t Size = std::min(PieceSize, Rest.size());
    Addresses = decide({Rest.take_front(Size), Addresses});
    Rest = Rest.drop_front(Size);
  }
}

void StreamDriver::consumeAccesses(const InstructionChunk &Chunk) {
  if (!WarmUp || Prepared.size() != Table.Instructions.size())
    return consume(Chunk);
  if (Failed || !check(Chunk.Instructions))
    return;
  settle();
  Model.touch(Chunk);
}

/// Says what is wrong if one of Instructions is not in the table.
bool StreamDriver::check(llvm::ArrayRef<ExecutedInstruction> Instructions) {
  for (ExecutedInstruction E : Instructions) {
    if (LLVM_LIKELY((E & ~TakenBit) < Prepared.size()))
      continue;
    llvm::consumeError(std::move(Problem));
    Problem = llvm::createStringError(
        "the stream executes instruction " + llvm::Twine(E & ~TakenBit) +
        " of a table of " + llvm::Twine(Prepared.size()));
    Failed = true;
    return false;
  }
  return true;
}

/// Decides and hands over a piece. Its addresses, and those behind it, are at
/// the beginning of Piece's. Gives those behind it.
llvm::ArrayRef<uint64_t> StreamDriver::decide(const InstructionChunk &Piece) {
  Outcomes.clear();
  InstructionChunk Rest = Piece;
  bool IsChecked = false;
  while (!Rest.Instructions.empty()) {
    if (!Stretch.isKnown()) {
      if (!std::exchange(IsChecked, true) && !check(Rest.Instructions))
        return {};
      Rest = Stretch.decide(Rest, Outcomes);
      continue;
    }
    const uint64_t First = Stretch.decided();
    Rest = Stretch.follow(Rest);
    Followed += Stretch.decided() - First;
    if (Outcomes.Instructions.empty() && Rest.Instructions.empty()) {
      note(Piece.Instructions.size());
      deliverAgain(First);
      return Rest.Addresses;
    }
    // Consumers see the same pieces, whatever is known of them.
    append(Stretch.view(First), Outcomes);
    if (!Rest.Instructions.empty())
      leaveStretch();
  }
  note(Piece.Instructions.size());
  deliver(viewOf(Outcomes), false);
  return Rest.Addresses;
}

/// Hands over View, cut where iterations end.
void StreamDriver::deliver(const OutcomeView &All, bool IsAgain) {
  if (WarmUp || Failed)
    return;
  const InstructionOutcome *Begin = All.Begin, *End = All.End;
  while (Begin != End || !IterationEnds.empty()) {
    const InstructionOutcome *Stop = End;
    bool Ends = !IterationEnds.empty() &&
                IterationEnds.front() - Delivered <= uint64_t(End - Begin);
    if (Ends)
      Stop = Begin + (IterationEnds.front() - Delivered);
    const OutcomeView View = {Begin, Stop, All.Accesses, All.Prefetches};
    if (Begin != Stop && !IsAgain)
      Counts.count(Table, CPU, View);
    if (Begin != Stop)
      for (OutcomeConsumer *C : Consumers)
        IsAgain ? C->outcomesAgain(View) : C->outcomes(View);
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

/// Hands over what the stretch says of its instructions from First on.
void StreamDriver::deliverAgain(uint64_t First) {
  if (!WarmUp) {
    if (NumAgain == 0)
      FirstAgain = First;
    NumAgain += Stretch.decided() - First;
  }
  deliver(Stretch.view(First), true);
}

/// Counts what was delivered of the stretch.
void StreamDriver::countAgain() {
  if (NumAgain == 0)
    return;
  const uint64_t Size = Stretch.size();
  auto count = [&](uint64_t Begin, uint64_t End, uint64_t Times) {
    if (Begin == End || Times == 0)
      return;
    StreamCounts Some;
    Some.count(Table, CPU, Stretch.viewOf(Begin, End));
    Counts.add(Some, Times);
  };
  const uint64_t Begin = FirstAgain % Size, End = Begin + NumAgain % Size;
  count(0, Size, NumAgain / Size);
  count(Begin, std::min(End, Size), 1);
  count(0, End - std::min(End, Size), 1);
  NumAgain = 0;
}

/// The stream goes on otherwise.
void StreamDriver::leaveStretch() {
  countAgain();
  Stretch.leave(Outcomes);
}

/// Decides whatever comes next anew. All that can be is delivered.
void StreamDriver::settle() {
  if (!Stretch.isKnown())
    return;
  Outcomes.clear();
  leaveStretch();
}

void StreamDriver::endIteration() {
  if (Failed || WarmUp)
    return;
  IterationEnds.push_back(Consumed);
  if (Delivered == Consumed)
    deliver({}, false);
}

void StreamDriver::endRegion() {
  InRegion = false;
  if (Failed)
    return;
  settle();
  Outcomes.clear();
  Model.finish(Outcomes, std::exchange(Next, std::nullopt));
  deliver(viewOf(Outcomes), false);
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

/// Bytes of an outcome as a word.
static constexpr uint64_t bytes(std::array<uint8_t, 8> Bytes) {
  return std::bit_cast<uint64_t>(Bytes);
}

/// An access that hits L1 and meets nothing.
static bool isPlain(const AccessOutcome &O) {
  static_assert(offsetof(AccessOutcome, Level) == 0 &&
                offsetof(AccessOutcome, Absent) == 2 &&
                offsetof(AccessOutcome, Crosses) == 7 &&
                offsetof(AccessOutcome, ExtraCycles) == 8 &&
                offsetof(AccessOutcome, StoreDistance) == 12 &&
                offsetof(AccessOutcome, AliasDistance) == 20 &&
                offsetof(AccessOutcome, SameSet) == 23);
  constexpr uint8_t All = 0xff;
  return ((wordOf(O) & bytes({All, 0, All, 0, 0, 0, 0, All})) |
          (wordOf<8>(O) & bytes({All, All, 0, 0, All, All, All, All})) |
          (wordOf<16>(O) & bytes({0, 0, 0, 0, All, All, All, All}))) == 0;
}

void StreamCounts::count(const Processor &CPU, uint32_t Static,
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

/// What few instructions have.
static bool isRare(const InstructionOutcome &I) {
  static_assert(offsetof(InstructionOutcome, Mispredicted) == 5 &&
                offsetof(InstructionOutcome, LostSlots) == 7 &&
                offsetof(InstructionOutcome, NumAccesses) == 16 &&
                offsetof(InstructionOutcome, NumPrefetches) == 17 &&
                offsetof(InstructionOutcome, SteeredBy) == 18 &&
                offsetof(InstructionOutcome, CodeFrom) == 19);
  constexpr uint8_t All = 0xff;
  return ((wordOf(I) & bytes({0, 0, 0, 0, 0, All, 0, All})) |
          (wordOf<16>(I) & bytes({0, All, All, All, 0, 0, 0, 0})) |
          I.CodeMiss) != 0;
}

void StreamCounts::countRare(const InstructionOutcome &I,
                             const PrefetchOutcome *Prefetches) {
  Mispredictions += I.Mispredicted;
  IndirectMispredictions += I.Mispredicted && isIndirect(I.SteeredBy);
  if (I.CodeFrom != MemoryLevel::L1)
    ++CodeLines[static_cast<unsigned>(I.CodeFrom)];
  if (I.CodeMiss != 0)
    ++CodeMisses[I.CodeMiss - 1];
  (I.DeliveredBy == Delivery::Decoders ? LostPlaces : LostSlots) += I.LostSlots;
  FarBranches += I.SteeredBy == Steering::Far;
  for (unsigned F = 0; F != I.NumPrefetches; ++F) {
    const PrefetchOutcome &O = Prefetches[F];
    for (unsigned L = static_cast<unsigned>(O.To) + 1;
         L <= static_cast<unsigned>(O.From); ++L)
      ++Lines[L];
    SameSets += O.SameSet;
  }
}

void StreamCounts::count(const InstructionTable &Table, const Processor &CPU,
                         const OutcomeView &View) {
  if (Executions.size() < Table.Instructions.size()) {
    Executions.resize(Table.Instructions.size());
    Deliveries.resize(Table.Instructions.size());
    LinesOf.resize(Table.Instructions.size());
  }
  uint64_t Jumps = 0, Plain[2] = {};
  uint64_t *Executed = Executions.data();
  std::array<uint64_t, 4> *Delivered = Deliveries.data();
  for (const InstructionOutcome *I = View.Begin; I != View.End; ++I) {
    ++Executed[I->Static];
    ++Delivered[I->Static][static_cast<unsigned>(I->DeliveredBy)];
    Jumps += I->Taken;
    if (LLVM_UNLIKELY(isRare(*I)))
      countRare(*I, View.Prefetches + I->FirstPrefetch);
    const AccessOutcome *O = View.Accesses + I->FirstAccess;
    for (const AccessOutcome *End = O + I->NumAccesses; O != End; ++O) {
      if (LLVM_LIKELY(isPlain(*O)))
        ++Plain[O->IsStore];
      else
        count(CPU, I->Static, *O);
    }
  }
  Loads[0] += Plain[false];
  Stores[0] += Plain[true];
  Taken += Jumps;
}

/// Adds a table that may be smaller.
template <class Row>
static void addRows(std::vector<Row> &To, const std::vector<Row> &From,
                    uint64_t Times) {
  if (To.size() < From.size())
    To.resize(From.size());
  for (size_t I = 0; I != From.size(); ++I)
    if constexpr (std::is_integral_v<Row>)
      To[I] += From[I] * Times;
    else
      for (size_t K = 0; K != From[I].size(); ++K)
        To[I][K] += From[I][K] * Times;
}

void StreamCounts::add(const StreamCounts &Of, uint64_t Times) {
  addRows(Executions, Of.Executions, Times);
  addRows(Deliveries, Of.Deliveries, Times);
  addRows(LinesOf, Of.LinesOf, Times);
  using Number = uint64_t StreamCounts::*;
  for (Number N :
       {&StreamCounts::Mispredictions, &StreamCounts::IndirectMispredictions,
        &StreamCounts::Taken, &StreamCounts::Forwards, &StreamCounts::Crossings,
        &StreamCounts::TranslationMisses, &StreamCounts::CrossingStores,
        &StreamCounts::FailedForwards, &StreamCounts::Aliases,
        &StreamCounts::BankReads, &StreamCounts::SameSets,
        &StreamCounts::LostPlaces, &StreamCounts::LostSlots,
        &StreamCounts::FarBranches})
    this->*N += Of.*N * Times;
  for (unsigned L = 0; L != NumMemoryLevels; ++L) {
    Loads[L] += Of.Loads[L] * Times;
    Stores[L] += Of.Stores[L] * Times;
    Lines[L] += Of.Lines[L] * Times;
    CodeLines[L] += Of.CodeLines[L] * Times;
  }
  for (unsigned L = 0; L != std::size(CodeMisses); ++L)
    CodeMisses[L] += Of.CodeMisses[L] * Times;
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
