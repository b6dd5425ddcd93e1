//===- SetAssociativeHierarchy.cpp - Caches with ways ---------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/Memory/SetAssociativeHierarchy.h"
#include "rafter/Support/LargePages.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <limits>

using namespace rafter;

/// The CPU with no cache but one.
static Processor withOnly(const Processor &CPU, unsigned Level) {
  Processor P = CPU;
  for (unsigned L = 0; L != NumCacheLevels; ++L)
    if (L != Level)
      P.Memory[L].Capacity = 0;
  return P;
}

SetAssociativeHierarchy::SetAssociativeHierarchy(const Processor &CPU)
    : Frames(CPU) {
  size_t NumWays = 0;
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
      C.IsPhysical =
          Frames.areRandom() && (C.Sets > Frames.linesOfPage() ||
                                 (!Caches.empty() && Caches.back().IsPhysical));
      C.ReplacesOlderOfTwo =
          C.Level == MemoryLevel::L3 && CPU.LastLevelTurnover != Unlimited;
      NumWays += C.Sets * C.Ways;
    }
    Caches.push_back(std::move(C));
  }
  allocate(NumWays);
  if (!Caches.empty() && Caches[0].Mask != 0 && !Caches[0].IsPhysical) {
    NearWays = Caches[0].Ways;
    NearMask = Caches[0].Mask;
  }
}

void SetAssociativeHierarchy::allocate(size_t NumWays) {
  if (NumWays == 0)
    return;
  using llvm::sys::Memory;
  std::error_code EC;
  Mapped = llvm::sys::OwningMemoryBlock(Memory::allocateMappedMemory(
      NumWays * sizeof(Way), nullptr, Memory::MF_READ | Memory::MF_WRITE, EC));
  if (EC)
    llvm::report_bad_alloc_error("the ways of the caches");
  wishLargePages(Mapped.base(), NumWays * sizeof(Way));
  Way *Next = static_cast<Way *>(Mapped.base());
  for (Cache &C : Caches) {
    C.Entries = Next;
    Next += C.Sets * C.Ways;
  }
}

/// The older of two ways at random, unless one is empty.
SetAssociativeHierarchy::Way *
SetAssociativeHierarchy::Cache::victim(Way *Begin) {
  Way *Last = Begin + Ways - 1;
  if (Last->Tag == 0)
    return Last;
  constexpr uint64_t Golden = 0x9e3779b97f4a7c15;
  uint64_t Draw = ++Replaced * Golden;
  Draw = (Draw ^ Draw >> 32) * Golden;
  return Begin + std::max((Draw >> 48) % Ways, (Draw >> 32 & 0xffff) % Ways);
}

std::pair<bool, uint64_t *>
SetAssociativeHierarchy::Cache::touch(uint64_t Line, Way &Evicted) {
  if (Whole) {
    CacheAccess A = Whole->access(Line);
    return {A.Level != MemoryLevel::Memory, A.Arrival};
  }
  Way *Begin = &Entries[firstOf(Line)];
  if (Begin->holds(Line))
    return {true, &Begin->Arrival};
  if (ReplacesOlderOfTwo) {
    Way *End = Begin + Ways;
    Way *Place =
        std::find_if(Begin, End, [&](const Way &W) { return W.holds(Line); });
    const bool Found = Place != End;
    if (!Found) {
      Place = victim(Begin);
      Evicted = std::exchange(*Place, {Way::tagOf(Line), 0});
    }
    std::rotate(Begin, Place, Place + 1);
    return {Found, &Begin->Arrival};
  }
  // Search and move back in one go; the last way falls out if nothing is found.
  Way Moved = *Begin;
  for (Way *W = Begin + 1, *End = Begin + Ways; W != End; ++W) {
    std::swap(Moved, *W);
    if (Moved.holds(Line)) {
      *Begin = Moved;
      return {true, &Begin->Arrival};
    }
  }
  Evicted = Moved;
  *Begin = {Way::tagOf(Line), 0};
  return {false, &Begin->Arrival};
}

bool SetAssociativeHierarchy::Cache::holds(uint64_t Line) const {
  if (Whole)
    return Whole->probe(Line) != MemoryLevel::Memory;
  const Way *Begin = Entries + firstOf(Line);
  return std::any_of(Begin, Begin + Ways,
                     [&](const Way &W) { return W.holds(Line); });
}

CacheAccess SetAssociativeHierarchy::access(uint64_t Line, MemoryLevel First) {
  uint64_t *Nearest = nullptr;
  for (size_t I = 0; I != Caches.size(); ++I) {
    Cache &C = Caches[I];
    if (C.Level < First)
      continue;
    Way Evicted = {};
    auto [Found, Arrival] = C.touch(lineIn(C, Line), Evicted);
    if (!Nearest)
      Nearest = Arrival;
    if (Evicted.isDirty())
      writeBack(I, Evicted);
    if (Found)
      return {C.Level, Nearest};
  }
  if (!Nearest) {
    Nowhere = 0;
    Nearest = &Nowhere;
  }
  return {MemoryLevel::Memory, Nearest};
}

/// A line that falls out of one cache is written to the next one that holds it.
/// No cache takes it in because of that, and none holds it any longer.
void SetAssociativeHierarchy::writeBack(size_t From, const Way &Evicted) {
  uint64_t Line = (Evicted.Tag >> 1) - 1;
  bool IsPhysical = Caches[From].IsPhysical;
  auto Passes = [&](MemoryLevel To) {
    uint8_t &Count = WriteBacks[static_cast<unsigned>(To)];
    if (Count != std::numeric_limits<uint8_t>::max())
      ++Count;
  };
  for (size_t I = From + 1; I != Caches.size(); ++I) {
    Cache &C = Caches[I];
    Passes(C.Level);
    if (C.Whole)
      return;
    if (!IsPhysical) {
      Line = lineIn(C, Line);
      IsPhysical = C.IsPhysical;
    }
    Way *Begin = C.Entries + C.firstOf(Line), *End = Begin + C.Ways;
    Way *Holder =
        std::find_if(Begin, End, [&](const Way &W) { return W.holds(Line); });
    if (Holder == End)
      continue;
    Holder->Tag |= 1;
    return;
  }
  Passes(MemoryLevel::Memory);
}

void SetAssociativeHierarchy::markDirty(uint64_t Line) {
  if (Caches.empty() || Caches[0].Whole)
    return;
  Line = lineIn(Caches[0], Line);
  Way &Newest = Caches[0].Entries[Caches[0].firstOf(Line)];
  if (Newest.holds(Line))
    Newest.Tag |= 1;
}

uint64_t *SetAssociativeHierarchy::arrival(uint64_t Line, MemoryLevel Level) {
  for (Cache &C : Caches) {
    if (C.Level != Level)
      continue;
    if (C.Whole)
      return C.Whole->probe(Line) == MemoryLevel::Memory
                 ? nullptr
                 : C.Whole->access(Line).Arrival;
    Line = lineIn(C, Line);
    Way *Begin = &C.Entries[C.firstOf(Line)], *End = Begin + C.Ways;
    Way *Hit =
        std::find_if(Begin, End, [&](const Way &W) { return W.holds(Line); });
    return Hit == End ? nullptr : &Hit->Arrival;
  }
  return nullptr;
}

MemoryLevel SetAssociativeHierarchy::probe(uint64_t Line) const {
  for (const Cache &C : Caches)
    if (C.holds(lineIn(C, Line)))
      return C.Level;
  return MemoryLevel::Memory;
}
