//===- SimulatorSteps.h - The steps of the simulator ------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Definitions of Simulator.h, in the order in which an instruction meets them.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_SIMULATION_SIMULATORSTEPS_H
#define RAFTER_LIB_SIMULATION_SIMULATORSTEPS_H

namespace rafter::simulation {

template <class Lanes>
inline void Simulator<Lanes>::step(const InstructionOutcome &I,
                                   const OutcomeView &View) {
  const PreparedInstruction &P = Instructions[I.Static];
  L.begin(I);
  if (Lanes::greater(Lanes::value(Dispatched), Lanes::splat(RebaseLimit)))
      [[unlikely]]
    rebase();
  Time D = dispatch(I, P);
  L.dispatched(D);
  Execution E = P.NumOperands == 0
                    ? execute(P, I.Pipe, Entered)
                    : executeMemory(P, D,
                                    {I, View.Accesses + I.FirstAccess,
                                     View.Prefetches + I.FirstPrefetch});
  if (I.WokenEarly) {
    const PreparedPort *Vain = PortUses + P.Ports + P.NumLoadPorts + P.NumPorts;
    occupy(D, Vain, Vain + P.NumVainPorts);
  }
  constexpr uint8_t Rare =
      StaticInstruction::Serializing | StaticInstruction::Fence;
  if (__builtin_expect((P.Flags & Rare) != 0, 0)) {
    if ((P.Flags & StaticInstruction::Fence) != 0) {
      E.Complete = L.constrain(E.Complete, Retired, Reason::Fence);
      Fenced = E.Complete = L.constrain(E.Complete, Committed, Reason::Fence);
    }
    if ((P.Flags & StaticInstruction::Serializing) != 0)
      Supplied = L.constrain(Supplied, E.Complete, Reason::Fence);
  }
  if (__builtin_expect(I.Mispredicted, 0))
    Supplied = L.constrain(Supplied,
                           take(E.Issue, isIndirect(I.SteeredBy)
                                             ? Numbers.IndirectMisprediction
                                             : Numbers.Misprediction),
                           Reason::Redirect);
  retire(P, E.Complete);
  if (P.NumStores != 0)
    commitStores(D);
  L.retired(Retired);
}

/// When the front end has the instruction ready for rename.
template <class Lanes>
inline typename Simulator<Lanes>::Time
Simulator<Lanes>::deliver(const InstructionOutcome &I,
                          const PreparedInstruction &P) {
  Time S = Supplied;
  if (P.DecodedSlots != 0)
    S = DecodeQueue.admit(L, S, P.DecodedSlots, Reason::DecodeQueue);
  if (__builtin_expect(I.CodeFrom != MemoryLevel::L1, 0)) {
    // Lines come one behind the other while what they hold is decoded.
    S = L.constrain(S, CodeLines, Reason::Busy);
    CodeLines = take(S, Numbers.CodeLine[static_cast<unsigned>(I.CodeFrom)]);
  }
  if (__builtin_expect(I.CodeMiss != 0, 0))
    S = take(S, Numbers.CodeTranslation[I.CodeMiss - 1]);
  switch (I.DeliveredBy) {
  case Delivery::LoopBuffer:
    break;
  case Delivery::UopCache:
    S = L.constrain(S, UopCaches, Reason::Busy);
    UopCaches = take(S, P.UopCache);
    if (I.LostSlots != 0)
      UopCaches = take(UopCaches, Numbers.LostSlots[I.LostSlots]);
    break;
  case Delivery::Decoders:
  case Delivery::Microcode:
    if (I.LostSlots != 0)
      Decoders = take(Decoders, Numbers.LostPlaces[I.LostSlots]);
    S = L.constrain(S, Decoders, Reason::Busy);
    S = L.constrain(S, DecoderBytes, Reason::Busy);
    if (P.DecodedSlots > 1) {
      S = L.constrain(S, ComplexDecoders, Reason::Busy);
      ComplexDecoders = take(S, P.ComplexDecode);
    }
    Decoders = take(S, P.Decode);
    DecoderBytes = take(S, P.DecodeBytes);
    break;
  }
  Supplied = S;
  if (I.Taken) {
    S = L.constrain(S, TakenBranch, Reason::Busy);
    TakenBranch =
        take(S, Numbers.TakenBranch[static_cast<unsigned>(I.SteeredBy)]);
    Supplied = I.DeliveredBy == Delivery::LoopBuffer
                   ? S
                   : take(S, Numbers.TakenBranchBubble);
  }
  return S;
}

template <class Lanes>
inline typename Simulator<Lanes>::Time
Simulator<Lanes>::dispatch(const InstructionOutcome &I,
                           const PreparedInstruction &P) {
  Time D = L.constrain(Dispatched, deliver(I, P), Reason::Order);
  D = Machine.IssuesInOrder
          ? L.constrainShifted(D, Renamer,
                               Lanes::splat(-Machine.IssueTolerance),
                               Lanes::value(D), Reason::Busy)
          : L.constrain(D, Renamer, Reason::Busy);
  D = L.constrainShifted(D, Latest, Lanes::splat(-WindowUnits), Lanes::value(D),
                         Reason::Window);
  if (P.Slots != 0)
    D = Reorder.admit(L, D, P.Slots, Reason::ReorderBuffer);
  const unsigned Waits = schedulerOf(P, I.Pipe);
  const bool IsQueued = P.Scheduled != 0 && P.Scheduler == VectorScheduler &&
                        VectorQueue.limited();
  if (__builtin_expect(IsQueued, 0))
    D = VectorQueue.admit(L, D, P.Scheduled, Reason::Scheduler);
  else if (P.Scheduled != 0)
    D = Schedulers[Waits].admit(L, D, P.Scheduled, Reason::Scheduler);
  if (P.NumOperands != 0) {
    if (P.ScheduledLoads != 0)
      D = Schedulers[1].admit(L, D, P.ScheduledLoads, Reason::LoadScheduler);
    if (P.ScheduledStores != 0)
      D = Schedulers[2].admit(L, D, P.ScheduledStores, Reason::StoreScheduler);
    if (P.NumLoads != 0)
      D = Loads.admit(L, D, P.NumLoads, Reason::LoadBuffer);
    if (P.NumStores != 0)
      D = Stores.admit(L, D, P.NumStores, Reason::StoreBuffer);
  }
  if (P.IntegerResult)
    D = IntegerFile.admit(L, D, 1, Reason::IntegerRegisters);
  if (P.VectorResult)
    D = VectorFile.admit(L, D, 1, Reason::VectorRegisters);
  if (__builtin_expect((P.Flags & StaticInstruction::Serializing) != 0, 0)) {
    D = L.constrain(D, Retired, Reason::Fence);
    if ((P.Flags & StaticInstruction::Fence) != 0)
      D = L.constrain(D, Committed, Reason::Fence);
  }
  Dispatched = Entered = D;
  if (Machine.IssuesOldestFirst)
    Calendar.advance(D);
  if (__builtin_expect(IsQueued, 0)) {
    Time E = L.constrain(D, LastQueued, Reason::Scheduler);
    E = Schedulers[Waits].admit(L, E, P.Scheduled, Reason::Scheduler);
    for (unsigned S = 0; S != P.Scheduled; ++S)
      VectorQueue.push(E);
    LastQueued = Entered = E;
  }
  if (!Machine.IssuesInOrder)
    Renamer = take(D, P.Rename);
  for (unsigned S = 0; S != P.DecodedSlots; ++S)
    DecodeQueue.push(D);
  return D;
}

template <class Lanes>
inline typename Simulator<Lanes>::Execution
Simulator<Lanes>::execute(const PreparedInstruction &P, unsigned Pipe, Time D) {
  const uint16_t *Reads = Operands + P.Registers;
  const llvm::ArrayRef<PreparedPort> Taken = portsOf(P, Pipe);
  Time X = read(D, Reads, Reads + P.NumAddress + P.NumExecute + P.NumStoreData);
  if (__builtin_expect(P.NumDelayed != 0, 0))
    X = readDelayed(P, X, D, true, ReadStage::Execute);
  const bool OnPipe = issuesOnPipe(P);
  X = issue(X, D, Taken.begin(), Taken.end() - OnPipe);
  if (OnPipe)
    X = issueOnPipe(X, Taken.end() - 1);
  issueInOrder(P, X);
  Time Complete = take(X, P.Latency);
  write(P, X, X, Complete);
  if (P.Scheduled != 0) {
    L.issued(X);
    IssueCalendar<Lanes> &Waits = Schedulers[schedulerOf(P, Pipe)];
    if (Waits.limited())
      Waits.insert(X, P.Scheduled);
  }
  // What renaming does alone is complete at once, though its result is not.
  if ((P.Flags & StaticInstruction::Eliminated) != 0)
    return {X, D};
  return {X, Complete};
}

template <class Lanes>
inline void Simulator<Lanes>::write(const PreparedInstruction &P,
                                    const Time &Address, const Time &Issue,
                                    const Time &Complete) {
  const uint16_t *Written =
      Operands + P.Registers + P.NumAddress + P.NumExecute + P.NumStoreData;
  for (unsigned W = 0; W != P.NumWritten; ++W) {
    Registers[Written[W]] = Complete;
    Writers[Written[W]] = static_cast<uint16_t>(P.Kind);
  }
  for (unsigned W = 0; W != P.NumEarly; ++W) {
    const EarlyWrite &E = Early[P.Early + W];
    Registers[E.Register] = take(E.FromAddress ? Address : Issue, E.Latency);
    Writers[E.Register] = 0;
  }
}

template <class Lanes>
typename Simulator<Lanes>::Time
Simulator<Lanes>::readDelayed(const PreparedInstruction &P, Time X,
                              const Time &D, bool AnyStage, ReadStage Stage) {
  for (unsigned R = 0; R != P.NumDelayed; ++R) {
    const DelayedRead &Read = Delayed[P.Delayed + R];
    if (!AnyStage && Read.Stage != Stage)
      continue;
    const bool Matches =
        Writers[Read.Register] == static_cast<uint16_t>(Read.After);
    if (Read.After == WriterKind::FoldedAddition && !Matches)
      continue;
    Ints Offset = Lanes::splat(Read.Offset);
    if (Read.After == WriterKind::FloatAddition && Matches)
      Offset = Lanes::subtract(Offset,
                               Lanes::load(cost(Numbers.FloatAddForwarding)));
    X = L.constrainShifted(X, Registers[Read.Register], Offset, Lanes::value(D),
                           Reason::Operand);
  }
  return X;
}

template <class Lanes>
typename Simulator<Lanes>::Execution
Simulator<Lanes>::executeMemory(const PreparedInstruction &P, Time D,
                                const Accesses &A) {
  const uint16_t *Reads = Operands + P.Registers;
  const PreparedPort *Port = PortUses + P.Ports;
  const PreparedPort *PortEnd = Port + P.NumLoadPorts;
  const llvm::ArrayRef<PreparedPort> Others = portsOf(P, A.I.Pipe);
  IssueCalendar<Lanes> &Waits = Schedulers[schedulerOf(P, A.I.Pipe)];
  const bool IsDelayed = P.NumDelayed != 0;

  // The address, and for loads their ports.
  Time Base = read(D, Reads, Reads + P.NumAddress);
  if (__builtin_expect(IsDelayed, 0))
    Base = readDelayed(P, Base, D, false, ReadStage::Address);
  Reads += P.NumAddress;
  Time Address = L.constrain(Base, Fenced, Reason::Fence);
  if (__builtin_expect(isLocked(P), 0)) {
    Address = L.constrain(Address, Retired, Reason::Fence);
    Address = L.constrain(Address, Committed, Reason::Fence);
  }
  Address = issue(Address, D, Port, PortEnd);
  // Those of an operation on loaded data are taken when it has arrived.
  const bool OnPipe = issuesOnPipe(P);
  const bool IssuesLater = Machine.IssuesOldestFirst && P.NumLoads != 0;
  Time X = Entered;
  if (!Machine.IssuesOldestFirst)
    X = passPorts(X, X, Others.begin(), Others.end() - OnPipe);
  else if (!IssuesLater)
    X = issue(Address, X, Others.begin(), Others.end());
  if (OnPipe && P.NumLoads == 0)
    X = issueOnPipe(L.constrain(X, Address, Reason::Operand), Others.end() - 1);
  if (P.NumLoads != 0 && Machine.LoadsInOrder) {
    Address = L.constrain(Address, LastLoad, Reason::Order);
    LastLoad = Address;
  }
  if (P.NumLoads == 0)
    Address = L.constrain(Address, X, Reason::Busy);

  // Accesses.
  Time Lines = L.at(Lanes::splat(Floor));
  NumStored = 0;
  Joining = Crossing = 0;
  for (unsigned O = 0; O != A.I.NumAccesses; ++O) {
    const AccessOutcome &Outcome = A.Outcomes[O];
    if (Outcome.Absent)
      continue;
    const PreparedOperand &Operand = MemoryOperands[P.Operands + O];
    if (__builtin_expect(Outcome.hasWriteBacks(), 0))
      writeBack(D, Outcome);
    if (__builtin_expect(Outcome.ExtraCycles > Machine.CrossingCycles, 0))
      Address = pass(Address, Translations, D, Numbers.TranslationMiss);
    if (Operand.IsStore) {
      Joining |= uint32_t(Outcome.Joins && NumStored < 32) << (NumStored & 31);
      Crossing |= uint32_t(Outcome.Crosses && NumStored < 32 &&
                           Numbers.StoreCommitCrossing != 0)
                  << (NumStored & 31);
      ++NumStored;
      Time Line = fetchLine(Operand, D, Address, Outcome);
      Lines = L.constrain(Lines, extraCycles(Line, Outcome.ExtraCycles),
                          Reason::Data);
      continue;
    }
    Time Issued =
        Outcome.Banks == 0 ? Address : passBanks(P, D, Address, Outcome.Banks);
    if (__builtin_expect(Outcome.IsWary, 0) &&
        StoreAddresses.reaches(Outcome.AliasDistance))
      Issued = L.constrain(Issued, StoreAddresses.last(Outcome.AliasDistance),
                           Reason::Forward);
    Time Data = load(P, Operand, D, Issued, Outcome);
    // Further issues delay only what comes later.
    if (Outcome.StoreDistance == 0) {
      unsigned More = Outcome.Crosses ? Machine.CrossingIssues - 1
                      : !Machine.ReissuesMisses || Outcome.ServedByFill ? 0
                      : Outcome.Level != MemoryLevel::L1 || Outcome.Arriving
                          ? 1
                          : 0;
      for (; More != 0; --More)
        occupy(D, Port, PortEnd);
    }
    if ((P.Flags & StaticInstruction::Prefetch) == 0)
      X = L.constrain(X, Data, Reason::Data);
  }
  StoreLine = Lines;
  for (unsigned F = 0; F != A.I.NumPrefetches; ++F)
    prefetch(MemoryOperands[P.Operands], D, Address, A.Prefetches[F]);

  // The operation.
  X = read(X, Reads, Reads + P.NumExecute);
  if (__builtin_expect(IsDelayed, 0))
    X = readDelayed(P, X, D, false, ReadStage::Execute);
  Reads += P.NumExecute;
  if (IssuesLater)
    X = issue(X, D, Others.begin(), Others.end());
  if (OnPipe && P.NumLoads != 0)
    X = issueOnPipe(X, Others.end() - 1);
  const Time Result = take(X, P.Latency);
  Time Complete = Result;
  L.issued(P.NumLoads != 0 ? Address : X);
  L.operated(X);
  if (P.NumStores == 0)
    issueInOrder(P, Address);
  if (P.ScheduledLoads != 0 && Schedulers[1].limited())
    Schedulers[1].insert(Address, P.ScheduledLoads);

  if (P.NumStores != 0) {
    Time Value = P.NumLoads != 0 ? Complete : X;
    Value = read(Value, Reads, Reads + P.NumStoreData);
    if (__builtin_expect(IsDelayed, 0))
      Value = readDelayed(P, Value, D, false, ReadStage::StoreData);
    Time Both = L.constrain(Value, Address, Reason::Operand);
    issueInOrder(P, Both);
    if (P.NumLoads == 0)
      L.operated(Both);
    Complete = L.constrain(Complete, Both, Reason::Operand);
    for (unsigned S = 0; S != NumStored; ++S) {
      StoreValues.push(Value);
      StoreIssues.push(Both);
      if (Machine.HasWaryLoads)
        StoreAddresses.push(Address);
    }
    if (P.ScheduledStores != 0 && Schedulers[2].limited())
      Schedulers[2].insert(Address, P.ScheduledStores);
    if (P.Scheduled != 0 && Waits.limited())
      Waits.insert(Value, P.Scheduled);
  } else if (P.Scheduled != 0 && Waits.limited()) {
    // In a scheduler for everything, the loads leave before the operation.
    unsigned Early = P.ScheduledLoads != 0      ? 0
                     : P.NumLoads < P.Scheduled ? P.NumLoads
                                                : P.Scheduled;
    if (Early != 0)
      Waits.insert(Address, Early);
    if (P.Scheduled != Early)
      Waits.insert(X, P.Scheduled - Early);
  }
  write(P, Base, X, Result);
  if (__builtin_expect(isLocked(P), 0))
    Fenced = L.constrain(Fenced, Complete, Reason::Fence);
  return {X, Complete};
}

} // namespace rafter::simulation

#include "SimulatorMemory.h"
#include "SimulatorRetirement.h"
#include "SimulatorSnapshot.h"
#include "SimulatorState.h"

#endif // RAFTER_LIB_SIMULATION_SIMULATORSTEPS_H
