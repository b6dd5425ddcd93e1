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

PerfPlan rafter::planCounting(llvm::ArrayRef<std::string> Metrics,
                              const PerfPlanOptions &Options) {
  llvm::StringSet<> Seen;
  Seen.insert(Options.TimeEvent);
  Seen.insert(Options.WorkEvent);
  std::vector<std::string> Groups;
  unsigned InGroup = 0;
  for (const std::string &Metric : Metrics) {
    if (!Seen.insert(Metric).second)
      continue;
    if (InGroup == 0)
      Groups.push_back("{" + Options.TimeEvent + "," + Options.WorkEvent);
    Groups.back() += "," + Metric;
    InGroup = (InGroup + 1) % Options.MetricsPerGroup;
  }
  PerfPlan Plan;
  Plan.Groups = Groups.size();
  for (size_t I = 0; I != Groups.size(); ++I) {
    if (I % Options.GroupsPerRun == 0)
      Plan.Runs.emplace_back();
    Plan.Runs.back().push_back(Groups[I] + "}");
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
