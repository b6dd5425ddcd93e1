//===- Prefetcher.cpp - Next-line and stride prefetchers ------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/Memory/Prefetcher.h"
#include <algorithm>
#include <cstdlib>

using namespace rafter;

Prefetcher::Prefetcher(const Processor &CPU)
    : NextLine(CPU.NextLinePrefetch), Distance(CPU.StridePrefetchDistance),
      LinesPerPage(std::max<int64_t>(1, 4096 / CPU.LineBytes)) {}

void Prefetcher::observe(uint32_t Operation, uint64_t Line, bool Missed,
                         llvm::SmallVectorImpl<uint64_t> &Lines) {
  if (NextLine && Missed)
    Lines.push_back(Line + 1);
  if (Distance == 0)
    return;
  if (Operation >= Streams.size())
    Streams.resize(Operation + 1);
  Stream &S = Streams[Operation];
  int64_t Stride = static_cast<int64_t>(Line - S.Line);
  if (Stride == 0)
    return;
  S.Line = Line;
  if (Stride != S.Stride) {
    S.Stride = Stride;
    S.Repeats = 0;
    S.Ahead = Line;
    return;
  }
  if (++S.Repeats < Trust || std::abs(Stride) > LinesPerPage)
    return;
  // Catch up to Distance strides ahead; in a steady stream that is one line.
  // Only a stream of neighbouring lines goes on in the next page.
  uint64_t Target = Line + Stride * Distance;
  bool Behind = Stride > 0 ? S.Ahead <= Line : S.Ahead >= Line;
  if (Behind)
    S.Ahead = Line;
  while (S.Ahead != Target) {
    uint64_t Next = S.Ahead + Stride;
    if (std::abs(Stride) > 1 && Next / LinesPerPage != Line / LinesPerPage)
      break;
    Lines.push_back(Next);
    S.Ahead = Next;
  }
}
