//===- MemoryTiming.h - When lines arrive ----------------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The caches with times: lines on their way to L1d hold miss-status registers,
// lines from and to memory share one channel.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_COREMODEL_MEMORYTIMING_H
#define RAFTER_LIB_COREMODEL_MEMORYTIMING_H

#include "rafter/CoreModel/FirstLevels.h"
#include "rafter/CoreModel/ReferenceCore.h"
#include <algorithm>

namespace rafter {

inline constexpr uint64_t Never = ~uint64_t(0);

/// The lines on their way to L1d, each in a miss-status register.
class LinesInFlight {
public:
  struct Register {
    uint64_t Line;
    /// Cycle from which on the line is in L1d.
    uint64_t Arrival;
    DataSource Source;
    /// A store wants it: its data wait in the write buffer.
    bool ForStore;
    uint16_t NextInBucket;
  };

  /// At most so many at a time.
  explicit LinesInFlight(unsigned Most);

  /// Frees the registers whose lines have arrived by Now.
  void expire(uint64_t Now) {
    if (Now >= FirstArrival)
      release(Now);
  }
  bool isEmpty() const { return Count == 0; }
  bool isFull() const { return Count == Most; }
  unsigned size() const { return Count; }
  /// When the next register becomes free; Never if all are.
  uint64_t firstArrival() const { return FirstArrival; }
  Register *find(uint64_t Line) {
    for (uint16_t R = Buckets[bucketOf(Line)]; R != None;
         R = Registers[R].NextInBucket)
      if (Registers[R].Line == Line)
        return &Registers[R];
    return nullptr;
  }
  /// Takes a free register. Lines from one source arrive in the order in which
  /// they are added.
  void add(uint64_t Line, uint64_t Arrival, DataSource Source, bool ForStore);

private:
  static constexpr uint16_t None = 0xffff;
  static constexpr unsigned NumBuckets = 2 * MissRegisters;
  /// Registers in the order of their arrivals.
  struct Queue {
    uint16_t Of[MissRegisters];
    uint32_t First = 0, Last = 0;
    bool isEmpty() const { return First == Last; }
    uint16_t front() const { return Of[First % MissRegisters]; }
  };

  static unsigned bucketOf(uint64_t Line) {
    return unsigned(Line * 0x9e3779b97f4a7c15u >> 55) % NumBuckets;
  }
  void release(uint64_t Now);
  void erase(uint16_t R);

  Register Registers[MissRegisters];
  uint16_t Buckets[NumBuckets];
  uint16_t Free[MissRegisters];
  Queue Queues[NumDataSources];
  const unsigned Most;
  unsigned Count = 0;
  uint64_t FirstArrival = Never;
};

/// The channel to memory: one line at a time, in the order of requests.
class MemoryChannel {
public:
  explicit MemoryChannel(unsigned LineTime1024) : LineTime1024(LineTime1024) {}

  /// Cycles that a line requested now waits before its transfer.
  uint64_t transfer(uint64_t Now) {
    uint64_t Start = std::max(Now * 1024, FreeAt1024);
    FreeAt1024 = Start + LineTime1024;
    return (Start + 1023) / 1024 - Now;
  }

private:
  const unsigned LineTime1024;
  uint64_t FreeAt1024 = 0;
};

/// The memory system of a core. Calls come in the order of time.
class MemoryTiming {
public:
  struct Response {
    /// Cycle from which on the data can be used.
    uint64_t Ready;
    DataSource Source;
    /// The line is on its way for a store.
    bool ForStore = false;
  };

  /// Begins in a state; counts what happens from then on in Counts.
  MemoryTiming(const CoreDesign &Design, FirstLevels::State Begin,
               CoreCounts &Counts, IdealParts Ideal);

  /// Before anything else in a cycle.
  void beginCycle(uint64_t Now) { InFlight.expire(Now); }
  /// No load can go out, since a miss would find no register.
  bool isBlocked() const { return InFlight.isFull(); }
  /// A store to Line would find no register.
  bool isBlockedFor(uint64_t Line) {
    return InFlight.isFull() && !InFlight.find(Line) && !Caches.holdsData(Line);
  }
  /// When the next line arrives in L1d; Never if none is on its way.
  uint64_t nextArrival() const { return InFlight.firstArrival(); }
  /// Lines on their way to L1d.
  unsigned linesInFlight() const { return InFlight.size(); }
  const CacheHierarchy &caches() const { return Caches; }
  /// Cycles from the request of data to their arrival.
  unsigned latency(DataSource Source) const {
    return Latency[unsigned(Source)];
  }

  Response load(uint64_t Now, uint64_t Line);
  /// Lets the prefetcher see a load that was issued.
  void train(uint64_t Now, const CrackedInstruction &Load);
  void store(uint64_t Now, uint64_t Line);
  Response fetch(uint64_t Now, uint64_t Line);
  bool holdsInstructions(uint64_t Line) const {
    return (Ideal & IdealFetch) || Caches.holdsInstructions(Line);
  }

private:
  /// The cycles from a request to its line, which was found at Source.
  uint64_t timeOf(uint64_t Now, DataSource Source, const unsigned *Latencies);
  void chargeWrites(uint64_t Now);
  void prefetch(uint64_t Now, uint64_t Line);

  const IdealParts Ideal;
  /// Of data, and of lines of instructions.
  unsigned Latency[NumDataSources], InstructionLatency[NumDataSources];
  CacheHierarchy Caches;
  StridePrefetcher Prefetcher;
  LinesInFlight InFlight;
  MemoryChannel Channel;
  CoreCounts &Counts;
  /// Lines written to memory for which the channel has been charged.
  uint64_t ChargedWrites;
};

} // namespace rafter

#endif // RAFTER_LIB_COREMODEL_MEMORYTIMING_H
