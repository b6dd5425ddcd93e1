//===- SimulatorState.h - Beginning, growing and moving time ----*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Definitions of Simulator.h that concern all of its state.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_SIMULATION_SIMULATORSTATE_H
#define RAFTER_LIB_SIMULATION_SIMULATORSTATE_H

namespace rafter::simulation {

/// Stores further back than this have left the buffer of any CPU.
inline constexpr uint32_t StoresRemembered = 256;

template <class Lanes>
Simulator<Lanes>::Simulator(LaneMachine &Machine, Lanes L)
    : L(L), Machine(Machine), Numbers(Machine.Numbers) {
  auto Initialize = [&](InOrderQueue<Lanes> &Q, QueueKind K) {
    Q.initialize(Machine.Queues[K].begin(), Machine.Queues[K].size());
  };
  Initialize(DecodeQueue, DecodeQueueKind);
  Initialize(Reorder, ReorderBufferKind);
  Initialize(Loads, LoadBufferKind);
  Initialize(Stores, StoreBufferKind);
  Initialize(IntegerFile, IntegerRegistersKind);
  Initialize(VectorFile, VectorRegistersKind);
  Initialize(VectorQueue, VectorQueueKind);
  for (unsigned S = 0; S != NumSchedulers; ++S)
    Schedulers[S].initialize(Machine.SchedulerSizes[S], Machine.Releases[S]);
  StoreValues.initialize(nullptr, 0, StoresRemembered);
  StoreIssues.initialize(nullptr, 0, StoresRemembered);
  StoreAddresses.initialize(nullptr, 0, StoresRemembered);
  StoreCommits.initialize(nullptr, 0, StoresRemembered);
  LineArrivals = static_cast<Time *>(
      LineMemory.resize(sizeof(Time) * Machine.NumLineSlots));
  beginRegion();
}

template <class Lanes> void Simulator<Lanes>::beginRegion() {
  grow();
  clear();
}

template <class Lanes> void Simulator<Lanes>::clear() {
  if (std::exchange(IsClear, true))
    return;
  const Time Past = L.at(Lanes::splat(Floor));
  const Time Start = L.at(Lanes::splat(Origin));
  for (Time *T :
       {&Supplied, &TakenBranch, &Decoders, &DecoderBytes, &UopCaches, &Renamer,
        &Committed, &CommitPort, &LastLoad, &Fenced, &FillBuffers, &StoreLine,
        &ComplexDecoders, &CodeLines, &LastQueued, &Translations})
    *T = Past;
  Dispatched = Entered = Retired = Latest = Start;
  for (Time &T : Links)
    T = Past;
  for (Time &T : Banks)
    T = Past;
  for (size_t I = 0; I != NumPorts; ++I)
    Ports[I] = Past;
  for (size_t I = 0; I != NumRegisters; ++I)
    Registers[I] = Past;
  Writers.assign(Writers.size(), 0);
  for (uint32_t I = 0; I != Machine.NumLineSlots; ++I)
    LineArrivals[I] = Past;
  for (auto *Q : {&DecodeQueue, &Reorder, &Loads, &Stores, &IntegerFile,
                  &VectorFile, &VectorQueue, &StoreValues, &StoreIssues,
                  &StoreAddresses, &StoreCommits})
    Q->clear(L);
  for (auto &S : Schedulers)
    S.clear();
  Calendar.clear();
  for (unsigned I = 0; I != N; ++I)
    Rebased[I] = 0;
}

/// Follows the table when it has grown.
template <class Lanes> void Simulator<Lanes>::grow() {
  const PreparedTable &Table = Machine.table();
  if (Version == Table.version())
    return;
  Version = Table.version();
  Machine.refresh();
  Instructions = Table.instructions().data();
  Operands = Table.registers().data();
  Delayed = Table.delayed().data();
  LongestDelay = 0;
  for (const DelayedRead &R : Table.delayed())
    LongestDelay = std::max(LongestDelay, R.Offset);
  Early = Table.early().data();
  PortUses = Table.ports().data();
  MemoryOperands = Table.operands().data();
  LineFill = Table.lineFill();
  Costs = Machine.costs();
  Owners = Machine.costOwners();
  size_t NewPorts = Table.lattice().groups().size();
  Ports = static_cast<Time *>(PortMemory.resize(sizeof(Time) * NewPorts));
  if (Machine.IssuesOldestFirst || Machine.IssuesOldestOnPipes)
    Calendar.grow(NewPorts, Table.ports(), Costs, Owners);
  for (; NumPorts != NewPorts; ++NumPorts)
    Ports[NumPorts] = L.at(Lanes::splat(Floor));
  size_t NewRegisters = Table.classes().size();
  const uint16_t *Parents = Table.classes().parents().data();
  Registers =
      static_cast<Time *>(RegisterMemory.resize(sizeof(Time) * NewRegisters));
  Writers.resize(NewRegisters);
  for (; NumRegisters != NewRegisters; ++NumRegisters)
    Registers[NumRegisters] = NumRegisters == 0
                                  ? L.at(Lanes::splat(Floor))
                                  : Registers[Parents[NumRegisters]];
}

template <class Lanes> void Simulator<Lanes>::run(const OutcomeView &View) {
  grow();
  IsClear = false;
  for (const InstructionOutcome *I = View.Begin; I != View.End; ++I)
    step(*I, View);
}

template <class Lanes> void Simulator<Lanes>::time(int64_t *Units) const {
  alignas(64) int32_t Last[N];
  Lanes::store(Last, Lanes::value(Retired));
  for (unsigned I = 0; I != N; ++I)
    Units[I] = Rebased[I] * UnitsPerCycle + (int64_t(Last[I]) - Origin);
}

template <class Lanes>
template <class Function>
void Simulator<Lanes>::forEachTime(Function F) {
  for (Time *T : {&Supplied,    &TakenBranch, &Decoders,   &DecoderBytes,
                  &UopCaches,   &Dispatched,  &Renamer,    &Retired,
                  &Committed,   &CommitPort,  &LastLoad,   &Fenced,
                  &FillBuffers, &Latest,      &StoreLine,  &ComplexDecoders,
                  &CodeLines,   &Entered,     &LastQueued, &Translations})
    F(*T);
  for (Time &T : Links)
    F(T);
  for (Time &T : Banks)
    F(T);
  for (size_t I = 0; I != NumPorts; ++I)
    F(Ports[I]);
  for (size_t I = 0; I != NumRegisters; ++I)
    F(Registers[I]);
  for (uint32_t I = 0; I != Machine.NumLineSlots; ++I)
    F(LineArrivals[I]);
  for (auto *Q : {&DecodeQueue, &Reorder, &Loads, &Stores, &IntegerFile,
                  &VectorFile, &VectorQueue, &StoreValues, &StoreIssues,
                  &StoreAddresses, &StoreCommits})
    Q->forEachTime(F);
  for (auto &S : Schedulers)
    S.forEachTime(F);
  Calendar.forEachTime(F);
}

/// Moves each lane back by whole cycles, so that its dispatch is near Origin.
template <class Lanes> void Simulator<Lanes>::rebase() {
  constexpr int32_t Step = IssueCalendar<Lanes>::Cycles;
  alignas(64) int32_t D[N], Moved[N], MovedUnits[N], PastUnits[N];
  Lanes::store(D, Lanes::value(Dispatched));
  for (unsigned I = 0; I != N; ++I) {
    int64_t Ahead = int64_t(D[I]) - Origin;
    Moved[I] =
        static_cast<int32_t>(Ahead / (int64_t(Step) * UnitsPerCycle)) * Step;
    MovedUnits[I] =
        static_cast<int32_t>(static_cast<uint32_t>(Moved[I]) * UnitsPerCycle);
    Rebased[I] += Moved[I];
    // Nothing is moved below Floor.
    int64_t Past = int64_t(D[I]) - int64_t(PastCycles) * UnitsPerCycle;
    PastUnits[I] = Past > Floor ? static_cast<int32_t>(Past) : Floor;
    if (Moved[I] == 0)
      PastUnits[I] = Floor;
  }
  for (auto &S : Schedulers)
    S.rebase(D, Moved);
  Calendar.advance(Dispatched);
  Calendar.rebase(Moved);
  const Ints Past = Lanes::load(PastUnits);
  const Ints Units = Lanes::load(MovedUnits);
  forEachTime([&](Time &X) { Lanes::rebase(X, Past, Units); });
  if constexpr (Lanes::Tracks)
    L.rebased(Units);
}

} // namespace rafter::simulation

#endif // RAFTER_LIB_SIMULATION_SIMULATORSTATE_H
