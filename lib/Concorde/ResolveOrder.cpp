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
#include "llvm/ADT/STLExtras.h"
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
      goBack();
      return;
    }
    LaneRow &Before = S.Commit[(Load.Position - 1) % PassState::Ring];
    LaneRow &Commit = S.Commit[Load.Position % PassState::Ring];
    for (unsigned L = 0; L != NumLanes; ++L) {
      Commit.Lane[L] = std::max(Before.Lane[L], finish(Load.Position, L));
      Row.LatestStart.Lane[L] = std::max(latestStart(L), Row.Start.Lane[L]);
      Row.LatestFinish.Lane[L] =
          std::max(latestFinish(L), finish(Load.Position, L));
    }
    ++S.NextOrdered;
    S.NextExtra = S.Steps[Load.Position].ExtraEnd;
    S.Position = Load.Position + 1;
  }

private:
  struct Start {
    int32_t Cycle;
    uint32_t Number;
    bool operator<(const Start &O) const {
      return Cycle != O.Cycle ? Cycle < O.Cycle : Number < O.Number;
    }
  };

  int32_t finish(const Start &Other, unsigned L) {
    return finish(S.Ordered[Other.Number].Position, L);
  }
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
    return S.Swapped[Number % PassState::LoadRing] >> L & 1;
  }
  void setSwapped(uint32_t Number, unsigned L) {
    S.Swapped[Number % PassState::LoadRing] |= 1u << L;
  }

  void finishLane(unsigned L) {
    int32_t Cycle = S.load(Current).Start.Lane[L];
    if (Cycle >= latestStart(L) && !swapped(Current, L)) {
      finish(Load.Position, L) =
          std::max<int32_t>(Cycle + Load.Cycles, latestFinish(L));
      return;
    }
    sortAround(L);
    applyOrder(L, {Cycle, Current});
  }

  /// The loads of the line as they start, as far as they can have a part in
  /// the finish of those less than a buffer away: by their places (one
  /// buffer), and by waiting for others (one more) with places of their own.
  void sortAround(unsigned L) {
    uint32_t Reach = 3 * S.Sizes.Lane[L];
    Order.clear();
    for (uint32_t N = Current;
         N != None && Load.Position - S.Ordered[N].Position <= Reach;
         N = S.Ordered[N].Previous)
      Order.push_back({S.load(N).Start.Lane[L], N});
    First = Order.back().Number;
    for (uint32_t N = Load.Next; N != None && N < S.Visited &&
                                 S.Ordered[N].Position - Load.Position <= Reach;
         N = S.Ordered[N].Next)
      Order.push_back({S.load(N).Start.Lane[L], N});
    llvm::sort(Order);
  }

  void applyOrder(unsigned L, Start Self) {
    uint32_t Buffer = S.Sizes.Lane[L];
    int32_t Finish = 0;
    uint32_t Slot = First;
    for (const Start &Other : Order) {
      Finish = std::max<int32_t>(Finish, Other.Cycle + S.Ordered[Slot].Cycles);
      Slot = S.Ordered[Slot].Next;
      if (Other.Number == Current) {
        finish(Load.Position, L) = Finish;
        continue;
      }
      if ((Other.Number < Current) != (Other < Self)) {
        setSwapped(Other.Number, L);
        setSwapped(Current, L);
      }
      if (Other.Number > Current || Finish == finish(Other, L) ||
          Load.Position - S.Ordered[Other.Number].Position >= Buffer)
        continue;
      setSwapped(Other.Number, L);
      Back = std::min(Back, Other.Number);
    }
  }

  void goBack() {
    uint32_t Position = S.Ordered[Back].Position;
    S.NextOrdered = Back;
    S.NextExtra = Position == 0 ? 0 : S.Steps[Position - 1].ExtraEnd;
    S.Position = Position;
  }

  PassState &S;
  uint32_t Current;
  const OrderedLoad &Load;
  /// Where evaluation goes on if not behind the current load.
  uint32_t Back;
  llvm::SmallVector<Start, 64> Order;
  /// The first load in program order of those in Order.
  uint32_t First = None;
};

} // namespace

void concorde::resolveOrder(PassState &S) { Resolver(S).run(); }
