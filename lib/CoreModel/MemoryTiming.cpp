//===- MemoryTiming.cpp - When lines arrive -------------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MemoryTiming.h"
#include <cassert>

using namespace rafter;

LinesInFlight::LinesInFlight(unsigned Most) : Most(Most) {
  assert(Most <= MissRegisters);
  std::fill(std::begin(Buckets), std::end(Buckets), None);
  for (unsigned I = 0; I != MissRegisters; ++I)
    Free[I] = uint16_t(I);
}

void LinesInFlight::add(uint64_t Line, uint64_t Arrival, DataSource Source,
                        bool ForStore) {
  assert(!isFull() && "no free register");
  uint16_t R = Free[MissRegisters - 1 - Count++];
  uint16_t &Bucket = Buckets[bucketOf(Line)];
  Registers[R] = {Line, Arrival, Source, ForStore, Bucket};
  Bucket = R;
  Queue &Q = Queues[unsigned(Source)];
  assert((Q.isEmpty() ||
          Registers[Q.Of[(Q.Last - 1) % MissRegisters]].Arrival <= Arrival) &&
         "lines of one source arrive in order");
  Q.Of[Q.Last++ % MissRegisters] = R;
  FirstArrival = std::min(FirstArrival, Arrival);
}

void LinesInFlight::erase(uint16_t R) {
  uint16_t *Link = &Buckets[bucketOf(Registers[R].Line)];
  while (*Link != R)
    Link = &Registers[*Link].NextInBucket;
  *Link = Registers[R].NextInBucket;
  Free[MissRegisters - Count--] = R;
}

void LinesInFlight::release(uint64_t Now) {
  FirstArrival = Never;
  for (Queue &Q : Queues) {
    while (!Q.isEmpty() && Registers[Q.front()].Arrival <= Now)
      erase(Q.Of[Q.First++ % MissRegisters]);
    if (!Q.isEmpty())
      FirstArrival = std::min(FirstArrival, Registers[Q.front()].Arrival);
  }
}

MemoryTiming::MemoryTiming(const CoreDesign &Design, FirstLevels::State Begin,
                           CoreCounts &Counts, IdealParts Ideal)
    : Ideal(Ideal), Latency{Design.L1Latency, Design.L2Latency,
                            Design.LastLevelLatency, Design.MemoryLatency},
      Caches(std::move(Begin.Caches)), Prefetcher(Begin.Prefetcher),
      InFlight(Design.FillBuffers),
      Channel(lineTransfer1024(Design.MemoryBandwidth)), Counts(Counts),
      ChargedWrites(Caches.writeBacks(DataSource::LastLevel)) {
  std::copy(std::begin(Latency), std::end(Latency), InstructionLatency);
  InstructionLatency[unsigned(DataSource::L1)] = FetchLatency[0];
  unsigned &FromMemory = Latency[unsigned(DataSource::Memory)];
  if (Ideal & IdealMemory)
    FromMemory = Latency[unsigned(DataSource::LastLevel)];
  if (Ideal & IdealCaches)
    std::fill(Latency, &FromMemory, 1);
  if ((Ideal & IdealMemory) && (Ideal & IdealCaches))
    FromMemory = 1;
}

/// Dirty lines that left the last level go over the channel, too.
void MemoryTiming::chargeWrites(uint64_t Now) {
  uint64_t Writes = Caches.writeBacks(DataSource::LastLevel);
  for (; ChargedWrites != Writes; ++ChargedWrites) {
    Channel.transfer(Now);
    Counts.add(CoreEvent::MemoryWrites);
  }
}

uint64_t MemoryTiming::timeOf(uint64_t Now, DataSource Source,
                              const unsigned *Latencies) {
  uint64_t Time = Latencies[unsigned(Source)];
  Counts.add(CoreEvent::L2Accesses);
  if (Source >= DataSource::LastLevel) {
    Counts.add(CoreEvent::L2Misses);
    Counts.add(CoreEvent::LastLevelAccesses);
  }
  if (Source == DataSource::Memory) {
    Counts.add(CoreEvent::LastLevelMisses);
    Counts.add(CoreEvent::MemoryReads);
    Time += Ideal & IdealMemory ? 0 : Channel.transfer(Now);
  }
  chargeWrites(Now);
  return Time;
}

MemoryTiming::Response MemoryTiming::load(uint64_t Now, uint64_t Line) {
  LinesInFlight::Register *Joined =
      InFlight.isEmpty() ? nullptr : InFlight.find(Line);
  DataSource Source = Caches.load(Line);
  Counts.add(CoreEvent::L1DataAccesses);
  if (Joined) {
    Counts.add(CoreEvent::L1DataPending);
    chargeWrites(Now);
    uint64_t Ready =
        std::max<uint64_t>(Now + latency(DataSource::L1), Joined->Arrival);
    return {Ready, Joined->Source, Joined->ForStore};
  }
  if (Source == DataSource::L1)
    return {Now + latency(DataSource::L1), Source};
  Counts.add(CoreEvent::L1DataMisses);
  uint64_t Arrival = Now + timeOf(Now, Source, Latency);
  InFlight.add(Line, Arrival, Source, false);
  return {Arrival, Source};
}

void MemoryTiming::prefetch(uint64_t Now, uint64_t Line) {
  if (InFlight.isFull() || InFlight.find(Line))
    return;
  DataSource Source = Caches.prefetch(Line);
  if (Source == DataSource::L1)
    return;
  Counts.add(CoreEvent::Prefetches);
  InFlight.add(Line, Now + timeOf(Now, Source, Latency), Source, false);
}

void MemoryTiming::train(uint64_t Now, const CrackedInstruction &Load) {
  if (!Prefetcher.isOn())
    return;
  llvm::SmallVector<uint64_t, 4> Lines;
  Prefetcher.observe(Load.Address, Load.DataAddress, Lines);
  for (uint64_t Line : Lines)
    prefetch(Now, Line);
}

void MemoryTiming::store(uint64_t Now, uint64_t Line) {
  LinesInFlight::Register *Joined =
      InFlight.isEmpty() ? nullptr : InFlight.find(Line);
  DataSource Source = Caches.store(Line);
  Counts.add(CoreEvent::L1DataAccesses);
  if (Joined) {
    Counts.add(CoreEvent::L1DataPending);
    Joined->ForStore = true;
    chargeWrites(Now);
  } else if (Source != DataSource::L1) {
    Counts.add(CoreEvent::L1DataMisses);
    InFlight.add(Line, Now + timeOf(Now, Source, Latency), Source, true);
  }
}

MemoryTiming::Response MemoryTiming::fetch(uint64_t Now, uint64_t Line) {
  DataSource Source = Ideal & IdealFetch ? DataSource::L1 : Caches.fetch(Line);
  Counts.add(CoreEvent::L1InstructionAccesses);
  if (Source == DataSource::L1)
    return {Now + FetchLatency[0], Source};
  Counts.add(CoreEvent::L1InstructionMisses);
  return {Now + timeOf(Now, Source, InstructionLatency), Source};
}
