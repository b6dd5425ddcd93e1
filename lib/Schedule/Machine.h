//===- Machine.h - Tomasulo's machine, node by node ------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The machine of Fig. 4 of the extended-roofline paper gives each node its
// cycle. What accesses meet in memory has been decided before
// (AccessOutcomes.h). Times run on from region to region, so that nothing has
// to be reset: a region begins in the cycle in which the one before it ended.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_SCHEDULE_MACHINE_H
#define RAFTER_LIB_SCHEDULE_MACHINE_H

#include "AccessOutcomes.h"
#include "AccessPaths.h"
#include "ActivityRecorder.h"
#include "FetchUnit.h"
#include "PublishedQueues.h"
#include "RecentTimes.h"
#include "rafter/Schedule/Scheduler.h"
#include <optional>

namespace rafter {

/// What the nodes of some operations were.
struct NodeCounts {
  std::array<ChannelCounts, NumChannels> Channels = {};
  /// Flops times the width of one element in bytes.
  uint64_t FlopBytes = 0;
};

class Machine {
public:
  Machine(const Processor &CPU, const SchedulerOptions &Options,
          const OperationTable &Table);

  const std::vector<PreparedOperation> &operations() const {
    return Operations;
  }
  /// Bookings per cycle of the link of each level if bookings have gaps,
  /// otherwise 0.
  std::array<double, NumMemoryLevels> ratesWithGaps() const;

  /// The cycle in which fetch stands.
  Cycle now() const { return Fetch.now(); }
  /// When the last node so far completes.
  Cycle lastCompletion() const { return LastCompletion; }
  /// Lines and stores that may be in flight.
  InFlight inFlight() {
    Lines.expire(now());
    Stores.expire(now());
    return {Lines.count(), Stores.count(), nullptr, nullptr};
  }

  /// Makes room for the registers of an activation.
  void reserve(uint32_t Frame) {
    if (LLVM_UNLIKELY(size_t(Frame) + HighestRegister > Ready.size()))
      Ready.resize((size_t(Frame) + HighestRegister) * 2, 0);
  }
  /// Executes operations [From, To) with the outcomes of their accesses, which
  /// Code points to. Returns what stands behind these.
  const uint32_t *execute(uint32_t From, uint32_t To, uint32_t Frame,
                          const uint32_t *Code);

  void beginRegion() { LastCompletion = now(); }
  /// Everything in flight completes. Returns the end of the region; the next
  /// one begins at now(), a multiple of 64 cycles after Begin.
  Cycle endRegion(Cycle Begin);

  /// The same for equal states.
  uint64_t fingerprint() const {
    uint64_t Hash = 0;
    for (Cycle C : {LastCompletion, LoadsDone, StoresDone})
      Hash = Hash << 20 ^ (C > now() ? C - now() : 0);
    return Hash ^ uint64_t(Lines.count()) << 8 ^ uint64_t(Stores.count()) << 28;
  }
  /// Whether equal states go on alike, given the same outcomes.
  bool recurs() const;
  /// Appends the state, with registers counted from those of Frame: first the
  /// lines, then the stores in flight (RecentTimes::save). False if a number is
  /// too large.
  bool save(uint32_t Frame, std::vector<uint8_t> &Bytes);
  /// Forgets what is in flight and goes on as the state in Bytes.
  void restore(uint32_t Frame, const uint8_t *Bytes,
               const std::array<uint64_t, NumMemoryLevels> &Bookings);

  ActivityRecorder &activity() { return Activity; }
  const ActivityRecorder &activity() const { return Activity; }
  NodeCounts &counts() { return Counts; }
  const NodeCounts &counts() const { return Counts; }

private:
  void move(const PreparedOperation &P, uint32_t Frame);
  void compute(const PreparedOperation &P, uint32_t Frame);
  void integer(const PreparedOperation &P, uint32_t Frame);
  Cycle computeNode(Channel Unit, Cycle Operands, unsigned Flops);
  template <bool IsStore>
  const uint32_t *access(const PreparedOperation &P, uint32_t Frame,
                         const uint32_t *Code);
  template <bool IsStore>
  Cycle accessNode(uint32_t Bytes, Cycle DataReady, const uint32_t *&Code);
  template <bool IsStore> Cycle admit(Cycle Fetch, Cycle Ready, bool MissesL1);
  Cycle prefetch(Cycle Asked, const uint32_t *Code);
  Cycle fetch();
  void moveFetch(bool Draining = false);
  void drain();
  void passWindow();
  Cycle sourcesReady(const PreparedOperation &P, unsigned First, unsigned Last,
                     uint32_t Frame, unsigned From, unsigned To) const;
  void setReady(const PreparedOperation &P, uint32_t Frame, unsigned From,
                unsigned To, Cycle When);

  const Processor CPU;
  const SchedulerOptions Options;
  std::vector<PreparedOperation> Operations;
  uint32_t HighestRegister = 0;
  std::vector<Cycle> Ready;

  FetchUnit Fetch;
  InOrderBuffer Reorder;
  OutOfOrderBuffer Reservation, LoadSlots, StoreSlots, FillSlots;
  std::optional<PublishedQueues> Published;
  ComputePorts Ports;
  AccessPaths Paths;
  RecentTimes Lines, Stores;
  ActivityRecorder Activity;
  std::array<uint32_t, NumChannels> Latency;

  Cycle LastCompletion = 0;
  /// No link transfers a prefetched line from here on.
  Cycle LastPrefetch = 0;
  Cycle StoresDone = 0, LoadsDone = 0;
  Cycle LastLoadIssue = 0, LastStoreIssue = 0;
  NodeCounts Counts;
};

} // namespace rafter

#endif // RAFTER_LIB_SCHEDULE_MACHINE_H
