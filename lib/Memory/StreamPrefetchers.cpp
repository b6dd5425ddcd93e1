//===- StreamPrefetchers.cpp - What a core's prefetchers ask for ----------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/Memory/StreamPrefetchers.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <cstdlib>

using namespace rafter;

StreamPrefetchers::StreamPrefetchers(const Processor &CPU)
    : NextLine(CPU.NextLinePrefetch), Distance(CPU.StridePrefetchDistance),
      StrideReach(CPU.StrideReach), StridesAhead(CPU.StridesAhead),
      LineShift(llvm::Log2_32(CPU.LineBytes)),
      PageLinesShift(LineShift < PageShift ? PageShift - LineShift : 0) {
  Touched.fill(None);
}

/// The line of the address so many strides ahead, if the prefetcher goes there.
uint64_t StreamPrefetchers::follow(uint64_t Address, int64_t Step) const {
  uint64_t Next = Address + Step * StridesAhead;
  bool StaysInPage = StrideReach >> PageShift == 0;
  if (std::abs(Step) > StrideReach ||
      (StaysInPage && Next >> PageShift != Address >> PageShift))
    return None;
  return Next >> LineShift;
}

uint64_t StreamPrefetchers::touch(uint64_t Line) {
  if (!NextLine)
    return None;
  auto wasTouched = [&](uint64_t L) {
    return std::find(Touched.begin(), Touched.end(), L) != Touched.end();
  };
  bool Ascending = true;
  for (unsigned Step = 1; Step <= Trust && Ascending; ++Step)
    Ascending = wasTouched(Line - Step);
  Touched[NextTouched++ % NumStreams] = Line;
  bool SamePage = Line >> PageLinesShift == (Line + 1) >> PageLinesShift;
  return Ascending && SamePage ? Line + 1 : None;
}

/// The stream of a page; the one not used for longest makes room.
StreamPrefetchers::Stream &StreamPrefetchers::streamOf(uint64_t Page,
                                                       bool &Known) {
  // No two streams are in one page.
  uint8_t &Hint = Hints[Page * 0x9e3779b97f4a7c15u >> 60];
  if (Streams[Hint].Page == Page) {
    Known = true;
    return Streams[Hint];
  }
  Stream *Oldest = &Streams[0];
  for (Stream &S : Streams) {
    if (S.Page == Page) {
      Known = true;
      Hint = static_cast<uint8_t>(&S - Streams.data());
      return S;
    }
    if (S.Used < Oldest->Used)
      Oldest = &S;
  }
  Known = false;
  *Oldest = Stream();
  Oldest->Page = Page;
  Hint = static_cast<uint8_t>(Oldest - Streams.data());
  return *Oldest;
}

void StreamPrefetchers::request(uint64_t Line,
                                llvm::function_ref<bool(uint64_t)> Fetch) {
  if (Distance == 0)
    return;
  bool Known;
  Stream &S = streamOf(Line >> PageLinesShift, Known);
  S.Used = ++Clock;
  if (!Known) {
    S.Last = S.Ahead = Line;
    return;
  }
  if (Line == S.Last)
    return;
  int Direction = Line > S.Last ? 1 : -1;
  // From the last request, or from what was asked for ahead.
  uint64_t Gap = Direction > 0 ? Line - S.Last : S.Last - Line;
  if (Direction == S.Direction)
    Gap -= std::min(Gap, Direction > 0 ? S.Ahead - S.Last : S.Last - S.Ahead);
  S.Last = Line;
  if (Gap > GreatestGap) {
    S.Direction = 0;
    S.Ahead = Line;
    return;
  }
  if (Direction != S.Direction) {
    // A single step back is no stream in the other direction yet.
    S.Direction = S.Direction == 0 ? Direction : 0;
    S.Steps = S.Direction != 0;
    S.Ahead = Line;
    return;
  }
  if (Direction > 0 ? S.Ahead < Line : S.Ahead > Line)
    S.Ahead = Line;
  if (++S.Steps >= Trust)
    advance(S, Fetch);
}

void StreamPrefetchers::advance(Stream &S,
                                llvm::function_ref<bool(uint64_t)> Fetch) {
  for (unsigned Fetches = 0; Fetches != FetchesPerRequest;) {
    uint64_t Run = S.Direction > 0 ? S.Ahead - S.Last : S.Last - S.Ahead;
    if (Run >= Distance)
      return;
    uint64_t Next = S.Ahead + S.Direction;
    if (Next >> PageLinesShift != S.Page) {
      // Only a stream that has come to the last lines opens the next page.
      bool Known;
      uint64_t Left = S.Ahead > S.Last ? S.Ahead - S.Last : S.Last - S.Ahead;
      if (Left > 1)
        return;
      int Direction = S.Direction;
      Stream &Following = streamOf(Next >> PageLinesShift, Known);
      if (Known)
        return;
      Following.Used = ++Clock;
      Following.Direction = Direction;
      Following.Steps = Trust;
      Following.Last = Following.Ahead = Next;
      Fetch(Next);
      return;
    }
    S.Ahead = Next;
    Fetches += Fetch(Next);
  }
}
