//===- CacheLevels.cpp - In-order simulation of all caches ----------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CacheLevels.h"

using namespace rafter;
using namespace rafter::concorde;
using Request = FirstLevels::Request;

CacheLevels::Data CacheLevels::data(const CoreDesign &Design) {
  Data Result;
  Result.LoadCycles.assign(Trace.loads().size(),
                           LoadLatency[unsigned(DataSource::L1)]);
  Result.MemoryLines.assign(Trace.windows().size(), 0);
  SharedCaches Caches =
      First.sharedCaches(Design.L2, Design.PrefetchDegree != 0);
  auto WrittenBack = [&] { return Caches.writeBacks(DataSource::LastLevel); };
  FirstLevels::merge(
      First.instructionRequests(CoreDesign()), First.dataRequests(Design),
      [&](const Request &R, bool IsData) {
        uint64_t Before = WrittenBack();
        DataSource Source = R.sendTo(Caches);
        if (IsData && R.Number != FirstLevels::None)
          Result.LoadCycles[R.Number] = LoadLatency[unsigned(Source)];
        uint64_t Lines =
            (Source == DataSource::Memory) + WrittenBack() - Before;
        if (R.Time < WarmUp || Lines == 0)
          return;
        size_t Window = (R.Time - WarmUp) / WindowSize;
        if (Window < Result.MemoryLines.size())
          Result.MemoryLines[Window] += Lines;
      });
  return Result;
}

std::vector<uint8_t> CacheLevels::fetchCycles(const CoreDesign &Design) {
  std::vector<uint8_t> Cycles(Trace.fetches().size(),
                              FetchLatency[unsigned(DataSource::L1)]);
  SharedCaches Caches =
      First.sharedCaches(Design.L2, CoreDesign().PrefetchDegree != 0);
  FirstLevels::merge(First.instructionRequests(Design),
                     First.dataRequests(CoreDesign()),
                     [&](const Request &R, bool IsData) {
                       DataSource Source = R.sendTo(Caches);
                       if (!IsData && R.Number != FirstLevels::None)
                         Cycles[R.Number] = FetchLatency[unsigned(Source)];
                     });
  return Cycles;
}
