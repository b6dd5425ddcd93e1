//===- ReferenceCore.cpp - A trace-driven out-of-order core ---------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/CoreModel/ReferenceCore.h"
#include "Core.h"

using namespace rafter;

CoreResult rafter::simulateCore(const CoreDesign &Design,
                                const TraceRegion &Region,
                                const Dependences &Producers,
                                const BranchOutcomes &Outcomes) {
  FirstLevels Caches(Region);
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

MonitoredRun rafter::monitorCore(const CoreDesign &Design,
                                 const TraceRegion &Region, uint64_t Interval) {
  Dependences Producers(Region.Instructions);
  BranchOutcomes Outcomes = predictBranches(Region, Design);
  Core Unit(Design, Region, Producers, Outcomes,
            FirstLevels(Region).warm(Design));
  Unit.monitor(Interval);
  MonitoredRun Run;
  Run.Result = Unit.run();
  Run.Intervals = Unit.takeIntervals();
  for (const CoreInterval &Sample : Run.Intervals)
    for (unsigned I = 0; I != NumCoreEvents; ++I)
      Run.Total.Of[I] += Sample.Counts.Of[I];
  return Run;
}
