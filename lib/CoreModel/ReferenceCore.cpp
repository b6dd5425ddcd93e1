//===- ReferenceCore.cpp - A trace-driven out-of-order core ---------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/CoreModel/ReferenceCore.h"
#include "Core.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <array>

using namespace rafter;

CoreResult rafter::simulateCore(const CoreDesign &Design,
                                const TraceRegion &Region,
                                const Dependences &Producers,
                                const BranchOutcomes &Outcomes) {
  FirstLevels Caches = FirstLevels::ofWarmUp(Region);
  return simulateCore(Design, Region, Producers, Outcomes, Caches);
}

CoreResult rafter::simulateCore(const CoreDesign &Design,
                                const TraceRegion &Region,
                                const Dependences &Producers,
                                const BranchOutcomes &Outcomes,
                                FirstLevels &Caches) {
  return Core(Design, Region, Producers, Outcomes, Caches.warm(Design)).run();
}

CoreResult rafter::simulateCore(const CoreDesign &Design,
                                const TraceRegion &Region) {
  return simulateCore(Design, Region, Dependences(Region.Instructions),
                      predictBranches(Region, Design));
}

llvm::Expected<IdealParts> rafter::parseIdealParts(llvm::StringRef Text) {
  static const std::pair<llvm::StringRef, IdealParts> Names[] = {
      {"fetch", IdealFetch},
      {"width", IdealWidth},
      {"branches", IdealBranches},
      {"caches", IdealCaches},
      {"memory-latency", IdealMemory},
      {"dividers", IdealDividers},
      {"ports", IdealPorts},
      {"latencies", IdealLatencies},
      {name(CycleArea::FrontEnd), IdealFetch | IdealWidth},
      {name(CycleArea::BadSpeculation), IdealBranches},
      {name(CycleArea::Memory), IdealCaches | IdealMemory},
      {name(CycleArea::Core), IdealCore}};
  IdealParts Parts = 0;
  llvm::SmallVector<llvm::StringRef> Words;
  Text.split(Words, ',');
  for (llvm::StringRef Word : Words) {
    const auto *Found = llvm::find_if(
        Names, [&](const auto &Row) { return Row.first == Word.trim(); });
    if (Found == std::end(Names)) {
      auto Known = llvm::map_range(
          Names, [](const auto &Row) { return Row.first.str(); });
      return llvm::createStringError("'" + Word + "' is none of " +
                                     llvm::join(Known, ", "));
    }
    Parts |= Found->second;
  }
  return Parts;
}

static CoreDesign idealized(CoreDesign Design, IdealParts Ideal) {
  if (Ideal & IdealFetch)
    Design.FetchBuffers = 8;
  if (Ideal & IdealWidth)
    Design.FetchWidth = Design.DecodeWidth = Design.RenameWidth = 12;
  if (Ideal & IdealDividers)
    Design.IntegerDividers = Design.FloatDividers = 0;
  if (Ideal & IdealPorts)
    Design.IntegerIssue = Design.FloatIssue = Design.MemoryIssue =
        Design.LoadStorePipes = 8;
  return Design;
}

MonitoredRun rafter::monitorCore(const CoreDesign &Real,
                                 const TraceRegion &Region, uint64_t Interval,
                                 IdealParts Ideal) {
  const CoreDesign Design = idealized(Real, Ideal);
  Dependences Producers(Region.Instructions);
  BranchOutcomes Outcomes = predictBranches(Region, Design);
  if (Ideal & IdealBranches) {
    Outcomes.Mispredicted.reset();
    Outcomes.Mispredictions = 0;
  }
  Core Unit(Design, Region, Producers, Outcomes,
            FirstLevels::ofWarmUp(Region).warm(Design), Ideal);
  Unit.monitor(Interval);
  MonitoredRun Run;
  Run.Result = Unit.run();
  Run.Intervals = Unit.takeIntervals();
  for (const CoreInterval &Sample : Run.Intervals)
    for (unsigned I = 0; I != NumCoreEvents; ++I)
      Run.Total.Of[I] += Sample.Counts.Of[I];
  return Run;
}
