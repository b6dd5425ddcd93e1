//===- SimulatorSnapshot.h - States that recur ------------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Definitions of Simulator.h that compare states. A time can have an effect
// only if it is later than what it is compared with: dispatch, and for the
// front end its own time. Earlier ones are all alike.
//
// Schedulers count in whole cycles. Where instructions wait for them, states
// are alike only whole cycles apart, with the same entries taken. Where none
// would have waited wherever a cycle begins, the entries have no effect: twice
// the same times, the second time with the entries of the first one only, mean
// that it will be so again. Then they are known by running the stretch once.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_SIMULATION_SIMULATORSNAPSHOT_H
#define RAFTER_LIB_SIMULATION_SIMULATORSNAPSHOT_H

namespace rafter::simulation {

/// Visits all times that can have an effect, relative to dispatch, as long as
/// Visit says so. Those that change most come first.
template <class Lanes>
template <class Function>
bool Simulator<Lanes>::visitRelative(uint32_t Flight, Function Visit) const {
  const Ints D = Lanes::value(Dispatched);
  const Ints S = Lanes::value(Supplied);
  // A register may be needed some cycles after it is ready.
  const Ints Operand = Lanes::subtract(D, Lanes::splat(LongestDelay));
  auto From = [&](Ints Base) {
    return [&, Base](const Time &X) {
      return Visit(Lanes::subtract(Lanes::max(Lanes::value(X), Base), D));
    };
  };
  auto Exact = From(Lanes::splat(Floor));
  auto Later = From(D), Behind = From(S), Read = From(Operand);
  for (const Time *T : {&Retired, &Supplied, &Latest})
    if (!Exact(*T))
      return false;
  for (const Time *T : {&Renamer, &Committed, &CommitPort, &LastLoad, &Fenced,
                        &FillBuffers, &LastQueued, &Translations})
    if (!Later(*T))
      return false;
  for (const Time *T : {&TakenBranch, &Decoders, &DecoderBytes, &UopCaches,
                        &ComplexDecoders, &CodeLines})
    if (!Behind(*T))
      return false;
  for (size_t I = 0; I != NumRegisters; ++I)
    if (!Read(Registers[I]))
      return false;
  for (size_t I = 0; I != NumPorts; ++I)
    if (!Later(Ports[I]))
      return false;
  for (const Time &T : Links)
    if (!Later(T))
      return false;
  for (const Time &T : Banks)
    if (!Later(T))
      return false;
  for (const auto *Q :
       {&Reorder, &Loads, &Stores, &IntegerFile, &VectorFile, &VectorQueue,
        &StoreValues, &StoreIssues, &StoreAddresses, &StoreCommits})
    if (!Q->visitVisible(Later))
      return false;
  if (!DecodeQueue.visitVisible(Behind))
    return false;
  for (uint32_t Age = 0; Age != Machine.NumLineSlots; ++Age)
    if (!Later(LineArrivals[(Flight - Age) % OutcomeModel::NumLineSlots]))
      return false;
  return true;
}

template <class Lanes> bool Simulator<Lanes>::remember(uint32_t Flight) {
  if constexpr (Lanes::Tracks)
    return false;
  Kept.Version = Version;
  Calendar.advance(Dispatched);
  alignas(64) int32_t D[N];
  Lanes::store(D, Lanes::value(Dispatched));
  Kept.Times.clear();
  visitRelative(Flight, [&](const Ints &X) {
    Kept.Times.push_back(X);
    return true;
  });
  Kept.Writers = Writers;
  for (auto &S : Schedulers)
    S.beginPeriod(D);
  Calendar.beginPeriod();
  for (unsigned I = 0; I != N; ++I) {
    Kept.Dispatched[I] = Rebased[I] * UnitsPerCycle + D[I];
    Kept.Counts[I].clear();
    size_t Longest = 0;
    for (const auto &S : Schedulers) {
      size_t Before = Kept.Counts[I].size();
      if (!S.visitCounts(I, D[I], [&](int32_t Count) {
            Kept.Counts[I].push_back(Count);
            return true;
          }))
        return false;
      // One number for each cycle.
      Longest = std::max(Longest, Kept.Counts[I].size() - Before);
    }
    Kept.Free[I] = Kept.Dispatched[I] + int64_t(Longest) * UnitsPerCycle;
    Kept.Taken[I].clear();
    Calendar.visitTaken(I, [&](uint16_t Units) {
      Kept.Taken[I].push_back(Units);
      return true;
    });
  }
  return true;
}

/// Whether the same is taken of the ports of lane I as was.
template <class Lanes> bool Simulator<Lanes>::sameTaken(unsigned I) const {
  size_t Index = 0;
  const std::vector<uint16_t> &Before = Kept.Taken[I];
  return Calendar.visitTaken(I, [&](uint16_t Units) {
    return Index < Before.size() && Before[Index++] == Units;
  }) && Index == Before.size();
}

/// Whether the schedulers of lane I hold what they held.
template <class Lanes>
bool Simulator<Lanes>::sameCounts(unsigned I, int32_t D) {
  size_t Index = 0;
  for (const auto &S : Schedulers)
    if (!S.visitCounts(I, D, [&](int32_t Count) {
          return Index < Kept.Counts[I].size() &&
                 Kept.Counts[I][Index++] == Count;
        }))
      return false;
  return Index == Kept.Counts[I].size();
}

template <class Lanes>
Recurrence Simulator<Lanes>::recurs(uint32_t Flight, bool Again) {
  if (Lanes::Tracks || Kept.Version != Version)
    return Recurrence::No;
  auto *Next = Kept.Times.data();
  if (!visitRelative(Flight, [&](const Ints &X) {
        const Ints &Before = *Next++;
        return (Lanes::greater(X, Before) | Lanes::greater(Before, X)) == 0;
      }))
    return Recurrence::No;
  if (Writers != Kept.Writers)
    return Recurrence::No;
  uint32_t PhaseMatters = 0;
  for (const auto &S : Schedulers)
    PhaseMatters |= S.phaseMatters();
  FreeLanes = 0;
  Calendar.advance(Dispatched);
  alignas(64) int32_t D[N];
  Lanes::store(D, Lanes::value(Dispatched));
  for (unsigned I = 0; I != N; ++I) {
    int64_t Now = Rebased[I] * UnitsPerCycle + D[I];
    Period[I] = Now - Kept.Dispatched[I];
    const bool IsWhole = Period[I] % UnitsPerCycle == 0;
    if (!sameTaken(I) || (!IsWhole && Calendar.hasReserved()))
      return Recurrence::No;
    if (IsWhole && sameCounts(I, D[I]))
      continue;
    // Older entries than those of the stretch must be free by now.
    if ((PhaseMatters >> I & 1) != 0 || Now < Kept.Free[I] + UnitsPerCycle)
      return Recurrence::No;
    FreeLanes |= 1u << I;
  }
  return FreeLanes == 0 || Again ? Recurrence::InAll : Recurrence::InTimes;
}

template <class Lanes>
bool Simulator<Lanes>::advance(uint64_t Times, uint32_t Flights) {
  // The slots are taken in turn.
  if (Machine.NumLineSlots != 0)
    std::rotate(LineArrivals,
                LineArrivals + (-Flights % OutcomeModel::NumLineSlots),
                LineArrivals + OutcomeModel::NumLineSlots);
  alignas(64) int32_t Back[N], D[N];
  for (unsigned I = 0; I != N; ++I) {
    int64_t Units = int64_t(Times) * Period[I];
    Rebased[I] += Units / UnitsPerCycle;
    Back[I] = -static_cast<int32_t>(Units % UnitsPerCycle);
  }
  if (FreeLanes == 0)
    return true;
  const Ints Past = Lanes::splat(Floor + 1), Units = Lanes::load(Back);
  forEachTime([&](Time &X) { Lanes::rebase(X, Past, Units); });
  Lanes::store(D, Lanes::value(Dispatched));
  for (unsigned I = 0; I != N; ++I)
    if ((FreeLanes >> I & 1) != 0)
      for (auto &S : Schedulers)
        S.empty(I, D[I]);
  return false;
}

} // namespace rafter::simulation

#endif // RAFTER_LIB_SIMULATION_SIMULATORSNAPSHOT_H
