//===- EventOrder.h - Reorder buffers event by event -----------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Equations (1) to (4) of the Concorde paper for one size of the buffer, in the
// order of start times. Its cost does not depend on how loads change places,
// so that it takes over where they do so all the time.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_CONCORDE_EVENTORDER_H
#define RAFTER_LIB_CONCORDE_EVENTORDER_H

#include "StepLatencies.h"
#include <array>

namespace rafter::concorde {

class EventOrder {
public:
  /// Cycles of each step.
  struct Times {
    int32_t Arrival = 0, Start = 0, Finish = 0, Commit = 0;
  };

  /// Refers to both.
  EventOrder(const StepSequence &Sequence, const StepLatencies &Latencies);

  llvm::ArrayRef<Times> run(uint32_t Buffer);

private:
  /// Steps start no later than this after the one that they wait for.
  static constexpr unsigned NumSlots = 256;
  static constexpr uint32_t NoLoad = RegionTrace::None;

  /// Calls Visit for the position of each producer of step I.
  template <typename Function>
  void forEachProducer(uint32_t I, Function Visit) const;
  void findConsumers();
  void findLoads();
  void start(uint32_t I, int32_t Now);
  int32_t finishTime(uint32_t I, int32_t Now);
  void provide(uint32_t I, int32_t Cycle);

  const StepSequence &Sequence;
  llvm::ArrayRef<uint8_t> Cycles;
  llvm::ArrayRef<OrderedLoad> Ordered;
  /// Those of step I are from FirstConsumer[I] on.
  std::vector<uint32_t> FirstConsumer, Consumers;
  std::vector<uint16_t> NumProducers;
  /// The ordered loads that a step is, and the first in program order of those
  /// of its line.
  std::vector<uint32_t> LoadOf, FirstOfLine;

  // Of the size under way.
  struct Line {
    /// The load whose time the next to start takes.
    uint32_t Slot = NoLoad;
    int32_t LastResponse = 0;
  };
  uint32_t Buffer = 0;
  std::vector<Times> Steps;
  std::vector<uint16_t> Missing;
  /// By the first load of each line.
  std::vector<Line> Lines;
  /// Steps by the cycle in which they start.
  std::array<std::vector<uint32_t>, NumSlots> Calendar;
  uint32_t Committed = 0;
};

} // namespace rafter::concorde

#endif // RAFTER_LIB_CONCORDE_EVENTORDER_H
