//===- Translation.h - What address translation costs -----------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The data TLB and the second-level TLB, each fully associative with LRU.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_SIMULATION_TRANSLATION_H
#define RAFTER_LIB_SIMULATION_TRANSLATION_H

#include "rafter/Memory/LruHierarchy.h"
#include "llvm/Support/Compiler.h"
#include <array>

namespace rafter {

class Translation {
public:
  explicit Translation(const Processor &CPU);

  /// Cycles that an access to Address takes longer.
  uint16_t extraCycles(uint64_t Address) {
    uint64_t Page = Address >> PageShift;
    // Pages touched since the last miss are all younger than those that were
    // not: their order among each other is not kept.
    if (LLVM_LIKELY(Touched[slot(Page)] == Page))
      return 0;
    return lookup(Page);
  }

  /// Counts pages that come to a TLB.
  uint64_t changes() const { return Misses; }
  template <class Function> void visitState(Function Visit) const {
    Visit(Misses);
    if (Limited)
      for (uint64_t Page : Touched)
        Visit(Page);
  }

private:
  /// Large arrays tend to lie a power of two apart.
  static unsigned slot(uint64_t Page) {
    return Page * 0x9E3779B97F4A7C15u >> 58;
  }
  uint16_t lookup(uint64_t Page);

  static constexpr uint64_t None = ~uint64_t(0);
  bool Limited;
  unsigned PageShift;
  uint16_t SecondLevelCycles, WalkCycles;
  LruHierarchy Pages;
  uint64_t Misses = 0;
  std::array<uint64_t, 64> Touched;
};

} // namespace rafter

#endif // RAFTER_LIB_SIMULATION_TRANSLATION_H
