//===- LineOrder.cpp - Lines in the order of their last use ---------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/Stream/LineOrder.h"
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

std::vector<uint32_t> LineOrder::take(size_t Most) {
  Order.clear();
  for (const Page *P : Touched)
    for (unsigned Line = 0; Line != 64; ++Line)
      if (P->LastUse[Line] != 0)
        Order.emplace_back(P->LastUse[Line],
                           P->Number << 6 | Line |
                               (P->Written >> Line & 1 ? DirtyBit : 0));
  llvm::sort(Order);
  std::vector<uint32_t> Lines;
  for (auto [Use, Line] :
       llvm::ArrayRef(Order).take_back(std::min(Most, Order.size())))
    Lines.push_back(Line);
  Touched.clear();
  ++Epoch;
  Clock = 0;
  return Lines;
}

std::vector<uint64_t> LineOrder::takePages() { return std::move(Addresses); }

std::vector<uint32_t> LineOrder::join(llvm::ArrayRef<uint32_t> Older,
                                      std::vector<uint32_t> Newer,
                                      size_t Most) {
  llvm::DenseMap<uint32_t, size_t> Later;
  for (auto [At, Line] : llvm::enumerate(Newer))
    Later[Line & ~DirtyBit] = At;
  std::vector<uint32_t> Lines;
  for (uint32_t Line : Older) {
    auto It = Later.find(Line & ~DirtyBit);
    if (It == Later.end())
      Lines.push_back(Line);
    else
      Newer[It->second] |= Line & DirtyBit;
  }
  llvm::append_range(Lines, Newer);
  size_t Surplus = Lines.size() - std::min(Lines.size(), Most);
  Lines.erase(Lines.begin(), Lines.begin() + Surplus);
  return Lines;
}
