//===- Tracker.h - Times that know where they come from ---------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The simulator is a template over "lanes": what a time is and what maximum and
// sum of times are. Every step of it is one of two:
//
//   constrain(X, C, Why)   X is not before C           (maximum)
//   spend(X, Cost, Who)    Who takes Cost, from X on   (sum)
//
// Lanes that track make a time carry an event: spend makes a new event whose
// predecessor is the event of X, owed to the current instruction and resource
// Who; constrain takes over the time and event of C where C is later (at a tie
// it keeps X). Following predecessors from the last event visits intervals that
// add up to the whole time, without gap or overlap.
//
// What a type of lanes must have (ScalarLanes in Lanes.h is the simplest):
//
//   static constexpr unsigned NumLanes;     1, or 16
//   static constexpr bool Tracks;           only lanes with NumLanes 1 may
//   using Time;                             default-constructible, trivially
//                                           copyable
//   using Ints;                             one int32_t per lane
//   Time constrain(Time X, Time C, Reason Why);
//   Time constrainShifted(Time X, Time C, Ints Offset, Ints Base, Reason Why);
//       X is not before C + Offset, where that is after Base; Base is not
//       after X. Written so that nothing overflows when C is far in the past.
//   Time spend(Time X, const Ints &Cost, ResourceId Who);
//   static Ints value(const Time &X);       units of FixedTime.h
//   static Time only(const Time &X, const int32_t *Mask);
//       X in the lanes whose mask is set, Floor elsewhere
//   Time at(const Ints &Value);             without a cause
//   Time atRelease(const Ints &Value, const Time &Cause);
//       a scheduler's entry is free: Value is the start of the first whole
//       cycle that is not before Cause, the issue that freed the entry (lanes
//       that do not track pass a Cause without meaning)
//   static void rebase(Time &X, const Ints &Past, const Ints &Units);
//       X becomes Floor where X < Past, and X - Units elsewhere
//   void rebased(const Ints &Units);        only lanes that track: the same was
//                                           done to all times of the simulator
//   void begin(const InstructionOutcome &I);
//   void dispatched(Time D); void issued(Time X); void operated(Time X);
//   void retired(Time R);
//       what happened to the current instruction, for lanes that track; issued
//       is called for each with micro-operations, X being when its operands and
//       ports were there; operated says when those of an access that are no
//       loads are issued
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_SIMULATION_TRACKER_H
#define RAFTER_LIB_SIMULATION_TRACKER_H

#include <cstdint>

namespace rafter::simulation {

/// Why one thing cannot be before another.
enum class Reason : uint8_t {
  /// In program order after the one before.
  Order,
  /// Waits for a resource whose time is passed by spend (a width, a port, a
  /// link): the earlier users take the blame.
  Busy,
  /// The queue between decoders and rename is full.
  DecodeQueue,
  ReorderBuffer,
  Scheduler,
  LoadScheduler,
  StoreScheduler,
  LoadBuffer,
  StoreBuffer,
  FillBuffers,
  IntegerRegisters,
  VectorRegisters,
  /// A mispredicted branch has been resolved.
  Redirect,
  /// A register.
  Operand,
  /// The line or the data of a load.
  Data,
  /// The value of an older store.
  Forward,
  /// A fence, a serializing instruction or a locked access.
  Fence,
  /// The bound of FixedTime.h on what is in flight.
  Window
};

} // namespace rafter::simulation

#endif // RAFTER_LIB_SIMULATION_TRACKER_H
