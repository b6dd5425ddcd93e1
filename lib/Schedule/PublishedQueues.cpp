//===- PublishedQueues.cpp - Waiting accesses as published ----------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PublishedQueues.h"
#include <algorithm>

using namespace rafter;

/// Slots of a buffer; 0 stands for no limit.
static size_t sizeOf(const Processor &CPU, BufferKind B) {
  double Slots = CPU.buffer(B);
  return Slots == Unlimited ? 0 : static_cast<size_t>(Slots);
}

PublishedQueues::PublishedQueues(const Processor &CPU)
    : LoadSize(sizeOf(CPU, BufferKind::LoadBuffer)),
      StoreSize(sizeOf(CPU, BufferKind::StoreBuffer)),
      FillSize(sizeOf(CPU, BufferKind::LineFillBuffer)) {}

void PublishedQueues::Slots::push(Cycle C) {
  if (Count == Values.size())
    Values.resize(Values.size() * 2);
  Values[Count++] = C;
}

void PublishedQueues::Slots::drop(Cycle Now) {
  auto Begin = Values.begin();
  Count =
      std::remove_if(Begin, Begin + Count, [=](Cycle C) { return C <= Now; }) -
      Begin;
}

Cycle PublishedQueues::Slots::least() const {
  return *std::min_element(Values.begin(), Values.begin() + Count);
}

Cycle PublishedQueues::Slots::sorted(size_t Index) {
  std::sort(Values.begin(), Values.begin() + Count);
  return Values[Index];
}

void PublishedQueues::retire(Cycle Now) {
  Loads.erase(Loads.begin(), Loads.upper_bound(Now));
  Stores.drop(Now);
  Fills.drop(Now);
  std::erase_if(LoadQueue, [&](const Waiting &W) {
    if (W.Dispatch <= Now && W.Done > Now)
      Loads.insert(W.Done);
    return W.Dispatch <= Now;
  });
  auto Admit = [Now](std::vector<Waiting> &Queue, Slots &Buffer) {
    std::erase_if(Queue, [=](const Waiting &W) { return W.Done <= Now; });
    std::erase_if(Queue, [&](const Waiting &W) {
      if (W.Dispatch == Now)
        Buffer.push(W.Done);
      return W.Dispatch == Now;
    });
  };
  Admit(StoreQueue, Stores);
  Admit(FillQueue, Fills);
}

bool PublishedQueues::waits(BufferKind B) const {
  switch (B) {
  case BufferKind::LoadBuffer:
    return !LoadQueue.empty();
  case BufferKind::StoreBuffer:
    return !StoreQueue.empty();
  case BufferKind::LineFillBuffer:
    return !FillQueue.empty();
  default:
    return false;
  }
}

bool PublishedQueues::empty() const {
  return Loads.empty() && Stores.Count == 0 && Fills.Count == 0;
}

Cycle PublishedQueues::whenFree(Slots &Buffer,
                                const std::vector<Waiting> &Queue,
                                size_t Size) {
  if (Queue.empty())
    return Buffer.least();
  if (Queue.size() < Size)
    return Buffer.sorted(Queue.size());
  Cycle Least = Queue.back().Done;
  for (size_t I = Queue.size() - Size; I != Queue.size(); ++I)
    Least = std::min(Least, Queue[I].Done);
  return Least;
}

Cycle PublishedQueues::whenLoadSlot() const {
  if (LoadQueue.empty())
    return *Loads.begin();
  size_t Held = LoadSize;
  Cycle NextLoad = NoCycle, NextQueued = NoCycle, LastQueued = 0;
  for (Cycle Done : Loads) {
    if (Done <= LastLoadSlot)
      --Held;
    else if (NextLoad == NoCycle)
      NextLoad = Done;
  }
  for (const Waiting &W : LoadQueue) {
    LastQueued = std::max(LastQueued, W.Done);
    if (W.Done > LastLoadSlot) {
      ++Held;
      NextQueued = std::min(NextQueued, W.Done);
    }
  }
  if (Held < LoadSize)
    return LastLoadSlot;
  return std::min(NextLoad, NextQueued == NoCycle ? LastQueued : NextQueued);
}

Cycle PublishedQueues::admit(bool IsStore, Cycle Fetched, Cycle Ready,
                             bool MissesL1) {
  Slot = Fetched;
  WaitsForFill = false;
  if (IsStore) {
    BufferFull = StoreSize != 0 && Stores.Count == StoreSize;
    if (BufferFull)
      Slot = whenFree(Stores, StoreQueue, StoreSize);
    return std::max(Ready, Slot);
  }
  BufferFull = LoadSize != 0 && Loads.size() == LoadSize;
  bool FillsFull = FillSize != 0 && Fills.Count == FillSize;
  WaitsForFill = MissesL1 && FillSize != 0 && (FillsFull || !FillQueue.empty());
  if (BufferFull)
    Slot = whenLoadSlot();
  Ready = std::max(Ready, Slot);
  if (WaitsForFill && (!BufferFull || FillsFull))
    Ready = std::max(Ready, whenFree(Fills, FillQueue, FillSize));
  return Ready;
}

void PublishedQueues::scheduled(bool IsStore, Cycle Done, bool MissesL1,
                                OutOfOrderBuffer &Reservation) {
  if (BufferFull)
    Reservation.hold(Slot);
  if (IsStore) {
    if (BufferFull)
      StoreQueue.push_back({Slot, Done});
    else if (StoreSize != 0)
      Stores.push(Done);
    return;
  }
  if (BufferFull) {
    LastLoadSlot = LoadQueue.empty() ? Slot : std::max(LastLoadSlot, Slot);
    LoadQueue.push_back({LastLoadSlot, Done});
  } else if (LoadSize != 0) {
    Loads.insert(Done);
  }
  if (WaitsForFill)
    FillQueue.push_back({whenFree(Fills, FillQueue, FillSize), Done});
  else if (MissesL1 && FillSize != 0)
    Fills.push(Done);
}
