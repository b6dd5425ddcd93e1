//===- EventCounts.cpp - The counts of one kind of core -------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EventCounts.h"
#include "rafter/Counters/EventName.h"
#include "llvm/ADT/StringExtras.h"
#include <cmath>
#include <tuple>

using namespace rafter;
using llvm::StringRef;

/// Groups take turns every so many nanoseconds (perf_event_mux_interval_ms, 4
/// on x86).
static constexpr double TurnLength = 4e6;
/// Turns that are assumed where perf did not print the run time.
static constexpr double UnknownTurns = 25;

/// The relative error of a count that was scaled from Share of the time: what
/// turns differ by is taken for as large as their mean, and those that were not
/// seen are drawn from the same.
static double errorOfTurns(double Share, double RunTime) {
  if (Share >= 1 || Share <= 0)
    return 0;
  double Turns =
      RunTime > 0 ? std::max(RunTime / TurnLength, 1.0) : UnknownTurns;
  return std::sqrt((1 - Share) / Turns);
}

namespace {

/// Of one event, in the making.
struct Sum {
  double Value = 0, Time = 0, RunTime = 0, Share = 0, Deviation = 0;
  uint64_t Readings = 0;
};

} // namespace

static TotalCount totalOf(const Sum &S) {
  double Turns = errorOfTurns(S.Share / S.Readings, S.RunTime);
  double Spread = S.Deviation / S.Readings;
  return {S.Value, std::hypot(Turns, Spread)};
}

/// The relative standard error of the mean of runs; 0 for one run.
static double errorOfRuns(const std::map<uint32_t, double> &Runs) {
  const double N = double(Runs.size());
  double Sum = 0, Squares = 0;
  for (const auto &[Run, Value] : Runs)
    Sum += Value;
  for (const auto &[Run, Value] : Runs)
    Squares += (Value - Sum / N) * (Value - Sum / N);
  if (N < 2 || Sum == 0)
    return 0;
  return std::sqrt(Squares / (N - 1) / N) / (Sum / N);
}

/// The unit that tells kinds of cores apart; empty for those of all cores.
static std::string kindOf(StringRef Name) {
  StringRef Unit = parseEventName(Name).Unit;
  return Unit == "cpu" || !isCoreUnit(Unit) ? "" : Unit.str();
}

/// Counts of files that perf did not write: each event for the time of its own
/// samples, so that all are given per unit of time.
static void countSamples(const SampleTable &Table,
                         std::map<std::string, EventCounts> &All) {
  std::map<uint32_t, Sum> Sums;
  Sum Work;
  for (const CounterSample &S : Table.Samples)
    for (auto [To, Value] :
         {std::pair(&Sums[S.Event], S.Metric), std::pair(&Work, S.Work)}) {
      To->Value += Value;
      To->Time += S.Time;
      To->Share += S.Running;
      ++To->Readings;
    }
  for (auto &[Event, S] : Sums) {
    StringRef Name = Table.events()[Event];
    double Time = S.Time;
    S.Value /= Time;
    EventCounts &Of = All[kindOf(Name)];
    Of.Events[normalEventName(Name)] = totalOf(S);
    Of.Events[normalEventName(Table.TimeEvent)] = {1, 0};
    Of.Events[normalEventName(Table.WorkEvent)] = {Work.Value / Work.Time, 0};
  }
}

std::map<std::string, EventCounts>
rafter::countEvents(const SampleTable &Table) {
  std::map<std::string, EventCounts> All;
  if (Table.Counts.empty())
    countSamples(Table, All);
  // An event may be in several groups, cycles for example: each of its counts
  // stands for the same interval.
  using Place = std::tuple<uint32_t, uint32_t, uint32_t, double>;
  auto placeOf = [](const EventCount &C) {
    return Place(C.Name, C.Run, C.Scope, C.End);
  };
  std::map<Place, unsigned> Groups;
  for (const EventCount &C : Table.Counts)
    ++Groups[placeOf(C)];
  std::map<uint32_t, Sum> Sums;
  /// What each run counted of each event.
  std::map<uint32_t, std::map<uint32_t, double>> Runs;
  for (const EventCount &C : Table.Counts) {
    Sum &S = Sums[C.Name];
    const double Value = C.Value / Groups[placeOf(C)];
    S.Value += Value;
    S.RunTime += std::max(C.RunTime, 0.0);
    S.Share += C.Running;
    S.Deviation += C.Deviation;
    ++S.Readings;
    Runs[C.Name][C.Run] += Value;
  }
  for (auto &[Name, S] : Sums) {
    StringRef Text = Table.countNames()[Name];
    // Events of further runs of the program stand for one run.
    S.Value /= Runs[Name].size();
    TotalCount Total = totalOf(S);
    Total.Error = std::hypot(Total.Error, errorOfRuns(Runs[Name]));
    auto [It, IsNew] =
        All[kindOf(Text)].Events.try_emplace(normalEventName(Text), Total);
    // Of several spellings that was counted best.
    if (!IsNew && Total.Error < It->second.Error)
      It->second = Total;
  }
  std::map<uint32_t, Sum> Metrics;
  for (const DerivedValue &D : Table.Derived) {
    Sum &S = Metrics[D.Name];
    S.Value += D.IsPercent ? D.Value / 100 : D.Value;
    ++S.Readings;
  }
  for (auto &[Name, S] : Metrics)
    All[""].Metrics[StringRef(Table.countNames()[Name]).lower()] = {
        S.Value / S.Readings, 0};
  return All;
}
