//===- CauseArena.h - Who the time is owed to -------------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A tree of events. An event says that time passed after its predecessor, how
// much, and which resource of which instruction took it. Each time that the
// simulation still holds leads to one event; the path from there to the root
// adds up to that time.
//
// Most events are soon on no such path. Collecting drops them, joins what
// became a path without branches into one event with a sum for each label, and
// moves the path that all held times share into the totals. So memory is
// bounded by the times held, not by the length of the run.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_SIMULATION_CAUSEARENA_H
#define RAFTER_LIB_SIMULATION_CAUSEARENA_H

#include "ResourceList.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <cstdint>
#include <limits>
#include <vector>

namespace rafter::simulation {

/// What a stretch of time is owed to.
struct CauseLabel {
  /// Index into the InstructionTable, or NoInstruction.
  uint32_t Instruction;
  ResourceId Resource;
  static constexpr uint32_t NoInstruction = ~0u;
  bool operator==(const CauseLabel &) const = default;
};

class CauseArena {
public:
  using Event = uint32_t;
  /// For times of no event; zeroed memory has none.
  static constexpr Event None = 0;
  static constexpr Event Root = 1;
  /// Enough for the window of instructions in flight several times, and small
  /// enough for a second-level cache.
  static constexpr size_t DefaultCapacity = size_t(1) << 16;

  /// Full after so many events.
  explicit CauseArena(size_t Capacity = DefaultCapacity);

  /// Forgets everything.
  void clear();

  /// Label takes Units of time after Parent.
  Event add(Event Parent, CauseLabel Label, int32_t Units) {
    Events.push_back({Parent, Label.Instruction, Units, Label.Resource});
    return static_cast<Event>(Events.size() - 1);
  }

  /// Whether an event stands for one stretch of time: not the root, and not
  /// joined with others by a collection.
  bool isSingle(Event E) const {
    return E > Root && Events[E].Resource != Joined;
  }
  /// Of a single event.
  CauseLabel label(Event E) const {
    return {Events[E].Instruction, Events[E].Resource};
  }
  int32_t units(Event E) const { return Events[E].Units; }
  Event parent(Event E) const { return Events[E].Parent; }

  bool full() const { return Events.size() >= Limit; }
  /// Events kept, with the root.
  size_t size() const { return Events.size() - Root; }

  /// Takes each event that is still needed.
  using Holder = llvm::function_ref<void(Event &E)>;
  /// Drops all events but those on the paths of the events that Visit hands
  /// to the holder, and renumbers these. None may be among them.
  void collect(llvm::function_ref<void(Holder Hold)> Visit);

  /// Sums by label.
  struct Share {
    CauseLabel Label;
    int64_t Units;
  };
  /// The whole path to Last, by instruction, then resource. The units add up to
  /// the time of Last since the beginning.
  std::vector<Share> sharesOf(Event Last) const;

private:
  struct Node {
    Event Parent;
    /// Of a joined event: index into Segments.
    uint32_t Instruction;
    int32_t Units;
    ResourceId Resource;
  };
  static constexpr ResourceId Joined = std::numeric_limits<ResourceId>::max();
  using Key = uint64_t;
  struct Sum {
    Key Label;
    int64_t Units;
  };
  struct Segment {
    size_t Begin, End;
  };
  /// What collect knows of an event.
  struct Mark {
    uint8_t Needed : 1, Held : 1, Children : 2;
  };
  /// Finds the sum of a label within the segment that is being written.
  struct Slot {
    Key Label = 0;
    uint32_t Round = 0;
    uint32_t At = 0;
  };

  static Key key(const Node &N) {
    return uint64_t(N.Instruction) << 16 | N.Resource;
  }
  template <typename Function> void forEachSum(const Node &N, Function F) const;
  void markPaths();
  bool isAnchor(Event E) const;
  Node joinPath(Event E, Event &Above);
  void accumulate(Key Label, int64_t Units);
  void growSlots();

  size_t Capacity;
  size_t Limit;
  std::vector<Node> Events;
  std::vector<Segment> Segments;
  std::vector<Sum> Sums;
  llvm::DenseMap<Key, int64_t> Totals;

  // Of the collection in progress.
  std::vector<Event *> Held;
  std::vector<Mark> Marks;
  std::vector<Event> Moved;
  std::vector<Node> NewEvents;
  std::vector<Segment> NewSegments;
  std::vector<Sum> NewSums;
  size_t SegmentBegin = 0;
  std::vector<Slot> Slots;
  uint32_t Round = 0;
};

} // namespace rafter::simulation

#endif // RAFTER_LIB_SIMULATION_CAUSEARENA_H
