//===- DataCaches.cpp - Where accesses are served from --------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DataCaches.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>

using namespace rafter;

/// Loads that could issue while a line is written to L1.
static uint32_t loadsOfFill(const Processor &CPU) {
  if (CPU.Core.LineFill <= 0)
    return 0;
  double Loads = CPU.Core.LineFill * CPU.LoadThroughput;
  return static_cast<uint32_t>(std::clamp(Loads, 0.0, 1e6));
}

DataCaches::DataCaches(const Processor &CPU)
    : Caches(CPU), Prefetchers(CPU), Sets(CPU),
      LineShift(llvm::Log2_32(CPU.LineBytes)),
      Sequence(OutcomeModel::NumLineSlots), ServedByFill(loadsOfFill(CPU)),
      Waiters(OutcomeModel::NumLineSlots),
      Departures(OutcomeModel::NumLineSlots) {
  // Without a latency nothing is in flight, however wide the core is.
  for (unsigned L = 0; L != NumMemoryLevels; ++L)
    if (double Latency = CPU.Memory[L].Latency; Latency > 0)
      FlightInstructions[L] = static_cast<uint64_t>(
          std::min<double>(Latency * CPU.Core.RenameWidth, LongestFlight));
}

void DataCaches::restore(LineUse L) {
  uint64_t Line = L.Address >> LineShift;
  if (L.ByOthers) {
    Caches.access(Line, MemoryLevel::L3);
    return;
  }
  CacheAccess C = Caches.access(Line);
  bool Missed = C.Level != MemoryLevel::L1;
  bool First = Missed || (*C.Arrival & ByPrefetcher) != 0;
  *C.Arrival = 0;
  if (L.IsDirty)
    Caches.markDirty(Line);
  if (!First || !Prefetchers.enabled())
    return;
  auto bring = [&](uint64_t Next, MemoryLevel To) {
    if (Caches.probe(Next) <= To)
      return false;
    *Caches.access(Next, To).Arrival = To == MemoryLevel::L1 ? ByPrefetcher : 0;
    return true;
  };
  Prefetchers.observe(
      {Line, L.IsDirty, Missed, First}, StreamPrefetchers::None,
      [&](uint64_t Next) { return bring(Next, MemoryLevel::L1); },
      [&](uint64_t Next) { return bring(Next, MemoryLevel::L2); });
}

DataCaches::FlightWord DataCaches::depart(MemoryLevel From) {
  FlightWord W = ++Sequence << FlightShift | static_cast<FlightWord>(From);
  Departures[slot(W)] = Now;
  Waiters[slot(W)] = 0;
  return W;
}

/// The slot of a line that is still on its way to Level, or NoLine.
uint32_t DataCaches::awaited(uint64_t Line, MemoryLevel Level) {
  if (Level == MemoryLevel::L1 || Level == MemoryLevel::Memory)
    return AccessOutcome::NoLine;
  FlightWord *W = Caches.arrival(Line, Level);
  if (!W || *W == 0)
    return AccessOutcome::NoLine;
  if (flying(*W))
    return slot(*W);
  *W = 0;
  return AccessOutcome::NoLine;
}

/// Decides what one line of an access means, and tells the prefetchers.
void DataCaches::resolve(uint64_t Line, CacheAccess C, uint64_t Ahead,
                         AccessOutcome &A,
                         std::vector<PrefetchOutcome> &Prefetches) {
  A.Level = C.Level;
  bool Missed = C.Level != MemoryLevel::L1, First = Missed;
  if (Missed) {
    A.Awaits = awaited(Line, C.Level);
    *C.Arrival = depart(C.Level);
    A.Line = slot(*C.Arrival);
    A.SameSet = Sets.fill(Line);
    A.ServedByFill = !A.IsStore && servedByFill(*C.Arrival);
  } else if (*C.Arrival != 0) {
    ++Arrivals;
    First = (*C.Arrival & ByPrefetcher) != 0;
    if (!flying(*C.Arrival)) {
      *C.Arrival = 0;
    } else {
      A.Line = slot(*C.Arrival);
      A.Arriving = arriving(*C.Arrival);
      // What has arrived does not issue again either.
      A.ServedByFill = ServedByFill != 0 && !A.IsStore &&
                       (!A.Arriving || servedByFill(*C.Arrival));
      A.Prefetched = First;
      if (First)
        A.Level = origin(*C.Arrival);
      *C.Arrival &= ~ByPrefetcher;
    }
  }
  if (Prefetchers.enabled())
    Prefetchers.observe(
        {Line, A.IsStore, Missed, First}, Ahead,
        [&](uint64_t Next) { return bringToL1(Next, Prefetches); },
        [&](uint64_t Next) { return bringToL2(Next, Prefetches); });
}

/// A further line of an access: the farther one decides, and what the nearer
/// one moves is reported as a prefetch.
void DataCaches::cross(uint64_t Line, AccessOutcome &A,
                       std::vector<PrefetchOutcome> &Prefetches) {
  AccessOutcome B;
  B.IsStore = A.IsStore;
  CacheAccess C = Caches.access(Line);
  if (A.IsStore)
    Caches.markDirty(Line);
  resolve(Line, C, StreamPrefetchers::None, B, Prefetches);
  AccessOutcome Near = B;
  if (B.Level > A.Level || (B.Level == A.Level && B.Line != B.NoLine)) {
    Near = A;
    A.Level = B.Level;
    A.Prefetched = B.Prefetched;
    A.Line = B.Line;
    A.Awaits = B.Awaits;
    A.SameSet = B.SameSet;
  }
  if (Near.Level != MemoryLevel::L1 && !Near.Prefetched)
    Prefetches.push_back(
        {Near.Level, MemoryLevel::L1, Near.SameSet, Near.Line, Near.Awaits});
}

bool DataCaches::bringToL1(uint64_t Line,
                           std::vector<PrefetchOutcome> &Prefetches) {
  if (Caches.probe(Line) == MemoryLevel::L1)
    return false;
  CacheAccess C = Caches.access(Line);
  uint32_t Awaits = awaited(Line, C.Level);
  FlightWord W = depart(C.Level);
  *C.Arrival = W | ByPrefetcher;
  Prefetches.push_back(
      {C.Level, MemoryLevel::L1, Sets.fill(Line), slot(W), Awaits});
  return true;
}

bool DataCaches::bringToL2(uint64_t Line,
                           std::vector<PrefetchOutcome> &Prefetches) {
  if (Caches.probe(Line) <= MemoryLevel::L2)
    return false;
  CacheAccess C = Caches.access(Line, MemoryLevel::L2);
  *C.Arrival = depart(C.Level);
  Prefetches.push_back(
      {C.Level, MemoryLevel::L2, 0, slot(*C.Arrival), AccessOutcome::NoLine});
  return true;
}
