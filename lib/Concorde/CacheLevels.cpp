//===- CacheLevels.cpp - In-order simulation of all caches ----------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CacheLevels.h"
#include "llvm/ADT/STLExtras.h"
#include <optional>

using namespace rafter;
using namespace rafter::concorde;
using Request = FirstLevels::Request;

namespace {

/// Finds the fill that each access can wait for.
class TrafficRecorder {
public:
  TrafficRecorder(const DataAccesses &Accesses, MemoryTraffic &To)
      : Accesses(Accesses), To(To),
        LastFill(Accesses.numLines(), MemoryTraffic::None) {
    To.FillOf.reserve(Accesses.positions().size());
  }

  /// Line is the number of the request's line.
  void add(const Request &R, uint32_t Position, DataSource Source,
           uint64_t Transfers, bool IsData, uint32_t Line) {
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
    if (Line != MemoryTraffic::None)
      LastFill[Line] = Number;
    if (IsOwn)
      To.FillOf.push_back(Number);
  }
  void finish() { noteUpTo(FirstLevels::None); }

private:
  /// The accesses of the instructions before Position.
  void noteUpTo(uint32_t Position) {
    llvm::ArrayRef<uint32_t> Positions = Accesses.positions();
    for (size_t A = To.FillOf.size();
         A != Positions.size() && Positions[A] < Position; ++A)
      To.FillOf.push_back(LastFill[Accesses.lines()[A]]);
  }

  const DataAccesses &Accesses;
  MemoryTraffic &To;
  /// Of each line with accesses.
  std::vector<uint32_t> LastFill;
};

} // namespace

void CacheLevels::prepare(llvm::ArrayRef<CoreDesign> Designs,
                          FirstLevels::Pieces ForEach) {
  // The others that each design is simulated with.
  llvm::SmallVector<CoreDesign> All(Designs);
  All.emplace_back();
  First.prepare(All, ForEach);
  for (const CoreDesign &Design : All)
    (void)First.sharedCaches(Design.L2, Design.PrefetchDegree != 0);
  if (!Accesses)
    return;
  llvm::SmallVector<std::pair<CoreDesign, LineNumbers *>> Missing;
  for (const CoreDesign &Design : Designs)
    if (numbersOf(Design).empty() &&
        llvm::none_of(Missing, [&](const auto &Other) {
          return Other.second == &numbersOf(Design);
        }))
      Missing.push_back({Design, &numbersOf(Design)});
  ForEach(Missing.size(),
          [&](size_t I) { findNumbers(Missing[I].first, *Missing[I].second); });
}

void CacheLevels::findNumbers(const CoreDesign &Design, LineNumbers &Of) {
  const FirstLevels::Requests &Asked = First.dataRequests(Design);
  Of.assign(Asked.size(), MemoryTraffic::None);
  for (size_t I = 0; I != Asked.size(); ++I)
    if (Asked[I].Time >= WarmUp && Asked[I].Kind != Request::WriteBack)
      Of[I] = Accesses->numberOf(Asked[I].Line);
}

CacheLevels::Data CacheLevels::data(const CoreDesign &Design) {
  Data Result;
  Result.LoadCycles.assign(Trace.loads().size(),
                           LoadLatency[unsigned(DataSource::L1)]);
  Result.MemoryLines.assign(Trace.windows().size(), 0);
  const FirstLevels::Requests &Asked = First.dataRequests(Design);
  std::optional<TrafficRecorder> Traffic;
  const uint32_t *LineOf = nullptr;
  if (Accesses) {
    LineNumbers &Known = numbersOf(Design);
    if (Known.size() != Asked.size())
      findNumbers(Design, Known);
    LineOf = Known.data();
    Traffic.emplace(*Accesses, Result.Traffic);
    // Most of the region's requests are fills.
    Result.Traffic.Fills.reserve(
        Asked.end() - llvm::partition_point(Asked, [&](const Request &R) {
          return R.Time < WarmUp;
        }));
  }
  SharedCaches Caches =
      First.sharedCaches(Design.L2, Design.PrefetchDegree != 0);
  auto WrittenBack = [&] { return Caches.writeBacks(DataSource::LastLevel); };
  FirstLevels::merge(First.instructionRequests(CoreDesign()), Asked,
                     [&](const Request &R, bool IsData) {
                       uint64_t Before = WrittenBack();
                       DataSource Source = R.sendTo(Caches);
                       if (IsData && R.Number != FirstLevels::None)
                         Result.LoadCycles[R.Number] =
                             LoadLatency[unsigned(Source)];
                       uint64_t Lines = (Source == DataSource::Memory) +
                                        WrittenBack() - Before;
                       if (R.Time < WarmUp)
                         return;
                       if (Traffic)
                         Traffic->add(R, R.Time - WarmUp, Source, Lines, IsData,
                                      IsData ? LineOf[&R - Asked.data()]
                                             : MemoryTraffic::None);
                       if (Lines == 0)
                         return;
                       size_t Window = (R.Time - WarmUp) / WindowSize;
                       if (Window < Result.MemoryLines.size())
                         Result.MemoryLines[Window] += Lines;
                     });
  if (Traffic)
    Traffic->finish();
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
