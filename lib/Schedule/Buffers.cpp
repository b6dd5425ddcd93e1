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

OutOfOrderBuffer::OutOfOrderBuffer(double Slots) : Limited(isLimit(Slots)) {
  if (Limited)
    this->Slots = static_cast<uint32_t>(Slots);
}

void OutOfOrderBuffer::expire(Cycle To) {
  if (To <= Now)
    return;
  // Far behind, look for the next release instead of passing every word.
  Cycle From = To - Now < 1024 ? Now + 1 : Pending.nextSet(Now + 1);
  if (From <= To)
    Pending.consume(From, To, [this](Cycle C) {
      Count -= Releases.at(C);
      Releases.at(C) = 0;
    });
  Now = To;
  Releases.advanceOverCleared(To + 1);
  Pending.advance(To + 1);
}
