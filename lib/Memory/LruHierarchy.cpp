//===- LruHierarchy.cpp - Hit levels by exact reuse distance --------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/Memory/LruHierarchy.h"
#include <algorithm>

using namespace rafter;

LruHierarchy::LruHierarchy(const Processor &CPU) {
  Recent.fill(None);
  uint64_t Below = 0;
  for (unsigned L = 0; L != NumCacheLevels; ++L) {
    double Bytes = CPU.Memory[L].Capacity;
    MemoryLevel Level = static_cast<MemoryLevel>(L);
    if (Bytes == Unlimited) {
      Segments.push_back({Level, 0});
      break;
    }
    uint64_t Lines = static_cast<uint64_t>(Bytes) / CPU.LineBytes;
    if (Lines <= Below)
      continue;
    Segments.push_back({Level, Lines - Below});
    Below = Lines;
  }
  Table.resize(1024);
  // At least one line of the nearest level is linked.
  if (!Segments.empty() && Segments[0].Capacity != 0) {
    Firsts = std::min<uint64_t>(MostFirst, Segments[0].Capacity - 1);
    Segments[0].Capacity -= Firsts;
  }
}

/// Eight lines in a row lie side by side in the table, as they are often used.
static uint32_t hashOf(uint64_t Line) {
  return (Line / 8 * 0x9E3779B97F4A7C15u >> 32) * 8 + Line % 8;
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

void LruHierarchy::unlink(uint32_t N) {
  Node &X = Nodes[N];
  Stretch &S = Segments[X.Segment];
  if (--S.Count == 0)
    S.Tail = None;
  else if (S.Tail == N)
    S.Tail = X.Previous;
  if (X.Previous != None)
    Nodes[X.Previous].Next = X.Next;
  else
    Head = X.Next;
  if (X.Next != None)
    Nodes[X.Next].Previous = X.Previous;
}

void LruHierarchy::pushFront(uint32_t N) {
  Node &X = Nodes[N];
  X.Previous = None;
  X.Next = Head;
  X.Segment = 0;
  X.Place = Linked;
  if (Head != None)
    Nodes[Head].Previous = N;
  Head = N;
  if (Segments[0].Count++ == 0)
    Segments[0].Tail = N;
}

/// Makes a line that is not linked one of the first.
void LruHierarchy::bringFirst(uint32_t N) {
  if (Firsts == 0)
    return pushFront(N);
  unsigned Place = NumFirst;
  if (NumFirst != Firsts) {
    ++NumFirst;
  } else {
    Place = 0;
    for (unsigned P = 1; P != Firsts; ++P)
      Place = Accessed[P] < Accessed[Place] ? P : Place;
    pushFront(First[Place]);
  }
  First[Place] = N;
  Accessed[Place] = ++Clock;
  Nodes[N].Segment = 0;
  Nodes[N].Place = Place;
}

/// Moves the last line of every overfull stretch before Limit into the next
/// one. Returns the line that falls out of the last stretch, or None.
uint32_t LruHierarchy::settle(unsigned Limit) {
  for (unsigned K = 0; K != Limit; ++K) {
    Stretch &S = Segments[K];
    if (S.Capacity == 0 || S.Count <= S.Capacity)
      return None;
    uint32_t Last = S.Tail;
    if (K + 1 == Segments.size())
      return Last;
    S.Tail = Nodes[Last].Previous;
    --S.Count;
    Stretch &Next = Segments[K + 1];
    Nodes[Last].Segment = K + 1;
    if (Next.Count++ == 0)
      Next.Tail = Last;
  }
  return None;
}

CacheAccess LruHierarchy::touch(uint32_t N) {
  unsigned Was = Nodes[N].Segment;
  if (Nodes[N].Place != Linked) {
    Accessed[Nodes[N].Place] = ++Clock;
  } else {
    unlink(N);
    bringFirst(N);
    settle(Was);
  }
  return {Segments[Was].Level, &Nodes[N].Arrival};
}

CacheAccess LruHierarchy::lookup(uint64_t Line, uint32_t &Hint) {
  if (Segments.empty()) {
    Nowhere = 0;
    return {MemoryLevel::Memory, &Nowhere};
  }
  size_t Slot = find(Line);
  if (Table[Slot].Node == None)
    return insert(Line, Slot, Hint);
  Hint = Table[Slot].Node;
  return touch(Hint);
}

CacheAccess LruHierarchy::insert(uint64_t Line, size_t Slot, uint32_t &Hint) {
  uint32_t N = Nodes.size();
  if (Segments.back().Capacity != 0 &&
      Segments.back().Count == Segments.back().Capacity) {
    // Reuse the node of the line that will fall out of the last level.
    N = Segments.back().Tail;
    unlink(N);
    erase(Nodes[N].Line);
    Slot = find(Line);
  } else {
    Nodes.push_back({});
    ++Count;
    if (Count * 2 > Table.size()) {
      grow();
      Slot = find(Line);
    }
  }
  Nodes[N].Line = Line;
  Nodes[N].Arrival = 0;
  Table[Slot] = {hashOf(Line), N};
  Hint = N;
  bringFirst(N);
  settle(Segments.size());
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
  std::vector<Slot> Old(Table.size() * 2);
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
  if (Segments.empty())
    return MemoryLevel::Memory;
  uint32_t N = Table[find(Line)].Node;
  return N == None ? MemoryLevel::Memory : Segments[Nodes[N].Segment].Level;
}
