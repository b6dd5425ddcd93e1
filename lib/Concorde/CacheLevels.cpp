//===- CacheLevels.cpp - In-order simulation of all caches ----------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CacheLevels.h"
#include "SharedCaches.h"
#include "rafter/CoreModel/StridePrefetcher.h"

using namespace rafter;
using namespace rafter::concorde;

namespace {

using Request = CacheLevels::Request;
constexpr uint32_t None = RegionTrace::None;

size_t linesOf(uint32_t Kilobytes) {
  return size_t(Kilobytes) * 1024 / LineBytes;
}

/// Hands the requests of both L1s to the caches below, in the order of time;
/// an instruction is fetched before it accesses data.
template <typename Function>
void merge(llvm::ArrayRef<Request> Instructions, llvm::ArrayRef<Request> Data,
           Function Serve) {
  const Request *D = Data.begin();
  for (const Request &I : Instructions) {
    for (; D != Data.end() && D->Time < I.Time; ++D)
      Serve(*D, true);
    Serve(I, false);
  }
  for (; D != Data.end(); ++D)
    Serve(*D, true);
}

} // namespace

CacheLevels::CacheLevels(const TraceRegion &Region, const RegionTrace &Trace)
    : Trace(Trace), WarmUp(Region.WarmUp.size()) {
  addAccesses(Region.WarmUp, true);
  addAccesses(Region.Instructions, false);
  addPrefetches(Region);
}

void CacheLevels::addAccesses(llvm::ArrayRef<CrackedInstruction> Executed,
                              bool IsWarmUp) {
  uint64_t LastLine = ~uint64_t(0);
  uint32_t Time = IsWarmUp ? 0 : WarmUp;
  for (const CrackedInstruction &I : Executed) {
    uint64_t Line = I.Address / LineBytes;
    if (Line != LastLine)
      Fetches.push_back(
          {Access::Load, Line, Time, IsWarmUp ? None : NumFetches++});
    LastLine = Line;
    uint64_t DataLine = I.DataAddress / LineBytes;
    if (I.isLoad())
      Accesses.push_back(
          {Access::Load, DataLine, Time, IsWarmUp ? None : NumLoads++});
    else if (I.isStore())
      Accesses.push_back({Access::Store, DataLine, Time, None});
    ++Time;
  }
}

void CacheLevels::addPrefetches(const TraceRegion &Region) {
  constexpr unsigned Degree = 4;
  StridePrefetcher Prefetcher(Degree);
  llvm::SmallVector<uint64_t, Degree> Lines;
  AccessesAndPrefetches.reserve(Accesses.size() * 2);
  for (const Access &A : Accesses) {
    AccessesAndPrefetches.push_back(A);
    if (A.Kind != Access::Load)
      continue;
    const CrackedInstruction &I = A.Time < WarmUp
                                      ? Region.WarmUp[A.Time]
                                      : Region.Instructions[A.Time - WarmUp];
    Lines.clear();
    Prefetcher.observe(I.Address, I.DataAddress, Lines);
    for (uint64_t Line : Lines)
      AccessesAndPrefetches.push_back({Access::Prefetch, Line, A.Time, None});
  }
}

const CacheLevels::Requests &
CacheLevels::dataRequests(const CoreDesign &Design) {
  auto [Known, New] =
      DataRequests.try_emplace({Design.L1Data, Design.PrefetchDegree});
  Requests &Found = Known->second;
  if (!New)
    return Found;
  TreePLRUCache<L1Ways> Cache(linesOf(Design.L1Data));
  for (const Access &A :
       Design.PrefetchDegree == 0 ? Accesses : AccessesAndPrefetches) {
    bool IsStore = A.Kind == Access::Store;
    if (A.Kind == Access::Prefetch ? Cache.contains(A.Line)
                                   : Cache.access(A.Line, IsStore))
      continue;
    Found.push_back(
        {IsStore ? Request::Unique : Request::Read, A.Line, A.Time, A.Number});
    auto Old = Cache.insert(A.Line, IsStore);
    if (Old.Valid && Old.Dirty)
      Found.push_back({Request::WriteBack, Old.Line, A.Time, None});
  }
  return Found;
}

const CacheLevels::Requests &
CacheLevels::instructionRequests(const CoreDesign &Design) {
  auto [Known, New] = InstructionRequests.try_emplace(Design.L1Instruction);
  Requests &Found = Known->second;
  if (!New)
    return Found;
  TreePLRUCache<L1Ways> Cache(linesOf(Design.L1Instruction));
  for (const Access &A : Fetches) {
    if (Cache.access(A.Line))
      continue;
    Found.push_back({Request::Read, A.Line, A.Time, A.Number});
    Cache.insert(A.Line, false);
  }
  return Found;
}

CacheLevels::Data CacheLevels::data(const CoreDesign &Design) {
  Data Result;
  Result.LoadCycles.assign(NumLoads, LoadLatency[unsigned(DataSource::L1)]);
  Result.MemoryLines.assign(Trace.windows().size(), 0);
  SharedCaches Caches(Design.L2);
  merge(instructionRequests(CoreDesign()), dataRequests(Design),
        [&](const Request &R, bool IsData) {
          uint64_t Before = Caches.memoryLines();
          DataSource Source = Caches.serve(R);
          if (IsData && R.Number != None)
            Result.LoadCycles[R.Number] = LoadLatency[unsigned(Source)];
          if (R.Time < WarmUp || Caches.memoryLines() == Before)
            return;
          size_t Window = (R.Time - WarmUp) / WindowSize;
          if (Window < Result.MemoryLines.size())
            Result.MemoryLines[Window] += Caches.memoryLines() - Before;
        });
  return Result;
}

std::vector<uint8_t> CacheLevels::fetchCycles(const CoreDesign &Design) {
  std::vector<uint8_t> Cycles(NumFetches,
                              FetchLatency[unsigned(DataSource::L1)]);
  SharedCaches Caches(Design.L2);
  merge(instructionRequests(Design), dataRequests(CoreDesign()),
        [&](const Request &R, bool IsData) {
          DataSource Source = Caches.serve(R);
          if (!IsData && R.Number != None)
            Cycles[R.Number] = FetchLatency[unsigned(Source)];
        });
  return Cycles;
}
