//===- DeliveryModel.cpp - How instructions reach rename ------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DeliveryModel.h"
#include "llvm/Support/MathExtras.h"

using namespace rafter;

/// No micro-operation cache is as large as this; it stands for Unlimited.
static uint64_t slots(double Capacity) {
  constexpr double Most = 1u << 30;
  return static_cast<uint64_t>(std::clamp(Capacity, 0.0, Most));
}

/// Whole slots that a taken branch ends: those of a cycle, or of an entry,
/// where a cycle takes several. 1 loses nothing.
static unsigned groupWidth(const CoreParameters &Core) {
  double SlotsPerCycle = Core.UopCacheWidth;
  if (Core.UopCacheEntry > 1)
    SlotsPerCycle = std::min(SlotsPerCycle, Core.UopCacheEntry);
  return SlotsPerCycle <= MostLostSlots
             ? std::max(1u, static_cast<unsigned>(SlotsPerCycle))
             : 1;
}

/// The caches as instructions see them.
static Processor ofCode(const Processor &CPU) {
  Processor P = CPU;
  P.memory(MemoryLevel::L1).Capacity = CPU.Core.CodeCapacity;
  P.memory(MemoryLevel::L1).Ways = CPU.Core.CodeWays;
  return P;
}

/// Pages of code as lines of two levels.
static Processor ofCodePages(const CoreParameters &Core) {
  Processor P;
  P.LineBytes = 1;
  P.memory(MemoryLevel::L1).Capacity = Core.ITLBEntries;
  P.memory(MemoryLevel::L2).Capacity = Core.STLBEntries;
  P.memory(MemoryLevel::L3).Capacity = 0;
  return P;
}

DeliveryModel::DeliveryModel(const Processor &CPU, bool IsPlaced)
    : WindowShift(llvm::Log2_64(
          static_cast<uint64_t>(std::max(1.0, CPU.Core.UopCacheWindow)))),
      EntrySlots(
          static_cast<uint32_t>(std::clamp(CPU.Core.UopCacheEntry, 1.0, 64.0))),
      MostEntries(IsPlaced ? CPU.Core.UopCacheEntriesOfWindow : Unlimited),
      HasErratum(IsPlaced && CPU.Core.JumpErratum),
      LineShift(llvm::Log2_32(CPU.LineBytes)),
      Capacity(slots(CPU.Core.UopCacheSlots)),
      LoopCapacity(slots(CPU.Core.LoopBufferSlots)),
      Width(groupWidth(CPU.Core)),
      EndsFirstWindow(IsPlaced && CPU.Core.UopCacheEntry > 1) {
  if (EndsFirstWindow && CPU.Core.UopCacheWidth == 2 * CPU.Core.UopCacheEntry) {
    Pairs.emplace(EntrySlots);
    EndsFirstWindow = false;
  }
  if (CPU.Core.CodeCapacity != Unlimited)
    CodeCaches.emplace(ofCode(CPU));
  if (CPU.Core.ComplexDecoders == 1 && CPU.Core.DecodeWidth <= MostLostSlots)
    Decoders = static_cast<unsigned>(CPU.Core.DecodeWidth);
  if (IsPlaced && CPU.Core.ITLBEntries != Unlimited) {
    CodePages.emplace(ofCodePages(CPU.Core));
    LinesOfPageShift = llvm::Log2_64(static_cast<uint64_t>(std::max(
        1.0, CPU.Core.PageBytes / static_cast<double>(CPU.LineBytes))));
  }
}

uint8_t DeliveryModel::missPage(uint64_t Line) {
  uint64_t Page = Line >> LinesOfPageShift;
  if (Page == LastPage)
    return 0;
  LastPage = Page;
  MemoryLevel From = CodePages->access(Page).Level;
  Fills += From != MemoryLevel::L1;
  return std::min<unsigned>(static_cast<unsigned>(From), 2);
}

void DeliveryModel::place(const Code &C) {
  if (Decoders == 0 || C.Slots == 0)
    return;
  if (C.Slots > 1 && Decoded != 0) {
    LostPlaces = Decoders - Decoded;
    Decoded = 0;
  }
  Decoded = (Decoded + 1) % Decoders;
}

/// A jump, with what is fused to it, that crosses 32 bytes or ends with them.
bool DeliveryModel::meetsErratum(const InstructionTable &Table,
                                 size_t I) const {
  constexpr uint64_t Bytes = 32;
  const StaticInstruction &S = Table.Instructions[I];
  if (S.Branch == BranchKind::None)
    return false;
  uint64_t Begin = S.Address;
  if (S.has(StaticInstruction::FusedWithPrevious) && I != 0)
    Begin = Table.Instructions[I - 1].Address;
  return Begin / Bytes != (S.Address + S.Bytes) / Bytes;
}

void DeliveryModel::refresh(const InstructionTable &Table) {
  for (size_t I = Codes.size(); I < Table.Instructions.size(); ++I) {
    const StaticInstruction &S = Table.Instructions[I];
    auto [It, New] =
        WindowOf.try_emplace(S.Address >> WindowShift, Windows.size());
    if (New)
      Windows.emplace_back();
    Codes.push_back(
        {It->second, 0,
         (S.Address + std::max<uint64_t>(S.Bytes, 1) - 1) >> LineShift,
         S.DecodedSlots, S.has(StaticInstruction::Microcoded),
         (S.Address + std::max<uint64_t>(S.Bytes, 1) - 1) >> WindowShift !=
             S.Address >> WindowShift});
    Window &W = Windows[It->second];
    W.AllSlots += S.DecodedSlots;
    if (llvm::divideCeil(W.AllSlots, EntrySlots) > MostEntries)
      W.drop();
    if (HasErratum && meetsErratum(Table, I)) {
      W.drop();
      uint64_t End = (S.Address + S.Bytes) >> WindowShift;
      if (auto Next = WindowOf.find(End);
          Next != WindowOf.end() && (S.Address + S.Bytes) % 32 != 0)
        Windows[Next->second].drop();
    }
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

Delivery DeliveryModel::decode(Code &C) {
  place(C);
  restartPairs();
  if (Capacity != 0 && Windows[C.Window].Fits) {
    if (C.Window != First)
      bringToFront(C.Window);
    Filled = 0;
    fill(C);
  }
  if (CodeCaches && C.Line != LastLine) {
    LastLine = C.Line;
    CodeFrom = CodeCaches->access(C.Line).Level;
    Fills += CodeFrom != MemoryLevel::L1;
  }
  return Delivery::Decoders;
}

void DeliveryModel::fill(Code &C) {
  ++Fills;
  Window &W = Windows[C.Window];
  C.Generation = W.Generation;
  Held -= held(W);
  W.Slots += C.Slots;
  Held += held(W);
  while (Held > Capacity && Last != C.Window) {
    Window &Victim = Windows[Last];
    Held -= held(Victim);
    Victim.Slots = 0;
    ++Victim.Generation;
    unlink(Last);
  }
}

void DeliveryModel::branch(uint32_t Static, BranchKind Kind, bool Backward,
                           bool Mispredicted) {
  if (Mispredicted)
    restartPairs();
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
