//===- LineOrder.cpp - Lines in the order of their last use ---------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/Stream/LineOrder.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include <cstring>

using namespace rafter;

LineOrder::Page *LineOrder::find(uint64_t Number) {
  std::unique_ptr<Page> &P = Pages[Number];
  if (!P) {
    P = std::make_unique<Page>();
    P->Number = Addresses.size();
    Addresses.push_back(Number << PageShift);
  }
  return P.get();
}

void LineOrder::begin(Page &P) {
  P.Epoch = Epoch;
  P.Written = 0;
  std::memset(P.LastUse, 0, sizeof P.LastUse);
  Touched.push_back(&P);
}

/// Without all that comes before the last uses of the Most lines that were used
/// last.
static std::vector<uint32_t> keepLast(llvm::ArrayRef<uint32_t> Uses,
                                      size_t Most) {
  size_t Lines = 0, Begin = Uses.size();
  while (Begin != 0) {
    Lines += (Uses[Begin - 1] & LineOrder::AgainBit) == 0;
    if (Lines > Most)
      break;
    --Begin;
  }
  // As large as it must be: these are kept for many windows.
  return Uses.drop_front(Begin).vec();
}

std::vector<uint32_t> LineOrder::take(size_t Most) {
  Lasts.clear();
  for (const Page *P : Touched)
    for (unsigned Line = 0; Line != 64; ++Line)
      if (P->LastUse[Line] != 0)
        Lasts.emplace_back(P->LastUse[Line],
                           P->Number << 6 | Line |
                               (P->Written >> Line & 1 ? DirtyBit : 0));
  llvm::sort(Lasts);
  std::vector<uint32_t> Uses;
  Uses.reserve(Firsts.size() + Lasts.size());
  auto First = Firsts.begin();
  for (auto [Time, Use] : Lasts) {
    for (; First != Firsts.end() && First->first < Time; ++First)
      Uses.push_back(First->second);
    // The first use was the last.
    if (First != Firsts.end() && First->first == Time)
      ++First;
    Uses.push_back(Use);
  }
  Touched.clear();
  Firsts.clear();
  ++Epoch;
  Clock = 0;
  return keepLast(Uses, Most);
}

std::vector<LineUse> LineOrder::takeUses(size_t Most) {
  std::vector<LineUse> Uses;
  for (uint32_t Use : take(Most))
    Uses.push_back(lineUse(Use, Addresses));
  return Uses;
}

std::vector<uint64_t> LineOrder::takePages() { return std::move(Addresses); }

std::vector<uint32_t> LineOrder::join(llvm::ArrayRef<uint32_t> Older,
                                      llvm::ArrayRef<uint32_t> Newer,
                                      size_t Most) const {
  // Lines in Newer, and of those in Older, too, the last use there.
  llvm::DenseSet<uint32_t> IsNewer;
  for (uint32_t Use : Newer)
    IsNewer.insert(Use & PlaceMask);
  llvm::DenseMap<uint32_t, uint32_t> Before;
  std::vector<uint32_t> Uses;
  for (uint32_t Use : Older) {
    uint32_t Place = Use & PlaceMask;
    if (!IsNewer.contains(Place)) {
      Uses.push_back(Use);
      continue;
    }
    bool IsFirst = Before.try_emplace(Place).second;
    Before[Place] = Use;
    if (WithFirst && IsFirst)
      Uses.push_back(Use | AgainBit);
  }
  for (uint32_t Use : Newer) {
    auto It = Before.find(Use & PlaceMask);
    if (It == Before.end())
      Uses.push_back(Use);
    else if ((Use & AgainBit) == 0)
      Uses.push_back(Use | (It->second & DirtyBit));
  }
  return keepLast(Uses, Most);
}
