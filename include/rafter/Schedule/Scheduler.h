//===- Scheduler.h - Tomasulo's greedy schedule of a stream ----*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Schedules the computation DAG on the machine of Fig. 4 of the
// extended-roofline paper (III.B): nodes in program order, each at the first
// cycle that its operands, its unit, and the out-of-order buffers allow. A
// younger node may fill a free cycle before an older one. One pass; memory is
// bounded by the window in flight.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_SCHEDULE_SCHEDULER_H
#define RAFTER_SCHEDULE_SCHEDULER_H

#include "rafter/Schedule/Activity.h"
#include "rafter/Stream/SegmentConsumer.h"
#include <memory>

namespace rafter {

/// Choices that are not properties of the CPU.
struct SchedulerOptions {
  /// Loads wait for the stores in flight that write their bytes.
  bool MemoryDependences = true;
  /// Reproduce how the paper's published program treats accesses that wait for
  /// a load, store or fill buffer. For comparison with it only.
  bool PublishedQueueRules = false;
  /// Remember what follows from states of the machine that recur, instead of
  /// scheduling it again. The result is the same.
  bool RecurringStates = true;
  /// Ask the caches no more while operations go on in the lines that they had.
  /// The result is the same.
  bool RepeatedLines = true;
};

/// What one channel did.
struct ChannelCounts {
  uint64_t Nodes = 0;
  uint64_t Flops = 0;
  /// Bytes that the accesses asked for.
  uint64_t Bytes = 0;
};

/// A schedule, summed over all executions of the region.
struct ScheduleResult {
  /// T: cycles until the last node completes.
  uint64_t Cycles = 0;
  uint64_t Flops = 0;
  std::array<ChannelCounts, NumChannels> Channels;
  /// Flops times the width of one element in bytes, to weigh peaks.
  uint64_t FlopBytes = 0;
  /// Lines that the prefetchers fetched from each level.
  std::array<uint64_t, NumMemoryLevels> PrefetchedLines = {};
  ActivityHistogram Activity;

  const ChannelCounts &channel(Channel C) const {
    return Channels[static_cast<unsigned>(C)];
  }
};

/// A consumer that schedules what it gets.
class Scheduler final : public SegmentConsumer {
public:
  Scheduler(const Processor &CPU, const OperationTable &Table,
            SchedulerOptions Options = {});
  ~Scheduler() override;

  /// While on, accesses only move lines through the caches and nothing is
  /// scheduled or counted: the warm-up execution of a region.
  void setWarmUp(bool On) override;

  void beginRegion() override;
  void consume(llvm::ArrayRef<DynamicOperation> Operations) override;
  void consumeSegments(llvm::ArrayRef<Segment> Segments,
                       llvm::ArrayRef<ExecutedSegment> Executed) override;
  void endRegion() override;

  /// The schedule so far, up to the last endRegion.
  ScheduleResult result() const;
  /// How many stretches of operations were not scheduled, because what follows
  /// from them was known.
  uint64_t followed() const;
  /// How many executions of loops were followed several at a time.
  uint64_t followedTogether() const;

private:
  class Core;
  std::unique_ptr<Core> Impl;
};

} // namespace rafter

#endif // RAFTER_SCHEDULE_SCHEDULER_H
