//===- SimulatorSnapshot.h - States that recur ------------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Definitions of Simulator.h that compare states. A time can have an effect
// only if it is later than what it is compared with: dispatch, and for the
// front end its own time. Earlier ones are all alike. Schedulers count in whole
// cycles, so that states are alike only whole cycles apart.
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
  for (const Time *T :
       {&Renamer, &Committed, &CommitPort, &LastLoad, &Fenced, &FillBuffers})
    if (!Later(*T))
      return false;
  for (const Time *T : {&TakenBranch, &Decoders, &DecoderBytes, &UopCaches})
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
  for (const auto *Q : {&Reorder, &Loads, &Stores, &IntegerFile, &VectorFile,
                        &StoreValues, &StoreIssues, &StoreCommits})
    if (!Q->visitVisible(Later))
      return false;
  if (!DecodeQueue.visitVisible(Behind))
    return false;
  for (uint32_t Age = 0; Age != OutcomeModel::NumLineSlots; ++Age)
    if (!Later(LineArrivals[(Flight - Age) % OutcomeModel::NumLineSlots]))
      return false;
  return true;
}

template <class Lanes> void Simulator<Lanes>::settleSchedulers() {
  alignas(64) int32_t D[N];
  Lanes::store(D, Lanes::value(Dispatched));
  for (auto &S : Schedulers)
    S.settle(D);
}

template <class Lanes> bool Simulator<Lanes>::remember(uint32_t Flight) {
  if constexpr (Lanes::Tracks)
    return false;
  Kept.Version = Version;
  alignas(64) int32_t D[N];
  Lanes::store(D, Lanes::value(Dispatched));
  for (unsigned I = 0; I != N; ++I)
    Kept.Dispatched[I] = Rebased[I] * UnitsPerCycle + D[I];
  Kept.Times.clear();
  visitRelative(Flight, [&](const Ints &X) {
    Kept.Times.push_back(X);
    return true;
  });
  settleSchedulers();
  Kept.Counts.clear();
  Kept.IsSum = IsSum;
  for (const auto &S : Schedulers)
    if (!S.visitCounts([&](int32_t Count) {
          Kept.Counts.push_back(Count);
          return true;
        }))
      return false;
  return true;
}

template <class Lanes> bool Simulator<Lanes>::recurs(uint32_t Flight) {
  if (Lanes::Tracks || Kept.Version != Version)
    return false;
  alignas(64) int32_t D[N];
  Lanes::store(D, Lanes::value(Dispatched));
  for (unsigned I = 0; I != N; ++I) {
    int64_t Units = Rebased[I] * UnitsPerCycle + D[I] - Kept.Dispatched[I];
    if (Units % UnitsPerCycle != 0)
      return false;
    Period[I] = Units / UnitsPerCycle;
  }
  auto *Next = Kept.Times.data();
  if (!visitRelative(Flight, [&](const Ints &X) {
        const Ints &Before = *Next++;
        return (Lanes::greater(X, Before) | Lanes::greater(Before, X)) == 0;
      }))
    return false;
  if (IsSum != Kept.IsSum)
    return false;
  settleSchedulers();
  size_t Index = 0;
  for (const auto &S : Schedulers)
    if (!S.visitCounts([&](int32_t Count) {
          return Index < Kept.Counts.size() && Kept.Counts[Index++] == Count;
        }))
      return false;
  return Index == Kept.Counts.size();
}

template <class Lanes>
void Simulator<Lanes>::advance(uint64_t Times, uint32_t Flights) {
  for (unsigned I = 0; I != N; ++I)
    Rebased[I] += int64_t(Times) * Period[I];
  // The slots are taken in turn.
  std::rotate(LineArrivals,
              LineArrivals + (-Flights % OutcomeModel::NumLineSlots),
              LineArrivals + OutcomeModel::NumLineSlots);
}

} // namespace rafter::simulation

#endif // RAFTER_LIB_SIMULATION_SIMULATORSNAPSHOT_H
