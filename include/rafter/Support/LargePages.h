//===- LargePages.h - Large blocks in large pages ------------- -*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Memory that is used here and there costs a page fault for every 4 KiB, and a
// walk of the page tables for most accesses; on a virtual machine both are
// dear. Linux gives pages of 2 MiB to who asks for them.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_SUPPORT_LARGEPAGES_H
#define RAFTER_SUPPORT_LARGEPAGES_H

#include <cstddef>
#include <new>

namespace rafter {

/// Asks for large pages where they lie wholly in a block of some megabytes that
/// nothing was written to yet. A wish: nothing fails, and no address changes.
void wishLargePages(void *Block, size_t Bytes);

/// For containers that grow to many megabytes.
template <typename T> struct LargePageAllocator {
  using value_type = T;
  LargePageAllocator() = default;
  template <typename U>
  LargePageAllocator(const LargePageAllocator<U> & /*Other*/) {}

  T *allocate(size_t Count) {
    auto *Block = static_cast<T *>(
        ::operator new(Count * sizeof(T), std::align_val_t(alignof(T))));
    wishLargePages(Block, Count * sizeof(T));
    return Block;
  }
  void deallocate(T *Block, size_t /*Count*/) {
    ::operator delete(Block, std::align_val_t(alignof(T)));
  }
  bool operator==(const LargePageAllocator & /*Other*/) const { return true; }
};

} // namespace rafter

#endif // RAFTER_SUPPORT_LARGEPAGES_H
