//===- LargePages.cpp - Large blocks in large pages -----------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/Support/LargePages.h"
#include <cstdint>
#include <sys/mman.h>

/// Of x86-64 and of most other machines.
static constexpr uintptr_t LargePage = uintptr_t(2) << 20;
/// Smaller blocks may be part of a heap that is used again.
static constexpr size_t LeastBytes = 2 * LargePage;

void rafter::wishLargePages([[maybe_unused]] void *Block,
                            [[maybe_unused]] size_t Bytes) {
#ifdef MADV_HUGEPAGE
  if (!Block || Bytes < LeastBytes)
    return;
  size_t Before = -reinterpret_cast<uintptr_t>(Block) % LargePage;
  size_t Whole = (Bytes - Before) / LargePage * LargePage;
  ::madvise(static_cast<char *>(Block) + Before, Whole, MADV_HUGEPAGE);
#endif
}
