//===- StateKeeper.cpp - Warm state of an execution -----------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/Regions/StateKeeper.h"

using namespace rafter;

void StateKeeper::fold() {
  Order =
      Lines.join(Order, Lines.take(WarmState::MostLines), WarmState::MostLines);
  Uses = 0;
}

void StateKeeper::keepBranch(const CrackedInstruction &I) {
  CrackedInstruction Kept;
  Kept.Address = I.Address;
  Kept.Class = InstructionClass::Branch;
  Kept.Branch = I.Branch;
  Kept.Bytes = I.Bytes;
  Kept.Flags = I.Flags & CrackedInstruction::Taken;
  if (Branches.size() != WarmState::MostBranches)
    Branches.push_back(Kept);
  else
    Branches[NumBranches % Branches.size()] = Kept;
  ++NumBranches;
  BranchWaits = true;
}

WarmState StateKeeper::state(uint64_t Next) {
  fold();
  WarmState State;
  State.Lines.reserve(Order.size());
  for (uint32_t Line : Order) {
    uint32_t Place = Line & LineOrder::PlaceMask;
    uint64_t Address = Lines.pages()[Place >> 6] +
                       (uint64_t(Place & 63) << LineOrder::LineShift);
    uint64_t Kind = Address >> KindShift;
    // Canonical again.
    Address = uint64_t(int64_t(Address << 2) >> 2);
    State.Lines.push_back(
        {Address, Kind == Code, Place != Line, Kind == Prefetch});
  }
  size_t First = NumBranches - Branches.size();
  for (size_t I = 0; I != Branches.size(); ++I)
    State.Branches.push_back(Branches[(First + I) % Branches.size()]);
  if (BranchWaits)
    State.Branches.back().DataAddress = Next;
  return State;
}
