//===- SimulatorMemory.h - The way of data through the levels ---*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Definitions of Simulator.h: what an access does once it has issued.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_SIMULATION_SIMULATORMEMORY_H
#define RAFTER_LIB_SIMULATION_SIMULATORMEMORY_H

namespace rafter::simulation {

/// When a load's value is there.
template <class Lanes>
inline typename Simulator<Lanes>::Time
Simulator<Lanes>::load(const PreparedInstruction &P, const PreparedOperand &O,
                       Time D, Time Issue, const AccessOutcome &A) {
  uint32_t Store = A.StoreDistance;
  // A locked operation has waited for the stores, which are in L1 now.
  if (Store != 0 && !isLocked(P) && StoreIssues.reaches(Store)) {
    if (A.Renamed && Machine.HasMemoryRenaming)
      return take(L.constrain(D, StoreValues.last(Store), Reason::Forward),
                  Numbers.MemoryRenaming);
    Time T = L.constrain(Issue, StoreIssues.last(Store), Reason::Forward);
    T = take(extraCycles(T, A.ExtraCycles), P.VectorResult
                                                ? Numbers.StoreForwardVector
                                                : Numbers.StoreForward);
    if (!A.Partial)
      return T;
    // The line is read all the same, in vain where it is forwarded.
    if (Machine.ForwardsParts.AllLanes) {
      fetchLine(O, D, Issue, A);
      return T;
    }
    const LaneMask &Fails = Machine.FailsForwarding;
    Time Commit = Lanes::only(StoreCommits.last(Store), Fails.Lanes);
    Issue = take(L.constrain(Issue, Commit, Reason::Forward),
                 Numbers.FailedForwarding);
    Time FromLine = fetchLine(O, D, Issue, A);
    FromLine = take(extraCycles(FromLine, A.ExtraCycles), P.LoadLatency);
    return Fails.AllLanes
               ? FromLine
               : L.constrain(Lanes::only(FromLine, Fails.Lanes),
                             Lanes::only(T, Machine.ForwardsParts.Lanes),
                             Reason::Forward);
  }
  if (__builtin_expect(A.AliasDistance != 0 && !A.IsWary, 0) &&
      StoreCommits.reaches(A.AliasDistance)) {
    // Not longer than the store is in flight.
    const Ints Now = Lanes::value(Issue);
    const Ints Seen =
        Lanes::add(Lanes::value(StoreCommits.last(A.AliasDistance)),
                   Lanes::load(cost(Numbers.FailedForwarding)));
    const Ints Left = Lanes::subtract(Lanes::max(Seen, Now), Now);
    const Ints Most = Lanes::load(cost(Numbers.Aliasing));
    Issue = L.spend(Issue, Lanes::min(Left, Most), Aliasing);
  }
  Time T = fetchLine(O, D, Issue, A);
  T = extraCycles(T, A.ExtraCycles);
  return take(T, P.LoadLatency);
}

/// When L1 can serve an access that is issued at T.
template <class Lanes>
inline typename Simulator<Lanes>::Time
Simulator<Lanes>::fetchLine(const PreparedOperand &O, Time D, Time T,
                            const AccessOutcome &A) {
  if (O.Links[0] != 0)
    T = pass(T, Links[0], D, O.Links[0]);
  unsigned Level = A.Prefetched ? 0 : static_cast<unsigned>(A.Level);
  if (Level == 0) {
    if (A.Line != AccessOutcome::NoLine)
      T = L.constrain(T, LineArrivals[A.Line], Reason::Data);
    return T;
  }
  T = takeFillBuffer(D, T, Level);
  fill(D);
  for (unsigned K = 1; K <= Level; ++K)
    if (O.Links[K] != 0)
      T = pass(T, Links[K], D, O.Links[K]);
  if (__builtin_expect(A.SameSet != 0, 0))
    meetInSet(D, A.SameSet);
  if (A.Awaits != AccessOutcome::NoLine)
    T = L.constrain(T, LineArrivals[A.Awaits], Reason::Data);
  T = take(T, Numbers.Distance[Level]);
  Latest = L.constrain(Latest, T, Reason::Order);
  if (A.Line != AccessOutcome::NoLine)
    LineArrivals[A.Line] = T;
  return T;
}

/// A bank serves so many loads in a cycle, whichever they are.
template <class Lanes>
typename Simulator<Lanes>::Time
Simulator<Lanes>::passBanks(const PreparedInstruction &P, Time D, Time T,
                            unsigned Bits) {
  CostList::Index Cost = P.Computes ? Numbers.BankOperand : Numbers.BankRead;
  for (unsigned B = 0; Bits != 0; ++B, Bits >>= 1)
    if ((Bits & 1) != 0)
      T = pass(T, Banks[B], D, Cost);
  return T;
}

/// Lines that go down take the links that lines going up use.
template <class Lanes>
void Simulator<Lanes>::writeBack(Time D, const AccessOutcome &A) {
  for (unsigned K = 1; K != NumMemoryLevels; ++K)
    if (Numbers.WriteBack[K] != 0)
      for (unsigned Count = A.WriteBacks[K]; Count != 0; --Count)
        pass(D, Links[K], D, Numbers.WriteBack[K]);
}

/// Each line takes its latency's share of the buffers; so many lines as there
/// are buffers may begin at once.
template <class Lanes>
inline typename Simulator<Lanes>::Time
Simulator<Lanes>::takeFillBuffer(Time D, Time T, unsigned Level) {
  if (!Machine.HasFillBuffers)
    return T;
  Time F = L.constrain(FillBuffers, D, Reason::Order);
  FillBuffers = take(F, Numbers.FillShare[Level]);
  Ints Tolerance = Lanes::load(Machine.FillTolerance);
  return L.constrainShifted(T, F, Lanes::subtract(Lanes::splat(0), Tolerance),
                            Lanes::value(D), Reason::FillBuffers);
}

template <class Lanes>
void Simulator<Lanes>::prefetch(const PreparedOperand &O, Time D, Time T,
                                const PrefetchOutcome &F) {
  unsigned From = static_cast<unsigned>(F.From);
  unsigned To = static_cast<unsigned>(F.To);
  if (To == 0 && From != 0) {
    T = takeFillBuffer(D, T, From);
    fill(D);
  }
  for (unsigned K = To + 1; K <= From; ++K)
    if (O.Links[K] != 0)
      T = pass(T, Links[K], D, O.Links[K]);
  if (__builtin_expect(F.SameSet != 0, 0))
    meetInSet(D, F.SameSet);
  if (F.Awaits != AccessOutcome::NoLine)
    T = L.constrain(T, LineArrivals[F.Awaits], Reason::Data);
  T = L.spend(T, Lanes::load(Machine.PrefetchTime[From][To]),
              static_cast<ResourceId>(LatencyOfLevel + From));
  Latest = L.constrain(Latest, T, Reason::Order);
  LineArrivals[F.Line] = T;
}

template <class Lanes>
inline typename Simulator<Lanes>::Time
Simulator<Lanes>::extraCycles(Time T, unsigned Cycles) {
  if (__builtin_expect(Cycles == 0, 1))
    return T;
  Cycles = Cycles < LongestExtra ? Cycles : LongestExtra;
  bool IsCrossing = Cycles <= Machine.CrossingCycles;
  const int32_t *Cycle =
      IsCrossing ? Machine.CrossingCycle : Machine.TranslationCycle;
  return L.spend(T, Lanes::multiply(Lanes::load(Cycle), Cycles),
                 IsCrossing ? LineCrossing : Translation);
}

} // namespace rafter::simulation

#endif // RAFTER_LIB_SIMULATION_SIMULATORMEMORY_H
