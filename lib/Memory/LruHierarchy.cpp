//===- LruHierarchy.cpp - Hit levels by exact reuse distance --------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/Memory/LruHierarchy.h"
#include "llvm/ADT/bit.h"
#include <algorithm>

using namespace rafter;

LruHierarchy::LruHierarchy(const Processor &CPU) {
  Recent.fill(None);
  uint64_t Below = 0;
  for (unsigned L = 0; L != NumCacheLevels; ++L) {
    double Bytes = CPU.Memory[L].Capacity;
    uint64_t Lines = Bytes == Unlimited
                         ? ~uint64_t(0)
                         : static_cast<uint64_t>(Bytes) / CPU.LineBytes;
    if (Lines <= Below)
      continue;
    Levels.push_back({static_cast<MemoryLevel>(L), Lines});
    Below = Lines;
  }
  Table.resize(1024);
  Log.resize(1 << 14);
  Live.resize(Log.size() / 64);
  if (Levels.empty())
    return;
  Lasts = std::min<uint64_t>(MostLast, Levels[0].Capacity);
  if (Lasts != MostLast) {
    OrderRow >>= MostLast - Lasts;
    Order = ~uint64_t(0) << 8 * Lasts;
  }
  for (CacheLevel &L : Levels)
    L.Capacity -= Lasts;
}

/// The slot that holds Line, or the free slot where it would go.
size_t LruHierarchy::find(uint64_t Line) const {
  uint32_t Hash = hashOf(Line);
  size_t Mask = Table.size() - 1;
  size_t At = Hash & Mask;
  while (Table[At].Node != None &&
         (Table[At].Hash != Hash || Nodes[Table[At].Node].Line != Line))
    At = (At + 1) & Mask;
  return At;
}

/// The place of the last lines that was accessed first, when all are in use:
/// the one byte that is 0.
inline unsigned LruHierarchy::oldest() const {
  constexpr uint64_t Ones = 0x0101010101010101;
  return llvm::countr_zero((Order - Ones) & ~Order & Ones << 7) / 8;
}

inline void LruHierarchy::enter(uint32_t N, unsigned Place) {
  Last[Place] = N;
  order(Place);
  Nodes[N].Place = Place;
}

/// Puts a line that was one of the last into the log. The first NumLevels
/// levels, of which the last of all is one if IsNew, hold one line more, and
/// lose another one if they were full. Returns what the last of all loses, or
/// None.
template <bool IsNew>
LLVM_ATTRIBUTE_ALWAYS_INLINE uint32_t LruHierarchy::append(uint32_t N,
                                                           unsigned NumLevels) {
  Log[End] = N;
  Live[End / 64] |= uint64_t(1) << End % 64;
  Nodes[N].Position = End++;
  Nodes[N].Place = InLog;
  for (unsigned K = 0; K != NumLevels; ++K) {
    CacheLevel &L = Levels[K];
    if (L.Count != L.Capacity) {
      ++L.Count;
      continue;
    }
    size_t Word = L.Begin / 64;
    uint64_t Bits = Live[Word] & ~uint64_t(0) << L.Begin % 64;
    while (Bits == 0)
      Bits = Live[++Word];
    uint32_t Lost = Word * 64 + llvm::countr_zero(Bits);
    L.Begin = Lost + 1;
    if (IsNew && K + 1 == NumLevels) {
      Live[Word] ^= Bits & -Bits;
      // What will be lost next is seldom near in the host's memory.
      constexpr unsigned Ahead = 4;
      if (Lost + 2 * Ahead < End) {
        __builtin_prefetch(&Nodes[Log[Lost + 2 * Ahead]]);
        expect(Nodes[Log[Lost + Ahead]].Line);
      }
      return Log[Lost];
    }
  }
  return None;
}

/// Leaves out of the log what does not stand there any more.
void LruHierarchy::compactLog() {
  Large<uint32_t> Old(Log);
  uint32_t To = 0;
  for (size_t Word = 0; Word != Live.size(); ++Word)
    for (uint64_t Bits = Live[Word]; Bits != 0; Bits &= Bits - 1) {
      uint32_t N = Old[Word * 64 + llvm::countr_zero(Bits)];
      Log[To] = N;
      Nodes[N].Position = To++;
    }
  for (CacheLevel &L : Levels)
    L.Begin = To - L.Count;
  End = To;
  while (Log.size() < size_t(3) * To)
    Log.resize(2 * Log.size());
  Live.assign(Log.size() / 64, 0);
  std::fill_n(Live.begin(), To / 64, ~uint64_t(0));
  if (To % 64 != 0)
    Live[To / 64] = (uint64_t(1) << To % 64) - 1;
}

/// The number of the level that holds N.
unsigned LruHierarchy::levelOf(const Node &N) const {
  unsigned K = 0;
  if (N.Place == InLog)
    while (N.Position < Levels[K].Begin)
      ++K;
  return K;
}

/// Makes a line of the log one of the last.
CacheAccess LruHierarchy::touch(uint32_t N) {
  makeRoom();
  const unsigned Was = levelOf(Nodes[N]);
  Live[Nodes[N].Position / 64] ^= uint64_t(1) << Nodes[N].Position % 64;
  unsigned Place = oldest();
  append<false>(Last[Place], Was);
  enter(N, Place);
  return {Levels[Was].Level, &Nodes[N].Arrival};
}

CacheAccess LruHierarchy::nowhere() {
  Nowhere = 0;
  return {MemoryLevel::Memory, &Nowhere};
}

CacheAccess LruHierarchy::insert(uint64_t Line, size_t Slot, uint32_t &Hint) {
  unsigned Place = NumLast;
  uint32_t N = None;
  if (NumLast != Lasts) {
    ++NumLast;
  } else {
    makeRoom();
    Place = oldest();
    N = append<true>(Last[Place], Levels.size());
  }
  if (N != None) {
    erase(Nodes[N].Line);
    Slot = find(Line);
  } else {
    N = Nodes.size();
    Nodes.emplace_back();
    ++Count;
    if (Count * 2 > Table.size()) {
      grow();
      Slot = find(Line);
    }
  }
  Nodes[N].Line = LastLine = Line;
  Nodes[N].Arrival = 0;
  Table[Slot] = {hashOf(Line), N};
  Hint = LastNode = N;
  enter(N, Place);
  return {MemoryLevel::Memory, &Nodes[N].Arrival};
}

/// Removes Line from the table, closing the gap it leaves.
void LruHierarchy::erase(uint64_t Line) {
  size_t Mask = Table.size() - 1;
  size_t Hole = find(Line);
  for (size_t At = (Hole + 1) & Mask; Table[At].Node != None;
       At = (At + 1) & Mask) {
    size_t Home = Table[At].Hash & Mask;
    if (((At - Home) & Mask) >= ((At - Hole) & Mask)) {
      Table[Hole] = Table[At];
      Hole = At;
    }
  }
  Table[Hole].Node = None;
}

void LruHierarchy::grow() {
  Large<Slot> Old(Table.size() * 2);
  Old.swap(Table);
  size_t Mask = Table.size() - 1;
  for (const Slot &S : Old) {
    if (S.Node == None)
      continue;
    size_t At = S.Hash & Mask;
    while (Table[At].Node != None)
      At = (At + 1) & Mask;
    Table[At] = S;
  }
}

MemoryLevel LruHierarchy::probe(uint64_t Line) const {
  uint32_t N = Table[find(Line)].Node;
  return N == None ? MemoryLevel::Memory : Levels[levelOf(Nodes[N])].Level;
}
