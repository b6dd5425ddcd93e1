//===- ResolveOrder.cpp - Loads of a line that change places --------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Algorithm 1 of the Concorde paper for the loads of one line around one that
// does not start in program order.
//
//===----------------------------------------------------------------------===//

#include "PassState.h"
#include "llvm/ADT/SmallVector.h"
#include <algorithm>

using namespace rafter;
using namespace rafter::concorde;

namespace {

constexpr uint32_t None = RegionTrace::None;
constexpr unsigned NumLanes = ReorderBufferModel::NumLanes;

/// The load that the evaluation has come to, and what follows from it.
class Resolver {
public:
  explicit Resolver(PassState &S)
      : S(S), Current(S.NextOrdered), Load(S.Ordered[Current]), Back(Current) {}

  void run() {
    LoadRow &Row = S.load(Current);
    for (unsigned L = 0; L != NumLanes; ++L)
      finishLane(L);
    if (Back != Current) {
      S.goBackTo(Back);
      return;
    }
    LaneRow &Last = S.Commit[(Load.Position - 1) % PassState::Ring];
    LaneRow &Commit = S.Commit[Load.Position % PassState::Ring];
    for (unsigned L = 0; L != NumLanes; ++L) {
      Commit.Lane[L] = std::max(Last.Lane[L], finish(Load.Position, L));
      Row.LatestStart.Lane[L] = std::max(latestStart(L), Row.Start.Lane[L]);
      Row.LatestFinish.Lane[L] =
          std::max(latestFinish(L), finish(Load.Position, L));
    }
    S.goOnBehind(Current);
  }

private:
  /// Start times order loads, and program order those that start at once.
  struct Start {
    uint64_t Key;
    Start(int32_t Cycle, uint32_t Number)
        : Key(uint64_t(Cycle) << 32 | Number) {}
    int32_t cycle() const { return Key >> 32; }
    uint32_t number() const { return Key; }
  };

  int32_t &finish(uint32_t Position, unsigned L) {
    return S.Finish[Position % PassState::Ring].Lane[L];
  }
  int32_t latestStart(unsigned L) {
    return Load.Previous == None ? 0
                                 : S.load(Load.Previous).LatestStart.Lane[L];
  }
  int32_t latestFinish(unsigned L) {
    return Load.Previous == None ? 0
                                 : S.load(Load.Previous).LatestFinish.Lane[L];
  }
  bool swapped(uint32_t Number, unsigned L) {
    return S.swapped(Number) >> L & 1;
  }
  void setSwapped(uint32_t Number, unsigned L) { S.swapped(Number) |= 1u << L; }

  void finishLane(unsigned L) {
    int32_t Cycle = S.load(Current).Start.Lane[L];
    if (Load.isFree(S.Sizes.Lane[L])) {
      finish(Load.Position, L) = Cycle + Load.Cycles;
    } else if (Cycle >= latestStart(L) && !swapped(Current, L)) {
      finish(Load.Position, L) =
          std::max<int32_t>(Cycle + Load.Cycles, latestFinish(L));
    } else {
      sortAround(L);
      applyOrder(L);
    }
  }

  Start startOf(uint32_t Number, unsigned L) {
    return {S.load(Number).Start.Lane[L], Number};
  }

  /// Moves the load at place I of Order before those that start later.
  void moveForward(size_t I) {
    Start Moved = Order[I];
    ++S.Comparisons;
    for (; I != 0 && Order[I - 1].Key > Moved.Key; --I) {
      Order[I] = Order[I - 1];
      ++S.Comparisons;
    }
    Order[I] = Moved;
  }

  void insert(uint32_t Number, unsigned L) {
    Order.push_back(startOf(Number, L));
    moveForward(Order.size() - 1);
  }

  /// Sorts the loads around the current one by their starts: later ones, if
  /// they have been evaluated before and are less than a buffer away, and
  /// earlier ones back to a load up to which none starts later than any of
  /// these. More of them do no harm, so that those of the lane before, whose
  /// order is often the same, are what this one begins with.
  void sortAround(unsigned L) {
    if (Order.empty()) {
      First = After = Current;
      Order.push_back(startOf(Current, L));
    } else {
      for (size_t I = 0; I != Order.size(); ++I) {
        Order[I] = startOf(Order[I].number(), L);
        moveForward(I);
      }
    }
    uint32_t Buffer = S.Sizes.Lane[L];
    for (uint32_t N = S.Ordered[After].Next;
         N != None && N < S.Visited &&
         S.Ordered[N].Position - Load.Position < Buffer;
         N = S.Ordered[N].Next) {
      insert(N, L);
      After = N;
    }
    // Those that gave way to it, too, wherever it starts now.
    uint32_t Reach = swapped(Current, L) ? Buffer : 0;
    for (uint32_t N = before(); N != None; N = before()) {
      if (Load.Position - S.Ordered[N].Position >= Reach &&
          S.load(N).LatestStart.Lane[L] <= Order.front().cycle())
        break;
      insert(N, L);
      First = N;
    }
  }

  /// The load before those in Order.
  uint32_t before() const { return S.Ordered[First].Previous; }

  void applyOrder(unsigned L) {
    uint32_t Before = before();
    int32_t Finish = Before == None ? 0 : S.load(Before).LatestFinish.Lane[L];
    uint32_t Slot = First;
    bool Passed = false;
    for (const Start &Other : Order) {
      uint32_t Number = Other.number();
      Finish =
          std::max<int32_t>(Finish, Other.cycle() + S.Ordered[Slot].Cycles);
      Slot = S.Ordered[Slot].Next;
      if (Number == Current) {
        finish(Load.Position, L) = Finish;
        Passed = true;
        continue;
      }
      if ((Number < Current) == Passed) {
        setSwapped(Number, L);
        setSwapped(Current, L);
      }
      uint32_t Position = S.Ordered[Number].Position;
      if (Number > Current || Finish == finish(Position, L) ||
          Load.Position - Position >= uint32_t(S.Sizes.Lane[L]))
        continue;
      setSwapped(Number, L);
      Back = std::min(Back, Number);
    }
  }

  PassState &S;
  uint32_t Current;
  const OrderedLoad &Load;
  /// Where evaluation goes on if not behind the current load.
  uint32_t Back;
  /// Loads in the order of their starts.
  llvm::SmallVector<Start, 64> Order;
  /// The first and the last of them in program order.
  uint32_t First = None, After = None;
};

} // namespace

void concorde::resolveOrder(PassState &S) { Resolver(S).run(); }
