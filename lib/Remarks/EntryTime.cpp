//===- EntryTime.cpp - What one entry of a loop takes ---------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EntryTime.h"
#include <algorithm>
#include <cmath>

using namespace rafter;

double rafter::joiningsOf(const Variant &V, double Parts) {
  double InRow = 1;
  bool IsOtherOrder = false;
  for (const LoopChange &C : V.Changes) {
    IsOtherOrder |= C.Kind == ChangeKind::Reassociate;
    if (C.Kind == ChangeKind::Interleave)
      InRow = std::clamp(double(C.Count), 1.0, Parts);
  }
  return IsOtherOrder ? InRow - 1 + std::log2(Parts / InRow) : 0;
}

std::optional<uint64_t> rafter::paysFrom(const EntryTime &Before,
                                         const EntryTime &After,
                                         double Factor) {
  // Before.Cycles + Before.besides() / N >= Factor * (the same of After)
  double Gained = Before.Cycles - Factor * After.Cycles;
  double Paid = Factor * After.besides() - Before.besides();
  if (!(Gained > 0))
    return std::nullopt;
  return std::ceil(std::max(Paid / Gained, After.AtOnce));
}
