//===- ReferenceScheduler.cpp - The rules, cycle by cycle -----------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ReferenceScheduler.h"
#include "CycleRing.h"
#include <set>

using namespace rafter;
using namespace rafter::test;

namespace {
/// Serves so much per cycle. Who needs more than that has it alone for longer.
struct Resource {
  double PerCycle;
  std::map<Cycle, double> Used = {};
  Cycle length(double Need) const {
    return Need > PerCycle ? std::ceil(Need / PerCycle - 1e-9) : 1;
  }
  bool fits(Cycle At, double Need) {
    for (Cycle C = At; C != At + length(Need); ++C)
      if (Used[C] + std::min(Need, PerCycle) > PerCycle)
        return false;
    return true;
  }
  void take(Cycle At, double Need) {
    for (; Need > 1e-9; ++At, Need -= PerCycle)
      Used[At] += std::min(Need, PerCycle);
  }
};

/// Books the first cycle from At on in which both have room.
Cycle book(Cycle At, Resource &A, Resource &B, double NeedB = 1) {
  while (!A.fits(At, 1) || !B.fits(At, NeedB))
    ++At;
  A.take(At, 1);
  B.take(At, NeedB);
  return At;
}

/// Until when each slot ever taken of a buffer is held.
struct Slots {
  double Size;
  std::multiset<Cycle> Until = {};
  Cycle Granted = 0;
  bool full(Cycle C) const {
    return std::distance(Until.upper_bound(C), Until.end()) >= Size;
  }
  /// The first cycle with a free slot; nobody passes an older access.
  Cycle grant(Cycle C) {
    for (Granted = std::max(Granted, C); full(Granted);)
      ++Granted;
    return Granted;
  }
};

struct Reference {
  const Processor &CPU;
  std::map<const double *, Resource> Resources = {}; // by parameter
  Resource Anything{Unlimited};
  Slots ROB{CPU.Buffers[0]}, RS{CPU.Buffers[1]}, LB{CPU.Buffers[2]},
      SB{CPU.Buffers[3]}, LFB{CPU.Buffers[4]};
  std::vector<Cycle> Data = {};           // when each node's result is there
  std::map<uint64_t, Cycle> Arrival = {}; // of a line in the caches
  Cycle Fetch = 0, FetchedNow = 0, Retired = 0, AccessesDone[2] = {0, 0};
  std::map<Cycle, ActivityMask> Cycles = {};
  ReferenceResult Result = {};
  Resource &at(const double &Rate) {
    return Resources.try_emplace(&Rate, Resource{Rate}).first->second;
  }
  void mark(ActivityMask M, Cycle From, Cycle To) {
    for (; From < To; ++From)
      Cycles[From] |= M;
  }
  /// The first cycle in which a node can be fetched. RS stalls go first.
  Cycle fetch(bool BeginsRegion) {
    if (BeginsRegion) // everything has completed
      Fetch = Result.Cycles, FetchedNow = 0;
    if (FetchedNow == CPU.FetchBandwidth || RS.full(Fetch) || ROB.full(Fetch)) {
      for (++Fetch; RS.full(Fetch) || ROB.full(Fetch); ++Fetch)
        mark(stalls(BufferKind(RS.full(Fetch))), Fetch, Fetch + 1);
      FetchedNow = 0;
    }
    return ++FetchedNow, Fetch;
  }
  void execute(Channel K, Cycle At, Cycle Held, Cycle Latency, Cycle Done) {
    Data.push_back(At + Latency);
    mark(issues(K), At, At + Held);
    mark(executes(K), At, At + std::max(Held, Latency));
    Result.Cycles = std::max({Result.Cycles, Done, At + Held});
    ROB.Until.insert(Retired = std::max(Retired, Done)); // freed in order
    ++Result.Nodes[unsigned(K)];
  }
  void compute(const Node &N, Cycle Ready) {
    const ComputeParameters &Unit = CPU.Compute[unsigned(N.Unit)];
    Resource &Units = at(Unit.Throughput), &All = at(CPU.ComputeThroughput);
    Cycle At = book(Ready, Units, All), Latency = Unit.Latency;
    RS.Until.insert(At);
    execute(N.Unit, At, Units.length(1), Latency, At + Latency);
  }
  void access(const Node &N, bool IsStore, Cycle Ready) {
    for (const TouchedLine &L : N.Lines)
      Ready = std::max(Ready, Arrival[L.Residence]);
    // Slots in program order; without its own one the access waits in the RS.
    bool Fills = !IsStore && N.Level != 0;
    Slots &Own = IsStore ? SB : LB;
    Cycle Slot = Own.grant(Fetch), Fill = Fills ? LFB.grant(Slot) : Slot;
    mark(stalls(BufferKind(2 + IsStore)), Fetch, Slot);
    mark(stalls(BufferKind::LineFillBuffer), Slot, Fill);
    RS.Until.insert(Slot);
    // An address generator; then port and link together.
    Resource &Port = at(IsStore ? CPU.StoreThroughput : CPU.LoadThroughput);
    Resource &Link = at(CPU.Memory[N.Level].Bandwidth);
    Ready = book(std::max(Ready, Fill), at(CPU.AddressThroughput), Anything);
    Cycle At = book(Ready, Port, Link, N.Moved);
    // Stores commit in order and after all older loads; their data is there.
    Cycle Latency = CPU.Memory[N.Level].Latency, Done = At + Latency;
    if (IsStore && CPU.Order == MemoryOrder::TotalStoreOrder)
      Done = std::max({Done, AccessesDone[0], AccessesDone[1]});
    AccessesDone[IsStore] = std::max(AccessesDone[IsStore], Done);
    for (const TouchedLine &L : N.Lines)
      Arrival[L.Residence] = L.Missed ? At + Latency : Arrival[L.Residence];
    Own.Until.insert(Done);
    if (Fills)
      LFB.Until.insert(Done);
    Cycle Held = std::max(Port.length(1), Link.length(N.Moved));
    execute(N.Unit, At, Held, Latency, Done);
  }
};
} // namespace

ReferenceResult rafter::test::scheduleByReference(const Processor &CPU,
                                                  llvm::ArrayRef<Node> Nodes) {
  Reference R{CPU};
  for (const Node &N : Nodes) {
    Cycle Ready = R.fetch(N.BeginsRegion);
    for (size_t P : N.Producers)
      Ready = std::max(Ready, R.Data[P]);
    if (isCompute(N.Kind))
      R.compute(N, Ready);
    else
      R.access(N, N.Kind == OperationKind::Store, Ready);
  }
  for (Cycle C = 0; C != R.Result.Cycles; ++C)
    ++R.Result.Activity[R.Cycles[C]];
  return R.Result;
}
