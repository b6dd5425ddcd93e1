//===- SampleBuilder.cpp - From readings to samples -----------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SampleBuilder.h"
#include "rafter/Counters/EventName.h"
#include "llvm/ADT/Twine.h"
#include <algorithm>
#include <cmath>

using namespace rafter;
using llvm::ArrayRef;
using llvm::Error;
using llvm::StringRef;

/// Members of a group are counted for the same time; perf reads them one after
/// the other, which makes a difference of microseconds.
static constexpr double SameGroup = 0.01;
/// Groups whose times differ by less are told apart by their order.
static constexpr double SameTime = 1e-4;

/// Whether Wanted, an event that the user names, is Name.
static bool isNamed(StringRef Name, StringRef Base, StringRef Wanted) {
  return Name.equals_insensitive(Wanted) || Base.equals_insensitive(Wanted);
}

SampleBuilder::Event &SampleBuilder::eventNamed(StringRef Name) {
  auto [It, IsNew] = Facts.try_emplace(Name);
  if (!IsNew)
    return *It;
  EventFacts &F = It->second;
  EventName Parts = parseEventName(Name);
  F.TimeRank = Options.TimeEvent.empty()
                   ? timeRank(Parts.Base)
                   : isNamed(Name, Parts.Base, Options.TimeEvent);
  F.WorkRank = Options.WorkEvent.empty()
                   ? workRank(Parts.Base)
                   : isNamed(Name, Parts.Base, Options.WorkEvent);
  F.IsClock = isClock(Parts.Base);
  if (!Parts.Unit.empty() && isCoreUnit(Parts.Unit))
    F.Unit = Units.try_emplace(Parts.Unit, Units.size() + 1).first->second;
  return *It;
}

Error SampleBuilder::startRun() {
  if (Error E = endInterval())
    return E;
  std::string Name = File;
  if (++Runs > 1)
    Name += "#" + std::to_string(Runs);
  Run = Table.addRun(Name);
  End = -1;
  return Error::success();
}

Error SampleBuilder::take(const PerfReading &R) {
  double Time = R.Time.value_or(-1);
  if (Time != End) {
    if (Error E = endInterval())
      return E;
    End = Time;
  }
  if (R.State == CountState::NotCounted) {
    ++Table.Dropped.NotCounted;
    return Error::success();
  }
  if (R.State == CountState::NotSupported) {
    ++Table.Dropped.NotSupported;
    return Error::success();
  }
  Event &Of = eventNamed(R.Event);
  if (Of.second.IsClock && !Of.second.TimeRank && !Of.second.WorkRank) {
    ++Table.Dropped.Clocks;
    return Error::success();
  }
  std::string Scope = R.Scope.str();
  if (!R.Cgroup.empty())
    Scope += (Scope.empty() ? "" : " ") + R.Cgroup.str();
  Interval[Table.scope(Scope)].push_back(
      {&Of, R.Value, R.RunTime, R.Running, R.Line});
  return Error::success();
}

Error SampleBuilder::endInterval() {
  for (auto &[Scope, Readings] : Interval) {
    if (Error E = endScope(Scope, Readings))
      return E;
    // The memory is used again for the next interval.
    Readings.clear();
  }
  return Error::success();
}

/// How much the times differ for which two readings were counted, relative to
/// the greater; 0 if that is not known.
template <typename Reading>
static double timeApart(const Reading &A, const Reading &B) {
  if (A.Running && B.Running && std::abs(*A.Running - *B.Running) > SameGroup)
    return 1;
  if (!A.RunTime || !B.RunTime)
    return 0;
  double Greater = std::max(*A.RunTime, *B.RunTime);
  return Greater > 0 ? std::abs(*A.RunTime - *B.RunTime) / Greater : 0;
}

/// The readings of the best event that ranks, for each unit, in their order.
std::vector<size_t> SampleBuilder::best(ArrayRef<Kept> Readings,
                                        unsigned EventFacts::*Rank) const {
  llvm::DenseMap<unsigned, unsigned> Least;
  for (const Kept &R : Readings)
    if (unsigned Of = R.facts().*Rank) {
      auto [It, IsNew] = Least.try_emplace(R.facts().Unit, Of);
      It->second = std::min(It->second, Of);
    }
  std::vector<size_t> Found;
  for (size_t I = 0; I != Readings.size(); ++I) {
    const EventFacts &F = Readings[I].facts();
    if (F.*Rank && F.*Rank == Least.lookup(F.Unit))
      Found.push_back(I);
  }
  return Found;
}

