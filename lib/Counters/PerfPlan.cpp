//===- PerfPlan.cpp - Which events are counted together -------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/Counters/PerfPlan.h"
#include "rafter/Counters/EventName.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"

using namespace rafter;
using llvm::StringRef;

std::vector<std::string> rafter::splitEvents(StringRef Group) {
  std::vector<std::string> Events(1);
  bool InUnit = false;
  for (char C : Group) {
    InUnit ^= C == '/';
    if (C == ',' && !InUnit)
      Events.emplace_back();
    else
      Events.back() += C;
  }
  llvm::erase_if(Events, [](const std::string &E) { return E.empty(); });
  return Events;
}

std::string rafter::inUnit(StringRef Group, StringRef Unit) {
  std::string Text;
  for (const std::string &Event : splitEvents(Group)) {
    EventName Parts = parseEventName(Event);
    if (!Text.empty())
      Text += ',';
    Text += (Unit + "/" + Parts.Base + "/" + Parts.Modifiers).str();
  }
  return Text;
}

/// What a group with Metric begins with.
static std::string leadersOf(StringRef Metric, const PerfPlanOptions &Options) {
  const EventName Parts = parseEventName(Metric);
  std::string Leaders = Options.TimeEvent + "," + Options.WorkEvent;
  if (Parts.Base.starts_with("topdown-"))
    Leaders = "slots," + Leaders;
  return isKindOfCores(Parts.Unit) ? inUnit(Leaders, Parts.Unit) : Leaders;
}

namespace {

struct EventGroup {
  std::string Events;
  unsigned Metrics = 0;
};

} // namespace

PerfPlan rafter::planCounting(llvm::ArrayRef<std::string> Metrics,
                              const PerfPlanOptions &Options) {
  llvm::StringSet<> Seen;
  std::vector<EventGroup> Groups;
  /// Of each leaders the group that is filled.
  llvm::StringMap<size_t> Open;
  for (const std::string &Metric : Metrics) {
    const std::string Leaders = leadersOf(Metric, Options);
    if (!Seen.insert(Metric).second ||
        llvm::is_contained(splitEvents(Leaders), Metric))
      continue;
    auto [It, IsNew] = Open.try_emplace(Leaders, Groups.size());
    const bool IsFull = !IsNew &&
                        Groups[It->second].Metrics == Options.MetricsPerGroup &&
                        !parseEventName(Metric).Base.starts_with("topdown-");
    if (IsNew || IsFull) {
      It->second = Groups.size();
      Groups.push_back({Leaders});
    }
    Groups[It->second].Events += "," + Metric;
    ++Groups[It->second].Metrics;
  }
  PerfPlan Plan;
  Plan.Groups = Groups.size();
  for (size_t I = 0; I != Groups.size(); ++I) {
    if (I % Options.GroupsPerRun == 0)
      Plan.Runs.emplace_back();
    Plan.Runs.back().push_back("{" + Groups[I].Events + "}");
  }
  return Plan;
}

static bool isOfOneCore(StringRef Event) {
  EventName Parts = parseEventName(Event);
  if (!isCoreUnit(Parts.Unit) || isClock(Parts.Base) ||
      Parts.Base.contains(':'))
    return false;
  // Time and work are counted anyway, under another name.
  if (timeRank(Parts.Base) || workRank(Parts.Base))
    return false;
  // Vendors' events outside of the core have no unit in their names.
  for (StringRef Prefix : {"unc_", "uncore", "llc_misses.", "llc_references.",
                           "upi_", "qpi_", "rNNN", "mem:", "cstate", "power",
                           "msr", "intel_pt", "intel_bts", "ibs_"})
    if (Parts.Base.starts_with_insensitive(Prefix))
      return false;
  return !Parts.Base.empty();
}

std::vector<std::string> rafter::coreEvents(StringRef RawList) {
  std::vector<std::string> Events;
  llvm::StringSet<> Seen;
  llvm::SmallVector<StringRef> Words;
  llvm::SplitString(RawList, Words, " \t\r\n");
  for (StringRef Word : Words)
    if (isOfOneCore(Word) && Seen.insert(Word).second)
      Events.push_back(Word.str());
  return Events;
}
