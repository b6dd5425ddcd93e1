//===- SetAssociativeHierarchy.cpp - Caches with ways ---------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/Memory/SetAssociativeHierarchy.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>

using namespace rafter;

/// The CPU with no cache but one.
static Processor withOnly(const Processor &CPU, unsigned Level) {
  Processor P = CPU;
  for (unsigned L = 0; L != NumCacheLevels; ++L)
    if (L != Level)
      P.Memory[L].Capacity = 0;
  return P;
}

SetAssociativeHierarchy::SetAssociativeHierarchy(const Processor &CPU) {
  for (unsigned L = 0; L != NumCacheLevels; ++L) {
    const MemoryLevelParameters &P = CPU.Memory[L];
    if (P.Capacity < CPU.LineBytes)
      continue;
    Cache C;
    C.Level = static_cast<MemoryLevel>(L);
    if (P.Ways == Unlimited || P.Capacity == Unlimited) {
      C.Whole.emplace(withOnly(CPU, L));
    } else {
      uint64_t Lines = static_cast<uint64_t>(P.Capacity) / CPU.LineBytes;
      C.Ways = std::min<uint64_t>(static_cast<uint64_t>(P.Ways), Lines);
      C.Sets = Lines / C.Ways;
      C.Mask = llvm::isPowerOf2_64(C.Sets) ? C.Sets - 1 : 0;
      C.Entries.resize(C.Sets * C.Ways);
    }
    Caches.push_back(std::move(C));
  }
  if (!Caches.empty() && Caches[0].Mask != 0) {
    NearWays = Caches[0].Ways;
    NearMask = Caches[0].Mask;
  }
}

std::pair<bool, uint64_t *>
SetAssociativeHierarchy::Cache::touch(uint64_t Line) {
  if (Whole) {
    CacheAccess A = Whole->access(Line);
    return {A.Level != MemoryLevel::Memory, A.Arrival};
  }
  Way *Begin = &Entries[firstOf(Line)];
  uint64_t Tag = Line + 1;
  if (Begin->Tag == Tag)
    return {true, &Begin->Arrival};
  // Search and move back in one go; the last way falls out if nothing is found.
  Way Moved = *Begin;
  for (Way *W = Begin + 1, *End = Begin + Ways; W != End; ++W) {
    std::swap(Moved, *W);
    if (Moved.Tag == Tag) {
      *Begin = Moved;
      return {true, &Begin->Arrival};
    }
  }
  *Begin = {Tag, 0};
  return {false, &Begin->Arrival};
}

bool SetAssociativeHierarchy::Cache::holds(uint64_t Line) const {
  if (Whole)
    return Whole->probe(Line) != MemoryLevel::Memory;
  const Way *Begin = &Entries[firstOf(Line)];
  return std::any_of(Begin, Begin + Ways,
                     [&](const Way &W) { return W.Tag == Line + 1; });
}

CacheAccess SetAssociativeHierarchy::access(uint64_t Line, MemoryLevel First) {
  uint64_t *Nearest = nullptr;
  for (Cache &C : Caches) {
    if (C.Level < First)
      continue;
    auto [Found, Arrival] = C.touch(Line);
    if (!Nearest)
      Nearest = Arrival;
    if (Found)
      return {C.Level, Nearest};
  }
  if (!Nearest) {
    Nowhere = 0;
    Nearest = &Nowhere;
  }
  return {MemoryLevel::Memory, Nearest};
}

uint64_t *SetAssociativeHierarchy::arrival(uint64_t Line, MemoryLevel Level) {
  for (Cache &C : Caches) {
    if (C.Level != Level)
      continue;
    if (C.Whole)
      return C.Whole->probe(Line) == MemoryLevel::Memory
                 ? nullptr
                 : C.Whole->access(Line).Arrival;
    Way *Begin = &C.Entries[C.firstOf(Line)], *End = Begin + C.Ways;
    Way *Hit = std::find_if(Begin, End,
                            [&](const Way &W) { return W.Tag == Line + 1; });
    return Hit == End ? nullptr : &Hit->Arrival;
  }
  return nullptr;
}

MemoryLevel SetAssociativeHierarchy::probe(uint64_t Line) const {
  for (const Cache &C : Caches)
    if (C.holds(Line))
      return C.Level;
  return MemoryLevel::Memory;
}
