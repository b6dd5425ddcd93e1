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

namespace {

/// Finds the fill that each access can wait for.
class TrafficRecorder {
public:
  TrafficRecorder(DataAccesses *Accesses, MemoryTraffic &To)
      : Accesses(Accesses), To(To) {
    if (!Accesses)
      return;
    Accesses->begin();
    To.FillOf.reserve(Accesses->positions().size());
  }

  void add(const Request &R, uint32_t Position, DataSource Source,
           uint64_t Transfers, bool IsData) {
    MemoryTraffic::FillKind Kind = MemoryTraffic::NoFill;
    if (IsData && R.Kind != Request::WriteBack)
      Kind = R.Kind == Request::Unique       ? MemoryTraffic::ForStore
             : R.Number != FirstLevels::None ? MemoryTraffic::ForLoad
                                             : MemoryTraffic::ForPrefetch;
    if (Kind == MemoryTraffic::NoFill && Transfers == 0)
      return;
    uint32_t Number = To.Fills.size();
    To.Fills.push_back({Position, Source, Kind, uint8_t(Transfers)});
    if (Kind == MemoryTraffic::NoFill)
      return;
    bool IsOwn = Kind != MemoryTraffic::ForPrefetch;
    noteUpTo(IsOwn ? Position : Position + 1);
    Accesses->fill(R.Line, Number);
    if (IsOwn)
      To.FillOf.push_back(Number);
  }
  void finish() { noteUpTo(FirstLevels::None); }

private:
  /// The accesses of the instructions before Position.
  void noteUpTo(uint32_t Position) {
    llvm::ArrayRef<uint32_t> Positions = Accesses->positions();
    for (size_t A = To.FillOf.size();
         A != Positions.size() && Positions[A] < Position; ++A)
      To.FillOf.push_back(Accesses->lastFill(A));
  }

  DataAccesses *Accesses;
  MemoryTraffic &To;
};

} // namespace

void CacheLevels::prepareData(const CoreDesign &Design) {
  (void)First.instructionRequests(CoreDesign());
  (void)First.dataRequests(Design);
  (void)First.sharedCaches(Design.L2, Design.PrefetchDegree != 0);
}

CacheLevels::Data CacheLevels::data(const CoreDesign &Design,
                                    DataAccesses *Followed) {
  Data Result;
  Result.LoadCycles.assign(Trace.loads().size(),
                           LoadLatency[unsigned(DataSource::L1)]);
  Result.MemoryLines.assign(Trace.windows().size(), 0);
  TrafficRecorder Traffic(Followed, Result.Traffic);
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
        if (R.Time < WarmUp)
          return;
        if (Followed)
          Traffic.add(R, R.Time - WarmUp, Source, Lines, IsData);
        if (Lines == 0)
          return;
        size_t Window = (R.Time - WarmUp) / WindowSize;
        if (Window < Result.MemoryLines.size())
          Result.MemoryLines[Window] += Lines;
      });
  if (Followed)
    Traffic.finish();
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
