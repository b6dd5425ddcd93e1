//===- Buffers.cpp - The out-of-order buffers -----------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Buffers.h"

using namespace rafter;

/// A buffer of this size is taken for unlimited.
static constexpr double LargestBuffer = 1 << 24;

static bool isLimit(double Slots) { return Slots > 0 && Slots < LargestBuffer; }

InOrderBuffer::InOrderBuffer(double Slots) : Limited(isLimit(Slots)) {
  if (!Limited)
    return;
  this->Slots = static_cast<uint32_t>(Slots);
  Ring.resize(this->Slots);
}

void InOrderBuffer::save(StateWriter &W) {
  expire(W.Now);
  RisingTimes Times(W);
  for (uint32_t I = 0, At = Head; I != Count;) {
    // A slot is free with its elders, and those behind it with it.
    Cycle Free = Ring[At];
    uint32_t Slots = 0;
    for (; I != Count && Ring[At] <= Free; ++I, ++Slots)
      At = At + 1 == Ring.size() ? 0 : At + 1;
    Times.add(Free);
    W.number(Slots);
  }
  Times.end();
}

void InOrderBuffer::restore(StateReader &R) {
  Head = Count = 0;
  R.risingTimes([&](Cycle C) {
    for (uint64_t Slots = R.number(); Slots != 0; --Slots)
      Ring[Count++] = C;
  });
}

OutOfOrderBuffer::OutOfOrderBuffer(double Slots) : Limited(isLimit(Slots)) {
  if (Limited)
    this->Slots = static_cast<uint32_t>(Slots);
}

void OutOfOrderBuffer::save(StateWriter &W) {
  if (!Limited)
    return;
  // Nobody asks for a cycle before these two any more.
  expire(std::max(W.Now, LastAcquired));
  W.time(LastAcquired);
  RisingTimes Times(W);
  Cycle C = Now;
  for (uint32_t Left = Count; Left != 0; Left -= Releases.get(C)) {
    C = Pending.nextSet(C + 1);
    Times.add(C);
    W.number(Releases.get(C));
  }
  Times.end();
}

void OutOfOrderBuffer::restore(StateReader &R) {
  if (!Limited)
    return;
  expire(R.Now);
  LastAcquired = R.time();
  R.risingTimes([&](Cycle Until) {
    uint32_t Slots = static_cast<uint32_t>(R.number());
    Releases.at(Until) = Slots;
    Pending.set(Until);
    Count += Slots;
  });
}
