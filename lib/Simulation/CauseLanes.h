//===- CauseLanes.h - Times that know who they are owed to ------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The lanes (see Tracker.h) of causality: each time has the event of CauseArena
// that it ends with. Where two constraints are equally late, the first one that
// the simulator applies keeps the blame; it applies program order before
// buffers, buffers before ports, and ports before operands.
//
// Times that lie so far behind dispatch that they cannot delay anything any
// more give up their events (None). What comes of such a time is counted from
// dispatch on.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_SIMULATION_CAUSELANES_H
#define RAFTER_LIB_SIMULATION_CAUSELANES_H

#include "CauseArena.h"
#include "IssueLog.h"
#include "Lanes.h"

namespace rafter::simulation {

/// What causality counts of one static instruction beside its shares.
struct WaitCounts {
  uint64_t Executions = 0;
  /// From dispatch to issue, in units.
  int64_t Wait = 0;
  /// How often the last thing it waited for was which. At most MostCauses; the
  /// rarest ones make room.
  struct Cause {
    CauseLabel Label;
    uint64_t Times;
  };
  static constexpr size_t MostCauses = 12;
  std::vector<Cause> Causes;

  void waitedFor(CauseLabel Label);
};

struct CauseTime {
  int32_t Value = Floor;
  CauseArena::Event Event = CauseArena::None;
};

/// One machine whose times have causes.
class CauseLanes : public ScalarLanes {
public:
  static constexpr bool Tracks = true;
  using Time = CauseTime;

  explicit CauseLanes(size_t Capacity = CauseArena::DefaultCapacity)
      : Arena(Capacity) {}

  [[gnu::always_inline]] Time constrain(Time X, Time C, Reason Why) {
    if (C.Value <= X.Value)
      return X;
    if (C.Event != CauseArena::None)
      return isRoom(Why) ? Time{C.Value, Arena.add(C.Event, Nobody, 0)} : C;
    return extend(X, C.Value, Nobody);
  }
  Time constrainShifted(Time X, Time C, Ints Offset, Ints Base, Reason Why);
  [[gnu::always_inline]] Time spend(Time X, Ints Cost, ResourceId Who) {
    if (Cost == 0)
      return X;
    if (X.Event != CauseArena::None)
      return {X.Value + Cost, Arena.add(X.Event, {Current, Who}, Cost)};
    return spendFromPast(X, Cost, Who);
  }
  static Ints value(const Time &X) { return X.Value; }
  Time at(Ints Value) { return {Value, CauseArena::None}; }
  /// What the whole cycles of the schedulers add is the scheduler's.
  Time atRelease(Ints Value, Time Cause) {
    if (Cause.Event == CauseArena::None || Value < Cause.Value)
      return {Value, CauseArena::None};
    if (Value == Cause.Value)
      return Cause;
    return {Value,
            Arena.add(Cause.Event, {Current, Scheduler}, Value - Cause.Value)};
  }
  static Time only(Time X, const int32_t *) { return X; }
  static void rebase(Time &X, Ints Past, Ints Units) {
    if (X.Value < Past)
      X = Time();
    else
      X.Value -= Units;
  }

  void begin(const InstructionOutcome &I) {
    Current = I.Static;
    if (Current >= Counts.size())
      Counts.resize(Current + 1);
    ++Counts[Current].Executions;
    Log.begin(Current);
  }
  void dispatched(Time D) {
    if (D.Event == CauseArena::None)
      D = {D.Value, eventOf(D)};
    LastDispatch = D;
    Log.dispatched(D.Value);
  }
  void issued(Time X);
  void operated(Time X) { Log.operated(X.Value); }
  void retired(Time) {}

  /// The region begins at this value: everything is owed from here on.
  void beginRegion(Ints Value);
  /// All times moved by so much.
  void rebased(Ints Units) {
    LastDispatch.Value -= Units;
    Log.rebased(Units);
  }
  void endIteration() { Log.endIteration(); }
  /// The event that X ends with; X is not before dispatch.
  CauseArena::Event eventOf(Time X) {
    if (X.Event == CauseArena::None && X.Value > LastDispatch.Value)
      X = extend(X, X.Value, Nobody);
    return X.Event != CauseArena::None ? X.Event : LastDispatch.Event;
  }
  /// Drops what no time needs. Visit hands every time that the simulator holds
  /// to the function it is given.
  using TimeHolder = llvm::function_ref<void(Time &X)>;
  void collect(llvm::function_ref<void(TimeHolder Hold)> Visit);

  bool full() const { return Arena.full(); }
  const CauseArena &arena() const { return Arena; }
  llvm::ArrayRef<WaitCounts> counts() const { return Counts; }
  const IssueLog &log() const { return Log; }

private:
  /// So far behind dispatch, in cycles, nothing delays anything: longer than
  /// any delay that the simulator adds to a time before it compares it.
  static constexpr int32_t Reach = 1024;
  static constexpr CauseLabel Nobody = {CauseLabel::NoInstruction, 0};

  /// Whether what is waited for is room or order, no result: an event of no
  /// time keeps the two apart on the path.
  static constexpr bool isRoom(Reason Why) {
    return (Why >= Reason::DecodeQueue && Why <= Reason::Redirect) ||
           Why >= Reason::Fence;
  }
  Time extend(Time X, int32_t Value, CauseLabel Label);
  Time spendFromPast(Time X, Ints Cost, ResourceId Who);

  CauseArena Arena;
  uint32_t Current = CauseLabel::NoInstruction;
  /// Has an event always.
  Time LastDispatch;
  std::vector<WaitCounts> Counts;
  IssueLog Log;
};

} // namespace rafter::simulation

#endif // RAFTER_LIB_SIMULATION_CAUSELANES_H
