//===- SampleBuilder.cpp - From readings to samples -----------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SampleBuilder.h"
#include "rafter/Counters/EventName.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/Twine.h"
#include <algorithm>
#include <cmath>

using namespace rafter;
using llvm::ArrayRef;
using llvm::Error;
using llvm::StringRef;

/// Members of a group are counted for the same time; perf reads them one after
/// the other, which makes a difference of microseconds for each processor
/// (published counts of 16 processors differ by 37 microseconds in 16 s). What
/// takes turns does so every 4 ms or less often (perf_event_mux_interval_ms in
/// the kernel's sysfs), so that ungrouped events differ by more.
static constexpr double SameRunTime = 50e3; // nanoseconds
static constexpr double SameRunTimePart = 1e-5;
/// perf cuts shares off to whole percent in CSV and JSON.
static constexpr double SameShare = 0.0101;
/// Where tables say shares only, with two decimals of a percent.
static constexpr double SameExactShare = 1.5e-4;

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
  uint32_t Scope = scopeOf(R.Scope, R.Cgroup);
  Interval[Scope].push_back({&Of, R.Value, R.RunTime, R.Running, R.Line});
  EventCount Count;
  Count.Value = R.Value;
  Count.End = End;
  Count.RunTime = R.RunTime.value_or(-1);
  Count.Running = R.Running.value_or(1);
  Count.Deviation = R.Deviation.value_or(0);
  if (Of.second.CountName == ~0u)
    Of.second.CountName = Table.countName(R.Event);
  Count.Name = Of.second.CountName;
  Count.Run = Run;
  Count.Scope = Scope;
  Table.Counts.push_back(Count);
  return Error::success();
}

uint32_t SampleBuilder::scopeOf(StringRef Scope, StringRef Cgroup) {
  if (LastScopeNumber && Cgroup.empty() && Scope == LastScope)
    return *LastScopeNumber;
  LastScope = Scope.str();
  if (!Cgroup.empty())
    LastScope += (LastScope.empty() ? "" : " ") + Cgroup.str();
  LastScopeNumber = Table.scope(LastScope);
  return *LastScopeNumber;
}

void SampleBuilder::take(const PerfMetric &M) {
  Table.Derived.push_back(
      {M.Value, M.Time.value_or(-1), Table.countName(M.Name), Run,
       scopeOf(M.Scope, M.Cgroup), M.Unit.starts_with("%")});
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

/// How much the times differ for which two readings were counted, as a part of
/// what they may differ within a group; 0 if that is not known.
template <typename Reading>
static double timeApart(const Reading &A, const Reading &B) {
  double ShareA = A.Running.value_or(1), ShareB = B.Running.value_or(1);
  // Nothing took turns.
  if (ShareA == 1 && ShareB == 1)
    return 0;
  if (!A.RunTime || !B.RunTime)
    return std::abs(ShareA - ShareB) / SameExactShare;
  if (std::abs(ShareA - ShareB) > SameShare)
    return HUGE_VAL;
  return std::abs(*A.RunTime - *B.RunTime) /
         (SameRunTime + SameRunTimePart * std::max(*A.RunTime, *B.RunTime));
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
          timeApart(Readings[Works[I]], Readings[Time]) > 1)
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

/// The time and work that were counted while the metric was; null: none. On a
/// hybrid machine each has to be of the metric's own kind of core.
const SampleBuilder::Pair *SampleBuilder::findPair(ArrayRef<Kept> Readings,
                                                   size_t Metric,
                                                   ArrayRef<Pair> Pairs,
                                                   bool IsHybrid) const {
  const Kept &M = Readings[Metric];
  auto Apart = [&](const Pair &P) {
    unsigned Unit = M.facts().Unit;
    if (Unit != P.Unit && (IsHybrid || (Unit && P.Unit)))
      return HUGE_VAL;
    return std::max(timeApart(M, Readings[P.Time]),
                    timeApart(M, Readings[P.Work]));
  };
  // Of several that fit, the last that stands before the metric; otherwise the
  // first. Where groups are in order, it is the nearest.
  auto Behind = llvm::partition_point(
      Pairs, [&](const Pair &P) { return std::min(P.Time, P.Work) < Metric; });
  for (auto P = Behind; P != Pairs.begin(); --P)
    if (Apart(P[-1]) <= 1)
      return &P[-1];
  for (auto P = Behind; P != Pairs.end(); ++P)
    if (Apart(*P) <= 1)
      return &*P;
  return nullptr;
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
  llvm::SmallDenseSet<unsigned> UnitsSeen;
  for (const Kept &R : Readings)
    if (R.facts().Unit)
      UnitsSeen.insert(R.facts().Unit);
  for (size_t I = 0; I != Readings.size(); ++I) {
    if (IsPair[I])
      continue;
    const Pair *P = findPair(Readings, I, Pairs, UnitsSeen.size() > 1);
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
  // The first line of our own table is split at ", " (SampleFiles.cpp).
  for (StringRef Name : {Time, Work})
    if (Name.empty() || Name.contains(", ") ||
        Name.find_first_of("\r\n") != StringRef::npos)
      return llvm::createStringError(
          "the event of time or work has an empty name, or one with ', ' or an "
          "end of line in it");
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