std::vector<SampleBuilder::Pair>
SampleBuilder::findPairs(ArrayRef<Kept> Readings) const {
  std::vector<Pair> Pairs;
  std::vector<size_t> Works = best(Readings, &EventFacts::WorkRank);
  std::vector<bool> Taken(Works.size());
  for (size_t Time : best(Readings, &EventFacts::TimeRank)) {
    // The nearest work that was counted for as long and is not taken.
    size_t Nearest = Works.size();
    size_t Distance = ~size_t(0);
    for (size_t I = 0; I != Works.size(); ++I) {
      size_t Apart = Works[I] > Time ? Works[I] - Time : Time - Works[I];
      if (Taken[I] || Apart >= Distance ||
          Readings[Works[I]].facts().Unit != Readings[Time].facts().Unit ||
          timeApart(Readings[Works[I]], Readings[Time]) > SameGroup)
        continue;
      Nearest = I;
      Distance = Apart;
    }
    if (Nearest == Works.size())
      continue;
    Taken[Nearest] = true;
    Pairs.push_back({Time, Works[Nearest], Readings[Time].facts().Unit});
  }
  llvm::sort(Pairs, [](const Pair &A, const Pair &B) {
    return std::min(A.Time, A.Work) < std::min(B.Time, B.Work);
  });
  return Pairs;
}

/// The time and work that were counted while the metric was; null: none.
const SampleBuilder::Pair *SampleBuilder::findPair(ArrayRef<Kept> Readings,
                                                   size_t Metric,
                                                   ArrayRef<Pair> Pairs) const {
  const Kept &M = Readings[Metric];
  auto Apart = [&](const Pair &P) {
    if (M.facts().Unit && P.Unit && M.facts().Unit != P.Unit)
      return HUGE_VAL;
    return std::max(timeApart(M, Readings[P.Time]),
                    timeApart(M, Readings[P.Work]));
  };
  // Of several that fit, the last that stands before the metric; otherwise the
  // first. Where groups are in order, it is the nearest.
  auto Behind = llvm::partition_point(
      Pairs, [&](const Pair &P) { return std::min(P.Time, P.Work) < Metric; });
  if (Behind != Pairs.begin() && Apart(Behind[-1]) <= SameTime)
    return &Behind[-1];
  double Least = HUGE_VAL;
  for (const Pair &P : Pairs)
    Least = std::min(Least, Apart(P));
  if (!(Least <= SameGroup))
    return nullptr;
  const Pair *Found = nullptr;
  for (const Pair &P : Pairs)
    if (Apart(P) <= Least + SameTime &&
        (!Found || std::min(P.Time, P.Work) < Metric))
      Found = &P;
  return Found;
}

Error SampleBuilder::endScope(uint32_t Scope, ArrayRef<Kept> Readings) {
  std::vector<Pair> Pairs = findPairs(Readings);
  for (const Pair &P : Pairs)
    if (Error E = unifyUnits(
            canonicalName(parseEventName(Readings[P.Time].Of->first()).Base),
            canonicalName(parseEventName(Readings[P.Work].Of->first()).Base),
            Table))
      return llvm::createStringError(llvm::Twine(File) + ":" +
                                     llvm::Twine(Readings[P.Time].Line) + ": " +
                                     llvm::toString(std::move(E)));
  std::vector<bool> IsPair(Readings.size());
  for (const Pair &P : Pairs)
    IsPair[P.Time] = IsPair[P.Work] = true;
  for (size_t I = 0; I != Readings.size(); ++I) {
    if (IsPair[I])
      continue;
    const Pair *P = findPair(Readings, I, Pairs);
    if (!P)
      ++Table.Dropped.NotTogether;
    else if (Error E = addSample(Scope, Readings[P->Time], Readings[P->Work],
                                 Readings[I]))
      return E;
  }
  return Error::success();
}

Error SampleBuilder::addSample(uint32_t Scope, const Kept &Time,
                               const Kept &Work, const Kept &Metric) {
  if (!(Time.Value > 0)) {
    if (!(Work.Value > 0) && !(Metric.Value > 0)) {
      ++Table.Dropped.Empty;
      return Error::success();
    }
    if (Options.SkipBadLines) {
      ++Table.Dropped.BadLines;
      return Error::success();
    }
    const Kept &Odd = Work.Value > 0 ? Work : Metric;
    return llvm::createStringError(
        llvm::Twine(File) + ":" + llvm::Twine(Odd.Line) + ": " +
        Odd.Of->first() + " was counted while no time passed (" +
        Time.Of->first() + " is 0)");
  }
  EventFacts &F = Metric.Of->second;
  if (F.Index == ~0u)
    F.Index = Table.event(Metric.Of->first());
  double Running = std::min({Time.Running.value_or(1), Work.Running.value_or(1),
                             Metric.Running.value_or(1)});
  Table.Samples.push_back({Time.Value, Work.Value, Metric.Value, End,
                           static_cast<float>(Running), F.Index, Run, Scope});
  return Error::success();
}

Error rafter::unifyUnits(StringRef Time, StringRef Work, SampleTable &Table) {
  if (Table.TimeEvent.empty()) {
    Table.TimeEvent = Time.str();
    Table.WorkEvent = Work.str();
    return Error::success();
  }
  if (Table.TimeEvent != Time)
    return llvm::createStringError("time is counted by " + Time + ", but by " +
                                   Table.TimeEvent + " before");
  if (Table.WorkEvent != Work)
    return llvm::createStringError("work is counted by " + Work + ", but by " +
                                   Table.WorkEvent + " before");
  return Error::success();
}
