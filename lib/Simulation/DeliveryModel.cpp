//===- DeliveryModel.cpp - How instructions reach rename ------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DeliveryModel.h"

using namespace rafter;

/// No micro-operation cache is as large as this; it stands for Unlimited.
static uint64_t slots(double Capacity) {
  constexpr double Most = 1u << 30;
  return static_cast<uint64_t>(std::clamp(Capacity, 0.0, Most));
}

/// Whole slots in a cycle; 1 loses nothing.
static unsigned groupWidth(double SlotsPerCycle) {
  return SlotsPerCycle <= MostLostSlots
             ? std::max(1u, static_cast<unsigned>(SlotsPerCycle))
             : 1;
}

DeliveryModel::DeliveryModel(const Processor &CPU)
    : Capacity(slots(CPU.Core.UopCacheSlots)),
      LoopCapacity(slots(CPU.Core.LoopBufferSlots)),
      Width(groupWidth(CPU.Core.UopCacheWidth)) {}

void DeliveryModel::refresh(const InstructionTable &Table) {
  for (size_t I = Codes.size(); I < Table.Instructions.size(); ++I) {
    const StaticInstruction &S = Table.Instructions[I];
    auto [It, New] =
        WindowOf.try_emplace(S.Address >> WindowShift, Windows.size());
    if (New)
      Windows.emplace_back();
    Codes.push_back(
        {It->second, 0, S.DecodedSlots, S.has(StaticInstruction::Microcoded)});
  }
}

void DeliveryModel::unlink(uint32_t W) {
  Window &X = Windows[W];
  (X.Previous == None ? First : Windows[X.Previous].Next) = X.Next;
  (X.Next == None ? Last : Windows[X.Next].Previous) = X.Previous;
  X.Listed = false;
}

void DeliveryModel::bringToFront(uint32_t W) {
  Window &X = Windows[W];
  if (X.Listed)
    unlink(W);
  X.Previous = None;
  X.Next = First;
  X.Listed = true;
  (First == None ? Last : Windows[First].Previous) = W;
  First = W;
}

void DeliveryModel::fill(Code &C) {
  Window &W = Windows[C.Window];
  C.Generation = W.Generation;
  W.Slots += C.Slots;
  Held += C.Slots;
  while (Held > Capacity && Last != C.Window) {
    Window &Victim = Windows[Last];
    Held -= Victim.Slots;
    Victim.Slots = 0;
    ++Victim.Generation;
    unlink(Last);
  }
}

void DeliveryModel::branch(uint32_t Static, BranchKind Kind, bool Backward,
                           bool Mispredicted) {
  if (LoopCapacity == 0)
    return;
  if (Kind != BranchKind::Conditional && Kind != BranchKind::Jump) {
    LoopBranch = None;
    InLoop = false;
    return;
  }
  if (!Backward) {
    if (Static == LoopBranch || Mispredicted) {
      LoopBranch = None;
      InLoop = false;
    }
    return;
  }
  bool Closes =
      Static == LoopBranch && LoopSlots <= LoopCapacity && !Mispredicted;
  Rounds = Closes ? Rounds + 1 : 0;
  InLoop = Rounds >= 2;
  LoopBranch = Static;
  LoopSlots = 0;
}
